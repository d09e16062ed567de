/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finishes a draft: sorts, links and sums its rows, and has them evaluated. O(n log n) in the rows
 * of the interval; the memory it needs is kept from one draft to the next. Collector thread.
 */
#include "config.h"
#include "model/snapshot/finish.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "model/snapshot/group.h"
#include "model/snapshot/region_rows.h"
#include "model/snapshot/row.h"
#include "model/snapshot/scratch.h"
#include "model/snapshot/smt.h"
#include "model/snapshot/snapshot.h"
#include "model/snapshot/sort.h"

#define CARRIED_NS_MAX 60000000000ULL	/* time of a CPU that may be of earlier intervals */

static const struct cpu_place *finish_place_of(const struct snapshot *snapshot, const struct row *cpu)
{
	int index = machine_cpu_index(snapshot->machine, cpu->id);

	assert(index >= 0);
	return &snapshot->machine->cpus[index];
}

/*
 * The order of each table: processes and threads by (pid, start_ns, tid), regions by (pid,
 * start_ns, id), CPUs by (socket, node, core).
 */
static struct sort_key finish_key_of(const struct snapshot *snapshot, const struct row *row,
				     uint32_t index)
{
	if (row->kind == ROW_CPU) {
		const struct cpu_place *place = finish_place_of(snapshot, row);

		return (struct sort_key){ .major = place->socket,
				     .start_ns = (uint64_t)((uint32_t)place->node + 1) << 32 |
						 (uint32_t)place->core,
				     .minor = row->id, .row = index };
	}
	return (struct sort_key){ .major = row->kind == ROW_THREAD || row->kind == ROW_REGION ?
						   row->pid : row->id,
			     .minor = row->id, .start_ns = row->start_ns, .row = index };
}

/*
 * Brings the rows into the order of the keys, in place: each row is copied once, along the cycles
 * of the permutation. keys[i].row is the old index of row i; it becomes i once the row is in its
 * place.
 */
static void permute(struct row *rows, struct sort_key *keys, size_t n)
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

/* The keys of the rows are then in scratch->keys, in the order of the rows. */
static int sort_table(struct snapshot *snapshot, enum row_kind kind)
{
	struct sort_list *list = &snapshot->scratch->keys;
	struct row_table *table = &snapshot->table[kind];
	bool in_order = true;

	if (sort_list_reserve(list, table->n))
		return -ENOMEM;
	for (size_t i = 0; i < table->n; i++) {
		list->keys[i] = finish_key_of(snapshot, &table->rows[i], (uint32_t)i);
		if (i && sort_compare(&list->keys[i - 1], &list->keys[i]) > 0)
			in_order = false;
	}
	if (in_order)
		return 0;
	if (sort_keys(list, &snapshot->scratch->spare, table->n))
		return -ENOMEM;
	permute(table->rows, list->keys, table->n);
	return 0;
}

/*
 * Adds a process, named after the thread, for each thread whose process is missing. Called when the
 * keys are those of the threads: the rows, which are large, are not read for their pids.
 */
static int add_missing_processes(struct snapshot *snapshot)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	const struct row_table *threads = &snapshot->table[ROW_THREAD];
	const struct sort_key *keys = snapshot->scratch->keys.keys;
	size_t process = 0, known = processes->n;
	struct row *made = NULL;

	for (size_t i = 0; i < threads->n; i++) {
		const struct row *thread = &threads->rows[i];
		const int32_t pid = keys[i].major;

		if (i && pid == keys[i - 1].major) {
			if (made && made->id == pid)
				made->threads++;
			continue;
		}
		while (process < known && processes->rows[process].id < pid)
			process++;
		if (process < known && processes->rows[process].id == pid)
			continue;
		made = snapshot_add(snapshot, ROW_PROCESS, pid);
		if (!made)
			return -ENOMEM;
		made->pid = pid;
		made->start_ns = thread->start_ns;
		made->name = thread->name;
		made->user = thread->user;
		made->threads = 1;
	}
	return known == processes->n ? 0 : sort_table(snapshot, ROW_PROCESS);
}

/*
 * Both tables are sorted by (pid, start_ns), so one pass is enough. A reused pid has several
 * processes.
 */
static int link_threads(struct snapshot *snapshot)
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
		if (!snapshot_sum_or_share(snapshot, process, thread))
			return -ENOMEM;
	}
	return 0;
}

