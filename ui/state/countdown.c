/* SPDX-License-Identifier: GPL-2.0-only */
/* How long until the next interval; see countdown.h. UI thread. */
#include "config.h"
#include "ui/state/countdown.h"

#include "ui/state/state.h"

#define MS_NS UINT64_C(1000000)
#define SECOND_NS (1000 * MS_NS)

static bool is_on(const struct ui_state *state)
{
	return state->clock.now_ns && state->clock.taken_ns &&
	       state->look.interval_ns >= COUNTDOWN_FROM_NS && !state->frozen && state_is_counting(state);
}

static uint64_t left_ns(const struct ui_state *state)
{
	const uint64_t due_ns = state->clock.taken_ns + state->look.interval_ns;

	return due_ns > state->clock.now_ns ? due_ns - state->clock.now_ns : 0;
}

int countdown_left(const struct ui_state *state)
{
	return is_on(state) ? (int)((left_ns(state) + SECOND_NS - 1) / SECOND_NS) : -1;
}

int countdown_wait_ms(const struct ui_state *state)
{
	const uint64_t left = is_on(state) ? left_ns(state) : 0;

	if (!left)	/* the next interval wakes the screen */
		return -1;
	return (int)((left - 1) % SECOND_NS / MS_NS) + 1;
}
