/* SPDX-License-Identifier: GPL-2.0-only */
/* The price of a sample, by comparison; see price.h. */
#include "config.h"
#include "collect/percpu/sample_cost.h"

#include <math.h>

#define ROUNDS 5

/* Nanoseconds per switch of one burst; INFINITY if there was none. */
static double time_burst(const struct price_trial *trial, bool counted)
{
	uint64_t cpu_ns = 0, switches = 0;
	int ret = 0;

	if (counted)
		ret = trial->count(trial->data, true);
	if (!ret)
		ret = trial->burst(trial->data, &cpu_ns, &switches);
	if (counted)
		(void)trial->count(trial->data, false);
	return ret || !switches ? (double)INFINITY : (double)cpu_ns / (double)switches;
}

double price_learn(const struct price_trial *trial)
{
	double alone = (double)INFINITY, counted = (double)INFINITY;

	for (int i = 0; i < ROUNDS; i++) {
		alone = fmin(alone, time_burst(trial, false));
		counted = fmin(counted, time_burst(trial, true));
	}
	if (isinf(alone) || isinf(counted))
		return (double)NAN;
	return fmax(counted - alone, 0);
}
