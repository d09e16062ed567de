/* SPDX-License-Identifier: GPL-2.0-only */
/* Tasks of the kept snapshots, each stored once; see history_parts.h. UI thread. */
#include "config.h"
#include "model/history/history_parts.h"

#include <stdlib.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"

struct history_task {
	UT_hash_handle hh;
	struct history_task_key key;
	size_t refs;
};

static void put_strings(struct history_tasks *tasks, const struct history_task_key *key)
{
	strings_put(&tasks->strings, key->name);
	strings_put(&tasks->strings, key->command);
	strings_put(&tasks->strings, key->user);
	strings_put(&tasks->strings, key->cgroup);
}

static struct history_task *add_task(struct history_tasks *tasks,
				     const struct history_task_key *key)
{
	struct history_task *task = calloc(1, sizeof(*task));

	if (!task)
		return NULL;
	task->key = *key;
	HASH_ADD(hh, tasks->by_key, key, sizeof(task->key), task);
	if (task->hh.tbl)
		return task;
	free(task);
	return NULL;
}

struct history_task *history_tasks_get(struct history_tasks *tasks, const struct snapshot *snapshot,
				       const struct row *row, const struct history_task *before)
{
	static const struct history_task_key none;
	const char *name = snapshot_text(snapshot, row->name);
	const bool nameless = row_name_is_unknown(name) && name[1] != '0' && atol(name + 1) == row->id;
	const struct history_task_key *last = before ? &before->key : &none;
	const struct history_task_key key = {
		.start_ns = row->start_ns,
		.name = strings_get(&tasks->strings, nameless ? "" : name, last->name),
		.command = strings_get(&tasks->strings, snapshot_text(snapshot, row->command),
				       last->command),
		.user = strings_get(&tasks->strings, snapshot_text(snapshot, row->user),
				    last->user),
		.cgroup = strings_get(&tasks->strings, snapshot_text(snapshot, row->cgroup),
				      last->cgroup),
		.id = row->id,
		.pid = row->pid,
		.ppid = row->ppid,
		.kind = (uint16_t)row->kind,
		.kernel = row->kernel,
		.nameless = nameless,
	};
	struct history_task *task;

	HASH_FIND(hh, tasks->by_key, &key, sizeof(key), task);
	if (task)
		put_strings(tasks, &key);	/* the task holds its strings already */
	else
		task = add_task(tasks, &key);
	if (task)
		task->refs++;
	else
		put_strings(tasks, &key);
	return task;
}

struct history_task *history_task_get(struct history_task *task)
{
	task->refs++;
	return task;
}

void history_tasks_put(struct history_tasks *tasks, struct history_task *task)
{
	if (!task || --task->refs)
		return;
	put_strings(tasks, &task->key);
	HASH_DEL(tasks->by_key, task);
	free(task);
}

const struct history_task_key *history_task_key(const struct history_task *task)
{
	return &task->key;
}

size_t history_tasks_bytes(const struct history_tasks *tasks)
{
	return tasks->strings.bytes + HASH_COUNT(tasks->by_key) * sizeof(struct history_task);
}
