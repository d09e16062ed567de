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

static enum quality quality_of(double value, const struct counts *counts, bool few)
{
	if (isnan(value) || isinf(value))
		return Q_MISSING;
	if (few)
		return Q_FEW;
	return counts->scaled ? Q_SCALED : Q_COUNTED;
}

void family_evaluate(const struct family *family, const struct counts *counts, bool few,
		     struct values *values)
{
	double ipc = counts_get(counts, EV_INSTRUCTIONS) / counts_get(counts, EV_CYCLES);

	memset(values, 0, sizeof(*values));
	for (size_t i = 0; i < family->n_formulas; i++) {
		const struct formula *formula = &family->formulas[i];
		double ratio = formula->eval(counts);
		enum quality quality = quality_of(ratio, counts, few);

		values->quality[formula->metric] = (uint8_t)quality;
		if (quality > Q_FEW)
			values->percent[formula->metric] = (float)(ratio * 100);
	}
	values->ipc_quality = (uint8_t)quality_of(ipc, counts, few);
	if (values->ipc_quality > Q_FEW)
		values->ipc = (float)ipc;
}

/* The largest child of parent among those over their thresholds, if no other is near; or M_NONE. */
static enum metric_id worst_child(const struct values *values, enum metric_id parent)
{
	enum metric_id worst = M_NONE;
	float best = 0, second = 0;

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		float percent = values->percent[id];

		if (metrics[id].parent != parent || values->quality[id] <= Q_FEW ||
		    percent <= (float)(metrics[id].threshold * 100))
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
