/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of the tasks of one interval: a row per thread that ran or exited, one per listed process
 * (collect/tasks/listing.h) and one for what it did outside of regions, if it has any, and one per process
 * that exited with all that it cost in its life. Called by collect/collector/aggregate.c at the end of an
 * interval, collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_TASK_ROWS_H
#define TDTOP_COLLECT_COLLECTOR_TASK_ROWS_H

#include <stdbool.h>

#include "collect/tasks/tasks.h"
#include "model/snapshot/snapshot.h"

/*
 * Adds the rows of the listed processes, linked by next_listed, and of all touched tasks, whose
 * sums must be settled, to a draft, and sets its tasks_ran and tasks_exited. False: there was no
 * memory for some rows.
 */
bool task_rows_add(struct tasks *tasks, struct process *listed, struct snapshot *draft);

/*
 * All tasks of other pid namespaces are one process with one thread, if any ran: their names are
 * not visible here. false without memory.
 */
bool task_rows_add_other_ns(const struct task_sum *other_ns, struct snapshot *draft);

#endif
