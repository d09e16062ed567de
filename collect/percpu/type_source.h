/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source of one core type within that of the whole machine: sink and tap that pass on what it
 * yields, with the CPUs and groups of the whole machine. Collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/slice/tap.h"

struct type_source {
	struct source *source;
	int32_t *cpus;		/* by its own CPU index: the index in the whole machine */
	size_t n_cpus;		/* entries of cpus; since the last tick the source may have more */
	const struct sink *sink;	/* of the whole machine, while the source is called */
	struct tap tap;		/* given to the source while the whole machine is recorded */
	const struct tap *whole_tap;
	const struct recordable *events;	/* of it, while the whole machine is recorded */
	size_t first_group;	/* index of its first group in those of the whole */
};

/* The sink to call this source with, in place of that of the whole machine; both are borrowed. */
struct sink type_source_sink(struct type_source *type, const struct sink *sink);

/* The whole machine is recorded from now on, or no longer (NULL). */
void type_source_tap(struct type_source *type, const struct tap *whole);

/*
 * When counting was restarted on all core types: the first time, so that no CPU has more time than
 * the next interval is long. After a gap of one core type the others go on counting, so it stays in
 * the interval, in which CPUs of that type have less time. 0: no gap of all.
 */
uint64_t type_sources_restarted_ns(struct type_source *types, size_t n);

/* cut_ns of the last of them. */
uint64_t type_sources_cut_ns(const struct type_source *types, size_t n);

/*
 * Tells the sources of all core types this request for regions (source_requests.regions); watched: those
 * that were watched before stay so if that fails, else none are. 0, or a negative errno with a
 * sentence.
 */
int type_sources_watch(struct type_source *types, size_t n, uint32_t regions, bool watched,
		       struct err *err);
