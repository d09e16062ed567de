/* SPDX-License-Identifier: GPL-2.0-only */
/* Whom the collector asks about tasks: /proc, or the source. Collector thread. */
#ifndef TDTOP_COLLECT_ASKED_H
#define TDTOP_COLLECT_ASKED_H

#include "collect/tasks/tasks.h"

struct procfs;
struct recorder;
struct source;

struct asked {			/* all are borrowed */
	struct source *source;
	struct procfs *procfs;	/* NULL if the source does not use /proc */
	struct recorder *recorder;	/* gets the answers of /proc; NULL: no recording */
};

/*
 * The functions with which tasks ask; they use `asked` as long as there are tasks. A source that
 * opens tasks reports each exit itself, later than /proc: as long as the children of a task count
 * with it, the task has not ended.
 */
struct task_lookup asked_lookup(struct asked *asked);

#endif
