/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Identities of the tasks, and of their regions, in the kept snapshots. Each is stored once, counted by reference, however
 * many snapshots it is in. Part of model/history/snapshot_history.c and packed_snapshot.c, the only
 * callers. UI thread.
 */
#ifndef TDTOP_MODEL_HISTORY_HISTORY_TASKS_H
#define TDTOP_MODEL_HISTORY_HISTORY_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include "model/strings.h"

struct history_task;
struct row;
struct snapshot;

/* No padding: hashed as bytes. Two strings of one pool are equal if their pointers are. */
struct history_task_key {
	uint64_t start_ns;
	struct string *name, *command, *user, *cgroup;
	int32_t id, pid, ppid;
	uint16_t kind;		/* enum row_kind */
	uint16_t kernel;	/* a kernel thread */
};

/* Zeroed: empty. */
struct history_tasks {
	struct strings strings;
	struct history_task *by_key;	/* a hash table */
};

/*
 * Returns the task of a process, thread or region row, with a new reference; the caller puts it back.
 * `before` is the previous task, whose strings are often the same, or NULL. NULL without memory.
 */
struct history_task *history_tasks_get(struct history_tasks *tasks, const struct snapshot *snapshot,
				       const struct row *row, const struct history_task *before);

/* Takes another reference. Returns the task. */
struct history_task *history_task_get(struct history_task *task);

/*
 * Drops a reference; the last one frees the task. NULL is fine. The pool has no memory left when
 * all references are gone.
 */
void history_tasks_put(struct history_tasks *tasks, struct history_task *task);

const struct history_task_key *history_task_key(const struct history_task *task);

/* Bytes in use. */
size_t history_tasks_bytes(const struct history_tasks *tasks);

#endif
