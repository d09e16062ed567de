/* SPDX-License-Identifier: GPL-2.0-only */
/* Who ran in some cells; see view_who.h. UI thread. */
#include "config.h"
#include "ui/time/view_who.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/time/scope.h"

#define TASKS_MOST 1024
#define CLASS_WIDTH 6

void view_who_print_when(const struct ui_state *state, uint64_t first, uint64_t last,
			 char text[VIEW_WHO_WHEN])
{
	const double wall = scope_history_wall(state->scope_history, first) + 0.0005;
	char clock[FORMAT_CLOCK], duration[16];

	format_clock(clock, floor(wall));
	format_duration(duration, sizeof(duration), (last - first + 1) * SLICE_CELL_NS);
	(void)snprintf(text, VIEW_WHO_WHEN, "%s.%03d, %s", clock,
		       (int)((wall - floor(wall)) * 1000), duration);
}

void view_who_add_spread(struct segments *line, const struct scope_sum *sum)
{
	char duration[16];

	if (!(sum->spread_ns > 0))
		return;
	format_duration(duration, sizeof(duration), (uint64_t)sum->longest_ns);
	segments_add(line, 83, canvas_style(ROLE_NOTE, false),
		     "spread evenly over %s", duration);
}

/* Puts a text at the right of its column, which a narrow screen leaves out whole. */
static void put_column(struct canvas *canvas, struct rect rect, int x, int w, unsigned int style,
		       const char *text)
{
	if (x + w <= rect.w)
		canvas_put_right(canvas, rect.x + x, rect.y, w, style, text);
}

/* x of the columns behind the numbers; the name has the rest. */
static int draw_head(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const unsigned int style = canvas_style(ROLE_HEAD, false);
	enum metric_id classes[FAMILY_CLASSES];
	const int n = family_classes(state_family(state), classes);
	int x = rect.x;

	for (int i = 0; i < rect.w; i++)
		canvas_put_code(canvas, rect.x + i, rect.y, style, ' ');
	put_column(canvas, rect, 0, 7, style, "PID");
	put_column(canvas, rect, 8, 7, style, "TID");
	put_column(canvas, rect, 16, 7, style, "ms");
	put_column(canvas, rect, 23, 6, style, "CPU%");
	x += 29;
	for (int i = 0; i < n && x + CLASS_WIDTH < rect.w; i++, x += CLASS_WIDTH)
		canvas_put_right(canvas, x, rect.y, CLASS_WIDTH, style,
				 metrics[classes[i]].column);
	if (x + 2 + (int)strlen("NAME") <= rect.w)
		(void)canvas_put(canvas, x + 2, rect.y, rect.w - x - 2, style, "NAME");
	return x;
}

static void draw_number(struct canvas *canvas, struct rect rect, int x, int w, int digits,
			double number)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%.*f", digits, number);
	put_column(canvas, rect, x, w, canvas_style(ROLE_TEXT, false), text);
}

static void draw_classes(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct scope_task *task)
{
	const struct family *family = state_family(state);
	const struct values values = heat_values(&task->sum.heat, family);
	enum metric_id classes[FAMILY_CLASSES];
	const int n = family_classes(family, classes);
	bool limits;
	const enum metric_id worst = heat_class(&task->sum.heat, family, &limits);
	int x = rect.x + 29;

	for (int i = 0; i < n && x + CLASS_WIDTH < rect.w; i++, x += CLASS_WIDTH) {
		const enum metric_id m = classes[i];
		const bool known = values.quality[m] > Q_LOW_SLOTS;
		char text[16];

		format_percent(text, sizeof(text), (double)values.percent[m],
			       (enum quality)values.quality[m]);
		if (state->look.ascii)
			format_ascii(text);
		canvas_put_right(canvas, x, rect.y, CLASS_WIDTH,
				 canvas_style(known ? theme_metric_role(m) : ROLE_DIM,
					      known && limits && m == worst),
				 text);
	}
}

static void draw_task(struct canvas *canvas, struct rect rect, int name_at,
		      const struct ui_state *state, const struct scope_task *task)
{
	const double ran_ns = (double)task->sum.heat.busy_ns;
	char name[4 * SCOPE_NAME];

	draw_number(canvas, rect, 0, 7, 0, task->pid);
	draw_number(canvas, rect, 8, 7, 0, task->tid);
	draw_number(canvas, rect, 16, 7, 2, ran_ns / 1e6);
	draw_number(canvas, rect, 23, 6, 1,
		    100 * ran_ns / (double)task->sum.heat.room_ns);
	draw_classes(canvas, rect, state, task);
	format_harmless(name, sizeof(name), task->name);
	if (state->look.ascii)
		format_ascii(name);
	if (name_at + 2 < rect.w)
		(void)canvas_put(canvas, name_at + 2, rect.y, rect.w - name_at - 2,
				 canvas_style(ROLE_TEXT, false), name);
}

static void draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct scope_sum *all, size_t n)
{
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	char when[VIEW_WHO_WHEN];

	view_who_print_when(state, state->scope.who_first, state->scope.who_last, when);
	segments_add(&line, 100, canvas_style(ROLE_LABEL, true), "%s", when);
	segments_add(&line, 90, canvas_style(ROLE_TEXT, false), "%zu task%s%s", n,
		     n == 1 ? "" : "s", n == TASKS_MOST ? " or more" : "");
	if (all->unknown_ns > 0)
		segments_add(&line, 80, canvas_style(ROLE_NOTE, false),
			     "not known who ran %.2f ms", (double)all->unknown_ns / 1e6);
	view_who_add_spread(&line, all);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

void view_who_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct scope *scope = &state->scope;
	const uint64_t cells = scope->who_last - scope->who_first + 1;
	struct scope_task *tasks = calloc(TASKS_MOST, sizeof(*tasks));
	const size_t page = rect.h > 2 ? (size_t)(rect.h - 2) : 0;
	struct scope_sum all;
	size_t n;
	int name_at;

	if (!tasks)
		return;
	n = scope_history_tasks(state->scope_history, state->machine, &scope->target,
				scope->who_first, scope->who_last, tasks, TASKS_MOST);
	scope_history_sum(state->scope_history, state->machine, &scope->target, scope->who_first,
			  cells, &all, 1);
	if (scope->who_scroll + page > n)
		scope->who_scroll = n > page ? n - page : 0;
	draw_title(canvas, rect, state, &all, n);
	rect.y++;
	rect.h--;
	name_at = draw_head(canvas, rect, state);
	for (size_t i = 0; i < page && scope->who_scroll + i < n; i++)
		draw_task(canvas, (struct rect){ rect.x, rect.y + 1 + (int)i, rect.w, 1 },
			  name_at, state, &tasks[scope->who_scroll + i]);
	free(tasks);
}
