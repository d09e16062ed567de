/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filter and search of the code views: expressions (expression.h) over the columns of the open view.
 * A column is named by its title or by the beginning of it, a WORD is in the text of any column. A
 * part is compared in percent, as it is shown. UI thread.
 */
#ifndef TDTOP_UI_STATE_CODE_FILTER_H
#define TDTOP_UI_STATE_CODE_FILTER_H

#include "ui/state/code_screen.h"
#include "ui/table/expression.h"

struct code_filter {
	const struct code_screen *code;
	const struct code_view *view;
	struct expression expression;
};

/*
 * Compiles a text for a view, which must have columns; "" lets all rows pass. 0, or -EINVAL with a
 * sentence that begins with "filter: "; then all rows pass. code_filter_done() frees it in any case.
 * err may be NULL.
 */
int code_filter_init(struct code_filter *filter, const struct code_screen *code,
		     const struct code_view *view, const char *text, struct err *err);
void code_filter_done(struct code_filter *filter);

bool code_filter_match(const struct code_filter *filter, size_t row);

#endif
