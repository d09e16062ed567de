/* SPDX-License-Identifier: GPL-2.0-only */
/* The last line: the keys that matter on this screen, from the table of keys. UI thread. */
#include "config.h"

#include <string.h>

#include "ui/keys.h"
#include "ui/segments.h"
#include "ui/views.h"

static unsigned int where_are_we(const struct ui_state *state)
{
	if (state->help)
		return IN_HELP;
	if (state->inside)
		return INSIDE;
	if (state_shows_cpus(state))
		return IN_CPUS;
	return state->view == VIEW_THREADS ? IN_THREADS : IN_PROCESSES;
}

void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { .between = "  " };
	unsigned int where = where_are_we(state);

	for (size_t i = 0; i < keys_n; i++) {
		const struct key *key = &keys[i];
		size_t n;

		if (!key->footer || !(key->where & where))
			continue;
		n = strcspn(key->footer, " ");
		segments_add(&line, key->keep, canvas_style(ROLE_KEY, false), "%.*s", (int)n,
			     key->footer);
		segments_join(&line, key->keep, canvas_style(ROLE_LABEL, false), "%s",
			      key->footer + n);
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}
