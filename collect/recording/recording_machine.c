/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From events and features to a machine: family, levels, CPUs; see recording_machine.h. Main
 * thread.
 */
#include "config.h"
#include "collect/recording/recording_machine.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/cpu/cpu_match.h"
#include "collect/recording/recording_advice.h"

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

static bool counts_cores(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct recorded_event *event = &events->event[i];

		if (event->row && family_event_counts_cores(event->row, event->config))
			return true;
	}
	return false;
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
	machine->counts_cores = counts_cores(events);
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
