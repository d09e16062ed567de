/* SPDX-License-Identifier: GPL-2.0-only */
/* To leave out level 2, or not; see leave_out.h. */
#include "config.h"
#include "collect/percpu/optional_events.h"

#define UNWANTED_TICKS 10	/* who looked at level 2 may look again soon */
#define CALM_TICKS 30

bool leave_out_step(struct leave_out *leave, bool wanted, bool over, bool calm)
{
	bool out = leave->out;

	leave->unwanted = wanted ? 0 : leave->unwanted + 1;
	leave->looked_at = wanted || (leave->looked_at && leave->unwanted < UNWANTED_TICKS);
	leave->calm = calm ? leave->calm + 1 : 0;
	if (wanted || (out && leave->calm >= CALM_TICKS))
		out = false;
	else if (over && !leave->looked_at)
		out = true;
	if (out == leave->out)
		return false;
	leave->out = out;
	return true;
}
