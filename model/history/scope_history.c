/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A ring of cells; see scope_history.h. Sums are made for each frame by one pass over the ring: a
 * screen has few cells, and what is wanted changes with each key. UI thread.
 */
#include "config.h"
#include "model/history/scope_history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/machine.h"
#include "model/pair_map.h"
#include "model/snapshot/snapshot.h"
#include "model/task.h"

#define RANGES 64		/* stretches without a gap */
#define NAMES 12288		/* tasks with a name */

/* A task that has cells. */
struct named {
	int32_t pid;
	uint64_t user, cgroup;	/* hashes, as start_ns of their rows; 0: not known */
	char name[SCOPE_NAME];
};

/* Cells from first to last, without a gap. */
struct range {
	uint64_t first, last;
};

struct scope_history {
	size_t cap, n, next;	/* next: place of the next cell */
	uint64_t seq;
	uint64_t lost_to;	/* cells up to this one have given way; 0: none */
	double wall_offset;	/* wall clock - source clock, seconds */
	struct range ranges[RANGES];	/* the oldest first */
	size_t n_ranges;
	struct named *names;	/* NAMES */
	uint32_t n_names;
	struct pair_map by_tid;	/* of a tid: where in names it is */
	struct slice_cell cells[];
};

struct scope_history *scope_history_new(size_t cells)
{
	const size_t cap = cells ? cells : 1;
	struct scope_history *history =
		calloc(1, sizeof(*history) + cap * sizeof(history->cells[0]));

	if (!history)
		return NULL;
	history->cap = cap;
	history->names = calloc(NAMES, sizeof(*history->names));
	if (history->names)
		return history;
	free(history);
	return NULL;
}

void scope_history_free(struct scope_history *history)
{
	if (!history)
		return;
	free(history->names);
	pair_map_done(&history->by_tid);
	free(history);
}

uint64_t scope_cell_at(uint64_t time_ns)
{
	return time_ns / SLICE_CELL_NS;
}

/* ---- names ---- */

static const struct named *find_named(const struct scope_history *history, int32_t tid)
{
	const uint32_t at = pair_map_get(&history->by_tid, (uint32_t)tid, 0);

	return at == PAIR_MAP_NONE ? NULL : &history->names[at];
}

/* The task's place, a new one if need be; NULL without memory. A full table starts again: names are for the eye. */
static struct named *history_place_of(struct scope_history *history, int32_t tid)
{
	uint32_t at;

	if (history->n_names == NAMES) {
		pair_map_clear(&history->by_tid);
		history->n_names = 0;
	}
	at = pair_map_put(&history->by_tid, (uint32_t)tid, 0, history->n_names);
	if (at == PAIR_MAP_NONE)
		return NULL;
	if (at == history->n_names)
		history->names[history->n_names++] = (struct named){ .name = "" };
	return &history->names[at];
}

static uint64_t hash_of_group(const struct snapshot *snapshot, enum row_kind kind, int32_t index)
{
	return index >= 0 && (size_t)index < snapshot->table[kind].n
		       ? snapshot->table[kind].rows[index].start_ns
		       : 0;
}

/* Learns what the snapshot knows of a task. */
static void learn(struct scope_history *history, const struct snapshot *snapshot,
		  const struct slice_cell *cell)
{
	const struct row *thread = snapshot_find(snapshot, ROW_THREAD, cell->tid);
	const struct row *process = snapshot_find(snapshot, ROW_PROCESS, cell->pid);
	struct named *named = history_place_of(history, cell->tid);

	if (!named)
		return;
	named->pid = cell->pid;
	if (thread || process)
		(void)snprintf(named->name, sizeof(named->name), "%s",
			       snapshot_text(snapshot, (thread ? thread : process)->name));
	if (!process)
		return;
	named->user = hash_of_group(snapshot, ROW_USER, process->of_user);
	named->cgroup = hash_of_group(snapshot, ROW_CGROUP, process->of_cgroup);
}

/* ---- the ring ---- */

/* The interval's cells are known; they go on where the last one ended, or there is a gap. */
static void add_range(struct scope_history *history, uint64_t first, uint64_t last)
{
	struct range *newest =
		history->n_ranges ? &history->ranges[history->n_ranges - 1] : NULL;

	if (last < first)
		return;
	if (newest && first <= newest->last + 1) {
		if (last > newest->last)
			newest->last = last;
		return;
	}
	if (history->n_ranges == RANGES)
		memmove(&history->ranges[0], &history->ranges[1],
			--history->n_ranges * sizeof(history->ranges[0]));
	history->ranges[history->n_ranges++] = (struct range){ first, last };
}

