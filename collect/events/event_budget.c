/* SPDX-License-Identifier: GPL-2.0-only */
/* Steps of a budget; see event_budget.h. */
#include "config.h"
#include "collect/events/event_budget.h"

#define TIMES_OVER 3		/* seconds: what begins costs more than what goes on */

bool event_budget_see(struct event_budget *budget, size_t last, double own_percent)
{
	if (budget->limit_percent <= 0 || !(own_percent > budget->limit_percent)) {
		budget->over = 0;
		return false;
	}
	budget->over++;
	if (budget->over < TIMES_OVER || budget->step == last)
		return false;
	budget->over = 0;
	budget->step++;
	return true;
}

bool event_budget_exhausted(const struct event_budget *budget, size_t last)
{
	return budget->step == last && budget->over >= TIMES_OVER;
}
