/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes readings of opened nodes from stories; see demo_nodes.h. */
#include "config.h"
#include "collect/demo/demo_nodes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/demo/demo_script.h"
#include "model/snapshot/opened_row.h"
#include "model/splitmix64.h"
#include "model/tree/tree_groups.h"
#include "model/tree/tree_values.h"

#define COUNTERS 0x3fU		/* cycles and five events: what tdtop and the watchdog leave */
#define THREADS_MOST 200	/* as on a real machine */
#define UNSTEADY 0.08		/* how much a group sees another part of the process' time */
#define JITTER 0.1		/* of the time that each group gets */
#define OWN_PERCENT 0.06	/* of a CPU, for each group */

struct demo_nodes {
	struct node_counter counter;
	const struct tree *tree;
	struct tree_requests *requests;
	struct demo_nodes_record record;
	struct tree_values *values;
	struct tree_request request;
	struct tree_groups groups;
	struct tree_readings readings;
	double running[TREE_GROUPS_MAX];	/* in this interval, parts of the time */
};

/*
 * What limits the processes of the simulated machine below level 2, and how often the events of the
 * tree of its CPUs (Sapphire Rapids) then occur.
 *
 * A new event in the tree of the demo's Sapphire Rapids needs its rate here.
 */

/* Most are parts of the cycles, or of the slots, of a thread. */
enum demo_quantity {
	DQ_ONE,			/* 1 */
	DQ_RETIRED,		/* uops for each cycle; */
	DQ_SCALAR, DQ_VECTOR,	/* of them, floating point */
	DQ_MICROCODE,		/* slots */
	DQ_MISPREDICTS, DQ_CLEARS,
	DQ_ICACHE, DQ_ITLB, DQ_RESTEERS, DQ_MS_SWITCHES, DQ_LCP, DQ_DSB_SWITCHES,
	DQ_MITE, DQ_DSB, DQ_MS,
	DQ_L1, DQ_L2, DQ_L3, DQ_DRAM, DQ_STORE,
	DQ_TLB,			/* of L1 */
	DQ_SHARED,		/* of L3: lines that other cores write */
	DQ_BANDWIDTH, DQ_WAIT,	/* of DRAM: its bandwidth, its latency */
	DQ_DIVIDER, DQ_SERIAL, DQ_PORTS,
	DEMO_QUANTITIES
};

/* How a process divides its level 2, percent. */
struct story {
	const char *comm;
	double memory[5];	/* L1, L2, L3, DRAM, stores */
	double tlb, shared, bandwidth;	/* of L1, of L3, of DRAM */
	double latency[6];	/* icache, ITLB, resteers, MS switches, LCP, DSB switches */
	double fetch[3];	/* MITE, DSB, MS */
	double core[3];		/* divider, serializing, ports */
	double scalar, vector;	/* of the uops that retire */
	double microcode;	/* of the heavy operations */
};

