/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records that a tap gets with another id than the kernel wrote, and where an event is in struct
 * recordable. Called by the sources and the recorder on the collector thread.
 */
#include "config.h"
#include "collect/slice/tap.h"

#include <string.h>

#define RECORD_WORDS 64		/* COMM, FORK, EXIT, SWITCH and LOST have less than half of it */

uint64_t recordable_id(const struct recordable *events, struct tap_place place, size_t member)
{
	return events->groups[place.group].ids[member * events->n_cpus + place.cpu];
}

struct tap_place recordable_place(const struct recordable *events, size_t cpu)
{
	struct tap_place place = { .cpu = cpu };

	while (place.group + 1 < events->n_groups &&
	       (events->groups[place.group].mux || !recordable_id(events, place, 0)))
		place.group++;
	return place;
}

void tap_record_as(const struct tap *tap, struct tap_place place, const void *bytes, size_t size,
		   uint64_t id)
{
	uint64_t copy[RECORD_WORDS];

	if (size <= sizeof(copy) && size >= 2 * sizeof(id)) {
		memcpy(copy, bytes, size);
		memcpy((char *)copy + size - sizeof(id), &id, sizeof(id));
		bytes = copy;
	}
	tap->record(tap->data, place, bytes, size);
}
