/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine that a recording tells of: can its TopDown be shown, of which family, on which CPUs? */
#include "config.h"
#include "collect/perfdata/recording.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"

static int no_slots(const char *name, struct err *err)
{
	return err_set(err, EINVAL, "\"%s\" has no group of slots, context-switches and topdown-* events; "
		       "record with 'tdtop --record FILE', or: perf record -a -e "
		       "'{slots,context-switches/period=1/,topdown-retiring,topdown-bad-spec,"
		       "topdown-fe-bound,topdown-be-bound,topdown-heavy-ops,topdown-br-mispredict,"
		       "topdown-fetch-lat,topdown-mem-bound}:S' -o %s -- sleep 10", name, name);
}

static bool is_slots(const struct recorded_event *event)
{
	return event->row && event->row->id == EV_SLOTS;
}

/* On which CPUs were the slots counted? False: the recording does not tell. */
static bool find_counted(const struct recording *recording, bool counted[RECORDING_CPUS])
{
	bool told = false;

	for (size_t i = 0; i < recording->n_ids; i++) {
		const struct recorded_id *id = &recording->ids[i];

		if (is_slots(&recording->events[id->event]) && id->cpu >= 0)
			told = counted[id->cpu] = true;
	}
	return told;
}

/* Of all kinds of cores. */
static size_t count_ids_of_slots(const struct recording *recording)
{
	size_t n = 0;

	for (size_t i = 0; i < recording->n_events; i++)
		n += is_slots(&recording->events[i]) ? recording->events[i].n_ids : 0;
	return n;
}

/*
 * CPUs on which nothing was counted (perf record -C) are not shown: they were not idle, but unknown. Without
 * a word about cores and sockets each CPU is a core.
 */
static void find_cpus(const struct recording *recording, struct machine *machine)
{
	bool counted[RECORDING_CPUS] = { false };
	bool told = find_counted(recording, counted);
	size_t n = count_ids_of_slots(recording);

	for (size_t i = 0; i < recording->n_cpus; i++)
		if (!told || counted[recording->cpus[i].cpu])
			machine->cpus[machine->n_cpus++] = recording->cpus[i];
	if (machine->n_cpus)
		return;
	/* Older recorders do not even tell which: then most likely none is offline. */
	for (int cpu = 0; cpu < RECORDING_CPUS; cpu++)
		if (told ? counted[cpu] : (size_t)cpu < n)
			machine->cpus[machine->n_cpus++] = (struct cpu_place){
				.cpu = cpu, .core = cpu, .node = -1
			};
}

static int make_cpus(const struct recording *recording, const char *name, struct machine *machine,
		     struct err *err)
{
	machine->cpus = calloc(RECORDING_CPUS, sizeof(machine->cpus[0]));
	if (!machine->cpus)
		return err_set(err, ENOMEM, "not enough memory to replay \"%s\"", name);
	find_cpus(recording, machine);
	if (machine->n_cpus)
		return 0;
	return err_set(err, EINVAL, "\"%s\" does not tell on which CPUs it was recorded: it is damaged; "
		       "record anew with 'perf record' or 'tdtop --record'", name);
}

/* Its family's name if tdtop recorded it, else what CPU it was; in doubt what the events look like. */
static const struct family *find_family(const struct recording *recording)
{
	const struct family *family = recording->family[0] ? cpu_family_find(recording->family) : NULL;
	bool level2 = recording_has_event(recording, "topdown-heavy-ops");
	struct facts facts = { .cpu_family = -1, .cpu_model = -1 };

	if (sscanf(recording->cpuid, "0x%x", &facts.midr) != 1)
		(void)sscanf(recording->cpuid, "%31[^,],%d,%d", facts.vendor, &facts.cpu_family,
			     &facts.cpu_model);
	if (family)
		return family;
	family = cpu_match_recorded(&facts, recording->pmu_name, level2);
	if (recording_has_e_cores(recording) && cpu_match_hybrid(family))
		return cpu_match_hybrid(family);
	return family;
}

/* The highest level of which something was recorded beside the slots; 0: nothing. */
static int levels_recorded(const struct recording *recording)
{
	int levels = 0;

	for (size_t i = 0; i < recording->n_events; i++) {
		const struct family_event *row = recording->events[i].row;

		if (row && row->id != EV_SLOTS && row->use == USE_TOPDOWN && row->level > levels)
			levels = row->level;
	}
	return levels;
}

static bool counts_cores(const struct recording *recording)
{
	for (size_t i = 0; i < recording->n_events; i++) {
		const struct recorded_event *event = &recording->events[i];

		if (event->row && family_event_counts_cores(event->row, event->config))
			return true;
	}
	return false;
}

static bool has_switches(const struct recording *recording)
{
	for (size_t i = 0; i < recording->n_events; i++)
		if (recording->events[i].switches)
			return true;
	return false;
}

int recording_machine(struct recording *recording, const char *name, struct machine *machine,
		      struct err *err)
{
	const struct recorded_event *slots;
	bool scales_known;

	machine->family = find_family(recording);
	scales_known = recording_match(recording, machine->family);
	slots = recording_find(recording, EV_SLOTS);
	machine->levels = levels_recorded(recording);
	machine->counts_cores = counts_cores(recording);
	if (!slots || !machine->levels || !has_switches(recording) ||
	    !(slots->layout.read_format & PERF_FORMAT_GROUP))
		return no_slots(name, err);
	if (!scales_known)
		return err_set(err, EINVAL, "\"%s\" does not tell how many slots the CPU has in a cycle, and for "
			       "%s nobody documents it; record with 'tdtop --record'", name,
			       machine->family->name);
	(void)snprintf(machine->host, sizeof(machine->host), "%s", recording->host);
	machine->simulated = recording->simulated_by[0];
	(void)snprintf(machine->simulated_by, sizeof(machine->simulated_by), "%s",
		       recording->simulated_by);
	return make_cpus(recording, name, machine, err);
}
