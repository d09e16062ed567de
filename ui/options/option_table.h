/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of options, and the struct that holds their values. Reading only; set up by main before
 * any thread exists.
 */
#ifndef TDTOP_OPTION_TABLE_H
#define TDTOP_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
	const char *old_name;	/* a former one, still accepted; NULL: none */
	char letter;		/* 0: none */
	const char *config;	/* its key in tdtoprc; NULL: not there */
	bool negated;		/* there yes means false: --no-color is color = no */
	const char *argument;	/* its name in --help and the manual; NULL: takes none */
	enum option_type type;
	size_t offset;		/* of the field in struct options */
	int value;
	double min, max;
	const struct option_choice *choices;
	const struct option_choice *old_choices;	/* former names, still accepted; NULL: none */
	const char *(*names)(int value);	/* choices that another table has: 0, 1, ... */
	const char *fallback;	/* what holds without it, for --help; NULL: nothing to say */
	const char *help;
};

#define OPTIONS_MAX 64		/* the table has at most so many rows */

extern const struct option_row option_rows[];
extern const size_t option_rows_n;

#endif
