/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finishes a draft: sorts, links, sums and evaluates. O(n log n) in the rows of the interval; the
 * memory it needs is kept from one draft to the next. Collector thread.
 */
#include "config.h"
#include "model/finish.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot.h"

/* Rows are some 300 bytes: keys are sorted, then each row is copied once. */
struct key {
	int32_t major, minor;
	uint64_t start_ns;
	uint32_t row;
};

struct snapshot_scratch {
	struct key *keys, *other;	/* what is sorted, and as much room to merge into */
	size_t cap_keys, cap_other;
	struct key *by_tid;	/* threads by (tid, start_ns), for snapshot_find */
	size_t n_by_tid, cap_by_tid;
};

struct snapshot_scratch *snapshot_scratch_new(void)
{
	return calloc(1, sizeof(struct snapshot_scratch));
}

void snapshot_scratch_free(struct snapshot_scratch *scratch)
{
	if (!scratch)
		return;
	free(scratch->keys);
	free(scratch->other);
	free(scratch->by_tid);
	free(scratch);
}

void snapshot_scratch_clear(struct snapshot_scratch *scratch)
{
	scratch->n_by_tid = 0;
}

static int reserve_keys(struct key **keys, size_t *cap, size_t n)
{
	struct key *more;
	size_t want = *cap ? *cap : 64;

	if (n <= *cap)
		return 0;
	while (want < n)
		want *= 2;
	more = realloc(*keys, want * sizeof(*more));
	if (!more)
		return -ENOMEM;
	*keys = more;
	*cap = want;
	return 0;
}

int snapshot_scratch_copy(struct snapshot_scratch *into, const struct snapshot_scratch *from)
{
	into->n_by_tid = 0;
	if (!from->n_by_tid)
		return 0;
	if (reserve_keys(&into->by_tid, &into->cap_by_tid, from->n_by_tid))
		return -ENOMEM;
	memcpy(into->by_tid, from->by_tid, from->n_by_tid * sizeof(into->by_tid[0]));
	into->n_by_tid = from->n_by_tid;
	return 0;
}

static int compare_keys(const void *left, const void *right)
{
	const struct key *a = left, *b = right;

	if (a->major != b->major)
		return a->major < b->major ? -1 : 1;
	if (a->start_ns != b->start_ns)
		return a->start_ns < b->start_ns ? -1 : 1;
	return (a->minor > b->minor) - (a->minor < b->minor);
}

/* Merges two sorted neighbours, from [0, middle) and from [middle, n), into `into`. */
static void merge(struct key *into, const struct key *from, size_t middle, size_t n)
{
	size_t left = 0, right = middle;

	for (size_t i = 0; i < n; i++)
		if (right == n || (left < middle && compare_keys(&from[left], &from[right]) <= 0))
			into[i] = from[left++];
		else
			into[i] = from[right++];
}

/*
 * Sorts the n keys at *keys by merging longer and longer runs; the result is in *keys, whose memory
 * may have changed places with that of scratch->other. Not qsort(): glibc's allocates on each call.
 */
static int sort_keys(struct snapshot_scratch *scratch, struct key **keys, size_t *cap, size_t n)
{
	if (reserve_keys(&scratch->other, &scratch->cap_other, *cap))
		return -ENOMEM;
	for (size_t run = 1; run < n; run *= 2) {
		struct key *from = *keys;
		size_t spare = scratch->cap_other;

		for (size_t at = 0; at < n; at += 2 * run) {
			size_t rest = n - at;

			merge(scratch->other + at, from + at, rest < run ? rest : run,
			      rest < 2 * run ? rest : 2 * run);
		}
		*keys = scratch->other;
		scratch->other = from;
		scratch->cap_other = *cap;
		*cap = spare;
	}
	return 0;
}

static const struct cpu_place *place_of(const struct snapshot *snapshot, const struct row *cpu)
{
	int index = machine_cpu_index(snapshot->machine, cpu->id);

	assert(index >= 0);
	return &snapshot->machine->cpus[index];
}

/* The order of the rows of each table: processes and threads by (pid, start_ns, tid). */
static struct key key_of(const struct snapshot *snapshot, const struct row *row, uint32_t index)
{
	if (row->kind == ROW_CPU) {
		const struct cpu_place *place = place_of(snapshot, row);

		return (struct key){ .major = place->socket,
				     .start_ns = (uint64_t)(uint32_t)place->core,
				     .minor = row->id, .row = index };
	}
	return (struct key){ .major = row->kind == ROW_THREAD ? row->pid : row->id,
			     .minor = row->id, .start_ns = row->start_ns, .row = index };
}

