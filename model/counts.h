/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counts of one row (a slice, a thread, a process, a CPU, the machine) and the values made of
 * them. Counts are added; ratios never are. Missing is not zero. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

/*
 * Events that a group may count. The table of a family says which of them it has, and their names.
 */
enum event_id {
	EV_SLOTS,
	EV_RETIRING,
	EV_BAD_SPEC,
	EV_FE_BOUND,
	EV_BE_BOUND,
	EV_HEAVY_OPS,
	EV_BR_MISPREDICT,
	EV_FETCH_LAT,
	EV_MEM_BOUND,
	EV_INSTRUCTIONS,
	EV_CYCLES,
	/* Free for a family (its file has an enum with names): corrections, parts of level 2. */
	EV_X0, EV_X1, EV_X2, EV_X3, EV_X4, EV_X5, EV_X6, EV_X7, EV_X8, EV_X9,
	EV_X10, EV_X11, EV_X12, EV_X13, EV_X14, EV_X15, EV_X16, EV_X17, EV_X18,
	EV_X19,
	EV_COUNT,
	/* Hybrids: the E-cores' part of the events above (model/machine.h). */
	EV_ATOM_SLOTS = EV_X10,
	EV_ATOM_RETIRING,
	EV_ATOM_BAD_SPEC,
	EV_ATOM_FE_BOUND,
	EV_ATOM_BE_BOUND,
	/* Hybrids of Arm: the E-cores' part of EV_X1 to EV_X3, which all core types count. */
	EV_ATOM_X1 = EV_X4,
	EV_ATOM_X2,
	EV_ATOM_X3,
	/*
	 * Hybrids: events that only E-cores count, in one group of the rotation: its slots, parts
	 * of level 2.
	 */
	EV_ATOM_SLOTS_1 = EV_X15,
	EV_ATOM_FETCH_LAT,
	EV_ATOM_BR_MISPREDICT,
	EV_ATOM_CORE_BOUND,
	/*
	 * Tasks, where machine->counts_cores: nanoseconds in which the core's other thread ran as
	 * well.
	 */
	EV_SIBLING_BUSY = EV_X18
};

#define ATOM_EVENTS (31U << EV_ATOM_SLOTS | 7U << EV_ATOM_X1)
#define ATOM_MUX_EVENTS (15U << EV_ATOM_SLOTS_1)

/* The events of level 2. Each is a part of one event of level 1, its parent. */
#define EV_LEVEL2 EV_HEAVY_OPS
#define EV_LEVEL2_COUNT (EV_MEM_BOUND - EV_LEVEL2 + 1)

/* Fewer slots give no ratio: a field of the metrics register has 8 bits, and one step is 1/255 of what was counted. */
#define COUNTS_SLOTS_MIN (255 * 64)
/* The least part of a row that an event must be counted in, to tell how many there were in all of it. */
#define COUNTS_SHARE_MIN 0.02

/* Most families have no event beyond these. An even number: two doubles are added at a time. */
#define EV_COMMON (EV_X0 + EV_X0 % 2)

struct counts {
	uint32_t present;	/* bit (1 << EV_x): this event was counted here */
	uint32_t partial;	/* same: in some of the added counts only the parent was counted */
	bool scaled;		/* extrapolated: the group was off at times, or records were lost;
				 * or shares may be stale (struct machine) */
	bool lacks;		/* more of the row's time may have been lost than LACKS_SHARE; of no sum: each
				 * row is asked by itself (model/snapshot/row.c) */
	bool off;		/* a part of it has no counts, because the group was enabled and
				 * never on meanwhile: another user had the counters. Not in
				 * the history, since only JSON and CSV ask */
	/*
	 * For a partial event of level 2: how much of its parent was counted together with it.
	 * Unused for other events: there the whole parent was.
	 */
	double base[EV_LEVEL2_COUNT];
	/* Slots, instructions, cycles; to enabled_ns if `scaled`. The last: rows of a snapshot have room for less. */
	double value[EV_COUNT];
};

