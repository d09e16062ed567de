/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about sampling; see sampler_remark.h. Each says one thing, and none guesses. */
#include "config.h"
#include "collect/live/sampler_remark.h"

#include <string.h>

#include "collect/live/sampler_bounds.h"

#define STARVED 0.95

static void say_stopped(const struct event_remark *to, const struct sampler_said *said)
{
	if (said->gave_way)
		event_remark_say(to, "stopped: beside it the SLOTS groups ran %.0f %% of the time, and without "
		    "it all of it; choose another event", said->slots * 100);
	if (said->paused)
		event_remark_say(to, "paused: the SLOTS groups ran %.0f %% of the time; do they run without it?",
		    said->slots * 100);
	if (said->others)
		event_remark_say(to, "the SLOTS groups run %.0f %% of the time, %s", said->slots * 100,
		    said->others_unknown ? "which may be for the sampling" :
					   "without sampling too");
	event_remark_exited(to, &said->missing);
}

void sampler_remark(const struct sampler_said *said, char *text, size_t size)
{
	const struct event_remark to = { .text = text, .size = size };

	text[0] = '\0';
	say_stopped(&to, said);
	event_remark_left_out(&to, &said->missing);
	if (said->silent)
		event_remark_say(&to, "%s counts nothing here, so its class is missing and the others are too large",
		    said->silent);
	if (said->no_stacks_errno)
		event_remark_say(&to, "without branch stacks, which the kernel refuses now: %s",
		    strerror(said->no_stacks_errno));
	if (said->exhausted)
		event_remark_say(&to, "it costs %.1f %% of a CPU, more than --budget, with %s",
		    said->own_percent, said->shed);
	else if (said->shed && said->shed[0])
		event_remark_say(&to, "to keep to --budget: %s", said->shed);
	if (said->throttled)
		event_remark_say(&to, "the kernel has throttled it %llu times",
		    (unsigned long long)said->throttled);
	if (said->lacking)
		event_remark_say(&to, "%s do not have this event", said->lacking);
	else if (said->starved < STARVED)
		event_remark_say(&to, "the event had a counter %.0f %% of the time", said->starved * 100);
	if (said->cpus_refused)
		event_remark_say(&to, "%.0f threads begin each second: most are missed, as sampling whole CPUs "
		    "is not permitted", said->births);
	else if (said->births > 0)
		event_remark_say(&to, "%.0f threads begin each second: sampled by CPU", said->births);
	if (said->unsampled >= SAMPLER_UNSAMPLED)
		event_remark_say(&to, "of its CPU time %.0f %% was not sampled: of threads that ended too soon, "
		    "or were too many", said->unsampled * 100);
	if (said->small_rings)
		event_remark_say(&to, "small rings: little memory may be locked");
	if (said->note)
		event_remark_say(&to, "%s", said->note);
}
