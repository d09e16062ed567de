/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the scope looks; see scope.h. UI thread. */
#include "config.h"
#include "ui/time/scope.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/time/views.h"

#define LIVE_CELLS ((size_t)1 << 17)		/* 7 MB: of 8 busy CPUs some minutes */
#define RECORDED_CELLS ((size_t)1 << 20)	/* 59 MB at most */
#define LINE_MOST 4		/* seconds */
#define CELLS_OF_SECOND 50

/* Columns of a line, and the cells in each; the first that fits is taken. */
static const struct {
	size_t columns;
	uint64_t each;
} shapes[] = { { 200, 1 }, { 100, 1 }, { 50, 1 }, { 25, 2 }, { 10, 5 }, { 5, 10 } };

void scope_open(struct ui_state *state, const struct scope_target *target, const char *title)
{
	struct scope *scope = &state->scope;

	if (!state->scope_history)
		state->scope_history =
			scope_history_new(state->keeps_slices ? RECORDED_CELLS : LIVE_CELLS);
	if (!state->scope_history) {
		state_say(state, "not enough memory for the scope: 7 MB");
		return;
	}
	*scope = (struct scope){ .open = true, .target = *target };
	(void)snprintf(scope->title, sizeof(scope->title), "%s", title);
	scope->width = state->w > 0 ? (size_t)state->w : 0;
	scope->lines = state->h > 0 ? (size_t)state->h : 0;
}

void scope_close(struct ui_state *state)
{
	state->scope.open = false;
	if (state->keeps_slices)
		return;
	scope_history_free(state->scope_history);
	state->scope_history = NULL;
}

void scope_done(struct ui_state *state)
{
	scope_history_free(state->scope_history);
	state->scope_history = NULL;
}

void scope_add(struct ui_state *state, const struct snapshot *snapshot)
{
	if (state->keeps_slices && !state->scope_history)
		state->scope_history = scope_history_new(RECORDED_CELLS);
	if (state->scope_history)
		scope_history_add(state->scope_history, snapshot);
	(void)snprintf(state->scope.why_not, sizeof(state->scope.why_not), "%s",
		       snapshot->slices.why_not);
	state->scope.dropped_ns = snapshot->slices.dropped_ns;
}

bool scope_wants_slices(const struct ui_state *state)
{
	return state->scope.open || state->keeps_slices;
}

/*
 * Lines begin with whole seconds of the wall clock: so many cells after a line's begin is the one
 * with number 0.
 */
static uint64_t find_phase(const struct ui_state *state)
{
	const double at = fmod(scope_history_wall(state->scope_history, 0), LINE_MOST);

	return (uint64_t)llround((at < 0 ? at + LINE_MOST : at) * CELLS_OF_SECOND);
}

/* The newest cell to show: where the screen is frozen, if that is known. */
static bool find_last(const struct ui_state *state, uint64_t *last)
{
	uint64_t first, frozen;

	if (!state->scope_history || !scope_history_range(state->scope_history, &first, last))
		return false;
	if (!state->frozen || !state->snapshot)
		return true;
	frozen = scope_cell_at(state->snapshot->end_ns);
	if (frozen > first && frozen - 1 < *last)
		*last = frozen - 1;
	else if (frozen <= first && state->keeps_slices)
		return false;	/* this part of the recording is not kept */
	return true;
}

struct scope_grid scope_grid_of(const struct ui_state *state, size_t width, size_t lines)
{
	struct scope_grid grid = { .lines = 0 };
	uint64_t line, phase, bottom, at;
	size_t shape = 0;

	while (shape < sizeof(shapes) / sizeof(shapes[0]) && shapes[shape].columns > width)
		shape++;
	if (shape == sizeof(shapes) / sizeof(shapes[0]) || !lines || !find_last(state, &grid.last))
		return grid;
	grid.columns = shapes[shape].columns;
	grid.each = shapes[shape].each;
	line = grid.columns * grid.each;
	phase = find_phase(state);
	bottom = (grid.last + phase) / line;
	if (state->scope.cell && state->scope.cell <= grid.last) {
		at = (state->scope.cell + phase) / line;
		if (at + lines <= bottom)
			bottom = at + lines - 1;	/* the cursor is on the top line */
	}
	if (lines > bottom)
		lines = (size_t)bottom;		/* the clock is younger than the screen is high */
	grid.lines = lines;
	grid.first = (bottom + 1 - lines) * line - phase;
	return grid;
}

