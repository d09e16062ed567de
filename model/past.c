/* SPDX-License-Identifier: GPL-2.0-only */
/* Whole snapshots of the past, packed; see past.h. UI thread. */
#include "config.h"
#include "model/past.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash leaves the element out; without this it calls exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/snapshot.h"
#include "model/texts.h"

/* No padding: hashed as bytes. Texts of one store are the same if their pointers are. */
struct key {
	uint64_t start_ns;
	struct text *name, *command, *user, *cgroup;
	int32_t id, pid, ppid;
	int32_t kind;
};

/* Who a task is: kept once, however many moments it is in. */
struct past_task {
	UT_hash_handle hh;
	struct key key;
	size_t refs;
};

/* From PACKED_PARTIAL_SHIFT on a bit for each event of level 2; the bases of those follow its counts. */
enum packed_flag { PACKED_EXITED = 1, PACKED_SCALED = 2, PACKED_PARTIAL_SHIFT = 2, PACKED_BORN = 128 };

/* A row. Its numbers follow behind all rows, in the order of the rows; a process, the sum of its threads, has none. */
struct packed_row {
	union {
		struct past_task *task;
		int32_t cpu;
	} of;
	uint32_t slices_or_threads;	/* threads of a process, slices of others */
	uint32_t present;
	uint8_t kind, flags;
};

_Static_assert(EV_COUNT <= 32, "packed_row.present has a bit for each event");
_Static_assert(PACKED_PARTIAL_SHIFT + EV_LEVEL2_COUNT <= 8, "packed_row.flags has one for level 2");

#define CAP_STEP ((size_t)4096)
#define TASK_WORDS 2	/* busy_ns */
#define CPU_WORDS 10	/* that, idle_ns, unknown_ns, idle_slots, unaccounted_slots */

/* What a draft is made of; sums and links are made again. */
static const enum row_kind packed_kinds[] = { ROW_CPU, ROW_PROCESS, ROW_THREAD };

#define N_KINDS (sizeof(packed_kinds) / sizeof(packed_kinds[0]))

struct moment {
	size_t cap;
	struct snapshot head;	/* everything of it that is not memory of its own */
	size_t n_rows;
	struct packed_row rows[];
};

struct past {
	size_t most, near, bytes_max;
	size_t n, bytes;	/* moments, what they take */
	struct moment *spare;	/* one that was dropped: when all is full, each is made in the memory of another */
	struct texts texts;
	struct past_task *tasks;	/* a hash by their key */
	struct moment *moments[];	/* oldest first; room for most + 1 */
};

struct past *past_new(size_t most, size_t near, size_t bytes)
{
	size_t cap = most < 2 ? 2 : most;
	struct past *past = calloc(1, sizeof(*past) + (cap + 1) * sizeof(past->moments[0]));

	if (!past)
		return NULL;
	past->most = cap;
	past->near = near < cap - 1 ? near : cap - 2;
	past->bytes_max = bytes;
	return past;
}

void past_limit(struct past *past, size_t bytes)
{
	past->bytes_max = bytes;
}

/* ---- tasks ---- */

static void give_texts(struct past *past, const struct key *key)
{
	texts_give(&past->texts, key->name);
	texts_give(&past->texts, key->command);
	texts_give(&past->texts, key->user);
	texts_give(&past->texts, key->cgroup);
}

static struct past_task *add_task(struct past *past, const struct key *key)
{
	struct past_task *task = calloc(1, sizeof(*task));

	if (!task)
		return NULL;
	task->key = *key;
	HASH_ADD(hh, past->tasks, key, sizeof(task->key), task);
	if (task->hh.tbl)
		return task;
	free(task);
	return NULL;
}

