/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds up rows of regions over several snapshots by their owner: a process, or all of one name.
 * Bounded: what finds no room stays a part of the owner's rest. One thread.
 */
#pragma once

#include "model/snapshot/snapshot.h"

#define SUMMED_REGIONS_MOST 20000	/* of all owners: about 15 MB */

struct summed_region;

/* Zeroed: nothing was added. */
struct summed_regions {
	struct summed_region *by_key;	/* a hash table */
};

/*
 * Adds the regions of a row (snapshot_regions()) to the owner's list, which is NULL at first and
 * must not move. 0 or -ENOMEM.
 */
int summed_regions_add(struct summed_regions *regions, struct summed_region **list,
		       const struct snapshot *snapshot, const struct row *row);

/* Adds the list as rows to a draft, which snapshot_finish() links by these two. 0 or -ENOMEM. */
int summed_regions_put(const struct summed_region *list, int32_t pid, uint64_t start_ns,
		       struct snapshot *draft);

/* Frees an owner's list. */
void summed_regions_drop(struct summed_regions *regions, struct summed_region **list);
