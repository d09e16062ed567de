/* SPDX-License-Identifier: GPL-2.0-only */
/* Evaluates a row: its shares of the tree, its load; see row.h. Any thread. */
#include "config.h"
#include "model/snapshot/row.h"

#include <math.h>
#include <string.h>

/*
 * Part of a task's time in which the other thread of its core ran: below the first it is ignored,
 * above the second the task has no values.
 */
#define SIBLING_BUSY_NONE 0.01
#define SIBLING_BUSY_MAX 0.05

#define EVENT_WHOLE 0.99	/* an event that is counted in such a part of a row is counted in all of it */

#define CORRECTION_POINTS 1	/* corrections so small do not change the error of a class */

#define P_CORE_SHARE 0.02	/* of the slots; with less, P-cores change no clock rate */

bool row_name_is_unknown(const char *name)
{
	const char *at = name + 1;

	if (name[0] != ':' || !name[1])
		return false;
	while (*at >= '0' && *at <= '9')
		at++;
	return !*at;
}

static void sum_extra(struct row_extra *into, const struct row_extra *add)
{
	into->idle_ns += add->idle_ns;
	into->unknown_ns += add->unknown_ns;
	into->idle_slots += add->idle_slots;
	into->unaccounted_slots += add->unaccounted_slots;
	into->entries += add->entries;
}

/* Does the row have any of it? A lone row has room for it. */
static bool has_extra(const struct row *row)
{
	return row->extra != &row_no_extra && memcmp(row->extra, &row_no_extra, sizeof(*row->extra)) != 0;
}

/* Adds all but counts and the extra part. */
static void sum_times(struct row *into, const struct row *row)
{
	into->busy_ns += row->busy_ns;
	into->variance += row->variance;
	into->uncounted_ns += row->uncounted_ns;
	into->slices += row->slices;
	into->wait_ns += row->wait_ns;
	into->waits_known += row->waits_known;
	into->waits_unknown += row->waits_unknown;
}

void row_sum(struct lone_row *into, const struct row *row)
{
	counts_add_task(&into->numbers.counts, &row->numbers->counts);
	sum_times(lone_row(into), row);
	sum_extra(&into->extra, row->extra);
}

bool snapshot_sum(struct snapshot *snapshot, struct row *into, const struct row *row)
{
	const struct counts *now = &into->numbers->counts, *add = &row->numbers->counts;
	struct row_extra *extra = NULL;

	if (has_extra(row)) {
		extra = snapshot_extra(snapshot, into);
		if (!extra)
			return false;
	}
	if ((add->present || now->present) && !snapshot_own_numbers(snapshot, into, add->present))
		return false;
	if (into->room)
		counts_add_task(&into->numbers->counts, add);
	else
		row_set_nothing(into, now->scaled || (add->scaled && !add->off), now->lacks, now->off || add->off);
	sum_times(into, row);
	if (extra)
		sum_extra(extra, row->extra);
	return true;
}

bool snapshot_sum_or_share(struct snapshot *snapshot, struct row *into, const struct row *row)
{
	if (into->slices || into->busy_ns || into->numbers != &row_nothing[0] || !row->numbers->counts.present)
		return snapshot_sum(snapshot, into, row);
	sum_times(into, row);
	into->numbers = row->numbers;
	return true;
}

static uint64_t less(uint64_t number, uint64_t by)
{
	return number > by ? number - by : 0;
}

void row_subtract(struct row *from, const struct row *row)
{
	if (from->room)
		counts_subtract(&from->numbers->counts, &row->numbers->counts);
	from->busy_ns = less(from->busy_ns, row->busy_ns);
	from->uncounted_ns = fmaxf(from->uncounted_ns - row->uncounted_ns, 0);
	if (!isinf(from->variance))
		from->variance = fmaxf(from->variance - row->variance, 0);
	from->slices = less(from->slices, row->slices);
}

