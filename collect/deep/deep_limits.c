/* SPDX-License-Identifier: GPL-2.0-only */
/* Steps of the budget; see deep_parts.h. Fewer threads first, then fewer groups. */
#include "config.h"
#include "collect/deep/deep_parts.h"

#include "collect/deep/deep_groups.h"
#include "collect/deep/deep_targets.h"

static const struct {
	size_t threads, groups;
} steps[] = {
	{ DEEP_THREADS_MOST, DEEP_GROUPS_MAX },
	{ DEEP_THREADS_MOST / 2, DEEP_GROUPS_MAX },
	{ DEEP_THREADS_MOST / 4, DEEP_GROUPS_MAX },
	{ DEEP_THREADS_MOST / 8, DEEP_GROUPS_MAX },
	{ DEEP_THREADS_MOST / 8, 4 },
	{ DEEP_THREADS_MOST / 8, 2 },
	{ DEEP_THREADS_MOST / 16, 1 },
};
#define LAST (sizeof(steps) / sizeof(steps[0]) - 1)

size_t deep_limits_threads(const struct deep_limits *limits)
{
	return steps[limits->of.step].threads;
}

size_t deep_limits_groups(const struct deep_limits *limits)
{
	return steps[limits->of.step].groups;
}

bool deep_limits_see(struct deep_limits *limits, double own_percent)
{
	return event_budget_see(&limits->of, LAST, own_percent);
}

bool deep_limits_exhausted(const struct deep_limits *limits)
{
	return event_budget_exhausted(&limits->of, LAST);
}