/* Likewise. */
static int index_threads(struct snapshot *snapshot)
{
	struct snapshot_scratch *scratch = snapshot->scratch;
	const struct sort_key *keys = scratch->keys.keys;
	const size_t n = snapshot->table[ROW_THREAD].n;

	if (sort_list_reserve(&scratch->by_tid, n))
		return -ENOMEM;
	scratch->n_by_tid = n;
	for (size_t i = 0; i < n; i++)
		scratch->by_tid.keys[i] = (struct sort_key){ .major = keys[i].minor,
						   .start_ns = keys[i].start_ns,
						   .row = (uint32_t)i };
	return sort_keys(&scratch->by_tid, &scratch->spare, n);
}

/* Returns the last row of the kind if it has this id and parent, else adds one. */
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

static bool adopt(struct snapshot *snapshot, struct row *parent, const struct row *child, uint32_t index,
		  uint32_t cpus)
{
	if (!parent->children++)
		parent->first = index;
	parent->threads += cpus;
	return snapshot_sum(snapshot, parent, child);
}

/* Nodes and sockets exist: gives the cores to both. */
static bool adopt_cores(struct snapshot *snapshot)
{
	struct row_table *table = snapshot->table;
	struct row *node = table[ROW_NODE].rows;
	bool complete = true;

	for (uint32_t i = 0; i < table[ROW_CORE].n; i++) {
		struct row *core = &table[ROW_CORE].rows[i];
		const struct cpu_place *place =
			finish_place_of(snapshot, &table[ROW_CPU].rows[core->first]);

		while (node->id != place->node || node->parent != core->parent)
			node++;
		complete &= adopt(snapshot, node, core, i, core->threads) &
			    adopt(snapshot, &table[ROW_SOCKET].rows[core->parent], core, i, core->threads);
	}
	return complete;
}

static bool count_cores_once(struct snapshot *snapshot)
{
	const struct row_table *cores = &snapshot->table[ROW_CORE];
	bool complete = true;

	for (size_t i = 0; i < cores->n; i++) {
		struct row *core = &cores->rows[i];

		const struct counts counts = smt_core_counts(snapshot->machine->family,
							     &snapshot->table[ROW_CPU].rows[core->first],
							     core->children);

		complete &= snapshot_set_counts(snapshot, core, &counts);
		if (core->extra != &row_no_extra)	/* while one CPU idles, the other has the slots */
			snapshot_extra(snapshot, core)->idle_slots = 0;
	}
	return complete;
}

/* CPUs are sorted by (socket, node, core), so the children of each of these are a run. */
static int make_cpu_tree(struct snapshot *snapshot)
{
	struct row_table *table = snapshot->table;
	struct row *parent;

	for (uint32_t i = 0; i < table[ROW_CPU].n; i++) {
		struct row *cpu = &table[ROW_CPU].rows[i];
		const struct cpu_place *place = finish_place_of(snapshot, cpu);

		if (!last_or_new(snapshot, ROW_SOCKET, place->socket, 0))
			return -ENOMEM;
		if (!last_or_new(snapshot, ROW_NODE, place->node, (int32_t)table[ROW_SOCKET].n - 1))
			return -ENOMEM;
		parent = last_or_new(snapshot, ROW_CORE, place->core,
				     (int32_t)table[ROW_SOCKET].n - 1);
		if (!parent)
			return -ENOMEM;
		cpu->parent = (int32_t)table[ROW_CORE].n - 1;
		if (!adopt(snapshot, parent, cpu, i, 1))
			return -ENOMEM;
	}
	if ((snapshot->machine->counts_cores && !count_cores_once(snapshot)) || !adopt_cores(snapshot))
		return -ENOMEM;
	parent = snapshot_add(snapshot, ROW_MACHINE, 0);
	if (!parent)
		return -ENOMEM;
	for (uint32_t i = 0; i < table[ROW_SOCKET].n; i++) {
		struct row *socket = &table[ROW_SOCKET].rows[i];

		if (!adopt(snapshot, parent, socket, i, socket->threads))
			return -ENOMEM;
	}
	return 0;
}

