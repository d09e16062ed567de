/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The order of each view as a text, "processes:cpu,threads:tid:reverse", for the command line and
 * tdtoprc. UI thread, or main before any thread exists.
 */
#pragma once

#include "model/err.h"
#include "ui/table/columns.h"
#include "ui/table/view.h"

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
