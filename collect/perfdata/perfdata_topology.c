/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the CPUs are, as sections of perf.data; see perfdata_records.h. */
#include "config.h"
#include "collect/perfdata/perfdata_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sys/sysfs.h"
#include "model/formula.h"

#define LIST_LEN 32768	/* worst case: "0,2,4,...", every second of 8192 CPUs */

/* One more than the highest number of a CPU that is present or in the machine. */
static uint32_t cpus_avail(const struct perfdata_about *about)
{
	const struct machine *machine = about->machine;
	int last = machine->n_cpus ? machine->cpus[machine->n_cpus - 1].cpu : -1;
	size_t n;
	int *cpus;

	if (!sysfs_read_cpus(about->root, "/sys/devices/system/cpu/present", &cpus, &n)) {
		if (n && cpus[n - 1] > last)
			last = cpus[n - 1];
		free(cpus);
	}
	return (uint32_t)(last + 1);
}

bool perfdata_put_nrcpus(struct blob *blob, const struct perfdata_about *about)
{
	blob_u32(blob, cpus_avail(about));
	blob_u32(blob, (uint32_t)about->machine->n_cpus);
	return true;
}

static bool same_socket(const struct cpu_place *a, const struct cpu_place *b)
{
	return a->socket == b->socket;
}

static bool same_core(const struct cpu_place *a, const struct cpu_place *b)
{
	return a->socket == b->socket && a->core == b->core;
}

static bool same_node(const struct cpu_place *a, const struct cpu_place *b)
{
	return a->node == b->node;
}

static bool same_core_type(const struct cpu_place *a, const struct cpu_place *b)
{
	return a->core_type == b->core_type;
}

/* True if the two CPUs are in the same unit: socket, core, node or core type. */
typedef bool (*same_fn)(const struct cpu_place *a, const struct cpu_place *b);

/* True if no CPU with a lower index is in the same unit. */
static bool is_first(const struct machine *machine, size_t cpu, same_fn same)
{
	for (size_t i = 0; i < cpu; i++)
		if (same(&machine->cpus[i], &machine->cpus[cpu]))
			return false;
	return true;
}

/* Puts the list of all CPUs in the same unit as this one: "0-3,8". */
static void put_siblings(struct blob *blob, const struct machine *machine, size_t cpu, same_fn same)
{
	char *list = malloc(LIST_LEN);
	int first = -1, last = -1;
	size_t n = 0;

	if (!list) {
		blob->failed = true;
		return;
	}
	list[0] = '\0';
	for (size_t i = 0; i <= machine->n_cpus && n < LIST_LEN; i++) {
		bool in = i < machine->n_cpus && same(&machine->cpus[i], &machine->cpus[cpu]);
		int number = i < machine->n_cpus ? machine->cpus[i].cpu : -1;

		if (in && first >= 0 && number == last + 1) {
			last = number;
			continue;
		}
		if (first >= 0 && (in || i == machine->n_cpus))
			n += (size_t)snprintf(list + n, LIST_LEN - n,
					      first == last ? "%s%d" : "%s%d-%d",
					      n ? "," : "", first, last);
		if (in)
			first = last = number;
	}
	blob_string(blob, list);
	free(list);
}

/* Puts what precedes the list of CPUs of a unit, whose first CPU (index) this is. */
typedef void (*put_unit_fn)(struct blob *blob, const struct perfdata_about *about, size_t cpu);

/*
 * Puts the number of units, then each unit's list of CPUs. Returns the number. put_unit may be
 * NULL.
 */
static uint32_t put_units(struct blob *blob, const struct perfdata_about *about, same_fn same,
			  put_unit_fn put_unit)
{
	const struct machine *machine = about->machine;
	size_t at = blob->n;
	uint32_t n = 0;

	blob_u32(blob, 0);
	for (size_t i = 0; i < machine->n_cpus; i++) {
		if (!is_first(machine, i, same))
			continue;
		if (put_unit)
			put_unit(blob, about, i);
		put_siblings(blob, machine, i, same);
		n++;
	}
	blob_set(blob, at, &n, sizeof(n));
	return n;
}

/* A CPU that is offline or not counted has -1. */
bool perfdata_put_cpu_topology(struct blob *blob, const struct perfdata_about *about)
{
	const struct machine *machine = about->machine;
	uint32_t avail = cpus_avail(about);

	(void)put_units(blob, about, same_socket, NULL);
	(void)put_units(blob, about, same_core, NULL);
	for (uint32_t cpu = 0; cpu < avail; cpu++) {
		int i = machine_cpu_index(machine, (int)cpu);

		blob_pair(blob, i < 0 ? -1 : machine->cpus[i].core,
			  i < 0 ? -1 : machine->cpus[i].socket);
	}
	return true;
}

/* A line of the node's meminfo, in KB; 0: unknown. */
static uint64_t node_kb(const char *root, int node, const char *field)
{
	unsigned long long kb = 0;
	char path[64], text[4096];
	const char *at;

	(void)snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/meminfo", node);
	if (sysfs_read(root, path, text, sizeof(text)) <= 0)
		return 0;
	at = strstr(text, field);
	return at && sscanf(at + strlen(field), " %llu", &kb) == 1 ? kb : 0;
}

static void put_node(struct blob *blob, const struct perfdata_about *about, size_t cpu)
{
	int node = about->machine->cpus[cpu].node;

	blob_u32(blob, (uint32_t)node);
	blob_u64(blob, node_kb(about->root, node, "MemTotal:"));
	blob_u64(blob, node_kb(about->root, node, "MemFree:"));
}

bool perfdata_put_numa_topology(struct blob *blob, const struct perfdata_about *about)
{
	for (size_t i = 0; i < about->machine->n_cpus; i++)
		if (about->machine->cpus[i].node < 0)
			return false;
	return put_units(blob, about, same_node, put_node);
}

static void put_core_type(struct blob *blob, const struct perfdata_about *about, size_t cpu)
{
	char pmu[32];

	(void)snprintf(pmu, sizeof(pmu), "cpu_%s", core_types[about->machine->cpus[cpu].core_type].name);
	blob_string(blob, pmu);
}

bool perfdata_put_hybrid_topology(struct blob *blob, const struct perfdata_about *about)
{
	const struct family *family = about->machine->family;

	return family && family->hybrid && put_units(blob, about, same_core_type, put_core_type);
}
