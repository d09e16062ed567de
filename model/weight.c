/* SPDX-License-Identifier: GPL-2.0-only */
/* The weight of a row; see weight.h. Pure, any thread. */
#include "config.h"
#include "model/weight.h"

#include <math.h>

#define IMPOSSIBLE_PERCENT 100.5	/* more than the rounding of the register's fields */

double weight_percent(const struct counts *row, const struct counts *machine)
{
	double part = counts_whole(row), all = counts_whole(machine);

	double percent = part > 0 && all > 0 ? 100 * part / all : (double)NAN;

	if (percent > IMPOSSIBLE_PERCENT)
		return NAN;
	return percent > 100 ? 100 : percent;
}

struct gain weight_gain(const struct values *values, enum metric_id node, double percent)
{
	struct gain gain = { .machine = NAN, .speedup = NAN };
	enum quality quality = (enum quality)values->quality[node];
	enum metric_sense sense = metrics[node].sense;
	double share = (double)values->percent[node] / 100;

	if (quality <= Q_LOW_SLOTS || sense == SENSE_GOOD || sense == SENSE_WORK)
		return gain;
	gain.rough = quality_is_rough(quality);
	gain.speedup = share < 1 ? 1 / (1 - share) : (double)INFINITY;
	gain.machine = sense == SENSE_TAKEN ? 0 : share * percent;
	return gain;
}

bool weight_is_light(double percent, double cpu_percent)
{
	return percent < WEIGHT_MIN_PERCENT && cpu_percent < WEIGHT_MIN_PERCENT;
}
