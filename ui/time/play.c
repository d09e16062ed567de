/* SPDX-License-Identifier: GPL-2.0-only */
/* Plays a recording; see play.h. UI thread. */
#include "config.h"
#include "ui/time/play.h"

#include <limits.h>

#include "ui/time/state_show.h"

#define MS 1000000ULL

bool play_toggle(struct ui_state *state)
{
	struct play *play = &state->play;

	if (!state->recorded && !state->ended)
		return false;
	play->mode = play->mode == PLAY_ON ? PLAY_PAUSED : PLAY_ON;
	play->due_ns = 0;
	if (play->mode == PLAY_PAUSED)
		return true;
	if (state->whole.shown)
		(void)state_step(state, +1);
	else if (state->ended && state_is_newest(state))
		(void)state_step(state, -LONG_MAX);
	return true;
}

void play_stop(struct ui_state *state)
{
	state->play = (struct play){ .mode = PLAY_OFF };
}

/* How long the interval on the screen was. An average is shown as long as one of its intervals. */
static uint64_t length_ns(const struct ui_state *state)
{
	const uint64_t n = state->snapshot ? state->snapshot->intervals : 0;
	const uint64_t ns = state->snapshot ? state->snapshot->interval_ns : 0;

	return n ? ns / n : ns;
}

bool play_tick(struct ui_state *state, uint64_t now_ns)
{
	struct play *play = &state->play;
	const uint64_t length = length_ns(state);

	if (play->mode != PLAY_ON)
		return false;
	if (!state->frozen || state->whole.shown) {
		play_stop(state);
		return false;
	}
	if (!play->due_ns) {
		play->due_ns = now_ns + length;
		return false;
	}
	if (now_ns < play->due_ns)
		return false;
	if (!state_step(state, +1)) {
		if (state->ended)
			play_stop(state);
		else		/* it is not read yet */
			play->due_ns = now_ns + length;
		return state->ended;
	}
	play->due_ns += length_ns(state);
	if (play->due_ns <= now_ns)	/* after a stop nothing is made up for */
		play->due_ns = now_ns + length_ns(state);
	(void)state_list(state);
	return true;
}

int play_wait_ms(const struct ui_state *state, uint64_t now_ns)
{
	const struct play *play = &state->play;
	uint64_t ms;

	if (play->mode != PLAY_ON)
		return -1;
	if (play->due_ns <= now_ns)
		return 0;
	ms = (play->due_ns - now_ns + MS - 1) / MS;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}