static void push(struct scope_history *history, const struct slice_cell *cell)
{
	struct slice_cell *place = &history->cells[history->next];

	if (history->n == history->cap) {
		if (place->cell > history->lost_to)
			history->lost_to = place->cell;
	} else {
		history->n++;
	}
	*place = *cell;
	history->next = (history->next + 1) % history->cap;
}

void scope_history_add(struct scope_history *history, const struct snapshot *snapshot)
{
	const struct slice_cells *slices = &snapshot->slices;
	int32_t learnt = 0;

	if (snapshot->seq <= history->seq)
		return;
	history->seq = snapshot->seq;
	if (!slices->on || snapshot->end_ns < SLICE_CELL_NS)
		return;
	if (!history->n_ranges)
		history->wall_offset = snapshot->time - (double)snapshot->end_ns / 1e9;
	/* A cell that the interval has only a part of at its end is known with the next one. */
	add_range(history, scope_cell_at(snapshot->end_ns - snapshot->interval_ns),
		  scope_cell_at(snapshot->end_ns) - 1);
	for (size_t i = 0; i < slices->n; i++) {
		const struct slice_cell *cell = &slices->cells[i];

		push(history, cell);
		if (cell->tid <= TID_IDLE || cell->tid == learnt)
			continue;
		learnt = cell->tid;
		learn(history, snapshot, cell);
	}
}

bool scope_history_range(const struct scope_history *history, uint64_t *first, uint64_t *last)
{
	if (!history->n_ranges)
		return false;
	*first = history->ranges[0].first;
	if (*first <= history->lost_to)
		*first = history->lost_to + 1;
	*last = history->ranges[history->n_ranges - 1].last;
	return *first <= *last;
}

double scope_history_wall(const struct scope_history *history, uint64_t cell)
{
	return (double)cell * ((double)SLICE_CELL_NS / 1e9) + history->wall_offset;
}

/* ---- targets ---- */

struct scope_target scope_target_of(const struct snapshot *snapshot, const struct row *row)
{
	struct scope_target target = { .kind = (int)row->kind, .id = row->id, .socket = -1 };
	const struct row_table *sockets = &snapshot->table[ROW_SOCKET];

	if (row->kind == ROW_USER || row->kind == ROW_CGROUP)
		target.hash = row->start_ns;
	if ((row->kind == ROW_CORE || row->kind == ROW_NODE) && row->parent >= 0 &&
	    (size_t)row->parent < sockets->n)
		target.socket = sockets->rows[row->parent].id;
	return target;
}

static bool has_cpu(const struct scope_target *target, const struct cpu_place *place)
{
	switch ((enum row_kind)target->kind) {
	case ROW_MACHINE:
		return true;
	case ROW_SOCKET:
		return place->socket == target->id;
	case ROW_NODE:
		return place->node == target->id &&
		       (target->socket < 0 || place->socket == target->socket);
	case ROW_CORE:
		return place->core == target->id &&
		       (target->socket < 0 || place->socket == target->socket);
	default:
		return place->cpu == target->id;
	}
}

static bool is_of_cpus(const struct scope_target *target)
{
	return target->kind <= (int)ROW_CPU;
}

static bool matches(const struct scope_history *history, const struct machine *machine,
		    const struct scope_target *target, const struct slice_cell *cell)
{
	const struct named *named;
	int index;

	if (target->kind == (int)ROW_MACHINE)
		return true;
	if (is_of_cpus(target)) {
		index = machine_cpu_index(machine, cell->cpu);
		return index >= 0 && has_cpu(target, &machine->cpus[index]);
	}
	if (cell->tid <= TID_IDLE)
		return false;
	if (target->kind == (int)ROW_PROCESS)
		return cell->pid == target->id;
	if (target->kind == (int)ROW_THREAD)
		return cell->tid == target->id;
	named = find_named(history, cell->tid);
	return named && target->hash &&
	       (target->kind == (int)ROW_USER ? named->user : named->cgroup) == target->hash;
}

/* ---- sums ---- */