/*
 * Brings the rows into the order of the keys, in place: each row is copied once, along the cycles
 * of the permutation. keys[i].row is where row i comes from; a key whose row has come gets its own
 * index.
 */
static void permute(struct row *rows, struct key *keys, size_t n)
{
	for (size_t start = 0; start < n; start++) {
		struct row first;
		size_t at = start;

		if (keys[start].row == start)
			continue;
		first = rows[start];
		for (;;) {
			size_t from = keys[at].row;

			keys[at].row = (uint32_t)at;
			if (from == start)
				break;
			rows[at] = rows[from];
			at = from;
		}
		rows[at] = first;
	}
}

static int sort_table(struct snapshot *snapshot, enum row_kind kind)
{
	struct snapshot_scratch *scratch = snapshot->scratch;
	struct row_table *table = &snapshot->table[kind];
	bool in_order = true;

	if (reserve_keys(&scratch->keys, &scratch->cap_keys, table->n))
		return -ENOMEM;
	for (size_t i = 0; i < table->n; i++) {
		scratch->keys[i] = key_of(snapshot, &table->rows[i], (uint32_t)i);
		if (i && compare_keys(&scratch->keys[i - 1], &scratch->keys[i]) > 0)
			in_order = false;
	}
	if (in_order)
		return 0;
	if (sort_keys(scratch, &scratch->keys, &scratch->cap_keys, table->n))
		return -ENOMEM;
	permute(table->rows, scratch->keys, table->n);
	return 0;
}

static void add_row(struct row *into, const struct row *row)
{
	counts_add(&into->counts, &row->counts);
	into->busy_ns += row->busy_ns;
	into->idle_ns += row->idle_ns;
	into->slices += row->slices;
	into->idle_slots += row->idle_slots;
	into->unaccounted_slots += row->unaccounted_slots;
}

/* A thread whose process nobody added: a process by the thread's name. */
static int add_missing_processes(struct snapshot *snapshot)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	const struct row_table *threads = &snapshot->table[ROW_THREAD];
	size_t process = 0, known = processes->n;
	struct row *made = NULL;

	for (size_t i = 0; i < threads->n; i++) {
		const struct row *thread = &threads->rows[i];

		if (i && thread->pid == threads->rows[i - 1].pid) {
			if (made && made->id == thread->pid)
				made->threads++;
			continue;
		}
		while (process < known && processes->rows[process].id < thread->pid)
			process++;
		if (process < known && processes->rows[process].id == thread->pid)
			continue;
		made = snapshot_add(snapshot, ROW_PROCESS, thread->pid);
		if (!made)
			return -ENOMEM;
		made->pid = thread->pid;
		made->start_ns = thread->start_ns;
		made->name = thread->name;
		made->user = thread->user;
		made->threads = 1;
	}
	return known == processes->n ? 0 : sort_table(snapshot, ROW_PROCESS);
}

/* Both tables are in the order of (pid, start_ns): one pass. A reused pid has several processes. */
static void link_threads(struct snapshot *snapshot)
{
	struct row_table *processes = &snapshot->table[ROW_PROCESS];
	struct row_table *threads = &snapshot->table[ROW_THREAD];
	size_t at = 0;

	for (size_t i = 0; i < threads->n; i++) {
		struct row *thread = &threads->rows[i];
		struct row *process;

		while (processes->rows[at].id < thread->pid)
			at++;
		while (at + 1 < processes->n && processes->rows[at + 1].id == thread->pid &&
		       processes->rows[at + 1].start_ns <= thread->start_ns)
			at++;
		process = &processes->rows[at];
		if (!process->children++)
			process->first = (uint32_t)i;
		thread->parent = (int32_t)at;
		add_row(process, thread);
	}
}

static int index_threads(struct snapshot *snapshot)
{
	struct snapshot_scratch *scratch = snapshot->scratch;
	const struct row_table *threads = &snapshot->table[ROW_THREAD];

	if (reserve_keys(&scratch->by_tid, &scratch->cap_by_tid, threads->n))
		return -ENOMEM;
	scratch->n_by_tid = threads->n;
	for (size_t i = 0; i < threads->n; i++)
		scratch->by_tid[i] = (struct key){ .major = threads->rows[i].id,
						   .start_ns = threads->rows[i].start_ns,
						   .row = (uint32_t)i };
	return sort_keys(scratch, &scratch->by_tid, &scratch->cap_by_tid, threads->n);
}

