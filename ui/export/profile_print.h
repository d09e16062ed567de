/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as text, CSV or JSON: --functions, --branches, --blocks, --stacks, --hot-paths. Waits
 * for the names of what it prints. Main thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_PRINT_H
#define TDTOP_UI_EXPORT_PROFILE_PRINT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/profile/code_names.h"
#include "model/profile/profile.h"
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

/* What of a part is in a profile: PROFILE_... bits that have something to print. */
unsigned int profile_parts(const struct profile *profile);

/* The header line of CSV; of other formats nothing. Before the first profile. */
void profile_print_header(const struct profile_config *config, FILE *out);

/* Prints one profile. 0 or -ENOMEM; the caller checks ferror(out). */
int profile_print(const struct profile_config *config, const struct profile *profile,
		  const struct code_names *names, FILE *out);

#endif
