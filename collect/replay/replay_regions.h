/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording says of regions (collect/perfdata/recorder_parts.h): keeps the objects, the names
 * and in which regions tasks are as struct regions of the replay. Nothing in the file is trusted:
 * what makes no sense is left out. Filled by the reader, from the time when it opens the file; one
 * thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/updates.h"
#include "collect/region/regions.h"
#include "model/snapshot/snapshot.h"

struct replay_regions;

struct replay_regions *replay_regions_new(void);		/* NULL without memory */
void replay_regions_free(struct replay_regions *self);		/* NULL is fine */

/* Of the replay: struct source's regions. Never NULL. */
struct regions *replay_regions_all(struct replay_regions *self);

/*
 * Keeps what an update says, if it is one of these. Changes of tasks hold from here on; after
 * replay_regions_defer(), from the first time on that is newer than newest_ns.
 */
void replay_regions_update(struct replay_regions *self, const struct update *update,
			   uint64_t newest_ns);

/* From now on replay_regions_advance() is called: records are not replayed in the order of the file. */
void replay_regions_defer(struct replay_regions *self);
/* The next record is of this time. */
void replay_regions_advance(struct replay_regions *self, uint64_t time_ns);

/* All records of an interval of the recording were added: its mark says when it began and ended. */
void replay_regions_end_interval(struct replay_regions *self, uint64_t began_ns, uint64_t end_ns);

/*
 * How regions were watched in an interval of the replay, of any length: objects, share of the time,
 * remark. Intervals of the recording up to its end are forgotten. Where the recording does not say
 * it: as before, at first all the time.
 */
void replay_regions_take_state(struct replay_regions *self, uint64_t began_ns, uint64_t end_ns,
			       struct region_state *state);

/* The number that an object of the recording has in the replay; 0: it was not described. */
uint32_t replay_regions_number(struct replay_regions *self, uint32_t object);
