/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time map; see views.h. Below the lines: an axis of time, the numbers of the cell under the
 * cursor, and what the glyphs mean; on low screens fewer of these. UI thread.
 */
#include "config.h"
#include "ui/time/views.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/verdict/change_watch.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/change_sentence.h"
#include "ui/time/time_map.h"

#define LABEL_NARROW 5		/* "0/12 " */
#define LABEL_WIDE 12		/* "socket 12   " */
#define WIDE 60			/* cells of a screen with wide labels */
#define TICK 10			/* cells between two times of the axis, at least */

/* Least heights for the axis, the numbers and the legend. */
enum { NUMBERS_FROM = 2, AXIS_FROM = 5, LEGEND_FROM = 8 };

struct parts {
	struct rect lines, axis, numbers, legend;
};

/* How many lines of CPUs there is room for. */
static int count_room(struct rect rect)
{
	const int room = rect.h - (rect.h >= AXIS_FROM) - (rect.h >= NUMBERS_FROM) -
			 (rect.h >= LEGEND_FROM);

	return room > 0 ? room : 0;
}

static struct parts divide(struct rect rect, size_t lines)
{
	const bool axis = rect.h >= AXIS_FROM, numbers = rect.h >= NUMBERS_FROM;
	const bool legend = rect.h >= LEGEND_FROM;
	const int room = count_room(rect);
	struct parts parts = { .lines = rect };
	int y;

	parts.lines.h = lines < (size_t)room ? (int)lines : room;
	y = rect.y + parts.lines.h;
	parts.axis = (struct rect){ rect.x, y, rect.w, axis };
	y += axis;
	parts.numbers = (struct rect){ rect.x, y, rect.w, numbers };
	parts.legend = (struct rect){ rect.x, y + numbers, rect.w, legend };
	return parts;
}

struct heat_look view_map_look(const struct ui_state *state)
{
	return (struct heat_look){ .family = state_family(state), .bars = state_bars(state),
				   .graphs = state_graphs(state) };
}

/* "-75s", "-5m", "-1h40" (at most 8 cells); "now" below a second. */
static void print_ago(char *text, size_t size, double seconds)
{
	const int s = (int)lround(seconds);

	if (s <= 0)
		(void)snprintf(text, size, "now");
	else if (s < 100)
		(void)snprintf(text, size, "-%ds", s);
	else if (s < 6000)
		(void)snprintf(text, size, s % 60 ? "-%dm%02d" : "-%dm", s / 60, s % 60);
	else
		(void)snprintf(text, size, "-%dh%02d", s / 3600, s / 60 % 60);
}

static void draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct map_grid *grid, size_t index)
{
	const bool narrow = canvas->w < WIDE;
	const int label = narrow ? LABEL_NARROW : LABEL_WIDE;
	const struct heat_look look = view_map_look(state);
	struct heat cells[MAP_COLUMNS];
	char text[TIME_MAP_LABEL];

	time_map_label(state, index, narrow, text);
	(void)canvas_put(canvas, rect.x, rect.y, label - 1,
			 canvas_style(ROLE_LABEL, index == state->map.line.index), text);
	time_map_line(state, grid, &state->map.lines[index], cells);
	for (size_t i = 0; i < grid->columns; i++)
		heat_cell_draw(canvas, rect.x + label + (int)i, rect.y, &cells[i], &look);
	if (index == state->map.line.index)
		canvas_flag(canvas,
			    (struct rect){ rect.x + label + (int)time_map_cursor(state, grid),
					   rect.y, 1, 1 },
			    CELL_SELECTED);
}

static double newest_time(const struct ui_state *state)
{
	return cpu_history_at(state->cpu_history, cpu_history_length(state->cpu_history) - 1).time;
}

/*
 * Seconds from the end of the newest interval up to a column to the newest of all; NAN: there is
 * none so old.
 */
static double column_age(const struct ui_state *state, const struct map_grid *grid, size_t column)
{
	for (size_t at = cpu_history_length(state->cpu_history); at--;) {
		const struct cpu_interval one = cpu_history_at(state->cpu_history, at);

		if (time_map_column(grid, one.seq) <= column)
			return newest_time(state) - one.time;
	}
	return (double)NAN;
}

