/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory and look-ups of a snapshot; finish.c turns a draft into a finished one. Drafts are filled
 * on the collector thread; look-ups work on both.
 */
#include "config.h"
#include "model/snapshot/snapshot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/scratch.h"

#define TEXTS_MIN 4096
#define ROWS_MIN 64

#define NOTHING(flags) { .counts = { .scaled = (flags) & 1, .lacks = (flags) & 2, .off = (flags) & 4 } }

const struct row_numbers row_nothing[8] = {
	NOTHING(0), NOTHING(1), NOTHING(2), NOTHING(3), NOTHING(4), NOTHING(5), NOTHING(6), NOTHING(7),
};

const struct row_extra row_no_extra;

struct snapshot *snapshot_new(void)
{
	struct snapshot *snapshot = calloc(1, sizeof(*snapshot));

	if (!snapshot)
		return NULL;
	snapshot->scratch = snapshot_scratch_new();
	snapshot->cap_texts = TEXTS_MIN;
	snapshot->texts = calloc(1, snapshot->cap_texts);
	snapshot->n_texts = 1;
	if (!snapshot->scratch || !snapshot->texts) {
		snapshot_free(snapshot);
		return NULL;
	}
	return snapshot;
}

void snapshot_free(struct snapshot *snapshot)
{
	if (!snapshot)
		return;
	for (int kind = 0; kind < ROW_KINDS; kind++)
		free(snapshot->table[kind].rows);
	snapshot_scratch_free(snapshot->scratch);
	slice_cells_done(&snapshot->slices);
	free(snapshot->durations.list);
	free(snapshot->texts);
	free(snapshot);
}

static int reserve(struct row_table *table, size_t n)
{
	struct row *rows = list_room(table->rows, n, &table->cap, ROWS_MIN, sizeof(*rows));

	if (n && !rows)
		return -1;
	table->rows = rows;
	return 0;
}

static void clear_table(struct row_table *table)
{
	size_t keep = high_water_trim(&table->high_water, table->n, table->cap);

	table->n = 0;
	if (keep == table->cap || table->cap <= ROWS_MIN)
		return;
	free(table->rows);
	table->rows = NULL;
	table->cap = 0;
	(void)reserve(table, keep);	/* without memory it grows again later */
}

static void clear_texts(struct snapshot *snapshot)
{
	size_t keep =
		high_water_trim(&snapshot->high_texts, snapshot->n_texts, snapshot->cap_texts);
	char *texts;

	if (keep < TEXTS_MIN)
		keep = TEXTS_MIN;
	texts = keep < snapshot->cap_texts ? realloc(snapshot->texts, keep) : NULL;
	if (!texts)
		return;
	snapshot->texts = texts;
	snapshot->cap_texts = keep;
}

static void clear_durations(struct duration_table *table)
{
	if (high_water_trim(&table->high_water, table->n, table->cap) < table->cap) {
		free(table->list);
		table->list = NULL;
		table->cap = 0;
	}
	table->n = 0;
}

void snapshot_clear(struct snapshot *snapshot)
{
	struct snapshot empty = { .n_texts = 1 };

	for (int kind = 0; kind < ROW_KINDS; kind++) {
		clear_table(&snapshot->table[kind]);
		empty.table[kind] = snapshot->table[kind];
	}
	clear_durations(&snapshot->durations);
	empty.durations = snapshot->durations;
	clear_texts(snapshot);
	empty.texts = snapshot->texts;
	empty.cap_texts = snapshot->cap_texts;
	empty.high_texts = snapshot->high_texts;
	empty.scratch = snapshot->scratch;
	snapshot_scratch_clear(snapshot->scratch);
	slice_cells_clear(&snapshot->slices);
	empty.slices = snapshot->slices;
	*snapshot = empty;
}

static int copy_texts(struct snapshot *into, const struct snapshot *from)
{
	if (into->cap_texts < from->n_texts) {
		char *texts = realloc(into->texts, from->cap_texts);

		if (!texts)
			return -ENOMEM;
		into->texts = texts;
		into->cap_texts = from->cap_texts;
	}
	memcpy(into->texts, from->texts, from->n_texts);
	return 0;
}

static int reserve_durations(struct duration_table *table, size_t n)
{
	struct kept_duration *list = list_room(table->list, n, &table->cap, ROWS_MIN, sizeof(*list));

	if (n && !list)
		return -1;
	table->list = list;
	return 0;
}

static int copy_durations(struct duration_table *into, const struct duration_table *from)
{
	if (reserve_durations(into, from->n))
		return -ENOMEM;
	if (from->n)
		memcpy(into->list, from->list, from->n * sizeof(from->list[0]));
	into->n = from->n;
	return 0;
}

