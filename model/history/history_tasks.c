/* SPDX-License-Identifier: GPL-2.0-only */
/* Who the tasks of the past are; see past_tasks.h. UI thread. */
#include "config.h"
#include "model/history/history_tasks.h"

#include <stdlib.h>

/* A failed allocation inside uthash leaves the element out; without this it calls exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/snapshot/snapshot.h"

struct past_task {
	UT_hash_handle hh;
	struct past_key key;
	size_t refs;
};

static void give_texts(struct past_tasks *tasks, const struct past_key *key)
{
	strings_put(&tasks->texts, key->name);
	strings_put(&tasks->texts, key->command);
	strings_put(&tasks->texts, key->user);
	strings_put(&tasks->texts, key->cgroup);
}

static struct past_task *add_task(struct past_tasks *tasks, const struct past_key *key)
{
	struct past_task *task = calloc(1, sizeof(*task));

	if (!task)
		return NULL;
	task->key = *key;
	HASH_ADD(hh, tasks->by_key, key, sizeof(task->key), task);
	if (task->hh.tbl)
		return task;
	free(task);
	return NULL;
}

struct past_task *past_tasks_take(struct past_tasks *tasks, const struct snapshot *snapshot, const struct row *row,
				  const struct past_task *before)
{
	static const struct past_key nobody;
	const struct past_key *last = before ? &before->key : &nobody;
	const struct past_key key = {
		.start_ns = row->start_ns,
		.name = strings_get(&tasks->texts, snapshot_text(snapshot, row->name), last->name),
		.command = strings_get(&tasks->texts, snapshot_text(snapshot, row->command), last->command),
		.user = strings_get(&tasks->texts, snapshot_text(snapshot, row->user), last->user),
		.cgroup = strings_get(&tasks->texts, snapshot_text(snapshot, row->cgroup), last->cgroup),
		.id = row->id, .pid = row->pid, .ppid = row->ppid, .kind = (int32_t)row->kind,
	};
	struct past_task *task;

	HASH_FIND(hh, tasks->by_key, &key, sizeof(key), task);
	if (task)
		give_texts(tasks, &key);	/* it holds them already */
	else
		task = add_task(tasks, &key);
	if (task)
		task->refs++;
	else
		give_texts(tasks, &key);
	return task;
}

struct past_task *past_task_share(struct past_task *task)
{
	task->refs++;
	return task;
}

void past_tasks_give(struct past_tasks *tasks, struct past_task *task)
{
	if (!task || --task->refs)
		return;
	give_texts(tasks, &task->key);
	HASH_DEL(tasks->by_key, task);
	free(task);
}

const struct past_key *past_task_key(const struct past_task *task)
{
	return &task->key;
}

size_t past_tasks_bytes(const struct past_tasks *tasks)
{
	return tasks->texts.bytes + HASH_COUNT(tasks->by_key) * sizeof(struct past_task);
}
