/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One perf_event record, decoded from the bytes of a ring buffer or a file. Pure: no system calls,
 * every length is checked. Collector thread.
 */
#ifndef TDTOP_COLLECT_RECORD_H
#define TDTOP_COLLECT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/source.h"

#define READING_MAX 32	/* members of a group that a reading can hold */

enum record_kind {
	REC_SAMPLE,
	REC_SWITCH_IN,	/* PERF_RECORD_SWITCH(_CPU_WIDE): pid/tid now runs */
	REC_SWITCH_OUT,	/* pid/tid has just left */
	REC_COMM,
	REC_FORK,
	REC_EXIT,
	REC_LOST,
	REC_OTHER	/* known to be of no interest here, or newer than us: skip it */
};

/* The values of a whole group at one instant, in the order in which its members were opened. */
struct reading {
	uint64_t enabled_ns, running_ns;
	uint32_t n;			/* members read */
	uint64_t value[READING_MAX];
};

/* How the attrs were set: decides which fields a record has. */
struct record_layout {
	uint64_t sample_type;	/* PERF_SAMPLE_*; IP, ADDR, IDs, CPU, PERIOD and READ are understood */
	uint64_t read_format;	/* PERF_FORMAT_*; GROUP is needed for readings */
	bool sample_id_all;	/* records other than samples carry tid, time, cpu too */
};

struct record {
	enum record_kind kind;
	uint64_t id;		/* event that wrote it (IDENTIFIER), 0 if the layout has none */
	uint64_t time_ns;	/* clock of attr.clockid, 0 if the layout has none */
	int32_t cpu;		/* kernel's number, -1 if the layout has none */
	int32_t pid, tid;	/* subject; -1 for a task that is past its exit */
	int32_t ppid, ptid;	/* REC_FORK: who forked */
	bool exec;		/* REC_COMM: by execve(2) */
	char comm[COMM_LEN];	/* REC_COMM */
	uint64_t lost;		/* REC_LOST: records that did not fit into the ring */
	struct reading reading;	/* REC_SAMPLE with PERF_SAMPLE_READ */
};

/*
 * Decodes the record of `size` bytes at `bytes` (a struct perf_event_header and what follows, 8-byte
 * aligned). 0; -EINVAL if it is shorter than its layout says; -E2BIG for a group of more than
 * READING_MAX members. Layouts it does not understand are -EOPNOTSUPP.
 */
int record_decode(const struct record_layout *layout, const void *bytes, size_t size,
		  struct record *record);

/*
 * Decodes what read(2) on a group leader returns (layout->read_format). 0 or -EINVAL, -E2BIG.
 */
int record_decode_reading(const struct record_layout *layout, const void *bytes, size_t size,
			  struct reading *reading);

#endif
