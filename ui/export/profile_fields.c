/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a row of any table; see profile_fields.h. Called by profile_csv.c, profile_sort.c. */
#include "config.h"
#include "ui/export/profile_fields.h"

void profile_visit_row(enum profile_part part, const struct profile_rows *rows, const void *row,
		       const struct field_sink *sink)
{
	switch (part) {
	case PROFILE_FUNCTIONS:
		profile_visit_function(rows, row, sink);
		break;
	case PROFILE_BRANCHES:
		profile_visit_branch(rows, row, sink);
		break;
	case PROFILE_BLOCKS:
		profile_visit_block(rows, row, sink);
		break;
	case PROFILE_STACKS:
		profile_visit_call(rows, row, sink);
		break;
	case PROFILE_PATHS:	/* a path is a list of blocks: only its loops are rows */
		profile_visit_loop(rows, row, sink);
		break;
	}
}

void profile_visit_names(enum profile_part part, const struct field_sink *sink)
{
	static const struct profile nothing;
	static const struct profile_config config;
	static const struct profile_function function;
	static const struct profile_branch branch;
	static const struct profile_block block;
	static const struct call_node call;
	static const struct hot_loop loop = { .inside = LOOP_NONE };
	const struct profile_rows rows = { .config = &config, .profile = &nothing };
	const void *row = part == PROFILE_FUNCTIONS ? (const void *)&function :
			  part == PROFILE_BRANCHES ? (const void *)&branch :
			  part == PROFILE_BLOCKS ? (const void *)&block :
			  part == PROFILE_STACKS ? (const void *)&call : (const void *)&loop;

	profile_visit_row(part, &rows, row, sink);
}
