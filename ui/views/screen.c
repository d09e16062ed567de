/* SPDX-License-Identifier: GPL-2.0-only */
/* The whole screen and the table of views; see screen.h. UI thread. */
#include "config.h"
#include "ui/views/screen.h"

#include "ui/draw/segments.h"
#include "ui/draw/symbols.h"
#include "ui/views/status.h"
#include "ui/views/views.h"

/* clang-format off */
const struct view views[VIEW_COUNT] = {
	[VIEW_PROCESSES] = { .title = "processes", .fit = view_tasks_fit,
			     .draw_row = view_tasks_draw_row },
	[VIEW_THREADS]   = { .title = "threads", .fit = view_tasks_fit,
			     .draw_row = view_tasks_draw_row },
	[VIEW_CPUS]      = { .title = "CPUs", .fit = view_cpus_fit,
			     .draw_row = view_cpus_draw_row, .draw_head = view_cpus_draw_head },
	[VIEW_CORES]     = { .title = "cores", .fit = view_cpus_fit,
			     .draw_row = view_cpus_draw_row, .draw_head = view_cpus_draw_head },
	[VIEW_SOCKETS]   = { .title = "sockets", .fit = view_cpus_fit,
			     .draw_row = view_cpus_draw_row, .draw_head = view_cpus_draw_head },
	[VIEW_CGROUPS]   = { .title = "cgroups", .fit = view_tasks_fit,
			     .draw_row = view_tasks_draw_row },
	[VIEW_USERS]     = { .title = "users", .fit = view_tasks_fit,
			     .draw_row = view_tasks_draw_row },
	[VIEW_EXITED]      = { .title = "gone: processes that ended, of the last 10 minutes",
			     .fit = view_tasks_fit, .draw_row = view_tasks_draw_row },
};
/* clang-format on */

void screen_fit(const struct ui_state *state, struct table *table)
{
	views[state->view].fit(state, state->w, table);
}

static void draw_too_small(struct canvas *canvas)
{
	(void)canvas_put(canvas, 0, 0, canvas->w, canvas_style(ROLE_TEXT, false), "too small");
	(void)canvas_put(canvas, 0, 1, canvas->w, canvas_style(ROLE_TEXT, false), "20x5 or more");
}

/* The way down to the row, whichever list it was opened from. */
static void add_detail(struct segments *line, unsigned int style, const struct detail *detail)
{
	if (detail->process[0] && detail->row.kind == ROW_THREAD)
		segments_add(line, 2, style, "%s", detail->process);
	if (detail->row.kind == ROW_CPU || detail->row.kind == ROW_CORE)
		segments_add(line, 2, style, "socket %d", detail->place.socket);
	if (detail->row.kind == ROW_CPU)
		segments_add(line, 2, style, "core %d", detail->place.core);
	if (detail->row.kind != ROW_MACHINE)
		segments_add(line, 4, style, "%s", detail->title);
	segments_add(line, 3, style, "detail");
}

