/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about sampling; see sampler_remark.h. Each says one thing, and none guesses. */
#include "config.h"
#include "collect/sample/sampler_remark.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/sample/sampler_bounds.h"

#define STARVED 0.95

/* Where the sentences go. */
struct writer {
	char *text;
	size_t size;
};

/* Adds a sentence, if all of it has room. */
__attribute__((format(printf, 2, 3)))
static void say(const struct writer *to, const char *format, ...)
{
	const size_t used = strlen(to->text), between = used ? 2 : 0;
	va_list arguments;
	int n;

	if (used + between >= to->size)
		return;
	va_start(arguments, format);
	n = vsnprintf(to->text + used + between, to->size - used - between, format, arguments);
	va_end(arguments);
	if (n < 0 || (used && (size_t)n >= to->size - used - between))
		to->text[used] = '\0';
	else if (used)
		memcpy(to->text + used, "; ", 2);
}

static void say_stopped(const struct writer *to, const struct sampler_said *said)
{
	if (said->gave_way)
		say(to, "stopped: beside it the SLOTS groups ran %.0f %% of the time, and without "
		    "it all of it; choose another event", said->slots * 100);
	if (said->paused)
		say(to, "paused: the SLOTS groups ran %.0f %% of the time; do they run without it?",
		    said->slots * 100);
	if (said->others)
		say(to, "the SLOTS groups run %.0f %% of the time, %s", said->slots * 100,
		    said->others_unknown ? "which may be for the sampling" :
					   "without sampling too");
	if (said->exited)
		say(to, "the %s %d has exited", said->exited_thread ? "thread" : "process",
		    said->exited);
}

static void say_missing(const struct writer *to, uint32_t threads, const char *why)
{
	if (threads)
		say(to, "%u thread%s left out: %s", threads, threads == 1 ? "" : "s", why);
}

static void say_left_out(const struct writer *to, const struct sampler_said *said)
{
	const char *why = strerror(said->left_out_errno);

	if (said->left_out_errno == ENOBUFS)
		why = "no more memory may be locked (raise kernel.perf_event_mlock_kb)";
	else if (said->left_out_errno == EMFILE)
		why = "too many open files (raise 'ulimit -n')";
	say_missing(to, said->not_permitted, "not permitted");
	if (said->left_out_errno)
		say_missing(to, said->left_out, why);
}

void sampler_remark(const struct sampler_said *said, char *text, size_t size)
{
	const struct writer to = { text, size };

	text[0] = '\0';
	say_stopped(&to, said);
	say_left_out(&to, said);
	if (said->no_stacks_errno)
		say(&to, "without branch stacks, which the kernel refuses now: %s",
		    strerror(said->no_stacks_errno));
	if (said->exhausted)
		say(&to, "it costs %.1f %% of a CPU, more than --budget, with %s",
		    said->own_percent, said->shed);
	else if (said->shed && said->shed[0])
		say(&to, "to keep to --budget: %s", said->shed);
	if (said->throttled)
		say(&to, "the kernel has throttled it %llu times",
		    (unsigned long long)said->throttled);
	if (said->lacking)
		say(&to, "%s do not have this event", said->lacking);
	else if (said->starved < STARVED)
		say(&to, "the event had a counter %.0f %% of the time", said->starved * 100);
	if (said->cpus_refused)
		say(&to, "%.0f threads begin each second: most are missed, as sampling whole CPUs "
		    "is not permitted", said->births);
	else if (said->births > 0)
		say(&to, "%.0f threads begin each second: sampled by CPU", said->births);
	if (said->unsampled >= SAMPLER_UNSAMPLED)
		say(&to, "of its CPU time %.0f %% was not sampled: of threads that ended too soon, "
		    "or were too many", said->unsampled * 100);
	if (said->small_rings)
		say(&to, "small rings: little memory may be locked");
	if (said->note)
		say(&to, "%s", said->note);
}
