/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds what limits the machine; see bottleneck.h. Counts of processes of one name are added before
 * they are evaluated, because a compiler's thousand short runs have too few slots each.
 */
#include "config.h"
#include "model/snapshot/bottleneck.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/hash.h"
#include "model/snapshot/row.h"
#include "model/snapshot/sort.h"

#define KEPT_MOST 8192		/* processes whose room for sorting is kept: 0.4 MB */
#define IDLE_PERCENT 5.0	/* a machine that is less busy is idle, */
#define IDLE_CPUS 0.5		/* unless it is so large that this is half a CPU or more */
#define NEXT_WORTH 10.0		/* percent of the node: each name but the largest has this, */
#define NAMES_ENOUGH 80.0	/* and none follows if those before have this */
#define SURE_NS UINT64_C(2500000000)	/* three intervals of a second, each a bit short */
#define MISSED_NS (3 * SURE_NS)	/* findings alternate: any is better than an old one */

static bool is_idle(const struct snapshot *snapshot, const struct row *machine)
{
	return row_busy_percent(snapshot, machine) < IDLE_PERCENT &&
	       row_cpu_percent(snapshot, machine) < 100 * IDLE_CPUS;
}

/* Classes over their thresholds that are too close to the largest for a worst path. */
static uint32_t close_classes(const struct values *values)
{
	float largest = 0;
	uint32_t nodes = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && metric_is_over(values, m))
			largest = fmaxf(largest, values->percent[m]);
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && metric_is_over(values, m) &&
		    largest - values->percent[m] < WORST_TOO_CLOSE)
			nodes |= 1U << m;
	return nodes;
}

struct limit limit_of_values(const struct values *values, int levels)
{
	struct limit limit = { .kind = BOTTLENECK_UNKNOWN, .node = M_NONE };
	enum metric_id path[2];
	const int length = worst_path(values, levels, path);

	if (length) {
		limit.kind = BOTTLENECK_NODE;
		limit.node = path[length - 1];
		limit.nodes = 1U << limit.node;
		return limit;
	}
	limit.nodes = close_classes(values);
	if (limit.nodes)
		limit.kind = BOTTLENECK_SEVERAL;
	else if (values_are_whole(values))
		limit.kind = BOTTLENECK_NONE;
	return limit;
}

static void judge(const struct snapshot *snapshot, struct bottleneck *found)
{
	const struct row *machine = snapshot_machine(snapshot);
	struct limit limit;

	*found = (struct bottleneck){ .kind = BOTTLENECK_UNKNOWN, .tasks_percent = NAN };
	if (!machine || snapshot->soundness != SOUND ||
	    !family_has_counters(snapshot->machine->family))
		return;
	if (!snapshot->machine->watched[0] && is_idle(snapshot, machine)) {
		found->kind = BOTTLENECK_IDLE;
		return;
	}
	limit = limit_of_values(&machine->numbers->values, snapshot->machine->levels);
	found->kind = limit.kind;
	found->nodes = limit.nodes;
}

/* ---- the names ---- */

static const struct row *process_at(const struct snapshot *snapshot, size_t i)
{
	return &snapshot->table[ROW_PROCESS].rows[i];
}

static const char *bottleneck_name_of(const struct snapshot *snapshot, const struct row *process)
{
	return snapshot_text(snapshot, process->name);
}

/* Slots of the node in a sum of processes; NAN: not known. */
static double node_slots(const struct snapshot *snapshot, struct row *sum, enum metric_id node)
{
	sum->kind = ROW_PROCESS;
	row_evaluate(snapshot, sum);
	return row_class_slots(sum, node);
}

/* Slots of the node in the machine: what its processes have, if that is more. */
static double whole_slots(const struct snapshot *snapshot, enum metric_id node, double *of_tasks)
{
	const double machine = row_class_slots(snapshot_machine(snapshot), node);
	struct lone_row all = { .row.kind = ROW_PROCESS };

	for (size_t i = 0; i < snapshot->table[ROW_PROCESS].n; i++)
		row_sum(&all, process_at(snapshot, i));
	*of_tasks = node_slots(snapshot, lone_row(&all), node);
	return *of_tasks > machine ? *of_tasks : machine;
}

