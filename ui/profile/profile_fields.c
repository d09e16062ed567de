/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of the parts of a profile; see profile_fields.h. */
#include "config.h"
#include "ui/profile/profile_fields.h"

#include "ui/code/paths.h"

/* Of the parts, in their order. Loops have no view, so no columns are chosen for them: CODE_KINDS. */
static const enum code_kind_id kinds[PROFILE_PARTS] = {
	KIND_FUNCTIONS, KIND_BRANCHES, KIND_BLOCKS, KIND_STACKS, KIND_PATHS, CODE_KINDS
};

size_t profile_part_index(enum profile_part part)
{
	size_t i = 0;

	while (i + 1 < PROFILE_PARTS && !((unsigned int)part & 1U << i))
		i++;
	return i;
}

const struct code_kind *profile_kind(enum profile_part part)
{
	const enum code_kind_id id = kinds[profile_part_index(part)];

	return id == CODE_KINDS ? &loop_rows : code_kind_of(id);
}

const struct code_columns *profile_columns(const struct profile_config *config,
					   enum profile_part part)
{
	const enum code_kind_id id = kinds[profile_part_index(part)];
	const struct code_columns *chosen =
		config->columns && id < CODE_KINDS ? &config->columns[id] : NULL;

	return chosen && chosen->n ? chosen : NULL;
}

/* The kinds of the tables among these parts, as many as are returned. */
static size_t kinds_of(unsigned int parts, const struct code_kind *of[PROFILE_PARTS])
{
	size_t n = 0;

	for (unsigned int part = 1; part <= parts; part <<= 1)
		if (parts & part & PROFILE_TABLES)
			of[n++] = profile_kind(part);
	return n;
}

int profile_sort_check(unsigned int parts, const char *key, struct err *err)
{
	const struct code_kind *of[PROFILE_PARTS];

	return row_choice_check_sort(of, kinds_of(parts, of), key, err);
}

int profile_filter_check(unsigned int parts, const char *text, struct err *err)
{
	int ret = 0;

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & PROFILE_FILTERED))
			continue;
		ret = row_choice_check_filter(profile_kind(part), text, err);
		/* Paths have no trips, and loops no neighbours: none of them is left then. */
		if (part == PROFILE_PATHS && !ret)
			break;
		if (part == PROFILE_PATHS && (parts & PROFILE_LOOPS))
			ret = 0;
	}
	return ret;
}

void profile_field_names(unsigned int parts, char text[ROW_FIELD_NAMES])
{
	const struct code_kind *of[PROFILE_PARTS];

	row_choice_names(of, kinds_of(parts, of), text);
}
