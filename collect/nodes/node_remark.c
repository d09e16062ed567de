/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gives way to the budget, and sentences about opened nodes; see live_nodes_parts.h. Each says one thing, and none
 * guesses.
 */
#include "config.h"
#include "collect/nodes/live_nodes_parts.h"

#include <errno.h>
#include <string.h>

const struct node_shed node_sheds[NODE_SHEDS] = {
	{ EVENT_THREADS_MOST, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 2, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 4, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 8, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 8, 4 },
	{ EVENT_THREADS_MOST / 8, 2 },
	{ EVENT_THREADS_MOST / 16, 1 },
};

static void say_nodes(const struct event_remark *to, const struct node_remarks *remarks)
{
	if (remarks->starved)
		event_remark_say(to, "others hold the counters: a group of events was never on");
	if (remarks->refused && remarks->refused_errno == EBUSY)
		event_remark_say(to, "%u node%s missing: no counter is free for \"%s\"", remarks->refused,
				 plural(remarks->refused), remarks->refused_event);
	else if (remarks->refused)
		event_remark_say(to, "%u node%s missing: the kernel refuses \"%s\" (%s)", remarks->refused,
				 plural(remarks->refused), remarks->refused_event,
				 strerror(remarks->refused_errno));
	if (remarks->unfit)
		event_remark_say(to, "%u node%s missing: too few counters are free", remarks->unfit,
				 plural(remarks->unfit));
	if (remarks->region_shed)
		event_remark_say(to, "%u node%s missing: a region has too few places for events",
				 remarks->region_shed, plural(remarks->region_shed));
	if (remarks->region_full)
		event_remark_say(to, "the process has too many regions: some events are not counted");
}

static void say_budget(const struct event_remark *to, const struct node_remarks *remarks)
{
	if (remarks->shed_threads)
		event_remark_say(to, "for --budget: %u thread%s at most", remarks->shed_threads,
				 plural(remarks->shed_threads));
	if (remarks->shed)
		event_remark_say(to, "for --budget: %u node%s missing", remarks->shed,
				 plural(remarks->shed));
	if (remarks->exhausted)
		event_remark_say(to, "own cost %.1f %% of a CPU is still above --budget", remarks->own_percent);
}

void node_remark(const struct node_remarks *remarks, char *text, size_t size)
{
	const struct event_remark to = { .text = text, .size = size };

	text[0] = '\0';
	if (remarks->trouble && remarks->trouble[0])
		event_remark_say(&to, "%s", remarks->trouble);
	if (remarks->region)
		event_remark_say(&to, "process %d was in no region \"%s\" yet", remarks->region_of, remarks->region);
	event_remark_exited(&to, &remarks->missing);
	event_remark_left_out(&to, &remarks->missing);
	say_nodes(&to, remarks);
	say_budget(&to, remarks);
	if (remarks->latency && remarks->latency[0])
		event_remark_say(&to, "%s", remarks->latency);
}
