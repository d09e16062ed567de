/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packs and unpacks one snapshot; see history_parts.h. First come the tasks of its rows, then
 * bytes: the head of the snapshot, and per row what differs between snapshots. Sums and links are
 * made again by snapshot_finish(). UI thread.
 */
#include "config.h"
#include "model/history/history_parts.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"

#define CAP_STEP ((size_t)1024)
#define COUNT_WHOLE 0x1p34	/* from here on a float takes fewer bytes */
#define HEAD_NUMBERS offsetof(struct snapshot, recording.text)	/* texts follow, mostly "" */
#define REGION_NUMBERS offsetof(struct region_state, remark)	/* likewise */
#define OPENED_NUMBERS offsetof(struct opened, remark)		/* likewise, then .n nodes */

/* One byte of flags per row. */
enum packed_flag {
	PACKED_EXITED = 1,
	PACKED_REST = 1,		/* of a region: what is left of its process, nothing follows */
	PACKED_SCALED = 2,
	PACKED_ASLEEP = 2,		/* of a process: its counts are those of its threads */
	PACKED_WATCHED = 4,		/* likewise */
	PACKED_ERRORS = 8,		/* likewise: those of its classes follow */
	PACKED_PARTIAL_SHIFT = 2,	/* from here on a bit for each event of level 2 */
	PACKED_BORN = 64,
	PACKED_SAME = 128		/* has the events of the row before; else they follow */
};

#define PACKED_PARTIAL ((1U << EV_LEVEL2_COUNT) - 1)

_Static_assert(PACKED_PARTIAL << PACKED_PARTIAL_SHIFT < PACKED_BORN,
	       "packed_flag has room for level 2");

/* The kinds of rows that a draft has, in this order. */
static const enum row_kind packed_kinds[] = { ROW_CPU, ROW_PROCESS, ROW_THREAD, ROW_REGION };

#define N_KINDS (sizeof(packed_kinds) / sizeof(packed_kinds[0]))

struct packed_snapshot {
	uint64_t seq;
	size_t cap;
	size_t n[N_KINDS];		/* number of rows */
	size_t n_tasks;			/* rows that are tasks or regions; the bytes follow `tasks` */
	struct history_task *tasks[];	/* NULL if there was no memory for one */
};

/* ---- bytes ---- */

/* Writes bytes; with `at` NULL it only counts them. */
struct packer {
	char *at;
	size_t n;
	uint32_t present;	/* events of the previous row */
};

struct unpacker {
	const char *at;
	uint32_t present;
};

static inline void snapshot_put(struct packer *packer, const void *value, size_t size)
{
	if (packer->at)
		memcpy(packer->at + packer->n, value, size);
	packer->n += size;
}

static inline void get(struct unpacker *unpacker, void *value, size_t size)
{
	memcpy(value, unpacker->at, size);
	unpacker->at += size;
}

/* Seven bits per byte, low bits first; the last byte has no top bit. */
static void put_number(struct packer *packer, uint64_t number)
{
	uint8_t byte;

	do {
		byte = (uint8_t)((number & 127) | (number > 127 ? 128 : 0));
		snapshot_put(packer, &byte, 1);
		number >>= 7;
	} while (number);
}

static uint64_t get_number(struct unpacker *unpacker)
{
	uint64_t number = 0;
	uint8_t byte;

	for (unsigned int shift = 0; shift < 64; shift += 7) {
		get(unpacker, &byte, 1);
		number |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			break;
	}
	return number;
}

static void snapshot_put_text(struct packer *packer, const char *text)
{
	snapshot_put(packer, text, strlen(text) + 1);
}

static void get_text(struct unpacker *unpacker, char *text)
{
	get(unpacker, text, strlen(unpacker->at) + 1);
}

/* ---- packing ---- */

/*
 * Most counts are small whole numbers: stored as the number plus one. A 0 is followed by a float,
 * for extrapolated counts.
 */
static void put_count(struct packer *packer, double count)
{
	const float rough = (float)count;

	if (count >= 0 && count < COUNT_WHOLE && count == floor(count)) {
		put_number(packer, (uint64_t)count + 1);
		return;
	}
	put_number(packer, 0);
	snapshot_put(packer, &rough, sizeof(rough));
}

