/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the sampler adds to the attr of a choice, and with which period it samples. Pure. Any
 * thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/sample_choice.h"
#include "collect/sample/sample_events.h"

/* What may differ from the choice. */
struct sampler_how {
	uint64_t period;
	int precise[CORE_TYPES];	/* attr.precise_ip */
	bool no_stacks;			/* without branch stacks and call chains */
	bool by_cpu;			/* of whole CPUs, not of threads */
	bool build_ids;			/* the kernel can put them into MMAP2: Linux 5.12 */
	/*
	 * Samples have ID, address, task and what the choice adds; no time, no records of mappings.
	 * Of threads, PEBS then needs no interrupt for each (intel_pmu_large_pebs_flags(),
	 * arch/x86/events/intel/core.c): samples come when the thread leaves its CPU, or is read.
	 */
	bool lean;
};

/* The begin of a sample as the kernel writes it; all that are not lean have IDENTIFIER, IP, TID and TIME. */
struct sample_head {
	struct perf_event_header header;
	uint64_t id, ip;
	int32_t pid, tid;
	uint64_t time_ns;
};

/*
 * The core type whose attr a CPU of this type needs; -1: the choice has no event for it. A clock is
 * the same on all.
 */
int sampler_type_for(const struct sample_choice *choice, enum core_type cpu);

/* As the choice says: its period and precise levels, with stacks, of threads. */
struct sampler_how sampler_how_of(const struct sample_choice *choice);

/* The attr, disabled, to be opened on this core type. */
struct perf_event_attr sampler_attr(const struct sample_choice *choice, enum core_type type,
				    const struct sampler_how *how);

/* The same of one of the events of a choice that is several, with its period. One `tells` of mappings and tasks. */
struct perf_event_attr sampler_class_attr(const struct sample_choice *choice, const struct sample_class *event,
					  const struct sampler_how *how, bool tells);

/* How samples of that attr are decoded, and what they are. */
struct sample_event sampler_event(const struct sample_choice *choice,
				  const struct sampler_how *how);

/* Bytes of a sample at most; of call chains: those of 32 frames. */
size_t sampler_sample_bytes(const struct perf_event_attr *attr, uint32_t depth);

/*
 * Pages of a ring (a power of two, at most 256) that holds what comes in `ns` at this rate.
 */
size_t sampler_ring_pages(size_t sample_bytes, double rate, uint64_t ns, size_t page);

/*
 * The period for which an event that counts `per_second` gives at most `rate` samples a second: a
 * prime, times the step of the choice. With another number a loop whose length divides it would be
 * sampled at one place.
 */
uint64_t sampler_period(const struct sample_choice *choice, double per_second, double rate);

/* That of this event, where the first of the classes has `period`: prime, too. */
uint64_t sampler_class_period(const struct sample_class *event, uint64_t period);

/*
 * One of the periods that vary around that one, prime as well. at: which, 0..1. If each of these is
 * used for the same time, there are as many samples as with `period` alone.
 */
uint64_t sampler_period_varied(const struct sample_choice *choice, uint64_t period, double at);
