/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sandy Bridge to Broadwell. Level 1 is that of Skylake (cpu_intel_skl.h). Level 2 takes three
 * groups that rotate on the four counters which a thread has with SMT. These cores do not count how
 * many ports a cycle used: cycles with few operations, less those in which the scheduler was empty
 * for want of instructions, stand for it. Haswell counts them for the whole core, as those of a
 * thread are wrong there (erratum HSD144). A table for cpu_match.c; static, any thread.
 */
#include "config.h"
#include "collect/cpu/cpu_intel_skl.h"

/* Names of its own events. */
#define EV_SLOTS_1 EV_X3
#define EV_STALLS_MEM EV_X4
#define EV_STALLS_TOTAL EV_X5
#define EV_STORES_FULL EV_X6
#define EV_CYCLES_0_UOPS EV_X7
#define EV_SLOTS_2 EV_X8
#define EV_GE_1 EV_X9		/* cycles in which one operation or more was executed, */
#define EV_GE_2 EV_X10		/* two or more, */
#define EV_GE_3 EV_X11		/* three or more */
#define EV_EMPTY EV_X12		/* cycles in which the scheduler had no operation of the thread */
#define EV_SLOTS_3 EV_X13
#define EV_BR_MISP EV_X14
#define EV_MACHINE_CLEARS EV_X15
#define EV_MS_UOPS EV_X16
#define EV_THREAD_CYCLES EV_X17
#define EV_THREAD_INSTRUCTIONS EV_X19	/* EV_X18 is EV_SIBLING_BUSY */

#define BUSY_IPC 1.8		/* instructions a cycle; from here on two ports in use are few */
#define FEW_INSTRUCTIONS 0.1	/* fetch latency; from here on an empty scheduler is its fault */

/* clang-format off */
/*
 * Groups of the rotation, without the slots that lead them. Encodings that sysfs does not list:
 * github.com/intel/perfmon, as perf's JSON. counters: those that can count stalls on memory, 0: all.
 */
#define MUX_1_EVENTS(counters, on_memory, in_total) \
	GENERAL_ON(counters, STALLS_MEM, on_memory, 0x60006a3, 1), \
	GENERAL(STALLS_TOTAL,   in_total, 0x40004a3, 1), \
	GENERAL(STORES_FULL,    "resource_stalls.sb", 0x08a2, 1), \
	GENERAL(CYCLES_0_UOPS,  "idq_uops_not_delivered.cycles_0_uops_deliv.core", 0x400019c, 1)
#define MUX_2_EVENTS \
	GENERAL(GE_1,           "uops_executed.cycles_ge_1_uop_exec", 0x10001b1, 2), \
	GENERAL(GE_2,           "uops_executed.cycles_ge_2_uops_exec", 0x20001b1, 2), \
	GENERAL(GE_3,           "uops_executed.cycles_ge_3_uops_exec", 0x30001b1, 2), EMPTY_EVENT
#define EMPTY_EVENT \
	GENERAL(EMPTY,          "rs_events.empty_cycles", 0x015e, 2)
#define MUX_3_EVENTS \
	GENERAL(BR_MISP,        "br_misp_retired.all_branches", 0x00c5, 3), \
	GENERAL(MACHINE_CLEARS, "machine_clears.count", 0x10401c3, 3), \
	GENERAL(MS_UOPS,        "idq.ms_uops", 0x3079, 3), \
	GENERAL(THREAD_CYCLES,  "cpu_clk_unhalted.thread_p", 0x003c, 3), \
	{ .id = EV_THREAD_INSTRUCTIONS, .name = "instructions", .level = 2, .mux = 3 }

static const struct family_event sandy_bridge_events[] = {
	EVENTS(4, 4),
	LEADER(SLOTS_1, 1),
	MUX_1_EVENTS(1 << 2, "cycle_activity.stalls_l1d_pending",
		     "cycle_activity.cycles_no_dispatch"),
	LEADER(SLOTS_2, 2),
	GENERAL(GE_1, "uops_dispatched.thread,cmask=1", 0x10001b1, 2),
	GENERAL(GE_2, "uops_dispatched.thread,cmask=2", 0x20001b1, 2),
	GENERAL(GE_3, "uops_dispatched.thread,cmask=3", 0x30001b1, 2), EMPTY_EVENT,
	LEADER(SLOTS_3, 3), MUX_3_EVENTS,
};
static const struct family_event ivy_bridge_events[] = {
	EVENTS(4, 4),
	LEADER(SLOTS_1, 1),
	MUX_1_EVENTS(0, "cycle_activity.stalls_ldm_pending", "cycle_activity.cycles_no_execute"),
	LEADER(SLOTS_2, 2), MUX_2_EVENTS,
	LEADER(SLOTS_3, 3), MUX_3_EVENTS,
};
#define OF_CORE(event, called, number) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = 2, .mux = 2, \
	  .of_core = true, .both_threads = true }