static void put_counts(struct packer *packer, const struct counts *counts)
{
	double numbers[COUNTS_NUMBERS];
	size_t n = counts_pack(counts, numbers);

	for (size_t i = 0; i < n; i++)
		put_count(packer, numbers[i]);
}

/* Is the row a difference, which snapshot_finish() makes again? */
static bool is_rest(const struct row *row)
{
	return row->kind == ROW_REGION && row->id == REGION_OTHER;
}

static uint8_t flags_of(const struct row *row)
{
	if (is_rest(row))
		return PACKED_REST;
	if (row->kind == ROW_PROCESS)
		return (uint8_t)((row->exited ? PACKED_EXITED : 0) |
				 (row->born ? PACKED_BORN : 0) |
				 (row->asleep ? PACKED_ASLEEP : 0) |
				 (row->watched ? PACKED_WATCHED : 0) |
				 (row->class_error[0] ? PACKED_ERRORS : 0));
	return (uint8_t)((row->exited ? PACKED_EXITED : 0) | (row->born ? PACKED_BORN : 0) |
			 (row->numbers->counts.scaled ? PACKED_SCALED : 0) |
			 row->numbers->counts.partial >> EV_LEVEL2 << PACKED_PARTIAL_SHIFT);
}

/* Durations of a region: their number, one byte if there are none. */
static void put_durations(struct packer *packer, const struct snapshot *snapshot, const struct row *row)
{
	put_number(packer, row->durations_n > 0 ? (uint64_t)row->durations_n : 0);
	for (int32_t i = 0; i < row->durations_n; i++) {
		const struct kept_duration *kept = &snapshot->durations.list[row->durations_at + i];

		put_number(packer, (uint64_t)kept->class);
		put_number(packer, kept->of.entries);
		put_number(packer, kept->of.ns);
		put_number(packer, kept->of.timed_ns);
		put_number(packer, kept->of.on_cpu_ns);
		put_number(packer, kept->of.cpu_entries);
		put_number(packer, kept->of.cpu_ns);
		put_count(packer, kept->of.slots);
		for (int level = 0; level < 2; level++)
			put_count(packer, kept->of.divided[level]);
		for (int m = 0; m < M_COUNT; m++)
			put_count(packer, kept->of.node[m]);
	}
}

/* A process is the sum of its threads: only its flags, its number of threads and errors are stored. */
static void snapshot_put_row(struct packer *packer, const struct snapshot *snapshot, const struct row *row)
{
	bool same = row->kind == ROW_PROCESS || is_rest(row) ||
		    row->numbers->counts.present == packer->present;
	uint8_t flags = flags_of(row) | (same ? PACKED_SAME : 0);

	snapshot_put(packer, &flags, sizeof(flags));
	if (is_rest(row))
		return;
	if (row->kind == ROW_PROCESS) {
		put_number(packer, row->threads);
		if (flags & PACKED_ERRORS)
			snapshot_put(packer, row->class_error, sizeof(row->class_error));
		return;
	}
	packer->present = row->numbers->counts.present;
	if (!same)
		snapshot_put(packer, &packer->present, sizeof(packer->present));
	put_number(packer, row->busy_ns);
	put_number(packer, (uint64_t)row->uncounted_ns);
	put_count(packer, (double)row->variance);
	put_number(packer, row->slices);
	if (row->kind == ROW_REGION) {
		put_number(packer, row->extra->entries);
		put_durations(packer, snapshot, row);
	}
	if (row->kind == ROW_THREAD) {
		put_number(packer, row->waits_known ? row->wait_ns + 1 : 0);
		if (row->variance > 0)
			snapshot_put(packer, row->class_error, sizeof(row->class_error));
	}
	if (row->kind == ROW_CPU) {
		snapshot_put(packer, &row->id, sizeof(row->id));
		put_number(packer, row->extra->idle_ns);
		put_number(packer, row->extra->unknown_ns);
		snapshot_put(packer, &row->extra->idle_slots, sizeof(row->extra->idle_slots));
		snapshot_put(packer, &row->extra->unaccounted_slots, sizeof(row->extra->unaccounted_slots));
	}
	put_counts(packer, &row->numbers->counts);
}

