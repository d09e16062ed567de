/* SPDX-License-Identifier: GPL-2.0-only */
/* Minimum, mean and maximum; see spread.h. Pure, any thread. */
#include "config.h"
#include "model/history/spread.h"

#include <math.h>

struct spread spread_of(const float *values, size_t n)
{
	struct spread spread = { .min = NAN, .mean = NAN, .max = NAN };
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		double value = (double)values[i];

		if (isnan(value))
			continue;
		spread.n++;
		sum += value;
		spread.min = fmin(spread.min, value);	/* of NAN and a number: the number */
		spread.max = fmax(spread.max, value);
	}
	if (spread.n)
		spread.mean = sum / (double)spread.n;
	return spread;
}
