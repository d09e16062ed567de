/* SPDX-License-Identifier: GPL-2.0-only */
/* The last line: the keys of this screen, from the tables of keys; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <string.h>

#include "ui/draw/page.h"
#include "ui/help/view_help.h"

static void add_keys(struct segments *line, const struct ui_state *state)
{
	struct shown_keys shown;

	shown_keys_list(state, state->help ? IN_HELP : shown_keys_where(state), &shown);
	for (size_t i = 0; i < shown.n; i++) {
		const struct key *key = shown.keys[i];
		size_t n;

		if (!key->footer)
			continue;
		n = strcspn(key->footer, " ");
		segments_add(line, key->priority, canvas_style(ROLE_KEY, false), "%.*s", (int)n,
			     key->footer);
		segments_tag(line, key->codes[0]);
		segments_join(line, key->priority, canvas_style(ROLE_LABEL, false), "%s",
			      key->footer + n);
		segments_tag(line, key->codes[0]);
	}
}

/* The help is longer than most screens. */
static void add_help_lines(struct segments *line, const struct ui_state *state)
{
	const size_t last = state->help_scroll + state->page;

	if (!state->help)
		return;
	if (last < state->help_lines) {
		segments_add(line, 80, canvas_style(ROLE_KEY, false), "Space");
		segments_tag(line, ' ');
		segments_join(line, 80, canvas_style(ROLE_LABEL, false), " more: line %zu of %zu",
			      last, state->help_lines);
		segments_tag(line, ' ');
	}
	segments_add(line, 70, canvas_style(ROLE_KEY, false), "Tab");
	segments_tag(line, '\t');
	segments_join(line, 70, canvas_style(ROLE_LABEL, false), " next part");
	segments_tag(line, '\t');
}

static void make_line(struct segments *line, const struct ui_state *state)
{
	add_help_lines(line, state);
	add_keys(line, state);
}

void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { .between = "  " };

	make_line(&line, state);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

int view_footer_code_at(const struct ui_state *state, int w, int x)
{
	struct segments line = { .between = "  " };
	const struct segment *item;
	const char *text;
	int at;

	make_line(&line, state);
	item = segments_hit(&line, w, x, &at);
	if (!item)
		return 0;
	/* "B/F/S/R": each letter is a key; a slash belongs to the letter before it. */
	text = item->text;
	if (text[0] == ' ' || text[1] != '/')
		return item->tag;
	return (unsigned char)text[at - at % 2];
}