/* Opened nodes: one byte if there are none. */
static void put_opened(struct packer *packer, const struct opened *opened)
{
	const bool any = opened->scope != LIVE_NOTHING;

	snapshot_put(packer, &any, sizeof(any));
	if (!any)
		return;
	snapshot_put(packer, opened, OPENED_NUMBERS);
	snapshot_put_text(packer, opened->remark);
	snapshot_put(packer, opened->node, opened->n * sizeof(opened->node[0]));
}

/* How regions are watched: one byte if they are not. */
static void put_regions(struct packer *packer, const struct region_state *regions)
{
	const bool any = regions->wanted || regions->objects || regions->markers ||
			 regions->left_out || regions->remark[0];

	snapshot_put(packer, &any, sizeof(any));
	if (!any)
		return;
	snapshot_put(packer, regions, REGION_NUMBERS);
	snapshot_put_text(packer, regions->remark);
}

static void put_all(struct packer *packer, const struct snapshot *snapshot)
{
	snapshot_put(packer, snapshot, HEAD_NUMBERS);
	snapshot_put_text(packer, snapshot->recording.text);
	snapshot_put_text(packer, snapshot->doing);
	snapshot_put_text(packer, snapshot->trouble);
	put_opened(packer, &snapshot->opened);
	put_regions(packer, &snapshot->regions);
	for (size_t k = 0; k < N_KINDS; k++) {
		const struct row_table *table = &snapshot->table[packed_kinds[k]];

		for (size_t i = 0; i < table->n; i++)
			snapshot_put_row(packer, snapshot, &table->rows[i]);
	}
}

/*
 * Is the thread the first of its process, with the same name? Most processes have only this one,
 * which then needs no task of its own.
 */
static bool is_first_thread(const struct snapshot *snapshot, const struct row *row)
{
	const struct row *process;

	if (row->kind != ROW_THREAD)
		return false;
	process = &snapshot->table[ROW_PROCESS].rows[row->parent];
	return row->id == process->id && row->pid == process->pid && row->ppid == process->ppid &&
	       row->kernel == process->kernel && row->start_ns == process->start_ns &&
	       !row->command && !row->user && !row->cgroup &&
	       !strcmp(snapshot_text(snapshot, row->name), snapshot_text(snapshot, process->name));
}

static void get_tasks(struct packed_snapshot *packed, struct history_tasks *tasks,
		      const struct snapshot *snapshot)
{
	struct history_task *task = NULL, **next = packed->tasks;

	for (size_t k = 0; k < N_KINDS; k++) {
		const struct row_table *table = &snapshot->table[packed_kinds[k]];

		packed->n[k] = table->n;
		for (size_t i = 0; packed_kinds[k] != ROW_CPU && i < table->n; i++) {
			const struct row *row = &table->rows[i];

			/*
			 * Processes come before threads, so `parent` is the index of the process's
			 * task.
			 */
			if (is_first_thread(snapshot, row) && packed->tasks[row->parent])
				*next = history_task_get(packed->tasks[row->parent]);
			else
				*next = history_tasks_get(tasks, snapshot, row, task);
			if (*next)
				task = *next;
			next++;
		}
	}
}

/*
 * Returns memory for so many bytes and not much more, from *spare if it fits; NULL without memory.
 */
static struct packed_snapshot *alloc_packed(size_t bytes, struct packed_snapshot **spare)
{
	struct packed_snapshot *packed = *spare;
	size_t cap = (bytes + CAP_STEP - 1) / CAP_STEP * CAP_STEP;

	if (packed && packed->cap >= bytes && packed->cap <= cap + cap / 4) {
		*spare = NULL;
		return packed;
	}
	packed = malloc(cap);
	if (packed)
		packed->cap = cap;
	return packed;
}

