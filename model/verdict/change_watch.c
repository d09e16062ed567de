/* SPDX-License-Identifier: GPL-2.0-only */
/* All watched series of a machine; see change_watch.h. */
#include "config.h"
#include "model/verdict/change_watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/opened_row.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "model/verdict/change_point.h"

#define LEAST_SLOTS 0.05	/* part of all slots from which on a command is watched */

/*
 * Which command explains a change of the machine, and in which node below the class it lies: what
 * the machine and its larger commands had in the last intervals. One thread.
 */

#define INTERVALS 128	/* enough of them before a small change that is found 64 later */
#define CAUSE_COMMANDS 16		/* the first of those with */
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
	struct past_row rows[1 + CAUSE_COMMANDS];	/* the machine first */
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

static struct change_past *change_past_new(void)
{
	return calloc(1, sizeof(struct change_past));
}

static void change_past_free(struct change_past *past)
{
	free(past);
}

static void change_cause_add_row(struct past_interval *interval, const char *name, const struct row *row)
{
	struct past_row *into = &interval->rows[interval->n++];
	const size_t length = strnlen(name, sizeof(into->name) - 1);

	memcpy(into->name, name, length);
	into->name[length] = '\0';
	into->slots = (float)counts_whole(&row->numbers->counts);
	into->busy_ns = (float)row->busy_ns;
	for (int m = 0; m < M_COUNT; m++)
		into->percent[m] = row->numbers->values.quality[m] > Q_LOW_SLOTS ?
				   (uint16_t)lround(PARTS * (double)row->numbers->values.percent[m]) : UNKNOWN;
}

