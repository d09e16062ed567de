/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Plays a recording: its intervals one after the other, each as long as it was. Whoever calls brings
 * the clock, so nothing here waits. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/state/ui_state.h"

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
