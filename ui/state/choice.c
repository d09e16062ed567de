/* SPDX-License-Identifier: GPL-2.0-only */
/* Which rows of a list the reader wants; see choice.h. UI thread. */
#include "config.h"
#include "ui/state/choice.h"

#include <stdio.h>

#include "ui/state/state.h"
#include "ui/table/filter_parse.h"

bool choice_set(struct choice *choice, enum row_kind kind, const char *text, const char *user,
		struct err *err)
{
	struct choice next = { .text = "" };

	(void)snprintf(next.text, sizeof(next.text), "%s", text ? text : "");
	(void)snprintf(next.user, sizeof(next.user), "%s", user ? user : "");
	if (next.text[0] || next.user[0]) {
		next.filter = filter_new(next.text[0] ? next.text : NULL,
					 next.user[0] ? next.user : NULL, kind, err);
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

const struct choice *choice_shown(const struct ui_state *state)
{
	if (state->inside)
		return &state->inside_choice;
	if (state_shows_cpus(state))
		return &state->view_choice[VIEW_CPUS];
	return filter_is_task(state_kind(state)) ? &state->choice :
						   &state->view_choice[state->view];
}

struct choice *choice_of(struct ui_state *state)
{
	return (struct choice *)choice_shown(state);	/* the state can be changed, so can its parts */
}
