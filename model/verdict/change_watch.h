/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Change points of a machine: what changed, when, from what to what, and which command explains it.
 * Each snapshot is given to it in turn, live or of a recording, which therefore tell the same. It
 * watches the classes of the machine, of each command with at least 5 % of the slots, and of that of
 * the row whose nodes are open. How busy the CPUs are is watched, too. Each is judged by
 * change_point.h. False alarms of all of them together are at most one an hour by these statistics:
 * three quarters of them the machine's, the rest the commands'. One thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"
#include "model/task.h"

/* A change of the machine, or of a command, and what explains it. Only data. */
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

#define CHANGES_MOST 64	/* that are kept, the oldest go first */

struct change_watch;
struct snapshot;

struct change_watch *change_watch_new(void);	/* NULL without memory */
void change_watch_free(struct change_watch *watch);	/* NULL is fine */

/*
 * Adds a finished snapshot; a seq not above the last is ignored. Returns the change that was found
 * in it, or NULL: none, or one that belongs to a change that was told before. Valid until the next call.
 */
const struct change *change_watch_add(struct change_watch *watch, const struct snapshot *snapshot);

/* The changes that are kept, by the intervals in which they were found. */
size_t change_watch_n(const struct change_watch *watch);
const struct change *change_watch_at(const struct change_watch *watch, size_t index);

/* Is the interval the first one of a new level? That change; NULL: it is not. */
const struct change *change_watch_of(const struct change_watch *watch, uint64_t seq);

/* The first change behind an interval, or (direction < 0) the last one before it; NULL: there is none. */
const struct change *change_watch_beside(const struct change_watch *watch, uint64_t seq, int direction);
