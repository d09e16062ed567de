/* SPDX-License-Identifier: GPL-2.0-only */
/* The last line: keys that matter, from the table of keys. UI thread. */
#include "config.h"

#include "ui/keys.h"
#include "ui/segments.h"
#include "ui/views.h"

void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { .between = "  " };

	(void)state;
	for (size_t i = 0; i < keys_n; i++) {
		const struct key *key = &keys[i];

		if (!key->footer)
			continue;
		segments_add(&line, key->keep, canvas_style(ROLE_KEY, false), "%.*s",
			     (int)(key->shown[1] == ' ' ? 1 : 8), key->shown);
		segments_join(&line, key->keep, canvas_style(ROLE_LABEL, false), " %s", key->footer);
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}
