/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording tells of tasks beside their own records: the names of those that existed before
 * it began, their parents, their cgroups; in tdtop's own recordings also what /proc answered while
 * it ran. For a replay it is what /proc is for a live run. Collector thread.
 */
#ifndef TDTOP_COLLECT_REPLAY_TASKS_H
#define TDTOP_COLLECT_REPLAY_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perfdata/bytes.h"
#include "collect/slice/source.h"

struct replay_tasks;

struct replay_tasks *replay_tasks_new(void);		/* NULL without memory */
void replay_tasks_free(struct replay_tasks *tasks);	/* NULL is fine */

/* A COMM or FORK record that perf made itself, of a task that existed before the recording. */
void replay_tasks_add_existing(struct replay_tasks *tasks, const struct record *record);

/* A CGROUP record, and a sample with a cgroup in it: what a process is in from then on. */
void replay_tasks_add_cgroup(struct replay_tasks *tasks, uint64_t id, const char *path);
void replay_tasks_set_cgroup(struct replay_tasks *tasks, int32_t pid, uint64_t id);

/* An answer of /proc: the content of a PERFDATA_UPDATE_PROCESS or _THREAD record after its id. */
void replay_tasks_add_answer(struct replay_tasks *tasks, uint64_t what, struct bytes bytes);

/* As in struct source_ops: false if nothing is known of it. */
bool replay_tasks_process(const struct replay_tasks *tasks, int32_t pid, struct task_facts *facts);
bool replay_tasks_thread_name(const struct replay_tasks *tasks, int32_t pid, int32_t tid, char comm[COMM_LEN]);

#endif