/* "1-17/129" below the labels, if not all lines are on the screen. */
static void draw_scrolled(struct canvas *canvas, struct rect rect, const struct time_map *map,
			  int label)
{
	char text[64];

	if (map->n_lines <= map->page)
		return;
	(void)snprintf(text, sizeof(text), "%zu-%zu/%zu", map->line.scroll + 1,
		       map->line.scroll + map->page, map->n_lines);
	(void)canvas_put(canvas, rect.x, rect.y, label, canvas_style(ROLE_NOTE, false), text);
}

/* The last change that begins in a column; NULL: there is none. */
static const struct change *column_change(const struct ui_state *state, const struct map_grid *grid, size_t column)
{
	for (size_t i = state->changes ? change_watch_n(state->changes) : 0; i--;) {
		const struct change *change = change_watch_at(state->changes, i);

		if (time_map_column(grid, change->seq) == column)
			return change;
	}
	return NULL;
}

/* In which columns changes begin; the one behind them is for those that are not in the grid. */
static void find_changes(const struct ui_state *state, const struct map_grid *grid, bool changed[MAP_COLUMNS + 1])
{
	memset(changed, 0, (grid->columns + 1) * sizeof(changed[0]));
	for (size_t i = 0; state->changes && i < change_watch_n(state->changes); i++)
		changed[time_map_column(grid, change_watch_at(state->changes, i)->seq)] = true;
}

/* Signs take the place of the times that they would stand in. */
static bool has_sign(const bool *changed, size_t first, size_t frozen)
{
	return memchr(changed + first, true, TICK) || (frozen >= first && frozen < first + TICK);
}

static void draw_axis(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct map_grid *grid, int label)
{
	bool changed[MAP_COLUMNS + 1];
	size_t frozen = grid->columns;

	find_changes(state, grid, changed);
	draw_scrolled(canvas, rect, &state->map, label);
	if (state->frozen && state->snapshot)
		frozen = time_map_column(grid, state->snapshot->seq);
	for (size_t back = 0; back + TICK <= grid->columns; back += TICK) {
		const size_t column = grid->columns - 1 - back;
		const double age = column_age(state, grid, column);
		char text[16];

		if (isnan(age) || has_sign(changed, column + 1 - TICK, frozen))
			continue;
		print_ago(text, sizeof(text), age);
		canvas_put_right(canvas, rect.x + label + (int)column + 1 - TICK, rect.y, TICK,
				 canvas_style(ROLE_LABEL, false), text);
	}
	for (size_t i = 0; i < grid->columns; i++)
		if (changed[i])
			(void)canvas_put(canvas, rect.x + label + (int)i, rect.y, 1,
					 canvas_style(ROLE_NOTE, true), symbol(SYMBOL_CHANGE, state->look.ascii));
	if (frozen < grid->columns)
		canvas_put_code(canvas, rect.x + label + (int)frozen, rect.y,
				canvas_style(ROLE_NOTE, true), '^');
}

void view_map_add_numbers(struct segments *line, const struct heat *heat,
			  const struct ui_state *state)
{
	const struct family *family = state_family(state);
	const struct values values = heat_values(heat, family);
	enum metric_id classes[FAMILY_CLASSES];
	const int n = family_classes(family, classes);
	bool limits;
	const enum metric_id worst = heat_class(heat, family, &limits);

	segments_add(line, 90, canvas_style(ROLE_TEXT, false), "busy %.0f %%",
		     100 * heat_busy(heat));
	if (!family_has_counters(family))
		return;
	if (worst == M_NONE) {
		segments_add(line, 70, canvas_style(ROLE_DIM, false),
			     heat->busy_ns > 0 ? "too few slots to say what limits" : "idle");
		return;
	}
	for (int i = 0; i < n; i++)
		segments_add(line, classes[i] == worst ? 82 : 40,
			     canvas_style(theme_metric_role(classes[i]), false),
			     "%s %.0f", metrics[classes[i]].column,
			     (double)values.percent[classes[i]]);
	if (limits)
		segments_add(line, 80, canvas_style(theme_metric_role(worst), true), "%s %s",
			     symbol(SYMBOL_WORST, state->look.ascii), metrics[worst].title);
}

