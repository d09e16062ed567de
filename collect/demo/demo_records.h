/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel would have written about the simulated machine: a recorder gets records of slices
 * and tasks as from the rings of its CPUs, and a replay makes the same slices of them. Regions and
 * samples have none. Collector thread.
 */
#pragma once

#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/slice/tap.h"

struct demo_records;

/* Borrows the source, whose machine is complete. NULL without memory. The caller frees it. */
struct demo_records *demo_records_new(struct source *source);
void demo_records_free(struct demo_records *records);	/* NULL is fine */

/* What can be recorded; it is owned by the records. */
const struct recordable *demo_records_events(const struct demo_records *records);

/* Tells the tap of the source what the counters read as the source starts. */
void demo_records_start(struct demo_records *records, uint64_t time_ns);

/* A sink that also tells the tap of the source. `to` is borrowed, until the next call. */
const struct sink *demo_records_sink(struct demo_records *records, const struct sink *to);

/* All until then was told: a recording may begin here. */
void demo_records_end(struct demo_records *records, uint64_t time_ns);
