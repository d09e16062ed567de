/* SPDX-License-Identifier: GPL-2.0-only */
/* When what works beside the source gives something up, as its own cost is above a limit. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct event_budget {
	double limit_percent;	/* of one CPU; 0: none */
	size_t step;		/* what is given up: an index into the table of who has it */
	unsigned int over;	/* seconds in a row that the cost was above it */
};

/*
 * Each second: the own cost in percent of one CPU; last: the step after which nothing is left to give
 * up. True: a further step is taken.
 */
bool event_budget_see(struct event_budget *budget, size_t last, double own_percent);

/* All steps are taken, and the cost is still above the limit. */
bool event_budget_exhausted(const struct event_budget *budget, size_t last);
