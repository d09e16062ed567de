/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter and user of a list; see row_filter.h. UI thread. */
#include "config.h"
#include "ui/state/row_filter.h"

#include <stdio.h>

static bool set(struct row_filter *filter, enum row_kind kind, const char *text, const char *user,
		unsigned int hidden, struct err *err)
{
	struct row_filter next = { .hidden = hidden };

	(void)snprintf(next.text, sizeof(next.text), "%s", text ? text : "");
	(void)snprintf(next.user, sizeof(next.user), "%s", user ? user : "");
	if (next.text[0] || next.user[0] || hidden) {
		next.filter = filter_new(next.text[0] ? next.text : NULL,
					 next.user[0] ? next.user : NULL, kind, err);
		if (!next.filter)
			return false;
		filter_set_hidden(next.filter, hidden);
	}
	filter_free(filter->filter);
	*filter = next;
	return true;
}

bool row_filter_set(struct row_filter *filter, enum row_kind kind, const char *text,
		    const char *user, struct err *err)
{
	return set(filter, kind, text, user, filter->hidden, err);
}

bool row_filter_hide(struct row_filter *filter, enum row_kind kind, unsigned int hidden)
{
	return set(filter, kind, filter->text, filter->user, hidden, NULL);
}

void row_filter_clear(struct row_filter *filter)
{
	filter_free(filter->filter);
	*filter = (struct row_filter){ .text = "" };
}
