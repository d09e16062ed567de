/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes the features of a recording, which describe the machine, the events and the recorder: a
 * table with one function per feature. Called by the recorder, on its thread (see recorder.h).
 */
#pragma once

#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata_records.h"
#include "model/profile/place.h"

/*
 * Puts all features that are known, as they follow the data in a file: the table of sections, then
 * the sections. offset: where the table is in the file. Sets the bitmap of the file's header.
 * blob->failed without memory.
 */
void perfdata_put_features(struct blob *blob, const struct perfdata_about *about, uint64_t offset,
			   uint64_t features[4]);

/* Puts the build-id of an object, as an entry of the feature; its type is 0, or as in a stream. */
void perfdata_put_build_id(struct blob *blob, uint32_t type, const struct profile_object *object);

/*
 * Sets kernel_start and kernel_end, or 0 if this user may not know them. Reads all of
 * /proc/kallsyms, which takes about 20 ms.
 */
void perfdata_find_kernel(struct perfdata_about *about);

/* Puts the features that a replay needs as records, for a file that gets no end (power cut). */
void perfdata_put_features_in_band(struct blob *blob, const struct perfdata_about *about);