/* Inserts a name with these slots; names are sorted, and the smallest falls out. */
static void insert(struct bottleneck *found, const char *name, enum metric_id node, double slots)
{
	size_t at = found->n_names;

	while (at > 0 && found->names[at - 1].percent < slots)
		at--;
	if (at >= BOTTLENECK_NAMES)
		return;
	if (found->n_names < BOTTLENECK_NAMES)
		found->n_names++;
	memmove(&found->names[at + 1], &found->names[at],
		(found->n_names - 1 - at) * sizeof(found->names[0]));
	found->names[at] = (struct bottleneck_name){ .node = node, .percent = slots };
	(void)snprintf(found->names[at].name, BOTTLENECK_NAME, "%s", name);
}

/* Could a sum of processes have enough slots of the node? Most have not, and cost little then. */
static bool is_large(const struct bottleneck *found, const struct row *sum, double all)
{
	const double slots = counts_whole(&sum->numbers->counts);

	return slots >= BOTTLENECK_WORTH / 100 * all &&
	       (found->n_names < BOTTLENECK_NAMES ||
		slots > found->names[BOTTLENECK_NAMES - 1].percent);
}

/* Processes by a hash of their names, so that those of one name lie together. */
static int sort_by_name(const struct snapshot *snapshot, struct sort_list *keys,
			struct sort_list *spare)
{
	const size_t n = snapshot->table[ROW_PROCESS].n;
	int ret = sort_list_reserve(keys, n);

	if (ret)
		return ret;
	for (size_t i = 0; i < n; i++)
		keys->keys[i] = (struct sort_key){
			.start_ns = hash_text(bottleneck_name_of(snapshot, process_at(snapshot, i))),
			.row = (uint32_t)i
		};
	return sort_keys(keys, spare, n);
}

/* Sums the processes of the name at keys[i]; returns the index of the next name. */
static size_t sum_name(const struct snapshot *snapshot, const struct sort_list *keys, size_t i,
		       struct lone_row *sum)
{
	const uint64_t hash = keys->keys[i].start_ns;

	*sum = (struct lone_row){ .row.kind = ROW_PROCESS };
	while (i < snapshot->table[ROW_PROCESS].n && keys->keys[i].start_ns == hash)
		row_sum(sum, process_at(snapshot, keys->keys[i++].row));
	return i;
}

/* Finds the names with most of all slots of the node: for now their percent are slots. */
static void find_largest(const struct snapshot *snapshot, const struct sort_list *keys,
			 enum metric_id node, double all, struct bottleneck *found)
{
	const size_t n = snapshot->table[ROW_PROCESS].n;
	struct lone_row sum;

	for (size_t i = 0, next; i < n; i = next) {
		const struct row *process = process_at(snapshot, keys->keys[i].row);
		double slots;

		next = sum_name(snapshot, keys, i, &sum);
		slots = is_large(found, &sum.row, all) ? node_slots(snapshot, &sum.row, node) : NAN;
		if (slots > 0)
			insert(found, bottleneck_name_of(snapshot, process), node, slots);
	}
}

/* Keeps the names worth telling: the largest, and what adds much to it. */
static void keep_worthy(struct bottleneck *found)
{
	double sum = 0;
	size_t n = 0;

	while (n < found->n_names && sum < NAMES_ENOUGH &&
	       found->names[n].percent >= (n ? NEXT_WORTH : BOTTLENECK_WORTH))
		sum += found->names[n++].percent;
	found->n_names = n;
}

/* Adds at most so many names of a node to those found. */
static void add_names(const struct snapshot *snapshot, const struct sort_list *keys,
		      enum metric_id node, size_t most, struct bottleneck *found)
{
	struct bottleneck of_node = { .n_names = 0 };
	double of_tasks, all = whole_slots(snapshot, node, &of_tasks);

