/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exited processes; see exited.h. A ring of sums, one per name and ten seconds, so that a shell
 * that forks a thousand times a second takes one entry. Totals per name are computed on demand. UI
 * thread.
 */
#include "config.h"
#include "ui/state/exited.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/hash.h"
#include "model/pair_map.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"

#define SPAN 600.0		/* seconds */
#define NAME_LEN 32
#define INDEX_MOST 2048		/* entries of the index: those that were overwritten are in it, too */

/* The parts of a row that are added up. */
struct cost {
	struct counts counts;
	uint64_t busy_ns, slices;
	uint32_t children;
};

struct entry {
	double step;		/* wall clock in units of EXITED_STEP */
	uint64_t hash;
	char name[NAME_LEN];
	struct cost sum;
};

struct exited {
	struct entry entries[EXITED_ENTRIES];
	size_t first, n;		/* a ring, oldest first */
	/* Of a hash, and the how manieth of this hash it is: an entry of the newest step; a row of the sums. */
	struct pair_map newest, rows;
	const struct machine *machine;
	double time;			/* of the newest snapshot */
	struct snapshot *sums;
};

struct exited *exited_new(void)
{
	struct exited *exited = calloc(1, sizeof(*exited));

	if (!exited)
		return NULL;
	exited->sums = snapshot_new();
	if (exited->sums)
		return exited;
	free(exited);
	return NULL;
}

void exited_free(struct exited *exited)
{
	if (!exited)
		return;
	snapshot_free(exited->sums);
	pair_map_done(&exited->newest);
	pair_map_done(&exited->rows);
	free(exited);
}

static struct entry *entry_at(struct exited *exited, size_t i)
{
	return &exited->entries[(exited->first + i) % EXITED_ENTRIES];
}

static struct cost cost_of(const struct row *row)
{
	return (struct cost){ counts_copy(&row->numbers->counts), row->busy_ns, row->slices, row->children };
}

static void exited_append(struct cost *into, const struct cost *cost)
{
	counts_add_task(&into->counts, &cost->counts);
	into->busy_ns += cost->busy_ns;
	into->slices += cost->slices;
	into->children += cost->children;
}

/* Finds the entry of this name and step, or makes it, if need be in place of the oldest. */
static struct entry *exited_find(struct exited *exited, const char *name, double step)
{
	const uint64_t hash = hash_text(name);
	struct entry *entry;
	uint32_t at, nth = 0;

	if (exited->newest.n >= INDEX_MOST)
		pair_map_clear(&exited->newest);
	/* The index is a hint: the entry it points to may have been overwritten since. */
	for (; (at = pair_map_get(&exited->newest, hash, nth)) != PAIR_MAP_NONE; nth++) {
		entry = &exited->entries[at];
		if (entry->hash == hash && entry->step == step && !strcmp(entry->name, name))
			return entry;
	}
	if (exited->n == EXITED_ENTRIES) {
		exited->first = (exited->first + 1) % EXITED_ENTRIES;
		exited->n--;
	}
	entry = entry_at(exited, exited->n++);
	*entry = (struct entry){ .step = step, .hash = hash };
	(void)snprintf(entry->name, sizeof(entry->name), "%s", name);
	(void)pair_map_put(&exited->newest, hash, nth, (uint32_t)(entry - exited->entries));
	return entry;
}

void exited_add(struct exited *exited, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_EXITED];
	double step = (double)(int64_t)(snapshot->time / EXITED_STEP);
	char name[NAME_LEN];
	struct cost cost;

	exited->machine = snapshot->machine;
	exited->time = snapshot->time;
	while (exited->n && (step - entry_at(exited, 0)->step) * EXITED_STEP > SPAN) {
		exited->first = (exited->first + 1) % EXITED_ENTRIES;
		exited->n--;
	}
	if (exited->n && entry_at(exited, exited->n - 1)->step != step)
		pair_map_clear(&exited->newest);
	for (size_t i = 0; i < table->n; i++) {
		(void)snprintf(name, sizeof(name), "%s",
			       snapshot_text(snapshot, table->rows[i].name));
		cost = cost_of(&table->rows[i]);
		exited_append(&exited_find(exited, name, step)->sum, &cost);
	}
}

/* Finds the row of this name, or adds it. NULL without memory. */
static struct row *find_sum(struct exited *exited, const struct entry *entry)
{
	struct snapshot *sums = exited->sums;
	struct row_table *table = &sums->table[ROW_EXITED];
	struct row *row;
	uint32_t at, nth = 0;

	for (; (at = pair_map_get(&exited->rows, entry->hash, nth)) != PAIR_MAP_NONE; nth++)
		if (!strcmp(snapshot_text(sums, table->rows[at].name), entry->name))
			return &table->rows[at];
	if (pair_map_put(&exited->rows, entry->hash, nth, (uint32_t)table->n) == PAIR_MAP_NONE)
		return NULL;
	row = snapshot_add(sums, ROW_EXITED, 0);
	if (!row)
		return NULL;
	row->start_ns = entry->hash;
	row->name = snapshot_keep(sums, entry->name);
	return row;
}

const struct snapshot *exited_sums(struct exited *exited, double until)
{
	struct snapshot *sums = exited->sums;
	struct row_table *table = &sums->table[ROW_EXITED];

	if (!exited->machine)
		return NULL;
	pair_map_clear(&exited->rows);
	snapshot_clear(sums);
	sums->machine = exited->machine;
	sums->time = until < exited->time ? until : exited->time;
	sums->running_ratio = 1;
	sums->interval_ns = 1000000;	/* 1 ms: enough slots to evaluate a ratio */
	for (size_t i = 0; i < exited->n; i++) {
		struct cost sum;
		struct row *row;

		if (entry_at(exited, i)->step * EXITED_STEP > until)
			continue;
		row = find_sum(exited, entry_at(exited, i));
		if (!row)
			return NULL;
		sum = cost_of(row);
		exited_append(&sum, &entry_at(exited, i)->sum);
		if (!snapshot_set_counts(sums, row, &sum.counts))
			return NULL;
		row->busy_ns = sum.busy_ns;
		row->slices = sum.slices;
		row->children = sum.children;
	}
	for (size_t i = 0; i < table->n; i++)
		row_evaluate(sums, &table->rows[i]);
	return sums;
}
