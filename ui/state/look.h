/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is shown, in which order, and how it looks: by options, the settings file, and the user (keys,
 * F2). One struct is in all three, on the screen and in batch mode. A new such setting is a field here
 * and a row of ui/options/option_table.c; one that F2 changes has a row of ui/setup/settings.c.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/code/code_columns.h"
#include "ui/table/column_set.h"
#include "ui/table/filter.h"
#include "ui/table/view.h"

struct look {
	uint64_t interval_ns;	/* the interval that the user wants */
	int level;		/* 1 to 6: TopDown level of the table, above 2 as 2; above 2 nodes are
				 * opened down to it */
	int view;		/* enum view_id */
	const char *sort;	/* key of a column, for `view`; NULL: default. May point into argv */
	bool reverse;		/* of `view` */
	bool ratio;		/* sort classes by percentage, not by percentage x slots */
	bool hide_kernel, hide_exited;	/* lists without these tasks, but for JSON and CSV */
	struct view_order orders[VIEW_COUNT];	/* of the views that `sort` is not for */
	struct column_set columns[VIEW_COUNT];	/* by views[].columns; n is 0: the usual */
	struct code_columns code_columns[CODE_KINDS];	/* likewise */
	bool ascii;		/* draw with ASCII characters only */
	bool mouse;		/* false: it is the terminal's */
	bool meters;		/* of the CPUs, in the head */
	bool beside;		/* the row's detail beside the list, where there is room */
	int theme;		/* enum theme_id */
	int units;		/* enum units_id, of the TopDown columns */
	int bars;		/* enum bars_id; without .ascii */
	int graphs;		/* enum graphs_id; without .ascii, and where the terminal has the glyphs */
};

/* The tasks that lists leave out: bits of enum filter_hide. */
static inline unsigned int look_hidden(const struct look *look)
{
	return (look->hide_kernel ? HIDE_KERNEL : 0) | (look->hide_exited ? HIDE_EXITED : 0);
}
