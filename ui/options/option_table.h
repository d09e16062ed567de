/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of options, and the struct that holds their values. Everything that knows options reads
 * the table: getopt_long(3), tdtoprc, --help, the completions and the check of the manual.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model/err.h"
#include "model/side.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/opened.h"
#include "ui/batch/row_choice.h"
#include "ui/state/look.h"

enum output {
	OUTPUT_SCREEN,
	OUTPUT_TEXT,
	OUTPUT_CSV,
	OUTPUT_JSON,
	OUTPUT_RECORDING,	/* --record -: nothing is printed */
	OUTPUT_NOTHING		/* --headless */
};

/* A size or a time; the other, or both, are 0: unlimited. */
struct option_limit {
	uint64_t bytes, ns;
};

enum attribution { ATTRIBUTION_AUTO, ATTRIBUTION_SWITCH, ATTRIBUTION_TASK };

enum symbols { SYMBOLS_LINES, SYMBOLS_NAMES, SYMBOLS_NONE };

#define PIDS_MAX 256		/* of --pid */
#define OPTION_RUNS 32		/* recordings of each side of a comparison */

/* Texts point into argv, but where it says something else. */
struct options {
	struct look look;	/* what is shown, and how */
	uint64_t iterations;	/* intervals to show; 0: until the user quits */
	enum output output;
	const char *config;	/* NULL: the default tdtoprc */
	const char *user;	/* only tasks of this user; NULL: all */
	const char *pids;	/* list for option_parse_pids(); NULL: none */
	char *const *command;	/* words after "--"; NULL: none */
	int attribution;	/* enum attribution */
	int engine;		/* enum engine */
	const char *filter;	/* for filter_new(); NULL: all rows */
	struct row_choice node_choice;	/* of CSV of opened nodes: in place of those of rows */
	const char *replay;	/* a recording to show; NULL: none */
	const char *baseline;	/* compare it with `replay`; NULL: no */
	const char *columns_diff;	/* of a comparison in text; NULL: the usual ones */
	const char *fail_on;	/* changes that are a failure; NULL: none */
	const char *after;	/* the first recording after "--after"; NULL: none */
	const char *runs[SIDES][OPTION_RUNS];	/* of "diff"; the first are the two above */
	size_t n_runs[SIDES];	/* one may have more than there is room for */
	bool changes;		/* print change points */
	bool all_tasks;		/* of a recording: also those that were not watched */
	bool strict;		/* no verdict is a failure, too */
	bool delay_given;	/* on the command line: recordings are cut into such intervals */
	bool sort_given;	/* on the command line; else look.sort may be of the settings */
	bool reverse_given;	/* the command line has --reverse */
	const char *file_sort;	/* `sort` and `view` of the settings file */
	int file_view;
	bool level_given;	/* on the command line: otherwise JSON and CSV have all levels */
	const char *record;	/* file to record into; NULL: none */
	const char *screenshot;	/* file for a picture of the screen; NULL: none */
	struct option_limit record_limit;
	uint64_t record_keep;
	double budget;		/* limit of our overhead in percent of all CPU time; 0: none */
	/* Of samples, of a recording or live; they are printed in batch mode: */
	bool functions, branches, stacks, hot_paths;
	const char *blocks;	/* of this function, "": of all; NULL: none */
	const char *event;	/* only samples of this event; NULL: all */
	const char *node;	/* opened, or of its event: a slug. NULL: none */
	const char *node_of;	/* of what nodes are opened: "cpu:3"; NULL: of what is watched, or
				 * the machine */
	int retire_latency;	/* enum retire_latency */
	uint64_t sample_ns;	/* how long live samples are taken; 0: not given */
	uint64_t sample_rate;	/* at most so many a second of a thread; 0: not given */
	int symbols;		/* enum symbols */
	bool debuginfod;
	const char *sysroot;	/* files of a recording are sought below it; NULL: none */
	const char *openmetrics;	/* file for counters, "-": standard output; NULL: none */
	int openmetrics_by;	/* enum totals_by */
	const char *listen;	/* for http_open(); NULL: no server */
	bool regions;		/* regions of programs are watched, and shown */
	int32_t regions_pid;	/* --regions PID: of this program, which counts itself; 0: not given */
	int stacks_format;	/* enum stacks_format */
	const char *pgo;	/* file for a profile for compilers; NULL: none */
	int pgo_format;		/* enum pgo_format */
	const char *pgo_object;	/* of this file; NULL: of the program */
	bool demo, doctor, verbose, version;
	const char *help;	/* NULL: not asked for; "all": every option */
	bool no_color;
};

