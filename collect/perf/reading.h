/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a group has counted at one instant (a reading), and between two instants (steps). Counts
 * stay what the counters give, integers in the order of the members, as long as they are added up:
 * one straight loop. A plan, made once per group, turns the sum into counts of events. Collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/counts.h"

#define LEVEL1_CLASSES 4
#define READING_MAX 32	/* members of a group that a reading can hold */

/* Two counts that are processed at once: every 64-bit CPU has registers of 128 bits. */
typedef uint64_t count_pair __attribute__((vector_size(16)));

/* The values of a whole group at one instant, in the order in which its members were opened. */
struct reading {
	uint64_t enabled_ns, running_ns;
	uint32_t n;			/* members */
	uint64_t leader_id;		/* with PERF_FORMAT_ID, otherwise 0 */
	union {
		uint64_t value[READING_MAX];
		count_pair pair[READING_MAX / 2];	/* if n is odd, value[n] is 0 */
	};
};

static inline size_t reading_pairs(size_t n)
{
	return (n + 1) / 2;
}

static inline uint64_t reading_step(const count_pair *steps, size_t member)
{
	uint64_t step;

	memcpy(&step, (const char *)steps + member * sizeof(step), sizeof(step));
	return step;
}

/* What a member of a group counts. */
struct reading_member {
	enum event_id event;	/* EV_COUNT: none of ours (software member) */
	double scale;		/* of the event per count */
	bool cycles;		/* the count is also EV_CYCLES */
	bool slots;		/* and, scaled, EV_SLOTS */
	enum event_id also;	/* and this event, scaled; EV_SLOTS (0): none */
	bool sums_slots;	/* the slots, and with `also` EV_ATOM_SLOTS, are the sum of these */
};

/* Which events the members of a group count. */
struct reading_plan {
	size_t n;		/* members */
	size_t n_pairs;		/* pairs of them, up to the last one that counts an event */
	uint32_t present;	/* bits 1 << EV_x: counted; or 0 as no member counts them */
	uint32_t slots_member;	/* the member that counts EV_SLOTS */
	double slots_scale;	/* slots per count of it; 0: none does */
	unsigned int references;
	uint32_t n_events;
	struct {
		enum event_id event;
		uint32_t member;
		double scale;
	} events[EV_COUNT];
	uint32_t n_sum;		/* members whose sum the slots are; 0: a member counts them */
	uint32_t sum_member[LEVEL1_CLASSES];
	bool sum_atom;		/* it is also EV_ATOM_SLOTS */
	/*
	 * Backend bound where slots and the other three classes are counted and it is not: the rest
	 * of the slots, which rounding must not make less than 0. Members, the slots first; else
	 * n_rest is 0.
	 */
	uint32_t n_rest;
	uint32_t rest_member[LEVEL1_CLASSES];
	double rest_scale[LEVEL1_CLASSES];
};

/* A plan in memory of the caller. */
void reading_plan_init(struct reading_plan *plan, const struct reading_member *members, size_t n);

/*
 * A plan with reference count; the creator holds the first reference, and each holder puts its own.
 * also_present: events that are counted by the groups that rotate with this one. NULL without
 * memory.
 */
struct reading_plan *reading_plan_new(const struct reading_member *members, size_t n,
				      uint32_t also_present);
struct reading_plan *reading_plan_get(struct reading_plan *plan);
void reading_plan_put(struct reading_plan *plan);	/* NULL is fine */

/* Sets counts, empty before, to these steps (plan->n_pairs of them) times scale, as events. */
void reading_plan_counts(const struct reading_plan *plan, const count_pair *steps, double scale,
			 struct counts *counts);

/* The slots of these steps, where they are a sum (plan->n_sum). */
double reading_plan_sum(const struct reading_plan *plan, const count_pair *steps)
	__attribute__((pure, cold));

/* Adds these steps, as events. */
void reading_plan_add(const struct reading_plan *plan, const count_pair *steps,
		      struct counts *counts);

/*
 * Sets steps to what was counted from base to now, of the same group, and base to now. False: a
 * counter went back, or so far ahead that this is damage; steps are not valid then.
 */
static inline bool reading_advance(struct reading *restrict base,
				   const struct reading *restrict now, count_pair *restrict steps)
{
	const size_t n_pairs = reading_pairs(now->n);
	count_pair signs = { 0 };

#pragma GCC unroll 2
	for (size_t i = 0; i < n_pairs; i++) {
		steps[i] = now->pair[i] - base->pair[i];
		base->pair[i] = now->pair[i];
		signs |= steps[i];
	}
	base->enabled_ns = now->enabled_ns;
	base->running_ns = now->running_ns;
	return (int64_t)(signs[0] | signs[1]) >= 0;
}

/* sum += steps */
static inline void reading_add(count_pair *restrict sum, const count_pair *restrict steps, size_t n_pairs)
{
#pragma GCC unroll 2
	for (size_t i = 0; i < n_pairs; i++)
		sum[i] += steps[i];
}

/* Copies only the members that there are: most groups have a third of READING_MAX. */
void reading_copy(struct reading *to, const struct reading *from);

/* Is a reading older than a sample of the same group (slots count)? */
bool reading_is_before(const struct reading *reading, const struct reading *sample);

/*
 * Was the group off for a part of the time? Whenever an event is opened or closed on the CPU, the
 * kernel takes the group off and puts it back within some microseconds, with no switch in between.
 * Only more than this is multiplexing.
 */
static inline bool group_was_off(uint64_t enabled_ns, uint64_t running_ns)
{
	return running_ns < enabled_ns && enabled_ns - running_ns > 2000 + enabled_ns / 1024;
}
