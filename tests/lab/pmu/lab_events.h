/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What general events count. A general event is a sum of parts of the known split, chosen so that
 * the formulas of the family compute that split again. Event numbers come from the kernel's
 * arch/x86/events and tools/perf/pmu-events.
 *
 * Used by the module (model.c) and by the emulated PMU (../qemu/pmu_profile.c), so that both have
 * the same truth; included nowhere else. It includes nothing.
 */
#ifndef TDTOP_LAB_EVENTS_H
#define TDTOP_LAB_EVENTS_H

#define LAB_METRICS	8
#define LAB_PARTS	13		/* the metrics, and the terms that lab_derive() computes */
#define LAB_WHOLE	100000U		/* a part of a split is in 1/1000 percent */

#define RET	(1U << 0)		/* the metrics, in the order of the truth table */
#define BAD	(1U << 1)
#define FE	(1U << 2)
#define BE	(1U << 3)
#define HEAVY	(1U << 4)
#define MISP	(1U << 5)
#define LATENCY	(1U << 6)
#define MEMORY	(1U << 7)
#define MS_UOPS	(1U << 8)		/* from here on: computed by lab_derive() */
#define PORTS_1	(1U << 9)
#define PORTS_2	(1U << 10)
#define DROPPED	(1U << 11)
#define CLEARED	(1U << 12)

/* A general event: a sum of parts, divided by `per`. */
struct lab_general {
	unsigned long long config;	/* as in PERFEVTSEL, with cmask, inv and edge; 0 ends a table */
	unsigned int plus, minus;	/* bits of parts */
	unsigned int per;		/* slots per count; 0 means 1 */
};

/* Retired mispredicts and machine clears: each costs so many slots. */
#define RETIRED_MISPREDICTS(its_config, slots)					\
	{ .config = (its_config), .plus = MISP, .per = (slots) }
#define MACHINE_CLEARS(its_config, slots)					\
	{ .config = (its_config), .plus = BAD, .minus = MISP, .per = (slots) }

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
	RETIRED_MISPREDICTS(0xc5, 20),						\
	MACHINE_CLEARS(0x10401c3, 20),						\
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
	{ .config = 0x04a4, .plus = BAD },
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
 * icl: every term of level 2 matters. Memory bound is half stalls and half stores. Core bound is
 * half stalls; port utilization is the rest. All bad speculation is issued, none is cycles of recovery.
 */
static const struct lab_general icl_events[] = {
	{ .config = 0x100d, .plus = DROPPED },
	{ .config = 0x104010d, .plus = CLEARED, .per = 5 },
	{ .config = 0x500019c, .plus = LATENCY | DROPPED, .per = 5 },
	RETIRED_MISPREDICTS(0xc5, 20),
	MACHINE_CLEARS(0x10401c3, 20),
	{ .config = 0x140014a3, .plus = MEMORY, .per = 2 },
	{ .config = 0x20040a6, .plus = MEMORY, .per = 2 },
	{ .config = 0x40004a3, .plus = BE, .minus = MEMORY, .per = 2 },
	{ .config = 0x02a6, .plus = PORTS_1 },
	{ .config = 0x04a6, .plus = PORTS_2 },
	{ .config = 0x02c2, .plus = RET },
	{ .config = 0x010e, .plus = RET | BAD },
	{ .config = 0x010d },
	{ .config = 0x019c, .plus = FE },
	{ .config = 0x02a4, .plus = BE },
	{ .config = 0x3079, .plus = MS_UOPS },
	{ .config = 0x0156, .plus = HEAVY | FE, .per = 2 },
	{ .config = 0x1000156, .plus = FE, .per = 2 },
	{ .config = 0x0479, .plus = RET },
	{ }
};

/* The formulas of spr use one general event besides PERF_METRICS. */
static const struct lab_general spr_events[] = {
	{ .config = 0x10ad, .plus = DROPPED },
	RETIRED_MISPREDICTS(0xc5, 20),
	MACHINE_CLEARS(0x10401c3, 20),
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

static inline unsigned int lab_times(unsigned int part, unsigned int by, unsigned int of)
{
	return of ? (unsigned int)((unsigned long long)part * by / of) : 0;
}

/*
 * Derives the terms that the formulas multiply by another ratio, and the corrections. part:
 * LAB_PARTS in 1/LAB_WHOLE. Half of the heavy operations are microcode, which the formula scales by
 * retired / issued. A quarter of core bound is "two ports busy", which the formula scales by
 * retiring. corrections: whether the register is wrong by the slots of dropped uops; clears: also by
 * those of cleared ones (Ice Lake).
 */
static inline void lab_derive(unsigned int *part, int corrections, int clears)
{
	unsigned int ret = part[0], core = part[3] - part[7];
	unsigned int two = ret < LAB_WHOLE / 100 ? 0 : core / 4;

	part[8] = lab_times(part[4] / 2, ret + part[1], ret);
	part[9] = part[3] / 2 - two;
	part[10] = lab_times(two, LAB_WHOLE, ret);
	part[11] = corrections ? (part[1] - part[5]) / 4 : 0;
	part[12] = corrections && clears ? part[7] / 16 : 0;
}

/*
 * What PERF_METRICS shows of these slots, of LAB_PARTS: frontend bound includes the dropped uops,
 * backend bound lacks the cleared ones.
 */
static inline void lab_register(unsigned long long *slots)
{
	unsigned long long cleared = slots[12] < slots[3] ? slots[12] : slots[3];
	unsigned long long most = slots[1] + cleared;
	unsigned long long dropped = slots[11] < most ? slots[11] : most;

	slots[1] += cleared - dropped;
	slots[2] += dropped;
	slots[3] -= cleared;
	slots[6] += dropped;
}

/* slots: those of each part, LAB_PARTS. */
static inline unsigned long long lab_general_count(const struct lab_general *event,
						   const unsigned long long *slots)
{
	unsigned long long count = 0;
	int i;

	for (i = 0; i < LAB_PARTS; i++) {
		if (event->plus & (1U << i))
			count += slots[i];
		if (event->minus & (1U << i))
			count -= slots[i];
	}
	return event->per ? count / event->per : count;
}

/* Returns NULL for an event that is not in the table; table may be NULL. */
static inline const struct lab_general *lab_general_find(const struct lab_general *table,
							 unsigned long long config)
{
	for (; table && table->config; table++)
		if (table->config == config)
			return table;
	return NULL;
}

#endif