struct packed_snapshot *packed_snapshot_new(struct history_tasks *tasks,
					    const struct snapshot *snapshot,
					    struct packed_snapshot **spare)
{
	size_t n_tasks = snapshot->table[ROW_PROCESS].n + snapshot->table[ROW_THREAD].n +
			 snapshot->table[ROW_REGION].n;
	struct packer packer = { .at = NULL };
	struct packed_snapshot *packed;
	size_t bytes;

	put_all(&packer, snapshot);
	bytes = packer.n;
	packed = alloc_packed(sizeof(*packed) + n_tasks * sizeof(packed->tasks[0]) + bytes, spare);
	if (!packed)
		return NULL;
	packed->seq = snapshot->seq;
	packed->n_tasks = n_tasks;
	get_tasks(packed, tasks, snapshot);
	packer = (struct packer){ .at = (char *)&packed->tasks[n_tasks] };
	put_all(&packer, snapshot);
	assert(packer.n == bytes);
	return packed;
}

void packed_snapshot_clear(struct packed_snapshot *packed, struct history_tasks *tasks)
{
	for (size_t i = 0; i < packed->n_tasks; i++)
		history_tasks_put(tasks, packed->tasks[i]);
	packed->n_tasks = 0;
}

uint64_t packed_snapshot_seq(const struct packed_snapshot *packed)
{
	return packed->seq;
}

size_t packed_snapshot_bytes(const struct packed_snapshot *packed)
{
	return packed->cap;
}

/* ---- unpacking ---- */

static double get_count(struct unpacker *unpacker)
{
	uint64_t whole = get_number(unpacker);
	float rough;

	if (whole)
		return (double)(whole - 1);
	get(unpacker, &rough, sizeof(rough));
	return (double)rough;
}

static void get_counts(struct unpacker *unpacker, struct counts *counts)
{
	const size_t n = (size_t)__builtin_popcount(counts->present) +
			 (size_t)__builtin_popcount(counts->partial);
	double numbers[COUNTS_NUMBERS];

	for (size_t i = 0; i < n; i++)
		numbers[i] = get_count(unpacker);
	(void)counts_unpack(counts, numbers);
}

static void get_wait(struct unpacker *unpacker, struct row *thread)
{
	const uint64_t number = get_number(unpacker);

	row_set_wait(thread, number, number - 1);
}

static bool get_durations(struct unpacker *unpacker, struct snapshot *into, struct row *row)
{
	struct durations durations = { .of = { { .entries = 0 } } };
	const uint64_t n = get_number(unpacker);

	for (uint64_t i = 0; i < n; i++) {
		struct duration_class *of = &durations.of[get_number(unpacker) % DURATION_CLASSES];

		of->entries = get_number(unpacker);
		of->ns = get_number(unpacker);
		of->timed_ns = get_number(unpacker);
		of->on_cpu_ns = get_number(unpacker);
		of->cpu_entries = get_number(unpacker);
		of->cpu_ns = get_number(unpacker);
		of->slots = get_count(unpacker);
		for (int level = 0; level < 2; level++)
			of->divided[level] = get_count(unpacker);
		for (int m = 0; m < M_COUNT; m++)
			of->node[m] = get_count(unpacker);
	}
	return !n || snapshot_put_durations(into, row, &durations);
}

