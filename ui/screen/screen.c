/* SPDX-License-Identifier: GPL-2.0-only */
/* The whole screen; see screen.h. UI thread. */
#include "config.h"
#include "ui/screen/screen.h"

#include "ui/detail/node_lines.h"
#include "ui/detail/views.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/help/view_help.h"
#include "ui/lists/table.h"
#include "ui/lists/table_fit.h"
#include "ui/lists/views.h"
#include "ui/screen/view_parts.h"
#include "ui/setup/setup.h"
#include "ui/state/state.h"
#include "ui/time/views.h"

#define TREE_LEVELS_MAX 6

/* How the rows of each listing are drawn, by their index in state->rows. */
static const struct drawing {
	void (*draw_row)(const struct ui_state *state, const struct table *table,
			 struct canvas *canvas, int y, size_t index);
	/* Draws over the head, before the columns. NULL: nothing. */
	void (*draw_head)(const struct ui_state *state, struct canvas *canvas, int y);
} drawings[] = {
	[LISTING_TABLE] = { .draw_row = view_tasks_draw_row },
	[LISTING_CPU_TREE] = { .draw_row = view_cpus_draw_row, .draw_head = view_cpus_draw_head },
	[LISTING_EXITED] = { .draw_row = view_tasks_draw_row },
};

static void draw_too_small(struct canvas *canvas)
{
	static const char enough[] = "20x5 or more";

	(void)canvas_put(canvas, 0, 0, canvas->w, canvas_style(ROLE_TEXT, false), "too small");
	(void)canvas_put(canvas, 0, 1, canvas->w, canvas_style(ROLE_TEXT, false),
			 canvas->w < (int)sizeof(enough) - 1 ? "20x5!" : enough);
}

/* The path to the row of the detail, whichever list it was opened from. */
static void add_detail(struct segments *line, unsigned int style, const struct detail *detail)
{
	if (detail->process[0] && detail->row.kind == ROW_THREAD)	/* a region's title has it */
		segments_add(line, 2, style, "%s", detail->process);
	if (detail->row.kind == ROW_CPU || detail->row.kind == ROW_CORE)
		segments_add(line, 2, style, "socket %d", detail->place.socket);
	if (detail->row.kind == ROW_CPU)
		segments_add(line, 2, style, "core %d", detail->place.core);
	if (detail->row.kind != ROW_MACHINE)
		segments_add(line, 4, style, "%s", detail->title);
	segments_add(line, 3, style, "detail");
}

/* The nodes above one below level 2, and itself: "Backend bound › Memory bound › DRAM bound". */
static void add_node(struct segments *line, unsigned int style, const struct ui_state *state)
{
	struct node_lines lines;
	int path[TREE_LEVELS_MAX], n = 0;

	if (!state->detail.below)
		return;
	node_lines_all(state, &lines);
	for (int at = node_lines_cursor(state, &lines); at >= 0 && n < TREE_LEVELS_MAX;
	     at = node_lines_parent(&lines, at))
		path[n++] = at;
	while (n--) {
		char title[NODE_LINE_TITLE];

		node_line_title(state, &lines.line[path[n]], title);
		segments_add(line, n ? 4 : 6, style, "%s", title);
	}
}

