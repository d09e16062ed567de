/* SPDX-License-Identifier: GPL-2.0-only */
/* The line of a filter or search, and the menu of users; see view_find.h. UI thread. */
#include "config.h"
#include "ui/views/view_find.h"

#include <stdio.h>

#include "ui/draw/format.h"
#include "ui/draw/input.h"
#include "ui/state/find.h"

#define MENU_WIDTH 36
#define COUNT_WIDTH 7

static const struct {
	const char *label, *hint;
} prompts[] = {
	[FIND_NOTHING] = { "", "" },
	[FIND_FILTER] = { "Filter: ",
			  "be>40 && cpu>5, comm~^java, or words; Enter keeps, Esc drops" },
	[FIND_SEARCH] = { "Search: ", "words, or as a filter; Enter stays here, Esc goes back" },
	[FIND_USERS] = { "User: ", "Enter chooses, Esc goes back" },
};

void view_find_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct find *find = &state->find;
	bool typed = find->mode != FIND_USERS;
	unsigned int dim = canvas_style(ROLE_DIM, false), note = canvas_style(ROLE_NOTE, false);
	char trouble[256];
	int x = canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_KEY, false),
			   prompts[find->mode].label);

	if (typed) {
		x += canvas_put(canvas, x, rect.y, rect.w - x, canvas_style(ROLE_TEXT, false),
				input_tail(find->text, rect.w - x - 1));
		canvas_flag(canvas, (struct rect){ x, rect.y, x < rect.w, 1 }, CELL_SELECTED);
		x += 3;
	}
	if (x >= rect.w)
		return;
	format_harmless(trouble, sizeof(trouble), find->trouble);
	if (trouble[0])
		(void)canvas_put(canvas, x, rect.y, rect.w - x, note, trouble);
	else if (!find->text[0] || !typed)
		(void)canvas_put(canvas, x, rect.y, rect.w - x, dim, prompts[find->mode].hint);
}

static void draw_user(struct canvas *canvas, struct rect line, const char *name, size_t count)
{
	unsigned int style = canvas_style(ROLE_TEXT, false);
	char text[24], harmless[128];
	int width = line.w > 2 * COUNT_WIDTH ? line.w - COUNT_WIDTH - 3 : line.w;

	for (int x = 0; x < line.w; x++)
		canvas_put_code(canvas, line.x + x, line.y, style, ' ');
	format_harmless(harmless, sizeof(harmless), name);
	(void)canvas_put(canvas, line.x + 1, line.y, width, style, harmless);
	(void)snprintf(text, sizeof(text), "%zu", count);
	if (width < line.w)
		canvas_put_right(canvas, line.x + line.w - COUNT_WIDTH - 1, line.y, COUNT_WIDTH,
				 style, text);
}

/* The processes that ran, of all users. */
static size_t count_processes(const struct snapshot *snapshot)
{
	const struct row_table *users = &snapshot->table[ROW_USER];
	size_t n = 0;

	for (size_t i = 0; i < users->n; i++)
		n += users->rows[i].children;
	return n;
}

void view_find_draw_users(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct find *find = &state->find;
	size_t first = find_first_user(find, (size_t)rect.h);
	struct rect line = { rect.x, rect.y, rect.w < MENU_WIDTH ? rect.w : MENU_WIDTH, 1 };

	for (size_t i = first; i <= find->n_users && line.y < rect.y + rect.h; i++, line.y++) {
		if (!i)
			draw_user(canvas, line, "all users", count_processes(state->snapshot));
		else
			draw_user(canvas, line,
				  snapshot_text(state->snapshot, find->users[i - 1]->name),
				  find->users[i - 1]->children);
		if (i == find->user)
			canvas_flag(canvas, line, CELL_SELECTED);
	}
}
