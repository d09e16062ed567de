/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Time"; see keys_time.h. UI thread. */
#include "config.h"
#include "ui/keys/keys_time.h"

#include "ui/state/play.h"
#include "ui/state/state.h"
#include "ui/state/state_show.h"

unsigned int keys_time_freeze(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->frozen)
		return state_thaw(state) ? R_ROWS : R_NONE;
	return state_freeze(state) ? R_ROWS : R_NONE;
}

unsigned int keys_time_compare(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->timeline.compares)
		state->timeline.compares = false;
	else if (!state->snapshot || !timeline_compare(&state->timeline, state->snapshot))
		return R_NONE;
	return R_ROWS;
}

unsigned int keys_time_end(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_is_counting(state))
		return R_END;
	state_say(state, "nothing is counted now: there is no interval to end");
	return R_DRAW;
}

unsigned int keys_time_play(struct ui_state *state, int argument)
{
	(void)argument;
	if (play_toggle(state))
		return R_ROWS;
	state_say(state, "p plays recordings: tdtop -i FILE");
	return R_DRAW;
}

unsigned int keys_time_average(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_average(state))
		return R_ROWS;
	state_say(state, "the summary is of all intervals already: s goes back to single ones");
	return R_DRAW;
}

unsigned int keys_time_summary(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_sum_up(state))
		return R_ROWS;
	state_say(state, state->whole.sums ?
			 "the summary comes when the command has ended" :
			 "only a recording (-i) and a command (--) have a summary of the whole");
	return R_DRAW;
}

unsigned int keys_time_chart(struct ui_state *state, int argument)
{
	(void)argument;
	state->chart = !state->chart;
	return R_DRAW;
}

unsigned int keys_time_step(struct ui_state *state, int steps)
{
	play_stop(state);
	if (state_step(state, steps))
		return R_ROWS;
	state_say(state, steps < 0 ? "no earlier interval is kept" : "this is the last interval");
	return R_DRAW;
}
