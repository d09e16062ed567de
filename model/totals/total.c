/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Divides the slots of a row among the nodes; see total.h.
 *
 * The slots are EV_SLOTS: of these, those of the tasks, of the idle task and the unaccounted add up
 * to those of the CPUs (collect/collector/aggregate.h). The four counts of level 1 do not add up to EV_SLOTS
 * (model/counts.h), but their shares do add up to 1.
 *
 * The shares of other families may add up to less or more: where a class is what others leave, it
 * is never below 0. What is missing is undivided; what is too much is taken from all in proportion.
 * On level 2 the children of a class are made to fit into it in the same way.
 */
#include "config.h"
#include "model/totals/total.h"

#include <math.h>

#include "model/formula.h"
#include "model/snapshot/snapshot.h"

#define ROUNDING 1e-6		/* shares are floats: a sum so near to the whole is the whole */
#define NOTHING 1e-12		/* of the slots: less than this is rounding of doubles */

#define UNKNOWN (-1.0)		/* a share that is not known */

static double usable(double count)
{
	return isfinite(count) && count > 0 ? count : 0;
}

double total_row_slots(const struct snapshot *snapshot, const struct row *row)
{
	if (snapshot->soundness == UNSOUND_TOO_MANY)
		return 0;
	return usable(counts_or_0(&row->numbers->counts, EV_SLOTS));
}

/* The row's values; of nodes with too few slots those that the formulas make of these. */
static void find_shares(const struct snapshot *snapshot, const struct row *row,
			double share[M_COUNT])
{
	struct values few;
	bool evaluated = false;

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		const struct values *values = &row->numbers->values;

		if (values->quality[m] == Q_LOW_SLOTS) {
			if (!evaluated)
				family_evaluate(snapshot->machine->family, &row->numbers->counts, false,
						&few);
			evaluated = true;
			values = &few;
		}
		share[m] = values->quality[m] > Q_LOW_SLOTS && isfinite(values->percent[m])
				   ? (double)values->percent[m] / 100
				   : UNKNOWN;
	}
}

/* What the shares below this parent must be multiplied by, so that they fit into its own. */
static double fit(const double share[M_COUNT], enum metric_id parent, double into)
{
	double sum = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == parent && share[m] > 0)
			sum += share[m];
	return sum > into * (1 - ROUNDING) && sum > 0 ? into / sum : 1;
}

/* Adds the children of a parent, which has the share `into`; returns their slots. */
static double add_children(struct total *total, const double share[M_COUNT], enum metric_id parent,
			   double into, double slots)
{
	const double factor = fit(share, parent, into) * slots;
	double given = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		if (metrics[m].parent != parent || !(share[m] > 0))
			continue;
		total->slots[m] += share[m] * factor;
		given += share[m] * factor;
	}
	return given;
}

/*
 * Returns what is divided on level 2 of a class that has this share. A class with nothing below it
 * (SMT contention) is a node of that level as well.
 */
static double add_level2(struct total *total, const struct family *family,
			 const double share[M_COUNT], enum metric_id class, double into,
			 double slots)
{
	if (family_node_is_on(family, class, 2))
		return into * slots;
	return add_children(total, share, class, into, slots);
}

/* Adds the slots that are left of all. */
static void add_rest(double *undivided, double slots, double given)
{
	if (slots - given > slots * NOTHING)
		*undivided += slots - given;
}

static void add_slots(struct total *total, const struct snapshot *snapshot, const struct row *row)
{
	const double slots = total_row_slots(snapshot, row);
	double share[M_COUNT], fitted, level2 = 0;

	if (slots <= 0)
		return;
	find_shares(snapshot, row, share);
	fitted = fit(share, M_NONE, 1);
	add_rest(&total->undivided[0], slots, add_children(total, share, M_NONE, 1, slots));
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && share[m] > 0)
			level2 += add_level2(total, snapshot->machine->family, share, m,
					     share[m] * fitted, slots);
	add_rest(&total->undivided[1], slots, level2);
}

/* An event that was counted for a part of the row, because groups rotate, stands for all of it. */
static double whole_event(const struct snapshot *snapshot, const struct row *row,
			  enum event_id event)
{
	double share = 1;

	if (snapshot->soundness != SOUND || !(row->numbers->counts.present & 1U << event))
		return 0;
	if (snapshot->machine->family)
		share = family_share(snapshot->machine->family, &row->numbers->counts, 1U << event);
	return usable(row->numbers->counts.value[event] / fmax(share, COUNTS_SHARE_MIN));
}

void total_add_row(struct total *total, const struct snapshot *snapshot, const struct row *row)
{
	add_slots(total, snapshot, row);
	total->cpu_ns += (double)row->busy_ns;
	total->instructions += whole_event(snapshot, row, EV_INSTRUCTIONS);
	total->cycles += whole_event(snapshot, row, EV_CYCLES);
}

void total_add_undivided(struct total *total, double slots)
{
	total->undivided[0] += usable(slots);
	total->undivided[1] += usable(slots);
}
