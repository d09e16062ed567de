/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about sampling; see sampler_parts.h. Each says one thing, and none guesses. */
#include "config.h"
#include "collect/live/sampler_parts.h"

#include <string.h>

#include "collect/live/sampler_bounds.h"

#define STARVED 0.95

static void say_stopped(const struct event_remark *to, const struct sampler_remarks *remarks)
{
	if (remarks->gave_way)
		event_remark_say(to, "stopped: beside it the SLOTS groups ran %.0f %% of the time, and without "
				 "it all of it; choose another event", remarks->slots * 100);
	if (remarks->paused)
		event_remark_say(to, "paused: the SLOTS groups ran %.0f %% of the time; do they run without it?",
				 remarks->slots * 100);
	if (remarks->others)
		event_remark_say(to, "the SLOTS groups run %.0f %% of the time, %s", remarks->slots * 100,
				 remarks->others_unknown ? "which may be for the sampling" :
							   "without sampling too");
	event_remark_exited(to, &remarks->missing);
}

void sampler_remark(const struct sampler_remarks *remarks, char *text, size_t size)
{
	const struct event_remark to = { .text = text, .size = size };

	text[0] = '\0';
	say_stopped(&to, remarks);
	event_remark_left_out(&to, &remarks->missing);
	if (remarks->silent)
		event_remark_say(&to, "%s counts nothing here, so its class is missing and the others are too large",
				 remarks->silent);
	if (remarks->no_stacks_errno)
		event_remark_say(&to, "without branch stacks, which the kernel refuses now: %s",
				 strerror(remarks->no_stacks_errno));
	if (remarks->exhausted)
		event_remark_say(&to, "it costs %.1f %% of a CPU, more than --budget, with %s",
				 remarks->own_percent, remarks->shed);
	else if (remarks->shed && remarks->shed[0])
		event_remark_say(&to, "to keep to --budget: %s", remarks->shed);
	if (remarks->throttled)
		event_remark_say(&to, "the kernel has throttled it %llu times",
				 (unsigned long long)remarks->throttled);
	if (remarks->lacking)
		event_remark_say(&to, "%s do not have this event", remarks->lacking);
	else if (remarks->starved < STARVED)
		event_remark_say(&to, "the event had a counter %.0f %% of the time", remarks->starved * 100);
	if (remarks->cpus_refused)
		event_remark_say(&to, "%.0f threads begin each second: most are missed, as sampling whole CPUs "
				 "is not permitted", remarks->births);
	else if (remarks->births > 0)
		event_remark_say(&to, "%.0f threads begin each second: sampled by CPU", remarks->births);
	if (remarks->unsampled >= SAMPLER_UNSAMPLED)
		event_remark_say(&to, "of its CPU time %.0f %% was not sampled: of threads that ended too soon, "
				 "or were too many", remarks->unsampled * 100);
	if (remarks->small_rings)
		event_remark_say(&to, "small rings: little memory may be locked");
	if (remarks->note)
		event_remark_say(&to, "%s", remarks->note);
}
