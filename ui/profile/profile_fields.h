/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a profile: what the rows of each are (ui/code/), which columns of them were chosen, which fields CSV
 * and JSON have (ui/batch/fields.h). Main thread.
 */
#pragma once

#include "ui/batch/row_choice.h"
#include "ui/profile/profile_rows.h"

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
