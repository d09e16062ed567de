/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records that tell what is mapped where (REC_MAP, FORK, COMM by exec, EXIT), and perf's table
 * of build-ids: what they mean for code_maps.h. One thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/code/code_maps.h"
#include "collect/perf/record.h"
#include "collect/recording/block.h"
#include "collect/recording/perfdata_stream.h"

/* Is it one of these records (but build-ids)? Decided by its type (PERF_RECORD_*). */
bool map_records_wants(uint32_t type);

/* Tells the maps a record, by record_content(). Mappings beyond the bounds are left out. 0 or -ENOMEM. */
int map_records_add(struct code_maps *maps, const struct record *record);

/* Decodes a record and tells it; a damaged one is left out. 0 or -ENOMEM. */
int map_records_add_frame(struct code_maps *maps, const struct frame *frame, bool swapped);

/* An entry of the table in a stream (PERFDATA_BUILD_ID_RECORD). 0 or -ENOMEM. */
int map_records_build_id(struct code_maps *maps, const struct frame *frame, bool swapped);

/* The whole table that stands behind the data of a file, if there is one. 0 or -ENOMEM. */
int map_records_build_ids(struct code_maps *maps, struct perfdata_stream *stream);
