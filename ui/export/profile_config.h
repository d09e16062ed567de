/* SPDX-License-Identifier: GPL-2.0-only */
/* What is printed of a profile, and how; for all of ui/export/profile_*. */
#ifndef TDTOP_UI_EXPORT_PROFILE_CONFIG_H
#define TDTOP_UI_EXPORT_PROFILE_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/export/batch_print.h"

/* What is printed; bits. */
enum profile_part {
	PROFILE_FUNCTIONS = 1 << 0,
	PROFILE_BRANCHES = 1 << 1,
	PROFILE_BLOCKS = 1 << 2,
	PROFILE_STACKS = 1 << 3,
	PROFILE_PATHS = 1 << 4
};

struct profile_config {
	enum batch_format format;
	unsigned int parts;	/* of enum profile_part; of CSV one */
	const char *symbol;	/* blocks of this function only; NULL: all */
	uint64_t max_rows;	/* of each table; 0: all */
	int width;		/* of a line of text in cells; 0: no limit */
	bool ascii;
	bool lines;		/* file and line of places */
	const char *source;	/* "replay" */
	const char *file;	/* the recording */
};

#endif
