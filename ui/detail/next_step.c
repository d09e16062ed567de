/* SPDX-License-Identifier: GPL-2.0-only */
/* The next step from a node as commands; see next_step.h. UI thread. */
#include "config.h"
#include "ui/detail/next_step.h"

#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/perf_command.h"
#include "model/tree/tree.h"
#include "ui/code_views/code_state.h"
#include "ui/detail/node_lines.h"
#include "ui/detail/views.h"
#include "ui/state/state.h"

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

/* How the installed perf calls the node under the cursor; .name NULL: perf has no such metric. */
static struct perf_name next_step_metric(const struct ui_state *state)
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

/* The row of the node's event; of a hybrid the one that is less good. NULL: there is none. */
static const struct node_sample *next_step_sample(const struct ui_state *state)
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

/* ---- in words ---- */

/* Whose event the command samples, and how good it is. */
static void put_event(struct page *page, const struct ui_state *state)
{
	static const char *const words[] = {
		[SAMPLE_PRECISE] = "",
		[SAMPLE_PLAIN] = "This CPU has no precise event for it: the addresses are some "
				 "instructions late.",
		[SAMPLE_CYCLES] = "This CPU has no event for it to sample: this shows where the "
				  "cycles are spent.",
	};
	const struct node_sample *sample = next_step_sample(state);
	const struct tree_event *event;
	struct cursor_node cursor;
	char text[160];

	if (cursor_node_find(state, &cursor) && cursor.sampled != cursor.index) {
		(void)snprintf(text, sizeof(text), "It has no event of its own: this is that of %s.",
			       cursor.sampled < 0 ? metrics[state->detail.node].title
						: tree_node(cursor.tree, cursor.sampled)->title);
		page_put_text(page, ROLE_TEXT, NULL, text);
	}
	event = cursor.node ? cursor_node_event(&cursor) : NULL;
	if (event && !event->precise)
		page_put_text(page, ROLE_TEXT, NULL, words[SAMPLE_PLAIN]);
	else if (!event && sample && (sample->note || words[sample->kind][0]))
		page_put_text(page, ROLE_TEXT, NULL,
			      sample->note ? sample->note : words[sample->kind]);
}

/* What to try; NULL: nothing is known. */
static const char *advice_of(const struct ui_state *state)
{
	struct cursor_node cursor;

	if (!family_has_counters(state_family(state)))
		return NULL;
	return cursor_node_find(state, &cursor) ? tree_advice(cursor.node->slug)
						    : metrics[state->detail.node].advice;
}

/* What to try, then the command that finds the code to try it on. */
static void put_step(struct page *page, const struct ui_state *state)
{
	char command[STATE_COPIED];

	if (advice_of(state)) {
		page_put_line(page, ROLE_TITLE, "What to try");
		page_put_text(page, ROLE_TEXT, NULL, advice_of(state));
		page_put_line(page, ROLE_TEXT, "");
	}
	if (next_step_record(state, command, sizeof(command))) {
		page_put_line(page, ROLE_TITLE, "Next step (y copies it)");
		page_put_text(page, ROLE_KEY, NULL, command);
		put_event(page, state);
	} else {
		page_put_line(page, ROLE_TITLE, "Next step");
	}
	if (state->code.seams.live && code_is_possible(&state->code))
		page_put_text(page, ROLE_TEXT, NULL,
			      family_has_counters(state_family(state)) ?
			      "Enter: where in the code, sampled now." :
			      "Enter: its functions, sampled by the clock; c there: call stacks.");
	page_put_line(page, ROLE_TEXT, "");
}

/* Whether and when the line of perf stat prints the same number. */
static const char *caveat_of(const struct ui_state *state)
{
	if (!strcmp(state->machine->source, "demo"))
		return "Demo: on this machine the command finds nothing.";
	if (state->recorded || !strcmp(state->machine->source, "replay"))
		return "Recorded: use it on that machine, while the same work runs.";
	if (state->detail.row.exited)
		return "It has exited: use it when the same work runs again.";
	return "The same share, of the next 10 s. Quit tdtop first: both need the same counters, "
	       "and beside tdtop perf would have them for a small part of the time.";
}

/* What another perf calls it, and which has it at all. */
static void put_perf(struct page *page, const struct ui_state *state)
{
	const struct perf_name metric = next_step_metric(state);
	char text[160];

	if (metric.missing)
		(void)snprintf(text, sizeof(text), "The perf that is installed here does not have "
			       "it: that takes perf %s.", metric.since ? metric.since : "6.1");
	else if (metric.other)
		(void)snprintf(text, sizeof(text), "(%s perf: %s)",
			       metric.other_is_newer ? "newer" : "older", metric.other);
	else if (metric.since)
		(void)snprintf(text, sizeof(text), "(perf %s has it)", metric.since);
	else
		return;
	page_put_text(page, ROLE_TEXT, NULL, text);
}

static void put_stat(struct page *page, const struct ui_state *state)
{
	char command[STATE_COPIED];

	if (!next_step_stat(state, command, sizeof(command)))
		return;
	page_put_line(page, ROLE_TITLE, "Check it with perf (Y copies it)");
	page_put_text(page, ROLE_KEY, NULL, command);
	put_perf(page, state);
	page_put_text(page, ROLE_TEXT, NULL, caveat_of(state));
	if (state->machine->family->hybrid)
		page_put_text(page, ROLE_TEXT, NULL, "perf prints P-cores and E-cores apart.");
	if (state->machine->counts_cores)
		page_put_text(page, ROLE_TEXT, NULL, "With SMT on, perf estimates the slots of a "
						     "thread: some points of difference.");
	page_put_line(page, ROLE_TEXT, "");
}

void view_next_step_put(struct page *page, const struct ui_state *state, bool advice)
{
	if (advice)
		put_step(page, state);
	put_stat(page, state);
}
