/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Retire latencies of the events of opened nodes, sampled in the threads whose nodes are counted:
 * EVENT:R of a tree's expressions. Timed PEBS tells of each sample how many cycles its instruction
 * waited until it retired: bits 48 to 63 of PERF_SAMPLE_WEIGHT_STRUCT, the retire latency of the
 * record's basic group (setup_pebs_adaptive_sample_data(), arch/x86/events/intel/ds.c, Linux 6.12).
 *
 * Samples have no time, no clock id and a fixed period. So the kernel takes the records out of the
 * PEBS buffer when a thread leaves its CPU and when its event is read, without an interrupt each.
 * At most LATENCY_AT_ONCE events are sampled at a time, as each takes a general counter; of
 * FRONTEND_RETIRED.*, which share an MSR, one. More take turns of LATENCY_TURN_NS. Never pinned,
 * and never of CPUs: there they would take turns with the SLOTS groups. So the latencies of the
 * machine, or of a CPU, are those of the machine's busiest threads.
 * Collector thread, but new and free, which are main's.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_tasks.h"
#include "collect/perf/perf_sys.h"
#include "model/formula.h"
#include "model/machine.h"
#include "model/tree/opened.h"
#include "model/tree/tree_expr.h"

#define LATENCY_TASKS 64		/* that have an event, at most */
#define LATENCY_AT_ONCE 2		/* events, so counters */
#define LATENCY_RATE 400		/* samples a second of an event, of all threads together */
#define LATENCY_TURN_NS 1000000000ULL
#define LATENCY_ALL_ZERO 100		/* samples that are 0, and none is not: it is not told here */

struct latency;

struct latency_options {
	const struct family *family;	/* borrowed: its trees, and whether it tells latencies */
	uint32_t pmu[CORE_TYPES];	/* attr.type of the PMU of each core type; 0: has none */
	size_t page;			/* bytes of one; 0: not known */
	const struct perf_sys *sys;	/* NULL: the real ones */
};

/* NULL without memory. */
struct latency *latency_new(const struct latency_options *options);
void latency_free(struct latency *latency);	/* closes all; NULL is fine */

/*
 * Another row is looked at, or other nodes are open: closes all; these events of each core type's
 * tree are sampled from now on (tree_events_of()'s timed; none: nothing is). What was summed up and
 * not read is forgotten.
 */
void latency_look(struct latency *latency, const struct tree_event_set timed[CORE_TYPES],
		  uint64_t now_ns);

/* Nothing is looked at any more: closes all. */
void latency_leave(struct latency *latency);

/*
 * The threads of the row, busiest first; after latency_look(), and whenever they change: opens
 * those that are new, closes those that are no longer there.
 */
void latency_see(struct latency *latency, const struct event_task *tasks, size_t n,
		 uint64_t now_ns);

/* Drains rings, takes the next turn, adapts the periods. */
void latency_step(struct latency *latency, uint64_t now_ns);

/* When latency_step() has something to do; UINT64_MAX: nothing is open. */
uint64_t latency_next_ns(const struct latency *latency);

/*
 * An interval has ended: writes .latency and .n_latencies, what was sampled since the last call.
 * None while all samples so far are 0.
 */
void latency_read(struct latency *latency, struct tree_readings *readings);

/* A sentence: why there are none, though events are looked at; "". */
const char *latency_remark(const struct latency *latency);
