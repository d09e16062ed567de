/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How slots are divided among functions. A family of CPUs has events that are sampled, at level 1 one for
 * each class where there is one. Samples x period of a function are its counts, which go through
 * formulas as those of a process do. What was counted *between* two samples is no such count: it is up
 * to 49 points wrong where functions are shorter than that. Constant data, any thread.
 */
#pragma once

#include "model/formula.h"

/* A row: an event that is sampled. */
struct class_event {
	/*
	 * As a row of events that are counted; EV_x is what the formulas have. mux: events with
	 * different numbers other than 0 take turns, as they need the same counter.
	 */
	struct family_event event;
	uint64_t period;	/* to begin with: a prime, near the same number of slots for all, half
				 * of it where a class is a difference that needs the event */
	bool slots;		/* its counts (EV_x) are slots, and these rows together are all slots */
	bool stalls;		/* and a part of the table's .stalls */
};

struct class_table {
	const struct class_event *events;
	size_t n_events;
	uint32_t also_slots;	/* further events of the formulas that are the slots: bits (1 << EV_x) */
	uint32_t stalls;	/* the event that is the sum of .stalls rows: a bit; 0: none */
	const struct formula *formulas;
	size_t n_formulas;
	bool differences;	/* some class is a difference of events, not a count of its own: its
				 * error is some 3 times larger */
};

/* The highest level that the table has events for: 1 or 2. */
int class_table_levels(const struct class_table *table);
