/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Time"; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/state/state.h"
#include "ui/time/state_show.h"

unsigned int keys_time_freeze(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->frozen)
		return state_thaw(state) ? R_ROWS : R_NONE;
	return state_freeze(state) ? R_ROWS : R_NONE;
}

/* What can be compared with what is shown now, in a sentence. */
static const char *base_in_words(const struct ui_state *state)
{
	return state->whole.shown ? "the whole is the base: [ ] show single intervals compared with it" :
	       state->frozen	  ? "what is shown is the base: [ ] show other intervals, z goes on" :
				    "this is the base: the next intervals are compared with it";
}

/* Nothing else is there, or ever comes. */
static bool is_alone(const struct ui_state *state)
{
	size_t n;

	(void)timeline_position(&state->timeline, 0, &n);
	return state->recorded && !state->timeline.live && n < 2;
}

unsigned int keys_time_compare(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->timeline.compares) {
		state->timeline.compares = false;
		return R_ROWS;
	}
	if (!state->snapshot || is_alone(state))
		state_say(state, state->snapshot ? "this is the only interval: there is nothing to compare it with" :
						   "no interval has ended: there is nothing to compare with");
	else if (!timeline_compare(&state->timeline, state->snapshot, state->whole.shown))
		state_say(state, "not enough memory to compare");
	else
		state_say(state, "%s", base_in_words(state));
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

unsigned int keys_time_change(struct ui_state *state, int direction)
{
	play_stop(state);
	if (state_go_to_change(state, direction))
		return R_ROWS;
	state_say(state, direction < 0 ? "no change was found before this interval" :
					 "no change was found behind this interval");
	return R_DRAW;
}
