// SPDX-License-Identifier: GPL-2.0-only
/*
 * The personalities: the PMU that each one simulates, and what its general events count. A
 * general event is a sum of parts of the known split, chosen so that the formulas of the family
 * compute that split again. Event numbers come from the kernel's arch/x86/events and
 * tools/perf/pmu-events.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "lab.h"

#define RET	BIT(0)		/* the metrics, in the order of the truth table */
#define BAD	BIT(1)
#define FE	BIT(2)
#define BE	BIT(3)
#define HEAVY	BIT(4)
#define MISP	BIT(5)
#define LATENCY	BIT(6)
#define MEMORY	BIT(7)
#define MS_UOPS	BIT(8)		/* from here on: computed by lab_model_derive() */
#define PORTS_1	BIT(9)
#define PORTS_2	BIT(10)
#define DROPPED	BIT(11)
#define CLEARED	BIT(12)

/*
 * skl: slots lost to mispredicts are recovery cycles, slots lost to clears are issued uops, so both
 * terms of the formula matter. Backend bound is split as for icl below. Each retiring slot is one
 * instruction, so fused uops count as heavy operations.
 */
#define SKL_EVENTS(recovery)							\
	{ .config = 0x02c2, .plus = RET },					\
	{ .config = 0x019c, .plus = FE },					\
	{ .config = 0x010e, .plus = RET | BAD, .minus = MISP },			\
	{ .config = (recovery), .plus = MISP, .per = 4 },			\
	{ .config = 0x400019c, .plus = LATENCY, .per = 4 },			\
	{ .config = 0xc5, .plus = MISP },					\
	{ .config = 0x10401c3, .plus = BAD, .minus = MISP },			\
	{ .config = 0x140014a3, .plus = MEMORY, .per = 2 },			\
	{ .config = 0x40a6, .plus = MEMORY, .per = 2 },				\
	{ .config = 0x40004a3, .plus = BE, .minus = MEMORY, .per = 2 },		\
	{ .config = 0x02a6, .plus = PORTS_1 },					\
	{ .config = 0x04a6, .plus = PORTS_2 },					\
	{ .config = 0x04c2, .plus = HEAVY },					\
	{ }

static const struct lab_general skl_events[] = { SKL_EVENTS(0x0100010d) };	/* .scale 4 */
/* Two threads share a core: .scale 2, any=1. Recovery of the other thread is not counted. */
static const struct lab_general skl_smt_events[] = { SKL_EVENTS(0x0120010d) };

/* spr without PERF_METRICS: a general event for each class, no uops dropped. */
static const struct lab_general guest_events[] = {
	{ .config = 0x01a4, .plus = RET | BAD | FE | BE },
	{ .config = 0x02c2, .plus = RET },
	{ .config = 0x02a4, .plus = BE },
	{ .config = 0x019c, .plus = FE },
	{ .config = 0x08a4, .plus = MISP },
	{ .config = 0x10a4, .plus = MEMORY },
	{ .config = 0x01c2, .plus = HEAVY },
	{ .config = 0x0600019c, .plus = LATENCY, .per = 6 },
	{ }
};

#define ZEN_EVENTS(width, no_ops, resyncs)					\
	{ .config = 0xc1, .plus = RET },					\
	{ .config = 0x7aa, .plus = RET | BAD },					\
	{ .config = 0x1000001a0, .plus = FE },					\
	{ .config = 0x100001ea0, .plus = BE },					\
	{ .config = 0x1000060a0 },	/* SMT contention: none, one thread per core */		\
	{ .config = (no_ops), .plus = LATENCY, .per = (width) },		\
	{ .config = 0xc3, .plus = MISP },					\
	{ .config = (resyncs), .plus = BAD, .minus = MISP },			\
	{ .config = 0xa2d6, .plus = MEMORY },					\
	{ .config = 0x2d6, .plus = BE },					\
	{ .config = 0x1000000c2, .plus = HEAVY },				\
	{ }

static const struct lab_general zen4_events[] = { ZEN_EVENTS(6, 0x1060001a0, 0x96) };
static const struct lab_general zen5_events[] = { ZEN_EVENTS(8, 0x1080001a0, 0x19f) };

/*
 * icl: every term of level 2 matters. Memory bound is half stalls and half stores. Core bound is half
 * stalls; port utilization is the rest.
 */
