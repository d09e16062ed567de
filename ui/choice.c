/* SPDX-License-Identifier: GPL-2.0-only */
/* Which rows of a list the reader wants; see choice.h. UI thread. */
#include "config.h"
#include "ui/choice.h"

#include <stdio.h>

#include "ui/state.h"

bool choice_set(struct choice *choice, const char *text, const char *user, struct err *err)
{
	struct choice next = { .text = "" };

	(void)snprintf(next.text, sizeof(next.text), "%s", text ? text : "");
	(void)snprintf(next.user, sizeof(next.user), "%s", user ? user : "");
	if (next.text[0] || next.user[0]) {
		next.filter = filter_new(next.text[0] ? next.text : NULL,
					 next.user[0] ? next.user : NULL, err);
		if (!next.filter)
			return false;
	}
	filter_free(choice->filter);
	*choice = next;
	return true;
}

void choice_clear(struct choice *choice)
{
	filter_free(choice->filter);
	*choice = (struct choice){ .text = "" };
}

struct choice *choice_of(struct ui_state *state)
{
	if (!filter_applies(state_kind(state)))
		return NULL;
	return state->inside ? &state->inside_choice : &state->choice;
}
