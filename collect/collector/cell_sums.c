/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Slices to cells; see cell_sums.h. The cells of the interval lie in one list, found by
 * (cell, CPU, task). Shares are formulas over counts, and cost more than an addition: so slices are
 * added up as counts, and become slots when the interval ends. Collector thread.
 */
#include "config.h"
#include "collect/collector/cell_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/machine.h"
#include "model/pair_map.h"
#include "model/task.h"

#define CELLS_OF_SLICE 4096	/* the last ones of a very long slice; the rest is dropped */

struct cell_sums {
	struct sink sink;	/* ours: all members of `to`, but its own slice() and data */
	const struct sink *to;
	const struct machine *machine, *published;
	struct slice_cell *cells;	/* SLICE_CELLS_MOST */
	struct counts *counts;	/* of slices within the cell, for each; present 0: none */
	size_t n;
	uint64_t dropped_ns;
	struct pair_map index;	/* into cells: of a cell's number, task and CPU */
};

void wanted_slices_done(struct wanted_slices *wanted)
{
	cell_sums_free(wanted->cells);
	wanted->cells = NULL;
}

const struct sink *wanted_slices_sink(struct wanted_slices *wanted, const struct sink *to)
{
	return wanted->cells ? cell_sums_sink(wanted->cells) : to;
}

/* Why has the source no single slices? NULL: it has. */
static const char *find_reason(const struct source *source)
{
	if (source->no_slices.text[0])
		return source->no_slices.text;
	if (source->ops->opens_tasks)
		return "tasks are counted one by one here, and read once in each interval";
	return NULL;
}

void wanted_slices_begin(struct wanted_slices *wanted, const struct source *source, bool on,
			 const struct sink *to)
{
	/* BPF yields sums until samples have taken its place. */
	const bool sums = source->machine.engine == ENGINE_BPF || find_reason(source);

	if (!on || sums)
		wanted_slices_done(wanted);
	else if (!wanted->cells)
		wanted->cells = cell_sums_new(&source->machine, to);
}

void wanted_slices_fill(struct wanted_slices *wanted, const struct source *source, bool on,
			const struct sink *to, struct slice_cells *into)
{
	const char *why_not = on ? find_reason(source) : NULL;

	if (wanted->cells)
		cell_sums_fill(wanted->cells, into);
	wanted_slices_begin(wanted, source, on, to);
	if (on && !why_not && !wanted->cells && source->machine.engine != ENGINE_BPF)
		why_not = "not enough memory for the slices of an interval";
	if (why_not)
		(void)snprintf(into->why_not, sizeof(into->why_not), "%s", why_not);
}

/* The cell of the list with this key, or a new one; NULL: it is full. */
static struct slice_cell *find_cell(struct cell_sums *sums, const struct slice_cell *key)
{
	const uint64_t where = (uint64_t)(uint32_t)key->tid << 32 | (uint32_t)key->cpu;
	const uint32_t at = sums->n < SLICE_CELLS_MOST ?
			    pair_map_put(&sums->index, key->cell, where, (uint32_t)sums->n) :
			    pair_map_get(&sums->index, key->cell, where);

	if (at == PAIR_MAP_NONE)
		return NULL;
	if (at < sums->n)
		return &sums->cells[at];
	sums->cells[sums->n] = (struct slice_cell){ .cell = key->cell, .cpu = key->cpu,
						    .pid = key->pid, .tid = key->tid };
	sums->counts[sums->n] = (struct counts){ .present = 0 };
	return &sums->cells[sums->n++];
}

/* NULL: there was no room. */
static struct slice_cell *add_cell(struct cell_sums *sums, const struct slice_cell *add)
{
	struct slice_cell *cell = find_cell(sums, add);

	if (!cell) {
		sums->dropped_ns += add->ran_ns;
		return NULL;
	}
	cell->ran_ns += add->ran_ns;
	cell->spread_ns += add->spread_ns;
	if (add->longest_us > cell->longest_us)
		cell->longest_us = add->longest_us;
	for (int i = 0; i < FAMILY_CLASSES; i++)
		cell->slots[i] += add->slots[i];
	return cell;
}

/* Adds the slots of the classes, if they are known. */
static void evaluate(const struct cell_sums *sums, const struct counts *counts,
		     float slots[FAMILY_CLASSES])
{
	const struct family *family = sums->machine->family;
	enum metric_id classes[FAMILY_CLASSES];
	const int n = family ? family_classes(family, classes) : 0;
	struct values values;

	/* Where slots are counted per core, a slice alone does not tell whose they are. */
	if (!n || sums->machine->counts_cores)
		return;
	family_evaluate(family, counts, false, &values);
	if (!values_are_whole(&values))
		return;
	for (int i = 0; i < n; i++)
		slots[i] += (float)((double)values.percent[classes[i]] / 100 *
				    counts_whole(counts));
}

/* A slice within one cell. */
static void add_short(struct cell_sums *sums, const struct slice_cell *add,
		      const struct slice *slice)
{
	const struct slice_cell *cell = add_cell(sums, add);
	struct counts counts;

	if (!cell || slice->unowned || slice->tid == TID_UNKNOWN)
		return;
	slice_counts(slice, &counts);
	counts_add(&sums->counts[cell - sums->cells], &counts);
}