uint64_t scope_cursor(const struct ui_state *state, const struct scope_grid *grid)
{
	const uint64_t cell = state->scope.cell ? state->scope.cell : grid->last;

	return cell < grid->first ? grid->first
				  : cell - (cell - grid->first) % grid->each;
}

void scope_chosen(const struct ui_state *state, const struct scope_grid *grid, uint64_t *first,
		  uint64_t *last)
{
	const uint64_t cursor = scope_cursor(state, grid), mark = state->scope.mark;

	*first = mark && mark < cursor ? mark : cursor;
	*last = (mark > cursor ? mark : cursor) + grid->each - 1;
}

void scope_move(struct ui_state *state, long steps)
{
	const struct scope_grid grid =
		scope_grid_of(state, state->scope.width, state->scope.lines);
	uint64_t cursor, first, newest, step;

	if (!grid.lines)
		return;
	if (!scope_history_range(state->scope_history, &first, &newest))
		return;
	cursor = scope_cursor(state, &grid);
	step = (uint64_t)(steps < 0 ? -steps : steps) * grid.each;
	if (steps < 0)
		cursor = cursor >= first + step ? cursor - step : first;
	else
		cursor += step;
	state->scope.cell = cursor + grid.each > grid.last ? 0 : cursor;
}

/*
 * ---- the screen ----
 *
 * Time is where it was; the class of a slice that is longer than a cell is spread over its cells, which
 * are then not strong, and the line says how long such slices were.
 */

#define LABEL_WIDE 9		/* "12:03:44 " */
#define LABEL_NARROW 6		/* "03:44 " */
#define WIDE 60			/* cells of a screen with wide labels */
#define NOTE 7			/* " ~1.0 s" behind a line */
#define TICK 6			/* cells between two times of the axis, at least */

/* Least heights for the axis, the numbers and the legend. */
enum { NUMBERS_FROM = 2, AXIS_FROM = 4, LEGEND_FROM = 8 };

/* ---- who ran in some cells: a table of tasks ---- */

/* "12:03:44.120, 20 ms": the cells from first to last. */
#define WHEN 48

#define TASKS_MOST 1024
#define CLASS_WIDTH 6

static void print_when(const struct ui_state *state, uint64_t first, uint64_t last, char text[WHEN])
{
	const double wall = scope_history_wall(state->scope_history, first) + 0.0005;
	char clock[FORMAT_CLOCK], duration[16];

	format_clock(clock, floor(wall));
	format_duration(duration, sizeof(duration), (last - first + 1) * SLICE_CELL_NS);
	(void)snprintf(text, WHEN, "%s.%03d, %s", clock,
		       (int)((wall - floor(wall)) * 1000), duration);
}

/*
 * Appends over what time slots are spread: the longest slice; nothing if all are shorter than a
 * cell.
 */
static void add_spread(struct segments *line, const struct scope_sum *sum)
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
	char when[WHEN];

	print_when(state, state->scope.who_first, state->scope.who_last, when);
	segments_add(&line, 100, canvas_style(ROLE_LABEL, true), "%s", when);
	segments_add(&line, 90, canvas_style(ROLE_TEXT, false), "%zu task%s%s", n,
		     plural(n), n == TASKS_MOST ? " or more" : "");
	if (all->unknown_ns > 0)
		segments_add(&line, 80, canvas_style(ROLE_NOTE, false),
			     "not known who ran %.2f ms", (double)all->unknown_ns / 1e6);
	add_spread(&line, all);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* Draws the table of the cells that scope.who_first and who_last name. */
