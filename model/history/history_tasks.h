/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who the tasks of the past are: each is kept once, however many moments it is in. Part of model/history/snapshot_history.c and
 * model/history/packed_snapshot.c, which are the only callers. UI thread.
 */
#ifndef TDTOP_MODEL_PAST_TASKS_H
#define TDTOP_MODEL_PAST_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include "model/strings.h"

struct past_task;
struct row;
struct snapshot;

/* No padding: hashed as bytes. Texts of one store are the same if their pointers are. */
struct past_key {
	uint64_t start_ns;
	struct text *name, *command, *user, *cgroup;
	int32_t id, pid, ppid;
	int32_t kind;		/* enum row_kind */
};

/* Zeroed: empty. */
struct past_tasks {
	struct strings texts;
	struct past_task *by_key;	/* a hash */
};

/*
 * The task of a process' or thread's row, held until it is given back. before: the task taken before, whose texts are
 * often the same; or NULL. NULL without memory.
 */
struct past_task *past_tasks_take(struct past_tasks *tasks, const struct snapshot *snapshot, const struct row *row,
				  const struct past_task *before);

/* One more that holds it. Returns it. */
struct past_task *past_task_share(struct past_task *task);

/* NULL is fine. When all have been given back no memory is left. */
void past_tasks_give(struct past_tasks *tasks, struct past_task *task);

const struct past_key *past_task_key(const struct past_task *task);

/* Memory in use. */
size_t past_tasks_bytes(const struct past_tasks *tasks);

#endif
