/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * General events and level 2 of Ice Lake's core (Sunny Cove and its successors). They are the same
 * with the PERF_METRICS register (cpu_intel_icl.c) and in guests without it
 * (cpu_intel_icl_guest.c). Included by these two files only.
 */
#pragma once

#include "collect/cpu/cpu_intel_samples.h"
#include "collect/cpu/cpu_table.h"

#define WIDTH 5.0

/* Names of its own events. */
#define EV_UOP_DROPPING EV_X0
#define EV_CLEARS_COUNT EV_X1
#define EV_SLOTS_1 EV_X2	/* slots while group 1 is on; EV_SLOTS: of all groups */
#define EV_CYCLES_0_UOPS EV_X3
#define EV_BR_MISP EV_X4
#define EV_MACHINE_CLEARS EV_X5
#define EV_STALLS_MEM EV_X6
#define EV_BOUND_ON_STORES EV_X7
#define EV_STALLS_TOTAL EV_X8
#define EV_1_PORT EV_X9
#define EV_2_PORTS EV_X10
#define EV_SLOTS_2 EV_X11
#define EV_RETIRED_SLOTS EV_X12
#define EV_ISSUED EV_X13
#define EV_MS_UOPS EV_X14
#define EV_DEC0 EV_X15
#define EV_DEC0_CYCLES EV_X16
#define EV_MITE_UOPS EV_X17
#define EV_SLOTS_0 EV_X18	/* slots while group 0 is on: level 1 and its corrections */
#define EV_RECOVERY EV_X19

/* clang-format off */
/* Encodings that sysfs does not list: tools/perf/pmu-events/arch/x86/icelake of Linux 6.12. */
#define UOP_DROPPING_EVENT \
	{ .id = EV_UOP_DROPPING, .name = "int_misc.uop_dropping", .config = 0x100d, .level = 1, \
	  .use = USE_CORRECTION }
#define CLEARS_COUNT_EVENT \
	{ .id = EV_CLEARS_COUNT, .name = "int_misc.clears_count", .config = 0x104010d, .level = 1, \
	  .use = USE_CORRECTION }
#define CYCLES_0_UOPS_EVENT(in_mux) \
	GENERAL(CYCLES_0_UOPS, "idq_uops_not_delivered.cycles_0_uops_deliv.core", 0x500019c, \
		in_mux)
/* Groups 1 and 2 of the rotation, without the slots that lead them. */
#define MUX_1_EVENTS \
	GENERAL(BR_MISP,         "br_misp_retired.all_branches", 0x00c5, 1), \
	GENERAL(MACHINE_CLEARS,  "machine_clears.count", 0x10401c3, 1), \
	GENERAL(STALLS_MEM,      "cycle_activity.stalls_mem_any", 0x140014a3, 1), \
	GENERAL(BOUND_ON_STORES, "exe_activity.bound_on_stores", 0x20040a6, 1), \
	GENERAL(STALLS_TOTAL,    "cycle_activity.stalls_total", 0x40004a3, 1), \
	GENERAL(1_PORT,          "exe_activity.1_ports_util", 0x02a6, 1), \
	GENERAL(2_PORTS,         "exe_activity.2_ports_util", 0x04a6, 1)
#define MUX_2_EVENTS \
	GENERAL(RETIRED_SLOTS,   "uops_retired.slots", 0x02c2, 2), \
	GENERAL(ISSUED,          "uops_issued.any", 0x010e, 2), \
	GENERAL_ON(0xf, MS_UOPS, "idq.ms_uops", 0x3079, 2), \
	GENERAL_ON(0xf, DEC0, "uops_decoded.dec0", 0x0156, 2), \
	GENERAL_ON(0xf, DEC0_CYCLES, "uops_decoded.dec0,cmask=1", 0x1000156, 2), \
	GENERAL_ON(0xf, MITE_UOPS, "idq.mite_uops", 0x0479, 2)

#define ICL_SAMPLES \
	SLOTS_CORE_SAMPLES(PLAIN(HEAVY_OPERATIONS, EVENT("idq.ms_uops", 0x3079, 200003), \
				 .only_counters = 0xf), 0x1c6, 0x500000, 0x20c4), \
	MEMORY_BY_L3_MISSES

/*
 * No event has the slots of bad speculation: they are what was issued and not retired, and those of the
 * cycles of recovery. Most samples are of the two whose difference counts.
 */
static const struct class_event class_events[] = {
	PART_OF(1, RETIRING, "uops_retired.slots", 0x02c2, 8700001),
	SLOTS_OF(ISSUED, "uops_issued.any", 0x010e, 9100009),
	SLOTS_OF(RECOVERY, "int_misc.recovery_cycles", 0x010d, 3500017, .scale = WIDTH),
	SLOTS_OF(FE_BOUND, "idq_uops_not_delivered.core", 0x019c, 17000023),
	SLOTS_OF(BE_BOUND, "topdown.backend_bound_slots", 0x02a4, 19000013),
};
/* clang-format on */
FORMULA(class_retiring, EV(RETIRING) / EV(SLOTS))
FORMULA(class_bad_speculation, (EV(ISSUED) - EV(RETIRING) + EV(RECOVERY)) / EV(SLOTS))
FORMULA(class_frontend_bound, EV(FE_BOUND) / EV(SLOTS))
FORMULA(class_backend_bound, EV(BE_BOUND) / EV(SLOTS))
static const struct formula class_formulas[] = {
	NODE(RETIRING, class_retiring), NODE(BAD_SPECULATION, class_bad_speculation),
	NODE(FRONTEND_BOUND, class_frontend_bound), NODE(BACKEND_BOUND, class_backend_bound),
};
#define CLASSES_OF_CORE CLASSES(class_events, class_formulas, .differences = true)

/* FORMULA()s of the file that includes this: level 1, and the group that counts CYCLES_0_UOPS. */
static double retiring(const struct counts *c);
static double bad_speculation(const struct counts *c);
static double frontend_bound(const struct counts *c);
static double fetch_latency(const struct counts *c);
static double backend_bound(const struct counts *c);

FORMULA(branch_mispredicts,
	fraction(EV(BR_MISP), EV(BR_MISP) + EV(MACHINE_CLEARS)) * bad_speculation(c))
FORMULA(machine_clears, rest(bad_speculation(c), branch_mispredicts(c)))
FORMULA(fetch_bandwidth, rest(frontend_bound(c), fetch_latency(c)))
FORMULA(memory_bound,
	at_most_1(fraction(EV(STALLS_MEM) + EV(BOUND_ON_STORES),
		       EV(STALLS_TOTAL) + EV(1_PORT) + retiring(c) * EV(2_PORTS) +
			       EV(BOUND_ON_STORES))) * backend_bound(c))
FORMULA(core_bound, rest(backend_bound(c), memory_bound(c)))
FORMULA(heavy_operations,
	fraction(EV(RETIRED_SLOTS), EV(ISSUED)) * EV(MS_UOPS) / EV(SLOTS_2) +
		retiring(c) * fraction(rest(EV(DEC0), EV(DEC0_CYCLES)), EV(MITE_UOPS)))
FORMULA(light_operations, rest(retiring(c), heavy_operations(c)))
