/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording contains about tasks beside the records of events: names, parents and cgroups of
 * tasks that existed before it began, and in tdtop's own recordings the answers of /proc. A replay
 * asks this instead of /proc. Collector thread, but for new, free and the beginning of a recording.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perfdata/updates.h"
#include "collect/slice/source.h"

struct replay_tasks;

struct replay_tasks *replay_tasks_new(void);		/* NULL without memory */
void replay_tasks_free(struct replay_tasks *tasks);	/* NULL is fine */

/* Adds a COMM or FORK record that perf synthesized for a task from before the recording. */
void replay_tasks_add_existing(struct replay_tasks *tasks, const struct record *record);

/* Adds the path of a cgroup id; sets the cgroup of a process from now on. */
void replay_tasks_add_cgroup(struct replay_tasks *tasks, uint64_t id, const char *path);
void replay_tasks_set_cgroup(struct replay_tasks *tasks, int32_t pid, uint64_t id);

/* Adds an answer of /proc: PERFDATA_UPDATE_PROCESS or _THREAD. Ignores other updates. */
void replay_tasks_add_answer(struct replay_tasks *tasks, const struct update *update);

/* As task_facts and thread_name in struct source_ops. False: unknown. */
bool replay_tasks_process(const struct replay_tasks *tasks, int32_t pid, struct task_facts *facts);
bool replay_tasks_thread_name(const struct replay_tasks *tasks, int32_t pid, int32_t tid,
			      char comm[COMM_LEN]);