static const struct family_event haswell_events[] = {
	EVENTS(4, 4),
	LEADER(SLOTS_1, 1),
	MUX_1_EVENTS(0, "cycle_activity.stalls_ldm_pending", "cycle_activity.cycles_no_execute"),
	LEADER(SLOTS_2, 2),
	OF_CORE(GE_1, "uops_executed.core,cmask=1", 0x10002b1),
	OF_CORE(GE_2, "uops_executed.core,cmask=2", 0x20002b1),
	OF_CORE(GE_3, "uops_executed.core,cmask=3", 0x30002b1), EMPTY_EVENT,
	LEADER(SLOTS_3, 3), MUX_3_EVENTS,
};
static const struct family_event broadwell_events[] = {
	EVENTS(4, 4),
	LEADER(SLOTS_1, 1),
	MUX_1_EVENTS(0, "cycle_activity.stalls_mem_any", "cycle_activity.stalls_total"),
	LEADER(SLOTS_2, 2), MUX_2_EVENTS,
	LEADER(SLOTS_3, 3), MUX_3_EVENTS,
};
/* clang-format on */

/*
 * Terms of nodes are shares of the slots of their own group. Before Broadwell some events may count
 * more cycles than there are.
 */
static double cycles_at_most(const struct counts *c, double cycles)
{
	double all = EV(THREAD_CYCLES) / EV(SLOTS_3);

	return isnan(all) || all < cycles ? all : cycles;
}

/* One of two terms; missing if either is, as both are counted or none is. */
static double intel_snb_choose(bool first, double a, double b)
{
	return isnan(a + b) ? a + b : first ? a : b;
}

/* Cycles in which ports were in use, but few. */
static double few_ports(const struct counts *c)
{
	double ipc = fraction(EV(THREAD_INSTRUCTIONS), EV(THREAD_CYCLES));

	return isnan(ipc) ? ipc : (EV(GE_1) - intel_snb_choose(ipc > BUSY_IPC, EV(GE_3), EV(GE_2))) / EV(SLOTS_2);
}

/* Of the cycles in which little was executed, those for want of instructions. */
static double empty(const struct counts *c, double latency)
{
	return isnan(latency) ? latency :
	       intel_snb_choose(latency > FEW_INSTRUCTIONS, EV(EMPTY) / EV(SLOTS_2), 0);
}

FORMULA(branch_mispredicts,
	fraction(EV(BR_MISP), EV(BR_MISP) + EV(MACHINE_CLEARS)) * bad_speculation(c))
FORMULA(machine_clears, bad_speculation(c) - branch_mispredicts(c))
FORMULA(fetch_latency, 4 * cycles_at_most(c, EV(CYCLES_0_UOPS) / EV(SLOTS_1)))
FORMULA(fetch_bandwidth, frontend_bound(c) - fetch_latency(c))
FORMULA(memory_bound,
	at_most_1(fraction(cycles_at_most(c, EV(STALLS_MEM) / EV(SLOTS_1)) +
				   EV(STORES_FULL) / EV(SLOTS_1),
			   cycles_at_most(c, EV(STALLS_TOTAL) / EV(SLOTS_1)) + few_ports(c) -
				   empty(c, fetch_latency(c)) +
				   EV(STORES_FULL) / EV(SLOTS_1))) * backend_bound(c))
FORMULA(core_bound, backend_bound(c) - memory_bound(c))
FORMULA(heavy_operations, fraction(EV(RETIRING), EV(ISSUED)) * EV(MS_UOPS) / EV(SLOTS_3))
FORMULA(light_operations, retiring(c) - heavy_operations(c))

static const struct formula formulas[] = { ALL_NODES(true) };

FORMULA(broadwell_fetch_latency, 4 * EV(CYCLES_0_UOPS) / EV(SLOTS_1))
FORMULA(broadwell_fetch_bandwidth, frontend_bound(c) - broadwell_fetch_latency(c))
FORMULA(broadwell_memory_bound,
	at_most_1(fraction((EV(STALLS_MEM) + EV(STORES_FULL)) / EV(SLOTS_1),
			   (EV(STALLS_TOTAL) + EV(STORES_FULL)) / EV(SLOTS_1) + few_ports(c) -
				   empty(c, broadwell_fetch_latency(c)))) * backend_bound(c))
FORMULA(broadwell_core_bound, backend_bound(c) - broadwell_memory_bound(c))