bool snapshot_put_durations(struct snapshot *snapshot, struct row *row, const struct durations *durations)
{
	struct duration_table *table = &snapshot->durations;

	if (table->n + DURATION_CLASSES > DURATIONS_MOST)
		return true;
	if (reserve_durations(table, table->n + DURATION_CLASSES))
		return false;
	row->durations_at = (int32_t)table->n;
	for (int class = 0; class < DURATION_CLASSES; class++)
		if (durations->of[class].entries || durations->of[class].cpu_entries)
			table->list[table->n++] = (struct kept_duration){ class, durations->of[class] };
	row->durations_n = (int32_t)table->n - row->durations_at;
	return true;
}

bool snapshot_durations(const struct snapshot *snapshot, const struct row *row, struct durations *durations)
{
	const bool any = row->kind == ROW_REGION && row->durations_n > 0;

	*durations = (struct durations){ .of = { { .entries = 0 } } };
	for (int32_t i = 0; any && i < row->durations_n; i++) {
		const struct kept_duration *kept = &snapshot->durations.list[row->durations_at + i];

		durations->of[kept->class] = kept->of;
	}
	return any;
}

/* ---- numbers ---- */

static struct row_numbers *numbers_take(struct snapshot *snapshot, uint8_t room)
{
	return snapshot_scratch_take(snapshot->scratch,
				     offsetof(struct row_numbers, counts.value) + room * sizeof(double));
}

bool snapshot_own_numbers(struct snapshot *snapshot, struct row *row, uint32_t events)
{
	const uint8_t room = counts_room(events | row->numbers->counts.present);
	const struct row_numbers *before = row->numbers;
	struct row_numbers *own;

	if (row->room >= room)
		return true;
	own = numbers_take(snapshot, room);
	if (!own)
		return false;
	memcpy(own, before, offsetof(struct row_numbers, counts.value) +
			    counts_room(before->counts.present) * sizeof(double));
	row->numbers = own;
	row->room = room;
	return true;
}

bool snapshot_set_counts(struct snapshot *snapshot, struct row *row, const struct counts *counts)
{
	row_set_nothing(row, counts->scaled, counts->lacks, counts->off);
	if (!counts->present)
		return true;
	if (!snapshot_own_numbers(snapshot, row, counts->present))
		return false;
	memcpy(&row->numbers->counts, counts,
	       offsetof(struct counts, value) + counts_room(counts->present) * sizeof(double));
	return true;
}

struct row_extra *snapshot_extra(struct snapshot *snapshot, struct row *row)
{
	struct row_extra *own = (struct row_extra *)row->extra;

	if (row->extra != &row_no_extra)
		return own;
	own = snapshot_scratch_take(snapshot->scratch, sizeof(*own));
	if (own)
		row->extra = own;
	return own;
}

void row_mark_scaled(struct row *row)
{
	if (row->room)
		row->numbers->counts.scaled = true;
	else
		row_set_nothing(row, true, row->numbers->counts.lacks, row->numbers->counts.off);
}

/* The extra part of the row, a copy, is that of another snapshot. False: no memory. */
static bool copy_extra(struct snapshot *into, struct row *row)
{
	const struct row_extra *from = row->extra;
	struct row_extra *own;

	if (from == &row_no_extra)
		return true;
	row->extra = &row_no_extra;
	own = snapshot_extra(into, row);
	if (own)
		*own = *from;
	return own;
}

/* The rows of `into` are copies, but their numbers are those of `from`. */
static int copy_numbers(struct snapshot *into)
{
	for (int kind = 0; kind < ROW_KINDS; kind++)
		for (size_t i = 0; i < into->table[kind].n; i++) {
			struct row *row = &into->table[kind].rows[i];
			const bool nothing = !row->room && !row->numbers->counts.present;

			row->room = 0;
			if (!copy_extra(into, row) || (!nothing && !snapshot_own_numbers(into, row, 0)))
				return -ENOMEM;
		}
	return 0;
}

int snapshot_copy(struct snapshot *into, const struct snapshot *from)
{
	struct snapshot copy = *from;

	snapshot_clear(into);
	for (int kind = 0; kind < ROW_KINDS; kind++) {
		struct row_table *table = &into->table[kind];

		if (reserve(table, from->table[kind].n))
			return -ENOMEM;
		copy.table[kind].rows = table->rows;
		copy.table[kind].cap = table->cap;
		copy.table[kind].high_water = table->high_water;
	}
	if (copy_durations(&into->durations, &from->durations) || copy_texts(into, from) ||
	    snapshot_scratch_copy(into->scratch, from->scratch))
		return -ENOMEM;
	for (int kind = 0; kind < ROW_KINDS; kind++)
		if (from->table[kind].n)
			memcpy(copy.table[kind].rows, from->table[kind].rows,
			       from->table[kind].n * sizeof(struct row));
	copy.durations = into->durations;
	copy.texts = into->texts;
	copy.cap_texts = into->cap_texts;
	copy.high_texts = into->high_texts;
	copy.scratch = into->scratch;
	copy.slices = into->slices;	/* none */
	*into = copy;
	if (!copy_numbers(into))
		return 0;
	snapshot_clear(into);
	return -ENOMEM;
}

