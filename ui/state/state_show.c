/* SPDX-License-Identifier: GPL-2.0-only */
/* The snapshot on the screen and its rows; see state_show.h. UI thread. */
#include "config.h"
#include "ui/state/state_show.h"

#include <limits.h>

#include "ui/state/detail.h"
#include "ui/state/menu.h"
#include "ui/state/rows.h"
#include "ui/state/state.h"

/*
 * Of the newest interval what was sure over time; of an older one what was found in it alone. An
 * average of intervals may have the seq of the newest, but never its length.
 */
static void refresh_bottleneck(struct ui_state *state)
{
	const struct bottleneck_filter *findings = &state->findings;
	const struct snapshot *snapshot = state->snapshot;

	if (!snapshot)
		return;
	if (findings->seq == snapshot->seq && findings->interval_ns == snapshot->interval_ns)
		state->bottleneck = findings->shown;
	else
		bottleneck_find(snapshot, &state->bottleneck);
}

int state_list(struct ui_state *state)
{
	int ret = rows_list(state);

	refresh_bottleneck(state);
	detail_refresh(state);
	menu_refresh(state);
	state_place_cursor(state);
	return ret;
}

/*
 * The recording is over: what is shown stays, or the last interval is shown. The snapshot has no
 * rows, only the reason if the recording ended unexpectedly.
 */
static int end(struct ui_state *state, const struct snapshot *snapshot)
{
	const struct snapshot *last;

	state->ended = true;
	if (snapshot->trouble[0])
		state_say(state, "%s", snapshot->trouble);
	state->timeline.live = NULL;
	if (state->frozen)
		return 0;
	/*
	 * The borrowed snapshot goes back with this call: show its copy from the history instead.
	 */
	last = timeline_newest(&state->timeline);
	state->snapshot = last;
	state->frozen = last != NULL;
	return state_list(state);
}

int state_show(struct ui_state *state, const struct snapshot *snapshot)
{
	if (snapshot->ended)
		return end(state, snapshot);
	timeline_add(&state->timeline, snapshot);
	if (state->history)
		machine_history_add(state->history, snapshot);
	if (state->row_history)
		row_history_add(state->row_history, snapshot);
	/* Without memory the map lacks an interval. */
	if (state->cpu_history)
		(void)cpu_history_add(state->cpu_history, snapshot);
	if (!state->recorded)	/* all of it is read at once, and shown frozen */
		bottleneck_filter_add(&state->findings, snapshot);
	if (state->exited)
		exited_add(state->exited, snapshot);
	if (state->message_left && !--state->message_left)
		state->message[0] = '\0';
	if (snapshot->recording.news != state->record_news) {
		state->record_news = snapshot->recording.news;
		state_say(state, "%s", snapshot->recording.text);
	}
	if (state->frozen)
		return 0;
	state->snapshot = snapshot;
	state->machine = snapshot->machine;
	if (state->recorded)
		(void)state_freeze(state);
	return state_list(state);
}

bool state_freeze(struct ui_state *state)
{
	const struct snapshot *copy;

	if (state->frozen || !state->snapshot)
		return false;
	copy = timeline_freeze(&state->timeline, state->snapshot);
	if (!copy)
		return false;
	state->snapshot = copy;
	state->frozen = true;
	return true;
}

bool state_thaw(struct ui_state *state)
{
	if (!state->frozen)
		return false;
	if (state->ended)
		return state_step(state, LONG_MAX);
	state->frozen = false;
	state->recorded = false;	/* follow the recording to its end */
	state->snapshot = state->timeline.live;
	if (state->snapshot)
		state->machine = state->snapshot->machine;
	return true;
}

bool state_go_to(struct ui_state *state, uint64_t seq)
{
	const struct snapshot *there;

	(void)state_freeze(state);
	if (!state->frozen)
		return false;
	there = timeline_at(&state->timeline, seq);
	if (there)
		state->snapshot = there;
	return there != NULL;
}

bool state_step(struct ui_state *state, long steps)
{
	const struct snapshot *there;
	bool froze = steps < 0 && state_freeze(state);

	there = state->frozen ? timeline_step(&state->timeline, state->snapshot->seq, steps) : NULL;
	if (there)
		state->snapshot = there;
	return there || froze;
}
