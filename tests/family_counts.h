/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts for a family by the names of its events, as the kernel counts them. */
#ifndef TDTOP_TESTS_FAMILY_COUNTS_H
#define TDTOP_TESTS_FAMILY_COUNTS_H

#include <string.h>

#include "model/formula.h"

static inline void put_family_count(struct counts *counts, enum event_id event, double value)
{
	counts->value[event] = value;
	counts->present |= 1U << event;
}

/*
 * Every event of this name, in whatever turn, has counted so much; slots per cycle are those of
 * caps/slots where the family asks for them. False if there is no such event.
 */
static inline bool family_count(const struct family *family, int caps_slots, const char *name,
				double counted, struct counts *counts)
{
	bool found = false;

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		double value = counted * family_event_scale(event);

		if (strcmp(event->name, name) != 0)
			continue;
		if (event->id == EV_SLOTS && family->slots_from_caps)
			value *= caps_slots;
		put_family_count(counts, event->id, value);
		if (event->also)
			put_family_count(counts, event->also, value);
		if (event->cycles)
			put_family_count(counts, EV_CYCLES, counted);
		found = true;
	}
	return found;
}

#endif
