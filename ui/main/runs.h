/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What main starts, each with its own session or without one: profiles, comparisons, verdicts, what
 * is written for other programs, the screen. Like main.c these include collect and ui. Main thread.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "collect/code/code.h"
#include "collect/live/sample_choice.h"
#include "collect/sample/profile_reader.h"
#include "model/err.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "model/profile/profile_exchange.h"
#include "model/side.h"
#include "model/verdict/verdict.h"
#include "ui/options/option_table.h"
#include "ui/screen/state_options.h"
#include "ui/table/changes.h"

struct buffer;
struct compare_config;
struct comparison;
struct control;
struct exchange;
struct machine;
struct profile_config;

/*
 * The profiles of a recording, in batch mode: --functions, --branches, --blocks, --stacks,
 * --hot-paths; and "tdtop diff" of two of them. Reads without a thread.
 */

/* A recording whose samples are read, with the service that names its code. */
struct profile_input {
	const char *path;
	struct profile_reader *reader;
	struct code *code;
	size_t n_objects;	/* the service has been told of so many */
	struct err warning;	/* "": the recording is complete */
};

/* What the options want printed of a recording. */
struct profile_config profile_run_config(const struct options *options, FILE *out);

/* Is that the name of the event? "cycles" is also "cycles:u". */
bool profile_event_is_named(const struct profile_event *event, const char *name);

/* --symbols, for the service of names. */
enum code_symbols profile_symbols(const struct options *options);

/* 0, or a negative errno with a sentence. The caller calls profile_input_close() in both cases. */
int profile_input_open(struct profile_input *input, const char *path,
		       const struct options *options, struct err *err);
void profile_input_close(struct profile_input *input);

/*
 * Makes a profile of the samples of the request. The caller owns it; it must not live longer than the
 * input. 0, or a negative errno with a sentence.
 */
int profile_input_read(struct profile_input *input, const struct profile_request *request, struct profile **out,
		       struct err *err);

/*
 * The same of an event in n pieces of equal time, after a first read: one reading makes the profiles of all, and gives
 * one after the other. It frees them. n: at most the nanoseconds that samples take. -ENOMEM from take ends it.
 */
struct profile_pieces {
	size_t n;
	int (*take)(void *data, const struct profile *profile);
	void *data;
};
int profile_input_read_pieces(struct profile_input *input, int event, const struct profile_pieces *pieces,
			      struct err *err);

/*
 * The same of the event with this name; NULL: the one with the most branch stacks. -ENOENT with a
 * sentence: there is none.
 */
int profile_input_read_named(struct profile_input *input, const char *event, struct profile **out,
			     struct err *err);

/* The index of TopDown of functions among the events; -1: it was not sampled. After the first read. */
int profile_input_topdown(const struct profile_input *input);

/*
 * Prints the profiles of the recording options->replay: of options->event, or of each event that
 * has what is asked for. 0, or a negative errno with a sentence; *warning is set in both cases.
 */
int profile_run(const struct options *options, FILE *out, struct err *warning, struct err *err);

/*
 * Prints what changed from options->baseline to options->replay, by function or branch. 0, or a
 * negative errno with a sentence; the warnings are set in both cases.
 */
int profile_run_diff(const struct options *options, FILE *out, struct err warning[SIDES],
		     struct err *err);

/*
 * If the names of an object with samples or branches may be those of another file, or are missing
 * as its file is another one, and there is no warning yet, it says so. After names were asked for.
 */
void profile_run_doubt(const struct profile *profile, const struct code_names *names,
		       struct err *warning);

/*
 * A recording could not be used for TopDown, as *err says: if it has samples of code, the sentence
 * goes on with the option that prints them.
 */
void profile_run_hint(const struct options *options, struct err *err);

/*
 * What of a recording's samples is written for other programs: --pgo FILE, and --stacks with
 * --stacks-format. Reads without a thread.
 */

/* Is that what the options ask for? */
bool profile_export_wanted(const struct options *options);

/*
 * Writes this profile, live or of options->replay, as the options say: the file of --pgo, or stacks to out.
 * Waits for names. *note: what was written and which command reads it, or "". Any thread. 0, or a
 * negative errno with a sentence.
 */
int profile_export_put(const struct options *options, const struct profile *profile,
		       const struct code_names *names, FILE *out, struct err *note, struct err *err);