/* A slice over several cells: each has its time, and as large a part of the slots. */
static void add_long(struct cell_sums *sums, struct slice_cell *cell, const struct slice *slice,
		     uint64_t from_ns)
{
	const uint64_t last = (slice->time_ns - 1) / SLICE_CELL_NS;
	const bool spread = slice->duration_ns > SLICE_CELL_NS;
	float slots[FAMILY_CLASSES] = { 0 };
	struct counts counts;

	if (!slice->unowned && slice->tid != TID_UNKNOWN) {
		slice_counts(slice, &counts);
		evaluate(sums, &counts, slots);
	}
	if (last - from_ns / SLICE_CELL_NS >= CELLS_OF_SLICE) {
		const uint64_t first_ns = (last - CELLS_OF_SLICE + 1) * SLICE_CELL_NS;

		sums->dropped_ns += first_ns - from_ns;
		from_ns = first_ns;
	}
	for (cell->cell = from_ns / SLICE_CELL_NS; cell->cell <= last; cell->cell++) {
		const uint64_t end_ns = (cell->cell + 1) * SLICE_CELL_NS;
		const uint64_t to_ns = end_ns < slice->time_ns ? end_ns : slice->time_ns;
		const double part = (double)(to_ns - from_ns) / (double)slice->duration_ns;

		cell->ran_ns = (uint32_t)(to_ns - from_ns);
		cell->spread_ns = spread ? cell->ran_ns : 0;
		for (int i = 0; i < FAMILY_CLASSES; i++)
			cell->slots[i] = (float)((double)slots[i] * part);
		(void)add_cell(sums, cell);
		from_ns = to_ns;
	}
}

static void take_slice(void *data, const struct slice *slice)
{
	struct cell_sums *sums = data;
	const uint64_t ns = slice->duration_ns < slice->time_ns ? slice->duration_ns
								  : slice->time_ns;
	const bool unknown = slice->cpu < 0 || (size_t)slice->cpu >= sums->published->n_cpus;
	const uint64_t longest = ns / 1000 < UINT32_MAX ? ns / 1000 : UINT32_MAX;
	struct slice_cell cell = {
		.cell = (slice->time_ns - ns) / SLICE_CELL_NS,
		.cpu = unknown ? -1 : sums->published->cpus[slice->cpu].cpu,
		.pid = slice->pid, .tid = slice->tid, .ran_ns = (uint32_t)ns,
		.longest_us = (uint32_t)longest,
	};

	sums->to->slice(sums->to->data, slice);
	if (!ns || slice->tid == TID_IDLE)
		return;
	if (cell.cell == (slice->time_ns - 1) / SLICE_CELL_NS)
		add_short(sums, &cell, slice);
	else
		add_long(sums, &cell, slice, slice->time_ns - ns);
}

/* Passed on: these functions have the data of the other sink. */
static void pass_task(void *data, const struct task_event *event)
{
	const struct sink *to = ((struct cell_sums *)data)->to;

	to->task(to->data, event);
}

static void pass_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	const struct sink *to = ((struct cell_sums *)data)->to;

	to->lost(to->data, cpu, records, ns);
}

static void pass_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	const struct sink *to = ((struct cell_sums *)data)->to;

	to->times(to->data, cpu, enabled_ns, running_ns);
}

static void pass_uncounted(void *data, enum uncounted why, uint32_t threads)
{
	const struct sink *to = ((struct cell_sums *)data)->to;

	to->uncounted(to->data, why, threads);
}

static void pass_stale(void *data, uint32_t threads)
{
	const struct sink *to = ((struct cell_sums *)data)->to;

	to->stale(to->data, threads);
}

static void pass_cost(void *data, const struct self_cost *cost)
{
	const struct sink *to = ((struct cell_sums *)data)->to;

	to->cost(to->data, cost);
}

struct cell_sums *cell_sums_new(const struct machine *machine, const struct sink *to)
{
	struct cell_sums *sums = calloc(1, sizeof(*sums));

	if (!sums)
		return NULL;
	sums->machine = machine;
	sums->published = machine_published(machine);
	sums->to = to;
	sums->sink = (struct sink){
		.data = sums,
		.slice = take_slice,
		.task = to->task ? pass_task : NULL,
		.lost = to->lost ? pass_lost : NULL,
		.times = to->times ? pass_times : NULL,
		.uncounted = to->uncounted ? pass_uncounted : NULL,
		.stale = to->stale ? pass_stale : NULL,
		.cost = to->cost ? pass_cost : NULL,
	};
	sums->cells = calloc(SLICE_CELLS_MOST, sizeof(*sums->cells));
	sums->counts = calloc(SLICE_CELLS_MOST, sizeof(*sums->counts));
	if (sums->cells && sums->counts)
		return sums;
	cell_sums_free(sums);
	return NULL;
}

void cell_sums_free(struct cell_sums *sums)
{
	if (!sums)
		return;
	free(sums->cells);
	free(sums->counts);
	pair_map_done(&sums->index);
	free(sums);
}

const struct sink *cell_sums_sink(struct cell_sums *sums)
{
	return &sums->sink;
}

void cell_sums_fill(struct cell_sums *sums, struct slice_cells *into)
{
	for (size_t i = 0; i < sums->n; i++)
		if (sums->counts[i].present)
			evaluate(sums, &sums->counts[i], sums->cells[i].slots);
	into->on = slice_cells_set(into, sums->cells, sums->n);
	into->dropped_ns = sums->dropped_ns;
	sums->n = 0;
	sums->dropped_ns = 0;
	pair_map_clear(&sums->index);
	sums->published = machine_published(sums->machine);
	if (!into->on)
		(void)snprintf(into->why_not, sizeof(into->why_not),
			       "not enough memory for the slices of an interval");
}
