/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines and columns of the time map; see time_map.h. UI thread. */
#include "config.h"
#include "ui/time/time_map.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/verdict/change_watch.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/sentence.h"
#include "ui/time/views.h"

void time_map_done(struct time_map *map)
{
	free(map->lines);
	free(map->cpus);
	*map = (struct time_map){ 0 };
}

void time_map_close(struct ui_state *state)
{
	state->map.open = state->map.behind = false;
}

/* ---- lines ---- */

/* CPUs of a core, and cores of a socket, stand together. */
static int compare_places(const void *a, const void *b)
{
	const struct map_cpu *one = a, *two = b;

	if (one->socket != two->socket)
		return one->socket < two->socket ? -1 : 1;
	if (one->core != two->core)
		return one->core < two->core ? -1 : 1;
	return one->index < two->index ? -1 : one->index > two->index;
}

/* Does a line that has `a` have `b` as well? */
static bool is_same_line(enum map_fold fold, const struct map_cpu *one, const struct map_cpu *two)
{
	if (fold == MAP_CPUS || one->socket != two->socket)
		return false;
	return fold == MAP_SOCKETS || one->core == two->core;
}

static int time_map_make_room(struct time_map *map, size_t n)
{
	struct map_line *lines;
	struct map_cpu *cpus;

	if (n + 1 <= map->cap_lines)
		return 0;
	cpus = realloc(map->cpus, n * sizeof(*cpus));
	if (cpus)
		map->cpus = cpus;
	lines = realloc(map->lines, (n + 1) * sizeof(*lines));
	if (lines)
		map->lines = lines;
	if (!cpus || !lines)
		return -ENOMEM;
	map->cap_lines = n + 1;
	return 0;
}

static void map_list(struct time_map *map, size_t n, enum map_fold fold)
{
	map->n_lines = 0;
	map->lines[map->n_lines++] = (struct map_line){ 0, n };
	for (size_t i = 0; i < n; i++) {
		if (i && is_same_line(fold, &map->cpus[i - 1], &map->cpus[i]))
			map->lines[map->n_lines - 1].n++;
		else
			map->lines[map->n_lines++] = (struct map_line){ i, 1 };
	}
	map->fold = fold;
}

/*
 * Lists the lines again: the machine may have other CPUs, the screen other sizes. page: lines that
 * it shows. 0, or -ENOMEM: there are none.
 */
static int time_map_list(struct ui_state *state, size_t page)
{
	const struct machine *machine = state->machine;
	struct time_map *map = &state->map;
	const bool few = machine && machine->n_cpus < page;	/* the machine has a line too */
	enum map_fold fold = map->fold_chosen ? map->fold : few ? MAP_CPUS : MAP_CORES;

	map->n_lines = 0;
	map->page = page;
	if (!machine || !machine->n_cpus)
		return 0;
	if (time_map_make_room(map, machine->n_cpus))
		return -ENOMEM;
	for (uint32_t i = 0; i < machine->n_cpus; i++)
		map->cpus[i] = (struct map_cpu){ machine->cpus[i].socket, machine->cpus[i].core,
						 i };
	if (fold != MAP_CPUS)	/* CPUs stand in the order of their numbers, as they are */
		qsort(map->cpus, machine->n_cpus, sizeof(*map->cpus), compare_places);
	map_list(map, machine->n_cpus, fold);
	time_map_move_line(map, 0);
	return 0;
}

static bool has_sockets(const struct machine *machine)
{
	for (size_t i = 1; i < machine->n_cpus; i++)
		if (machine->cpus[i].socket != machine->cpus[0].socket)
			return true;
	return false;
}

void time_map_label(const struct ui_state *state, size_t index, bool narrow,
		    char text[TIME_MAP_LABEL])
{
	const struct time_map *map = &state->map;
	const struct cpu_place *cpu;

	if (!index) {
		(void)snprintf(text, TIME_MAP_LABEL, narrow ? "all" : "all CPUs");
		return;
	}
	cpu = &state->machine->cpus[map->cpus[map->lines[index].first].index];
	if (map->fold == MAP_SOCKETS)
		(void)snprintf(text, TIME_MAP_LABEL, narrow ? "s%d" : "socket %d", cpu->socket);
	else if (map->fold == MAP_CPUS)
		(void)snprintf(text, TIME_MAP_LABEL, narrow ? "%d" : "cpu %d", cpu->cpu);
	else if (has_sockets(state->machine))
		(void)snprintf(text, TIME_MAP_LABEL, narrow ? "%d/%d" : "core %d/%d", cpu->socket,
			       cpu->core);
	else
		(void)snprintf(text, TIME_MAP_LABEL, narrow ? "c%d" : "core %d", cpu->core);
}

