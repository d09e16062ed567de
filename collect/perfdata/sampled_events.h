/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events that sample code beside the groups of a source, as a recording has them: further attrs
 * of the same perf.data. The kernel gives an id to each thread or CPU of an event; the file has one
 * for all of them, the first that came, and each record gets it. So an attr is complete as soon as
 * it is in the file, however many threads come later. Called by the recorder, on its thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_SAMPLED_EVENTS_H
#define TDTOP_COLLECT_PERFDATA_SAMPLED_EVENTS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"
#include "collect/perf/record_layout.h"
#include "collect/perfdata/blob.h"
#include "collect/slice/tap.h"

#define SAMPLED_EVENTS_MAX 384	/* of a file: each choice of what is sampled is one, and each
				 * event of opened nodes */

struct sampled_event {
	struct perf_event_attr attr;	/* as in the file */
	struct record_layout layout;
	uint64_t id;
	char name[64];
	uint64_t dropped, dropped_ns;	/* records since the last one put; time of the last */
};

struct sampled_events {
	struct sampled_event *event;	/* owned; NULL while n is 0 */
	size_t n;
	size_t committed;	/* of them, those that the file has at its last commit */
	size_t last;		/* that was found */
};

/*
 * Can records of this attr be told apart from others, and sorted: IDENTIFIER, TID, TIME, and
 * sample_id_all?
 */
bool sampled_event_fits(const struct perf_event_attr *attr);

/* The event of this attr; NULL: it has none yet. */
struct sampled_event *sampled_events_find(struct sampled_events *sampled,
					  const struct perf_event_attr *attr);

/*
 * Adds the event of an attr that fits. events: those of the source, whose read_format perf wants in
 * all attrs of a file. NULL: there are too many, or no memory.
 */
struct sampled_event *sampled_events_add(struct sampled_events *sampled,
					 const struct perf_event_attr *attr, uint64_t id,
					 const char *name, const struct recordable *events);

/* The event with this id; NULL: there is none. */
const struct sampled_event *sampled_events_by_id(const struct sampled_events *sampled, uint64_t id);

void sampled_events_clear(struct sampled_events *sampled);	/* another file; keeps the memory */
void sampled_events_done(struct sampled_events *sampled);	/* frees it */

/* Has each event of the file that samples code branch stacks? Then perf report shows branches. */
bool sampled_events_have_branches(const struct sampled_events *sampled);

/* Puts the attr as the file has it (PERFDATA_ATTR_SIZE bytes). */
void sampled_put_attr(struct blob *blob, const struct sampled_event *event);

/* Puts attr and id as a record, for a stream; the name as a record, for a file or stream. */
void sampled_put_attr_record(struct blob *blob, const struct sampled_event *event);
void sampled_put_name(struct blob *blob, const struct sampled_event *event);

/*
 * Puts a record of the kernel, with the id of the file. *time_ns: its time. False: it does not have
 * the layout of the event, and is left out.
 */
bool sampled_put_record(struct blob *blob, const struct sampled_event *event, const void *bytes,
			size_t size, uint64_t *time_ns);

/*
 * Puts what is mapped (code, of a process or of a module of the kernel) from this time on, as
 * PERF_RECORD_MMAP2 or MMAP. False: its path does not fit into a record.
 */
bool sampled_put_mapping(struct blob *blob, const struct sampled_event *event,
			 const struct code_mapping *mapping, uint64_t time_ns);

/* Puts a PERF_RECORD_LOST of the records that were dropped. */
void sampled_put_lost(struct blob *blob, const struct sampled_event *event);

#endif
