/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From events and features to a machine: family, levels, CPUs; and what to record where TopDown is missing. See
 * recording_machine.h. Main thread.
 */
#include "config.h"
#include "collect/recording/recording_machine.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/recording/recording_events.h"
#include "model/base_name.h"

/* Or the clock in their place, where no counters were. */
static bool is_slots(const struct recorded_event *event)
{
	return event->row && (event->row->id == EV_SLOTS || event->row->id == EV_COUNT ||
			      (event->leads && event->row->sums_slots));
}

/* Marks the CPUs on which slots were counted. False: the CPUs of ids were not recorded. */
static bool find_counted(const struct recording_events *events, bool counted[RECORDING_CPUS_MAX])
{
	bool known = false;

	for (size_t i = 0; i < events->n_ids; i++) {
		const struct recorded_id *id = &events->ids[i];

		if (is_slots(&events->event[id->event]) && id->cpu >= 0)
			known = counted[id->cpu] = true;
	}
	return known;
}

/*
 * Was each thread counted by groups of its own (perf record -p, without -a)? By ID_INDEX. A sample
 * may have a CPU nevertheless.
 */
static bool counts_threads(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n_ids; i++)
		if (is_slots(&events->event[events->ids[i].event]) && events->ids[i].tid > 0)
			return true;
	return false;
}

/* The number of CPUs on which slots were counted, of all core types. */
static size_t count_ids_of_slots(const struct recording_events *events)
{
	size_t n = 0;

	for (size_t i = 0; i < events->n; i++)
		n += is_slots(&events->event[i]) ? events->event[i].n_ids : 0;
	return n;
}

/*
 * Adds the CPUs on which slots were counted. Other CPUs (perf record -C) are left out: they were
 * not idle, but unknown. Without a recorded topology each CPU is a core.
 */
static void find_cpus(const struct recording *recording, struct machine *machine)
{
	bool counted[RECORDING_CPUS_MAX] = { false };
	bool known = find_counted(&recording->events, counted);
	size_t n = count_ids_of_slots(&recording->events);

	for (size_t i = 0; i < recording->n_cpus; i++)
		if (!known || counted[recording->cpus[i].cpu])
			machine->cpus[machine->n_cpus++] = recording->cpus[i];
	if (machine->n_cpus)
		return;
	/* Older recorders do not write ID_INDEX: assume that no CPU was offline. */
	for (int cpu = 0; cpu < RECORDING_CPUS_MAX; cpu++)
		if (known ? counted[cpu] : (size_t)cpu < n)
			machine->cpus[machine->n_cpus++] = (struct cpu_place){
				.cpu = cpu, .core = cpu, .node = -1
			};
}

static int make_cpus(const struct recording *recording, const char *name, struct machine *machine,
		     struct err *err)
{
	machine->cpus = calloc(RECORDING_CPUS_MAX, sizeof(machine->cpus[0]));
	if (!machine->cpus)
		return err_set(err, ENOMEM, "not enough memory to replay \"%s\"", name);
	find_cpus(recording, machine);
	if (machine->n_cpus)
		return 0;
	return err_set(err, EINVAL,
		       "\"%s\" does not contain the CPUs on which it was recorded: it is damaged; "
		       "record again with 'perf record' or 'tdtop --record'", name);
}

/* What the header says of the CPU. */
static struct facts facts_of(const struct recording *recording)
{
	struct facts facts = { .cpu_family = -1, .cpu_model = -1, .cpu_stepping = -1 };

	if (sscanf(recording->cpuid, "0x%x", &facts.midr) != 1)
		(void)sscanf(recording->cpuid, "%31[^,],%d,%d,%d", facts.vendor, &facts.cpu_family,
			     &facts.cpu_model, &facts.cpu_stepping);
	return facts;
}

