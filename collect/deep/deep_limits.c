/* SPDX-License-Identifier: GPL-2.0-only */
/* Steps of the budget; see deep_limits.h. Fewer threads first, then fewer groups. */
#include "config.h"
#include "collect/deep/deep_limits.h"

#include "collect/deep/deep_groups.h"
#include "collect/deep/deep_targets.h"

#define TIMES_OVER 3		/* seconds: to open costs more than to count */

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
	return steps[limits->step].threads;
}

size_t deep_limits_groups(const struct deep_limits *limits)
{
	return steps[limits->step].groups;
}

bool deep_limits_see(struct deep_limits *limits, double own_percent)
{
	if (limits->limit_percent <= 0 || !(own_percent > limits->limit_percent)) {
		limits->over = 0;
		return false;
	}
	limits->over++;
	if (limits->over < TIMES_OVER || limits->step == LAST)
		return false;
	limits->over = 0;
	limits->step++;
	return true;
}

bool deep_limits_exhausted(const struct deep_limits *limits)
{
	return limits->step == LAST && limits->over >= TIMES_OVER;
}
