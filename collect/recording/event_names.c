/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of names, see event_names.h. Sources: <linux/perf_event.h>; perf list of Linux 6.12. */
#include "config.h"
#include "collect/recording/event_names.h"

#include <linux/perf_event.h>
#include <stdio.h>

static const char *const hardware[] = {
	[PERF_COUNT_HW_CPU_CYCLES] = "cycles",
	[PERF_COUNT_HW_INSTRUCTIONS] = "instructions",
	[PERF_COUNT_HW_CACHE_REFERENCES] = "cache-references",
	[PERF_COUNT_HW_CACHE_MISSES] = "cache-misses",
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = "branches",
	[PERF_COUNT_HW_BRANCH_MISSES] = "branch-misses",
	[PERF_COUNT_HW_BUS_CYCLES] = "bus-cycles",
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = "stalled-cycles-frontend",
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = "stalled-cycles-backend",
	[PERF_COUNT_HW_REF_CPU_CYCLES] = "ref-cycles",
};

static const char *const software[] = {
	[PERF_COUNT_SW_CPU_CLOCK] = "cpu-clock",
	[PERF_COUNT_SW_TASK_CLOCK] = "task-clock",
	[PERF_COUNT_SW_PAGE_FAULTS] = "page-faults",
	[PERF_COUNT_SW_CONTEXT_SWITCHES] = "context-switches",
	[PERF_COUNT_SW_CPU_MIGRATIONS] = "cpu-migrations",
	[PERF_COUNT_SW_PAGE_FAULTS_MIN] = "minor-faults",
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ] = "major-faults",
	[PERF_COUNT_SW_ALIGNMENT_FAULTS] = "alignment-faults",
	[PERF_COUNT_SW_EMULATION_FAULTS] = "emulation-faults",
	[PERF_COUNT_SW_DUMMY] = "dummy",
	[PERF_COUNT_SW_BPF_OUTPUT] = "bpf-output",
	[PERF_COUNT_SW_CGROUP_SWITCHES] = "cgroup-switches",
};

/* A byte of config each: which cache, what is done with it. The third byte: does it miss? */
static const char *const caches[] = {
	[PERF_COUNT_HW_CACHE_L1D] = "L1-dcache", [PERF_COUNT_HW_CACHE_L1I] = "L1-icache",
	[PERF_COUNT_HW_CACHE_LL] = "LLC", [PERF_COUNT_HW_CACHE_DTLB] = "dTLB",
	[PERF_COUNT_HW_CACHE_ITLB] = "iTLB", [PERF_COUNT_HW_CACHE_BPU] = "branch",
	[PERF_COUNT_HW_CACHE_NODE] = "node",
};
static const char *const uses[][2] = {
	[PERF_COUNT_HW_CACHE_OP_READ] = { "loads", "load-misses" },
	[PERF_COUNT_HW_CACHE_OP_WRITE] = { "stores", "store-misses" },
	[PERF_COUNT_HW_CACHE_OP_PREFETCH] = { "prefetches", "prefetch-misses" },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void event_name_of_number(uint32_t type, uint64_t config, char *text, size_t size)
{
	/* The upper half is the PMU of a hybrid. */
	const uint64_t number = config & UINT32_MAX;
	const uint64_t cache = number & 0xff, use = number >> 8 & 0xff, miss = number >> 16;

	if (type == PERF_TYPE_HARDWARE && number < COUNT(hardware))
		(void)snprintf(text, size, "%s", hardware[number]);
	else if (type == PERF_TYPE_SOFTWARE && config < COUNT(software))
		(void)snprintf(text, size, "%s", software[config]);
	else if (type == PERF_TYPE_HW_CACHE && cache < COUNT(caches) && use < COUNT(uses) &&
		 miss < 2)
		(void)snprintf(text, size, "%s-%s", caches[cache], uses[use][miss]);
	else
		(void)snprintf(text, size, "event %u/0x%llx", type, (unsigned long long)config);
}
