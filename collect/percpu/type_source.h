/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source of one core type within that of the whole machine: sink and tap that pass on what it
 * yields, with the CPUs and groups of the whole machine. Collector thread.
 */
#ifndef TDTOP_COLLECT_PERCPU_TYPE_SOURCE_H
#define TDTOP_COLLECT_PERCPU_TYPE_SOURCE_H

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
	size_t first_group;	/* index of its first group in those of the whole */
};

/* The sink to call this source with, in place of that of the whole machine; both are borrowed. */
struct sink type_source_sink(struct type_source *type, const struct sink *sink);

/* The whole machine is recorded from now on, or no longer (NULL). */
void type_source_tap(struct type_source *type, const struct tap *whole);

#endif