/* *last: the key of the row before, whose texts are often the same. NULL without memory. */
static struct past_task *take_task(struct past *past, const struct snapshot *snapshot, const struct row *row,
				   const struct key *last)
{
	const struct key key = {
		.start_ns = row->start_ns,
		.name = texts_take(&past->texts, snapshot_text(snapshot, row->name), last->name),
		.command = texts_take(&past->texts, snapshot_text(snapshot, row->command), last->command),
		.user = texts_take(&past->texts, snapshot_text(snapshot, row->user), last->user),
		.cgroup = texts_take(&past->texts, snapshot_text(snapshot, row->cgroup), last->cgroup),
		.id = row->id, .pid = row->pid, .ppid = row->ppid, .kind = (int32_t)row->kind,
	};
	struct past_task *task;

	HASH_FIND(hh, past->tasks, &key, sizeof(key), task);
	if (task)
		give_texts(past, &key);	/* it holds them already */
	else
		task = add_task(past, &key);
	if (task)
		task->refs++;
	else
		give_texts(past, &key);
	return task;
}

static void give_task(struct past *past, struct past_task *task)
{
	if (!task || --task->refs)
		return;
	give_texts(past, &task->key);
	HASH_DEL(past->tasks, task);
	free(task);
}

/* ---- one moment ---- */

static void drop(struct past *past, size_t at)
{
	struct moment *moment = past->moments[at];

	for (size_t i = 0; i < moment->n_rows; i++) {
		const struct packed_row *row = &moment->rows[i];

		if (row->kind != ROW_CPU)
			give_task(past, row->of.task);
	}
	past->bytes -= moment->cap;
	past->n--;
	memmove(&past->moments[at], &past->moments[at + 1],
		(past->n - at) * sizeof(past->moments[0]));
	free(past->spare);
	past->spare = moment;
}

/* Memory for so many bytes, not too much of it. NULL without. */
static struct moment *make_moment(struct past *past, size_t bytes)
{
	struct moment *moment = past->spare;
	size_t cap = (bytes + CAP_STEP - 1) / CAP_STEP * CAP_STEP;

	if (moment && moment->cap >= bytes && moment->cap <= 2 * cap) {
		past->spare = NULL;
	} else {
		moment = malloc(cap);
		if (!moment)
			return NULL;
		moment->cap = cap;
	}
	past->bytes += moment->cap;
	return moment;
}

void past_free(struct past *past)
{
	if (!past)
		return;
	while (past->n)
		drop(past, past->n - 1);
	free(past->spare);
	free(past);
}

/* A process is the sum of its threads: it comes without counts. */
static bool has_counts(const struct row *row)
{
	return row->kind != ROW_PROCESS;
}

static size_t count_numbers(const struct counts *counts)
{
	return (size_t)__builtin_popcount(counts->present) + (size_t)__builtin_popcount(counts->partial);
}

/* Numbers of a row, in words of 32 bits: its time, what more a CPU has, a float for each count and base. */
static size_t count_words(const struct row *row)
{
	if (!has_counts(row))
		return 0;
	return (row->kind == ROW_CPU ? CPU_WORDS : TASK_WORDS) + count_numbers(&row->counts);
}

static void measure(const struct snapshot *snapshot, size_t *rows, size_t *words)
{
	*rows = *words = 0;
	for (size_t k = 0; k < N_KINDS; k++) {
		const struct row_table *table = &snapshot->table[packed_kinds[k]];

		*rows += table->n;
		for (size_t i = 0; i < table->n; i++)
			*words += count_words(&table->rows[i]);
	}
}

static char *put(char *at, const void *value, size_t size)
{
	memcpy(at, value, size);
	return at + size;
}

static const char *get(const char *at, void *value, size_t size)
{
	memcpy(value, at, size);
	return at + size;
}

