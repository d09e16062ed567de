/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums by process and region, in blocks that do not move; see aggregate_parts.h. Their memory is kept from
 * interval to interval. Collector thread.
 */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include <stdlib.h>
#include <string.h>

#include "collect/region/region_tasks.h"
#include "collect/tasks/process.h"
#include "model/list_room.h"
#include "model/pair_map.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "model/totals/total.h"

#define BLOCK_SUMS 64
#define BLOCKS (REGION_SUMS_MAX / BLOCK_SUMS)

/* A process whose threads were in a region is listed with its rest for so many intervals. */
#define REST_INTERVALS 10

struct region_sums {
	struct region_sum *block[BLOCKS];
	uint64_t left_out;		/* slices that found no room */
	size_t n, blocks;		/* sums of this interval; blocks that there are */
	struct pair_map index;		/* of each */
	struct high_water high_water;	/* of the blocks */
};

struct region_sums *region_sums_new(void)
{
	return calloc(1, sizeof(struct region_sums));
}

static void free_blocks(struct region_sums *sums, size_t keep)
{
	while (sums->blocks > keep)
		free(sums->block[--sums->blocks]);
}

void region_sums_free(struct region_sums *sums)
{
	if (!sums)
		return;
	free_blocks(sums, 0);
	pair_map_done(&sums->index);
	free(sums);
}

static struct region_sum *sum_at(const struct region_sums *sums, size_t i)
{
	return &sums->block[i / BLOCK_SUMS][i % BLOCK_SUMS];
}

static bool region_sums_make_room(struct region_sums *sums)
{
	if (sums->n == REGION_SUMS_MAX)
		return false;
	if (sums->n / BLOCK_SUMS == sums->blocks) {
		struct region_sum *block = malloc(BLOCK_SUMS * sizeof(*block));

		if (!block)
			return false;
		sums->block[sums->blocks++] = block;
	}
	return true;
}

struct region_sum *region_sums_find(struct region_sums *sums, const struct task *task,
				    region_t region)
{
	const uint64_t process = (uint64_t)(uintptr_t)task->process;
	const uint32_t at = pair_map_get(&sums->index, process, region);
	struct region_sum *sum;

	if (at != PAIR_MAP_NONE)
		return sum_at(sums, at);
	if (!region_sums_make_room(sums) ||
	    pair_map_put(&sums->index, process, region, (uint32_t)sums->n) == PAIR_MAP_NONE) {
		sums->left_out++;
		return NULL;
	}
	sum = sum_at(sums, sums->n++);
	memset(sum, 0, sizeof(*sum));
	sum->process = task->process;
	sum->region = region;
	return sum;
}

struct tally *region_sums_add(struct region_sums *sums, const struct task *task,
			      const struct slice *slice)
{
	struct region_sum *sum = region_sums_find(sums, task, slice->region);

	if (!sum)
		return NULL;
	sum->busy_ns += slice->duration_ns;
	sum->uncounted_ns += (float)slice_uncounted_ns(slice);
	sum->slices++;
	sum->entries += slice->entries;
	return &sum->tally;
}

void region_sums_settle(struct region_sums *sums)
{
	for (size_t i = 0; i < sums->n; i++)
		tally_settle(&sum_at(sums, i)->tally);
}

/* Regions of one name, of one process, one after the other. */
static int compare_names(const void *a, const void *b)
{
	const struct region_sum *one = *(struct region_sum *const *)a;
	const struct region_sum *two = *(struct region_sum *const *)b;

	if (one->process->pid != two->process->pid)
		return one->process->pid < two->process->pid ? -1 : 1;
	if (one->process->start_ns != two->process->start_ns)
		return one->process->start_ns < two->process->start_ns ? -1 : 1;
	return one->id < two->id ? -1 : one->id > two->id;
}

static struct row *region_sums_add_row(struct snapshot *draft, struct regions *regions,
				       const struct region_sum *sum)
{
	struct row *row = snapshot_add(draft, ROW_REGION, (int32_t)sum->id);

	if (!row)
		return NULL;
	row->pid = sum->process->pid;
	row->ppid = sum->process->ppid;
	row->start_ns = sum->process->start_ns;
	row->kernel = sum->process->kernel;
	row->name = snapshot_keep(draft, regions_name(regions, sum->id));
	return row;
}

