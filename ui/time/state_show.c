/* SPDX-License-Identifier: GPL-2.0-only */
/* The snapshot on the screen and its rows; see state_show.h. UI thread. */
#include "config.h"
#include "ui/time/state_show.h"

#include <limits.h>

#include "model/verdict/change_watch.h"
#include "ui/detail/detail.h"
#include "ui/detail/node_lines.h"
#include "ui/lists/rows.h"
#include "ui/setup/menu.h"
#include "ui/state/state.h"
#include "ui/table/sentence.h"
#include "ui/time/scope.h"

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

/* The sentence, COST and the order of the rows are of the same node. */
static void name_node(struct ui_state *state)
{
	const enum metric_id node =
		bottleneck_node_of_cost(&state->bottleneck, state_family(state));

	state_current(state)->order.named = node == M_NONE ? NULL : columns_of_metric(node);
}

int state_list(struct ui_state *state)
{
	int ret;

	refresh_bottleneck(state);
	name_node(state);
	ret = rows_list(state);
	detail_refresh(state);
	node_lines_refresh(state);
	menu_refresh(state);
	state_place_cursor(state);
	return ret;
}

/* Shows an interval, or the average that ends with it. */
static void show_interval(struct ui_state *state, const struct snapshot *interval)
{
	const struct snapshot *average = average_of(&state->average, &state->timeline, interval);

	state->snapshot = average ? average : interval;
	state->machine = interval->machine;
}

bool state_average(struct ui_state *state)
{
	const struct snapshot *interval = state->timeline.live;

	if (state->whole.shown)
		return false;
	state->average.on = !state->average.on;
	if (state->frozen)
		interval = timeline_at(&state->timeline, state->snapshot->seq);
	if (interval)
		show_interval(state, interval);
	if (!state->average.on)
		average_done(&state->average);
	return true;
}

/* Shows the sum of all that was read, or of the run of a command. False: there is none. */
static bool show_whole(struct ui_state *state)
{
	struct whole *whole = &state->whole;
	const struct snapshot *sum = whole_sum(whole, state->timeline.live);

	if (!sum)
		return false;
	if (!whole->shown) {
		whole->was_frozen = state->frozen;
		whole->seq = state->snapshot ? state->snapshot->seq : 0;
	}
	whole->shown = state->frozen = true;
	state->snapshot = sum;
	state->machine = sum->machine;
	return true;
}

/* Back to the interval that was shown before the sum. */
static bool leave_whole(struct ui_state *state)
{
	struct whole *whole = &state->whole;
	const struct snapshot *there = NULL;

	if (whole->was_frozen || state->recorded || state->ended)
		there = timeline_at(&state->timeline, whole->seq);
	if (!there && !state->timeline.live)
		return false;
	whole->shown = false;
	state->frozen = there != NULL;
	show_interval(state, there ? there : state->timeline.live);
	return true;
}

bool state_sum_up(struct ui_state *state)
{
	return state->whole.shown ? leave_whole(state) : show_whole(state);
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
	if (state->whole.shown && show_whole(state))
		return state_list(state);
	if (state->frozen)
		return 0;
	/*
	 * The borrowed snapshot goes back with this call: show its copy from the history instead.
	 */
	last = timeline_newest(&state->timeline);
	if (last)
		show_interval(state, last);
	else
		state->snapshot = NULL;
	state->frozen = last != NULL;
	return state_list(state);
}

/* The first interval of a recording, the last one of watched tasks: their sum is shown. */
static void begin_or_end(struct ui_state *state)
{
	if (!show_whole(state) && state->recorded)
		(void)state_freeze(state);
}

/* A change that was just found: of a recording, which is read at once, keys and marks tell it. */
static void say_change(struct ui_state *state, const struct change *change)
{
	char text[CHANGE_TEXT];

	if (!change || state->recorded || state->message[0])
		return;
	change_sentence_print(change, state->look.ascii ? CHANGE_ASCII : 0, text);
	state_say(state, "%s", text);
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
	scope_add(state, snapshot);
	/* Without memory the map lacks an interval. */
	if (state->cpu_history)
		(void)cpu_history_add(state->cpu_history, snapshot);
	if (!state->recorded)	/* all of it is read at once, and shown frozen */
		bottleneck_filter_add(&state->findings, snapshot);
	if (state->exited)
		exited_add(state->exited, snapshot);
	whole_add(&state->whole, snapshot);
	follow_see(state, snapshot);
	if (state->message_left && !--state->message_left)
		state->message[0] = '\0';
	if (state->changes)
		say_change(state, change_watch_add(state->changes, snapshot));
	if (snapshot->recording.news != state->record_news) {
		state->record_news = snapshot->recording.news;
		state_say(state, "%s", snapshot->recording.text);
	}
	if (state->whole.shown)
		return whole_has_grown(&state->whole, snapshot) && show_whole(state) ?
			       state_list(state) : 0;
	if (state->frozen)
		return 0;
	show_interval(state, snapshot);
	if (state->recorded || snapshot->last)
		begin_or_end(state);
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
	state->frozen = state->whole.shown = false;
	state->recorded = false;	/* follow the recording to its end */
	if (state->timeline.live)
		show_interval(state, state->timeline.live);
	else
		state->snapshot = NULL;
	return true;
}

/* Is the newest interval of the history on the screen? */
static bool state_is_newest(const struct ui_state *state)
{
	size_t n = 0, at = 0;

	if (state->snapshot && !state->whole.shown)
		at = timeline_position(&state->timeline, state->snapshot->seq, &n);
	return n && at == n;
}

/* The sum is before the first interval, and behind the last one. */
static bool step_from_whole(struct ui_state *state, long steps)
{
	const struct snapshot *there =
		timeline_step(&state->timeline, steps < 0 ? UINT64_MAX : 0,
			      steps < 0 ? steps : steps - 1);

	if (!there)
		return false;
	state->whole.shown = false;
	show_interval(state, there);
	return true;
}

bool state_go_to(struct ui_state *state, uint64_t seq)
{
	const struct snapshot *there;

	(void)state_freeze(state);
	if (!state->frozen)
		return false;
	there = timeline_at(&state->timeline, seq);
	if (!there)
		return false;
	show_interval(state, there);
	state->whole.shown = false;
	return true;
}

const struct change *state_change(const struct ui_state *state)
{
	const uint64_t seq = state->snapshot && !state->whole.shown ? state->snapshot->seq : 0;

	if (!state->changes || !seq)
		return NULL;
	return change_watch_of(state->changes, state->change.seq && state->change.shown == seq ?
			       state->change.seq : seq);
}

bool state_go_to_change(struct ui_state *state, int direction)
{
	const struct change *here = state_change(state), *change;
	uint64_t seq = here ? here->seq : state->snapshot ? state->snapshot->seq : 0;

	if (state->whole.shown)
		seq = direction < 0 ? UINT64_MAX : 0;
	change = state->changes ? change_watch_beside(state->changes, seq, direction) : NULL;
	if (!change || !state_go_to(state, change->seq))
		return false;
	state->change.seq = change->seq;
	state->change.shown = state->snapshot->seq;
	state->map.seq = change->seq;
	return true;
}

bool state_step(struct ui_state *state, long steps)
{
	const struct snapshot *there;
	bool froze;

	if (state->whole.shown)
		return step_from_whole(state, steps);
	froze = steps < 0 && state_freeze(state);
	there = state->frozen ? timeline_step(&state->timeline, state->snapshot->seq, steps) : NULL;
	if (there)
		show_interval(state, there);
	return there || froze;
}

/* ---- plays a recording ---- */

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