static char *pack_numbers(const struct row *row, char *at)
{
	double numbers[COUNTS_NUMBERS];
	size_t n;

	if (!has_counts(row))
		return at;
	at = put(at, &row->busy_ns, sizeof(row->busy_ns));
	if (row->kind == ROW_CPU) {
		at = put(at, &row->idle_ns, sizeof(row->idle_ns));
		at = put(at, &row->unknown_ns, sizeof(row->unknown_ns));
		at = put(at, &row->idle_slots, sizeof(row->idle_slots));
		at = put(at, &row->unaccounted_slots, sizeof(row->unaccounted_slots));
	}
	n = counts_pack(&row->counts, numbers);
	for (size_t i = 0; i < n; i++) {
		const float number = (float)numbers[i];

		at = put(at, &number, sizeof(number));
	}
	return at;
}

static void pack_row(struct past *past, const struct snapshot *snapshot, const struct row *row,
		     struct packed_row *packed, struct key *last)
{
	*packed = (struct packed_row){
		.kind = (uint8_t)row->kind, .slices_or_threads = row->threads,
		.flags = (uint8_t)((row->exited ? PACKED_EXITED : 0) |
				   (row->born ? PACKED_BORN : 0)),
	};
	if (has_counts(row)) {
		packed->slices_or_threads = row->slices < UINT32_MAX ? (uint32_t)row->slices : UINT32_MAX;
		packed->present = row->counts.present;
		packed->flags |= (uint8_t)(row->counts.scaled ? PACKED_SCALED : 0);
		packed->flags |= (uint8_t)(row->counts.partial >> EV_LEVEL2 << PACKED_PARTIAL_SHIFT);
	}
	if (row->kind == ROW_CPU) {
		packed->of.cpu = row->id;
		return;
	}
	packed->of.task = take_task(past, snapshot, row, last);
	if (packed->of.task)
		*last = packed->of.task->key;
}

static void pack(struct past *past, const struct snapshot *snapshot, struct moment *moment)
{
	struct packed_row *packed = moment->rows;
	char *numbers = (char *)&moment->rows[moment->n_rows];
	struct key last = { .start_ns = 0 };

	moment->head = *snapshot;
	memset(moment->head.table, 0, sizeof(moment->head.table));
	moment->head.texts = NULL;
	moment->head.scratch = NULL;
	for (size_t k = 0; k < N_KINDS; k++) {
		const struct row_table *table = &snapshot->table[packed_kinds[k]];

		for (size_t i = 0; i < table->n; i++) {
			pack_row(past, snapshot, &table->rows[i], packed++, &last);
			numbers = pack_numbers(&table->rows[i], numbers);
		}
	}
}

/* ---- thinning ---- */

/* Of those before `end`, but not the oldest, the one whose loss leaves the smallest hole for its age. */
static size_t find_dispensable(const struct past *past, size_t end)
{
	double now = (double)past_seq(past, past->n - 1), least = 0;
	size_t best = 0;

	for (size_t i = 1; i < end; i++) {
		double hole = (double)(past_seq(past, i + 1) - past_seq(past, i - 1));
		double cost = hole / (now - (double)past_seq(past, i));

		if (!best || cost < least) {
			best = i;
			least = cost;
		}
	}
	return best;
}

static void thin(struct past *past)
{
	while (past->n > past->most)
		drop(past, find_dispensable(past, past->n - past->near));
	while (past->n > 1 && past_bytes(past) > past->bytes_max)
		drop(past, find_dispensable(past, past->n - 1));
}

int past_add(struct past *past, const struct snapshot *snapshot)
{
	struct moment *moment;
	size_t rows, words;

	if (!snapshot_machine(snapshot))
		return 0;
	if (past->n && snapshot->seq <= past_seq(past, past->n - 1))
		return 0;
	measure(snapshot, &rows, &words);
	moment = make_moment(past, sizeof(*moment) + rows * sizeof(moment->rows[0]) +
				   words * sizeof(uint32_t));
	if (!moment)
		return -ENOMEM;
	moment->n_rows = rows;
	pack(past, snapshot, moment);
	past->moments[past->n++] = moment;
	thin(past);
	return 0;
}

/* ---- reading ---- */

size_t past_length(const struct past *past)
{
	return past->n;
}