/* clang-format off */
static const struct story stories[] = {
	{ "",		 { 30, 14, 22, 26, 8 }, 40, 35, 30, { 38, 10, 34, 8, 1, 9 }, { 62, 26, 12 },
			 { 12, 18, 70 }, 1, 0, 45 },
	{ "stream_c",	 { 3, 3, 5, 75, 14 }, 20, 2, 88, { 10, 5, 50, 25, 0, 10 }, { 30, 60, 10 },
			 { 2, 3, 95 }, 1, 38, 60 },
	{ "memcached",	 { 12, 5, 16, 64, 3 }, 70, 45, 8, { 45, 16, 26, 6, 0, 7 }, { 60, 30, 10 },
			 { 8, 24, 68 }, 0, 0, 50 },
	{ "redis-server", { 14, 9, 30, 43, 4 }, 55, 4, 12, { 40, 12, 34, 6, 0, 8 }, { 58, 32, 10 },
			 { 10, 12, 78 }, 1, 0, 50 },
	{ "postgres",	 { 18, 8, 52, 15, 7 }, 30, 78, 20, { 48, 20, 20, 5, 0, 7 }, { 64, 26, 10 },
			 { 8, 34, 58 }, 0, 0, 45 },
	{ "java",	 { 14, 8, 16, 54, 8 }, 60, 25, 35, { 40, 22, 24, 5, 0, 9 }, { 60, 30, 10 },
			 { 10, 25, 65 }, 2, 1, 40 },
	{ "python3",	 { 46, 20, 20, 10, 4 }, 15, 5, 25, { 18, 4, 70, 3, 0, 5 }, { 50, 42, 8 },
			 { 24, 6, 70 }, 9, 2, 40 },
	{ "cc1plus",	 { 34, 26, 22, 12, 6 }, 45, 3, 10, { 46, 18, 26, 3, 0, 7 }, { 74, 20, 6 },
			 { 16, 12, 72 }, 0, 0, 40 },
	{ "node",	 { 32, 18, 26, 18, 6 }, 40, 12, 15, { 44, 17, 30, 3, 0, 6 }, { 68, 24, 8 },
			 { 10, 20, 70 }, 3, 0, 40 },
	{ "nginx",	 { 28, 20, 30, 16, 6 }, 30, 25, 12, { 54, 13, 20, 5, 0, 8 }, { 76, 18, 6 },
			 { 6, 40, 54 }, 0, 0, 55 },
	{ "ffmpeg",	 { 40, 24, 14, 12, 10 }, 10, 4, 55, { 30, 6, 44, 10, 2, 8 }, { 52, 40, 8 },
			 { 3, 4, 93 }, 2, 6, 45 },
	{ "gzip",	 { 58, 26, 10, 4, 2 }, 8, 1, 20, { 12, 2, 78, 3, 0, 5 }, { 44, 50, 6 },
			 { 3, 3, 94 }, 0, 0, 30 },
	{ "openssl",	 { 60, 16, 10, 8, 6 }, 5, 1, 20, { 30, 8, 40, 10, 4, 8 }, { 40, 52, 8 },
			 { 2, 2, 96 }, 0, 0, 40 },
};
/* clang-format on */

static const struct story *find_story(const char *comm)
{
	const size_t n = sizeof(stories) / sizeof(stories[0]);

	for (size_t i = 1; comm && i < n; i++)
		if (!strcmp(stories[i].comm, comm))
			return &stories[i];
	return &stories[0];
}

/* Divides a whole among quantities that follow one another. */
static void divide(double *quantity, double whole, const double *percent, size_t n)
{
	for (size_t i = 0; i < n; i++)
		quantity[i] = whole * percent[i] / 100;
}

/*
 * The quantities of a process with this name, so that they agree with its levels 1 and 2. Without a
 * story of its own, or NULL, it has that of most programs.
 */
static void demo_quantities(const char *comm, const struct values *values, double quantity[DEMO_QUANTITIES])
{
	const struct story *story = find_story(comm);
	double ratio[M_COUNT];

	for (int m = 0; m < M_COUNT; m++)
		ratio[m] = (double)values->percent[m] / 100;
	quantity[DQ_ONE] = 1;
	quantity[DQ_RETIRED] = ratio[M_RETIRING] * DEMO_SLOTS_PER_CYCLE;
	quantity[DQ_SCALAR] = quantity[DQ_RETIRED] * story->scalar / 100;
	quantity[DQ_VECTOR] = quantity[DQ_RETIRED] * story->vector / 100;
	quantity[DQ_MICROCODE] = ratio[M_HEAVY_OPERATIONS] * story->microcode / 100;
	quantity[DQ_MISPREDICTS] = ratio[M_BRANCH_MISPREDICTS];
	quantity[DQ_CLEARS] = ratio[M_MACHINE_CLEARS];
	divide(&quantity[DQ_ICACHE], ratio[M_FETCH_LATENCY], story->latency, 6);
	divide(&quantity[DQ_MITE], ratio[M_FETCH_BANDWIDTH], story->fetch, 3);
	divide(&quantity[DQ_L1], ratio[M_MEMORY_BOUND], story->memory, 5);
	quantity[DQ_TLB] = quantity[DQ_L1] * story->tlb / 100;
	quantity[DQ_SHARED] = quantity[DQ_L3] * story->shared / 100;
	quantity[DQ_BANDWIDTH] = quantity[DQ_DRAM] * story->bandwidth / 100;
	quantity[DQ_WAIT] = quantity[DQ_DRAM] - quantity[DQ_BANDWIDTH];
	divide(&quantity[DQ_DIVIDER], ratio[M_CORE_BOUND], story->core, 3);
}

/*
 * The rate of an event is the sum of its rows. They turn around the expressions of the tree: cycles
 * of the parts of memory bound are what the counters of stalls below them leave.
 */
