/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts for a family by the names of its events, as the kernel counts them. */
#ifndef TDTOP_TESTS_FAMILY_COUNTS_H
#define TDTOP_TESTS_FAMILY_COUNTS_H

#include <stdio.h>
#include <string.h>

#include "model/formula.h"

static inline void put_family_count(struct counts *counts, enum event_id event, double value)
{
	counts->value[event] = value;
	counts->present |= 1U << event;
}

/* A row of a hybrid has the counts of all kinds in it. */
static inline void add_family_count(struct counts *counts, enum event_id event, double value)
{
	put_family_count(counts, event, counts_or_0(counts, event) + value);
}

/* The kind of core in "cpu_atom/cpu-cycles"; *name is then what is behind it. */
static inline enum core_kind family_count_kind(const char **name)
{
	for (int kind = KIND_ATOM; kind < KINDS; kind++) {
		char prefix[24];
		int n = snprintf(prefix, sizeof(prefix), "cpu_%s/", core_kinds[kind].name);

		if (!strncmp(*name, prefix, (size_t)n)) {
			*name += n;
			return (enum core_kind)kind;
		}
	}
	return KIND_CORE;
}

/*
 * Every event of this name, in whatever turn, has counted so much; slots per cycle are those of
 * caps/slots where the family asks for them. E-cores' events of a hybrid are named after their PMU, and add
 * to what was counted before. False if there is no such event.
 */
static inline bool family_count(const struct family *family, int caps_slots, const char *name,
				double counted, struct counts *counts)
{
	enum core_kind kind = family_count_kind(&name);
	bool found = false;

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		double value = counted * family_event_scale(event);

		if (event->kind != kind || strcmp(event->name, name) != 0)
			continue;
		found = true;
		if (event->id == EV_SLOTS && family->slots_from_caps)
			value *= caps_slots;
		if (kind != KIND_CORE) {
			add_family_count(counts, event->id, value);
			if (event->also)
				add_family_count(counts, event->also, value);
			if (event->turn && event->also == EV_ATOM_SLOTS)	/* leads, so it is slots, too */
				add_family_count(counts, EV_SLOTS, value);
			if (event->cycles)
				add_family_count(counts, EV_CYCLES, counted);
			continue;
		}
		put_family_count(counts, event->id, value);
		if (event->also)
			put_family_count(counts, event->also, value);
		if (event->cycles)
			put_family_count(counts, EV_CYCLES, counted);
	}
	return found;
}

#endif