static void draw_path(const struct ui_state *state, struct canvas *canvas, struct rect rect)
{
	struct segments line = { .between = symbol(SYMBOL_INTO, state->ascii) };
	unsigned int style = canvas_style(ROLE_LABEL, false);

	segments_add(&line, 1, style, "machine");
	if (state->detail.open) {
		if (state->within && state->detail.row.kind >= ROW_PROCESS)
			segments_add(&line, 2, style, "%s", state->group_name);
		add_detail(&line, style, &state->detail);
		(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
		return;
	}
	if (state->within) {
		segments_add(&line, 2, style, "%s", views[state->view].title);
		segments_add(&line, 4, style, "%s", state->group_name);
		if (!state->inside)
			segments_add(&line, 3, style, "%zu process%s that ran", state->n_all,
				     state->n_all == 1 ? "" : "es");
	}
	if (state->inside) {
		segments_add(&line, 5, style, "%s (%d)", state->process_name, state->process.id);
		segments_add(&line, 2, style, "%zu thread%s that ran", state->n_all,
			     state->n_all == 1 ? "" : "s");
	} else if (!state->within) {
		segments_add(&line, 2, style, "%s", views[state->view].title);
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* Scrolls no further than needed to see the cursor. */
static void scroll_to_cursor(struct cursor *cursor, size_t n, size_t page)
{
	if (cursor->index < cursor->scroll)
		cursor->scroll = cursor->index;
	if (cursor->index >= cursor->scroll + page)
		cursor->scroll = cursor->index - page + 1;
	/* No empty lines below while there are rows above. */
	if (cursor->scroll + page > n)
		cursor->scroll = n > page ? n - page : 0;
}

static void draw_nothing(const struct ui_state *state, struct canvas *canvas, struct rect rect)
{
	bool filtered = state_filter_shown(state)->text[0];
	const char *text = !state->snapshot || !snapshot_machine(state->snapshot) ? "" :	/* the head says */
			   state->n_all && filtered ?
			   "no row matches the filter (\\ then Esc shows all again)" :
			   state->n_all ? "no row of this user (u shows all again)" :
			   state->inside ? "no thread of it ran in this interval" :
			   state_shows_cpus(state) && state->machine->watched[0] ?
			   "only some tasks are counted, wherever they run: nothing is known of a CPU" :
			   state->within ? "no process of it ran in this interval" :
			   "nothing ran in this interval";

	(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_DIM, false), text);
}

static void draw_list(struct ui_state *state, struct canvas *canvas, const struct layout *layout)
{
	const struct view *view = &views[state->view];
	struct view_state *current = state_current(state);
	struct table table;

	view->fit(state, canvas->w, &table);
	table_draw_head(&table, canvas, layout->head.y, state, &current->order);
	if (view->draw_head && !state->inside)
		view->draw_head(state, canvas, layout->head.y);
	state->page = (size_t)layout->rows.h;
	scroll_to_cursor(&current->cursor, state->n_rows, state->page);
	if (!state->n_rows)
		draw_nothing(state, canvas, layout->rows);
	for (size_t i = 0; i < state->page && current->cursor.scroll + i < state->n_rows; i++) {
		size_t index = current->cursor.scroll + i;
		int y = layout->rows.y + (int)i;

		view->draw_row(state, &table, canvas, y, state->rows[index]);
		if (index == current->cursor.index)
			table_select(&table, canvas, y);
	}
}

void screen_draw(struct ui_state *state, struct canvas *canvas)
{
	struct layout_wish wish = state_wish(state);
	struct layout layout = layout_compute(canvas->w, canvas->h, &wish);

	canvas_clear(canvas);
	state->w = canvas->w;
	state->h = canvas->h;
	if (layout.too_small) {
		draw_too_small(canvas);
		return;
	}
	if (layout.title.h)
		view_header_draw_title(canvas, layout.title, state);
	if (layout.machine.h)
		view_header_draw_machine(canvas, layout.machine, state);
	if (layout.core_types.h)
		view_core_types_draw(canvas, layout.core_types, state);
	if (layout.trend.h)
		view_header_draw_trend(canvas, layout.trend, state);
	if (layout.chart.h)
		view_chart_draw(canvas, layout.chart, state);
	if (layout.state.h)
		status_draw(canvas, layout.state, state);
	if (layout.path.h)
		draw_path(state, canvas, layout.path);
	if (state->help)
		view_help_draw(canvas, layout.rows, state);
	else if (state->detail.open)
		view_detail_draw(canvas, layout.rows, state);
	else
		draw_list(state, canvas, &layout);
	if (layout.setup.h)
		view_setup_draw(canvas, layout.setup, state);
	if (state->find.mode == FIND_USERS)
		view_find_draw_users(canvas, layout.rows, state);
	if (state->find.mode != FIND_NOTHING)
		view_find_draw_line(canvas, layout.footer, state);
	else if (layout.footer.h)
		view_footer_draw(canvas, layout.footer, state);
}
