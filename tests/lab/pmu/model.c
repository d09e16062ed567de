// SPDX-License-Identifier: GPL-2.0-only
/*
 * The personalities: what kind of PMU each is, and what its general events
 * count. A general event is a sum of parts of the known truth, so that the
 * formulas of its family give the truth back. Numbers of events: the kernel's
 * arch/x86/events and tools/perf/pmu-events.
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

/* skl: what mispredicts lose is recovery, what clears lose was issued: both terms matter. */
static const struct lab_general skl_events[] = {
	{ .config = 0x02c2, .plus = RET },
	{ .config = 0x019c, .plus = FE },
	{ .config = 0x010e, .plus = RET | BAD, .minus = MISP },
	{ .config = 0x0100030d, .plus = MISP, .per = 4 },	/* .scale 4 */
	{ }
};

/* spr without its register: general events for each class, no uops dropped */
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
	{ .config = 0x1000060a0 },	/* one thread per core: none */		\
	{ .config = (no_ops), .plus = LATENCY, .per = (width) },		\
	{ .config = 0xc3, .plus = MISP },					\
	{ .config = (resyncs), .plus = BAD, .minus = MISP },			\
	{ .config = 0xa2d6, .plus = MEMORY },					\
	{ .config = 0x2d6, .plus = BE },					\
	{ .config = 0x1000000c2, .plus = HEAVY },				\
	{ }

static const struct lab_general zen4_events[] = { ZEN_EVENTS(6, 0x1060001a0, 0x96) };
static const struct lab_general zen5_events[] = { ZEN_EVENTS(8, 0x1080001a0, 0x19f) };

static const struct lab_personality models[] = {
	{ .name = "icl", .pmu_name = "icelake", .metrics = 4, .width = 5, .generals = 4 },
	{ .name = "adl", .pmu_name = "alderlake_hybrid", .metrics = 8, .width = 6, .generals = 8, .atom_width = 5 },
	{ .name = "spr", .pmu_name = "sapphire_rapids", .metrics = 8, .width = 6, .generals = 8 },
	{ .name = "guest", .pmu_name = "sapphire_rapids", .width = 6, .generals = 6, .events = guest_events },
	{ .name = "skl", .pmu_name = "skylake", .aliases = true, .width = 4, .generals = 4, .events = skl_events },
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

/* -1: an event that counts nothing. */
int lab_general_find(u64 config)
{
	const struct lab_general *event = lab_model->events;
	int i;

	for (i = 0; event && event[i].config; i++)
		if (event[i].config == config)
			return i;
	return -1;
}

u64 lab_general_count(const struct lab_cpu *cpu, int index)
{
	const struct lab_general *event = &lab_model->events[index];
	u64 count = 0;
	int i;

	for (i = 0; i < LAB_METRICS; i++) {
		if (event->plus & BIT(i))
			count += cpu->exact[i];
		if (event->minus & BIT(i))
			count -= cpu->exact[i];
	}
	return event->per ? count / event->per : count;
}
