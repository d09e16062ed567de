/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The features of a recording: one function for the section of each that tdtop wants, in a table. What is
 * missing or damaged stays unknown; nothing here fails. Layouts: perf.data-file-format.txt of Linux 6.12.
 */
#include "config.h"
#include "collect/perfdata/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy(char *to, size_t size, struct bytes *bytes)
{
	(void)snprintf(to, size, "%s", bytes_string(bytes));
}

static void read_hostname(struct recording *recording, struct bytes *bytes)
{
	copy(recording->host, sizeof(recording->host), bytes);
}

static void read_cpudesc(struct recording *recording, struct bytes *bytes)
{
	copy(recording->cpu, sizeof(recording->cpu), bytes);
}

static void read_cpuid(struct recording *recording, struct bytes *bytes)
{
	copy(recording->cpuid, sizeof(recording->cpuid), bytes);
}

static void read_nrcpus(struct recording *recording, struct bytes *bytes)
{
	recording->cpus_avail = bytes_u32(bytes);
}

/* attr, number of ids, name, ids; all of each event. Only names are of use: attrs and ids are known. */
static void read_event_desc(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes), attr_size = bytes_u32(bytes);

	for (size_t i = 0; i < n && !bytes->bad; i++) {
		struct recorded_event *event;
		const char *name;
		uint32_t n_ids;
		uint64_t id = 0;

		(void)bytes_take(bytes, attr_size);
		n_ids = bytes_u32(bytes);
		name = bytes_string(bytes);
		if (n_ids)
			id = bytes_u64(bytes);
		if (n_ids > 1)
			(void)bytes_take(bytes, (size_t)(n_ids - 1) * sizeof(uint64_t));
		event = bytes->bad ? NULL : recording_event_of(recording, id, i);
		if (event)
			recording_name_event(event, name);
	}
}

static void skip_strings(struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);

	for (uint32_t i = 0; i < n && !bytes->bad; i++)
		(void)bytes_string(bytes);
}

/* Lists of siblings, then core and socket of each CPU: these say all. An offline CPU has -1. */
static void read_cpu_topology(struct recording *recording, struct bytes *bytes)
{
	size_t n = recording->cpus_avail;

	skip_strings(bytes);
	skip_strings(bytes);
	if (bytes->bad || recording->cpus || !n || n > RECORDING_CPUS || bytes_left(bytes) < n * 8)
		return;
	recording->cpus = calloc(n, sizeof(recording->cpus[0]));
	if (!recording->cpus)
		return;
	for (size_t i = 0; i < n; i++) {
		struct cpu_place place = { .cpu = (int)i, .node = -1 };

		place.core = (int)bytes_u32(bytes);
		place.socket = (int)bytes_u32(bytes);
		if (place.core >= 0 || place.socket >= 0)
			recording->cpus[recording->n_cpus++] = place;
	}
}

typedef void (*set_fn)(struct recording *recording, long first, long last, int what);

static void set_node(struct recording *recording, long first, long last, int node)
{
	for (size_t i = 0; i < recording->n_cpus; i++)
		if (recording->cpus[i].cpu >= first && recording->cpus[i].cpu <= last)
			recording->cpus[i].node = node;
}

/* A list as "0-3,8-11"; *ranges: how many more may come. */
static void set_for_cpus(struct recording *recording, const char *list, set_fn set, int what,
			 unsigned int *ranges)
{
	char *end;

	for (; *ranges; list = end + 1) {
		long first = strtol(list, &end, 10), last = first;

		if (end == list)
			return;
		if (*end == '-') {
			list = end + 1;
			last = strtol(list, &end, 10);
		}
		set(recording, first, last, what);
		--*ranges;
		if (*end != ',')
			return;
	}
}

static void read_numa_topology(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);
	unsigned int ranges = RECORDING_CPUS;

	for (uint32_t i = 0; i < n && ranges && !bytes->bad; i++) {
		int node = (int)bytes_u32(bytes);

		(void)bytes_u64(bytes);	/* memory: all, free */
		(void)bytes_u64(bytes);
		set_for_cpus(recording, bytes_string(bytes), set_node, node, &ranges);
	}
}