/*
 * Writes the file of --pgo, or stacks to out. *note: what was written and which command reads it,
 * or "". *warning: the recording is not complete, or "". 0, or a negative errno with a sentence.
 */
int profile_export_run(const struct options *options, FILE *out, struct err *note,
		       struct err *warning, struct err *err);

/*
 * Live samples in batch mode: --functions, --branches, --blocks, --stacks, --hot-paths and --pgo of
 * a process, a command or this machine. Requests a profile, waits, prints it; what is sampled by
 * different events is sampled one after the other.
 */

/* What samples, and says how time passes; all borrowed. */
struct profile_live_sampling {
	const struct sample_choices *choices;
	struct profile_exchange *profiles;
	const struct code_names *names;
	struct exchange *intervals;	/* of the collector: when, and whether all has ended */
	struct control *control;	/* wakes the collector after a request */
	const struct machine *machine;	/* whose .watched says what is sampled: that, or all */
	int32_t pid;			/* the first that is watched; 0: none is */
	bool command;			/* it is a command that ends */
	/*
	 * All that was sampled so far is in the newest profile when this returns. last: nothing is
	 * sampled after that.
	 */
	void (*finish)(void *data, bool last);
	void *data;
};

/*
 * Samples and prints as the options say. *note: what was written, or why something was left out;
 * "". A signal ends sampling, and what there is is printed. 0, or a negative errno with a sentence.
 */
int profile_live_run(const struct profile_live_sampling *sampling, const struct options *options,
		     FILE *out, struct err *note, struct err *err);

/* "tdtop diff A B": reads two recordings without a thread, sums and compares them. */
struct diff {
	struct err warning[SIDES];	/* why a recording is not complete; "" if it is */
};

/*
 * Appends the whole output, as text, CSV or JSON; no files, no clock. 0 or -ENOMEM; the filter must be valid
 * (filter_check()).
 */
int compare_put(const struct compare_config *config, const struct comparison *comparison,
		struct buffer *out);

/*
 * Prints what changed from options->baseline to options->replay. 0, or a negative errno with a
 * sentence; the warnings are set in both cases.
 */
int diff_run(struct diff *diff, const struct options *options, FILE *out, struct err *err);

/*
 * "tdtop diff A B --fail-on EXPR", also with several recordings of each side: reads them one after
 * the other, cut into pieces, and prints a verdict (model/verdict/verdict.h). Prints the values of
 * the rows that the expression names, otherwise of the machine and of at most 8 commands that have
 * 5 % of the slots, and the verdict. The warnings say why a recording is not complete. 0 and *result,
 * or a negative errno with a sentence: -ENODATA if nothing is exceeded, and a recording has no such
 * value. Of several recordings -ENODATA says, too, that one is given twice.
 */
int verdict_run(const struct options *options, FILE *out, enum verdict_result *result,
		struct err warning[SIDES], struct err *err);

/* ---- the screen of a session, or one picture of it, and the file that its key W writes ---- */

struct session;

/* The file that key W writes, and the options in it that the screen cannot change. */
struct settings {
	struct options options;		/* before the environment changed them */
	char path[PATH_MAX];		/* "": none */
	struct err warning;
	bool again;			/* key r: the screen is to be run again, as it looks now, with other tasks: */
	struct look look;
	struct list_places places;
	bool goes_on;			/* these are set */
};

/*
 * Runs it until the user quits. A session that is only prepared is opened beside the first frames;
 * if it still opens when the user quits, it is abandoned. It keeps session and options. 0, or a
 * negative errno with a sentence, of what could not be opened, too; the terminal is restored.
 */
int screen_run(struct session *session, const struct options *options, struct settings *settings,
	       bool opened, struct err *err);

/*
 * ---- functions as rows of a verdict ----
 *
 * What a recording has of each name, in pieces of equal time. Its samples are read twice: once for its
 * events and names, and once for all pieces.
 */

/*
 * Adds the values of the terms to the rows of the functions, which are made: of a share the samples, of a
 * class the slots. What shares are of is added to the row `all`. Events: options->event, else TopDown
 * where it was sampled, else the one with the most branch stacks. *began: when the first sample was
 * taken, seconds since the machine started. 0, or a negative errno with a sentence; *warning says why
 * the recording is not complete, or names are in doubt.
 */
int verdict_functions_read(const char *path, const struct options *options, const struct changes *changes,
			   struct pieces *pieces, struct pieces_row *all, double *began, struct err *warning,
			   struct err *err);
