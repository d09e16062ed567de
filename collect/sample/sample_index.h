/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where in a recording the samples are: of each part of the file, which processes and events have samples in it, and
 * when. So a later pass that is for one of them reads only its parts. At most 4 MB: the parts of a larger file are
 * longer. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata.h"
#include "model/profile/profile_exchange.h"

/* Zeroed: no pass was indexed. */
struct sample_index {
	struct indexed_part *parts;	/* owned; in the order of the file */
	size_t n;
	uint64_t part_bytes;		/* a part is at least so long */
	bool begun, failed, complete;	/* failed: no memory, or records without a place in the file */
};

/* Forgets all: records from the beginning of the recording follow. */
void sample_index_begin(struct sample_index *index);

/* The recording has ended: from now on there are parts. */
void sample_index_end(struct sample_index *index);
void sample_index_done(struct sample_index *index);	/* frees the memory, and zeroes it */

/*
 * If an index has begun, notes the record at this offset in the file; UINT64_MAX: it has none. It is a sample of the
 * event with this number, or, with NULL, one that each pass must read.
 */
void sample_index_note(struct sample_index *index, uint64_t at, const struct sample_record *sample, size_t event);

/* A set of events, as a bit of each. */
uint32_t sample_index_event(size_t event);

/*
 * The parts that may have samples of the request and of these events (sample_index_event()), and those that each pass
 * must read; the caller frees them. NULL: there is no index, or no memory; then all of the recording is to be read.
 */
struct perfdata_section *sample_index_choose(const struct sample_index *index, const struct profile_request *request,
					     uint32_t events, size_t *n);