/* What the entries of a class counted, divided as a row's. */
static struct duration_class evaluate(const struct snapshot *draft, const struct region_time *time)
{
	struct lone_row row = { .row.kind = ROW_REGION, .numbers.counts = time->counts };
	struct duration_class of = time->of;
	struct total total = { .cpu_ns = 0 };

	row_evaluate(draft, lone_row(&row));
	total_add_row(&total, draft, &row.row);
	of.slots = total_row_slots(draft, &row.row);
	for (int level = 0; level < 2; level++)
		of.divided[level] = of.slots - total.undivided[level];
	memcpy(of.node, total.slots, sizeof(of.node));
	return of;
}

/* Adds how long the entries of a sum took that have ended. False: none has. */
static bool add_durations(struct durations *durations, const struct region_sum *sum, struct regions *regions,
			  const struct snapshot *draft)
{
	const struct region_times *times = regions_times(regions);
	bool any = false;

	for (int class = 0; class < DURATION_CLASSES && times->n; class++) {
		const struct region_time *time = region_times_find(times, sum->process->pid, sum->region, class);
		struct duration_class of;

		if (!time)
			continue;
		of = evaluate(draft, time);
		duration_class_add(&durations->of[class], &of);
		any = true;
	}
	return any;
}

static uint32_t name_id(struct regions *regions, const struct region_sum *sum)
{
	const struct process *process = sum->process;
	const struct region_user user = {
		.pid = process->pid,
		.life_ns = process->exec_ns ? process->exec_ns : process->start_ns,
	};

	return regions_name_id(regions, &user, sum->region);
}

/* A row of sums of one name. False: no memory. */
static bool region_sums_add_sums(struct region_sum *const *list, size_t n, struct regions *regions,
				 struct snapshot *draft)
{
	struct row *row = region_sums_add_row(draft, regions, list[0]);
	struct row_extra *extra = row ? snapshot_extra(draft, row) : NULL;
	struct durations durations = { .of = { { .entries = 0 } } };
	struct counts counts = { .present = 0 };
	bool timed = false;

	if (!extra)
		return false;
	for (size_t i = 0; i < n; i++) {
		row->busy_ns += list[i]->busy_ns;
		row->variance += list[i]->variance;
		row->uncounted_ns += list[i]->uncounted_ns;
		row->slices += list[i]->slices;
		extra->entries += list[i]->entries;
		counts_add_task(&counts, &list[i]->tally.counts);
		timed |= add_durations(&durations, list[i], regions, draft);
	}
	/* Any task may have had more than was seen of it, as in collect/collector/task_rows.c. */
	counts.scaled |= snapshot_incomplete(draft);
	if (!snapshot_set_counts(draft, row, &counts))
		return false;
	return !timed || snapshot_put_durations(draft, row, &durations);
}

bool region_sums_fill(struct region_sums *sums, struct regions *regions, struct snapshot *draft)
{
	struct region_sum **list = malloc((sums->n + 1) * sizeof(*list));
	bool complete = true;
	size_t n = 0;

	regions_next_interval(regions);
	draft->regions.left_out = sums->left_out + regions_take_left_out(regions);
	draft->regions.untimed = regions_times(regions)->untimed;
	if (!list)
		return false;
	for (size_t i = 0; i < sums->n; i++) {
		struct region_sum *sum = sum_at(sums, i);

		sum->process->rest_intervals = REST_INTERVALS;
		sum->id = name_id(regions, sum);
		if (sum->id)	/* else it is part of the rest */
			list[n++] = sum;
	}
	qsort(list, n, sizeof(struct region_sum *), compare_names);
	for (size_t i = 0, same; i < n && complete; i += same) {
		for (same = 1; i + same < n && !compare_names(&list[i], &list[i + same]); same++)
			;
		complete = region_sums_add_sums(&list[i], same, regions, draft);
	}
	free(list);
	return complete;
}

void region_sums_clear(struct region_sums *sums, struct regions *regions)
{
	const size_t used = (sums->n + BLOCK_SUMS - 1) / BLOCK_SUMS;

	if (regions)
		region_times_clear(regions_times(regions));
	pair_map_clear(&sums->index);
	sums->n = sums->left_out = 0;
	free_blocks(sums, high_water_trim(&sums->high_water, used, sums->blocks));
}
