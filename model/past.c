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

/* A text that one or more rows have. */
struct past_text {
	UT_hash_handle hh;
	size_t refs, length;
	char text[];
};

/* From PACKED_PARTIAL_SHIFT on a bit for each event of level 2; the bases of those follow its counts. */
enum packed_flag { PACKED_EXITED = 1, PACKED_SCALED = 2, PACKED_PARTIAL_SHIFT = 2, PACKED_BORN = 128 };

/* A row without its counts; those present follow behind all rows, in the order of the rows. */
struct packed_row {
	uint64_t start_ns, busy_ns;
	union {
		struct {
			struct past_text *name, *command, *user, *cgroup;	/* NULL: "" */
		} task;
		struct {
			uint64_t idle_ns, unknown_ns;
			double idle_slots, unaccounted_slots;
		} cpu;
	} of;
	int32_t id, pid, ppid;
	uint32_t threads, slices;
	uint32_t present;
	uint8_t kind, flags;
};

_Static_assert(EV_COUNT <= 32, "packed_row.present has a bit for each event");
_Static_assert(PACKED_PARTIAL_SHIFT + EV_LEVEL2_COUNT <= 8, "packed_row.flags has one for level 2");

/* What a draft is made of; sums and links are made again. */
static const enum row_kind packed_kinds[] = { ROW_CPU, ROW_PROCESS, ROW_THREAD };

#define N_KINDS (sizeof(packed_kinds) / sizeof(packed_kinds[0]))

struct moment {
	size_t bytes;
	struct snapshot head;	/* everything of it that is not memory of its own */
	size_t n_rows;
	struct packed_row rows[];
};

struct past {
	size_t most, near, bytes_max;
	size_t n, bytes;
	struct past_text *texts;	/* a hash */
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

/* ---- texts ---- */

/* last: what the row before has there, which is often the same; not used beyond one snapshot. */
static struct past_text *take_text(struct past *past, const char *text, struct past_text **last)
{
	size_t length = strlen(text);
	struct past_text *found = *last;

