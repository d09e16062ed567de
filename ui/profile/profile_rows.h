/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a profile has beside its rows (ui/code/), for programs: one list of fields, from which both
 * CSV and JSON are made. Missing is FIELD_NULL, never 0. Main thread.
 */
#pragma once

#include "ui/batch/fields.h"
#include "ui/code/rows.h"
#include "ui/profile/profile_config.h"

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
