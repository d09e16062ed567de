/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about opened nodes; see deep_remark.h. Each says one thing, and none guesses. */
#include "config.h"
#include "collect/deep/deep_remark.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where the sentences go. */
struct writer {
	char *text;
	size_t size;
	bool full;		/* one had no room: no less important one is added */
};

__attribute__((format(printf, 2, 3)))
static void say(struct writer *to, const char *format, ...)
{
	const size_t used = strlen(to->text), between = used ? 2 : 0;
	va_list arguments;
	int n;

	if (to->full || used + between >= to->size)
		return;
	va_start(arguments, format);
	n = vsnprintf(to->text + used + between, to->size - used - between, format, arguments);
	va_end(arguments);
	if (n < 0 || (used && (size_t)n >= to->size - used - between)) {
		to->text[used] = '\0';
		to->full = true;
	} else if (used) {
		memcpy(to->text + used, "; ", 2);
	}
}

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

static void say_targets(struct writer *to, const struct deep_said *said)
{
	const char *what = said->cpus ? "CPU" : "thread";

	if (said->exited)
		say(to, "the %s %d has exited", said->exited_thread ? "thread" : "process",
		    said->exited);
	if (said->left_out)
		say(to, "%u %s%s left out: %s", said->left_out, what, plural(said->left_out),
		    said->left_out_errno == EMFILE || said->left_out_errno == ENFILE ?
		    "too many open files, raise 'ulimit -n'" :
		    said->left_out_errno == ECHILD ? "new threads begin too fast" :
		    strerror(said->left_out_errno));
	if (said->not_permitted)
		say(to, "%u %s%s left out: not permitted", said->not_permitted, what,
		    plural(said->not_permitted));
}

static void say_nodes(struct writer *to, const struct deep_said *said)
{
	if (said->starved)
		say(to, "others hold the counters: a group of events was never on");
	if (said->refused && said->refused_errno == EBUSY)
		say(to, "%u node%s missing: no counter is free for \"%s\"", said->refused,
		    plural(said->refused), said->refused_event);
	else if (said->refused)
		say(to, "%u node%s missing: the kernel refuses \"%s\" (%s)", said->refused,
		    plural(said->refused), said->refused_event, strerror(said->refused_errno));
	if (said->unfit)
		say(to, "%u node%s missing: too few counters are free", said->unfit,
		    plural(said->unfit));
	if (said->region_shed)
		say(to, "%u node%s missing: a region has too few places for events",
		    said->region_shed, plural(said->region_shed));
	if (said->region_full)
		say(to, "the process has too many regions: some events are not counted");
}

static void say_budget(struct writer *to, const struct deep_said *said)
{
	if (said->shed_threads)
		say(to, "for --budget: %u threads at most", said->shed_threads);
	if (said->shed)
		say(to, "for --budget: %u node%s missing", said->shed, plural(said->shed));
	if (said->exhausted)
		say(to, "own cost %.1f %% of a CPU is still above --budget", said->own_percent);
}

void deep_remark(const struct deep_said *said, char *text, size_t size)
{
	struct writer to = { .text = text, .size = size };

	text[0] = '\0';
	if (said->trouble && said->trouble[0])
		say(&to, "%s", said->trouble);
	if (said->region)
		say(&to, "process %d was in no region \"%s\" yet", said->region_of, said->region);
	say_targets(&to, said);
	say_nodes(&to, said);
	say_budget(&to, said);
	if (said->latency && said->latency[0])
		say(&to, "%s", said->latency);
}