	if (!length)
		return NULL;
	if (found && found->length == length && !memcmp(found->text, text, length)) {
		found->refs++;
		return found;
	}
	HASH_FIND(hh, past->texts, text, length, found);
	if (!found) {
		found = calloc(1, sizeof(*found) + length + 1);
		if (!found)
			return NULL;
		found->length = length;
		memcpy(found->text, text, length);
		HASH_ADD_KEYPTR(hh, past->texts, found->text, length, found);
		if (!found->hh.tbl) {
			free(found);
			return NULL;
		}
		past->bytes += sizeof(*found) + length;
	}
	found->refs++;
	*last = found;
	return found;
}

static void give_text(struct past *past, struct past_text *text)
{
	if (!text || --text->refs)
		return;
	past->bytes -= sizeof(*text) + text->length;
	HASH_DEL(past->texts, text);
	free(text);
}

/* ---- one moment ---- */

static void drop(struct past *past, size_t at)
{
	struct moment *moment = past->moments[at];

	for (size_t i = 0; i < moment->n_rows; i++) {
		const struct packed_row *row = &moment->rows[i];

		if (row->kind == ROW_CPU)
			continue;
		give_text(past, row->of.task.name);
		give_text(past, row->of.task.command);
		give_text(past, row->of.task.user);
		give_text(past, row->of.task.cgroup);
	}
	past->bytes -= moment->bytes;
	past->n--;
	memmove(&past->moments[at], &past->moments[at + 1],
		(past->n - at) * sizeof(past->moments[0]));
	free(moment);
}

void past_free(struct past *past)
{
	if (!past)
		return;
	while (past->n)
		drop(past, past->n - 1);
	free(past);
}

/* A process is the sum of its threads: it comes without counts. */
static bool has_counts(const struct row *row)
{
	return row->kind != ROW_PROCESS;
}

static size_t count_floats(const struct counts *counts)
{
	return (size_t)__builtin_popcount(counts->present) +
	       (size_t)__builtin_popcount(counts->partial);
}

static void measure(const struct snapshot *snapshot, size_t *rows, size_t *floats)
{
	*rows = *floats = 0;
	for (size_t k = 0; k < N_KINDS; k++) {
		const struct row_table *table = &snapshot->table[packed_kinds[k]];

		*rows += table->n;
		for (size_t i = 0; i < table->n; i++)
			if (has_counts(&table->rows[i]))
				*floats += count_floats(&table->rows[i].counts);
	}
}

static float *pack_counts(const struct row *row, float *floats)
{
	for (int event = 0; event < EV_COUNT; event++)
		if (row->counts.present & 1U << event)
			*floats++ = (float)row->counts.value[event];
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		if (row->counts.partial & 1U << (EV_LEVEL2 + i))
			*floats++ = (float)row->counts.base[i];
	return floats;
}

static void pack_row(struct past *past, const struct snapshot *snapshot, const struct row *row,
		     struct packed_row *packed, struct past_text *last[4])
{
	*packed = (struct packed_row){
		.kind = (uint8_t)row->kind, .id = row->id, .pid = row->pid, .ppid = row->ppid,
		.start_ns = row->start_ns, .threads = row->threads,
		.flags = (uint8_t)((row->exited ? PACKED_EXITED : 0) |
				   (row->born ? PACKED_BORN : 0)),
	};
	if (has_counts(row)) {
		packed->busy_ns = row->busy_ns;
		packed->slices = row->slices < UINT32_MAX ? (uint32_t)row->slices : UINT32_MAX;
		packed->present = row->counts.present;
		packed->flags |= (uint8_t)(row->counts.scaled ? PACKED_SCALED : 0);
		packed->flags |= (uint8_t)(row->counts.partial >> EV_LEVEL2 << PACKED_PARTIAL_SHIFT);
	}
	if (row->kind == ROW_CPU) {
		packed->of.cpu.idle_ns = row->idle_ns;
		packed->of.cpu.unknown_ns = row->unknown_ns;
		packed->of.cpu.idle_slots = row->idle_slots;
		packed->of.cpu.unaccounted_slots = row->unaccounted_slots;
	} else {
		packed->of.task.name = take_text(past, snapshot_text(snapshot, row->name), &last[0]);
		packed->of.task.command = take_text(past, snapshot_text(snapshot, row->command),
						    &last[1]);
		packed->of.task.user = take_text(past, snapshot_text(snapshot, row->user), &last[2]);
		packed->of.task.cgroup = take_text(past, snapshot_text(snapshot, row->cgroup), &last[3]);
	}
}

static void pack(struct past *past, const struct snapshot *snapshot, struct moment *moment)
{
	struct packed_row *packed = moment->rows;
	float *floats = (float *)&moment->rows[moment->n_rows];
	struct past_text *last[4] = { NULL };

	moment->head = *snapshot;
	memset(moment->head.table, 0, sizeof(moment->head.table));
	moment->head.texts = NULL;
	moment->head.scratch = NULL;
	for (size_t k = 0; k < N_KINDS; k++) {
		const struct row_table *table = &snapshot->table[packed_kinds[k]];

		for (size_t i = 0; i < table->n; i++) {
			pack_row(past, snapshot, &table->rows[i], packed++, last);
			if (has_counts(&table->rows[i]))
				floats = pack_counts(&table->rows[i], floats);
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
	while (past->n > 1 && past->bytes > past->bytes_max)
		drop(past, find_dispensable(past, past->n - 1));
}

int past_add(struct past *past, const struct snapshot *snapshot)
{
	struct moment *moment;
	size_t rows, floats, bytes;

	if (!snapshot_machine(snapshot))
		return 0;
	if (past->n && snapshot->seq <= past_seq(past, past->n - 1))
		return 0;
	measure(snapshot, &rows, &floats);
	bytes = sizeof(*moment) + rows * sizeof(moment->rows[0]) + floats * sizeof(float);
	moment = malloc(bytes);
	if (!moment)
		return -ENOMEM;
	moment->bytes = bytes;
	moment->n_rows = rows;
	past->bytes += bytes;
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
	return past->bytes;
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

static text_t keep(struct snapshot *into, const struct past_text *text)
{
	return text ? snapshot_keep(into, text->text) : 0;
}

static const float *unpack_row(struct snapshot *into, const struct packed_row *packed,
			       struct row *row, const float *floats)
{
	row->pid = packed->pid;
	row->ppid = packed->ppid;
	row->start_ns = packed->start_ns;
	row->busy_ns = packed->busy_ns;
	row->threads = packed->threads;
	row->slices = packed->slices;
	row->exited = packed->flags & PACKED_EXITED;
	row->born = packed->flags & PACKED_BORN;
	row->counts.scaled = packed->flags & PACKED_SCALED;
	row->counts.present = packed->present;
	for (int event = 0; event < EV_COUNT; event++)
		if (packed->present & 1U << event)
			row->counts.value[event] = (double)*floats++;
	row->counts.partial = (uint32_t)(packed->flags & ~PACKED_BORN) >> PACKED_PARTIAL_SHIFT << EV_LEVEL2;
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		if (row->counts.partial & 1U << (EV_LEVEL2 + i))
			row->counts.base[i] = (double)*floats++;
	if (packed->kind == ROW_CPU) {
		row->threads = 0;	/* snapshot_finish() counts CPUs */
		row->idle_ns = packed->of.cpu.idle_ns;
		row->unknown_ns = packed->of.cpu.unknown_ns;
		row->idle_slots = packed->of.cpu.idle_slots;
		row->unaccounted_slots = packed->of.cpu.unaccounted_slots;
	} else {
		row->name = keep(into, packed->of.task.name);
		row->command = keep(into, packed->of.task.command);
		row->user = keep(into, packed->of.task.user);
		row->cgroup = keep(into, packed->of.task.cgroup);
	}
	return floats;
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
	into->scratch = own.scratch;
}

int past_restore(const struct past *past, size_t at, struct snapshot *into)
{
	const struct moment *moment = past->moments[at];
	const float *floats = (const float *)&moment->rows[moment->n_rows];

	snapshot_clear(into);
	unpack_head(&moment->head, into);
	for (size_t i = 0; i < moment->n_rows; i++) {
		const struct packed_row *packed = &moment->rows[i];
		struct row *row = snapshot_add(into, (enum row_kind)packed->kind, packed->id);

		if (!row)
			return -ENOMEM;
		floats = unpack_row(into, packed, row, floats);
	}
	return snapshot_finish(into);
}
