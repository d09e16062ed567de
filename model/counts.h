/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counts of one row (a slice, a thread, a process, a CPU, the machine), and what may be made of
 * them. Counts are added; ratios never are. Missing is not zero.
 */
#ifndef TDTOP_MODEL_COUNTS_H
#define TDTOP_MODEL_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

/* What a group may count. A family's table says which of these it has and how they are called. */
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
	/* Events of a family's own, which gives them names (enum in its file): corrections, parts of level 2. */
	EV_X0, EV_X1, EV_X2, EV_X3, EV_X4, EV_X5, EV_X6, EV_X7, EV_X8, EV_X9, EV_X10, EV_X11, EV_X12,
	EV_X13, EV_X14, EV_X15, EV_X16, EV_X17, EV_X18,
	EV_COUNT,
	/* Of a hybrid: what E-cores had of the events above (model/core_type.h). */
	EV_ATOM_SLOTS = EV_X10,
	EV_ATOM_RETIRING,
	EV_ATOM_BAD_SPEC,
	EV_ATOM_FE_BOUND,
	EV_ATOM_BE_BOUND,
	/* and what only they count, in a turn: its slots, and parts of level 2. */
	EV_ATOM_SLOTS_1,
	EV_ATOM_FETCH_LAT,
	EV_ATOM_BR_MISPREDICT,
	EV_ATOM_CORE_BOUND,
	/* Where machine->counts_cores, of tasks: nanoseconds in which the other thread of their core ran, too. */
	EV_SIBLING_BUSY = EV_X18
};

#define ATOM_EVENTS (31U << EV_ATOM_SLOTS)
#define ATOM_MUX_EVENTS (15U << EV_ATOM_SLOTS_1)

/* The events of level 2: each is a part of one event of level 1, its parent. */
#define EV_LEVEL2 EV_HEAVY_OPS
#define EV_LEVEL2_COUNT (EV_MEM_BOUND - EV_LEVEL2 + 1)

struct counts {
	double value[EV_COUNT];	/* slots, instructions, cycles; scaled to enabled_ns when scaled */
	/*
	 * Of an event of level 2 that is partial: how much of its parent was counted together with
	 * it. Else not used: the whole parent was.
	 */
	double base[EV_LEVEL2_COUNT];
	uint32_t present;	/* bit (1 << EV_x): this event was counted here */
	uint32_t partial;	/* same: in some of what was added up here only its parent was counted */
	bool scaled;		/* from a part: some of the time the group was off, or records were lost */
};

enum quality {
	Q_MISSING,		/* not counted here: shown as "-", null in JSON */
	Q_OF_CORE,		/* counted, but of the core: two of its threads ran in it; "core", null in JSON */
	Q_LOW_SLOTS,			/* counted, too few slots to say a ratio: shown as "·", null in JSON */
	Q_PARTIAL,		/* extrapolated from a part of the row; shown as Q_SCALED is */
	Q_SCALED,		/* from a part of the time, extrapolated: shown as "~12.3" */
	Q_COUNTED
};

/* Is it extrapolated, and shown with "~"? */
static inline bool quality_is_rough(enum quality quality)
{
	return quality == Q_SCALED || quality == Q_PARTIAL;
}

/* What the formulas make of counts. */
struct values {
	float percent[M_COUNT];		/* 0..100, share of all slots of the row; 0 if not known */
	uint8_t quality[M_COUNT];	/* enum quality */
	float ipc;			/* instructions per cycle */
	uint8_t ipc_quality;		/* enum quality */
};

/*
 * into += add. An event is present in the sum if it is present in either, and one of level 2 partial
 * if its parent was counted where it was not.
 */
void counts_add(struct counts *into, const struct counts *add);

/*
 * What the counts would be if partial events had been counted everywhere: as large a part of the
 * whole parent as of the one counted with them. Shares are made of these, so that a sum over rows
 * with and without level 2 has neither too low shares nor children that do not add up to their
 * parent. An event whose base is too small to say is NAN.
 */
struct counts counts_complete(const struct counts *counts);

/* How much of its parent a present event of level 2 was counted with: 0..1. */
double counts_coverage(const struct counts *counts, enum event_id event);

/*
 * The numbers without gaps, to be kept in less memory: a value for each event that is present, then a base for
 * each that is partial. Returns how many.
 */
#define COUNTS_NUMBERS (EV_COUNT + EV_LEVEL2_COUNT)	/* at most */
size_t counts_pack(const struct counts *counts, double numbers[COUNTS_NUMBERS]);

/* And back, for counts that have the same events present and partial. Returns how many. */
size_t counts_unpack(struct counts *counts, const double *numbers);

/* The value of an event, or NAN if it was not counted here: a formula over it is then missing. */
double counts_get(const struct counts *counts, enum event_id event);

/* The same, 0 if it was not counted: for a correction that a formula can do without. */
double counts_or_0(const struct counts *counts, enum event_id event);

/*
 * The sum of the four level-1 counts: where they are all counted the denominator of every share (the
 * register is 8 bits per field and the kernel drops decreases, so they do not add up to EV_SLOTS). NAN
 * if one is missing.
 */
double counts_level1_sum(const struct counts *counts);

/* What the shares of level 1 are shares of: the sum of the four, else slots; 0 without either. */
double counts_whole(const struct counts *counts);

#endif
