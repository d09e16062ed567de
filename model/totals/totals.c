/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds snapshots to the counters of the machine, its sockets and labels, and hands them over in a
 * triple buffer (model/swap.h); see totals.h.
 */
#include "config.h"
#include "model/totals/totals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "model/swap.h"
#include "model/totals/top.h"
#include "model/totals/total.h"

#define ROUNDING 1e-9	/* of the machine's slots: such a difference of sums is none */

struct totals {
	struct swap swap;
	struct totals_view views[3];
	_Alignas(64) struct totals_view now;	/* writer only; without the top */
	struct top *top;
	double owed;		/* slots that the machine has and no row, or below 0 */
	int wake;
	_Alignas(64) bool taken;	/* reader only: the one in its hand was published */
};

struct totals *totals_new(enum totals_by by, int wake)
{
	struct totals *totals = aligned_alloc(64, sizeof(*totals));

	if (!totals)
		return NULL;
	*totals = (struct totals){ .wake = wake };
	swap_init(&totals->swap);
	totals->top = top_new(by);
	if (totals->top)
		return totals;
	free(totals);
	return NULL;
}

void totals_free(struct totals *totals)
{
	if (!totals)
		return;
	top_free(totals->top);
	free(totals);
}

int totals_wake(const struct totals *totals)
{
	return totals->wake;
}

static double not_negative(double number)
{
	return isfinite(number) && number > 0 ? number : 0;
}

static void add_cpus(struct totals_cpus *cpus, const struct snapshot *snapshot,
		     const struct row *row)
{
	const double slots = total_row_slots(snapshot, row);

	total_add_row(&cpus->total, snapshot, row);
	/* Never more than the row has, also in a damaged recording. */
	if (slots > 0) {
		cpus->idle_slots += fmin(not_negative(row->idle_slots), slots);
		cpus->unaccounted_slots += fmin(not_negative(row->unaccounted_slots), slots);
	}
	cpus->idle_ns += (double)row->idle_ns;
	cpus->unknown_ns += (double)row->unknown_ns;
}

static void add_sockets(struct totals_view *now, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_SOCKET];

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		size_t at = 0;

		while (at < now->n_sockets && now->sockets[at].id != row->id)
			at++;
		if (at == TOTALS_SOCKETS)
			continue;
		if (at == now->n_sockets)
			now->sockets[now->n_sockets++].id = row->id;
		add_cpus(&now->sockets[at], snapshot, row);
	}
}

/* The counters of this name, or of all others, among which is a region of that name. */
static struct totals_region *region_of(struct totals_view *now, const char *name)
{
	size_t at = 0;

	while (at < now->n_regions && strncmp(now->regions[at].name, name, TOTALS_REGION_LEN - 1) != 0)
		at++;
	if (at < now->n_regions)
		return &now->regions[at];
	if (at >= TOTALS_REGIONS && strcmp(name, TOTALS_OTHER) != 0)
		return region_of(now, TOTALS_OTHER);
	now->n_regions++;
	(void)snprintf(now->regions[at].name, TOTALS_REGION_LEN, "%s", name);
	return &now->regions[at];
}

static void add_regions(struct totals_view *now, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_REGION];

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		struct totals_region *region;

		if (row->durations_n <= 0)
			continue;
		region = region_of(now, snapshot_text(snapshot, row->name));
		for (int32_t k = 0; k < row->durations_n; k++) {
			const struct kept_duration *kept = &snapshot->durations.list[row->durations_at + k];

			region->entries[kept->class] += kept->of.entries;
			region->ns += (double)kept->of.ns;
		}
	}
}

/* Slots of the CPUs, or of watched tasks, whose counts stand for more time than they were on. */
static double extrapolated_slots(const struct snapshot *snapshot)
{
	const enum row_kind kind = snapshot->machine->watched[0] ? ROW_MACHINE : ROW_CPU;
	const struct row_table *table = &snapshot->table[kind];
	double slots = 0;

	for (size_t i = 0; i < table->n; i++)
		if (table->rows[i].counts.scaled)
			slots += total_row_slots(snapshot, &table->rows[i]);
	return slots;
}

static void add_head(struct totals_view *now, const struct snapshot *snapshot)
{
	const struct self_cost *self = &snapshot->self;
	const double all_ns = (double)snapshot->interval_ns *
			      (double)(self->cpus ? self->cpus : snapshot->machine->n_cpus);

	now->intervals++;
	now->time = snapshot->time;
	now->counted_ns += (double)snapshot->interval_ns;
	now->machine = machine_published(snapshot->machine);
	now->counted_ratio = fmin(not_negative(snapshot->running_ratio), 1);
	now->lost += (double)snapshot->lost;
	now->unsound_intervals += snapshot->soundness != SOUND;
	now->extrapolated_slots += extrapolated_slots(snapshot);
	if (!self->known)
		return;
	now->estimated_intervals += self->duty < 1;
	now->own_known = true;
	now->own_ns += not_negative(self->own_percent) / 100 * all_ns;
	now->kernel_ns += not_negative(self->kernel_percent) / 100 * all_ns;
}

/*
 * What the machine has, without what idles and is unaccounted, is what the rows have, exactly
 * (collect/collector/aggregate.h), but where slots are counted per core: there those of a task are an
 * estimate. What rows have less goes to the others; what they have more is taken off that later.
 */
static void settle(struct totals *totals, const struct snapshot *snapshot, double of_rows)
{
	const struct row *machine = snapshot_machine(snapshot);
	const double slots = total_row_slots(snapshot, machine);

	if (slots <= 0)
		return;
	totals->owed += slots - fmin(not_negative(machine->idle_slots), slots) -
			fmin(not_negative(machine->unaccounted_slots), slots) - of_rows;
	if (totals->owed <= slots * ROUNDING)
		return;
	total_add_undivided(&totals->now.other, totals->owed);
	totals->owed = 0;
}

/* Hands all over. The views are in three places, so each is written whole. */
static void publish(struct totals *totals)
{
	struct totals_view *draft = &totals->views[totals->swap.draft];

	*draft = totals->now;
	top_write(totals->top, draft);
	swap_give(&totals->swap);
}

void totals_add(struct totals *totals, const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	double slots;

	if (!machine)
		return;
	add_head(&totals->now, snapshot);
	add_cpus(&totals->now.all, snapshot, machine);
	add_sockets(&totals->now, snapshot);
	add_regions(&totals->now, snapshot);
	top_add(totals->top, snapshot, totals->now.counted_ns, &totals->now.other, &slots);
	settle(totals, snapshot, slots);
	publish(totals);
}

const struct totals_view *totals_latest(struct totals *totals, bool *fresh)
{
	const bool took = swap_take(&totals->swap);

	totals->taken |= took;
	if (fresh)
		*fresh = took;
	return totals->taken ? &totals->views[totals->swap.in_hand] : NULL;
}
