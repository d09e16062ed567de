/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter and user of a list; see row_filter.h. UI thread. */
#include "config.h"
#include "ui/state/row_filter.h"

#include <stdio.h>

#include "ui/table/filter_parse.h"

bool row_filter_set(struct row_filter *filter, enum row_kind kind, const char *text,
		    const char *user, struct err *err)
{
	struct row_filter next = { .text = "" };

	(void)snprintf(next.text, sizeof(next.text), "%s", text ? text : "");
	(void)snprintf(next.user, sizeof(next.user), "%s", user ? user : "");
	if (next.text[0] || next.user[0]) {
		next.filter = filter_new(next.text[0] ? next.text : NULL,
					 next.user[0] ? next.user : NULL, kind, err);
		if (!next.filter)
			return false;
	}
	filter_free(filter->filter);
	*filter = next;
	return true;
}

void row_filter_clear(struct row_filter *filter)
{
	filter_free(filter->filter);
	*filter = (struct row_filter){ .text = "" };
}
