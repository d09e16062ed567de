/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is printed of a profile, and how: its parts, the kinds of their rows (ui/code/), the fields of the profile
 * itself, one list from which both CSV and JSON are made. Missing is FIELD_NULL, never 0. Main thread.
 */
#pragma once

#include "model/profile/profile_exchange.h"
#include "ui/batch/batch_print.h"
#include "ui/batch/fields.h"
#include "ui/batch/row_choice.h"
#include "ui/code/code_columns.h"

/* What is printed; bits. */
enum profile_part {
	PROFILE_FUNCTIONS = 1 << 0,
	PROFILE_BRANCHES = 1 << 1,
	PROFILE_BLOCKS = 1 << 2,
	PROFILE_STACKS = 1 << 3,
	PROFILE_PATHS = 1 << 4,
	PROFILE_LOOPS = 1 << 5,	/* with paths; CSV has them instead: see profile_printed() */
};
#define PROFILE_PARTS 6

/* How live samples were taken. */
struct profile_sampling {
	struct live_request request;	/* what was asked for */
	const struct machine *machine;	/* .watched: of these tasks only */
	const char *node;		/* its event was asked for, as perf names it; NULL: none */
	struct live_state state;	/* at the end */
};

struct profile_config {
	enum batch_format format;
	unsigned int parts;	/* of enum profile_part; of CSV one */
	const char *symbol;	/* blocks of this function only; NULL: all */
	bool classes;		/* of CSV: the first profile has TopDown, so the header has its fields */
	struct row_choice choice;
	const struct code_columns *columns;	/* of text: CODE_KINDS of them; NULL: the usual ones */
	const char *columns_diff;	/* of a comparison, of the kinds that are printed; NULL: the usual ones */
	uint64_t max_rows;	/* of each table; 0: all */
	int width;		/* of a line of text in cells; 0: no limit */
	bool ascii;
	bool lines;		/* file and line of places */
	const char *source;	/* "replay"; of live samples that of the machine */
	const char *file;	/* the recording; NULL: live */
	const struct profile_sampling *sampling;	/* NULL: a recording */
	const char *simulated;	/* why the numbers are not of this machine; NULL: they are */
};

struct profile_rows {
	const struct profile_config *config;
	unsigned int parts;	/* that are printed; of CSV one */
	bool classes;		/* with the fields that only a profile with TopDown has */
	struct rows_of of;
};

/* Loops are printed with paths; a path is a list of blocks, for which CSV has no place. */
unsigned int profile_printed(unsigned int parts, bool csv);

/* What is printed of a profile. */
struct profile_rows profile_rows_of(const struct profile_config *config,
				    const struct profile *profile, const struct code_names *names);

/* The profile itself: event, samples, what was dropped. */
void profile_visit_head(const struct profile_rows *rows, const struct field_sink *sink);

/* ---- the parts ---- */

/* The parts that are tables, and those whose rows can be filtered; bits of enum profile_part. */
#define PROFILE_TABLES \
	((unsigned int)PROFILE_FUNCTIONS | PROFILE_BRANCHES | PROFILE_BLOCKS | PROFILE_PATHS | PROFILE_LOOPS)
#define PROFILE_FILTERED (PROFILE_TABLES | PROFILE_STACKS)

/* Its place among the parts; the kind of its rows. */
size_t profile_part_index(enum profile_part part);
const struct code_kind *profile_kind(enum profile_part part);

/* The columns of text that were chosen for them; NULL: the usual ones. */
const struct code_columns *profile_columns(const struct profile_config *config,
					   enum profile_part part);

/* Has a table of these parts such a column? Can each be filtered by this text? 0, or -EINVAL with a sentence. */
int profile_sort_check(unsigned int parts, const char *key, struct err *err);
int profile_filter_check(unsigned int parts, const char *text, struct err *err);

/* The fields of the tables of these parts. */
void profile_field_names(unsigned int parts, char text[ROW_FIELD_NAMES]);