bool row_has_low_slots(const struct snapshot *snapshot, const struct row *row)
{
	double slots = row->numbers->counts.value[EV_SLOTS];
	double sum = counts_whole(&row->numbers->counts);
	/* Of a single interval, also in a sum: an hour's sum does not make a second too short. */
	uint64_t ns = snapshot->interval_ns / (snapshot->intervals ? snapshot->intervals : 1);

	/* idle_slots are part of EV_SLOTS, to which the four fields do not add up exactly. */
	if (row->extra->idle_slots > 0 && slots > 0)
		sum *= 1 - row->extra->idle_slots / slots;
	return row->busy_ns < ns / 1000 || sum < COUNTS_SLOTS_MIN;
}

/* A CPU has the values of its core. */
static void copy_from_core(const struct snapshot *snapshot, struct row *row)
{
	const struct row *core = &snapshot->table[ROW_CORE].rows[row->parent];

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		if (row->numbers->values.quality[m] == Q_MISSING)
			continue;
		row->numbers->values.quality[m] = row->busy_ns ? core->numbers->values.quality[m] : Q_OF_CORE;
		row->numbers->values.percent[m] = row->busy_ns ? core->numbers->values.percent[m] : 0;
	}
}

/*
 * A task was given half of the core's slots while the core's other thread ran
 * (collect/collector/aggregate.c). Had it all of them, or none, its slots would be larger or smaller by up to
 * that part of its time.
 */
static void mark_shared_core(struct row *row)
{
	double busy = counts_or_0(&row->numbers->counts, EV_SIBLING_BUSY) /
		      (double)(row->busy_ns ? row->busy_ns : 1);

	for (enum metric_id m = 0; m < M_COUNT && busy > SIBLING_BUSY_NONE; m++) {
		if (row->numbers->values.quality[m] == Q_COUNTED && busy <= SIBLING_BUSY_MAX) {
			row->numbers->values.quality[m] = Q_PARTIAL;
		} else if (row->numbers->values.quality[m] != Q_MISSING && busy > SIBLING_BUSY_MAX) {
			row->numbers->values.quality[m] = Q_OF_CORE;
			row->numbers->values.percent[m] = 0;
		}
	}
}

/* Is what was lost, and may all be the row's, more than LACKS_SHARE of its time? CPUs lack nothing. */
static bool row_lacks(const struct snapshot *snapshot, const struct row *row)
{
	const bool of_tasks = row->kind > ROW_CPU || snapshot->machine->watched[0];

	return snapshot->lost_ns && of_tasks &&
	       (double)snapshot->lost_ns > LACKS_SHARE * (double)row->busy_ns;
}

void row_evaluate_by(struct evaluator *evaluator, const struct snapshot *snapshot, struct row *row)
{
	const struct machine *machine = snapshot->machine;
	const struct counts *counts = &row->numbers->counts;

	if (!row->room) {	/* it has no counts, or those of its one thread, which is evaluated itself */
		if (!counts->present)
			row_set_nothing(row, counts->scaled, row_lacks(snapshot, row), counts->off);
		return;
	}
	row->numbers->counts.lacks = row_lacks(snapshot, row);
	evaluator_evaluate(evaluator, &row->numbers->counts, row_has_low_slots(snapshot, row),
			   &row->numbers->values);
	if (snapshot->soundness != SOUND)
		memset(row->numbers->values.quality, Q_MISSING, sizeof(row->numbers->values.quality));
	if (!machine->counts_cores)
		return;
	if (row->kind == ROW_CPU && row->parent >= 0)
		copy_from_core(snapshot, row);
	else if (row->kind > ROW_CPU || machine->watched[0])
		mark_shared_core(row);
}

void row_evaluate(const struct snapshot *snapshot, struct row *row)
{
	struct evaluator evaluator = evaluator_of(snapshot->machine->family);

	row_evaluate_by(&evaluator, snapshot, row);
}

