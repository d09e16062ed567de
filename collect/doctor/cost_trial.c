/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs a source for one empty interval; see cost_trial.h. */
#include "config.h"
#include "collect/doctor/cost_trial.h"

#include <string.h>

/* The one callback that a sink must have. */
static void ignore_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

/* A hybrid has a source for each core type: keeps the highest cost, and the CPUs of all. */
static void take_cost(void *data, const struct self_cost *cost)
{
	self_cost_add(data, cost);
}

int cost_trial(struct source *source, struct self_cost *cost, struct err *err)
{
	const struct sink sink = {
		.data = cost,
		.slice = ignore_slice,
		.cost = take_cost,
	};
	int ret;

	memset(cost, 0, sizeof(*cost));
	ret = source->ops->start(source, err);
	if (!ret)
		ret = source->ops->tick(source, source->ops->clock_ns(source), &sink, err);
	return ret < 0 ? ret : 0;
}
