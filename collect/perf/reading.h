/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a group has counted at one instant, and what lies between two of them. Counts stay what the counters give,
 * integers in the order of the members, as long as they are added up: that is one straight loop. A plan, made once
 * for each group, tells at the end which event each of them is. Collector thread.
 */
#ifndef TDTOP_COLLECT_READING_H
#define TDTOP_COLLECT_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"

#define READING_MAX 32	/* members of a group that a reading can hold */

/* Two counts that are worked on at once: registers of 128 bits are what every 64-bit CPU has. */
typedef uint64_t count_pair __attribute__((vector_size(16)));

/* The values of a whole group at one instant, in the order in which its members were opened. */
struct reading {
	uint64_t enabled_ns, running_ns;
	uint32_t n;			/* members read */
	uint64_t leader_id;		/* with PERF_FORMAT_ID, else 0 */
	union {
		uint64_t value[READING_MAX];
		count_pair pair[READING_MAX / 2];	/* where n is odd, the one behind the last is 0 */
	};
};

static inline size_t reading_pairs(size_t n)
{
	return (n + 1) / 2;
}

static inline uint64_t reading_step(const count_pair *steps, size_t member)
{
	return steps[member / 2][member % 2];
}

/* What a member of a group counts. */
struct reading_member {
	enum event_id event;	/* EV_COUNT: none of ours (software member) */
	double scale;		/* of it in one count */
	bool cycles;		/* the count is EV_CYCLES, too */
	bool slots;		/* and, scaled, EV_SLOTS */
	enum event_id also;	/* and this event, scaled; EV_SLOTS (0): none */
};

/* Which events the members of a group are. */
struct reading_plan {
	size_t n, n_pairs;	/* members */
	uint32_t present;	/* bits 1 << EV_x: these are counted; what no member counts is 0 then */
	uint32_t slots_member;	/* counts EV_SLOTS, */
	double slots_scale;	/* so many in one count; 0: none does */
	unsigned int holders;
	uint32_t n_events;
	struct {
		enum event_id event;
		uint32_t member;
		double scale;
	} events[EV_COUNT];
};

void reading_plan_init(struct reading_plan *plan, const struct reading_member *members, size_t n);

/*
 * One that several may hold; who has made it is the first, and each drops it. also_present: what other groups,
 * that take turns with it, count. NULL without memory.
 */
struct reading_plan *reading_plan_new(const struct reading_member *members, size_t n, uint32_t also_present);
struct reading_plan *reading_plan_get(struct reading_plan *plan);
void reading_plan_put(struct reading_plan *plan);	/* NULL is fine */

/* Sets in counts, which come in empty, what these steps (plan->n_pairs of them), times scale, are in events. */
void reading_plan_counts(const struct reading_plan *plan, const count_pair *steps, double scale, struct counts *counts);

/* Adds what these steps are in events. */
void reading_plan_add(const struct reading_plan *plan, const count_pair *steps, struct counts *counts);

/*
 * What was counted from base to now, of the same group, into steps; base is now from there on. False: a counter went
 * back, or so far ahead that this is damage; then steps mean nothing.
 */
static inline bool reading_advance(struct reading *restrict base, const struct reading *restrict now,
				   count_pair *restrict steps)
{
	const size_t n_pairs = reading_pairs(now->n);
	count_pair signs = { 0 };

	for (size_t i = 0; i < n_pairs; i++) {
		steps[i] = now->pair[i] - base->pair[i];
		base->pair[i] = now->pair[i];
		signs |= steps[i];
	}
	base->enabled_ns = now->enabled_ns;
	base->running_ns = now->running_ns;
	return (int64_t)(signs[0] | signs[1]) >= 0;
}

/* Copies what there is: most groups have a third of the members that there may be. */
void reading_copy(struct reading *to, const struct reading *from);

/* Does a reading of the same group (slots count) come before this sample? For the order of the two. */
bool reading_is_before(const struct reading *reading, const struct reading *sample);

/*
 * Was the group off for a part of the time? Leaving and coming back take it off for some microseconds each time
 * somebody opens or closes an event on the CPU; nobody can switch in between. Only more than this is sharing.
 */
static inline bool group_was_off(uint64_t enabled_ns, uint64_t running_ns)
{
	return running_ns < enabled_ns && enabled_ns - running_ns > 2000 + enabled_ns / 1024;
}

#endif
