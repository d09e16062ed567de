/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of snapshot_history.c: one snapshot in few bytes, and the tasks of all kept ones. UI
 * thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/strings.h"

/*
 * One snapshot in few bytes: what its draft had; counts that are not whole numbers are rounded to
 * 24 bits.
 */
struct packed_snapshot;
struct history_tasks;
struct snapshot;

/*
 * Packs a finished snapshot. *spare is the memory of a cleared one, or NULL; if it is used, it
 * becomes NULL. The caller clears and frees the result. NULL without memory.
 */
struct packed_snapshot *packed_snapshot_new(struct history_tasks *tasks,
					    const struct snapshot *snapshot,
					    struct packed_snapshot **spare);

/* Drops the references to its tasks; what is left is packed_snapshot_bytes() of memory. */
void packed_snapshot_clear(struct packed_snapshot *packed, struct history_tasks *tasks);

uint64_t packed_snapshot_seq(const struct packed_snapshot *packed);
size_t packed_snapshot_bytes(const struct packed_snapshot *packed);	/* without its tasks */

/* Unpacks and finishes a snapshot. 0, or -ENOMEM: the contents are undefined. */
int packed_snapshot_restore(const struct packed_snapshot *packed, struct snapshot *into);

/*
 * Identities of the tasks, and of their regions, in the kept snapshots. Each is stored once,
 * counted by reference, however many snapshots it is in.
 */
struct history_task;
struct row;

/* No padding: hashed as bytes. Two strings of one pool are equal if their pointers are. */
struct history_task_key {
	uint64_t start_ns;
	struct string *name, *command, *user, *cgroup;
	int32_t id, pid, ppid;
	uint16_t kind;		/* enum row_kind */
	uint8_t kernel;		/* a kernel thread */
	uint8_t nameless;	/* the name is a number in place of one, ":1234", that of id: no string */
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