enum option_type {
	OPTION_FLAG,		/* bool; with .config also --name=yes and --name=no */
	OPTION_OUTPUT,		/* enum output = .value */
	OPTION_SECONDS,		/* uint64_t nanoseconds, .min to .max seconds */
	OPTION_LIMIT,		/* struct option_limit, a size as 100M or a time as 30s */
	OPTION_WHOLE,		/* uint64_t, .min to .max */
	OPTION_PERCENT,		/* double, .min to .max */
	OPTION_CHOICE,		/* int, one of .choices */
	OPTION_COLUMN,		/* const char *, a column's key */
	OPTION_COLUMNS,		/* struct column_set of the view .value */
	OPTION_CODE_COLUMNS,	/* struct code_columns of the enum code_kind_id .value */
	OPTION_ORDERS,		/* struct view_order [VIEW_COUNT] */
	OPTION_FILTER,		/* const char *, a filter expression */
	OPTION_PIDS,		/* const char *, numbers between commas */
	OPTION_PID,		/* int32_t; 0: left out */
	OPTION_NAME,		/* const char *, not empty */
	OPTION_PATH		/* const char * */
};

struct option_choice {
	const char *name;	/* NULL ends the list */
	int value;
};

struct option_row {
	const char *name;	/* long name without the dashes */
	const char *old_name;	/* a former one, still accepted; NULL: none */
	char letter;		/* 0: none */
	const char *config;	/* its key in tdtoprc; NULL: none */
	const char *old_config;	/* a former one, still read; NULL: none */
	bool negated;		/* in tdtoprc yes means false: --no-color is color = no */
	bool clears;		/* it sets the field to false */
	const char *argument;	/* its name in --help and the manual; NULL: no argument;
				 * "[SYMBOL]": may be left out, and is "" then */
	enum option_type type;
	size_t offset;		/* of the field in struct options */
	int value;
	double min, max;
	const struct option_choice *choices;
	const struct option_choice *old_choices;	/* former names, accepted; NULL: none */
	const char *(*names)(int value);	/* choices 0, 1, ... of another table */
	const char *fallback;	/* the default, for --help; NULL: not mentioned */
	const char *help;	/* what it does, in one sentence */
};

#define OPTIONS_MAX 88		/* the table has at most so many rows */

/* What is printed of samples: bits of enum profile_part; 0: nothing. */
unsigned int options_profile(const struct options *options);

/* Are samples of this machine printed, or written for other programs? */
bool options_samples_live(const struct options *options);

/* Are counters exported, to a file or by HTTP? */
bool options_export(const struct options *options);

/* Is one table of regions printed, of --seconds? */
bool options_sum_regions(const struct options *options);

/* Are nodes below level 2 opened, or a node that --node names, and not only sampled? */
bool options_open_nodes(const struct options *options);

/* --filter and --sort of tables that are no list of tasks, whose order the settings are of. */
struct row_choice options_row_choice(const struct options *options);

/* Is the argument one that may be left out? */
bool option_argument_is_optional(const struct option_row *row);

extern const struct option_row option_rows[];
extern const size_t option_rows_n;

/* What options ask for together: what goes with what, and what depends on several. */

/* Which option chooses it, without dashes: static. NULL: the screen, by none, or --record -. */
const char *option_of_output(enum output output);

/*
 * Checks all options, and completes those that depend on others. 0, or -EINVAL with a sentence for
 * the first that is wrong.
 */
int option_checks(struct options *options, struct err *err);

/*
 * Help made of the table of options: --help, and a sentence for each option. Main thread, or UI
 * thread.
 */

/* The option's help with what it accepts and its default. */
#define OPTION_SENTENCE 768
void option_sentence(const struct option_row *row, char *text, size_t size);

/* Prints --help: a page, or with "all" every option. Write errors show in ferror(out). */
void options_print_help(const char *how, FILE *out);