/* It is not known on which CPUs the watched tasks ran: the machine row is their sum. */
static bool sum_watched(struct snapshot *snapshot)
{
	struct row *machine = &snapshot->table[ROW_MACHINE].rows[0];
	bool complete = true;

	/* The sum of a whole recording has commands instead of processes (sums.c). */
	for (size_t i = 0; i < snapshot->table[ROW_PROCESS].n; i++)
		complete &= snapshot_sum(snapshot, machine, &snapshot->table[ROW_PROCESS].rows[i]);
	for (size_t i = 0; i < snapshot->table[ROW_COMMAND].n; i++)
		complete &= snapshot_sum(snapshot, machine, &snapshot->table[ROW_COMMAND].rows[i]);
	machine->threads = (uint32_t)snapshot->machine->n_cpus;
	return complete;
}

/* Counters that were off all the time (another user has them) say nothing, so nothing wrong. */
static void judge_soundness(struct snapshot *snapshot)
{
	struct row *machine = &snapshot->table[ROW_MACHINE].rows[0];

	snapshot->soundness = SOUND;
	row_evaluate(snapshot, machine);
	if (snapshot->running_ratio > 0)
		snapshot->soundness =
			soundness_of(&machine->numbers->counts, &machine->numbers->values, machine->busy_ns);
}

/*
 * A slice may have begun before the interval: then the row has more time than that. On a CPU not
 * much: a running task is read at each tick, and a CPU that is halted has no slots. A watched task
 * brings all that its children did in their life.
 */
static enum soundness judge_row(const struct snapshot *snapshot, const struct row *row)
{
	uint64_t cpus = row->kind == ROW_CPU ? 1 : snapshot->machine->n_cpus;
	uint64_t ns = row->busy_ns + row->extra->idle_ns + row->extra->unknown_ns;
	bool exact = row->kind <= ROW_CPU && !snapshot->machine->simulated;

	if (row->kind <= ROW_CPU && !snapshot->machine->watched[0] && ns > cpus * CARRIED_NS_MAX)
		ns = cpus * CARRIED_NS_MAX;
	if (ns < cpus * snapshot->interval_ns)
		ns = cpus * snapshot->interval_ns;
	return soundness_of_row(&row->numbers->counts, &row->numbers->values, ns, exact ? OVER_OF_CPUS : OVER_ROUGH);
}

/*
 * Says what is wrong with the first impossible row of those that sums are made of. Each is judged when
 * it is evaluated, as a large table does not stay in the cache until the end. Threads come before processes,
 * which may have the numbers of one.
 */
static enum soundness evaluate_rows(struct snapshot *snapshot)
{
	struct evaluator evaluator = evaluator_of(snapshot->machine->family);
	enum soundness soundness = SOUND;

	for (enum row_kind i = 0; i < ROW_KINDS; i++) {
		const enum row_kind kind = i == ROW_PROCESS ? ROW_THREAD : i == ROW_THREAD ? ROW_PROCESS : i;
		const struct row_table *table = &snapshot->table[kind];
		bool judged = kind == ROW_MACHINE || kind == ROW_CPU || kind == ROW_PROCESS;

		for (size_t at = 0; at < table->n; at++) {
			row_evaluate_by(&evaluator, snapshot, &table->rows[at]);
			if (judged && soundness == SOUND)
				soundness = judge_row(snapshot, &table->rows[at]);
		}
	}
	return soundness;
}

int snapshot_finish(struct snapshot *snapshot)
{
	int ret = sort_table(snapshot, ROW_CPU);
	enum soundness soundness;

	if (!ret)
		ret = sort_table(snapshot, ROW_PROCESS);
	if (!ret)
		ret = sort_table(snapshot, ROW_REGION);
	if (!ret)
		ret = sort_table(snapshot, ROW_THREAD);
	if (!ret)
		ret = index_threads(snapshot);
	if (!ret)
		ret = add_missing_processes(snapshot);
	if (!ret)
		ret = make_cpu_tree(snapshot);
	if (!ret)
		ret = link_threads(snapshot);
	if (!ret && (!region_rows_link(snapshot) || (snapshot->machine->watched[0] && !sum_watched(snapshot))))
		ret = -ENOMEM;
	if (ret)
		return ret;
	ret = group_processes(snapshot);
	snapshot_scratch_sorted(snapshot->scratch);
	judge_soundness(snapshot);
	soundness = evaluate_rows(snapshot);
	/* One impossible row spoils the sums that it is part of: then no row has values. */
	if (snapshot->soundness == SOUND && soundness != SOUND) {
		snapshot->soundness = soundness;
		(void)evaluate_rows(snapshot);
	}
	return ret;
}
