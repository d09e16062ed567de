/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who the tasks of the past are: each is kept once, however many moments it is in. Part of model/history/snapshot_history.c and
 * model/history/packed_snapshot.c, which are the only callers. UI thread.
 */
#ifndef TDTOP_MODEL_HISTORY_TASKS_H
#define TDTOP_MODEL_HISTORY_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include "model/strings.h"

struct history_task;
struct row;
struct snapshot;

/* No padding: hashed as bytes. Texts of one store are the same if their pointers are. */
struct history_task_key {
	uint64_t start_ns;
	struct string *name, *command, *user, *cgroup;
	int32_t id, pid, ppid;
	int32_t kind;		/* enum row_kind */
};

/* Zeroed: empty. */
struct history_tasks {
	struct strings strings;
	struct history_task *by_key;	/* a hash */
};

/*
 * The task of a process' or thread's row, held until it is given back. before: the task taken before, whose texts are
 * often the same; or NULL. NULL without memory.
 */
struct history_task *history_tasks_get(struct history_tasks *tasks, const struct snapshot *snapshot, const struct row *row,
				  const struct history_task *before);

/* One more that holds it. Returns it. */
struct history_task *history_task_get(struct history_task *task);

/* NULL is fine. When all have been given back no memory is left. */
void history_tasks_put(struct history_tasks *tasks, struct history_task *task);

const struct history_task_key *history_task_key(const struct history_task *task);

/* Memory in use. */
size_t history_tasks_bytes(const struct history_tasks *tasks);

#endif