static void draw_who(struct canvas *canvas, struct rect rect, struct ui_state *state)
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

/* ---- the cells ---- */

/* Does most of it belong to slices longer than a cell? */
static bool is_spread(const struct scope_sum *sum)
{
	return sum->spread_ns > sum->heat.busy_ns / 2;
}

static void draw_cell(struct canvas *canvas, int x, int y, const struct scope_sum *sum,
		      const struct heat_look *look)
{
	if (sum->unknown_ns > sum->heat.room_ns / 2) {
		canvas_put_code(canvas, x, y, canvas_style(ROLE_DIM, false), '?');
		return;
	}
	heat_cell_draw(canvas, x, y, &sum->heat, look);
	/* Strong is a class that was counted in this cell. */
	if (is_spread(sum) && x >= 0 && x < canvas->w && y >= 0 && y < canvas->h)
		canvas->cells[y * canvas->pitch + x].flags &= (uint8_t)~CELL_STRONG;
}

static void print_clock(const struct ui_state *state, uint64_t cell, bool narrow, char text[16])
{
	/* Half a millisecond more: the clock is not exact, the begin of a cell is. */
	const double wall = scope_history_wall(state->scope_history, cell) + 0.0005;
	const time_t seconds = (time_t)floor(wall);
	struct tm tm;

	if (!localtime_r(&seconds, &tm) || !strftime(text, 16, narrow ? "%M:%S" : "%H:%M:%S", &tm))
		text[0] = '\0';
}

/* Behind the line: how long the slices were, if most of its time is spread. */
static void draw_note(struct canvas *canvas, int x, int y, const struct scope_sum *sums, size_t n)
{
	struct scope_sum all = { .longest_ns = 0 };
	char duration[16], text[24];

	for (size_t i = 0; i < n; i++) {
		heat_add(&all.heat, &sums[i].heat);
		all.spread_ns += sums[i].spread_ns;
		if (sums[i].longest_ns > all.longest_ns)
			all.longest_ns = sums[i].longest_ns;
	}
	if (!(all.heat.busy_ns > 0) || !is_spread(&all))
		return;
	format_duration(duration, sizeof(duration), (uint64_t)all.longest_ns);
	(void)snprintf(text, sizeof(text), "~%s", duration);
	(void)canvas_put(canvas, x, y, NOTE + 1, canvas_style(ROLE_DIM, false), text);
}

static void draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct scope_grid *grid, size_t line, const struct scope_sum *sums)
{
	const int label = canvas->w < WIDE ? LABEL_NARROW : LABEL_WIDE;
	const struct heat_look look = view_map_look(state);
	const uint64_t first = grid->first + line * grid->columns * grid->each;
	uint64_t chosen_first, chosen_last;
	char text[16];

	print_clock(state, first, canvas->w < WIDE, text);
	(void)canvas_put(canvas, rect.x, rect.y, label - 1, canvas_style(ROLE_LABEL, false), text);
	scope_chosen(state, grid, &chosen_first, &chosen_last);
	for (size_t i = 0; i < grid->columns; i++) {
		const struct rect cell = { rect.x + label + (int)i, rect.y, 1, 1 };
		const uint64_t begin = first + i * grid->each;

		draw_cell(canvas, cell.x, cell.y, &sums[i], &look);
		if (begin >= chosen_first && begin <= chosen_last)
			canvas_flag(canvas, cell, CELL_SELECTED);
	}
	if (rect.w >= label + (int)grid->columns + NOTE)
		draw_note(canvas, rect.x + label + (int)grid->columns + 1, rect.y, sums,
			  grid->columns);
}

