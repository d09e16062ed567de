/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A source that can be recorded, and was never opened: a group of three on two CPUs, one of which is numbered 3; and
 * samples of it.
 */
#ifndef TDTOP_TESTS_FIXTURE_RECORDABLE_H
#define TDTOP_TESTS_FIXTURE_RECORDABLE_H

#include <linux/perf_event.h>

#include "collect/source.h"
#include "collect/tap.h"

#define MEMBERS 3
#define CPUS 2
#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
		     PERF_SAMPLE_CPU | PERF_SAMPLE_READ)
#define FORMAT (PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

extern const uint64_t ids[MEMBERS * CPUS];
extern struct group group;
extern struct recordable events;
extern struct cpu_place places[CPUS];
extern struct source source;

/* A sample as the kernel writes it. */
struct sample {
	struct perf_event_header header;
	uint64_t id, ip;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t n, enabled, running, value[MEMBERS];
};

struct sample make_sample(uint64_t id, uint64_t time_ns);

#endif