	found->tasks_percent = 100 * of_tasks / all;
	if (isnan(of_tasks))
		return;
	find_largest(snapshot, keys, node, all, &of_node);
	for (size_t i = 0; i < of_node.n_names; i++)
		of_node.names[i].percent *= 100 / all;
	keep_worthy(&of_node);
	for (size_t i = 0; i < of_node.n_names && i < most && found->n_names < BOTTLENECK_NAMES; i++)
		found->names[found->n_names++] = of_node.names[i];
}

static void find_in(const struct snapshot *snapshot, struct bottleneck *found,
		    struct sort_list *keys, struct sort_list *spare)
{
	size_t most;

	judge(snapshot, found);
	most = found->kind == BOTTLENECK_SEVERAL ? 1 : BOTTLENECK_NAMES;
	if (found->nodes && !sort_by_name(snapshot, keys, spare))
		for (enum metric_id m = 0; m < M_COUNT; m++)
			if (found->nodes & 1U << m)
				add_names(snapshot, keys, m, most, found);
}

void bottleneck_find(const struct snapshot *snapshot, struct bottleneck *found)
{
	struct sort_list keys = { 0 }, spare = { 0 };

	find_in(snapshot, found, &keys, &spare);
	sort_list_done(&keys);
	sort_list_done(&spare);
}

enum metric_id bottleneck_node(const struct bottleneck *bottleneck)
{
	for (enum metric_id m = 0; m < M_COUNT && bottleneck->kind == BOTTLENECK_NODE; m++)
		if (bottleneck->nodes == 1U << m)
			return m;
	return M_NONE;
}

int bottleneck_path(const struct bottleneck *bottleneck, enum metric_id path[2])
{
	const enum metric_id node = bottleneck_node(bottleneck);
	const int length = node == M_NONE ? 0 : metric_level(node);

	if (length)
		path[length - 1] = node;
	if (length == 2)
		path[0] = metrics[node].parent;
	return length;
}

size_t bottleneck_processes(const struct snapshot *snapshot, enum metric_id node,
			    struct bottleneck_process *processes, size_t most)
{
	double of_tasks;
	const double all = whole_slots(snapshot, node, &of_tasks);
	size_t n = 0;

	for (size_t i = 0; i < snapshot->table[ROW_PROCESS].n; i++) {
		const struct row *row = process_at(snapshot, i);
		const double percent = 100 * row_class_slots(row, node) / all;
		size_t at = n;

		if (!(percent > 0))
			continue;
		for (; at > 0 && processes[at - 1].percent < percent; at--)
			if (at < most)
				processes[at] = processes[at - 1];
		if (at < most)
			processes[at] = (struct bottleneck_process){ row, percent };
		n += n < most;
	}
	return n;
}

double bottleneck_name_cost(const struct snapshot *snapshot, const struct bottleneck_name *name)
{
	const struct values *values = &snapshot_machine(snapshot)->numbers->values;

	return name->percent * (double)values->percent[name->node] / 100;
}

enum metric_id bottleneck_node_of_cost(const struct bottleneck *bottleneck,
				       const struct family *family)
{
	for (int m = M_COUNT - 1; m >= 0; m--)
		if (bottleneck->nodes & 1U << m)
			return (enum metric_id)m;
	return family_node_for(family, M_BACKEND_BOUND);
}

enum metric_id bottleneck_cost_node(const struct snapshot *snapshot)
{
	struct bottleneck found;

	judge(snapshot, &found);
	return bottleneck_node_of_cost(&found, snapshot->machine->family);
}

/* ---- over time ---- */

static const struct bottleneck_name *find_same(const struct bottleneck *bottleneck,
					       const struct bottleneck_name *name)
{
	for (size_t i = 0; i < bottleneck->n_names; i++)
		if (bottleneck->names[i].node == name->node &&
		    !strcmp(bottleneck->names[i].name, name->name))
			return &bottleneck->names[i];
	return NULL;
}

/* Would both be told in the same words, but for the numbers and the order of names? */
static bool are_same(const struct bottleneck *a, const struct bottleneck *b)
{
	if (a->kind != b->kind || a->nodes != b->nodes || a->n_names != b->n_names)
		return false;
	for (size_t i = 0; i < a->n_names; i++)
		if (!find_same(b, &a->names[i]))
			return false;
	return true;
}

