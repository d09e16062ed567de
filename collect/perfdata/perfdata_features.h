/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes the features of a recording, which describe the machine, the events and the recorder: a
 * table with one function per feature. Called by the recorder, on its thread (see recorder.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/recorder_samples.h"
#include "collect/slice/tap.h"
#include "collect/sys/facts.h"
#include "model/machine.h"
#include "model/profile/place.h"

/* What the features are made from. Pointers are borrowed. */
struct perfdata_about {
	uint64_t kernel_start, kernel_end;	/* addresses of the kernel's text; 0: unknown */
	const char *root;		/* prefix of /proc and /sys; "": the real machine */
	struct facts facts;		/* facts_read() below it */
	const struct machine *machine;
	const struct recordable *events;
	const struct sampled_events *sampled;	/* as of the last commit */
	const struct blob *build_ids;	/* of perfdata_put_build_id(); NULL: none */
	uint64_t clock_ns, wall_ns;	/* one point in time: clock of records, and since 1970 */
	uint64_t first_ns, last_ns;	/* of samples in committed intervals; 0: none yet */
};

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

/*
 * Features of perfdata_topology.c: where the CPUs are, by core and socket, by NUMA node, and on a hybrid the PMU of
 * each core type. Lists of CPUs are in the format of sysfs. False: there is no information; the caller drops what is in
 * the blob of it.
 */
bool perfdata_put_nrcpus(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_cpu_topology(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_numa_topology(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_hybrid_topology(struct blob *blob, const struct perfdata_about *about);