/* Times within a line, at round places: ".2", ".4"; "1.0" from one second on. */
static void draw_axis(struct canvas *canvas, struct rect rect, const struct scope_grid *grid)
{
	static const unsigned int steps_ms[] = { 200, 500, 1000 };
	const int label = canvas->w < WIDE ? LABEL_NARROW : LABEL_WIDE;
	const unsigned int column_ms = (unsigned int)(grid->each * (SLICE_CELL_NS / 1000000));
	unsigned int step = 0;

	while (step < 2 && steps_ms[step] / column_ms < TICK)
		step++;
	for (unsigned int ms = 0; ms / column_ms < grid->columns; ms += steps_ms[step]) {
		char text[24];

		(void)snprintf(text, sizeof(text), ms ? "%.1fs" : "0", ms / 1000.0);
		(void)canvas_put(canvas, rect.x + label + (int)(ms / column_ms), rect.y, TICK,
				 canvas_style(ROLE_LABEL, false), text);
	}
}

static void draw_numbers(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct scope_grid *grid)
{
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	char text[WHEN];
	struct scope_sum sum;
	uint64_t first, last;

	scope_chosen(state, grid, &first, &last);
	scope_history_sum(state->scope_history, state->machine, &state->scope.target, first,
			  last - first + 1, &sum, 1);
	print_when(state, first, last, text);
	segments_add(&line, 100, canvas_style(ROLE_LABEL, true), "%s", text);
	if (!(sum.heat.room_ns > 0)) {
		segments_add(&line, 90, canvas_style(ROLE_DIM, false), "not known");
	} else {
		view_map_add_numbers(&line, &sum.heat, state);
		if (sum.unknown_ns > 0)
			segments_add(&line, 65, canvas_style(ROLE_NOTE, false),
				     "not known who ran %.0f %%",
				     100 * (double)sum.unknown_ns / (double)sum.heat.room_ns);
		add_spread(&line, &sum);
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

static void draw_nothing(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const bool seen = state->keeps_slices && state->scope_history;
	char text[sizeof(struct err) + 64];

	if (state->scope.why_not[0])
		(void)snprintf(text, sizeof(text), "no slices to look at: %s",
			       state->scope.why_not);
	else
		(void)snprintf(text, sizeof(text), "%s",
			       seen ? "the slices of this part of the recording are not kept: "
				      "only the last million cells are"
				    : "wait one interval: slices come with it");
	(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_DIM, false), text);
}

static void draw_lines(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct scope_grid *grid)
{
	const size_t n = grid->columns * grid->lines;
	struct scope_sum *sums = calloc(n, sizeof(*sums));

	if (!sums)
		return;		/* this frame has no cells */
	scope_history_sum(state->scope_history, state->machine, &state->scope.target, grid->first,
			  grid->each, sums, n);
	for (size_t i = 0; i < grid->lines; i++)
		draw_line(canvas, (struct rect){ rect.x, rect.y + (int)i, rect.w, 1 }, state, grid,
			  i, &sums[i * grid->columns]);
	free(sums);
}

/* The lines of cells are at the bottom, next to the axis: the newest is the lowest. */
void view_scope_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	const int label = canvas->w < WIDE ? LABEL_NARROW : LABEL_WIDE;
	const bool axis = rect.h >= AXIS_FROM, numbers = rect.h >= NUMBERS_FROM;
	const bool legend = rect.h >= LEGEND_FROM;
	struct scope *scope = &state->scope;
	struct scope_grid grid;
	int room = rect.h - axis - numbers - legend, y;

	scope->width = rect.w > label ? (size_t)(rect.w - label) : 0;
	scope->lines = room > 0 ? (size_t)room : 0;
	if (scope->who) {
		draw_who(canvas, rect, state);
		return;
	}
	grid = scope_grid_of(state, scope->width, scope->lines);
	if (!grid.lines) {
		draw_nothing(canvas, rect, state);
		return;
	}
	y = rect.y + room;
	rect.y += room - (int)grid.lines;
	draw_lines(canvas, rect, state, &grid);
	if (axis)
		draw_axis(canvas, (struct rect){ rect.x, y++, rect.w, 1 }, &grid);
	if (numbers)
		draw_numbers(canvas, (struct rect){ rect.x, y++, rect.w, 1 }, state, &grid);
	if (legend)
		view_map_draw_legend(canvas, (struct rect){ rect.x, y, rect.w, 1 }, state);
}
