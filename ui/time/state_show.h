/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The snapshot on the screen: the newest, a frozen one, or one of the past. Also the list of its
 * rows, which is made only when the snapshot, the view, the order or a filter changed, not for each
 * frame. Called by ui.c and the keys on the UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/state/ui_state.h"

struct change;

/*
 * Takes the next snapshot, borrowed until the next call, and shows it unless the screen is frozen.
 * With the first one of a recording the sum of the recording is shown, which grows; with the last
 * one of a command the sum of its run.
 * The last one of a recording (`ended`) has no rows: what is shown stays. 0 or -ENOMEM: then fewer
 * rows are listed.
 */
int state_show(struct ui_state *state, const struct snapshot *snapshot);

/* Lists the rows again: after a change of view, order, folding or filter. 0 or -ENOMEM. */
int state_list(struct ui_state *state);

/* Freezes the screen at the snapshot that is shown, or thaws it. False: nothing changed. */
bool state_freeze(struct ui_state *state);
bool state_thaw(struct ui_state *state);

/*
 * Shows the whole recording, or the whole run of a command that has ended, as one interval; again:
 * back to the interval before. False: there is nothing to sum.
 */
bool state_sum_up(struct ui_state *state);

/*
 * Switches the averaged mode: the last intervals together. False: it makes no difference, because
 * the whole is shown.
 */
bool state_average(struct ui_state *state);

/* Freezes, and shows the kept interval with this seq, or nearest before it. False: there is none. */
bool state_go_to(struct ui_state *state, uint64_t seq);

/* The change with which the level begins that the interval on the screen has; NULL: it is no such interval. */
const struct change *state_change(const struct ui_state *state);

/* Freezes at the next change, or (direction < 0) at the one before. False: there is none. */
bool state_go_to_change(struct ui_state *state, int direction);

/* Freezes, and steps so many snapshots back (negative) or forward. False: there is none. */
bool state_step(struct ui_state *state, long steps);

/*
 * ---- plays a recording ----
 *
 * Its intervals one after the other, each as long as it was. Whoever calls brings the clock, so nothing here waits.
 */

/*
 * Plays from the interval on the screen, or from the first if the sum or the last one is there;
 * again: pauses. False: this is no recording.
 */
bool play_toggle(struct ui_state *state);

/* The user goes to another interval: that one stays. */
void play_stop(struct ui_state *state);

/* Shows the next interval if it is due. True: it is on the screen, and its rows are listed. */
bool play_tick(struct ui_state *state, uint64_t now_ns);

/* How long until then, in ms; -1: nothing is played. */
int play_wait_ms(const struct ui_state *state, uint64_t now_ns);