void time_map_move_line(struct time_map *map, long lines)
{
	long index = (long)map->line.index + lines;
	size_t page = map->page ? map->page : 1;

	if (index >= (long)map->n_lines)
		index = (long)map->n_lines - 1;
	map->line.index = index < 0 ? 0 : (size_t)index;
	if (map->line.index < map->line.scroll)
		map->line.scroll = map->line.index;
	if (map->line.index >= map->line.scroll + page)
		map->line.scroll = map->line.index - page + 1;
	if (map->line.scroll + page > map->n_lines)
		map->line.scroll = map->n_lines > page ? map->n_lines - page : 0;
}

void time_map_fold(struct ui_state *state)
{
	struct time_map *map = &state->map;

	map->fold = (enum map_fold)((map->fold + 1) % MAP_FOLDS);
	map->fold_chosen = true;
	map->line = (struct cursor_line){ 0 };
	(void)time_map_list(state, map->page);
}

void time_map_open(struct ui_state *state)
{
	struct time_map *map = &state->map;

	map->open = true;
	map->behind = false;
	/* What drawing will find out, for the keys that come before it. */
	map->columns = state->w > 0 ? (size_t)state->w : 0;
	(void)time_map_list(state, state->h > 0 ? (size_t)state->h : 0);
	map->seq = state->frozen && state->snapshot ? state->snapshot->seq : 0;
}

/* ---- columns ---- */

struct map_grid time_map_grid(const struct ui_state *state, size_t width)
{
	const struct cpu_history *history = state->cpu_history;
	size_t n = history ? cpu_history_length(history) : 0;
	struct map_grid grid = { .each = 1 };
	uint64_t first, last;

	if (!n || !width)
		return grid;
	first = cpu_history_at(history, 0).seq;
	last = cpu_history_at(history, n - 1).seq;
	grid.columns = width < MAP_COLUMNS ? width : MAP_COLUMNS;
	while (last / grid.each - first / grid.each >= grid.columns)
		grid.each *= 2;
	grid.last = last / grid.each;
	return grid;
}

size_t time_map_column(const struct map_grid *grid, uint64_t seq)
{
	uint64_t back = grid->last - seq / grid->each;

	return seq / grid->each <= grid->last && back < grid->columns
		       ? grid->columns - 1 - (size_t)back
		       : grid->columns;
}

static struct heat sum_line(const struct ui_state *state, const struct map_line *line,
			    const struct cpu_interval *interval)
{
	const size_t n = cpu_history_cpus(state->cpu_history);
	struct heat sum = { 0 };

	for (size_t i = 0; i < line->n; i++) {
		const uint32_t cpu = state->map.cpus[line->first + i].index;

		if (cpu < n)
			heat_add(&sum, &interval->cpus[cpu]);
	}
	return sum;
}

void time_map_line(const struct ui_state *state, const struct map_grid *grid,
		   const struct map_line *line, struct heat cells[MAP_COLUMNS])
{
	for (size_t i = 0; i < grid->columns; i++)
		cells[i] = (struct heat){ 0 };
	if (!grid->columns)
		return;
	for (size_t at = 0; at < cpu_history_length(state->cpu_history); at++) {
		const struct cpu_interval interval = cpu_history_at(state->cpu_history, at);
		const size_t column = time_map_column(grid, interval.seq);
		const struct heat sum = sum_line(state, line, &interval);

		if (column < grid->columns)
			heat_add(&cells[column], &sum);
	}
}

bool time_map_busiest(const struct ui_state *state, const struct map_grid *grid,
		      const struct map_line *line, size_t column, struct cpu_interval *interval)
{
	float most = -1;

	if (column >= grid->columns)
		return false;
	for (size_t at = 0; at < cpu_history_length(state->cpu_history); at++) {
		const struct cpu_interval one = cpu_history_at(state->cpu_history, at);
		float busy;

		if (time_map_column(grid, one.seq) != column)
			continue;
		busy = sum_line(state, line, &one).busy_ns;
		if (busy <= most)
			continue;
		most = busy;
		*interval = one;
	}
	return most >= 0;
}

size_t time_map_cursor(const struct ui_state *state, const struct map_grid *grid)
{
	size_t column;

	if (!grid->columns)
		return 0;
	column = state->map.seq ? time_map_column(grid, state->map.seq) : grid->columns - 1;
	return column < grid->columns ? column : 0;	/* it has left the history */
}

void time_map_move_column(struct ui_state *state, long steps)
{
	const struct map_grid grid = time_map_grid(state, state->map.columns);
	uint64_t first, number;
	long column;

	if (!grid.columns)
		return;
	first = cpu_history_at(state->cpu_history, 0).seq / grid.each;
	column = (long)time_map_cursor(state, &grid);
	if (steps > (long)grid.columns - 1 - column)
		steps = (long)grid.columns - 1 - column;
	column += steps < -column ? -column : steps;
	number = grid.last - (uint64_t)((long)grid.columns - 1 - column);
	if ((long)(grid.columns - 1) - column > (long)(grid.last - first))
		number = first;
	state->map.seq = number == grid.last ? 0 : number * grid.each + grid.each / 2;
}

/*
 * ---- the screen ----
 *
 * Below the lines: an axis of time, the numbers of the cell under the cursor, and what the glyphs mean; on
 * low screens fewer of these.
 */

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
