/* SPDX-License-Identifier: GPL-2.0-only */
/* All watched series of a machine; see change_watch.h. */
#include "config.h"
#include "model/verdict/change_watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "model/verdict/change_cause.h"
#include "model/verdict/change_point.h"

#define LEAST_SLOTS 0.05	/* part of all slots from which on a command is watched */
#define COMMANDS 20		/* there can't be more of these in an interval */
#define SERIES (FAMILY_CLASSES + 1)	/* of a row: its classes; of the machine how busy it is, too */
#define HOUR_NS 3.6e12
#define MACHINE_PART 0.75	/* of the false alarms */
#define ODD_LENGTH 1.5		/* times an interval is longer or shorter than the others, */
#define ODD_MOST 3		/* and if so many are, they are the usual ones */

/* The machine, or a command. */
struct watched {
	uint64_t key;		/* start_ns of its row */
	uint64_t seen;		/* interval in which it had enough slots last; 0: the place is free */
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
static void change_watch_add_row(const struct change_watch *watch, struct watched *watched, const struct snapshot *snapshot,
				 const struct row *row, double rarity, struct change *best)
{
	enum metric_id values[SERIES];
	size_t n = (size_t)family_classes(snapshot->machine->family, values);

	if (row->kind == ROW_MACHINE)
		values[n++] = M_NONE;
	for (size_t i = 0; i < n; i++) {
		const enum metric_id m = values[i];
		const bool known = m == M_NONE || row->values.quality[m] > Q_LOW_SLOTS;
		const double value = m == M_NONE ? row_busy_percent(snapshot, row) : (double)row->values.percent[m];
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
	return watched && watched->seen && watched->seen + CHANGE_MISSING > watch->seq;
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

static void add_commands(struct change_watch *watch, const struct snapshot *snapshot, double rarity,
			 struct change *best)
{
	const struct row_table *commands = &snapshot->table[ROW_NAME];
	const double slots = counts_whole(&snapshot_machine(snapshot)->counts);

	rarity *= (double)count_commands(watch);
	for (size_t i = 0; i < commands->n; i++) {
		const struct row *row = &commands->rows[i];
		struct watched *watched;

		if (!(slots > 0 && counts_whole(&row->counts) >= LEAST_SLOTS * slots))
			continue;
		watched = find_command(watch, row);
		if (!watched)
			continue;
		watched->seen = snapshot->seq;
		change_watch_add_row(watch, watched, snapshot, row, rarity, best);
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (watch->commands[i] && watch->commands[i]->seen != snapshot->seq)
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