int32_t uncounted_pid(enum uncounted why)
{
	return -2 - (int32_t)why;	/* -1 means "not known" in other places */
}

const char *uncounted_name(enum uncounted why)
{
	static const char *const names[UNCOUNTED_KINDS] = {
		[UNCOUNTED_PERMISSION] = "other, not permitted",
		[UNCOUNTED_FILES] = "not counted, too few file descriptors",
	};

	return names[why];
}

double row_cpu_percent(const struct snapshot *snapshot, const struct row *row)
{
	if (row->asleep || (row->kind == ROW_PROCESS &&
			    row->id <= uncounted_pid((enum uncounted)0) && row->id > PID_OTHER_NS))
		return NAN;
	if (!snapshot->interval_ns)
		return 0;
	return 100.0 * (double)row->busy_ns / (double)snapshot->interval_ns;
}

double row_estimate_error(const struct row *row)
{
	if (row->variance <= 0 || isinf(row->variance) || !row->busy_ns)
		return NAN;
	return 100.0 * sqrt((double)row->variance) / (double)row->busy_ns;
}

bool row_time_is_estimated(const struct snapshot *snapshot, const struct row *row)
{
	return row->variance > 0 && snapshot->machine->engine != ENGINE_BPF;	/* its windows leave out counts only */
}

double row_class_error(const struct snapshot *snapshot, const struct row *row, enum metric_id class)
{
	const struct counts *counts = &row->numbers->counts;
	const struct values *values = &row->numbers->values;
	const double all = counts_level1_sum(counts);
	size_t i = 0;

	while (i < METRIC_CLASSES && metric_classes[i] != class)
		i++;
	if (i == METRIC_CLASSES || !row->class_error[i] || values->quality[class] <= Q_LOW_SLOTS ||
	    snapshot->machine->counts_cores ||
	    !(fabs(100 * counts->value[EV_RETIRING + i] / all - (double)values->percent[class]) <=
	      CORRECTION_POINTS))
		return NAN;
	return row->class_error[i] / 100.0;
}

void row_set_wait(struct row *thread, bool known, uint64_t wait_ns)
{
	thread->wait_ns = known ? wait_ns : 0;
	thread->waits_known = known;
	thread->waits_unknown = !known && thread->slices;
}

double row_wait_percent(const struct snapshot *snapshot, const struct row *row,
			enum quality *quality)
{
	*quality = Q_MISSING;
	if (!row->waits_known || !snapshot->interval_ns)
		return 0;
	*quality = row->waits_unknown ? Q_PARTIAL : Q_COUNTED;
	return 100.0 * (double)row->wait_ns / (double)snapshot->interval_ns;
}

double row_busy_percent(const struct snapshot *snapshot, const struct row *row)
{
	double cpus = row->kind == ROW_CPU || !row->threads ? 1 : row->threads;
	double percent = row_cpu_percent(snapshot, row) / cpus;

	/* Time carried over from the interval before must not make a CPU more than busy. */
	return percent > 100 ? 100 : percent;
}

double row_class_slots(const struct row *row, enum metric_id metric)
{
	if (row->numbers->values.quality[metric] <= Q_LOW_SLOTS)
		return NAN;
	return (double)row->numbers->values.percent[metric] / 100 * counts_whole(&row->numbers->counts);
}

double row_cost_percent(const struct snapshot *snapshot, const struct row *row,
			enum metric_id metric)
{
	const struct row *machine = snapshot_machine(snapshot);
	double all = machine ? counts_whole(&machine->numbers->counts) : 0;

	return all > 0 ? 100 * row_class_slots(row, metric) / all : (double)NAN;
}

/*
 * The count of an event in the whole row. Where groups rotate, an event may be counted in a part of
 * it only.
 */
static double count_whole_event(const struct snapshot *snapshot, const struct row *row,
				enum event_id event, enum quality *quality)
{
	const struct counts *counts = &row->numbers->counts;
	double share = 1;