static void draw_path(const struct ui_state *state, struct canvas *canvas, struct rect rect)
{
	struct segments line = { .between = symbol(SYMBOL_INTO, state->look.ascii) };
	const struct view *view = &views[state->view];
	unsigned int style = canvas_style(ROLE_LABEL, false);

	segments_add(&line, 1, style, "machine");
	if (state->map.open || state->scope.open) {
		if (state->map.open)
			segments_add(&line, 2, style, "time map");
		if (state->scope.open)
			segments_add(&line, 3, style, "20 ms cells: %s", state->scope.title);
		(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
		return;
	}
	if (state->detail.open) {
		if (state->within && state->detail.row.kind >= ROW_PROCESS)
			segments_add(&line, 2, style, "%s", state->group_name);
		add_detail(&line, style, &state->detail);
		add_node(&line, style, state);
		(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
		return;
	}
	if (state->within) {
		const size_t ran = state->n_all - state->n_asleep;

		segments_add(&line, 2, style, "%s", view->title);
		segments_add(&line, 4, style, "%s", state->group_name);
		if (!state->inside)
			segments_add(&line, 3, style, "%zu process%s that ran", ran,
				     ran == 1 ? "" : "es");
	}
	if (state->inside) {
		const size_t regions = state->n_regions - state->has_rest;
		const size_t threads = state->n_all - state->n_regions;

		segments_add(&line, 5, style, "%s (%d)", state->process_name, state->process.id);
		if (regions)
			segments_add(&line, 3, style, "%zu region%s", regions,
				     plural(regions));
		segments_add(&line, 2, style, "%zu thread%s that ran", threads,
			     plural(threads));
	} else if (!state->within) {
		segments_add(&line, 2, style, "%s%s%s", view->title, view->about ? ": " : "",
			     view->about ? view->about : "");
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* Scrolls no further than needed to show the cursor. */
static void scroll_to_cursor(struct cursor *cursor, size_t n, size_t page)
{
	if (cursor->index < cursor->scroll)
		cursor->scroll = cursor->index;
	if (cursor->index >= cursor->scroll + page)
		cursor->scroll = cursor->index - page + 1;
	/* No empty lines below while rows are hidden above. */
	if (cursor->scroll + page > n)
		cursor->scroll = n > page ? n - page : 0;
}

static void draw_nothing(const struct ui_state *state, struct canvas *canvas, struct rect rect)
{
	const struct row_filter *filter = state_filter_shown(state);
	bool filtered = filter->text[0], of_user = filter->user[0];
	const bool no_regions = state_kind(state) == ROW_REGION && !state->n_all;
	const char *text =
		!state->snapshot || !snapshot_machine(state->snapshot) ? "" : /* see the head */
			state->n_all && filtered
			? "no row matches the filter (\\ then Esc shows all rows again)"
		: state->n_all && of_user ? "no row of this user (u shows all rows again)"
		: state->n_all	? "all rows are hidden (K shows kernel threads, X exited tasks)"
		: state->inside ? "no thread of it ran in this interval"
		: state_shows_cpus(state) && state->machine->watched[0]
			? "only some tasks are counted, on whatever CPU they run: CPUs have no "
			  "numbers"
		: state->within ? "no process of it ran in this interval"
				: "nothing ran in this interval";

	if (text[0] && no_regions)
		view_regions_draw_none(state, canvas, rect);
	else
		(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_DIM, false),
				 text);
}

/*
 * Lines that the long texts of the selected row take below it: one line of the list stays for the
 * row itself.
 */
static int count_wrapped(struct ui_state *state, struct canvas *canvas, struct rect rows,
			 const struct table *table)
{
	const struct row *row = state_selected(state);
	struct rect nowhere = { rows.x, rows.y, rows.w, 0 };
	int lines = state->wrap && row ?
			    view_wrapped_draw(canvas, nowhere, state, table, row) : 0;

	if (lines >= rows.h)
		lines = rows.h - 1;
	return lines > 0 ? lines : 0;
}

static void draw_rows(struct ui_state *state, struct canvas *canvas, struct rect rows,
		      const struct table *table)
{
	const struct drawing *drawing = &drawings[views[state->view].listing];
	const struct cursor *cursor = state_cursor(state);
	const struct row *selected = state_selected(state);	/* NULL: the followed one is gone */
	int y = rows.y;

	for (size_t i = cursor->scroll; i < state->n_rows && y < rows.y + rows.h; i++, y++) {
		drawing->draw_row(state, table, canvas, y, i);
		if (state->rows[i] != selected)
			continue;
		table_select(table, canvas, y);
		(void)view_wrapped_draw(canvas,
					(struct rect){ rows.x, y + 1, rows.w, state->wrapped },
					state, table, state->rows[i]);
		y += state->wrapped;
	}
}

static void draw_list(struct ui_state *state, struct canvas *screen, const struct layout *layout)
{
	const struct drawing *drawing = &drawings[views[state->view].listing];
	struct canvas canvas = canvas_part(screen, (struct rect){ 0, 0, layout->rows.w, screen->h });
	struct view_state *current = state_current(state);
	struct table table;

	table_fit_view(state, state->list_w, &table);
	table_draw_head(&table, &canvas, layout->head.y, state);
	if (drawing->draw_head)
		drawing->draw_head(state, &canvas, layout->head.y);
	state->wrapped = count_wrapped(state, &canvas, layout->rows, &table);
	state->page = (size_t)(layout->rows.h - state->wrapped);
	scroll_to_cursor(&current->cursor, state->n_rows, state->page);
	if (!state->n_rows)
		draw_nothing(state, &canvas, layout->rows);
	draw_rows(state, &canvas, layout->rows, &table);
	if (layout->beside.h)
		view_beside_draw(screen, layout->beside, state);
}

struct layout_request screen_request(const struct ui_state *state)
{
	return (struct layout_request){
		.prompt = state->find.mode != FIND_NOTHING || state->menu.id != MENU_NONE ||
			  state->code.exports,
		.state = state->code.open || status_has_something(state),
		.title = view_meaning_is_special(state),
		.code = state->code.open,
		.path = state->inside || state->within || state->detail.open ||
			state->view != VIEW_PROCESSES || state->map.open || state->scope.open ||
			state->code.open,
		.help = state->help,
		.detail = !state->code.open &&
			  (state->detail.open || state->map.open || state->scope.open),
		.beside = state->look.beside && state->snapshot,
		.chart = state->chart && state->snapshot,
		.meters = view_meters_wanted(state),
		.core_types =
			state->machine && state->machine->family && state->machine->family->hybrid
				? 2
				: 0,
		.setup = state->setup.open ? setup_lines(&state->setup) : 0,
	};
}

/* What stands between the first line and the rows. */
static void draw_top(struct ui_state *state, struct canvas *canvas, const struct layout *layout)
{
	if (layout->machine.h)
		view_header_draw_machine(canvas, layout->machine, state);
	if (layout->core_types.h)
		view_core_types_draw(canvas, layout->core_types, state);
	if (layout->sentence.h)
		view_header_draw_sentence(canvas, layout->sentence, state);
	if (layout->trend.h)
		view_header_draw_trend(canvas, layout->trend, state);
	if (layout->meters.h)
		view_meters_draw(canvas, layout->meters, state);
	if (layout->chart.h)
		view_chart_draw(canvas, layout->chart, state);
}

/* The lines of a code view or of the lists, then what both may have above the rows. */
static void draw_lines(struct ui_state *state, struct canvas *canvas, const struct layout *layout)
{
	const bool code = state->code.open;

	if (layout->title.h)
		(code ? view_code_draw_title : view_header_draw_title)(canvas, layout->title, state);
	draw_top(state, canvas, layout);
	if (layout->state.h)
		(code ? view_code_status_draw : status_draw)(canvas, layout->state, state);
	if (layout->path.h && code)
		view_code_draw_path(canvas, layout->path, state);
	else if (layout->path.h)
		draw_path(state, canvas, layout->path);
}

static void draw_body(struct ui_state *state, struct canvas *canvas, const struct layout *layout)
{
	if (state->help)
		view_help_draw(canvas, layout->rows, state);
	else if (state->code.open)
		view_code_draw(canvas, layout->head, layout->rows, state);
	else if (state->scope.open)
		view_scope_draw(canvas, layout->rows, state);
	else if (state->map.open)
		view_map_draw(canvas, layout->rows, state);
	else if (state->detail.open)
		view_detail_draw(canvas, layout->rows, state);
	else
		draw_list(state, canvas, layout);
}

/* The last line: what is typed, a menu's, or the keys. */
static void draw_last(struct ui_state *state, struct canvas *canvas, struct rect rect)
{
	if (state->menu.id != MENU_NONE)
		view_menu_draw_line(canvas, rect, state);
	else if (state->code.open && state->code.exports)
		view_code_draw_formats(canvas, rect);
	else if (state->find.mode != FIND_NOTHING)
		view_find_draw_line(canvas, rect, state);
	else if (rect.h)
		view_footer_draw(canvas, rect, state);
}

void screen_draw(struct ui_state *state, struct canvas *canvas)
{
	struct layout_request request = screen_request(state);
	struct layout layout = layout_compute(canvas->w, canvas->h, &request);

	canvas_clear(canvas);
	state->w = canvas->w;
	state->h = canvas->h;
	state->list_w = layout.rows.w;
	state->has_beside = layout.beside.h;
	if (layout.too_small) {
		draw_too_small(canvas);
		return;
	}
	draw_lines(state, canvas, &layout);
	draw_body(state, canvas, &layout);
	if (layout.setup.h)
		view_setup_draw(canvas, layout.setup, state);
	if (state->menu.id != MENU_NONE)
		view_menu_draw(canvas, layout.rows, state);
	draw_last(state, canvas, layout.footer);
}
