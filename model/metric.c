/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The TopDown tree. Names and thresholds are those of perf's metric tables (tools/perf/pmu-events,
 * *-metrics.json, MetricThreshold); the help is ours. Any thread.
 */
#include "config.h"
#include "model/metric.h"

#include <string.h>

const struct metric metrics[M_COUNT] = {
	[M_RETIRING] = {
		.parent = M_NONE, .key = "ret", .slug = "tma_retiring", .title = "Retiring",
		.column = "RET", .letter = 'R', .threshold = 0.7,
		.help = "Slots that did useful work: their operation retired. High is good, and"
			" says that only less work will make the program faster: a better "
			"algorithm, wider vectors, fewer instructions. Look at heavy operations"
			" below it first.",
	},
	[M_LIGHT_OPERATIONS] = {
		.parent = M_RETIRING, .key = "light", .slug = "tma_light_operations",
		.title = "Light operations", .column = "LIGHT", .letter = 'L', .threshold = 0.6,
		.help = "Useful slots of instructions that are one or two micro-operations: the"
			" ordinary ones. If this is most of the time, count instructions: "
			"vectorise, let the compiler inline and hoist, drop work that nobody "
			"needs.",
	},
	[M_HEAVY_OPERATIONS] = {
		.parent = M_RETIRING, .key = "heavy", .slug = "tma_heavy_operations",
		.title = "Heavy operations", .column = "HEAVY", .letter = 'H', .threshold = 0.1,
		.help = "Useful slots of instructions that need many micro-operations, some "
			"from the microcode sequencer: divisions, string moves, gathers, "
			"floating-point assists on denormals. Flush denormals to zero, replace "
			"divisions, look for rep and gather in the hot code.",
	},
	[M_BAD_SPECULATION] = {
		.parent = M_NONE, .key = "bad", .slug = "tma_bad_speculation",
		.title = "Bad speculation", .column = "BAD", .letter = 'S', .threshold = 0.15,
		.help = "Slots wasted on work that was thrown away, and on recovering from it: "
			"branches that were predicted wrong and pipelines that had to be "
			"cleared. Find the branches with perf record -e branch-misses; make "
			"them predictable or branch-free.",
	},
	[M_BRANCH_MISPREDICTS] = {
		.parent = M_BAD_SPECULATION, .key = "misp", .slug = "tma_branch_mispredicts",
		.title = "Branch mispredicts", .column = "MISP", .letter = 'P', .threshold = 0.1,
		.help = "Slots wasted because a branch went the other way. Sort or partition "
			"data so that branches repeat themselves, use conditional moves or "
			"tables, cut indirect calls, build with profile feedback.",
	},
	[M_MACHINE_CLEARS] = {
		.parent = M_BAD_SPECULATION, .key = "clears", .slug = "tma_machine_clears",
		.title = "Machine clears", .column = "CLEARS", .letter = 'X', .threshold = 0.1,
		.help = "Slots wasted because the whole pipeline was cleared: loads that "
			"overtook a store of another CPU (false sharing, memory ordering), "
			"self-modifying code, assists. Look at perf c2c for shared cache lines "
			"and at machine_clears.* for the kind.",
	},
	[M_FRONTEND_BOUND] = {
		.parent = M_NONE, .key = "fe", .slug = "tma_frontend_bound",
		.title = "Frontend bound", .column = "FE", .letter = 'F', .threshold = 0.15,
		.help = "Slots left empty because no instructions arrived, while the rest of "
			"the core was ready: typical of large programs with flat profiles, "
			"interpreters, just-in-time compilers, databases. Huge pages for code, "
			"profile-guided layout (PGO, BOLT) and less code help.",
	},
	[M_FETCH_LATENCY] = {
		.parent = M_FRONTEND_BOUND, .key = "lat", .slug = "tma_fetch_latency",
		.title = "Fetch latency", .column = "LAT", .letter = 'T', .threshold = 0.1,
		.help = "Frontend slots in which nothing at all arrived: misses of the "
			"instruction cache or its TLB, and resteers after branches. Put hot "
			"code together (PGO, BOLT, linker ordering), use huge pages for text, "
			"avoid jumping between many modules.",
	},
	[M_FETCH_BANDWIDTH] = {
		.parent = M_FRONTEND_BOUND, .key = "bw", .slug = "tma_fetch_bandwidth",
		.title = "Fetch bandwidth", .column = "BW", .letter = 'W', .threshold = 0.2,
		.help = "Frontend slots in which fewer operations arrived than the core could "
			"take: the decoders or the micro-operation cache are the limit. Align "
			"hot loops, keep them small enough for the cache of decoded operations,"
			" avoid long instructions.",
	},
	[M_BACKEND_BOUND] = {
		.parent = M_NONE, .key = "be", .slug = "tma_backend_bound",
		.title = "Backend bound", .column = "BE", .letter = 'B', .threshold = 0.2,
		.help = "Slots left empty because the backend could not take more: it waits for"
			" memory or for execution units. The most common bottleneck. The two "
			"nodes below tell which.",
	},
	[M_MEMORY_BOUND] = {
		.parent = M_BACKEND_BOUND, .key = "mem", .slug = "tma_memory_bound",
		.title = "Memory bound", .column = "MEM", .letter = 'M', .threshold = 0.2,
		.help = "Backend slots that waited for loads or stores: caches, memory "
			"bandwidth, remote NUMA nodes, TLB misses, store buffers. Make data "
			"smaller and denser, walk it in order, use huge pages, keep it on its "
			"node; perf mem and perf c2c show the lines.",
	},
	[M_CORE_BOUND] = {
		.parent = M_BACKEND_BOUND, .key = "core", .slug = "tma_core_bound",
		.title = "Core bound", .column = "CORE", .letter = 'C', .threshold = 0.1,
		.help = "Backend slots that waited for something other than memory: a busy "
			"execution port, the divider, or a chain of dependent operations. Break"
			" dependency chains (several accumulators, unrolling), vectorise, "
			"replace divisions.",
	},
};

int metric_level(enum metric_id id)
{
	int level = 1;

	while (metrics[id].parent != M_NONE) {
		id = metrics[id].parent;
		level++;
	}
	return level;
}

enum metric_id metric_find(const char *key_or_slug)
{
	for (enum metric_id id = 0; id < M_COUNT; id++)
		if (!strcmp(metrics[id].key, key_or_slug) || !strcmp(metrics[id].slug, key_or_slug))
			return id;
	return M_NONE;
}
