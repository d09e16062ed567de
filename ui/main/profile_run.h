/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The profiles of a recording, in batch mode: --functions, --branches, --blocks, --stacks,
 * --hot-paths; and "tdtop diff" of two of them. Reads without a thread. Like main.c it includes
 * collect and ui. Main thread.
 */
#ifndef TDTOP_UI_MAIN_PROFILE_RUN_H
#define TDTOP_UI_MAIN_PROFILE_RUN_H

#include <stdio.h>

#include "collect/code/code.h"
#include "collect/sample/profile_reader.h"
#include "model/err.h"
#include "model/profile/profile.h"
#include "model/side.h"
#include "ui/options/option_table.h"

struct profile_config;

/* A recording whose samples are read, with the service that names its code. */
struct profile_input {
	const char *path;
	struct profile_reader *reader;
	struct code *code;
	size_t n_objects;	/* of which the service has been told */
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
 * Makes a profile of one event (index into the events of the reader; 0: the one with the most
 * branch stacks). The caller owns it; it must not live longer than the input. 0, or a negative
 * errno with a sentence.
 */
int profile_input_read(struct profile_input *input, int event, struct profile **out,
		       struct err *err);

/*
 * The same of the event with this name; NULL: the one with the most branch stacks. -ENOENT with a
 * sentence: there is none.
 */
int profile_input_read_named(struct profile_input *input, const char *event, struct profile **out,
			     struct err *err);

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

#endif
