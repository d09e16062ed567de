/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One perf_event record, decoded from the bytes of a ring buffer or a file. Pure: no system calls;
 * every length is checked. Called by the sources and the reader of recordings on the collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/reading.h"
#include "collect/perf/record_content.h"
#include "collect/perf/record_layout.h"
#include "model/task.h"

/*
 * Decodes the record of `size` bytes at `bytes` (a struct perf_event_header and what follows,
 * 8-byte aligned); record->path points into bytes. 0; -EINVAL if it is shorter than its layout;
 * -E2BIG for a group of more than READING_MAX members; -EOPNOTSUPP for a layout that is not
 * supported.
 */
int record_decode(const struct record_layout *layout, const void *bytes, size_t size,
		  struct record *record);

/*
 * Is this sample, whose record was decoded, one of a marker of a 64-bit task? It ends with two
 * registers (collect/perf/marker_event.h): sets record->argument and record->mark to them, else to
 * 0. *has_registers: whether or not, it comes from an event that samples them.
 */
bool record_marker(const struct record_layout *layout, const void *bytes, size_t size,
		   struct record *record, bool *has_registers);

/*
 * The ids of the events whose values are in the group of a sample or reading, in order. 0, -EINVAL;
 * -EOPNOTSUPP if the layout has no ids (PERF_FORMAT_ID).
 */
int record_group_ids(const struct record_layout *layout, const void *bytes, size_t size,
		     uint64_t ids[READING_MAX], uint32_t *n);

/* Turns a COMM, FORK or EXIT record into an event for the sink; false for all others. */
bool record_task_event(const struct record *record, struct task_event *event);

/* What is needed of a record to find its layout and its place in the order of time. */
struct envelope {
	uint64_t id;		/* of the event, 0 if the layout has none */
	uint64_t time_ns;	/* 0 if the layout has none */
	int32_t cpu, pid;	/* -1 if the layout has none */
};

/*
 * Decodes only id, time, CPU and process. 0; -EINVAL if the record is shorter than its layout. Layouts of
 * one recording differ, but with IDENTIFIER the id is at the same place in all of them.
 */
int record_envelope(const struct record_layout *layout, const void *bytes, size_t size,
		    struct envelope *envelope);

/* Decodes what read(2) on a group leader returns (layout->read_format). 0 or -EINVAL, -E2BIG. */
int record_decode_reading(const struct record_layout *layout, const void *bytes, size_t size,
			  struct reading *reading);