struct row *snapshot_add(struct snapshot *snapshot, enum row_kind kind, int32_t id)
{
	struct row_table *table = &snapshot->table[kind];
	struct row *row;

	if (reserve(table, table->n + 1))
		return NULL;
	row = &table->rows[table->n++];
	memset(row, 0, sizeof(*row));
	row->kind = kind;
	row->id = id;
	row->parent = row->of_user = row->of_cgroup = row->of_name = -1;
	row->extra = &row_no_extra;
	row_set_nothing(row, false, false, false);
	return row;
}

text_t snapshot_keep(struct snapshot *snapshot, const char *text)
{
	size_t size = strlen(text) + 1, at = snapshot->n_texts, cap = snapshot->cap_texts;

	if (size == 1 || at + size > UINT32_MAX)
		return 0;
	while (cap < at + size)
		cap *= 2;
	if (cap > snapshot->cap_texts) {
		char *texts = realloc(snapshot->texts, cap);

		if (!texts)
			return 0;
		snapshot->texts = texts;
		snapshot->cap_texts = cap;
	}
	memcpy(snapshot->texts + at, text, size);
	snapshot->n_texts += size;
	return (text_t)at;
}

const char *snapshot_text(const struct snapshot *snapshot, text_t text)
{
	return snapshot->texts + text;
}

const struct row *snapshot_machine(const struct snapshot *snapshot)
{
	return snapshot->table[ROW_MACHINE].n ? snapshot->table[ROW_MACHINE].rows : NULL;
}

/* Processes are sorted by (pid, start_ns): returns the last row of the pid. */
static const struct row *find_process(const struct row_table *table, int32_t pid)
{
	size_t low = 0, high = table->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->rows[middle].id <= pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low && table->rows[low - 1].id == pid ? &table->rows[low - 1] : NULL;
}

static const struct row *find_thread(const struct snapshot *snapshot, int32_t tid)
{
	const struct row_table *table = &snapshot->table[ROW_THREAD];
	size_t index;

	if (!snapshot_scratch_find_thread(snapshot->scratch, tid, &index) || index >= table->n)
		return NULL;
	return &table->rows[index];
}

const struct row *snapshot_find(const struct snapshot *snapshot, enum row_kind kind, int32_t id)
{
	const struct row_table *table = &snapshot->table[kind];

	if (kind == ROW_PROCESS)
		return find_process(table, id);
	if (kind == ROW_THREAD)
		return find_thread(snapshot, id);
	for (size_t i = table->n; i > 0; i--)
		if (table->rows[i - 1].id == id)
			return &table->rows[i - 1];
	return NULL;
}

/* Returns, of the rows with one pid (a reused one), the one that started at this time. */
static const struct row *step_to_start(const struct row_table *table, const struct row *last,
				       uint64_t start_ns)
{
	for (const struct row *row = last; row >= table->rows && row->id == last->id; row--)
		if (row->start_ns == start_ns)
			return row;
	return NULL;
}

/* Users and cgroups are sorted by their hash. */
static const struct row *find_group(const struct row_table *table, uint64_t hash)
{
	size_t low = 0, high = table->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->rows[middle].start_ns < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low < table->n && table->rows[low].start_ns == hash ? &table->rows[low] : NULL;
}

