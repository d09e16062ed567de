/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of the screen around lists, and the code views with theirs. UI thread. */
#pragma once

#include <stdbool.h>

#include "ui/draw/canvas.h"
#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* The head of the screen: a line each for title, machine and trend. */

/* The first line of the screen: a title, as much as fits beside what the numbers mean. */
void view_header_draw_first(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			    struct segments *title);
void view_header_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state);
void view_header_draw_machine(struct canvas *canvas, struct rect rect,
			      const struct ui_state *state);
/* What limits the machine, in plain words. */
void view_header_draw_sentence(struct canvas *canvas, struct rect rect,
			       const struct ui_state *state);
void view_header_draw_trend(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/*
 * What all numbers on the screen mean, in the head: invented, frozen, recorded, a change, a sum. It
 * stands in the place of the clock, and nothing takes that away.
 */

/* Is there anything to say beside the clock? */
bool view_meaning_is_special(const struct ui_state *state);

/*
 * Draws it at the right end of the line, with the clock, in shorter words where there is little
 * room: a title of so many cells has room beside the longest ones. Returns how many cells it took.
 */
int view_meaning_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      int title);

/*
 * A meter for each CPU in the head: its number, a bar of its classes as long as it was busy, and
 * the percentage.
 */

/* Number of CPUs that have a meter; 0: none is shown. */
int view_meters_wanted(const struct ui_state *state);

/*
 * CPUs go down the columns, in the order of their numbers; the last cell says how many have none.
 */
void view_meters_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/*
 * The state line: what a reader must know about the numbers before trusting them, but for what the
 * title says of all of them (above). The layout has a line for it only if there is
 * something to say.
 */

/* Is there anything to say? */
bool status_has_something(const struct ui_state *state);
/* Draws the line; in short words where it does not fit, and without its least important parts. */
void status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The last line: the keys of this screen. */
void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The code of the key whose name or word is at cell x of a footer w cells wide; 0: none. */
int view_footer_code_at(const struct ui_state *state, int w, int x);

/*
 * The code views: lists by the columns of ui/code_views/code_views.c, pictures by a function in the
 * table of view_code.c.
 */

/* The first line: the recording, its time, the process. */
void view_code_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The views that are open one over the other; why the selected object has no names. */
void view_code_draw_path(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The head of the columns and the rows; or a picture in both. */
void view_code_draw(struct canvas *canvas, struct rect head, struct rect rows,
		    struct ui_state *state);

/* The column of the list whose head is at cell x; NULL: none. */
const struct row_column *view_code_column_at(const struct ui_state *state, int x);

/* The question of key E. */
void view_code_draw_formats(struct canvas *canvas, struct rect rect);

/* How sampling goes: what gave way, what is not possible. */
void view_code_live_put_remark(struct page *page, const struct code_screen *code);

/* The node whose event takes the samples. */
void view_code_live_add_path(struct segments *line, const struct ui_state *state);
/* What shares of functions are of: " by L3 misses". */
void view_code_live_join_counted(struct segments *line, const struct code_screen *code);

/*
 * The state line of the code views: what a reader must know about the profile before trusting it.
 * It is always there: event and period, stacks, bias, what was dropped, what the trigger prefers,
 * what this CPU does not tell. In short words where it does not fit, and then without its least
 * important parts.
 */
void view_code_status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);
