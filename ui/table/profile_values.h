/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The numbers of functions, branches and blocks: what each is called, its unit, and how it is read
 * from a row. From these tables come the columns of the screen, the tables in text, fields of CSV and
 * JSON, comparisons, the names that --sort and --filter take, and the help. Any thread.
 */
#ifndef TDTOP_UI_TABLE_PROFILE_VALUES_H
#define TDTOP_UI_TABLE_PROFILE_VALUES_H

#include "model/profile/functions.h"
#include "model/profile/profile.h"
#include "model/profile/profile_compare.h"

enum value_unit {
	VALUE_TEXT,		/* no number */
	VALUE_NUMBER,
	VALUE_COUNT,		/* on the screen in a few cells: "12.4k" */
	VALUE_LARGE,		/* in text too */
	VALUE_PERCENT,		/* a part from 0 to 1 with its error, shown in percent */
	VALUE_POINTS,		/* a difference of two parts: "+1.2" */
	VALUE_PROBABILITY,	/* from 0 to 1, with its error */
	VALUE_CYCLES,		/* with their error */
};

struct profile_value {
	const char *group, *field;	/* its name in CSV, JSON: group.field; group NULL: none */
	const char *title;	/* head of its column; NULL: it has none */
	const char *former;	/* another head, for --sort and --filter; NULL: none */
	const char *help;	/* for the help on the screen; NULL: it has no column there */
	enum value_unit unit;
	int shown, decimals;	/* of a VALUE_NUMBER or VALUE_LARGE, shown and written */
	bool compared;		/* by tdtop diff: */
	enum compared_value number;
	/* The value of a row and its error, NAN: not known. Without an error the unit has none. */
	struct estimate (*get)(const struct profile *profile, const void *row);
};

enum function_value { FUNCTION_SAMPLES, FUNCTION_EVENTS, FUNCTION_SHARE, FUNCTION_LATENCY,
		      FUNCTION_STALL, FUNCTION_VALUES };
enum branch_value { BRANCH_TAKEN, BRANCH_SHARE, BRANCH_MISPREDICTED, BRANCH_PREDICTED,
		    BRANCH_MISP_TAKEN, BRANCH_MISP_ALL, BRANCH_EXECUTED, BRANCH_PROBABILITY,
		    BRANCH_CYCLES, BRANCH_VALUES };
enum block_value { BLOCK_LENGTH, BLOCK_EXECUTED, BLOCK_TIME, BLOCK_IPC, BLOCK_COUNTED, BLOCK_CYCLES,
		   BLOCK_MIN, BLOCK_MAX, BLOCK_SATURATED, BLOCK_VALUES };

/* In the order in which CSV and JSON have them. */
extern const struct profile_value function_values[FUNCTION_VALUES];
extern const struct profile_value branch_values[BRANCH_VALUES];
extern const struct profile_value block_values[BLOCK_VALUES];

/* Has such a value an error? */
bool profile_value_has_error(const struct profile_value *value);

/* With so many decimals it is shown. */
int profile_value_decimals(const struct profile_value *value);

/* By what a value is multiplied to be shown in percent, else 1. */
double profile_value_scale(enum value_unit unit);

#endif
