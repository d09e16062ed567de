/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions that a program has counted itself: their columns; see rows.h. A new column is a row here. */
#include "config.h"
#include "ui/code/kinds.h"

#include <stdio.h>

#include "ui/draw/format.h"

#define ITS_NUMBER(name, expression)							\
	static struct estimate name(const struct rows_of *of, const void *row)		\
	{										\
		const struct self_region *from = row;					\
											\
		(void)of;								\
		return row_exact(expression);						\
	}
ITS_NUMBER(self_entries, (double)from->entries)
ITS_NUMBER(self_seconds, from->cpu_seconds)
ITS_NUMBER(self_slots, from->slots)
ITS_NUMBER(self_running, 100 * from->running)
ITS_NUMBER(self_split_slots, from->split_slots)
ITS_NUMBER(self_error, 100 * from->error)

static struct estimate self_pid(const struct rows_of *of, const void *row)
{
	const struct self_regions *all = of->in;

	(void)row;
	return row_exact(all->pid);
}

static struct estimate self_node(const void *row, enum metric_id node)
{
	return row_exact(100 * ((const struct self_region *)row)->share[node]);
}

static void self_name(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	(void)of;
	format_harmless(text, CODE_ROW_TEXT, ((const struct self_region *)row)->name);
}

static void self_print_name(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	self_name(of, row, text);
	if (of->ascii)
		format_ascii(text);
}

static bool self_is_level1(const struct rows_of *of)
{
	return of->level == 1;
}

static bool self_is_level2(const struct rows_of *of)
{
	return of->level == 2;
}

#define ITS_NODE(place_, metric, level)								\
	{ .place = (place_), .unit = VALUE_SHARE, .shown = 1, .decimals = 2,			\
	  .of_node = self_node, .node = (metric), .wanted = self_is_##level, .printed = 6 }

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "REGION", .field = "region", .place = 2, .text = self_name, .print = self_print_name,
	  .printed = 24, .printed_most = SELF_REGION_NAME },
	{ .title = "ENTRIES", .field = "entries", .place = 3, .unit = VALUE_COUNT, .number = self_entries,
	  .printed = 10 },
	{ .title = "CPU s", .field = "cpu_seconds", .place = 4, .unit = VALUE_NUMBER, .shown = 3, .decimals = 6,
	  .number = self_seconds, .printed = 9 },
	{ .title = "SLOTS", .field = "slots", .place = 5, .unit = VALUE_LARGE, .number = self_slots, .printed = 6 },
	{ .title = "RUN%", .field = "running_percent", .place = 6, .unit = VALUE_SHARE, .shown = 1, .decimals = 2,
	  .number = self_running, .printed = 6 },
	ITS_NODE(9, M_RETIRING, level1),
	ITS_NODE(10, M_LIGHT_OPERATIONS, level2),
	ITS_NODE(11, M_HEAVY_OPERATIONS, level2),
	ITS_NODE(12, M_BAD_SPECULATION, level1),
	ITS_NODE(13, M_BRANCH_MISPREDICTS, level2),
	ITS_NODE(14, M_MACHINE_CLEARS, level2),
	ITS_NODE(15, M_FRONTEND_BOUND, level1),
	ITS_NODE(16, M_FETCH_LATENCY, level2),
	ITS_NODE(17, M_FETCH_BANDWIDTH, level2),
	ITS_NODE(18, M_BACKEND_BOUND, level1),
	ITS_NODE(19, M_MEMORY_BOUND, level2),
	ITS_NODE(20, M_CORE_BOUND, level2),
	{ .title = "ERROR", .field = "error", .place = 8, .unit = VALUE_SHARE, .shown = 1, .decimals = 2,
	  .number = self_error, .printed = 6 },

	/* Fields only */
	{ .field = "pid", .place = 1, .unit = VALUE_COUNT, .number = self_pid },
	{ .field = "split_slots", .place = 7, .unit = VALUE_NUMBER, .number = self_split_slots },
};
/* clang-format on */

const struct code_kind self_region_rows = {
	.name = "regions",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.size = sizeof(struct self_region), .missing = FORMAT_MISSING,
};