/* By the name that tdtop recorded, else by the CPU's model, else by the events. */
const struct family *recording_family(const struct recording *recording)
{
	const struct family *family = recording->family[0] ?
				      cpu_family_find(recording->family) : NULL;
	bool level2 = recording_events_has(&recording->events, "topdown-heavy-ops");
	struct facts facts = facts_of(recording);

	if (family)
		return family;
	family = cpu_match_recorded(&facts, recording->pmu_name, level2);
	if (recording_events_has_e_cores(&recording->events) && cpu_match_hybrid(family))
		return cpu_match_hybrid(family);
	return family;
}

/* The highest level with a recorded event other than slots; 0: none. */
static int levels_recorded(const struct recording_events *events)
{
	int levels = 0;

	for (size_t i = 0; i < events->n; i++) {
		const struct family_event *row = events->event[i].row;

		if (row && row->id != EV_SLOTS && row->use == USE_TOPDOWN && row->level > levels)
			levels = row->level;
	}
	return levels;
}

static int no_slots(const struct recording *recording, const char *name, struct err *err)
{
	struct facts facts = facts_of(recording);

	return recording_advice(recording, name, cpu_match_listed(&facts, recording->pmu_name),
				err);
}

static bool has_switches(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].switches)
			return true;
	return false;
}

/* perf has a group for each thread on each CPU; with --per-thread only one for each thread. */
static int set_watched(const struct recording *recording, const char *name,
		       const struct recorded_event *slots, struct machine *machine, struct err *err)
{
	const struct recording_events *events = &recording->events;
	const bool timed = slots->layout.sample_type & PERF_SAMPLE_TIME;
	bool places[RECORDING_CPUS_MAX] = { false };

	if (!counts_threads(events))
		return 0;
	if (!timed || !find_counted(events, places))
		return err_set(err, EINVAL,
			       "\"%s\" has samples of single threads without their %s, as with perf "
			       "record --per-thread; record again without that option",
			       name, timed ? "CPUs" : "times");
	(void)snprintf(machine->watched, sizeof(machine->watched), "the recorded threads");
	machine->user_only = slots->user_only;
	return 0;
}

int recording_machine(struct recording *recording, const char *name, struct machine *machine,
		      struct err *err)
{
	struct recording_events *events = &recording->events;
	const struct recorded_event *slots;
	bool scales_known, counts;
	int ret;

	machine->family = recording_family(recording);
	scales_known = recording_events_match(events, machine->family);
	counts = family_has_counters(machine->family);
	slots = recording_events_find(events, counts ? EV_SLOTS : EV_COUNT);
	machine->levels = levels_recorded(events);
	machine->counts_cores = recording_events_count_cores(events);
	/* perf leaves guests out everywhere, also where there are none */
	machine->without_guests = slots && slots->group_known && slots->without_guests;
	/* perf does not record the width of an Arm core */
	machine->manual_slots = recording->by_tdtop ? recording->manual_slots :
				machine->family->slots_from_caps ? machine->family->slots : 0;
	if (!slots || (counts && !machine->levels) || !has_switches(events) ||
	    !(slots->layout.read_format & PERF_FORMAT_GROUP))
		return no_slots(recording, name, err);
	if (!scales_known)
		return err_set(err, EINVAL,
			       "\"%s\" does not contain the number of slots per cycle, which "
			       "is not documented for %s; record with 'tdtop --record'",
			       name, machine->family->name);
	(void)snprintf(machine->host, sizeof(machine->host), "%s", recording->host);
	machine->simulated = recording->simulated_by[0];
	(void)snprintf(machine->simulated_by, sizeof(machine->simulated_by), "%s",
		       recording->simulated_by);
	ret = set_watched(recording, name, slots, machine, err);
	return ret ? ret : make_cpus(recording, name, machine, err);
}

/*
 * ---- the advice for a recording of something else ----
 *
 * Names and texts of the file are untrusted. What is not printable becomes "?". What can be pasted into a
 * shell is made of tdtop's own words and of a file name that needs no quotes.
 */

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
