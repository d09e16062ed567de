/* SPDX-License-Identifier: GPL-2.0-only */
/* What gives way to the budget and to counters of others, and sentences about it; see sampler_parts.h. */
#include "config.h"
#include "collect/live/sampler_parts.h"

#include <math.h>
#include <string.h>

#define INTERVALS_LOW 2

const struct sampler_shed sampler_sheds[SAMPLER_SHEDS] = {
	{ 0, SAMPLER_THREADS, false, "" },
	{ 1, SAMPLER_THREADS, false, "period x 2" },
	{ 2, SAMPLER_THREADS, false, "period x 4" },
	{ 3, SAMPLER_THREADS, false, "period x 8" },
	{ 3, SAMPLER_THREADS / 2, false, "period x 8, half of the threads" },
	{ 3, SAMPLER_THREADS / 4, false, "period x 8, a quarter of the threads" },
	{ 3, SAMPLER_THREADS / 4, true, "period x 8, a quarter of the threads, no stacks" },
};

void sampler_slots_begin(struct sampler_slots *slots, double before)
{
	*slots = (struct sampler_slots){ .before = before, .running = NAN,
					 .state = SLOTS_SETTLING };
}

static enum sampler_yield watch(struct sampler_slots *slots, double running)
{
	slots->running = running;
	slots->low = running < SLOTS_LEAST ? slots->low + 1 : 0;
	if (slots->low < INTERVALS_LOW)
		return YIELD_NOTHING;
	/*
	 * They did not run before either. If that is not known, code was sampled from the first
	 * interval on, and a pause would take the samples away that were asked for.
	 */
	if (!(slots->before >= SLOTS_LEAST)) {
		slots->state = SLOTS_OF_OTHERS;
		return YIELD_NOTHING;
	}
	slots->state = SLOTS_PAUSING;
	return YIELD_PAUSE;
}

enum sampler_yield sampler_slots_see(struct sampler_slots *slots, double running)
{
	switch (slots->state) {
	case SLOTS_SETTLING:	/* groups were closed and opened in this interval */
		slots->state = SLOTS_WATCHED;
		slots->running = running;
		return YIELD_NOTHING;
	case SLOTS_WATCHED:
		return watch(slots, running);
	case SLOTS_PAUSING:	/* in a part of this interval, code was still sampled */
		slots->state = SLOTS_PAUSED;
		return YIELD_NOTHING;
	case SLOTS_PAUSED:
		if (running >= SLOTS_LEAST)
			return YIELD_STOP;
		slots->state = SLOTS_OF_OTHERS;
		slots->before = running;
		return YIELD_RESUME;
	case SLOTS_OF_OTHERS:
		slots->running = running;
		break;
	}
	return YIELD_NOTHING;
}

/* ---- sentences: each says one thing, and none guesses ---- */

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
		event_remark_say(&to, "the kernel has throttled it %llu time%s",
				 (unsigned long long)remarks->throttled, plural(remarks->throttled));
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
