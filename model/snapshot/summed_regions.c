/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums rows of regions; see summed_regions.h. A region is its owner's list and its id. */
#include "config.h"
#include "model/snapshot/summed_regions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/snapshot/row.h"

/* No padding: it is hashed. */
struct summed_key {
	uint64_t list;
	int64_t id;
};

struct summed_region {
	UT_hash_handle hh;
	struct summed_key key;
	struct summed_region *next;	/* of its owner */
	struct row sum;
	struct durations *durations;	/* NULL: none */
	char name[];
};

static struct summed_region *make_region(struct summed_regions *regions,
					 const struct summed_key *key, const char *name)
{
	const size_t size = strlen(name) + 1;
	struct summed_region *region = calloc(1, sizeof(*region) + size);

	if (!region)
		return NULL;
	region->key = *key;
	memcpy(region->name, name, size);
	HASH_ADD(hh, regions->by_key, key, sizeof(*key), region);
	if (region->hh.tbl)
		return region;
	free(region);
	return NULL;
}

static int summed_regions_add_durations(struct summed_region *region, const struct snapshot *snapshot,
					const struct row *row)
{
	struct durations add;

	if (!snapshot_durations(snapshot, row, &add))
		return 0;
	if (!region->durations)
		region->durations = calloc(1, sizeof(*region->durations));
	if (!region->durations)
		return -ENOMEM;
	durations_add(region->durations, &add);
	return 0;
}

static int regions_add_row(struct summed_regions *regions, struct summed_region **list,
			   const struct snapshot *snapshot, const struct row *row)
{
	const struct summed_key key = { .list = (uint64_t)(uintptr_t)list, .id = row->id };
	struct summed_region *region;

	HASH_FIND(hh, regions->by_key, &key, sizeof(key), region);
	if (!region) {
		/* Each owner has its rest, so that the others add up. */
		if (HASH_COUNT(regions->by_key) >= SUMMED_REGIONS_MOST && row->id != REGION_OTHER)
			return 0;
		region = make_region(regions, &key, snapshot_text(snapshot, row->name));
		if (!region)
			return -ENOMEM;
		region->next = *list;
		*list = region;
	}
	row_sum(&region->sum, row);
	if (summed_regions_add_durations(region, snapshot, row))
		return -ENOMEM;
	region->sum.ppid = row->ppid;
	region->sum.kernel = row->kernel;
	return 0;
}

int summed_regions_add(struct summed_regions *regions, struct summed_region **list,
		       const struct snapshot *snapshot, const struct row *row)
{
	size_t n;
	const struct row *rows = snapshot_regions(snapshot, row, &n);

	for (size_t i = 0; i < n; i++)
		if (regions_add_row(regions, list, snapshot, &rows[i]))
			return -ENOMEM;
	return 0;
}

int summed_regions_put(const struct summed_region *list, int32_t pid, uint64_t start_ns,
		       struct snapshot *draft)
{
	for (const struct summed_region *region = list; region; region = region->next) {
		struct row *row = snapshot_add(draft, ROW_REGION, (int32_t)region->key.id);

		if (!row)
			return -ENOMEM;
		row_sum(row, &region->sum);
		row->pid = pid;
		row->ppid = region->sum.ppid;
		row->kernel = region->sum.kernel;
		row->start_ns = start_ns;
		row->name = snapshot_keep(draft, region->name);
		if (region->durations && !snapshot_put_durations(draft, row, region->durations))
			return -ENOMEM;
	}
	return 0;
}

void summed_regions_drop(struct summed_regions *regions, struct summed_region **list)
{
	while (*list) {
		struct summed_region *region = *list;

		*list = region->next;
		HASH_DEL(regions->by_key, region);
		free(region->durations);
		free(region);
	}
}
