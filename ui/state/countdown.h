/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long until the next interval comes, for intervals so long that one wonders. The loop of the
 * UI brings the clock: without it nothing is counted down. UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

#define COUNTDOWN_FROM_NS UINT64_C(5000000000)	/* intervals of this length */

/* Seconds, rounded up; 0: it is due; -1: nothing is awaited, the interval is short, or no clock. */
int countdown_left(const struct ui_state *state);

/* In how many ms the number of seconds is another one; -1: as above. */
int countdown_wait_ms(const struct ui_state *state);
