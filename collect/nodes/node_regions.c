/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened nodes of a region; see live_nodes_parts.h. */
#include "config.h"
#include "collect/nodes/live_nodes_parts.h"

#include <errno.h>
#include <string.h>

static const struct region_counters *counters_of(const struct node_regions *regions, void **data)
{
	struct source_remarks remarks;

	if (!regions->source || !regions->source->regions)
		return NULL;
	remarks = source_remarks(regions->source);
	*data = remarks.region_data;
	return remarks.region_counters;
}

bool node_regions_look(struct node_regions *regions, const struct tree_request *request)
{
	void *data;

	if (request->scope != LIVE_REGION)
		return true;
	regions->pid = request->id;
	regions->region = request->region;
	return counters_of(regions, &data) != NULL;
}

/* The slot of this thread; tid 0: a free one. NULL: there is none. */
static struct node_region_slot *node_regions_slot_of(struct node_regions *regions, int32_t tid)
{
	for (size_t i = 0; i < REGION_SLOTS; i++)
		if (regions->slot[i].tid == tid)
			return &regions->slot[i];
	return NULL;
}

static void close_slot(struct node_regions *regions, size_t slot)
{
	struct node_region_slot *its = &regions->slot[slot];
	void *data;
	const struct region_counters *counters = counters_of(regions, &data);

	if (counters)
		counters->close(data, (uint32_t)slot, its->tid);
	its->tid = 0;
}

void node_regions_leave(struct node_regions *regions)
{
	for (size_t i = 0; i < REGION_SLOTS; i++)
		if (regions->slot[i].tid)
			close_slot(regions, i);
	regions->region = 0;
	regions->full = false;
}

static void open_slot(struct node_regions *regions, const struct node_open *open,
		      const struct node_target *target)
{
	struct node_region_slot *slot = node_regions_slot_of(regions, 0);
	void *data;
	const struct region_counters *counters = counters_of(regions, &data);

	if (!slot || !counters || open->fds > REGION_EVENTS ||
	    counters->open(data, (uint32_t)(slot - regions->slot), target->of.tid, target->fd,
			   open->fds))
		return;
	memset(slot->last, 0, sizeof(slot->last));
	slot->tid = target->of.tid;
	slot->fd = target->fd[0];
}

void node_regions_follow(struct node_regions *regions, const struct node_open *open)
{
	if (!regions->region)
		return;
	for (size_t i = 0; i < REGION_SLOTS; i++) {
		const struct node_region_slot *slot = &regions->slot[i];
		const long at = slot->tid ? event_table_find(&open->table, slot->tid, -1) : -1;

		if (slot->tid && (at < 0 || node_open_at(open, (size_t)at)->fd[0] != slot->fd))
			close_slot(regions, i);
	}
	for (size_t i = 0; i < open->table.n; i++)
		if (!node_regions_slot_of(regions, node_open_at(open, i)->of.tid))
			open_slot(regions, open, node_open_at(open, i));
}

/* Regions of one name are one region, wherever they are in the program. */
static void add_sums(void *to, uint32_t slot, region_t region,
		     const struct region_count counts[REGION_EVENTS])
{
	struct node_regions *regions = to;
	const struct region_user user = { .pid = regions->pid };

	if (slot >= REGION_SLOTS ||
	    regions_name_id(regions->source->regions, &user, region) != regions->region)
		return;
	for (size_t i = 0; i < REGION_EVENTS; i++) {
		struct region_count *now = &regions->slot[slot].now[i];

		now->count += counts[i].count;
		now->enabled_ns += counts[i].enabled_ns;
		now->running_ns += counts[i].running_ns;
	}
}

/* Never below 0 but by damage, or where a name was told late: then it is nothing. */
static uint64_t since(uint64_t now, uint64_t last)
{
	return (int64_t)(now - last) < 0 ? 0 : now - last;
}

/* What one thread has counted of each group; the leader's times are the group's. */
static void add_target(const struct node_region_slot *slot, struct node_open *open,
		       const struct node_target *target, struct node_sum *sums)
{
	const struct node_groups *groups = open->groups;
	struct node_sum step[NODE_GROUPS_MAX];
	size_t at = 0;

	for (size_t i = 0; i < groups->n; at += groups->group[i++].n) {
		const struct region_count *now = &slot->now[at], *last = &slot->last[at];

		step[i] = (struct node_sum){
			.enabled_ns = since(now->enabled_ns, last->enabled_ns),
			.running_ns = since(now->running_ns, last->running_ns),
		};
		for (size_t j = 0; j < groups->group[i].n; j++)
			step[i].count[j] = (double)since(now[j].count, last[j].count);
	}
	node_open_account(open, target, step, sums);
}

int node_regions_read(struct node_regions *regions, struct node_open *open, struct node_sum *sums)
{
	void *data;
	const struct region_counters *counters = counters_of(regions, &data);
	bool some = false;
	int ret;

	for (size_t i = 0; i < open->groups->n; i++)
		sums[i] = (struct node_sum){ .enabled_ns = 0 };
	for (size_t i = 0; i < REGION_SLOTS; i++) {
		memset(regions->slot[i].now, 0, sizeof(regions->slot[i].now));
		some |= regions->slot[i].tid != 0;
	}
	if (!some)
		return 0;
	ret = counters ? counters->read(data, add_sums, regions) : -EOPNOTSUPP;
	regions->full |= ret == -ENOSPC;
	if (ret && ret != -ENOSPC)
		return ret;
	for (size_t i = 0; i < open->table.n; i++) {
		struct node_region_slot *slot = node_regions_slot_of(regions, node_open_at(open, i)->of.tid);

		if (!slot)
			continue;
		add_target(slot, open, node_open_at(open, i), sums);
		memcpy(slot->last, slot->now, sizeof(slot->last));
	}
	return 0;
}

bool node_regions_find(struct tree_request *request, const struct snapshot *draft)
{
	const struct row_table *table = &draft->table[ROW_REGION];

	if (request->scope != LIVE_REGION || request->region)
		return false;
	for (size_t i = 0; i < table->n && !request->region; i++) {
		const struct row *row = &table->rows[i];

		if (row->pid == request->id && row->id != REGION_OTHER &&
		    !strcmp(snapshot_text(draft, row->name), request->region_name))
			request->region = (uint32_t)row->id;
	}
	return request->region;
}
