/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines and columns of the time map; see time_map.h. UI thread. */
#include "config.h"
#include "ui/time/time_map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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

int time_map_list(struct ui_state *state, size_t page)
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