static void add_when(struct segments *line, const struct cpu_interval *interval, double age)
{
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	char clock[FORMAT_CLOCK], ago[16];

	format_clock(clock, interval->time);
	if (interval->time > 0 && clock[0])
		segments_add(line, 60, style, "%s", clock);
	print_ago(ago, sizeof(ago), age);
	segments_join(line, 60, style, " (%s)", ago);
}

static void draw_numbers(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct map_grid *grid)
{
	const size_t index = state->map.line.index, column = time_map_cursor(state, grid);
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	struct heat cells[MAP_COLUMNS];
	const struct change *change = column_change(state, grid, column);
	struct cpu_interval interval;
	char label[TIME_MAP_LABEL], text[CHANGE_TEXT];

	time_map_label(state, index, false, label);
	if (change) {
		change_sentence_print(change, CHANGE_BRIEF | (state->look.ascii ? CHANGE_ASCII : 0U), text);
		segments_add(&line, 95, canvas_style(ROLE_NOTE, true), "%s", text);
	}
	segments_add(&line, 100, canvas_style(ROLE_LABEL, true), "%s", label);
	if (!time_map_busiest(state, grid, &state->map.lines[index], column, &interval)) {
		segments_add(&line, 90, canvas_style(ROLE_DIM, false), "no data");
	} else {
		add_when(&line, &interval, newest_time(state) - interval.time);
		if (grid->each > 1)
			segments_add(&line, 45, style, "%" PRIu64 " intervals", grid->each);
		time_map_line(state, grid, &state->map.lines[index], cells);
		view_map_add_numbers(&line, &cells[column], state);
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

void view_map_draw_legend(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct heat_look look = view_map_look(state);
	struct segments line = { .between = "  " };
	enum metric_id classes[FAMILY_CLASSES];
	const int n = family_classes(look.family, classes);

	for (int i = 0; i < n; i++) {
		const unsigned int style = canvas_style(theme_metric_role(classes[i]), false);
		char glyph[FORMAT_CODE];

		format_encode(glyph, heat_cell_glyph(classes[i], &look));
		segments_add(&line, 90, style, "%s", glyph);
		segments_join(&line, 90, canvas_style(ROLE_LABEL, false), " %s",
			      metrics[classes[i]].column);
	}
	segments_add(&line, 70, canvas_style(ROLE_LABEL, false), "%s idle",
		     bars[look.bars].idle);
	segments_add(&line, 60, canvas_style(ROLE_LABEL, false), "%s", heat_cell_height(&look));
	if (family_has_counters(look.family))
		segments_add(&line, 50, canvas_style(ROLE_LABEL, false),
			     "colour: the class that limits, else the largest");
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

void view_map_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	const int label = canvas->w < WIDE ? LABEL_NARROW : LABEL_WIDE;
	struct time_map *map = &state->map;
	struct parts parts;
	struct map_grid grid;

	map->columns = rect.w > label ? (size_t)(rect.w - label) : 0;
	(void)time_map_list(state, (size_t)count_room(rect));
	parts = divide(rect, map->n_lines);
	grid = time_map_grid(state, map->columns);
	if (!grid.columns || !map->n_lines) {
		(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_DIM, false),
				 state->machine && state->machine->watched[0]
					 ? "only some tasks are counted, on whatever CPU they "
					   "run: CPUs have no numbers"
					 : "no interval yet");
		return;
	}
	for (size_t i = 0; i < map->page && map->line.scroll + i < map->n_lines; i++)
		draw_line(canvas,
			  (struct rect){ rect.x, parts.lines.y + (int)i, rect.w, 1 }, state,
			  &grid, map->line.scroll + i);
	if (parts.axis.h)
		draw_axis(canvas, parts.axis, state, &grid, label);
	if (parts.numbers.h)
		draw_numbers(canvas, parts.numbers, state, &grid);
	if (parts.legend.h)
		view_map_draw_legend(canvas, parts.legend, state);
}
