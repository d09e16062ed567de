/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the sampled processes have mapped: read from /proc/PID/maps when the first sample of a
 * process comes, followed by the records of mmap(2) and execve(2), and read again where these do
 * not reach, as they come only from threads that have an event. One thread, without Landlock.
 */
#ifndef TDTOP_COLLECT_LIVE_LIVE_MAPS_H
#define TDTOP_COLLECT_LIVE_LIVE_MAPS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_maps.h"
#include "collect/recording/block.h"

#define LIVE_MAPS_NS 1000000000ULL	/* the maps of a process are read at most so often */

struct live_maps;

/* proc_root: as in live_profile.h. NULL without memory. */
struct live_maps *live_maps_new(const char *proc_root);
void live_maps_free(struct live_maps *maps);	/* NULL is fine */

/*
 * Tells each mapping that is read from now on; then NULL for the mapping: that was all of the process
 * (-1: of the kernel).
 */
typedef void live_maps_told(void *data, int32_t pid, const struct code_mapping *mapping);
void live_maps_tell(struct live_maps *maps, live_maps_told *told, void *data);

/* For sample_feed.h. */
struct code_maps *live_maps_code(struct live_maps *maps);

/* Nothing is known any more; objects keep their indices. Reads the kernel's. 0 or -ENOMEM. */
int live_maps_restart(struct live_maps *maps);

/*
 * A record that map_records.h wants, at its time (CLOCK_MONOTONIC); without one (0) it is from now.
 * What was read since then is newer, so the record is left out. now_ns: as below. 0 or -ENOMEM.
 */
int live_maps_record(struct live_maps *maps, const struct frame *frame, uint64_t time_ns,
		     uint64_t now_ns);

/*
 * A sample at this address of this process comes next: reads its maps if they were not read yet, if
 * they do not have the address (0: any will do), or if they were read long ago. now_ns:
 * CLOCK_MONOTONIC before which all records have come. 0 or -ENOMEM.
 */
int live_maps_see(struct live_maps *maps, int32_t pid, uint64_t address, uint64_t now_ns);

/* A sentence: of which process the maps could not be read, and why; "": of none. */
const char *live_maps_trouble(const struct live_maps *maps);

#endif