/* How many of .value have room where these events are present: EV_COMMON, which are 0 if not counted, or all. */
static inline uint8_t counts_room(uint32_t present)
{
	return present >> EV_COMMON ? EV_COUNT : EV_COMMON;
}

/* Is a part of the counts a guess, or missing, so that they are shown with "~"? */
static inline bool counts_are_rough(const struct counts *counts)
{
	return counts->scaled || counts->lacks;
}

enum quality {
	Q_MISSING,		/* not counted here: shown as "-", null in JSON */
	Q_OF_CORE,		/* counted for the whole core while both of its threads ran; shown
				 * as "core", null in JSON */
	Q_LOW_SLOTS,			/* counted, but too few slots for a ratio: shown as "·",
					 * null in JSON */
	Q_PARTIAL,		/* extrapolated from a part of the row, or without a correction;
				 * shown like Q_SCALED */
	Q_SCALED,		/* extrapolated from a part of the time: shown as "~12.3" */
	Q_COUNTED
};

/* Is the value extrapolated, and so shown with "~"? */
static inline bool quality_is_rough(enum quality quality)
{
	return quality == Q_SCALED || quality == Q_PARTIAL;
}

/* The values that a family's formulas make of counts. */
struct values {
	float percent[M_COUNT];		/* 0..100, share of all slots of the row; 0 if not known */
	uint8_t quality[M_COUNT];	/* enum quality */
	float ipc;			/* instructions per cycle */
	uint8_t ipc_quality;		/* enum quality */
};

/*
 * into += add. An event is present in the sum if it is present in either. An event of level 2
 * becomes partial if its parent was counted in a part where it was not.
 */
void counts_add(struct counts *into, const struct counts *add);

/*
 * The same of two tasks: where `add` was not read at all, the sum is not all there was, and so marked as
 * one that is extrapolated.
 */
static inline void counts_add_task(struct counts *into, const struct counts *add)
{
	counts_add(into, add);
	into->scaled |= add->scaled && !add->off;
}

/*
 * whole -= part, which was added to it: added again it gives the same, exactly if the counts are
 * whole numbers. Nothing becomes less than 0, as it might by rounding.
 */
void counts_subtract(struct counts *whole, const struct counts *part);

/* All of them, with room for all events, of those of a row, which may have less. */
struct counts counts_copy(const struct counts *counts);

/* All values times factor. */
void counts_scale(struct counts *counts, double factor);

/*
 * Extrapolates partial events to the whole parent: the share found in the counted part holds for
 * the rest. Shares are computed from the result; without this a sum over rows with and without
 * level 2 would have shares that are too low, and children that do not add up to their parent. An
 * event whose base is too small becomes NAN.
 */
struct counts counts_complete(const struct counts *counts);

/* The part of its parent that an event of level 2 was counted with: 0..1. */
double counts_coverage(const struct counts *counts, enum event_id event);

/*
 * Packs the numbers without gaps, to save memory: a value for each present event, then a base for
 * each partial one. Returns how many.
 */
#define COUNTS_NUMBERS (EV_COUNT + EV_LEVEL2_COUNT)	/* at most */
size_t counts_pack(const struct counts *counts, double numbers[COUNTS_NUMBERS]);

/* Unpacks them into counts whose `present` and `partial` are set. Returns how many. */
size_t counts_unpack(struct counts *counts, const double *numbers);

/* The value of an event; NAN if it was not counted, which makes a formula over it missing. */
double counts_get(const struct counts *counts, enum event_id event);

/*
 * The value of an event, 0 if it was not counted: for a correction that a formula can do without.
 */
double counts_or_0(const struct counts *counts, enum event_id event);

/*
 * The sum of the four level-1 counts, NAN if one is missing. It is the denominator of every share:
 * the metrics register has 8 bits per field and the kernel drops decreases, so the four do not add
 * up to EV_SLOTS.
 */
double counts_level1_sum(const struct counts *counts);

/* The denominator of the level-1 shares: the sum of the four, else slots; 0 without either. */
double counts_whole(const struct counts *counts);
