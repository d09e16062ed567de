/* SPDX-License-Identifier: GPL-2.0-only */
/* Evaluates a family's table of formulas over counts, and finds the worst path. Any thread. */
#include "config.h"
#include "model/formula.h"

#include <math.h>
#include <string.h>

#define TOO_CLOSE 5.0f		/* points: below this the worst of two siblings is not told */

const struct formula *family_formula(const struct family *family, enum metric_id metric)
{
	for (size_t i = 0; i < family->n_formulas; i++)
		if (family->formulas[i].metric == metric)
			return &family->formulas[i];
	return NULL;
}

bool family_has_node(const struct family *family, enum metric_id metric)
{
	if (family && family_formula(family, metric))
		return true;
	return !metrics[metric].some && (!family || metric_level(metric) > family->levels);
}

bool family_node_is_on(const struct family *family, enum metric_id metric, int level)
{
	if (!family_has_node(family, metric) || metric_level(metric) > level)
		return false;
	for (enum metric_id child = 0; child < M_COUNT; child++)
		if (metrics[child].parent == metric && metric_level(child) <= level &&
		    family_has_node(family, child))
			return false;
	return true;
}

int family_nodes(const struct family *family, enum metric_id nodes[M_COUNT])
{
	int n = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (family_has_node(family, m))
			nodes[n++] = m;
	return n;
}

bool values_are_whole(const struct values *values)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && values->quality[m] <= Q_FEW &&
		    !(metrics[m].some && values->quality[m] == Q_MISSING))
			return false;
	return true;
}

/* Which events are there, not their values, decides what is missing: 0/0 only says "too few". */
static bool is_missing(double (*eval)(const struct counts *c), const struct counts *counts)
{
	struct counts some = { .present = counts->present };

	/* Two and one, so that of a hybrid's counts there is a part of each kind. */
	for (int event = 0; event < EV_COUNT; event++)
		some.value[event] = event < EV_X0 ? 2 : 1;
	return !isfinite(eval(&some));	/* SUM is 0 where one of its four is missing */
}

int family_levels_at_once(const struct family *family)
{
	int levels = family->levels;

	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].turn && family->events[i].level <= levels)
			levels = family->events[i].level - 1;
	return levels;
}

uint32_t formula_events(const struct formula *formula)
{
	uint32_t all = (1U << EV_COUNT) - 1, needed = 0;

	for (int event = 0; event < EV_COUNT; event++) {
		struct counts counts = { .present = all & ~(1U << event) };

		if (is_missing(formula->eval, &counts))
			needed |= 1U << event;
	}
	return needed;
}

/* Not a node of the tree, the same for every family. */
static double instructions_per_cycle(const struct counts *c)
{
	return EV(INSTRUCTIONS) / EV(CYCLES);
}

/* Does the formula look at an event that was not counted in the whole row? */
static bool is_partial(double (*eval)(const struct counts *c), const struct counts *counts)
{
	struct counts whole_only = { .present = counts->present & ~counts->partial };

	return counts->partial && is_missing(eval, &whole_only);
}

/* Evaluates one formula: its quality, and its result if the quality allows one, else 0. */
static enum quality evaluate(double (*eval)(const struct counts *c), const struct counts *counts,
			     bool in_turns, bool few, double *result)
{
	struct counts whole;

	if (is_partial(eval, counts)) {
		whole = counts_complete(counts);
		*result = eval(&whole);
		if (!few && isfinite(*result))
			return Q_PARTIAL;
	} else {
		*result = eval(counts);
		if (!few && isfinite(*result))
			return counts->scaled ? Q_SCALED : in_turns ? Q_PARTIAL : Q_COUNTED;
	}
	*result = 0;
	return is_missing(eval, counts) ? Q_MISSING : Q_FEW;
}

void family_evaluate(const struct family *family, const struct counts *counts, bool few,
		     struct values *values)
{
	double result;

	memset(values, 0, sizeof(*values));
	for (size_t i = 0; i < family->n_formulas; i++) {
		enum metric_id metric = family->formulas[i].metric;

		values->quality[metric] =
			(uint8_t)evaluate(family->formulas[i].eval, counts,
					  family->formulas[i].in_turns, few, &result);
		values->percent[metric] = (float)(result * 100);
	}
	values->ipc_quality = (uint8_t)evaluate(instructions_per_cycle, counts, false, few,
						&result);
	values->ipc = (float)result;
}

bool metric_is_over(const struct values *values, enum metric_id metric)
{
	return values->quality[metric] > Q_FEW &&
	       values->percent[metric] > (float)(metrics[metric].threshold * 100);
}

/*
 * The largest child of parent among those over their thresholds, if no other is near; or M_NONE. By
 * share, not by how far it is over: the share is what there is to win.
 */
static enum metric_id worst_child(const struct values *values, enum metric_id parent)
{
	enum metric_id worst = M_NONE;
	float best = 0, second = 0;

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		float percent = values->percent[id];

		if (metrics[id].parent != parent || !metric_is_over(values, id))
			continue;
		if (percent > best) {
			second = best;
			best = percent;
			worst = id;
		} else if (percent > second) {
			second = percent;
		}
	}
	return best - second < TOO_CLOSE ? M_NONE : worst;
}

int worst_path(const struct values *values, int levels, enum metric_id path[2])
{
	enum metric_id at = M_NONE;
	int length = 0;

	while (length < levels && length < 2) {
		at = worst_child(values, at);
		if (at == M_NONE)
			break;
		path[length++] = at;
	}
	return length;
}