static const struct formula broadwell_formulas[] = {
	RETIRING_NODES(true, retiring, heavy_operations, light_operations),
	BAD_SPECULATION_NODES(true, bad_speculation, branch_mispredicts, machine_clears),
	FRONTEND_BOUND_NODES(true, frontend_bound, broadwell_fetch_latency,
			     broadwell_fetch_bandwidth),
	BACKEND_BOUND_NODES(true, backend_bound, broadwell_memory_bound, broadwell_core_bound),
};

/* clang-format off */
/* memory: the sample for memory bound. */
#define CORE_SAMPLES(memory) \
	PRECISE(RETIRING, CORE_INSTRUCTIONS), PRECISE(LIGHT_OPERATIONS, CORE_INSTRUCTIONS), \
	PLAIN(HEAVY_OPERATIONS, EVENT("idq.ms_uops", 0x3079, 2000003)), \
	PRECISE(BAD_SPECULATION, CORE_MISPREDICTS), PRECISE(BRANCH_MISPREDICTS, CORE_MISPREDICTS), \
	PLAIN(MACHINE_CLEARS, EVENT("machine_clears.count", 0x10401c3, 100003)), \
	PLAIN(FRONTEND_BOUND, SCHEDULER_EMPTY), PLAIN(FETCH_LATENCY, SCHEDULER_EMPTY), \
	CYCLES_OF(FETCH_BANDWIDTH), CYCLES_OF(BACKEND_BOUND), memory, CYCLES_OF(CORE_BOUND), \
	NEAR_TAKEN(0x20c4, 400009)
#define SCHEDULER_EMPTY EVENT("rs_events.empty_end", 0x184015e, 200003)
/* clang-format on */
/* Sandy Bridge and Jaketown have no event of misses in common. */
static const struct node_sample sandy_bridge_samples[] = { CORE_SAMPLES(CYCLES_OF(MEMORY_BOUND)) };
static const struct node_sample samples[] = {
	CORE_SAMPLES(PRECISE(MEMORY_BOUND, EVENT("mem_load_uops_retired.l2_miss", 0x10d1, 50021))),
};

#define FAMILY(called, its_events, its_formulas, its_samples, its_tree) .family = { \
	.name = (called), \
	.formulas_from = "Linux 6.1 tools/perf/util/stat-shadow.c, with sysfs' scales; " \
			 "level 2: Intel TMA 5.2, as perf's metrics of these cores", \
	.levels = 2, \
	.counters = 4, \
	TABLES(its_events, its_formulas), SAMPLES(its_samples), TREE(its_tree), \
	CLASSES_BY_DIFFERENCE(class_events) \
}

/* clang-format off */
/* Linux 6.12: models in arch/x86/include/asm/intel-family.h, pmu_name in events/intel/core.c. */
static const struct cpu_model models[] = {
	{ FAMILY("Intel Sandy Bridge", sandy_bridge_events, formulas, sandy_bridge_samples,
		 tree_intel_snb),
	  .pmu_name = "sandybridge", .ids = { INTEL(0x2a) } },
	{ FAMILY("Intel Sandy Bridge-EP", sandy_bridge_events, formulas, sandy_bridge_samples,
		 tree_intel_jkt), .ids = { INTEL(0x2d) } },
	{ FAMILY("Intel Ivy Bridge", ivy_bridge_events, formulas, samples, tree_intel_ivb),
	  .pmu_name = "ivybridge", .ids = { INTEL(0x3a) } },
	{ FAMILY("Intel Ivy Bridge-EP", ivy_bridge_events, formulas, samples, tree_intel_ivt),
	  .ids = { INTEL(0x3e) } },
	{ FAMILY("Intel Haswell", haswell_events, formulas, samples, tree_intel_hsw),
	  .pmu_name = "haswell", .ids = { INTEL(0x3c), INTEL(0x45), INTEL(0x46) } },
	{ FAMILY("Intel Haswell-EP", haswell_events, formulas, samples, tree_intel_hsx),
	  .ids = { INTEL(0x3f) } },
	{ FAMILY("Intel Broadwell", broadwell_events, broadwell_formulas, samples, tree_intel_bdw),
	  .pmu_name = "broadwell", .ids = { INTEL(0x3d), INTEL(0x47) } },
	{ FAMILY("Intel Broadwell-EP", broadwell_events, broadwell_formulas, samples,
		 tree_intel_bdx), .ids = { INTEL(0x4f) } },
	{ FAMILY("Intel Broadwell-DE", broadwell_events, broadwell_formulas, samples,
		 tree_intel_bdwde), .ids = { INTEL(0x56) } },
};
/* clang-format on */

const struct cpu_table cpu_intel_snb = CPU_TABLE(models);
