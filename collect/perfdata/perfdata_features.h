/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording says of itself and its machine: the features of perf.data, one function for the section
 * of each, in a table. Collector thread.
 */
#ifndef TDTOP_COLLECT_PERFDATA_FEATURES_H
#define TDTOP_COLLECT_PERFDATA_FEATURES_H

#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/slice/tap.h"
#include "model/machine.h"

/* Where the sections get it from. */
struct perfdata_about {
	uint64_t kernel_start, kernel_end;	/* its text; 0: not known */
	const char *root;		/* of /proc and /sys; "": the real machine */
	const struct machine *machine;
	const struct recordable *events;
	uint64_t clock_ns, wall_ns;	/* one moment on both clocks */
	uint64_t first_ns, last_ns;	/* of the samples; 0: none yet */
};

/*
 * Everything that is known, as it lies behind the data: the table of sections, then the sections.
 * offset: where in the file that will be. features: the bitmap of the header.
 */
void perfdata_put_features(struct blob *blob, const struct perfdata_about *about, uint64_t offset,
			   uint64_t features[4]);

/* Fills kernel_start and kernel_end, if this user may know them: reads all of /proc/kallsyms, some 20 ms. */
void perfdata_find_kernel(struct perfdata_about *about);

/* What a replay needs, as records: for a file that gets no end (power cut). */
void perfdata_put_features_in_band(struct blob *blob, const struct perfdata_about *about);

#endif
