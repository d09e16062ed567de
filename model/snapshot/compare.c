/* SPDX-License-Identifier: GPL-2.0-only */
/* Pairs two sums by command name in one list, sorted by what changed; see compare.h. */
#include "config.h"
#include "model/snapshot/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/row.h"

/* Busy slots of the machine; NAN: not known, or nothing ran. */
static double busy_slots(const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	double slots = machine ? counts_get(&machine->numbers->counts, EV_SLOTS) - machine->extra->idle_slots : NAN;

	return slots > 0 ? slots : (double)NAN;
}

double compared_percent(const struct comparison *comparison, const struct compared *row,
			enum side side, enum metric_id metric)
{
	const struct row *of = row->row[side];

	if (!of || of->numbers->values.quality[metric] <= Q_LOW_SLOTS ||
	    metric_level(metric) > comparison->levels)
		return NAN;
	return (double)of->numbers->values.percent[metric];
}

double compared_slots(const struct comparison *comparison, const struct compared *row,
		      enum side side, enum metric_id metric)
{
	return row->share[side] / 100 * compared_percent(comparison, row, side, metric);
}

static double change_of(const struct comparison *comparison, const struct compared *row)
{
	/* For the order only: a command that did not run has used nothing. */
	double before = row->row[BEFORE] ? row->share[BEFORE] : 0;
	double after = row->row[AFTER] ? row->share[AFTER] : 0;
	double gained = 0, lost = 0;

	for (size_t i = 0; i < METRIC_CLASSES; i++) {
		double points = compared_slots(comparison, row, AFTER, metric_classes[i]) -
				compared_slots(comparison, row, BEFORE, metric_classes[i]);

		if (isnan(points))	/* also if it did not run on one side */
			return fabs(after - before);
		if (points > 0)
			gained += points;
		else
			lost -= points;
	}
	return gained > lost ? gained : lost;
}

static void fill(const struct comparison *comparison, struct compared *row)
{
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct snapshot *snapshot = comparison->of[side];

		row->share[side] = row->cpu[side] = NAN;
		if (!row->row[side])
			continue;
		row->cpu[side] = row_cpu_percent(snapshot, row->row[side]);
		row->share[side] = 100 * counts_get(&row->row[side]->numbers->counts, EV_SLOTS) /
				   busy_slots(snapshot);
		if (row->row[side]->kind == ROW_MACHINE)
			row->share[side] = 100;
	}
	row->change = change_of(comparison, row);
}

static int compare_names(const void *a, const void *b)
{
	const struct compared *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static double larger_share(const struct compared *row)
{
	return fmax(row->share[BEFORE], row->share[AFTER]);	/* the one that is not NAN */
}

/* The larger first, NAN last. */
static int compare_down(double x, double y)
{
	if (isnan(x) || isnan(y))
		return isnan(x) - isnan(y);
	return (x < y) - (x > y);
}

static int compare_changes(const void *a, const void *b)
{
	const struct compared *x = a, *y = b;
	int order = compare_down(x->change, y->change);

	if (!order)
		order = compare_down(larger_share(x), larger_share(y));
	return order ? order : strcmp(x->name, y->name);
}

/* Makes one row per name from the rows of both sides. */
static void pair_names(struct comparison *comparison)
{
	struct compared *rows = comparison->rows;
	size_t n = 0;

	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct row_table *table = &comparison->of[side]->table[ROW_COMMAND];

		for (size_t i = 0; i < table->n; i++) {
			const struct row *row = &table->rows[i];

			rows[n] = (struct compared){ .name = snapshot_text(comparison->of[side],
									   row->name) };
			rows[n++].row[side] = row;
		}
	}
	qsort(rows, n, sizeof(rows[0]), compare_names);
	for (size_t i = 0; i < n; i++) {
		struct compared *last = comparison->n ? &rows[comparison->n - 1] : NULL;

		if (!last || strcmp(last->name, rows[i].name) != 0) {
			rows[comparison->n++] = rows[i];
			continue;
		}
		for (enum side side = BEFORE; side < SIDES; side++)
			if (rows[i].row[side])
				last->row[side] = rows[i].row[side];
	}
}

int comparison_init(struct comparison *comparison, const struct snapshot *before,
		    const struct snapshot *after)
{
	size_t n = before->table[ROW_COMMAND].n + after->table[ROW_COMMAND].n;

	*comparison = (struct comparison){ .of = { before, after } };
	comparison->levels = before->machine->levels < after->machine->levels ?
				     before->machine->levels : after->machine->levels;
	comparison->rows = calloc(n ? n : 1, sizeof(comparison->rows[0]));
	if (!comparison->rows)
		return -ENOMEM;
	for (enum side side = BEFORE; side < SIDES; side++)
		comparison->machine.row[side] = snapshot_machine(comparison->of[side]);
	fill(comparison, &comparison->machine);
	pair_names(comparison);
	for (size_t i = 0; i < comparison->n; i++)
		fill(comparison, &comparison->rows[i]);
	qsort(comparison->rows, comparison->n, sizeof(comparison->rows[0]), compare_changes);
	return 0;
}

void comparison_done(struct comparison *comparison)
{
	free(comparison->rows);
	comparison->rows = NULL;
	comparison->n = 0;
}