/* The first of the regions of this process; their end if it has none. */
static size_t first_region(const struct row_table *table, int32_t pid, uint64_t start_ns)
{
	size_t low = 0, high = table->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct row *row = &table->rows[middle];

		if (row->pid < pid || (row->pid == pid && row->start_ns < start_ns))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct row *snapshot_regions(const struct snapshot *snapshot, const struct row *row,
				   size_t *n)
{
	const struct row_table *table = &snapshot->table[ROW_REGION];
	const bool command = row->kind == ROW_COMMAND;
	const int32_t pid = command ? 0 : row->id;
	const uint64_t start_ns = command ?
		(uint64_t)(row - snapshot->table[ROW_COMMAND].rows) + 1 : row->start_ns;
	size_t first;

	*n = 0;
	if (!table->n || (!command && row->kind != ROW_PROCESS))
		return NULL;
	first = first_region(table, pid, start_ns);
	for (size_t i = first; i < table->n && table->rows[i].pid == pid &&
			       table->rows[i].start_ns == start_ns; i++)
		++*n;
	return *n ? &table->rows[first] : NULL;
}

const struct row *snapshot_region_owner(const struct snapshot *snapshot, const struct row *region)
{
	const struct row_table *table =
		&snapshot->table[region->pid ? ROW_PROCESS : ROW_COMMAND];

	return region->parent >= 0 && (size_t)region->parent < table->n ?
		       &table->rows[region->parent] : NULL;
}

const struct row *snapshot_find_region(const struct snapshot *snapshot, int32_t pid, int32_t id)
{
	const struct row_table *table = &snapshot->table[ROW_REGION];

	for (size_t i = first_region(table, pid, UINT64_MAX); i > 0; i--) {
		const struct row *row = &table->rows[i - 1];

		if (row->pid != pid)
			break;
		if (row->id == id)
			return row;
	}
	return NULL;
}

/* Ids are those of one session: the name says which region of the process it is. */
static const struct row *find_same_region(const struct snapshot *snapshot,
					  const struct snapshot *other, const struct row *row)
{
	const struct row_table *table = &snapshot->table[ROW_REGION];
	const char *name = snapshot_text(other, row->name);

	for (size_t i = first_region(table, row->pid, row->start_ns);
	     i < table->n && table->rows[i].pid == row->pid &&
	     table->rows[i].start_ns == row->start_ns; i++)
		if ((table->rows[i].id == REGION_OTHER) == (row->id == REGION_OTHER) &&
		    !strcmp(snapshot_text(snapshot, table->rows[i].name), name))
			return &table->rows[i];
	return NULL;
}

const struct row *snapshot_find_same(const struct snapshot *snapshot, const struct snapshot *other,
				     const struct row *row)
{
	const struct row_table *table = &snapshot->table[row->kind];
	const struct row *found;

	if (row->kind == ROW_CORE || row->kind == ROW_NODE) {
		const struct row_table *sockets = &other->table[ROW_SOCKET];
		const bool known = row->parent >= 0 && (size_t)row->parent < sockets->n;
		const int32_t socket = known ? sockets->rows[row->parent].id : -1;

		for (size_t i = 0; i < table->n; i++) {
			const struct row *same = &table->rows[i];

			if (same->id == row->id &&
			    snapshot->table[ROW_SOCKET].rows[same->parent].id == socket)
				return same;
		}
		return NULL;
	}
	if (row->kind == ROW_USER || row->kind == ROW_CGROUP || row->kind == ROW_NAME)
		return find_group(table, row->start_ns);
	if (row->kind == ROW_REGION)
		return find_same_region(snapshot, other, row);
	found = snapshot_find(snapshot, row->kind, row->id);
	if (found && row->kind == ROW_PROCESS)
		return step_to_start(table, found, row->start_ns);
	return found && found->start_ns == row->start_ns ? found : NULL;
}

static const enum row_kind child_kind[ROW_KINDS] = {
	[ROW_MACHINE] = ROW_SOCKET,
	[ROW_SOCKET] = ROW_CORE,
	[ROW_NODE] = ROW_CORE,
	[ROW_CORE] = ROW_CPU,
	[ROW_CPU] = ROW_KINDS,
	[ROW_PROCESS] = ROW_THREAD,
	[ROW_THREAD] = ROW_KINDS,
	[ROW_USER] = ROW_KINDS,		/* its processes do not lie together: see of_user */
	[ROW_CGROUP] = ROW_KINDS,
	[ROW_NAME] = ROW_KINDS,
	[ROW_EXITED] = ROW_KINDS,
	[ROW_COMMAND] = ROW_KINDS,
	[ROW_REGION] = ROW_KINDS,
};

const struct row *snapshot_children(const struct snapshot *snapshot, const struct row *row,
				    size_t *n)
{
	enum row_kind kind = child_kind[row->kind];

	*n = 0;
	if (kind == ROW_KINDS || !row->children)
		return NULL;
	*n = row->children;
	return &snapshot->table[kind].rows[row->first];
}

const struct row *snapshot_nodes(const struct snapshot *snapshot, const struct row *socket,
				 size_t *n)
{
	const struct row_table *table = &snapshot->table[ROW_NODE];
	int32_t parent = (int32_t)(socket - snapshot->table[ROW_SOCKET].rows);
	const struct row *first = NULL;

	*n = 0;
	for (size_t i = 0; i < table->n; i++) {
		if (table->rows[i].parent != parent)
			continue;
		if (!first)
			first = &table->rows[i];
		++*n;
	}
	return first;
}
