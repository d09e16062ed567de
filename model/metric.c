/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The TopDown tree. Names and thresholds are those of perf's metric tables (tools/perf/pmu-events,
 * *-metrics.json, MetricThreshold); the help is ours. Any thread.
 *
 * A new metric is a value of enum metric_id, a row here, METRIC(...) in ui/table/columns.c, its words in
 * ui/table/sentence.c, and formulas in the families that count it.
 */
#include "config.h"
#include "model/metric.h"

#include <string.h>

const struct metric metrics[M_COUNT] = {
	[M_RETIRING] = {
		.parent = M_NONE, .key = "ret", .slug = "tma_retiring", .title = "Retiring",
		.brief = "retiring: slots that did useful work",
		.column = "RET", .letter = 'R', .threshold = 0.7,
		.sense = SENSE_GOOD,
		.help = "Slots whose work retired: the useful ones. High says that the pipeline "
			"runs well, not that the program does: it gets faster only by doing less.",
		.advice = "Look at heavy operations first. Try a better algorithm, vectors or "
			"hoisting where the instructions are spent, and make sure that it is not "
			"a busy-wait loop, which retires well and does nothing.",
	},
	[M_LIGHT_OPERATIONS] = {
		.parent = M_RETIRING, .key = "light", .slug = "tma_light_operations",
		.brief = "light operations: useful work, one micro-operation per instruction",
		.title = "Light operations", .column = "LIGHT", .letter = 'L', .threshold = 0.6,
		.sense = SENSE_GOOD,
		.help = "Useful slots of ordinary instructions, one micro-operation each or fused "
			"with a neighbour. When most of the time is here, the number of "
			"instructions is the cost.",
		.advice = "Try wider vectors (check that the hot loops were vectorised), inlining "
			"and link-time optimisation, and dropping work: repeated parsing, "
			"copying, checks that a caller has made already.",
	},
	[M_HEAVY_OPERATIONS] = {
		.parent = M_RETIRING, .key = "heavy", .slug = "tma_heavy_operations",
		.brief = "heavy operations: useful work that needed several micro-operations",
		.title = "Heavy operations", .column = "HEAVY", .letter = 'H', .threshold = 0.1,
		.sense = SENSE_WORK,
		.help = "Useful slots of instructions that need several micro-operations, or the "
			"microcode sequencer: divisions, gathers, string moves, locked "
			"operations, floating-point assists on denormals.",
		.advice = "Try perf annotate on the hot function and look for div, rep, gather "
			"and lock; flush denormals to zero, multiply by the reciprocal, replace "
			"gathers by a denser layout.",
	},
	[M_BAD_SPECULATION] = {
		.parent = M_NONE, .key = "bad", .slug = "tma_bad_speculation",
		.brief = "bad speculation: work that was thrown away",
		.title = "Bad speculation", .column = "BAD", .letter = 'S', .threshold = 0.15,
		.loss = "did work that was thrown away",
		.help = "Slots wasted on work that was thrown away, and on recovering from it. "
			"The two nodes below tell whether branches went the wrong way or the "
			"pipeline was cleared.",
		.advice = "Try the branches on top first: data-dependent ones in tight loops, "
			"indirect calls, the dispatch of an interpreter.",
	},
	[M_BRANCH_MISPREDICTS] = {
		.parent = M_BAD_SPECULATION, .key = "misp", .slug = "tma_branch_mispredicts",
		.brief = "branch mispredicts: thrown away because a branch was mispredicted",
		.title = "Branch mispredicts", .column = "MISP", .letter = 'P', .threshold = 0.1,
		.loss = "was lost to a mispredicted branch",
		.help = "Slots wasted because a branch or an indirect jump went another way than "
			"predicted.",
		.advice = "Try to sort or partition the data so that branches repeat themselves, "
			"use conditional moves, masks or tables instead, turn virtual calls in "
			"loops into one call per batch, and build with profile feedback (PGO).",
	},
	[M_MACHINE_CLEARS] = {
		.parent = M_BAD_SPECULATION, .key = "clears", .slug = "tma_machine_clears",
		.brief = "machine clears: thrown away for another reason (memory "
			 "ordering, self-modifying code)",
		.title = "Machine clears", .column = "CLEARS", .letter = 'X', .threshold = 0.1,
		.loss = "was lost to a machine clear",
		.help = "Slots wasted because the whole pipeline was cleared: a load that had "
			"overtaken a store of another CPU (false sharing), self-modifying or "
			"freshly compiled code, assists.",
		.advice = "Try perf c2c for cache lines that CPUs fight over and pad them apart; "
			"perf stat -e machine_clears.memory_ordering,machine_clears.smc tells the "
			"kind. Just-in-time compilers should warm up first.",
	},
	[M_FRONTEND_BOUND] = {
		.parent = M_NONE, .key = "fe", .slug = "tma_frontend_bound",
		.brief = "frontend bound: no instructions arrived",
		.title = "Frontend bound", .column = "FE", .letter = 'F', .threshold = 0.15,
		.loss = "waited for instructions",
		.help = "Slots left empty because no instructions arrived although the backend "
			"was ready: typical of large programs with flat profiles, interpreters, "
			"compilers, databases, much kernel work. The two nodes below tell whether "
			"nothing came at all or too little.",
		.advice = "Try a smaller and better ordered text: PGO, BOLT, -O2 instead of -O3, "
			"huge pages for code, fewer shared libraries.",
	},
	[M_FETCH_LATENCY] = {
		.parent = M_FRONTEND_BOUND, .key = "lat", .slug = "tma_fetch_latency",
		.brief = "fetch latency: nothing arrived (instruction cache or TLB miss, "
			 "branch resteer)",
		.title = "Fetch latency", .column = "LAT", .letter = 'T', .threshold = 0.1,
		.loss = "waited for an instruction fetch",
		.help = "Frontend slots in which nothing at all arrived: misses of the "
			"instruction cache or of its TLB, and restarts after branches.",
		.advice = "Try to put hot code together (PGO, BOLT, ordering by the linker) and "
			"cold code out of line. Huge pages for text and static linking help, too. "
			"Keep one task on a CPU for longer: each switch to other code begins with "
			"a cold cache.",
	},
	[M_FETCH_BANDWIDTH] = {
		.parent = M_FRONTEND_BOUND, .key = "bw", .slug = "tma_fetch_bandwidth",
		.brief = "fetch bandwidth: too few instructions arrived",
		.title = "Fetch bandwidth", .column = "BW", .letter = 'W', .threshold = 0.2,
		.loss = "was left empty by a fetch that is too narrow",
		.help = "Frontend slots in which some operations arrived, but fewer than the core "
			"could take: decoders or the cache of decoded operations are the limit.",
		.advice = "Try to keep hot loops small enough for that cache (less unrolling and "
			"inlining), avoid long instructions and branches into the middle of "
			"blocks, and align hot loops (-falign-loops=32).",
	},
	[M_BACKEND_BOUND] = {
		.parent = M_NONE, .key = "be", .slug = "tma_backend_bound",
		.brief = "backend bound: instructions waited for data or an execution unit",
		.title = "Backend bound", .column = "BE", .letter = 'B', .threshold = 0.2,
		.loss = "waited for the backend",
		.help = "Slots left empty because the backend could not take more: it waits for "
			"memory or for execution units. The most common bottleneck. The two nodes "
			"below tell which, and they ask for opposite remedies.",
		.advice = "Try the nodes below first; if this CPU counts level 1 only, many cache "
			"misses at a low IPC (perf stat -e cache-misses) point to memory, few to "
			"the core.",
	},
	[M_MEMORY_BOUND] = {
		.parent = M_BACKEND_BOUND, .key = "mem", .slug = "tma_memory_bound",
		.brief = "memory bound: waiting for loads and stores",
		.title = "Memory bound", .column = "MEM", .letter = 'M', .threshold = 0.2,
		.loss = "waited for memory",
		.help = "Backend slots that waited for loads or stores: caches, TLB, memory "
			"bandwidth, remote NUMA nodes, full store buffers.",
		.advice = "Try perf mem record and perf c2c for the lines and data behind it. "
			"Then smaller and denser data, walking it in order, prefetching in "
			"pointer chases, huge pages, and keeping data on its node (numactl). If "
			"many cores share the limit, it is bandwidth.",
	},
	[M_CORE_BOUND] = {
		.parent = M_BACKEND_BOUND, .key = "core", .slug = "tma_core_bound",
		.brief = "core bound: waiting for an execution unit",
		.title = "Core bound", .column = "CORE", .letter = 'C', .threshold = 0.1,
		.loss = "waited for an execution unit",
		.help = "Backend slots that waited for something other than memory: a busy "
			"execution port, the divider, or a long chain of operations that each "
			"need the last result.",
		.advice = "Try to break chains (several accumulators, unrolling), vectorise, and "
			"replace divisions and square roots; perf annotate shows them. On a "
			"shared core try the work without its SMT sibling: both use the same "
			"ports.",
	},
	[M_RESOURCE_BOUND] = {
		.parent = M_BACKEND_BOUND, .key = "resource", .slug = "tma_resource_bound",
		.brief = "resource bound (E-cores): waiting for room in the core's "
			 "queues, most often for memory",
		.title = "Resource bound", .column = "RESRC", .letter = 'Q', .threshold = 0.2,
		.optional = true,
		.loss = "waited for room in a queue",
		.help = "E-cores: backend slots that waited for room in the core's queues: the "
			"reorder buffer, the schedulers, the load and store buffers. They are "
			"full because something before them waits, most often memory.",
		.advice = "Try what helps against memory bound: smaller and denser data, walking "
			"it in order, prefetching in pointer chases; then shorter chains of "
			"operations.",
	},
	[M_SMT_CONTENTION] = {
		.parent = M_NONE, .key = "smt", .slug = "tma_smt_contention",
		.brief = "SMT contention (AMD): the core's other thread used these slots",
		.title = "SMT contention", .column = "SMT", .letter = 'N', .threshold = 0.15,
		.optional = true,
		.sense = SENSE_TAKEN,
		.help = "AMD: slots that the other thread of the same core took. They are not "
			"lost: another task used them. If throughput is what counts, that is "
			"good; if this task is urgent, it is not.",
		.advice = "Try keeping its core to itself (taskset, isolated CPUs, core "
			"scheduling), or switching SMT off.",
	},
	[M_BACKEND_OR_BAD] = {
		.parent = M_NONE, .key = "rest", .slug = "tma_backend_bound_or_bad_speculation",
		.brief = "backend bound or bad speculation (Silvermont): its counters "
			 "cannot tell them apart",
		.title = "Backend bound or bad speculation", .column = "BE+BAD", .letter = 'E',
		.threshold = 0.2,
		.optional = true,
		.loss = "waited for the backend or was thrown away",
		.help = "Silvermont: what is neither useful work nor a wait of the frontend. Its "
			"two counters cannot tell work that was thrown away from waits for data "
			"or for an execution unit.",
		.advice = "Try perf stat -e cache-misses,branch-misses to see which of the two it "
			"is, then what helps against it.",
	},
	[M_FRONTEND_STALLED] = {
		.parent = M_NONE, .key = "fecyc", .slug = "frontend_stalled_cycles",
		.brief = "frontend stalled cycles (Neoverse N1): percent of cycles, not slots",
		.title = "Frontend stalled cycles", .column = "FECYC", .letter = 'I',
		.threshold = 0.2,
		.optional = true,
		.loss = "waited for instructions",
		.help = "Neoverse N1: cycles, not slots, in which no operation was there to "
			"issue. A cycle that issues one of four counts as none, so this is less "
			"than what frontend bound would be.",
		.advice = "Try what helps against frontend bound: a smaller hot path, huge pages "
			"for code.",
	},
	[M_BACKEND_STALLED] = {
		.parent = M_NONE, .key = "becyc", .slug = "backend_stalled_cycles",
		.brief = "backend stalled cycles (Neoverse N1): percent of cycles, not slots",
		.title = "Backend stalled cycles", .column = "BECYC", .letter = 'D',
		.threshold = 0.2,
		.optional = true,
		.loss = "waited for the backend",
		.help = "Neoverse N1: cycles, not slots, in which nothing was issued as "
			"operations waited for data or for an execution unit. A cycle that issues "
			"one of four counts as none, so this is less than what backend bound "
			"would be.",
		.advice = "Try what helps against memory bound: smaller and denser data, walking "
			"it in order.",
	},
};

const enum metric_id metric_classes[METRIC_CLASSES] = {
	M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND, M_BACKEND_BOUND
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

const char *slug_bare(const char *slug)
{
	static const char prefix[] = "tma_";

	return strncmp(slug, prefix, strlen(prefix)) ? slug : slug + strlen(prefix);
}