static const struct lab_general icl_events[] = {
	{ .config = 0x100d, .plus = DROPPED },
	{ .config = 0x104010d, .plus = CLEARED, .per = 5 },
	{ .config = 0x500019c, .plus = LATENCY | DROPPED, .per = 5 },
	{ .config = 0xc5, .plus = MISP },
	{ .config = 0x10401c3, .plus = BAD, .minus = MISP },
	{ .config = 0x140014a3, .plus = MEMORY, .per = 2 },
	{ .config = 0x20040a6, .plus = MEMORY, .per = 2 },
	{ .config = 0x40004a3, .plus = BE, .minus = MEMORY, .per = 2 },
	{ .config = 0x02a6, .plus = PORTS_1 },
	{ .config = 0x04a6, .plus = PORTS_2 },
	{ .config = 0x02c2, .plus = RET },
	{ .config = 0x010e, .plus = RET | BAD },
	{ .config = 0x3079, .plus = MS_UOPS },
	{ .config = 0x0156, .plus = HEAVY | FE, .per = 2 },
	{ .config = 0x1000156, .plus = FE, .per = 2 },
	{ .config = 0x0479, .plus = RET },
	{ }
};

/* The formulas of spr use one general event besides PERF_METRICS. */
static const struct lab_general spr_events[] = {
	{ .config = 0x10ad, .plus = DROPPED },
	{ }
};

/* E-cores: an event for each class and for each level-2 node. */
static const struct lab_general gracemont_events[] = {
	{ .config = 0xc2, .plus = RET },
	{ .config = 0x73, .plus = BAD },
	{ .config = 0x71, .plus = FE },
	{ .config = 0x74, .plus = BE },
	{ .config = 0x7271, .plus = LATENCY },
	{ .config = 0x8d71, .plus = FE, .minus = LATENCY },
	{ .config = 0x0473, .plus = MISP },
	{ .config = 0x0373, .plus = BAD, .minus = MISP },
	{ .config = 0x0174, .plus = BE, .minus = MEMORY },
	{ }
};

static const struct lab_personality models[] = {
	{ .name = "icl", .pmu_name = "icelake", .metrics = 4, .width = 5, .generals = 8, .events = icl_events,
	  .clears = true },
	{ .name = "adl", .pmu_name = "alderlake_hybrid", .metrics = 8, .width = 6, .generals = 8,
	  .events = spr_events, .atom_width = 5, .atom_events = gracemont_events },
	{ .name = "spr", .pmu_name = "sapphire_rapids", .metrics = 8, .width = 6, .generals = 8,
	  .events = spr_events },
	{ .name = "guest", .pmu_name = "sapphire_rapids", .width = 6, .generals = 6, .events = guest_events },
	{ .name = "skl", .pmu_name = "skylake", .aliases = true, .width = 4, .generals = 4, .events = skl_events },
	{ .name = "skl-smt", .pmu_name = "skylake", .aliases = true, .smt = true, .width = 4, .generals = 4,
	  .events = skl_smt_events },
	{ .name = "zen4", .amd = true, .width = 6, .generals = 6, .events = zen4_events },
	{ .name = "zen5", .amd = true, .width = 8, .generals = 6, .events = zen5_events },
};

const struct lab_personality *lab_model_find(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(models); i++)
		if (!strcmp(name, models[i].name))
			return &models[i];
	return NULL;
}

/* Returns NULL for an event that always counts 0. */
const struct lab_general *lab_general_find(const struct lab_general *table, u64 config)
{
	for (; table && table->config; table++)
		if (table->config == config)
			return table;
	return NULL;
}

/* slots: the slots of each part. */
u64 lab_general_count(const struct lab_general *event, const u64 *slots)
{
	u64 count = 0;
	int i;

	for (i = 0; i < LAB_PARTS; i++) {
		if (event->plus & BIT(i))
			count += slots[i];
		if (event->minus & BIT(i))
			count -= slots[i];
	}
	return event->per ? count / event->per : count;
}

static u32 times(u32 part, u32 by, u32 of)
{
	return of ? (u32)((u64)part * by / of) : 0;
}

/*
 * Derives the terms that the formulas multiply by another ratio, and the corrections. Half of the heavy
 * operations are microcode, which the formula scales by retired / issued. A quarter of core bound is
 * "two ports busy", which the formula scales by retiring.
 */
void lab_model_derive(u32 *part)
{
	u32 ret = part[0], core = part[3] - part[7], two = ret < LAB_WHOLE / 100 ? 0 : core / 4;

	part[8] = times(part[4] / 2, ret + part[1], ret);
	part[9] = part[3] / 2 - two;
	part[10] = times(two, LAB_WHOLE, ret);
	part[11] = lab_corrections ? (part[1] - part[5]) / 4 : 0;
	part[12] = lab_corrections && lab_model->clears ? part[7] / 16 : 0;
}

/* What PERF_METRICS shows of these slots: frontend bound includes the dropped uops, backend bound lacks the cleared ones. */
void lab_model_register(u64 *slots)
{
	u64 cleared = min(slots[12], slots[3]);
	u64 dropped = min(slots[11], slots[1] + cleared);

	slots[1] += cleared - dropped;
	slots[2] += dropped;
	slots[3] -= cleared;
	slots[6] += dropped;
}
