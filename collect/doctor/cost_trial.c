/* SPDX-License-Identifier: GPL-2.0-only */
/* One interval of nothing; see cost_trial.h. */
#include "config.h"
#include "collect/doctor/cost_trial.h"

#include <string.h>

static void forget_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

static void forget_task(void *data, const struct task_event *event)
{
	(void)data;
	(void)event;
}

static void forget_lost(void *data, int cpu, uint64_t records)
{
	(void)data;
	(void)cpu;
	(void)records;
}

static void forget_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	(void)data;
	(void)cpu;
	(void)enabled_ns;
	(void)running_ns;
}

static void forget_uncounted(void *data, enum uncounted why, uint32_t threads)
{
	(void)data;
	(void)why;
	(void)threads;
}

/* A hybrid has a source for each kind of core. */
static void take_cost(void *data, const struct self_cost *cost)
{
	self_cost_add(data, cost);
}

int cost_trial(struct source *source, struct self_cost *cost, struct err *err)
{
	const struct sink sink = {
		.data = cost,
		.slice = forget_slice,
		.task = forget_task,
		.lost = forget_lost,
		.times = forget_times,
		.uncounted = forget_uncounted,
		.cost = take_cost,
	};
	int ret;

	memset(cost, 0, sizeof(*cost));
	ret = source->ops->start(source, err);
	if (!ret)
		ret = source->ops->tick(source, source->ops->clock_ns(source), &sink, err);
	return ret < 0 ? ret : 0;
}
