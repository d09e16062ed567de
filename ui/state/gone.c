/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A ring of sums, one for each name and ten seconds, so that a shell that forks a thousand times a
 * second takes one place. Sums of sums are made when somebody looks. UI thread.
 */
#include "config.h"
#include "ui/state/gone.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/snapshot.h"

#define SPAN 600.0		/* seconds */
#define NAME_LEN 32
#define SLOTS 4096		/* of the index: a power of two, well above GONE_ENTRIES */
#define NONE UINT16_MAX

/* What of a row is added up. */
struct cost {
	struct counts counts;
	uint64_t busy_ns, slices;
	uint32_t children;
};

struct entry {
	double step;		/* which ten seconds of the wall clock */
	uint64_t hash;
	char name[NAME_LEN];
	struct cost sum;
};

struct gone {
	struct entry entries[GONE_ENTRIES];
	size_t first, n;		/* a ring, oldest first */
	uint16_t index[SLOTS];		/* hash -> entry of the newest step, or row of the sums */
	const struct machine *machine;
	double time;			/* of the newest snapshot */
	struct snapshot *sums;
};

/* FNV-1a, 64 bits. */
static uint64_t hash_name(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325ULL;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3ULL;
	return hash;
}

static void clear_index(struct gone *gone)
{
	memset(gone->index, 0xff, sizeof(gone->index));
}

struct gone *gone_new(void)
{
	struct gone *gone = calloc(1, sizeof(*gone));

	if (!gone)
		return NULL;
	gone->sums = snapshot_new();
	if (!gone->sums) {
		free(gone);
		return NULL;
	}
	clear_index(gone);
	return gone;
}

void gone_free(struct gone *gone)
{
	if (!gone)
		return;
	snapshot_free(gone->sums);
	free(gone);
}

static struct entry *entry_at(struct gone *gone, size_t i)
{
	return &gone->entries[(gone->first + i) % GONE_ENTRIES];
}

static struct cost cost_of(const struct row *row)
{
	return (struct cost){ row->counts, row->busy_ns, row->slices, row->children };
}

static void add(struct cost *into, const struct cost *cost)
{
	counts_add(&into->counts, &cost->counts);
	into->busy_ns += cost->busy_ns;
	into->slices += cost->slices;
	into->children += cost->children;
}

/* The entry of this name and step; made if need be in the place of the oldest. */
static struct entry *find(struct gone *gone, const char *name, double step)
{
	uint64_t hash = hash_name(name);
	size_t slot = hash % SLOTS, tries;
	struct entry *entry;

	/* The index is only a help: what it points to may have been overwritten since. */
	for (tries = 0; gone->index[slot] != NONE && tries < SLOTS; tries++) {
		entry = &gone->entries[gone->index[slot]];
		if (entry->hash == hash && entry->step == step && !strcmp(entry->name, name))
			return entry;
		slot = (slot + 1) % SLOTS;
		if (tries > SLOTS / 4) {
			clear_index(gone);
			slot = hash % SLOTS;
		}
	}
	if (gone->n == GONE_ENTRIES) {
		gone->first = (gone->first + 1) % GONE_ENTRIES;
		gone->n--;
	}
	entry = entry_at(gone, gone->n++);
	*entry = (struct entry){ .step = step, .hash = hash };
	(void)snprintf(entry->name, sizeof(entry->name), "%s", name);
	gone->index[slot] = (uint16_t)(entry - gone->entries);
	return entry;
}

void gone_add(struct gone *gone, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_GONE];
	double step = (double)(int64_t)(snapshot->time / GONE_STEP);
	char name[NAME_LEN];
	struct cost cost;

	gone->machine = snapshot->machine;
	gone->time = snapshot->time;
	while (gone->n && (step - entry_at(gone, 0)->step) * GONE_STEP > SPAN) {
		gone->first = (gone->first + 1) % GONE_ENTRIES;
		gone->n--;
	}
	if (gone->n && entry_at(gone, gone->n - 1)->step != step)
		clear_index(gone);
	for (size_t i = 0; i < table->n; i++) {
		(void)snprintf(name, sizeof(name), "%s",
			       snapshot_text(snapshot, table->rows[i].name));
		cost = cost_of(&table->rows[i]);
		add(&find(gone, name, step)->sum, &cost);
	}
}

/* The row of this name, made if need be. NULL without memory. */
static struct row *find_sum(struct snapshot *sums, uint16_t *index, const struct entry *entry)
{
	struct row_table *table = &sums->table[ROW_GONE];
	size_t slot = entry->hash % SLOTS;
	struct row *row;

	for (; index[slot] != NONE; slot = (slot + 1) % SLOTS) {
		row = &table->rows[index[slot]];
		if (row->start_ns == entry->hash &&
		    !strcmp(snapshot_text(sums, row->name), entry->name))
			return row;
	}
	row = snapshot_add(sums, ROW_GONE, 0);
	if (!row)
		return NULL;
	row->start_ns = entry->hash;
	row->name = snapshot_keep(sums, entry->name);
	index[slot] = (uint16_t)(table->n - 1);
	return row;
}

const struct snapshot *gone_sums(struct gone *gone, double until)
{
	struct snapshot *sums = gone->sums;
	struct row_table *table = &sums->table[ROW_GONE];
	uint16_t index[SLOTS];

	if (!gone->machine)
		return NULL;
	memset(index, 0xff, sizeof(index));
	snapshot_clear(sums);
	sums->machine = gone->machine;
	sums->time = until < gone->time ? until : gone->time;
	sums->running_ratio = 1;
	sums->interval_ns = 1000000;	/* so that a millisecond on a CPU tells a ratio */
	for (size_t i = 0; i < gone->n; i++) {
		struct cost sum;
		struct row *row;

		if (entry_at(gone, i)->step * GONE_STEP > until)
			continue;
		row = find_sum(sums, index, entry_at(gone, i));
		if (!row)
			return NULL;
		sum = cost_of(row);
		add(&sum, &entry_at(gone, i)->sum);
		row->counts = sum.counts;
		row->busy_ns = sum.busy_ns;
		row->slices = sum.slices;
		row->children = sum.children;
	}
	for (size_t i = 0; i < table->n; i++)
		row_evaluate(sums, &table->rows[i]);
	return sums;
}
