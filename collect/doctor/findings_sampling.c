/* SPDX-License-Identifier: GPL-2.0-only */
/* Findings about samples of code; see findings.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings.h"

#include <stdio.h>

/* The first choice that can do it; NULL: none. */
static const struct sample_choice *sampling_find(const struct diagnosis *diagnosis, enum live_event what)
{
	const struct live_request request = { .what = what, .any_node = true };
	const int i = sample_choices_find(&diagnosis->choices, &request, NULL);

	return i < 0 ? NULL : &diagnosis->choices.choice[i];
}

static bool is_clock(const struct sample_choice *choice)
{
	return choice->event.trigger == TRIGGER_TIME;
}

/* Nodes of the family's tree, and those of them that have an event of their own. */
static size_t count_nodes(const struct diagnosis *diagnosis, size_t *own)
{
	enum metric_id nodes[M_COUNT];
	const size_t n = (size_t)family_nodes(diagnosis->family, nodes);

	*own = 0;
	for (size_t i = 0; i < n; i++)
		if (!(diagnosis->choices.choice[0].nodes & 1U << nodes[i]))
			(*own)++;
	return n;
}

static void describe_nodes(const struct diagnosis *diagnosis, char *text, size_t size)
{
	size_t n, own;

	text[0] = '\0';
	if (!diagnosis->family)
		return;
	n = count_nodes(diagnosis, &own);
	(void)snprintf(text, size, "; %zu of %zu nodes have an event of their own", own, n);
}

void findings_of_samples(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *cycles = sampling_find(diagnosis, LIVE_OF_NODE);
	const char *mode;
	char nodes[64];

	if (!diagnosis->sampled) {
		if (diagnosis->not_sampled.text[0])
			findings_add(findings, VERDICT_NOTE, "samples",
				     "code cannot be sampled: %s", diagnosis->not_sampled.text);
		return;
	}
	mode = cycles->event.user_only ? ", in user mode only" : "";
	describe_nodes(diagnosis, nodes, sizeof(nodes));
	if (is_clock(cycles))
		findings_add(findings, VERDICT_NOTE, "samples",
			     "functions and call stacks work, by the clock%s, as no counter here "
			     "takes samples; addresses are some instructions late", mode);
	else if (!cycles->event.precise)
		findings_add(findings, VERDICT_NOTE, "samples",
			     "functions and call stacks work, by interrupts of the counter%s; "
			     "addresses are some instructions late%s", mode, nodes);
	else
		findings_add(findings, VERDICT_OK, "samples",
			     "functions and call stacks, precise, by %s%s%s",
			     cycles->period_step > 1 ? "IBS" : "PEBS", mode, nodes);
}

/* Linux 6.3: commit c87a31093c70, "perf/x86: Support Retire Latency". Only PEBS can tell it. */
void findings_of_latency(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *cycles = sampling_find(diagnosis, LIVE_OF_NODE);
	const struct family *family = diagnosis->family;
	bool pebs;

	if (!diagnosis->sampled || !family)
		return;
	pebs = cycles && !is_clock(cycles) && cycles->event.precise && cycles->period_step <= 1;
	if (!family->retire_latency && pebs)
		findings_add(findings, VERDICT_OK, "latency",
			     "samples do not tell that of retirement here");
	if (!family->retire_latency)
		return;
	if (!pebs)
		findings_add(findings, VERDICT_NOTE, "latency",
			     "that of retirement is told by precise samples (PEBS) only: nodes below "
			     "level 2 take it from a table");
	else if (facts_kernel_before(&diagnosis->facts, 6, 3))
		findings_add(findings, VERDICT_NOTE, "latency",
			     "that of retirement is not told by Linux %d.%d, but by Linux 6.3: nodes "
			     "below level 2 take it from a table",
			     diagnosis->facts.kernel_major, diagnosis->facts.kernel_minor);
	else
		findings_add(findings, VERDICT_OK, "latency",
			     "that of retirement is told by precise samples, so nodes below level 2 "
			     "and STALL of functions are measured");
}

/* What the hardware tells beside the addresses. */
static void describe_unit(const struct branch_kinds *kinds, char *text, size_t size)
{
	size_t used;

	if (!kinds->unit) {
		(void)snprintf(text, size, "accepted by the kernel");
		return;
	}
	used = (size_t)snprintf(text, size, "%s", branch_unit_name(kinds->unit));
	if (kinds->depth)
		used += (size_t)snprintf(text + used, size - used, " of %d branches", kinds->depth);
	if (kinds->counters)
		(void)snprintf(text + used, size - used,
			       ", with %d counters of %d bits, which tdtop does not use",
			       kinds->counters, kinds->counter_width);
}

void findings_of_branches(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *choice = sampling_find(diagnosis, LIVE_OF_BRANCHES);
	char unit[128];

	if (!diagnosis->sampled)
		return;
	if (!choice) {
		findings_add(findings, VERDICT_NOTE, "branches", "%s",
			     diagnosis->choices.no_branches);
		return;
	}
	describe_unit(&diagnosis->choices.branches, unit, sizeof(unit));
	findings_add(findings, choice->event.trigger == TRIGGER_TAKEN ? VERDICT_OK : VERDICT_NOTE,
		     "branches", "%s; samples are triggered by %s%s", unit, choice->event.name,
		     choice->event.trigger == TRIGGER_TAKEN ? "" :
		     ", which is not taken branches alone: shares are biased");
}

void findings_of_calls(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct sample_choice *choice = sampling_find(diagnosis, LIVE_OF_CALLS);

	if (!diagnosis->sampled || !choice)
		return;
	if (choice->event.calls_by_lbr)
		findings_add(findings, VERDICT_OK, "call stacks", "by LBR, in user mode");
	else
		findings_add(findings, VERDICT_NOTE, "call stacks",
			     "by frame pointers (compile with -fno-omit-frame-pointer); %s",
			     diagnosis->choices.no_calls);
}