	*quality = Q_MISSING;
	if (snapshot->soundness != SOUND || counts->off || !(counts->present & 1U << event))
		return 0;
	*quality = Q_LOW_SLOTS;
	if (snapshot->machine->family)
		share = family_share(snapshot->machine->family, counts, 1U << event);
	if (row_has_low_slots(snapshot, row) || share < COUNTS_SHARE_MIN)
		return 0;
	*quality = counts_are_rough(counts) ? Q_SCALED : share < EVENT_WHOLE ? Q_PARTIAL : Q_COUNTED;
	return counts_get(counts, event) / share;
}

/*
 * The part of the counts that is not the idle task's. Where slots are counted per core, those of
 * the idle task are also its sibling's, and tell nothing about its cycles, which are few.
 */
static double part_not_idle(const struct snapshot *snapshot, const struct row *row)
{
	double slots = counts_or_0(&row->numbers->counts, EV_SLOTS);

	if (snapshot->machine->counts_cores || !(slots > row->extra->idle_slots))
		return 1;
	return 1 - row->extra->idle_slots / slots;
}

/*
 * On a hybrid: were the cycles of E-cores counted, but not those of P-cores, which have a counter
 * of their own? Then the cycles are those of the E-cores' slots. A P-core has 6 or 8 slots a cycle.
 */
static bool lacks_p_core_cycles(const struct family *family, const struct counts *counts,
				double cycles)
{
	double atom_slots = counts_or_0(counts, EV_ATOM_SLOTS);
	double p_slots = counts_or_0(counts, EV_SLOTS) - atom_slots;

	for (size_t i = 0; family && family->hybrid && i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->id == EV_SLOTS && event->cycles && event->scale > 0)
			return cycles - atom_slots / event->scale < p_slots / 16 &&
			       p_slots > P_CORE_SHARE * counts_or_0(counts, EV_SLOTS);
	}
	return false;
}

/* By how much the time on a CPU is longer than the part of it that has counts; then it is an estimate. */
static double counted_factor(const struct row *row, enum quality *quality)
{
	const double all_ns = (double)row->busy_ns, ns = all_ns - (double)row->uncounted_ns;

	if (ns > EVENT_WHOLE * all_ns)
		return 1;
	*quality = ns > COUNTS_SHARE_MIN * all_ns ? Q_SCALED : Q_LOW_SLOTS;
	return *quality == Q_SCALED ? all_ns / ns : 0;
}

double row_ghz(const struct snapshot *snapshot, const struct row *row, enum quality *quality)
{
	double cycles = count_whole_event(snapshot, row, EV_CYCLES, quality);

	if (snapshot->machine->user_only ||
	    (*quality > Q_LOW_SLOTS &&
	     lacks_p_core_cycles(snapshot->machine->family, &row->numbers->counts, cycles)))
		*quality = Q_MISSING;
	if (*quality <= Q_LOW_SLOTS)
		return 0;
	return cycles * part_not_idle(snapshot, row) * counted_factor(row, quality) / (double)row->busy_ns;
}

double row_instruction_rate(const struct snapshot *snapshot, const struct row *row,
			    enum quality *quality)
{
	double count = count_whole_event(snapshot, row, EV_INSTRUCTIONS, quality);

	if (*quality <= Q_LOW_SLOTS)
		return 0;
	return count * counted_factor(row, quality) / ((double)snapshot->interval_ns / 1e9);
}

double snapshot_unknown_percent(const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	const bool watched = snapshot->machine->watched[0], incomplete = snapshot_incomplete(snapshot);
	uint64_t all_ns = machine ? machine->busy_ns + machine->extra->idle_ns : 0;

	if (watched)
		all_ns = snapshot->interval_ns * snapshot->machine->n_cpus;
	if (watched && incomplete)
		return (double)NAN;
	if (!all_ns)
		return 0;
	return 100.0 * (double)(incomplete ? machine->extra->unknown_ns : snapshot->lost_ns) / (double)all_ns;
}
