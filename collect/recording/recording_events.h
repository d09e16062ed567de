/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a recording: their attrs, names and ids, and which row of a family's table each one
 * counts. Filled by recording_features.c, matched by recording_machine.c, read by
 * the replay for each record. Main thread while a recording is opened, then the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perf/record_layout.h"
#include "model/formula.h"

/*
 * The kernel's own name of an event by its numbers, as perf spells it: "cycles", "cpu-clock",
 * "L1-dcache-load-misses"; "event 9/0x4" of other events. Pure.
 */
void event_name_of_number(uint32_t type, uint64_t config, char *text, size_t size);

#define RECORDING_EVENTS_MAX 1024	/* further events of a recording are not read */
#define RECORDING_IDS_MAX (1U << 20)	/* of all events: 64 events on 16,384 CPUs */
#define RECORDING_SCALE_MAX 1000	/* slots per cycle; a larger scale is damage */
#define RECORDING_CPUS_MAX 8192	/* NR_CPUS of the largest kernels */

#define RECORDED_ATTR_MIN 64	/* PERF_ATTR_SIZE_VER0 */

/* An event of the recording: one perf_event_attr, counted on all its CPUs. */
struct recorded_event {
	struct record_layout layout;
	uint32_t type;
	uint64_t config;
	char name[64];		/* "topdown-retiring"; "" if not recorded */
	size_t n_ids;		/* one per CPU, with perf record -a */
	double scale;		/* units (slots, events) per count; 0: not recorded */
	bool user_only;		/* attr.exclude_kernel */
	bool kernel_only;	/* attr.exclude_user */
	bool without_guests;	/* attr.exclude_guest */
	bool freq;		/* period is a number of samples per second */
	uint8_t precise;	/* attr.precise_ip */
	uint64_t period;	/* attr.sample_period */
	bool samples_code;	/* samples have an address, and no group */
	bool two_registers;	/* samples end with two registers of the task */
	uint32_t region_object;	/* samples are of markers of this object (recorder_parts.h); 0: no */
	bool group_known;	/* recorded by tdtop: core type and mux of its group */
	enum core_type core_type;	/* else from its name, by recording_events_match() */
	uint32_t mux;
	/* After recording_events_match(): */
	const struct family_event *row;	/* of the family's table; NULL: not in the table */
	bool leads;			/* the group of slots of its core type and mux */
	bool switches;			/* samples context switches */
};

struct recorded_id {
	uint64_t id;		/* as the kernel gave it to one event on one CPU */
	uint32_t event;		/* index of the event */
	int32_t cpu;		/* kernel's number; -1: not recorded */
	int32_t tid;		/* the thread that is counted; -1: all, or not recorded */
};

struct recording_events {
	struct recorded_event *event;	/* in the order of attrs; owned */
	size_t n, cap;
	struct recorded_id *ids;	/* owned; sorted by id before the first lookup */
	size_t n_ids, cap_ids;
	bool ids_sorted;
	size_t last_id;			/* index into ids of the last id that was found */
	bool switch_records;		/* some event writes SWITCH records */
	bool groups_known;		/* recorded by tdtop, which tells of each group */
	size_t n_samples_code;		/* events */
	size_t n_region_objects;	/* events */
	struct record_layout id_only;	/* of all events, as far as the id: IDENTIFIER is at the
					 * same place in all layouts; or it has none */
};

/*
 * Adds the event of this attr: `size` bytes (RECORDED_ATTR_MIN or more) in the byte order of the
 * recorder (swapped: it is not ours). False: too many events, or no memory.
 */
bool recording_events_add(struct recording_events *events, const unsigned char *attr, size_t size,
			  bool swapped);

/* Gives the ids in the bytes to the event that was added last; drops them without memory. */
void recording_events_add_ids(struct recording_events *events, struct bytes *bytes);

void recording_events_done(struct recording_events *events);	/* frees the memory */

/* As recording_events_find_id(), of an id that was not the last one. */
struct recorded_id *recording_events_seek_id(struct recording_events *events, uint64_t id);

/*
 * The entry of an id, valid until ids are added; NULL: unknown. Sorts the ids if necessary. Inline,
 * as consecutive records often are of one event.
 */
static inline struct recorded_id *recording_events_find_id(struct recording_events *events, uint64_t id)
{
	if (events->ids_sorted && events->last_id < events->n_ids && events->ids[events->last_id].id == id)
		return &events->ids[events->last_id];
	return recording_events_seek_id(events, id);
}

/* The event with this id; of a recording with one event, that event; NULL: unknown. */
static inline const struct recorded_event *recording_events_by_id(struct recording_events *events, uint64_t id)
{
	const struct recorded_id *found;

	if (events->n == 1)
		return events->event;
	found = recording_events_find_id(events, id);
	return found ? &events->event[found->event] : NULL;
}

/*
 * Is it a record of an event that tdtop sampled beside its groups? Such records, also those of tasks
 * and losses, are no part of the slices. Of other recorders' files: false.
 */
bool recording_events_is_beside(struct recording_events *events, const void *bytes, size_t size);

/* The envelope of a record, by the layout of its event. 0; -EINVAL: it is damaged. */
int recording_events_envelope(struct recording_events *events, const void *bytes, size_t size,
			      struct envelope *envelope);

/* For EVENT_DESC: the event with this id (0: none), else the one at this index; NULL: neither. */
struct recorded_event *recording_events_described(struct recording_events *events, uint64_t id,
						  size_t index);

/* Copies the name, cut to the size of the field. */
void recorded_event_set_name(struct recorded_event *event, const char *name);

/* The name as recorded, without control characters; else by the event's numbers. */
void recorded_event_name(const struct recorded_event *event, char *text, size_t size);

/* True if the core PMU (of a hybrid: of the P-cores) counts an event of this name. */
bool recording_events_has(const struct recording_events *events, const char *name);

/* True if some event counts on the E-cores of a hybrid. */
bool recording_events_has_e_cores(const struct recording_events *events);

/*
 * The row of the family's class table that the event is sampled for, and in *unit how many EV_x it
 * counts; -1: none. After the events were read; recording_events_match() is not needed.
 */
int recording_events_class(const struct recording_events *events,
			   const struct recorded_event *event, const struct family *family,
			   double *unit);

/*
 * Finds the row of the family's table for each event, and the documented scale where none was
 * recorded. False: the scale of some event of the table is neither recorded nor documented.
 */
bool recording_events_match(struct recording_events *events, const struct family *family);

/* Is this of a machine with SMT, whose slots are those of a core? An event that was matched says so. */
bool recording_events_count_cores(const struct recording_events *events);

/* The first event that counts this row; NULL: none. After recording_events_match(). */
const struct recorded_event *recording_events_find(const struct recording_events *events,
						   enum event_id id);

/*
 * The layout of records whose event is unknown: all events have the id at the same place. NULL
 * without events. After recording_events_match().
 */
const struct record_layout *recording_events_layout(const struct recording_events *events);
