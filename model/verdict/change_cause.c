/* SPDX-License-Identifier: GPL-2.0-only */
/* What explains a change; see change_cause.h. */
#include "config.h"
#include "model/verdict/change_cause.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"

#define INTERVALS 64
#define COMMANDS 16		/* the first of those with */
#define LEAST_PART 0.03		/* of the slots or the CPU time: who has less explains little */
#define NOTHING 0.005		/* it did not run */
#define LEAST_EXPLAINED (1.0 / 3)	/* of a change */
#define LEAST_WITHIN 0.75	/* of a class' change, if a node below it is named */
#define UNKNOWN UINT16_MAX
#define PARTS 100		/* of a percent, as they are kept */
#define MACHINE ""		/* the name of the machine's row */

/* What the machine or a command had in an interval. */
struct past_row {
	char name[COMM_LEN];
	float slots, busy_ns;
	uint16_t percent[M_COUNT];	/* of its slots, in PARTS; UNKNOWN */
};

struct past_interval {
	uint64_t seq;
	double began;			/* wall clock */
	double room_ns;			/* CPU time that there was */
	size_t n;
	struct past_row rows[1 + COMMANDS];	/* the machine first */
};

struct change_past {
	size_t n;			/* that were ever added */
	struct past_interval intervals[INTERVALS];
};

/* A row over the intervals before the change, or since it. */
struct past_sum {
	double slots, busy_ns;		/* of all its intervals */
	double of_node, known_slots;	/* slots of the node; slots of the intervals in which it is known */
	double room_ns;
};

enum { BEFORE, SINCE, SIDES };

struct change_past *change_past_new(void)
{
	return calloc(1, sizeof(struct change_past));
}

void change_past_free(struct change_past *past)
{
	free(past);
}

static void change_cause_add_row(struct past_interval *interval, const char *name, const struct row *row)
{
	struct past_row *into = &interval->rows[interval->n++];
	const size_t length = strnlen(name, sizeof(into->name) - 1);

	memcpy(into->name, name, length);
	into->name[length] = '\0';
	into->slots = (float)counts_whole(&row->counts);
	into->busy_ns = (float)row->busy_ns;
	for (int m = 0; m < M_COUNT; m++)
		into->percent[m] = row->values.quality[m] > Q_LOW_SLOTS ?
				   (uint16_t)lround(PARTS * (double)row->values.percent[m]) : UNKNOWN;
}

void change_past_add(struct change_past *past, const struct snapshot *snapshot)
{
	const struct row_table *commands = &snapshot->table[ROW_NAME];
	const struct row *machine = snapshot_machine(snapshot);
	struct past_interval *interval = &past->intervals[past->n++ % INTERVALS];
	const double slots = counts_whole(&machine->counts);

	interval->seq = snapshot->seq;
	interval->began = snapshot->time - (double)snapshot->interval_ns / 1e9;
	interval->room_ns = (double)snapshot->interval_ns * (machine->threads ? machine->threads : 1);
	interval->n = 0;
	change_cause_add_row(interval, MACHINE, machine);
	for (size_t i = 0; i < commands->n && interval->n < 1 + COMMANDS; i++) {
		const struct row *row = &commands->rows[i];

		if (counts_whole(&row->counts) >= LEAST_PART * slots ||
		    (double)row->busy_ns >= LEAST_PART * interval->room_ns)
			change_cause_add_row(interval, snapshot_text(snapshot, row->name), row);
	}
}

static const struct past_interval *kept(const struct change_past *past, size_t index)
{
	const size_t first = past->n < INTERVALS ? 0 : past->n - INTERVALS;

	return first + index < past->n ? &past->intervals[(first + index) % INTERVALS] : NULL;
}

static const struct past_row *row_named(const struct past_interval *interval, const char *name)
{
	for (size_t i = 0; i < interval->n; i++)
		if (!strcmp(interval->rows[i].name, name))
			return &interval->rows[i];
	return NULL;
}

/* The sums of a row on both sides of an interval. */
static void sum_row(const struct change_past *past, const char *name, enum metric_id metric, uint64_t seq,
		    struct past_sum sums[SIDES])
{
	const struct past_interval *interval;

	sums[BEFORE] = sums[SINCE] = (struct past_sum){ 0 };
	for (size_t i = 0; (interval = kept(past, i)); i++) {
		struct past_sum *sum = &sums[interval->seq < seq ? BEFORE : SINCE];
		const struct past_row *row = row_named(interval, name);

		sum->room_ns += interval->room_ns;
		if (!row)
			continue;
		sum->slots += (double)row->slots;
		sum->busy_ns += (double)row->busy_ns;
		if (metric == M_NONE || row->percent[metric] == UNKNOWN)
			continue;
		sum->known_slots += (double)row->slots;
		sum->of_node += (double)row->percent[metric] / PARTS * (double)row->slots;
	}
}

/* Percent of its slots; NAN: not known. */
static double value_of(const struct past_sum *sum)
{
	return sum->known_slots > 0 ? sum->of_node / sum->known_slots : (double)NAN;
}