size_t past_bytes(const struct past *past)
{
	return past->bytes + past->texts.bytes + HASH_COUNT(past->tasks) * sizeof(struct past_task);
}

uint64_t past_seq(const struct past *past, size_t at)
{
	return past->moments[at]->head.seq;
}

size_t past_find(const struct past *past, uint64_t seq)
{
	size_t low = 0, high = past->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (past_seq(past, middle) <= seq)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : 0;
}

static void unpack_task(struct snapshot *into, const struct key *key, struct row *row)
{
	row->pid = key->pid;
	row->ppid = key->ppid;
	row->start_ns = key->start_ns;
	row->name = snapshot_keep(into, text_string(key->name));
	row->command = snapshot_keep(into, text_string(key->command));
	row->user = snapshot_keep(into, text_string(key->user));
	row->cgroup = snapshot_keep(into, text_string(key->cgroup));
}

static const char *unpack_numbers(struct row *row, const char *at)
{
	const size_t n = count_numbers(&row->counts);
	double numbers[COUNTS_NUMBERS];

	at = get(at, &row->busy_ns, sizeof(row->busy_ns));
	if (row->kind == ROW_CPU) {
		at = get(at, &row->idle_ns, sizeof(row->idle_ns));
		at = get(at, &row->unknown_ns, sizeof(row->unknown_ns));
		at = get(at, &row->idle_slots, sizeof(row->idle_slots));
		at = get(at, &row->unaccounted_slots, sizeof(row->unaccounted_slots));
	}
	for (size_t i = 0; i < n; i++) {
		float number;

		at = get(at, &number, sizeof(number));
		numbers[i] = (double)number;
	}
	(void)counts_unpack(&row->counts, numbers);
	return at;
}

static const char *unpack_row(struct snapshot *into, const struct packed_row *packed,
			      struct row *row, const char *numbers)
{
	row->exited = packed->flags & PACKED_EXITED;
	row->born = packed->flags & PACKED_BORN;
	row->counts.scaled = packed->flags & PACKED_SCALED;
	row->counts.present = packed->present;
	row->counts.partial = (uint32_t)(packed->flags & ~PACKED_BORN) >> PACKED_PARTIAL_SHIFT << EV_LEVEL2;
	if (packed->kind != ROW_CPU && packed->of.task)
		unpack_task(into, &packed->of.task->key, row);
	if (!has_counts(row)) {
		row->threads = packed->slices_or_threads;
		return numbers;
	}
	row->threads = row->kind == ROW_THREAD;	/* snapshot_finish() counts CPUs */
	row->slices = packed->slices_or_threads;
	return unpack_numbers(row, numbers);
}

/* The values of the head; memory stays that of `into`. */
static void unpack_head(const struct snapshot *head, struct snapshot *into)
{
	struct snapshot own = *into;

	*into = *head;
	memcpy(into->table, own.table, sizeof(into->table));
	into->texts = own.texts;
	into->n_texts = own.n_texts;
	into->cap_texts = own.cap_texts;
	into->need_texts = own.need_texts;
	into->scratch = own.scratch;
}

static int32_t id_of(const struct packed_row *packed)
{
	if (packed->kind == ROW_CPU)
		return packed->of.cpu;
	return packed->of.task ? packed->of.task->key.id : 0;
}

int past_restore(const struct past *past, size_t at, struct snapshot *into)
{
	const struct moment *moment = past->moments[at];
	const char *numbers = (const char *)&moment->rows[moment->n_rows];

	snapshot_clear(into);
	unpack_head(&moment->head, into);
	for (size_t i = 0; i < moment->n_rows; i++) {
		const struct packed_row *packed = &moment->rows[i];
		struct row *row = snapshot_add(into, (enum row_kind)packed->kind, id_of(packed));

		if (!row)
			return -ENOMEM;
		numbers = unpack_row(into, packed, row, numbers);
	}
	return snapshot_finish(into);
}
