/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time map (struct time_map): a line for each CPU, core or socket, the last intervals across.
 * Columns end at the newest interval; if there are more intervals than columns, a column has 2, 4,
 * 8, ... of them, added by time and slots. Called by the keys; UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

#define MAP_COLUMNS 512		/* at most */

/* How intervals lie in the columns. */
struct map_grid {
	size_t columns;		/* the last one is the newest; 0: there is no interval */
	uint64_t each;		/* intervals of a column */
	uint64_t last;		/* number of the last column: seq / each */
};

/* Opens it with the cursor at the frozen interval, or at the newest one. */
void time_map_open(struct ui_state *state);
void time_map_close(struct ui_state *state);
void time_map_done(struct time_map *map);

/* "all CPUs", "cpu 3", "core 0/12" (in socket 0), "socket 1"; narrow: 5 cells at most. */
#define TIME_MAP_LABEL 24
void time_map_label(const struct ui_state *state, size_t index, bool narrow,
		    char text[TIME_MAP_LABEL]);

struct map_grid time_map_grid(const struct ui_state *state, size_t width);

/* The column of an interval; `columns` if it is in none. */
size_t time_map_column(const struct map_grid *grid, uint64_t seq);

/* Adds up a line's intervals into the cells of the columns. */
void time_map_line(const struct ui_state *state, const struct map_grid *grid,
		   const struct map_line *line, struct heat cells[MAP_COLUMNS]);

/*
 * The interval of a column in which this line had most to do: for what is told of it, and where
 * Enter goes. False: the column has none.
 */
bool time_map_busiest(const struct ui_state *state, const struct map_grid *grid,
		      const struct map_line *line, size_t column, struct cpu_interval *interval);

/* The column under the cursor. */
size_t time_map_cursor(const struct ui_state *state, const struct map_grid *grid);

void time_map_move_line(struct time_map *map, long lines);
/* A column back or forth; from the newest one on the cursor follows the time. */
void time_map_move_column(struct ui_state *state, long steps);

/* Lines of CPUs, cores, sockets, in turn. */
void time_map_fold(struct ui_state *state);
