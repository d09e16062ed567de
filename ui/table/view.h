/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The views: ONE table with all that is known about each list of rows. --view, the setup screen,
 * column sets, filters, JSON and the keys walk it; ui/lists/rows.c, table_fit.c and
 * ui/screen/screen.c have a function for each enum view_listing.
 * A new view is a value of enum view_id and a row in view.c; with columns of its own, also a row
 * COLUMNS() in ui/options/option_table.c. tests/ui/table/test-view.c checks that they fit together.
 */
#pragma once

#include <stdbool.h>

#include "model/err.h"
#include "model/snapshot/snapshot.h"
#include "ui/table/columns.h"

/* In the order of keys v and Tab. */
enum view_id { VIEW_PROCESSES, VIEW_THREADS, VIEW_CPUS, VIEW_CORES, VIEW_SOCKETS,
	       VIEW_CGROUPS, VIEW_USERS, VIEW_COMMANDS, VIEW_REGIONS, VIEW_EXITED,
	       VIEW_COUNT };

/* How a view gets its rows, and how they are drawn. */
enum view_listing {
	LISTING_TABLE,		/* the rows of its kind, as a flat table */
	LISTING_CPU_TREE,	/* sockets to CPUs as a tree, unfolded down to its kind */
	LISTING_EXITED		/* sums of exited processes, kept by ui/state/exited.c */
};

/* What Enter does on a row. */
enum view_enter { ENTER_DETAIL, ENTER_FOLD, ENTER_THREADS, ENTER_PROCESSES };

struct view {
	const char *name;	/* for --view and tdtoprc: "cpus" */
	const char *title;	/* in the path line and the setup screen: "CPUs" */
	const char *about;	/* behind the title in the path line; NULL: nothing */
	const char *rows;	/* its rows in a sentence: "exited processes" */
	const char *row;	/* one row, before its number or name: "cpu" */
	const char *json;	/* name of its list in JSON */
	enum row_kind kind;	/* of its rows */
	enum view_id columns;	/* the view whose columns it shows: itself, or one it shares with */
	enum view_id filter;	/* the view whose filter it uses, in the same way */
	enum view_listing listing;
	enum view_enter enter;	/* on a row of its kind, in whatever view */
	bool home;		/* Esc leads from other views back to this one */
};

extern const struct view views[VIEW_COUNT];

/* The view of rows of this kind; a node is a line among sockets. NULL: ROW_MACHINE, ROW_COMMAND. */
const struct view *view_of_kind(enum row_kind kind);

/* Names of views, for the table of options; NULL beyond the last. */
const char *view_name(int id);

/* "process", "cpu", "machine": one row of this kind. */
const char *view_row_word(enum row_kind kind);

/*
 * ---- their orders as a text ----
 *
 * The order of each view, "processes:cpu,threads:tid:reverse", for the command line and tdtoprc. UI thread, or main
 * before any thread exists.
 */

#define VIEW_ORDERS_TEXT (VIEW_COUNT * 32)	/* bytes */

/* The order that was chosen for a view; zeroed: none, so the default. */
struct view_order {
	bool chosen, reverse;
	const struct column *column;	/* NULL: the natural order, "number" */
};

/* 0, or -EINVAL with a sentence; then the orders are unchanged. The text is not kept. */
int view_orders_parse(struct view_order orders[VIEW_COUNT], const char *text, struct err *err);

/* The text that view_orders_parse() takes. False, and "": no order was chosen. */
bool view_orders_print(const struct view_order orders[VIEW_COUNT], char text[VIEW_ORDERS_TEXT]);