const struct row *snapshot_scratch_thread(const struct snapshot_scratch *scratch,
					  const struct row_table *table, int32_t tid)
{
	size_t low = 0, high = table->n < scratch->n_by_tid ? table->n : scratch->n_by_tid;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (scratch->by_tid[middle].major <= tid)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || scratch->by_tid[low - 1].major != tid)
		return NULL;
	return &table->rows[scratch->by_tid[low - 1].row];
}

/* The last row of kind if it has this id (and parent), else a new one. */
static struct row *last_or_new(struct snapshot *snapshot, enum row_kind kind, int32_t id,
			       int32_t parent)
{
	struct row_table *table = &snapshot->table[kind];
	struct row *row = table->n ? &table->rows[table->n - 1] : NULL;

	if (row && row->id == id && row->parent == parent)
		return row;
	row = snapshot_add(snapshot, kind, id);
	if (row)
		row->parent = parent;
	return row;
}

static void adopt(struct row *parent, const struct row *child, uint32_t index, uint32_t cpus)
{
	if (!parent->children++)
		parent->first = index;
	parent->threads += cpus;
	add_row(parent, child);
}

/* CPUs are sorted by (socket, core): each core, then each socket, is a run of its children. */
static int make_cpu_tree(struct snapshot *snapshot)
{
	struct row_table *table = snapshot->table;
	struct row *parent;

	for (uint32_t i = 0; i < table[ROW_CPU].n; i++) {
		struct row *cpu = &table[ROW_CPU].rows[i];
		const struct cpu_place *place = place_of(snapshot, cpu);

		if (!last_or_new(snapshot, ROW_SOCKET, place->socket, 0))
			return -ENOMEM;
		parent = last_or_new(snapshot, ROW_CORE, place->core,
				     (int32_t)table[ROW_SOCKET].n - 1);
		if (!parent)
			return -ENOMEM;
		cpu->parent = (int32_t)table[ROW_CORE].n - 1;
		adopt(parent, cpu, i, 1);
	}
	for (uint32_t i = 0; i < table[ROW_CORE].n; i++) {
		struct row *core = &table[ROW_CORE].rows[i];

		adopt(&table[ROW_SOCKET].rows[core->parent], core, i, core->threads);
	}
	parent = snapshot_add(snapshot, ROW_MACHINE, 0);
	if (!parent)
		return -ENOMEM;
	for (uint32_t i = 0; i < table[ROW_SOCKET].n; i++) {
		struct row *socket = &table[ROW_SOCKET].rows[i];

		adopt(parent, socket, i, socket->threads);
	}
	return 0;
}

bool row_is_few(const struct snapshot *snapshot, const struct row *row)
{
	/* A field of the metrics register has 8 bits: one step is 1/255 of what was counted. */
	const double slots_min = 255 * 64;
	double slots = row->counts.value[EV_SLOTS];
	double sum = counts_level1_sum(&row->counts);

	/* idle_slots are of EV_SLOTS, and the four fields do not add up to it exactly. */
	if (row->idle_slots > 0 && slots > 0)
		sum *= 1 - row->idle_slots / slots;
	return row->busy_ns < snapshot->interval_ns / 1000 || sum < slots_min;
}

int snapshot_finish(struct snapshot *snapshot)
{
	int ret = sort_table(snapshot, ROW_CPU);

	if (!ret)
		ret = sort_table(snapshot, ROW_PROCESS);
	if (!ret)
		ret = sort_table(snapshot, ROW_THREAD);
	if (!ret)
		ret = add_missing_processes(snapshot);
	if (!ret)
		ret = index_threads(snapshot);
	if (!ret)
		ret = make_cpu_tree(snapshot);
	if (ret)
		return ret;
	link_threads(snapshot);
	for (int kind = 0; kind < ROW_KINDS; kind++)
		for (size_t i = 0; i < snapshot->table[kind].n; i++) {
			struct row *row = &snapshot->table[kind].rows[i];

			family_evaluate(snapshot->machine->family, &row->counts,
					row_is_few(snapshot, row), &row->values);
		}
	return 0;
}