/* False: no memory. */
static bool get_row(struct unpacker *unpacker, struct snapshot *into, struct row *row)
{
	struct counts counts = { .present = 0 };
	struct row_extra *extra = NULL;
	bool complete = true;
	uint8_t flags;

	get(unpacker, &flags, sizeof(flags));
	if (row->kind == ROW_REGION && flags & PACKED_REST)
		return true;
	row->exited = flags & PACKED_EXITED;
	row->born = flags & PACKED_BORN;
	if (row->kind == ROW_PROCESS) {
		row->asleep = flags & PACKED_ASLEEP;
		row->watched = flags & PACKED_WATCHED;
		row->threads = (uint32_t)get_number(unpacker);
		if (flags & PACKED_ERRORS)
			get(unpacker, row->class_error, sizeof(row->class_error));
		return true;
	}
	if (!(flags & PACKED_SAME))
		get(unpacker, &unpacker->present, sizeof(unpacker->present));
	row->threads = row->kind == ROW_THREAD;	/* snapshot_finish() sums those of CPUs */
	row->busy_ns = get_number(unpacker);
	row->uncounted_ns = (float)get_number(unpacker);
	row->variance = (float)get_count(unpacker);
	row->slices = get_number(unpacker);
	if (row->kind == ROW_CPU || row->kind == ROW_REGION) {
		extra = snapshot_extra(into, row);
		if (!extra)
			return false;
	}
	if (row->kind == ROW_REGION) {
		extra->entries = get_number(unpacker);
		complete = get_durations(unpacker, into, row);
	}
	if (row->kind == ROW_THREAD) {
		get_wait(unpacker, row);
		if (row->variance > 0)
			get(unpacker, row->class_error, sizeof(row->class_error));
	}
	if (row->kind == ROW_CPU) {
		get(unpacker, &row->id, sizeof(row->id));
		extra->idle_ns = get_number(unpacker);
		extra->unknown_ns = get_number(unpacker);
		get(unpacker, &extra->idle_slots, sizeof(extra->idle_slots));
		get(unpacker, &extra->unaccounted_slots, sizeof(extra->unaccounted_slots));
	}
	counts.present = unpacker->present;
	counts.scaled = flags & PACKED_SCALED;
	counts.partial = (flags >> PACKED_PARTIAL_SHIFT & PACKED_PARTIAL) << EV_LEVEL2;
	get_counts(unpacker, &counts);
	return snapshot_set_counts(into, row, &counts) && complete;
}

/* The snapshot is cleared. */
static void get_opened(struct unpacker *unpacker, struct opened *opened)
{
	bool any;

	get(unpacker, &any, sizeof(any));
	if (!any)
		return;
	get(unpacker, opened, OPENED_NUMBERS);
	get_text(unpacker, opened->remark);
	get(unpacker, opened->node, opened->n * sizeof(opened->node[0]));
}

static void get_regions(struct unpacker *unpacker, struct region_state *regions)
{
	bool any;

	get(unpacker, &any, sizeof(any));
	if (!any)
		return;
	get(unpacker, regions, REGION_NUMBERS);
	get_text(unpacker, regions->remark);
}

static void set_task(struct snapshot *into, const struct history_task_key *key, struct row *row)
{
	char number[16];

	row->id = key->id;
	row->pid = key->pid;
	row->ppid = key->ppid;
	row->kernel = key->kernel;
	row->start_ns = key->start_ns;
	if (key->nameless)
		(void)snprintf(number, sizeof(number), ":%d", key->id);
	row->name = snapshot_keep(into, key->nameless ? number : string_text(key->name));
	if (row->kind != (enum row_kind)key->kind)	/* a first thread has the task of its
							 * process, and only its name */
		return;
	row->command = snapshot_keep(into, string_text(key->command));
	row->user = snapshot_keep(into, string_text(key->user));
	row->cgroup = snapshot_keep(into, string_text(key->cgroup));
}

int packed_snapshot_restore(const struct packed_snapshot *packed, struct snapshot *into)
{
	struct unpacker unpacker = { .at = (const char *)&packed->tasks[packed->n_tasks] };
	struct history_task *const *task = packed->tasks;

	snapshot_clear(into);
	get(&unpacker, into, HEAD_NUMBERS);
	get_text(&unpacker, into->recording.text);
	get_text(&unpacker, into->doing);
	get_text(&unpacker, into->trouble);
	get_opened(&unpacker, &into->opened);
	get_regions(&unpacker, &into->regions);
	for (size_t k = 0; k < N_KINDS; k++)
		for (size_t i = 0; i < packed->n[k]; i++) {
			struct row *row = snapshot_add(into, packed_kinds[k], 0);

			if (!row)
				return -ENOMEM;
			if (packed_kinds[k] != ROW_CPU && *task)
				set_task(into, history_task_key(*task), row);
			task += packed_kinds[k] != ROW_CPU;
			if (!get_row(&unpacker, into, row))
				return -ENOMEM;
		}
	return snapshot_finish(into);
}