static bool history_is_known(const struct scope_history *history, uint64_t cell)
{
	if (cell <= history->lost_to)
		return false;
	for (size_t i = history->n_ranges; i--;)
		if (cell >= history->ranges[i].first)
			return cell <= history->ranges[i].last;
	return false;
}

/* How many of n cells are known. By ranges: clocks of recordings may jump far. */
static uint64_t count_known(const struct scope_history *history, uint64_t first, uint64_t n)
{
	uint64_t known = 0;

	for (size_t i = history->n_ranges; n && i--;) {
		const struct range *range = &history->ranges[i];
		const uint64_t last = first + (n - 1);
		uint64_t from = range->first > first ? range->first : first;
		uint64_t to = range->last < last ? range->last : last;

		if (from <= history->lost_to)
			from = history->lost_to + 1;
		if (from <= to)
			known += to - from + 1;
		if (range->first <= first)
			break;
	}
	return known;
}

/* CPUs that a cell of the target has room for: its own, or one for tasks. */
static size_t count_room(const struct machine *machine, const struct scope_target *target)
{
	size_t n = 0;

	for (size_t i = 0; is_of_cpus(target) && i < machine->n_cpus; i++)
		n += has_cpu(target, &machine->cpus[i]);
	return n ? n : 1;
}

static void history_add(struct scope_sum *sum, const struct slice_cell *cell)
{
	if (cell->tid == TID_UNKNOWN) {
		sum->unknown_ns += (float)cell->ran_ns;
		return;
	}
	sum->heat.busy_ns += (float)cell->ran_ns;
	sum->spread_ns += (float)cell->spread_ns;
	if ((float)cell->longest_us * 1000 > sum->longest_ns)
		sum->longest_ns = (float)cell->longest_us * 1000;
	for (int i = 0; i < FAMILY_CLASSES; i++)
		sum->heat.slots[i] += cell->slots[i];
}

void scope_history_sum(const struct scope_history *history, const struct machine *machine,
		       const struct scope_target *target, uint64_t first, uint64_t each,
		       struct scope_sum *sums, size_t n)
{
	const float room_ns = (float)(count_room(machine, target) * SLICE_CELL_NS);

	memset(sums, 0, n * sizeof(*sums));
	for (size_t i = 0; i < n; i++)
		sums[i].heat.room_ns =
			room_ns * (float)count_known(history, first + i * each, each);
	for (size_t i = 0; i < history->n; i++) {
		const struct slice_cell *cell = &history->cells[i];

		if (cell->cell >= first && cell->cell - first < n * each &&
		    history_is_known(history, cell->cell) && matches(history, machine, target, cell))
			history_add(&sums[(cell->cell - first) / each], cell);
	}
}

static int compare_tasks(const void *a, const void *b)
{
	const struct scope_task *one = a, *two = b;

	if (one->sum.heat.busy_ns != two->sum.heat.busy_ns)
		return one->sum.heat.busy_ns > two->sum.heat.busy_ns ? -1 : 1;
	return one->tid < two->tid ? -1 : one->tid > two->tid;
}

/* The task with this tid among n; a new one if there is room, else NULL. */
static struct scope_task *task_of(struct scope_task *tasks, size_t *n, size_t most, int32_t tid)
{
	for (size_t i = 0; i < *n; i++)
		if (tasks[i].tid == tid)
			return &tasks[i];
	if (*n == most)
		return NULL;
	tasks[*n] = (struct scope_task){ .tid = tid, .name = "" };
	return &tasks[(*n)++];
}

size_t scope_history_tasks(const struct scope_history *history, const struct machine *machine,
			   const struct scope_target *target, uint64_t first, uint64_t last,
			   struct scope_task *tasks, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; i < history->n; i++) {
		const struct slice_cell *cell = &history->cells[i];
		struct scope_task *task;

		if (cell->cell < first || cell->cell > last || cell->tid == TID_UNKNOWN ||
		    !matches(history, machine, target, cell))
			continue;
		task = task_of(tasks, &n, most, cell->tid);
		if (!task)
			continue;
		task->pid = cell->pid;
		history_add(&task->sum, cell);
		task->sum.heat.room_ns = (float)((last - first + 1) * SLICE_CELL_NS);
	}
	for (size_t i = 0; i < n; i++) {
		const struct named *named = find_named(history, tasks[i].tid);

		tasks[i].name = named ? named->name : "";
	}
	qsort(tasks, n, sizeof(*tasks), compare_tasks);
	return n;
}