/* Adds a finished snapshot; the oldest one gives way. */
static void change_past_add(struct change_past *past, const struct snapshot *snapshot)
{
	const struct row_table *commands = &snapshot->table[ROW_NAME];
	const struct row *machine = snapshot_machine(snapshot);
	struct past_interval *interval = &past->intervals[past->n++ % INTERVALS];
	const double slots = counts_whole(&machine->numbers->counts);

	interval->seq = snapshot->seq;
	interval->began = snapshot->time - (double)snapshot->interval_ns / 1e9;
	interval->room_ns = (double)snapshot->interval_ns * (machine->threads ? machine->threads : 1);
	interval->n = 0;
	change_cause_add_row(interval, MACHINE, machine);
	for (size_t i = 0; i < commands->n && interval->n < 1 + CAUSE_COMMANDS; i++) {
		const struct row *row = &commands->rows[i];

		if (counts_whole(&row->numbers->counts) >= LEAST_PART * slots ||
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

/*
 * Completes a change whose seq, metric, name, before and after are known. A node of level 2 takes
 * the place of its class if most of the change lies in it, and of a change of the machine the cause
 * is sought.
 */
static void change_past_explain(const struct change_past *past, const struct snapshot *snapshot, struct change *change)
{
	const struct past_interval *interval;

	for (size_t i = 0; (interval = kept(past, i)); i++)
		if (interval->seq == change->seq)
			change->time = interval->began;
	find_node(past, change);
	if (!change->name[0])
		find_cause(past, snapshot, change);
}

#define COMMANDS 21		/* there can't be more of these in an interval, with that of the opened row */
#define SERIES (FAMILY_CLASSES + 1)	/* of a row: its classes; of the machine how busy it is, too */
#define HOUR_NS 3.6e12
#define MACHINE_PART 0.75	/* of the false alarms */
#define ODD_LENGTH 1.5		/* times an interval is longer or shorter than the others, */
#define ODD_MOST 3		/* and if so many are, they are the usual ones */

/* The machine, or a command. */
struct watched {
	uint64_t key;		/* start_ns of its row */
	uint64_t last_seq;	/* interval in which it had enough slots last; 0: the place is free */
	struct change_point series[SERIES];
};

struct change_watch {
	uint64_t seq, interval_ns;
	unsigned int odd;
	struct change_past *past;
	struct watched machine, *commands[COMMANDS];	/* NULL: none yet, or no memory */
	size_t n;		/* changes that were ever found */
	struct change changes[CHANGES_MOST];
};

struct change_watch *change_watch_new(void)
{
	struct change_watch *watch = calloc(1, sizeof(*watch));

	if (!watch)
		return NULL;
	watch->past = change_past_new();
	if (watch->past)
		return watch;
	free(watch);
	return NULL;
}

void change_watch_free(struct change_watch *watch)
{
	if (!watch)
		return;
	for (size_t i = 0; i < COMMANDS; i++)
		free(watch->commands[i]);
	change_past_free(watch->past);
	free(watch);
}

static void miss(struct watched *watched, uint64_t intervals)
{
	for (size_t i = 0; i < SERIES; i++)
		change_point_miss(&watched->series[i], intervals);
}

static void miss_all(struct change_watch *watch, uint64_t intervals)
{
	miss(&watch->machine, intervals);
	for (size_t i = 0; i < COMMANDS; i++)
		if (watch->commands[i])
			miss(watch->commands[i], intervals);
}

/* Is the interval as long as the others? Values of shorter ones spread more. */
static bool is_comparable(struct change_watch *watch, uint64_t interval_ns)
{
	const double ratio = (double)interval_ns / (double)watch->interval_ns;

	if (watch->interval_ns && ratio <= ODD_LENGTH && ratio >= 1 / ODD_LENGTH) {
		watch->odd = 0;
		return true;
	}
	if (watch->interval_ns && ++watch->odd < ODD_MOST)
		return false;
	watch->odd = 0;
	watch->interval_ns = interval_ns;
	watch->machine = (struct watched){ 0 };
	for (size_t i = 0; i < COMMANDS; i++)
		if (watch->commands[i])
			*watch->commands[i] = (struct watched){ 0 };
	return true;
}

/* The larger step of the machine, before that of a command; how busy it is comes last. */
static bool is_better(const struct change *change, const struct change *than)
{
	if (!change->name[0] != !than->name[0])
		return !change->name[0];
	if ((change->metric == M_NONE) != (than->metric == M_NONE))
		return than->metric == M_NONE;
	return fabs(change->after - change->before) > fabs(than->after - than->before);
}

/* Adds the values of a row; a change that is better than *best takes its place. */
static void change_watch_add_row(const struct change_watch *watch, struct watched *watched,
				 const struct snapshot *snapshot, const struct row *row, double rarity,
				 struct change *best)
{
	enum metric_id values[SERIES];
	size_t n = (size_t)family_classes(snapshot->machine->family, values);

	if (row->kind == ROW_MACHINE)
		values[n++] = M_NONE;
	for (size_t i = 0; i < n; i++) {
		const enum metric_id m = values[i];
		const struct values *of = &row->numbers->values;
		const bool known = m == M_NONE || of->quality[m] > Q_LOW_SLOTS;
		const double value = m == M_NONE ? row_busy_percent(snapshot, row) : (double)of->percent[m];
		struct change change = { .metric = m };
		struct change_found found;

		if (!known) {
			change_point_miss(&watched->series[i], 1);
			continue;
		}
		if (!change_point_add(&watched->series[i], snapshot->seq, value, rarity * (double)n, &found))
			continue;
		change.seq = found.seq;
		change.before = found.before;
		change.after = found.after;
		change.doubt_intervals = found.doubt;
		change.doubt = (double)found.doubt * (double)watch->interval_ns / 1e9;
		if (row->kind != ROW_MACHINE)
			(void)snprintf(change.name, sizeof(change.name), "%s",
				       snapshot_text(snapshot, row->name));
		if (!best->seq || is_better(&change, best))
			*best = change;
	}
}

/* Is there a command that is watched? */
static bool is_taken(const struct change_watch *watch, const struct watched *watched)
{
	return watched && watched->last_seq && watched->last_seq + CHANGE_MISSING > watch->seq;
}

/* The place of a command, a new one if need be; NULL: there is none left, or no memory. */
static struct watched *find_command(struct change_watch *watch, const struct row *row)
{
	struct watched **room = NULL;

	for (size_t i = 0; i < COMMANDS; i++) {
		if (!is_taken(watch, watch->commands[i]))
			room = room ? room : &watch->commands[i];
		else if (watch->commands[i]->key == row->start_ns)
			return watch->commands[i];
	}
	if (!room)
		return NULL;
	if (!*room)
		*room = malloc(sizeof(**room));
	if (*room)
		**room = (struct watched){ .key = row->start_ns };
	return *room;
}

static size_t count_commands(const struct change_watch *watch)
{
	size_t n = 0;

	for (size_t i = 0; i < COMMANDS; i++)
		n += is_taken(watch, watch->commands[i]);
	return n ? n : 1;
}

/* The index of the command of the row whose nodes are open; -1: there is none. */
static int64_t opened_command(const struct snapshot *snapshot)
{
	const struct opened *opened = &snapshot->opened;
	const enum live_scope scope = opened->scope == LIVE_REGION ? LIVE_PROCESS : opened->scope;
	const struct row *row = opened_row_find(snapshot, scope, opened->id, opened->start_ns);

	if (row && row->kind == ROW_THREAD && row->parent >= 0)
		row = &snapshot->table[ROW_PROCESS].rows[row->parent];
	if (row && row->kind == ROW_PROCESS)
		return row->of_name;
	return row && row->kind == ROW_NAME ? row - snapshot->table[ROW_NAME].rows : -1;
}

static void add_commands(struct change_watch *watch, const struct snapshot *snapshot, double rarity,
			 struct change *best)
{
	const struct row_table *commands = &snapshot->table[ROW_NAME];
	const double slots = counts_whole(&snapshot_machine(snapshot)->numbers->counts);
	const int64_t opened = opened_command(snapshot);

	rarity *= (double)count_commands(watch);
	for (size_t i = 0; i < commands->n; i++) {
		const struct row *row = &commands->rows[i];
		struct watched *watched;

		if ((int64_t)i != opened && !(slots > 0 && counts_whole(&row->numbers->counts) >= LEAST_SLOTS * slots))
			continue;
		watched = find_command(watch, row);
		if (!watched)
			continue;
		watched->last_seq = snapshot->seq;
		change_watch_add_row(watch, watched, snapshot, row, rarity, best);
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (watch->commands[i] && watch->commands[i]->last_seq != snapshot->seq)
			miss(watch->commands[i], 1);
}

/* Was it told before, by another value that changed at the same time? */
static bool is_told(const struct change_watch *watch, const struct change *change)
{
	const size_t kept = change_watch_n(watch);

	for (size_t i = 0; i < kept; i++) {
		const struct change *told = change_watch_at(watch, i);
		const uint64_t apart = told->seq > change->seq ? told->seq - change->seq :
								  change->seq - told->seq;

		/* How busy it was does not stand for a class of the machine. */
		if (told->metric == M_NONE && change->metric != M_NONE && !change->name[0])
			continue;
		if (apart <= told->doubt_intervals + change->doubt_intervals)
			return true;
	}
	return false;
}

const struct change *change_watch_add(struct change_watch *watch, const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	struct change best = { 0 };
	double an_hour;

	if (!machine || snapshot->seq <= watch->seq)
		return NULL;
	if (watch->seq && snapshot->seq > watch->seq + 1)
		miss_all(watch, snapshot->seq - watch->seq - 1);
	watch->seq = snapshot->seq;
	if (!is_comparable(watch, snapshot->interval_ns)) {
		miss_all(watch, 1);
		return NULL;
	}
	an_hour = HOUR_NS / (double)watch->interval_ns;
	change_past_add(watch->past, snapshot);
	change_watch_add_row(watch, &watch->machine, snapshot, machine, an_hour / MACHINE_PART, &best);
	add_commands(watch, snapshot, an_hour / (1 - MACHINE_PART), &best);
	if (!best.seq || is_told(watch, &best))
		return NULL;
	change_past_explain(watch->past, snapshot, &best);
	watch->changes[watch->n % CHANGES_MOST] = best;
	return &watch->changes[watch->n++ % CHANGES_MOST];
}

size_t change_watch_n(const struct change_watch *watch)
{
	return watch->n < CHANGES_MOST ? watch->n : CHANGES_MOST;
}

const struct change *change_watch_at(const struct change_watch *watch, size_t index)
{
	const size_t first = watch->n - change_watch_n(watch);

	return &watch->changes[(first + index) % CHANGES_MOST];
}

const struct change *change_watch_of(const struct change_watch *watch, uint64_t seq)
{
	for (size_t i = change_watch_n(watch); i--;)
		if (change_watch_at(watch, i)->seq == seq)
			return change_watch_at(watch, i);
	return NULL;
}

const struct change *change_watch_beside(const struct change_watch *watch, uint64_t seq, int direction)
{
	const struct change *found = NULL;

	for (size_t i = 0; i < change_watch_n(watch); i++) {
		const struct change *change = change_watch_at(watch, i);

		if (direction < 0 ? change->seq < seq && (!found || change->seq > found->seq) :
				    change->seq > seq && (!found || change->seq < found->seq))
			found = change;
	}
	return found;
}
