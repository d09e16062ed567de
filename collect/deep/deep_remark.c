/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about opened nodes; see deep_remark.h. Each says one thing, and none guesses. */
#include "config.h"
#include "collect/deep/deep_remark.h"

#include <errno.h>
#include <string.h>

static void say_nodes(const struct event_remark *to, const struct deep_said *said)
{
	if (said->starved)
		event_remark_say(to, "others hold the counters: a group of events was never on");
	if (said->refused && said->refused_errno == EBUSY)
		event_remark_say(to, "%u node%s missing: no counter is free for \"%s\"", said->refused,
		    event_remark_plural(said->refused), said->refused_event);
	else if (said->refused)
		event_remark_say(to, "%u node%s missing: the kernel refuses \"%s\" (%s)", said->refused,
		    event_remark_plural(said->refused), said->refused_event, strerror(said->refused_errno));
	if (said->unfit)
		event_remark_say(to, "%u node%s missing: too few counters are free", said->unfit,
		    event_remark_plural(said->unfit));
	if (said->region_shed)
		event_remark_say(to, "%u node%s missing: a region has too few places for events",
		    said->region_shed, event_remark_plural(said->region_shed));
	if (said->region_full)
		event_remark_say(to, "the process has too many regions: some events are not counted");
}

static void say_budget(const struct event_remark *to, const struct deep_said *said)
{
	if (said->shed_threads)
		event_remark_say(to, "for --budget: %u threads at most", said->shed_threads);
	if (said->shed)
		event_remark_say(to, "for --budget: %u node%s missing", said->shed, event_remark_plural(said->shed));
	if (said->exhausted)
		event_remark_say(to, "own cost %.1f %% of a CPU is still above --budget", said->own_percent);
}

void deep_remark(const struct deep_said *said, char *text, size_t size)
{
	const struct event_remark to = { .text = text, .size = size };

	text[0] = '\0';
	if (said->trouble && said->trouble[0])
		event_remark_say(&to, "%s", said->trouble);
	if (said->region)
		event_remark_say(&to, "process %d was in no region \"%s\" yet", said->region_of, said->region);
	event_remark_exited(&to, &said->missing);
	event_remark_left_out(&to, &said->missing);
	say_nodes(&to, said);
	say_budget(&to, said);
	if (said->latency && said->latency[0])
		event_remark_say(&to, "%s", said->latency);
}
