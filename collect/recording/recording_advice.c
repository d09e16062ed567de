/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The advice for a recording of something else; see recording_advice.h. Names and texts of the file
 * are untrusted. What is not printable becomes "?". What can be pasted into a shell is made of
 * tdtop's own words and of a file name that needs no quotes. Main thread.
 */
#include "config.h"
#include "collect/recording/recording_advice.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/recording/recording_events.h"
#include "model/base_name.h"

#define NAMES_MAX 3		/* events that are named */
#define NAME_MAX_SHOWN 32
#define STEM_MAX 40		/* of the output's name */

/* A text that grows, and is cut at its end. */
struct text {
	char text[640];
	size_t n;
};

static void __attribute__((format(printf, 2, 3)))
add(struct text *text, const char *format, ...)
{
	size_t room = sizeof(text->text) - text->n;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text->text + text->n, room, format, args);
	va_end(args);
	text->n += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

/* A string of the file, of at most max characters. */
static void add_foreign(struct text *text, const char *foreign, size_t max)
{
	for (size_t i = 0; i < max && foreign[i]; i++)
		add(text, "%c", foreign[i] >= ' ' && foreign[i] <= '~' ? foreign[i] : '?');
}

static bool was_named(const struct recording_events *events, size_t i, const char *name)
{
	char other[NAME_MAX_SHOWN + 1];

	for (size_t before = 0; before < i; before++) {
		recorded_event_name(&events->event[before], other, sizeof(other));
		if (!strcmp(other, name))
			return true;
	}
	return false;
}

/* "cycles, instructions and 2 others" */
static void add_events(struct text *text, const struct recording_events *events)
{
	size_t n = events->n < 64 ? events->n : 64, named = 0, others = events->n - n;
	char name[NAME_MAX_SHOWN + 1];

	for (size_t i = 0; i < n; i++) {
		recorded_event_name(&events->event[i], name, sizeof(name));
		if (was_named(events, i, name))
			continue;
		if (named == NAMES_MAX) {
			others++;
			continue;
		}
		add(text, "%s%s", named++ ? ", " : "", name);
	}
	if (others)
		add(text, " and %zu other%s", others, others > 1 ? "s" : "");
}

static bool samples(const struct recording_events *events, uint64_t bit)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].layout.sample_type & bit)
			return true;
	return false;
}

/* "has cycles with branch stacks and call graphs, recorded on an Intel ... (x86_64)" */
static void add_contents(struct text *text, const struct recording *recording)
{
	const struct recording_events *events = &recording->events;
	const bool branches = samples(events, PERF_SAMPLE_BRANCH_STACK);
	const bool calls = samples(events, PERF_SAMPLE_CALLCHAIN);
	const char *cpu = recording->cpu[0] ? recording->cpu : recording->cpuid;

	if (!events->n) {
		add(text, "has no events");
		return;
	}
	add(text, "has ");
	add_events(text, events);
	if (branches || calls)
		add(text, " with %s%s%s", branches ? "branch stacks" : "",
		    branches && calls ? " and " : "", calls ? "call graphs" : "");
	if (!cpu[0] && !recording->arch[0])
		return;
	add(text, ", recorded on ");
	add_foreign(text, cpu, 2 * NAME_MAX_SHOWN);
	add(text, "%s", cpu[0] && recording->arch[0] ? " (" : "");
	add_foreign(text, recording->arch, NAME_MAX_SHOWN);
	add(text, "%s", cpu[0] && recording->arch[0] ? ")" : "");
}

void recording_advice_contents(const struct recording *recording, char *text, size_t size)
{
	struct text contents = { .n = 0 };

	add_contents(&contents, recording);
	(void)snprintf(text, size, "%s", contents.text);
}

/* "x-topdown.data" for /tmp/x.data: only characters that a shell leaves alone. */
static void add_output(struct text *text, const char *name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._";
	const char *base = base_name(name);
	size_t n = strlen(base);

	if (!strcmp(name, RECORDING_FROM_STDIN) || !n) {
		add(text, "topdown.data");
		return;
	}
	if (n > 5 && !strcmp(base + n - 5, ".data"))
		n -= 5;
	for (size_t i = 0; i < n && i < STEM_MAX; i++)
		add(text, "%c", strchr(plain, base[i]) || (base[i] == '-' && i) ? base[i] : '_');
	add(text, "-topdown.data");
}

/* Can perf record what the replay needs? Of hybrids and where sysfs has the slots: only tdtop. */
static bool perf_can(const struct family *family)
{
	return !cpu_match_hybrid(family) && !family->hybrid &&
	       !(family->slots_from_caps && !family->slots);
}

/* ", or: perf record ..." */
static void add_perf(struct text *text, const struct family *family, const char *output)
{
	const char *before = "perf record -a -e '{";

	add(text, ", or: ");
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->mux ||
		    (event->use != USE_TOPDOWN && event->use != USE_REST))
			continue;
		add(text, "%s%s%s", before, event->name, i ? "" : ",context-switches/period=1/");
		before = ",";
	}
	add(text, "}:S' -o %s -- sleep 10", output);
}

int recording_advice(const struct recording *recording, const char *name,
		     const struct family *family, struct err *err)
{
	struct text contents = { .n = 0 }, output = { .n = 0 }, advice = { .n = 0 };

	if (recording->events.n) {
		add_contents(&contents, recording);
		add(&contents, ", but no group of slots, context-switches and topdown events");
	} else {
		add(&contents, "has no group of slots, context-switches and topdown events");
	}
	add_output(&output, name);
	if (family) {
		add(&advice, "on such a CPU (%s), record with 'tdtop --record %s'", family->name,
		    output.text);
		if (perf_can(family))
			add_perf(&advice, family, output.text);
	} else if (recording->cpuid[0]) {
		add(&advice, "tdtop does not know this CPU (");
		add_foreign(&advice, recording->cpuid, NAME_MAX_SHOWN);
		add(&advice, "): there, 'tdtop --doctor' says whether it can count, and 'tdtop "
		    "--record %s' records", output.text);
	} else {
		add(&advice, "record with 'tdtop --record %s', which knows the events of its CPU",
		    output.text);
	}
	return err_set(err, EINVAL, "\"%s\" %s; %s", name, contents.text, advice.text);
}