/* Names the node below the class in which the change lies. */
static void find_node(const struct change_past *past, struct change *change)
{
	const double step = change->after - change->before;
	struct change found = *change;
	double most = LEAST_WITHIN;

	for (enum metric_id m = 0; m < M_COUNT && change->metric != M_NONE; m++) {
		struct past_sum sums[SIDES];
		double before, after;

		if (metrics[m].parent != change->metric)
			continue;
		sum_row(past, change->name, m, change->seq, sums);
		before = value_of(&sums[BEFORE]);
		after = value_of(&sums[SINCE]);
		if (!((after - before) / step >= most))
			continue;
		most = (after - before) / step;
		found.metric = m;
		found.before = before;
		found.after = after;
	}
	*change = found;
}

/* A command as the reason for a change of the machine. */
struct suspect {
	double explains;		/* points of the change */
	double part[SIDES];		/* of the slots, or of the CPU time */
	double value[SIDES];
};

static struct suspect weigh(const struct change_past *past, const struct change *change,
			    const struct past_sum machine[SIDES], const char *name)
{
	const double level = value_of(&machine[BEFORE]);
	struct past_sum sums[SIDES];
	struct suspect suspect = { 0 };

	sum_row(past, name, change->metric, change->seq, sums);
	for (int side = 0; side < SIDES; side++) {
		const double sign = side == SINCE ? 1 : -1;

		suspect.value[side] = value_of(&sums[side]);
		if (change->metric == M_NONE) {
			suspect.part[side] = 100 * sums[side].busy_ns / machine[side].room_ns;
			suspect.explains += sign * suspect.part[side];
		} else {
			/* What the machine would have without it at the level before the change. */
			suspect.part[side] = 100 * sums[side].slots / machine[side].slots;
			suspect.explains += sign * (sums[side].of_node - level * sums[side].known_slots) /
					    machine[side].slots;
		}
	}
	return suspect;
}

static enum change_cause cause_of(const struct suspect *suspect, const struct change *change,
				  double level)
{
	const double before = suspect->part[BEFORE], since = suspect->part[SINCE];
	const double own = suspect->value[SINCE] - suspect->value[BEFORE];
	const double mean = (suspect->value[SINCE] + suspect->value[BEFORE]) / 2;

	if (before < 100 * NOTHING)
		return CAUSE_BEGAN;
	if (since < 100 * NOTHING)
		return CAUSE_STOPPED;
	if (change->metric != M_NONE &&
	    fabs(own * (since + before) / 2) > fabs((since - before) * (mean - level)))
		return CAUSE_ITSELF;
	return since > before ? CAUSE_MORE : CAUSE_LESS;
}

/* The process of a command that has one. */
static int32_t pid_of(const struct snapshot *snapshot, const char *name)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];
	int32_t pid = 0;

	for (size_t i = 0; i < processes->n; i++) {
		const struct row *row = &processes->rows[i];

		if (!row->slices || strncmp(snapshot_text(snapshot, row->name), name, COMM_LEN - 1) != 0)
			continue;
		if (pid)
			return 0;
		pid = row->id;
	}
	return pid > 0 ? pid : 0;
}

static void find_cause(const struct change_past *past, const struct snapshot *snapshot,
		       struct change *change)
{
	const double step = change->after - change->before;
	const struct past_interval *interval;
	struct past_sum machine[SIDES];
	struct suspect best = { 0 };

	sum_row(past, MACHINE, change->metric, change->seq, machine);
	if (!(machine[BEFORE].room_ns > 0 && machine[SINCE].room_ns > 0))
		return;
	for (size_t i = 0; (interval = kept(past, i)); i++)
		for (size_t r = 1; r < interval->n; r++) {
			const char *name = interval->rows[r].name;
			struct suspect suspect;

			/* Who was in the interval before it has been weighed. */
			if (i && row_named(kept(past, i - 1), name))
				continue;
			suspect = weigh(past, change, machine, name);
			if (!(suspect.explains / step > fmax(best.explains / step, LEAST_EXPLAINED)))
				continue;
			best = suspect;
			memcpy(change->by, name, sizeof(change->by));
		}
	if (!change->by[0])
		return;
	change->cause = cause_of(&best, change, value_of(&machine[BEFORE]));
	change->by_pid = pid_of(snapshot, change->by);
	change->by_before = change->cause == CAUSE_ITSELF ? best.value[BEFORE] : best.part[BEFORE];
	change->by_after = change->cause == CAUSE_ITSELF ? best.value[SINCE] : best.part[SINCE];
}

void change_past_explain(const struct change_past *past, const struct snapshot *snapshot,
			 struct change *change)
{
	const struct past_interval *interval;

	for (size_t i = 0; (interval = kept(past, i)); i++)
		if (interval->seq == change->seq)
			change->time = interval->began;
	find_node(past, change);
	if (!change->name[0])
		find_cause(past, snapshot, change);
}