static void set_kind(struct recording *recording, long first, long last, int kind)
{
	for (size_t i = 0; i < recording->n_cpus; i++)
		if (recording->cpus[i].cpu >= first && recording->cpus[i].cpu <= last)
			recording->cpus[i].core_type = (enum core_type)kind;
}

/* "cpu_atom" and its CPUs. A PMU that is not known has those that stay. */
static void read_hybrid_topology(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);
	unsigned int ranges = RECORDING_CPUS;

	for (uint32_t i = 0; i < n && ranges && !bytes->bad; i++) {
		const char *pmu = bytes_string(bytes), *list = bytes_string(bytes);

		for (int kind = 0; kind < CORE_TYPES; kind++)
			if (!strncmp(pmu, "cpu_", 4) && !strcmp(pmu + 4, core_types[kind].name))
				set_for_cpus(recording, list, set_kind, kind, &ranges);
	}
}

static void read_sample_time(struct recording *recording, struct bytes *bytes)
{
	(void)bytes_u64(bytes);		/* of the first */
	recording->last_sample_ns = bytes_u64(bytes);
}

static void read_clock_data(struct recording *recording, struct bytes *bytes)
{
	(void)bytes_u32(bytes);		/* version */
	(void)bytes_u32(bytes);		/* clockid */
	recording->clock_wall_ns = bytes_u64(bytes);
	recording->clock_ns = bytes_u64(bytes);
}

static void read_pmu_caps(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);

	for (uint32_t i = 0; i < n && !bytes->bad; i++) {
		const char *name = bytes_string(bytes), *value = bytes_string(bytes);

		if (!strcmp(name, "pmu_name"))
			(void)snprintf(recording->pmu_name, sizeof(recording->pmu_name), "%s",
				       value);
	}
}

static void read_tdtop(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);

	recording->by_tdtop = true;
	for (uint32_t i = 0; i < n && !bytes->bad; i++) {
		const char *text = bytes_string(bytes);

		if (i == ORIGIN_FAMILY)
			(void)snprintf(recording->family, sizeof(recording->family), "%s", text);
		else if (i == ORIGIN_SIMULATED_BY)
			(void)snprintf(recording->simulated_by, sizeof(recording->simulated_by),
				       "%s", text);
	}
}

/* What this version does not know of an event is passed over. */
static void read_tdtop_events(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes), size = bytes_u32(bytes);

	for (size_t i = 0; i < n && i < recording->n_events && size >= sizeof(double); i++) {
		struct recorded_event *event = &recording->events[i];
		struct bytes its = *bytes;
		uint64_t scale = bytes_u64(&its);
		uint32_t kind = bytes_u32(&its), mux = bytes_u32(&its);

		(void)bytes_take(bytes, size);
		memcpy(&event->scale, &scale, sizeof(scale));
		if (bytes->bad || !(event->scale > 0 && event->scale <= RECORDING_SCALE))
			event->scale = 0;
		if (bytes->bad || size < sizeof(struct perfdata_event) || kind >= CORE_TYPES || mux > MUX_MAX)
			continue;
		event->told = true;
		event->core_type = (enum core_type)kind;
		event->mux = mux;
	}
}

static const struct {
	uint64_t number;
	void (*read)(struct recording *recording, struct bytes *bytes);
} features[] = {
	{ PERFDATA_HOSTNAME, read_hostname },
	{ PERFDATA_NRCPUS, read_nrcpus },
	{ PERFDATA_CPUDESC, read_cpudesc },
	{ PERFDATA_CPUID, read_cpuid },
	{ PERFDATA_EVENT_DESC, read_event_desc },
	{ PERFDATA_CPU_TOPOLOGY, read_cpu_topology },
	{ PERFDATA_NUMA_TOPOLOGY, read_numa_topology },
	{ PERFDATA_SAMPLE_TIME, read_sample_time },
	{ PERFDATA_CPU_PMU_CAPS, read_pmu_caps },
	{ PERFDATA_CLOCK_DATA, read_clock_data },
	{ PERFDATA_HYBRID_TOPOLOGY, read_hybrid_topology },
	{ PERFDATA_TDTOP, read_tdtop },
	{ PERFDATA_TDTOP_EVENTS, read_tdtop_events },
};

void recording_feature(struct recording *recording, uint64_t number, struct bytes bytes)
{
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
		if (features[i].number == number)
			features[i].read(recording, &bytes);
}
