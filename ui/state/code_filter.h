/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filter and search of the code views: words that all must be in the row ("!word": must not be),
 * and comparisons of a column with a number ("misp>10", "taken>=0.5": a column is named by the
 * beginning of its title). Case does not matter. "and" and "&&" may stand between them. UI thread.
 */
#ifndef TDTOP_UI_STATE_CODE_FILTER_H
#define TDTOP_UI_STATE_CODE_FILTER_H

#include "ui/state/code_screen.h"

#define CODE_FILTER_TERMS 16

struct code_filter {		/* zeroed: lets all rows pass */
	struct code_filter_term {
		char word[CODE_FILTER_TEXT];	/* lower case; "": a comparison */
		bool not;
		const struct code_column *column;
		char op[3];
		double number;
	} terms[CODE_FILTER_TERMS];
	size_t n;
};

/*
 * Parses a text for a view. False: a comparison has no such column or no number, or there are too
 * many terms; the filter then has the others.
 */
bool code_filter_parse(struct code_filter *filter, const struct code_view *view, const char *text);

bool code_filter_match(const struct code_filter *filter, const struct code_screen *code,
		       const struct code_view *view, size_t row);

#endif
