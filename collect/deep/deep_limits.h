/* SPDX-License-Identifier: GPL-2.0-only */
/* What counting nodes gives up for the budget of tdtop's own cost, in steps. Pure. One thread. */
#ifndef TDTOP_COLLECT_DEEP_DEEP_LIMITS_H
#define TDTOP_COLLECT_DEEP_DEEP_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/events/event_budget.h"

struct deep_limits {
	struct event_budget of;
};

size_t deep_limits_threads(const struct deep_limits *limits);	/* that have events, at most */
size_t deep_limits_groups(const struct deep_limits *limits);	/* of each core type, at most */

/* Each second: the own cost in percent of one CPU. True: a further step is taken. */
bool deep_limits_see(struct deep_limits *limits, double own_percent);

/* All steps are taken, and the cost is still above the limit. */
bool deep_limits_exhausted(const struct deep_limits *limits);

#endif