/* Can what was found earlier still be told with the numbers of this interval? */
static bool can_stay(const struct bottleneck *shown, const struct bottleneck *now,
		     const struct snapshot *snapshot)
{
	const enum metric_id node = bottleneck_node(shown);

	if (shown->kind == BOTTLENECK_UNKNOWN || now->kind == BOTTLENECK_UNKNOWN)
		return false;
	/* Not "mostly idle: busy 100 %"; around the limit it may stay. */
	if (shown->kind == BOTTLENECK_IDLE && now->kind != BOTTLENECK_IDLE &&
	    row_busy_percent(snapshot, snapshot_machine(snapshot)) > 2 * IDLE_PERCENT)
		return false;
	return node == M_NONE ||
	       snapshot_machine(snapshot)->numbers->values.quality[node] > Q_LOW_SLOTS;
}

/* The same finding: takes its numbers, but leaves the names in their order. */
static void copy_numbers(struct bottleneck *shown, const struct bottleneck *now)
{
	shown->tasks_percent = now->tasks_percent;
	for (size_t i = 0; i < shown->n_names; i++)
		shown->names[i].percent = find_same(now, &shown->names[i])->percent;
}

/* Percent of the node's slots that processes of this name have in this interval; 0: they slept. */
static double percent_now(const struct snapshot *snapshot, const struct bottleneck_name *name)
{
	double of_tasks, all = whole_slots(snapshot, name->node, &of_tasks), percent;
	struct lone_row sum = { .row.kind = ROW_PROCESS };

	for (size_t i = 0; i < snapshot->table[ROW_PROCESS].n; i++) {
		const struct row *process = process_at(snapshot, i);

		if (!strncmp(bottleneck_name_of(snapshot, process), name->name, BOTTLENECK_NAME - 1))
			row_sum(&sum, process);
	}
	percent = 100 * node_slots(snapshot, lone_row(&sum), name->node) / all;
	return isnan(percent) ? 0 : percent;
}

/* Gives what is shown the numbers of this interval. */
static void renew_numbers(struct bottleneck *shown, const struct snapshot *snapshot)
{
	const enum metric_id node = bottleneck_node(shown);
	double of_tasks, all;

	if (node != M_NONE) {
		all = whole_slots(snapshot, node, &of_tasks);
		shown->tasks_percent = 100 * of_tasks / all;
	}
	for (size_t i = 0; i < shown->n_names; i++)
		shown->names[i].percent = percent_now(snapshot, &shown->names[i]);
}

void bottleneck_filter_add(struct bottleneck_filter *filter, const struct snapshot *snapshot)
{
	struct bottleneck now;

	if (filter->seq && filter->seq == snapshot->seq)
		return;
	find_in(snapshot, &now, &filter->keys, &filter->spare);
	if (filter->keys.cap > KEPT_MOST) {
		sort_list_done(&filter->keys);
		sort_list_done(&filter->spare);
	}
	if (!filter->seq || !can_stay(&filter->shown, &now, snapshot))
		filter->shown = now;
	filter->seq = snapshot->seq;
	filter->interval_ns = snapshot->interval_ns;
	if (are_same(&now, &filter->shown)) {
		copy_numbers(&filter->shown, &now);
		filter->candidate_ns = filter->missed_ns = 0;
		return;
	}
	if (!are_same(&now, &filter->candidate))
		filter->candidate_ns = 0;
	filter->candidate = now;
	filter->candidate_ns += snapshot->interval_ns;
	filter->missed_ns += snapshot->interval_ns;
	if (filter->candidate_ns >= SURE_NS || filter->missed_ns >= MISSED_NS) {
		filter->shown = now;
		filter->candidate_ns = filter->missed_ns = 0;
	} else {
		renew_numbers(&filter->shown, snapshot);
	}
}

void bottleneck_filter_done(struct bottleneck_filter *filter)
{
	sort_list_done(&filter->keys);
	sort_list_done(&filter->spare);
	*filter = (struct bottleneck_filter){ .seq = 0 };
}
