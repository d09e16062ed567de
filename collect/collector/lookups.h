/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who is asked about tasks: /proc of this machine, whose answers a recorder writes down, or the
 * source. Used by collect/collector/collector.c, collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_LOOKUPS_H
#define TDTOP_COLLECT_COLLECTOR_LOOKUPS_H

#include <stdint.h>

#include "collect/tasks/tasks.h"

struct procfs;
struct recorder;
struct source;

#define LOOKUPS_FIRST 1024	/* processes that lookups_first() asks for */

struct lookups {
	struct source *source;
	struct procfs *procfs;		/* NULL if the source does not use /proc */
	struct recorder *recorder;	/* NULL: no recording */
};

/* The functions that look tasks up; borrows the struct. */
struct task_lookup lookups_of(struct lookups *lookups);

/*
 * Looks up the processes that exist when the counting has started, the newest LOOKUPS_FIRST of
 * /proc: one that ends before the end of the first interval could not be looked up any more, and
 * would have no name. Takes some 30 us each. They are known from a time on when all of them exist:
 * a FORK record that is later would be that of another process with the same pid.
 */
void lookups_first(struct lookups *lookups, struct tasks *tasks);

#endif
