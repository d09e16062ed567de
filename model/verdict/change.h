/* SPDX-License-Identifier: GPL-2.0-only */
/* A change of the machine, or of a command, and what explains it. Only data, any thread. */
#ifndef TDTOP_MODEL_VERDICT_CHANGE_H
#define TDTOP_MODEL_VERDICT_CHANGE_H

#include <stdint.h>

#include "model/metric.h"
#include "model/task.h"

enum change_cause {
	CAUSE_NONE,		/* no command explains a third of it; or the change is a command's own */
	CAUSE_BEGAN,		/* the command had no slots before, */
	CAUSE_STOPPED,		/* or has none since then */
	CAUSE_MORE,		/* its part of all slots rose, */
	CAUSE_LESS,		/* or fell */
	CAUSE_ITSELF		/* its own value changed */
};

/* A change. Names are as in rows: not yet safe for a terminal. Values are in percent. */
struct change {
	uint64_t seq;			/* first interval of the new level, */
	double time;			/* its begin on the wall clock, seconds since 1970, */
	double doubt;			/* within so many seconds */
	uint64_t doubt_intervals;
	enum metric_id metric;		/* M_NONE: how busy the CPUs are */
	char name[COMM_LEN];		/* the command whose value it is; "": the machine */
	double before, after;
	enum change_cause cause;
	char by[COMM_LEN];		/* the command that explains it */
	int32_t by_pid;			/* its process; 0: it has several, or none any more */
	double by_before, by_after;	/* MORE, LESS, BEGAN, STOPPED: its part of all slots (CPU time,
					 * if M_NONE); ITSELF: its value */
};

#endif
