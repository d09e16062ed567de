/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Questions about the state of the screen (which view, which rows, which order), and moves of its
 * cursor and between views. Used by all modules above; UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

/* The view_state in use: of the view, of a group's processes, or of the inside of a process. */
struct view_state *state_current(struct ui_state *state);
const struct column_order *state_order(const struct ui_state *state);
const struct cursor *state_cursor(const struct ui_state *state);

/* Needed: columns of level 2 are on the screen, or rows are ordered or filtered by one. */
enum level2_demand state_level2_demand(const struct ui_state *state);

/* Is it shown how long threads wait for a CPU, or are rows ordered or filtered by it? */
bool state_wants_waits(const struct ui_state *state);

/* The family of the machine's CPUs; NULL: not known, or not yet. */
const struct family *state_family(const struct ui_state *state);

/* What a row of the list is; ROW_CPU in the tree of CPUs. */
enum row_kind state_kind(const struct ui_state *state);

/* Is the view (or what is inside of it) the tree of CPUs? */
bool state_shows_cpus(const struct ui_state *state);

/* Are the rows a tree of processes, each behind its parent? */
bool state_shows_tree(const struct ui_state *state);

/* Are processes listed, each followed by its threads? */
bool state_lists_threads(const struct ui_state *state);

/* The snapshot that listed rows and their texts belong to: the one shown, or the exited sums. */
const struct snapshot *state_rows_of(const struct ui_state *state);

/*
 * The filter of the list on the screen: processes and threads share one, the views of CPUs share
 * one; the inside of a process has its own.
 */
struct row_filter *state_filter(struct ui_state *state);
const struct row_filter *state_filter_shown(const struct ui_state *state);

/*
 * Which tasks no list shows, as bits of enum filter_hide, whatever the filter of the list is.
 * state_hide() returns false without memory.
 */
unsigned int state_hidden(const struct ui_state *state);
bool state_hide(struct ui_state *state, unsigned int hidden);

/* Units of the cells on the screen: percent while differences to a baseline are shown. */
enum units_id state_units(const struct ui_state *state);

/* What bars are drawn with. */
enum bars_id state_bars(const struct ui_state *state);

/*
 * Does no interval follow that the user waits for: is all recorded, or have the watched tasks ended?
 */
bool state_is_past(const struct ui_state *state);

/* Is this machine, or the demo, counted now, so that intervals end by the clock? */
bool state_is_counting(const struct ui_state *state);

/* What graphs are drawn with: as chosen, where the terminal has it. */
enum graphs_id state_graphs(const struct ui_state *state);

/* The row under the cursor, or NULL. */
const struct row *state_selected(struct ui_state *state);

/* Moves the cursor and pins it to its row. To the top: unpins it, it stays on the first line. */
void state_move(struct ui_state *state, long lines);
void state_move_to_top(struct ui_state *state);
void state_move_to_end(struct ui_state *state);

/*
 * After rows were listed: moves the cursor to the row it is pinned to; without that row the line
 * stays.
 */
void state_place_cursor(struct ui_state *state);

/* Shows another view; leaves the group, process or detail that is open. */
void state_switch_view(struct ui_state *state, enum view_id view);

/* Enters the group or process under the cursor. False: the row has nothing to enter. */
bool state_enter(struct ui_state *state);

/* Back out of a process, a group, or the view. False: this is a home view. */
bool state_leave(struct ui_state *state);

/* Shows a text in the state line until the next key, for about five seconds at most. */
void state_say(struct ui_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * How long until the next interval comes, for intervals so long that one wonders. The loop of the UI
 * brings the clock: without it nothing is counted down.
 */
#define COUNTDOWN_FROM_NS UINT64_C(5000000000)	/* intervals of this length */

/* Seconds, rounded up; 0: it is due; -1: nothing is awaited, the interval is short, or no clock. */
int countdown_left(const struct ui_state *state);

/* In how many ms the number of seconds is another one; -1: as above. */
int countdown_wait_ms(const struct ui_state *state);

/* ---- the followed task (key f): is it in the list, and if not, why? No other row stands for it ---- */

enum followed {
	FOLLOWED_NONE,		/* no task is followed in this list */
	FOLLOWED_HERE,		/* the cursor is on it */
	FOLLOWED_HIDDEN,	/* the interval has it, the list has not: a filter, a fold */
	FOLLOWED_ABSENT,	/* it did not run */
	FOLLOWED_EXITED		/* it has exited, as far as tdtop saw */
};

/* Of the list on the screen. */
enum followed follow_where(const struct ui_state *state);

/*
 * Notes if followed tasks exit in this snapshot; called for each new one, also while the screen is
 * frozen.
 */
void follow_see(struct ui_state *state, const struct snapshot *snapshot);

/* "following 2311 memhog", "followed task 2311 has exited"; "" if none is. */
void follow_print(const struct ui_state *state, char *text, size_t size);