struct rate {
	const char *event;
	enum demo_quantity quantity;
	double factor;
};

/* clang-format off */
static const struct rate rates[] = {
	{ "CPU_CLK_UNHALTED.DISTRIBUTED", DQ_ONE, 0.7 },
	/* memory bound */
	{ "MEMORY_ACTIVITY.STALLS_L3_MISS", DQ_DRAM, 1 },
	{ "MEMORY_ACTIVITY.STALLS_L2_MISS", DQ_DRAM, 1 },
	{ "MEMORY_ACTIVITY.STALLS_L2_MISS", DQ_L3, 1 },
	{ "MEMORY_ACTIVITY.STALLS_L1D_MISS", DQ_DRAM, 1 },
	{ "MEMORY_ACTIVITY.STALLS_L1D_MISS", DQ_L3, 1 },
	{ "MEMORY_ACTIVITY.STALLS_L1D_MISS", DQ_L2, 1 },
	{ "EXE_ACTIVITY.BOUND_ON_LOADS", DQ_DRAM, 1 },
	{ "EXE_ACTIVITY.BOUND_ON_LOADS", DQ_L3, 1 },
	{ "EXE_ACTIVITY.BOUND_ON_LOADS", DQ_L2, 1 },
	{ "EXE_ACTIVITY.BOUND_ON_LOADS", DQ_L1, 1 },
	{ "EXE_ACTIVITY.BOUND_ON_STORES", DQ_STORE, 1 },
	{ "CYCLE_ACTIVITY.CYCLES_MEM_ANY", DQ_DRAM, 1.1 },
	{ "CYCLE_ACTIVITY.CYCLES_MEM_ANY", DQ_L3, 1.1 },
	{ "CYCLE_ACTIVITY.CYCLES_MEM_ANY", DQ_L2, 1.1 },
	{ "CYCLE_ACTIVITY.CYCLES_MEM_ANY", DQ_L1, 1.1 },
	{ "MEMORY_ACTIVITY.CYCLES_L1D_MISS", DQ_DRAM, 1.1 },
	{ "MEMORY_ACTIVITY.CYCLES_L1D_MISS", DQ_L3, 1.1 },
	{ "MEMORY_ACTIVITY.CYCLES_L1D_MISS", DQ_L2, 1.1 },
	{ "MEM_INST_RETIRED.ALL_LOADS", DQ_RETIRED, 0.26 },
	{ "MEM_UOP_RETIRED.ANY", DQ_RETIRED, 0.36 },
	{ "MEM_LOAD_RETIRED.L1_MISS", DQ_L2, 0.06 },
	{ "MEM_LOAD_RETIRED.L1_MISS", DQ_L3, 0.01 },
	{ "MEM_LOAD_RETIRED.L1_MISS", DQ_DRAM, 0.005 },
	{ "MEM_LOAD_RETIRED.FB_HIT", DQ_L2, 0.03 },
	{ "MEM_LOAD_RETIRED.FB_HIT", DQ_L3, 0.005 },
	{ "MEM_LOAD_RETIRED.FB_HIT", DQ_DRAM, 0.0025 },
	{ "MEM_LOAD_RETIRED.L2_HIT", DQ_L2, 0.05 },
	{ "MEM_LOAD_RETIRED.L3_HIT", DQ_L3, 0.0066 },
	{ "MEM_LOAD_RETIRED.L3_HIT", DQ_SHARED, -0.005 },
	{ "MEM_LOAD_COMPLETED.L1_MISS_ANY", DQ_ONE, 0.0005 },
	{ "MEM_LOAD_COMPLETED.L1_MISS_ANY", DQ_L2, 0.06 },
	{ "MEM_LOAD_COMPLETED.L1_MISS_ANY", DQ_L3, 0.01 },
	{ "MEM_LOAD_COMPLETED.L1_MISS_ANY", DQ_DRAM, 0.005 },
	{ "L1D_PEND_MISS.PENDING", DQ_ONE, 0.01 },
	{ "L1D_PEND_MISS.PENDING", DQ_L2, 0.8 },
	{ "L1D_PEND_MISS.PENDING", DQ_L3, 0.9 },
	{ "L1D_PEND_MISS.PENDING", DQ_DRAM, 2.4 },
	{ "L1D_PEND_MISS.FB_FULL", DQ_BANDWIDTH, 0.5 },
	{ "L1D_PEND_MISS.FB_FULL", DQ_WAIT, 0.04 },
	{ "L1D_PEND_MISS.L2_STALLS", DQ_BANDWIDTH, 0.06 },
	{ "XQ.FULL_CYCLES", DQ_L3, 0.12 },
	{ "DTLB_LOAD_MISSES.STLB_HIT:c1", DQ_TLB, 0.02 },
	{ "DTLB_LOAD_MISSES.WALK_ACTIVE", DQ_TLB, 0.8 },
	{ "DTLB_LOAD_MISSES.WALK_COMPLETED_4K", DQ_TLB, 0.02 },
	{ "DTLB_LOAD_MISSES.WALK_COMPLETED_2M_4M", DQ_TLB, 0.003 },
	{ "LD_BLOCKS.STORE_FORWARD", DQ_L1, 0.006 },
	{ "LOCK_CYCLES.CACHE_LOCK_DURATION", DQ_SHARED, 0.2 },
	{ "LOCK_CYCLES.CACHE_LOCK_DURATION", DQ_L1, 0.04 },
	{ "MEM_INST_RETIRED.LOCK_LOADS", DQ_SHARED, 0.004 },
	{ "MEM_INST_RETIRED.SPLIT_LOADS", DQ_L1, 0.0004 },
	{ "MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD", DQ_SHARED, 0.0025 },
	{ "MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS", DQ_SHARED, 0.0004 },
	{ "MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD", DQ_SHARED, 0.0005 },
	{ "OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HITM", DQ_SHARED, 0.0032 },
	{ "OCR.DEMAND_DATA_RD.L3_HIT.SNOOP_HIT_WITH_FWD", DQ_SHARED, 0.0006 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c12", DQ_BANDWIDTH, 1 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD", DQ_BANDWIDTH, 1 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD", DQ_WAIT, 1 },
	{ "MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", DQ_WAIT, 0.0028 },
	{ "MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", DQ_BANDWIDTH, 0.0004 },
	{ "MEM_LOAD_L3_MISS_RETIRED.REMOTE_DRAM", DQ_WAIT, 0.0003 },
	{ "MEM_LOAD_L3_MISS_RETIRED.REMOTE_HITM", DQ_WAIT, 0.00004 },
	{ "MEM_LOAD_L3_MISS_RETIRED.REMOTE_FWD", DQ_WAIT, 0.00002 },
	{ "MEM_INST_RETIRED.ALL_STORES", DQ_RETIRED, 0.12 },
	{ "MEM_STORE_RETIRED.L2_HIT", DQ_STORE, 0.01 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_RFO", DQ_STORE, 0.65 },
	{ "OCR.DEMAND_RFO.L3_HIT.SNOOP_HITM", DQ_STORE, 0.0001 },
	{ "OCR.DEMAND_RFO.L3_MISS:m0x103b800002", DQ_STORE, 0.00002 },
	{ "OCR.STREAMING_WR.ANY_RESPONSE", DQ_STORE, 0.004 },
	{ "MEM_INST_RETIRED.SPLIT_STORES", DQ_STORE, 0.002 },
	{ "DTLB_STORE_MISSES.STLB_HIT:c1", DQ_STORE, 0.004 },
	{ "DTLB_STORE_MISSES.WALK_ACTIVE", DQ_STORE, 0.06 },
	{ "DTLB_STORE_MISSES.WALK_COMPLETED_4K", DQ_STORE, 0.002 },
	{ "DTLB_STORE_MISSES.WALK_COMPLETED_2M_4M", DQ_STORE, 0.0004 },
	/* fetch latency */
	{ "ICACHE_DATA.STALLS", DQ_ICACHE, 1 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DEMAND_CODE_RD", DQ_ICACHE, 0.35 },
	{ "ICACHE_TAG.STALLS", DQ_ITLB, 1 },
	{ "ITLB_MISSES.WALK_ACTIVE", DQ_ITLB, 0.4 },
	{ "ITLB_MISSES.WALK_COMPLETED_4K", DQ_ITLB, 0.01 },
	{ "ITLB_MISSES.WALK_COMPLETED_2M_4M", DQ_ITLB, 0.001 },
	{ "INT_MISC.CLEAR_RESTEER_CYCLES", DQ_RESTEERS, 0.7 },
	{ "INT_MISC.UNKNOWN_BRANCH_CYCLES", DQ_RESTEERS, 0.3 },
	{ "UOPS_RETIRED.MS:c1:e1", DQ_MS_SWITCHES, 0.3 },
	{ "UOPS_RETIRED.SLOTS", DQ_RETIRED, 1 },
	{ "UOPS_ISSUED.ANY", DQ_RETIRED, 1.08 },
	{ "DECODE.LCP", DQ_LCP, 1 },
	{ "DSB2MITE_SWITCHES.PENALTY_CYCLES", DQ_DSB_SWITCHES, 1 },
	/* fetch bandwidth: a share of 2 * 0.7 core cycles */
	{ "IDQ.MITE_CYCLES_ANY", DQ_ONE, 0.1 },
	{ "IDQ.MITE_CYCLES_ANY", DQ_MITE, 1.4 },
	{ "IDQ.MITE_CYCLES_OK", DQ_ONE, 0.1 },
	{ "INST_DECODED.DECODERS:c1", DQ_ONE, 0.12 },
	{ "INST_DECODED.DECODERS:c1", DQ_MITE, 0.5 },
	{ "INST_DECODED.DECODERS:c2", DQ_ONE, 0.12 },
	{ "IDQ.DSB_CYCLES_ANY", DQ_ONE, 0.2 },
	{ "IDQ.DSB_CYCLES_ANY", DQ_DSB, 1.4 },
	{ "IDQ.DSB_CYCLES_OK", DQ_ONE, 0.2 },
	{ "IDQ.MS_CYCLES_ANY", DQ_MS, 1.68 },
	{ "UOPS_RETIRED.MS:c1", DQ_MS, 1.2 },
	/* bad speculation */
	{ "BR_MISP_RETIRED.ALL_BRANCHES", DQ_MISPREDICTS, 0.05 },
	{ "INT_MISC.CLEARS_COUNT", DQ_MISPREDICTS, 0.052 },
	{ "INT_MISC.CLEARS_COUNT", DQ_CLEARS, 0.01 },
	{ "MACHINE_CLEARS.COUNT", DQ_CLEARS, 0.01 },
	{ "MACHINE_CLEARS.MEMORY_ORDERING", DQ_CLEARS, 0.008 },
	/* core bound */
	{ "ARITH.DIV_ACTIVE", DQ_DIVIDER, 1 },
	{ "ARITH.FPDIV_ACTIVE", DQ_DIVIDER, 0.35 },
	{ "RESOURCE_STALLS.SCOREBOARD", DQ_SERIAL, 1 },
	{ "RS.EMPTY_RESOURCE", DQ_SERIAL, 1 },
	{ "CPU_CLK_UNHALTED.PAUSE", DQ_SERIAL, 0.3 },
	{ "MISC2_RETIRED.LFENCE", DQ_SERIAL, 0.01 },
	{ "CYCLE_ACTIVITY.STALLS_TOTAL", DQ_DRAM, 1 },
	{ "CYCLE_ACTIVITY.STALLS_TOTAL", DQ_L3, 1 },
	{ "CYCLE_ACTIVITY.STALLS_TOTAL", DQ_L2, 1 },
	{ "CYCLE_ACTIVITY.STALLS_TOTAL", DQ_L1, 1 },
	{ "CYCLE_ACTIVITY.STALLS_TOTAL", DQ_DIVIDER, 1.2 },
	{ "CYCLE_ACTIVITY.STALLS_TOTAL", DQ_PORTS, 0.4 },
	{ "EXE_ACTIVITY.EXE_BOUND_0_PORTS", DQ_PORTS, 0.2 },
	{ "EXE_ACTIVITY.1_PORTS_UTIL", DQ_PORTS, 0.65 },
	{ "EXE_ACTIVITY.2_3_PORTS_UTIL", DQ_PORTS, 0.6 },
	{ "EXE_ACTIVITY.2_PORTS_UTIL", DQ_PORTS, 0.4 },
	{ "UOPS_EXECUTED.CYCLES_GE_3", DQ_RETIRED, 0.14 },
	{ "UOPS_DISPATCHED.PORT_0", DQ_RETIRED, 0.11 },
	{ "UOPS_DISPATCHED.PORT_1", DQ_RETIRED, 0.12 },
	{ "UOPS_DISPATCHED.PORT_5_11", DQ_RETIRED, 0.13 },
	{ "UOPS_DISPATCHED.PORT_6", DQ_RETIRED, 0.1 },
	{ "UOPS_DISPATCHED.PORT_2_3_10", DQ_RETIRED, 0.27 },
	{ "UOPS_DISPATCHED.PORT_4_9", DQ_RETIRED, 0.11 },
	{ "UOPS_DISPATCHED.PORT_7_8", DQ_RETIRED, 0.11 },
	/* retiring */
	{ "UOPS_EXECUTED.THREAD", DQ_RETIRED, 1.1 },
	{ "UOPS_EXECUTED.X87", DQ_RETIRED, 0.0002 },
	{ "FP_ARITH_INST_RETIRED.SCALAR", DQ_SCALAR, 1 },
	{ "FP_ARITH_INST_RETIRED.VECTOR", DQ_VECTOR, 1 },
	{ "FP_ARITH_INST_RETIRED.128B_PACKED_DOUBLE", DQ_VECTOR, 0.2 },
	{ "FP_ARITH_INST_RETIRED.256B_PACKED_SINGLE", DQ_VECTOR, 0.3 },
	{ "FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE", DQ_VECTOR, 0.5 },
	{ "INT_VEC_RETIRED.ADD_128", DQ_RETIRED, 0.005 },
	{ "INT_VEC_RETIRED.ADD_256", DQ_VECTOR, 0.4 },
	{ "INT_VEC_RETIRED.MUL_256", DQ_VECTOR, 0.1 },
	{ "INT_VEC_RETIRED.SHUFFLES", DQ_VECTOR, 0.2 },
	{ "INST_RETIRED.MACRO_FUSED", DQ_RETIRED, 0.1 },
	{ "BR_INST_RETIRED.ALL_BRANCHES", DQ_RETIRED, 0.15 },
	{ "INST_RETIRED.NOP", DQ_RETIRED, 0.012 },
	{ "UOPS_RETIRED.MS", DQ_MICROCODE, DEMO_SLOTS_PER_CYCLE },
	{ "ASSISTS.ANY", DQ_MICROCODE, 0.001 },
	{ "ASSISTS.PAGE_FAULT", DQ_MICROCODE, 0.0006 },
	/* what none of them does */
	{ "ASSISTS.FP", DQ_ONE, 0 },
	{ "ASSISTS.SSE_AVX_MIX", DQ_ONE, 0 },
	{ "CPU_CLK_UNHALTED.C01", DQ_ONE, 0 },
	{ "CPU_CLK_UNHALTED.C02", DQ_ONE, 0 },
	{ "DTLB_LOAD_MISSES.WALK_COMPLETED_1G", DQ_ONE, 0 },
	{ "DTLB_STORE_MISSES.WALK_COMPLETED_1G", DQ_ONE, 0 },
	{ "EXE.AMX_BUSY", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED.128B_PACKED_SINGLE", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED.512B_PACKED_DOUBLE", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED.512B_PACKED_SINGLE", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED2.128B_PACKED_HALF", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED2.256B_PACKED_HALF", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED2.512B_PACKED_HALF", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED2.SCALAR", DQ_ONE, 0 },
	{ "FP_ARITH_INST_RETIRED2.VECTOR", DQ_ONE, 0 },
	{ "INT_MISC.MBA_STALLS", DQ_ONE, 0 },
	{ "INT_VEC_RETIRED.VNNI_128", DQ_ONE, 0 },
	{ "INT_VEC_RETIRED.VNNI_256", DQ_ONE, 0 },
	{ "MEM_LOAD_L3_MISS_RETIRED.REMOTE_PMM", DQ_ONE, 0 },
	{ "MEM_LOAD_RETIRED.LOCAL_PMM", DQ_ONE, 0 },
};
/* clang-format on */

#define N_RATES (sizeof(rates) / sizeof(rates[0]))

/* Occurrences of an event for each cycle of the thread. */
static double demo_rate(const char *event, const double quantity[DEMO_QUANTITIES])
{
	double rate = 0;

	for (size_t i = 0; i < N_RATES; i++)
		if (!strcmp(rates[i].event, event))
			rate += quantity[rates[i].quantity] * rates[i].factor;
	return rate;
}

bool demo_has_rate(const char *event)
{
	for (size_t i = 0; i < N_RATES; i++)
		if (!strcmp(rates[i].event, event))
			return true;
	return false;
}

static struct demo_nodes *of(struct node_counter *counter)
{
	return (struct demo_nodes *)counter;
}

/* ---- what is counted ---- */

/* The groups of the children of all open nodes. */
static void pack(struct demo_nodes *demo)
{
	static const struct tree_room room = { .counters = COUNTERS, .cycles = true,
					       .cycles_general = true, .has_cycles = true,
					       .has_instructions = true, .has_slots = true,
					       .machine = { .known = true, .smt = true },
					       .offcore = 2, .frontend = 1 };
	uint64_t nodes[TREE_NODE_WORDS];

	tree_open_children(demo->tree, demo->request.open[TYPE_CORE], nodes);
	tree_pack(tree_values_code(demo->values, TYPE_CORE), nodes, &room, &demo->groups);
}

/* Between -1 and 1, the same for the same interval, task and number. */
static double noise(const struct snapshot *draft, const struct row *row, uint64_t number)
{
	uint64_t state = splitmix64_mix(draft->seq * 8191 + (uint64_t)(uint32_t)row->id) + number;

	return 2 * splitmix64_share(&state) - 1;
}

/* The kernel lets the groups take turns. */
static void take_turns(struct demo_nodes *demo, const struct snapshot *draft, const struct row *row)
{
	double sum = 0;

	for (size_t g = 0; g < demo->groups.n; g++) {
		demo->running[g] = 1 + JITTER * noise(draft, row, 1000 + g);
		sum += demo->running[g];
	}
	for (size_t g = 0; g < demo->groups.n; g++)
		demo->running[g] = demo->groups.n > 1 ? demo->running[g] / sum : 1;
}

/* What one process did while a group was on, which is not quite what it did all the time. */
static void add_process(struct demo_nodes *demo, const struct snapshot *draft,
			const struct row *row, const char *comm)
{
	const double cycles = row->numbers->counts.value[EV_CYCLES];
	struct tree_reading *reading = demo->readings.reading;
	double whole[DEMO_QUANTITIES], quantity[DEMO_QUANTITIES];

	demo_quantities(comm, &row->numbers->values, whole);
	for (size_t g = 0; g < demo->groups.n; g++) {
		const struct tree_group *group = &demo->groups.group[g];
		const double part = cycles * demo->running[g];

		for (size_t i = 0; i < DEMO_QUANTITIES; i++) {
			const double away = (1 - demo->running[g]) * UNSTEADY;

			quantity[i] = whole[i];
			if (i > DQ_RETIRED)
				quantity[i] *= 1 + away * noise(draft, row, g * 64 + i);
		}
		quantity[DQ_WAIT] = quantity[DQ_DRAM] - quantity[DQ_BANDWIDTH];
		for (size_t i = 0; i < group->n; i++, reading++) {
			const struct tree_event *event = tree_event(demo->tree, group->event[i]);
			double rate = event->origin == TREE_CYCLES ? 1 :
								     demo_rate(event->name, quantity);

			reading->count += floor(part * fmax(0, rate));
		}
	}
}

/* A row of each event of each group, without counts yet. */
static void begin_readings(struct demo_nodes *demo, const struct row *row)
{
	struct tree_readings *readings = &demo->readings;

	readings->n = 0;
	for (size_t g = 0; g < demo->groups.n; g++)
		for (size_t i = 0; i < demo->groups.group[g].n; i++)
			readings->reading[readings->n++] = (struct tree_reading){
				.core_type = TYPE_CORE,
				.group = (uint8_t)g,
				.event = demo->groups.group[g].event[i],
				.enabled_ns = row->busy_ns,
				.running_ns = (uint64_t)((double)row->busy_ns * demo->running[g]),
			};
}

/* The row that a process is a part of, in the list of this kind. */
static bool is_part(const struct snapshot *draft, const struct row *process, const struct row *row)
{
	const int32_t index = (int32_t)(row - draft->table[row->kind].rows);

	if (row->kind == ROW_USER)
		return process->of_user == index;
	if (row->kind == ROW_CGROUP)
		return process->of_cgroup == index;
	if (row->kind == ROW_NAME)
		return process->of_name == index;
	return row->kind == ROW_MACHINE;
}

static const char *comm_of(const struct snapshot *draft, const struct row *row)
{
	if (row->kind == ROW_THREAD && row->parent >= 0)
		row = &draft->table[ROW_PROCESS].rows[row->parent];
	return snapshot_text(draft, row->name);
}

static void read_row(struct demo_nodes *demo, const struct snapshot *draft, const struct row *row)
{
	const struct row_table *processes = &draft->table[ROW_PROCESS];
	bool any = false;

	take_turns(demo, draft, row);
	begin_readings(demo, row);
	for (size_t i = 0; i < processes->n; i++) {
		const struct row *process = &processes->rows[i];

		if (process->asleep || !is_part(draft, process, row))
			continue;
		any = true;
		add_process(demo, draft, process, comm_of(draft, process));
	}
	if (!any)	/* a process, a thread, a CPU */
		add_process(demo, draft, row, comm_of(draft, row));
}

static void demo_nodes_describe(struct demo_nodes *demo, const struct snapshot *draft, const struct row *row)
{
	struct tree_readings *readings = &demo->readings;
	const enum live_scope scope = demo->request.scope;

	readings->request = demo->request;
	readings->began_ns = draft->end_ns - draft->interval_ns;
	readings->end_ns = draft->end_ns;
	readings->groups = (uint16_t)demo->groups.n;
	readings->cpus = scope == LIVE_MACHINE || scope == LIVE_CPU || scope == LIVE_WATCHED;
	readings->threads = row ? row->threads : 0;
	readings->counted = readings->threads < THREADS_MOST || readings->cpus ?
		readings->threads : THREADS_MOST;
	readings->part = 1;
	readings->own_percent = (float)(OWN_PERCENT * (double)demo->groups.n);
}

/* ---- the counter ---- */

/* What follow has opened of this row stays open. */
static void keep_followed(struct tree_request *request, const struct tree_request *before)
{
	if (!request->follow || !before->follow || request->scope != before->scope ||
	    request->id != before->id || request->region != before->region || request->start_ns != before->start_ns)
		return;
	for (size_t i = 0; i < TREE_NODE_WORDS; i++)
		request->open[TYPE_CORE][i] |= before->open[TYPE_CORE][i];
}

static void step(struct node_counter *counter, uint64_t now_ns)
{
	struct demo_nodes *demo = of(counter);
	struct tree_request request;

	(void)now_ns;
	if (!tree_requests_take(demo->requests, &request))
		return;
	keep_followed(&request, &demo->request);
	demo->request = request;
	pack(demo);
}

static void demo_nodes_see(struct node_counter *counter, struct snapshot *draft, uint64_t now_ns)
{
	struct demo_nodes *demo = of(counter);
	struct tree_row rows[CORE_TYPES];
	const struct row *row;

	step(counter, now_ns);
	row = opened_row_of(draft, &demo->request);
	demo->readings.n = 0;
	if (row)
		read_row(demo, draft, row);
	demo_nodes_describe(demo, draft, row);
	if (demo->record.take && demo->request.scope != LIVE_NOTHING)
		demo->record.take(demo->record.data, &demo->readings);
	opened_row_fill(draft, &demo->request, rows);
	tree_values_see(demo->values, &demo->readings, rows, &draft->opened);
	if (demo->request.follow && draft->opened.scope != LIVE_NOTHING &&
	    tree_values_follow(demo->values, &draft->opened, demo->request.open))
		pack(demo);
}

static void free_demo(struct node_counter *counter)
{
	struct demo_nodes *demo = of(counter);

	tree_values_free(demo->values);
	free(demo);
}

static const struct node_counter_ops demo_ops = { .step = step, .see = demo_nodes_see, .free = free_demo };

int demo_nodes_new(const struct machine *machine, struct tree_requests *requests,
		   struct demo_nodes_record record, struct node_counter **out, struct err *err)
{
	const struct tree *tree = machine->family ? machine->family->tree[TYPE_CORE] : NULL;
	const struct tree *const trees[CORE_TYPES] = { [TYPE_CORE] = tree };
	struct demo_nodes *demo;

	*out = NULL;
	if (!tree)
		return err_set(err, ENOENT, "nothing below level 2 is known of these CPUs");
	demo = calloc(1, sizeof(*demo));
	if (demo)
		demo->values = tree_values_new(trees);
	if (!demo || !demo->values) {
		free(demo);
		return err_set(err, ENOMEM, "not enough memory to count more nodes");
	}
	demo->counter.ops = &demo_ops;
	demo->tree = tree;
	demo->requests = requests;
	demo->record = record;
	*out = &demo->counter;
	return 0;
}
