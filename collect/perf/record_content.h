/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A decoded record, and what records say behind their header, whatever the layout of their event. A
 * new type is a row and a function in record_content.c. Pure; every length is checked. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"
#include "collect/perf/reading.h"
#include "model/task.h"

enum record_kind {
	REC_SAMPLE,
	REC_SWITCH_IN,	/* PERF_RECORD_SWITCH(_CPU_WIDE): pid/tid now runs */
	REC_SWITCH_OUT,	/* pid/tid has just left */
	REC_COMM,
	REC_FORK,
	REC_EXIT,
	REC_LOST,
	REC_READ,	/* a reading of a group by read(2), at its place among the records */
	REC_CGROUP,	/* id -> path of a cgroup */
	REC_MAP,	/* code is mapped: MMAP, MMAP2, KSYMBOL; not of a guest */
	REC_OTHER	/* not used here, or newer than tdtop: skip it */
};

struct record {
	enum record_kind kind;
	uint32_t object;	/* REC_SAMPLE of a marker: the number of its object (regions.h), set by
				 * who knows whose id it is; else 0 */
	int32_t next_prev_pid, next_prev_tid;	/* REC_SWITCH_OUT: the task that comes; REC_SWITCH_IN:
						 * the one that left; -1: not told */
	/* In the order of the kernel's sample_id, so that the five are copied at once. */
	int32_t pid, tid;	/* the task it is about; -1 for a task that is past its exit */
	uint64_t time_ns;	/* clock of attr.clockid, 0 if the layout has none */
	int32_t cpu;		/* kernel's number, -1 if the layout has none */
	uint32_t unused;
	uint64_t id;		/* event that wrote it (IDENTIFIER), 0 if the layout has none */
	int32_t ppid, ptid;	/* REC_FORK: the task that forked */
	bool exec;		/* REC_COMM: by execve(2); REC_FORK: made by perf, for a program that
				 * has executed another: nothing is inherited */
	char comm[COMM_LEN];	/* REC_COMM */
	uint64_t lost;		/* REC_LOST: records that did not fit into the ring */
	uint64_t cgroup;	/* REC_SAMPLE: id, 0 without PERF_SAMPLE_CGROUP; REC_CGROUP: id */
	const char *path;	/* REC_CGROUP: in `bytes`, ends with NUL */
	struct code_mapping mapping;	/* REC_MAP: path and build-id likewise */
	uint64_t argument, mark;	/* with an object: record_marker() */
	struct reading reading;	/* REC_SAMPLE with PERF_SAMPLE_READ, REC_READ */
};

/* The kind of records of this type (PERF_RECORD_*), if record_content() decodes them; else REC_OTHER. */
enum record_kind record_kind(uint32_t type);

/*
 * What a record says behind its header, whatever its layout: kind and the fields of this kind; other
 * fields keep their values. Of a record that the table there does not have the kind is REC_OTHER. 0;
 * -EINVAL: it is too short.
 */
int record_content(bool swapped, const void *bytes, size_t size, struct record *record);
