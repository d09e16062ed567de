/* SPDX-License-Identifier: GPL-2.0-only */
/* Who has most of what limits the machine; see views.h. UI thread. */
#include "config.h"
#include "ui/detail/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/state/state.h"

#define NAME_WIDTH 20
#define NAME_NARROW 8
#define NARROW 34
#define VALUE_WIDTH 6
#define GAP 2			/* then the bar, or in the head of what the percentages are */
#define BAR_MAX 30

static void draw_head(struct canvas *canvas, struct rect rect, const struct detail_who *who)
{
	const unsigned int style = canvas_style(ROLE_TITLE, false);
	const int name = rect.w < NARROW ? NAME_NARROW : NAME_WIDTH;
	const int w = rect.w - name - VALUE_WIDTH - GAP;
	const struct metric *metric = &metrics[who->node];
	char text[64];

	(void)canvas_put(canvas, rect.x, rect.y, name, style, "WHO");
	canvas_put_right(canvas, rect.x + name, rect.y, VALUE_WIDTH, style, "%");
	(void)snprintf(text, sizeof(text), "OF %s",
		       (int)strlen(metric->title) + 3 <= w ? metric->title : metric->column);
	if ((int)strlen(text) <= w)
		(void)canvas_put(canvas, rect.x + name + VALUE_WIDTH + GAP, rect.y, w, style, text);
}

/* "stream_c (3561)": a long name is cut before the number, a narrow screen has no number. */
static void draw_name(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct row *row)
{
	const unsigned int style = canvas_style(ROLE_TEXT, false);
	char name[64], number[16];
	int used;

	format_harmless(name, sizeof(name), snapshot_text(state->snapshot, row->name));
	if (state->look.ascii)
		format_ascii(name);
	number[0] = '\0';
	if (rect.w > NAME_NARROW)
		(void)snprintf(number, sizeof(number), " (%d)", row->id);
	used = canvas_put(canvas, rect.x, rect.y, rect.w - (int)strlen(number), style, name);
	(void)canvas_put(canvas, rect.x + used, rect.y, rect.w - used, style, number);
}

static void draw_process(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct detail_who *who, size_t i)
{
	const struct bottleneck_process *process = &who->line[i];
	const int name = rect.w < NARROW ? NAME_NARROW : NAME_WIDTH;
	const int bar = name + VALUE_WIDTH + GAP;
	const int room = rect.w - bar < BAR_MAX ? rect.w - bar : BAR_MAX;
	const enum metric_id parent = metrics[who->node].parent;
	char text[16];

	draw_name(canvas, (struct rect){ rect.x, rect.y, name, 1 }, state, process->row);
	(void)snprintf(text, sizeof(text), "%.1f", process->percent);
	canvas_put_right(canvas, rect.x + name, rect.y, VALUE_WIDTH, canvas_style(ROLE_TEXT, false),
			 text);
	for (int x = 0; x < (int)lround(process->percent / 100 * room); x++)
		canvas_put_code(canvas, rect.x + bar + x, rect.y,
				canvas_style(theme_metric_role(who->node), false),
				bars_glyph(state_bars(state), parent == M_NONE ? who->node : parent));
}

void view_culprits_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			     const struct detail_who *who, int line)
{
	if (line == VIEW_CULPRITS_ABOVE - 1)
		draw_head(canvas, rect, who);
	else if (line >= VIEW_CULPRITS_ABOVE)
		draw_process(canvas, rect, state, who, (size_t)(line - VIEW_CULPRITS_ABOVE));
}
