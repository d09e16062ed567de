/* SPDX-License-Identifier: GPL-2.0-only */
/* What is printed of a profile, and how; for all of ui/export/profile_*. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/profile/profile_exchange.h"
#include "ui/batch/batch_print.h"
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
	const char *filter;	/* ui/batch/row_choice.h; NULL: all rows */
	const char *sort;	/* the field or head of a column; NULL: as they come */
	bool reverse;
	const struct code_columns *columns;	/* of text: CODE_KINDS of them; NULL: the usual ones */
	uint64_t max_rows;	/* of each table; 0: all */
	int width;		/* of a line of text in cells; 0: no limit */
	bool ascii;
	bool lines;		/* file and line of places */
	const char *source;	/* "replay"; of live samples that of the machine */
	const char *file;	/* the recording; NULL: live */
	const struct profile_sampling *sampling;	/* NULL: a recording */
	const char *simulated;	/* why the numbers are not of this machine; NULL: they are */
};
