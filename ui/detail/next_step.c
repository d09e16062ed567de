/* SPDX-License-Identifier: GPL-2.0-only */
/* The next step from a node as commands; see next_step.h. UI thread. */
#include "config.h"
#include "ui/detail/next_step.h"

#include <stdio.h>

#include "model/perf_command.h"
#include "ui/detail/cursor_node.h"

#define EVENTS 192

static bool is_whole(char *text, size_t size, int length)
{
	if (length >= 0 && (size_t)length < size)
		return true;
	text[0] = '\0';
	return false;
}

/* What perf record samples, of the node under the cursor; returns how many events, 0: none. */
static int print_events(const struct ui_state *state, char *events, size_t size)
{
	const struct perf_mode mode = { .guest = state->machine->guest,
					.user_only = state->machine->user_only };
	struct cursor_node cursor;

	if (cursor_node_find(state, &cursor) && cursor_node_print_event(state, &cursor, events, size))
		return 1;
	return perf_print_events(state->machine->family, state->detail.node, mode, events, size);
}

bool next_step_record(const struct ui_state *state, char *text, size_t size)
{
	const struct perf_target *target = &state->detail.target;
	const char *cgroup = target->cgroup;
	char events[EVENTS];
	int n = print_events(state, events, sizeof(events));
	bool two = n > 1 && cgroup[0];	/* -G has a cgroup for each event */

	text[0] = '\0';
	if (!n || !target->text[0])
		return false;
	return is_whole(text, size,
			snprintf(text, size, "perf record -e %s %s%s%s%s%s -- sleep %d", events,
				 target->text, cgroup[0] ? " -G " : "", cgroup, two ? "," : "",
				 two ? cgroup : "", NEXT_STEP_SECONDS));
}

struct perf_name next_step_metric(const struct ui_state *state)
{
	const struct perf_names *(*perf)(void) = state->nodes.seams.perf;
	struct cursor_node cursor;
	const char *metric = cursor_node_find(state, &cursor) ?
				     cursor_node_metric(state, &cursor) :
				     perf_metric_name(state->machine->family, state->detail.node);

	return metric ? perf_name_of(metric, perf ? perf() : NULL) : (struct perf_name){ 0 };
}

bool next_step_stat(const struct ui_state *state, char *text, size_t size)
{
	const struct perf_target *target = &state->detail.target;
	const char *metric = next_step_metric(state).name;

	text[0] = '\0';
	/* perf has no share of a region to compare with. */
	if (!metric || !target->text[0] || state->detail.row.kind == ROW_REGION)
		return false;
	return is_whole(text, size,
			snprintf(text, size, "perf stat -M %s %s%s%s -- sleep %d", metric,
				 target->text, target->cgroup[0] ? " --for-each-cgroup " : "",
				 target->cgroup, NEXT_STEP_SECONDS));
}

const struct node_sample *next_step_sample(const struct ui_state *state)
{
	static const enum core_type types[] = { TYPE_CORE, TYPE_ATOM };
	const struct node_sample *worst = NULL;

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const struct node_sample *sample =
			perf_sample(state->machine->family, state->detail.node, types[i]);

		if (sample && (!worst || sample->kind > worst->kind))
			worst = sample;
	}
	return worst;
}
