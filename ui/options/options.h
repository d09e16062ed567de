/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line. One table in ui/options/options.c drives getopt_long(3), the range errors, --help and the
 * check of the manual. Nothing is opened here. Called by main before any thread exists.
 */
#ifndef TDTOP_OPTIONS_H
#define TDTOP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model/err.h"
#include "model/snapshot/snapshot.h"
#include "ui/table/column_set.h"

enum output { OUTPUT_SCREEN, OUTPUT_TEXT, OUTPUT_CSV, OUTPUT_JSON };

/* A size or a time; the other, or both, are 0: no limit. */
struct option_limit {
	uint64_t bytes, ns;
};

enum attribution { ATTRIBUTION_AUTO, ATTRIBUTION_SWITCH, ATTRIBUTION_TASK };

#define PIDS_MAX 256		/* of --pid */

struct options {
	uint64_t interval_ns;
	uint64_t iterations;	/* intervals until the end; 0: until the user ends it */
	enum output output;
	int level;		/* 1 or 2: columns the table starts with */
	const char *sort;	/* a column's key; NULL: the view's own order. Maybe in argv */
	const char *config;	/* NULL: the usual tdtoprc. Points into argv */
	bool reverse;
	bool sort_ratio;		/* classes by the plain share */
	const char *user;	/* only this user's rows; NULL: everybody's. Points into argv */
	const char *pids;	/* option_parse_pids() of it are watched; NULL: none. Likewise */
	char *const *command;	/* the words after "--"; NULL: none. Points into argv */
	int attribution;	/* enum attribution */
	const char *filter;	/* an expression that filter_new takes; NULL: all rows. Likewise */
	const char *replay;	/* a recording in place of this machine; NULL: none. Points into argv */
	const char *baseline;	/* a recording to compare that one with; NULL: none. Likewise */
	bool delay_given;	/* on the command line: intervals of a recording are cut anew */
	bool level_given;	/* likewise: for JSON and CSV, which have all levels if it is not */
	const char *record;	/* file to record into; NULL: none. Likewise */
	struct option_limit record_limit;
	uint64_t record_keep;
	double budget;		/* percent of the machine that tdtop may cost; 0: no limit */
	int view;		/* enum row_kind */
	int theme;		/* enum theme_id */
	int units;		/* enum units_id */
	int bars;		/* enum bars_id */
	struct column_set columns[COLUMN_VIEWS];	/* n is 0: the usual ones */
	bool demo, doctor, help, version;
	bool ascii, no_color, no_mouse;
};

enum option_type {
	OPTION_FLAG,		/* bool = true; with .config also =yes, =no */
	OPTION_OUTPUT,		/* enum output = .value */
	OPTION_SECONDS,		/* uint64_t nanoseconds, .min to .max seconds */
	OPTION_LIMIT,		/* struct option_limit, a size as 100M or a time as 30s */
	OPTION_WHOLE,		/* uint64_t, .min to .max */
	OPTION_PERCENT,		/* double, .min to .max */
	OPTION_CHOICE,		/* int, one of .choices */
	OPTION_COLUMN,		/* const char *, a column's key */
	OPTION_COLUMNS,		/* struct column_set, of the view .value */
	OPTION_FILTER,		/* const char *, a filter expression */
	OPTION_PIDS,		/* const char *, numbers between commas */
	OPTION_NAME,		/* const char *, not empty */
	OPTION_PATH		/* const char * */
};

struct option_choice {
	const char *name;	/* NULL ends the list */
	int value;
};

struct option_row {
	const char *name;	/* long name without the dashes */
	char letter;		/* 0: none */
	const char *config;	/* its key in tdtoprc; NULL: not there */
	bool negated;		/* there yes means false: --no-color is color = no */
	const char *argument;	/* its name in --help and the manual; NULL: takes none */
	enum option_type type;
	size_t offset;		/* of the field in struct options */
	int value;
	double min, max;
	const struct option_choice *choices;
	const char *(*names)(int value);	/* choices that another table has: 0, 1, ... */
	const char *fallback;	/* what holds without it, for --help; NULL: nothing to say */
	const char *help;
};

extern const struct option_row option_rows[];
extern const size_t option_rows_n;

/* The numbers of "1,22,333"; how many, or 0 if it is no such list. */
size_t option_parse_pids(const char *text, int32_t pids[PIDS_MAX]);

/* Takes what stands behind "--" as the command; how many words are left for options. */
int options_split_command(struct options *options, int argc, char *argv[]);

/* Do not two of them say what is to be counted? 0, or -EINVAL with a sentence. */
int options_check_subject(const struct options *options, struct err *err);

/* Choice i of an option; false beyond the last, or if it has none. */
bool option_choice(const struct option_row *row, size_t i, struct option_choice *choice);

/* What the option accepts: "between 0.1 and 60 seconds", "1 or 2". */
#define OPTION_LIST 256
void option_accepts(const struct option_row *row, int view, char list[OPTION_LIST]);

/* Appends to a list "a, b or c"; i of n. What does not fit is left out. */
void option_list_add(char list[OPTION_LIST], size_t i, size_t n, const char *name);

/* Can rows of this kind (enum row_kind) be sorted by the column? Not by a bar. */
bool option_can_sort(const struct column *column, int view);

/* The option's help with what it accepts and what holds without it. */
#define OPTION_SENTENCE 512
void option_sentence(const struct option_row *row, char *text, size_t size);

/* What holds, as options_set takes it for row->config; false: nothing was chosen. */
bool option_value(const struct options *options, const struct option_row *row, char *text,
		  size_t size);

/*
 * Sets the field of one option from a text, which must live as long as the options; negated turns a
 * flag around. false: the option does not accept this text.
 */
bool option_set(struct options *options, const struct option_row *row, bool negated,
		const char *text);

/*
 * The same for OPTION_COLUMNS, whose sentence says what of the text is wrong, after the name that the
 * option has where it is set: 0 or -EINVAL.
 */
int option_set_columns(struct options *options, const struct option_row *row, const char *dashes,
		       const char *name, const char *text, struct err *err);

/* A setting of tdtoprc. 0, or -EINVAL with a sentence; then options are as before. */
int options_set(struct options *options, const char *key, const char *value, struct err *err);

/* What holds when nobody says anything. */
void options_init(struct options *options);

/*
 * The command line over what options hold already (tdtoprc); otherwise as options_parse. A sort key
 * of before that does not fit the view now asked for is dropped.
 */
int options_apply(struct options *options, int argc, char *argv[], struct err *err);

/*
 * Fills options from defaults and argv; "diff A B" is "--baseline A --replay B". 0, or -EINVAL with a sentence
 * (wrong usage: exit status 2).
 * argv is permuted as getopt_long does. Not reentrant: getopt's state is the process's.
 */
int options_parse(struct options *options, int argc, char *argv[], struct err *err);

/*
 * What the environment says unless the command line did: no_color is $NO_COLOR (NULL: not set;
 * https://no-color.org), codeset is nl_langinfo(CODESET): anything but UTF-8 means --ascii.
 */
void options_environment(struct options *options, const char *no_color, const char *codeset);

/* Prints --help from the table. Write errors show in ferror(out). */
void options_print_help(FILE *out);

#endif
