/* SPDX-License-Identifier: GPL-2.0-only */
/* See starvation.h. */
#include "config.h"
#include "collect/percpu/starvation.h"

#define OFF_TICKS 2	/* it may be off for one, as long as the other user's start takes */
#define WAIT_MOST 64	/* ticks: a question holds the collector up for some milliseconds */

void starvation_opened(struct starvation *starvation)
{
	starvation->ticks = 0;
	starvation->enabled_ns = starvation->running_ns = 0;
}

static bool was_off(const struct starvation *starvation, uint64_t enabled_ns, uint64_t running_ns)
{
	return enabled_ns > starvation->enabled_ns && running_ns == starvation->running_ns;
}

bool starvation_asks(struct starvation *starvation, uint64_t enabled_ns, uint64_t running_ns)
{
	bool off = was_off(starvation, enabled_ns, running_ns);

	starvation->enabled_ns = enabled_ns;
	starvation->running_ns = running_ns;
	if (!starvation->lean && !off) {
		starvation->ticks = 0;
		starvation->wait = OFF_TICKS;
		return false;
	}
	if (++starvation->ticks < starvation->wait)
		return false;
	starvation->ticks = 0;
	starvation->wait = starvation->wait < WAIT_MOST / 2 ? 2 * starvation->wait : WAIT_MOST;
	return true;
}

bool starvation_answered(struct starvation *starvation, bool would_count)
{
	/* Whole, off, and that is free: it is slots that somebody holds. Lean, and not free: it stays so. */
	if (starvation->lean != would_count)
		return false;
	starvation->lean = !starvation->lean;
	starvation->wait = OFF_TICKS;
	return true;
}
