/* SPDX-License-Identifier: GPL-2.0-only */
/* Hash tables by tid, pid and cgroup id; see replay_parts.h. */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* If uthash has no memory, it leaves the element out; without this it calls exit(). */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) free(entry)
#include <uthash.h>


/* A recording with more is made to fill our memory; further tasks and cgroups stay unknown. */
#define TASKS_MAX (1U << 18)
#define CGROUPS_MAX (1U << 16)
#define PID_KTHREADD 2

struct thread_entry {
	int32_t tid, pid;
	char comm[COMM_LEN];		/* "" if unknown */
	UT_hash_handle hh;
};

struct process_entry {
	int32_t pid, ppid;
	uint32_t threads;
	uint64_t threads_ns;		/* see struct task_facts */
	uint64_t cgroup_id;		/* of its last sample; 0: none */
	bool answered;			/* texts and threads are an answer of /proc */
	char *texts[3];			/* user, cgroup, command; NULL: "" */
	UT_hash_handle hh;
};

struct cgroup_entry {
	uint64_t id;
	UT_hash_handle hh;
	char path[];
};

struct replay_tasks {
	struct thread_entry *threads;
	struct process_entry *processes;
	struct process_entry *recent;	/* the process of the last sample */
	struct cgroup_entry *cgroups;
};

struct replay_tasks *replay_tasks_new(void)
{
	return calloc(1, sizeof(struct replay_tasks));
}

static void free_texts(struct process_entry *process)
{
	for (size_t i = 0; i < sizeof(process->texts) / sizeof(process->texts[0]); i++) {
		free(process->texts[i]);
		process->texts[i] = NULL;
	}
}

void replay_tasks_free(struct replay_tasks *tasks)
{
	struct thread_entry *thread, *next_thread;
	struct process_entry *process, *next_process;
	struct cgroup_entry *cgroup, *next_cgroup;

	if (!tasks)
		return;
	HASH_ITER(hh, tasks->threads, thread, next_thread) {
		HASH_DEL(tasks->threads, thread);
		free(thread);
	}
	HASH_ITER(hh, tasks->processes, process, next_process) {
		HASH_DEL(tasks->processes, process);
		free_texts(process);
		free(process);
	}
	HASH_ITER(hh, tasks->cgroups, cgroup, next_cgroup) {
		HASH_DEL(tasks->cgroups, cgroup);
		free(cgroup);
	}
	free(tasks);
}

static struct thread_entry *find_thread(const struct replay_tasks *tasks, int32_t tid)
{
	struct thread_entry *thread;

	HASH_FIND_INT(tasks->threads, &tid, thread);
	return thread;
}

static struct process_entry *find_process(const struct replay_tasks *tasks, int32_t pid)
{
	struct process_entry *process;

	HASH_FIND_INT(tasks->processes, &pid, process);
	return process;
}

/* The entry of this process, which may be new; NULL: too many, or no memory. */
static struct process_entry *get_process(struct replay_tasks *tasks, int32_t pid)
{
	struct process_entry *process = find_process(tasks, pid);

	if (process)
		return process;
	process = HASH_COUNT(tasks->processes) < TASKS_MAX ? calloc(1, sizeof(*process)) : NULL;
	if (!process)
		return NULL;
	process->pid = pid;
	HASH_ADD_INT(tasks->processes, pid, process);
	if (find_process(tasks, pid))
		return process;
	free(process);
	return NULL;
}

static void set_thread(struct replay_tasks *tasks, int32_t pid, int32_t tid, const char *comm)
{
	struct thread_entry *thread = find_thread(tasks, tid);

	if (!thread) {
		thread = HASH_COUNT(tasks->threads) < TASKS_MAX ? calloc(1, sizeof(*thread)) : NULL;
		if (!thread)
			return;
		thread->tid = tid;
		HASH_ADD_INT(tasks->threads, tid, thread);
		if (!find_thread(tasks, tid)) {
			free(thread);
			return;
		}
	}
	thread->pid = pid;
	(void)snprintf(thread->comm, sizeof(thread->comm), "%s", comm);
}

void replay_tasks_add_existing(struct replay_tasks *tasks, const struct record *record)
{
	struct process_entry *process = get_process(tasks, record->pid);

	if (!process)
		return;
	if (record->kind == REC_COMM) {
		if (!find_thread(tasks, record->tid))
			process->threads++;
		set_thread(tasks, record->pid, record->tid, record->comm);
	} else if (record->kind == REC_FORK && record->pid == record->tid) {
		process->ppid = record->ppid;
	}
}

void replay_tasks_add_cgroup(struct replay_tasks *tasks, uint64_t id, const char *path)
{
	size_t n = strnlen(path, CGROUP_PATH_LEN - 1);
	struct cgroup_entry *cgroup, *found;

	HASH_FIND(hh, tasks->cgroups, &id, sizeof(id), found);
	if (found)
		return;
	if (HASH_COUNT(tasks->cgroups) >= CGROUPS_MAX)
		return;
	cgroup = calloc(1, sizeof(*cgroup) + n + 1);
	if (!cgroup)
		return;
	cgroup->id = id;
	memcpy(cgroup->path, path, n);
	HASH_ADD(hh, tasks->cgroups, id, sizeof(cgroup->id), cgroup);
	HASH_FIND(hh, tasks->cgroups, &id, sizeof(id), found);
	if (!found)
		free(cgroup);
}

void replay_tasks_set_cgroup(struct replay_tasks *tasks, int32_t pid, uint64_t id)
{
	if (!tasks->recent || tasks->recent->pid != pid)
		tasks->recent = get_process(tasks, pid);
	if (tasks->recent)
		tasks->recent->cgroup_id = id;
}

static void add_process_answer(struct replay_tasks *tasks, const struct update *update)
{
	const int32_t pid = (int32_t)update->field[0].number;
	struct process_entry *process = update->rest.bad ? NULL : get_process(tasks, pid);
	struct bytes bytes = update->rest;
	const char *comm;

	if (!process)
		return;
	free_texts(process);
	process->answered = update->field[3].number;
	process->threads = 0;
	process->threads_ns = 0;
	if (!process->answered)
		return;
	process->ppid = (int32_t)update->field[1].number;
	process->threads = (uint32_t)update->field[2].number;
	comm = bytes_text(&bytes);
	for (size_t i = 0; i < sizeof(process->texts) / sizeof(process->texts[0]); i++)
		process->texts[i] = strdup(bytes_text(&bytes));
	set_thread(tasks, pid, pid, comm);
	if (bytes_left(&bytes) >= sizeof(uint64_t)) {
		(void)bytes_next(&bytes, bytes_left(&bytes) - sizeof(uint64_t));
		process->threads_ns = bytes_u64(&bytes);
	}
}

void replay_tasks_add_answer(struct replay_tasks *tasks, const struct update *update)
{
	const union update_field *field = update->field;

	if (update->what == PERFDATA_UPDATE_PROCESS)
		add_process_answer(tasks, update);
	else if (update->what == PERFDATA_UPDATE_THREAD && !update->rest.bad)
		set_thread(tasks, (int32_t)field[0].number, (int32_t)field[1].number, field[2].text);
}

/*
 * A recording does not say it: a child of kthreadd, which has pid 2 outside of pid namespaces,
 * without a command line. A recording of tdtop may not know the name of pid 2, as that seldom runs,
 * but it knows the command lines.
 */
static bool is_kernel(const struct replay_tasks *tasks, const struct process_entry *process)
{
	const struct thread_entry *kthreadd = find_thread(tasks, PID_KTHREADD);
	const char *command = process->texts[2];

	if (process->pid != PID_KTHREADD && process->ppid != PID_KTHREADD)
		return false;
	if (command && command[0])
		return false;
	return kthreadd ? !strcmp(kthreadd->comm, "kthreadd") : process->answered;
}

static const char *cgroup_of(const struct replay_tasks *tasks, const struct process_entry *process)
{
	struct cgroup_entry *cgroup = NULL;

	if (process->texts[1] && process->texts[1][0])
		return process->texts[1];
	if (process->cgroup_id)
		HASH_FIND(hh, tasks->cgroups, &process->cgroup_id, sizeof(process->cgroup_id),
			  cgroup);
	return cgroup ? cgroup->path : "";
}

bool replay_tasks_process(const struct replay_tasks *tasks, int32_t pid, struct task_facts *facts)
{
	const struct process_entry *process = find_process(tasks, pid);
	const struct thread_entry *leader = find_thread(tasks, pid);

	if (!process || (!process->answered && !process->threads && !process->cgroup_id))
		return false;
	*facts = (struct task_facts){ .ppid = process->ppid, .threads = process->threads,
				      .threads_ns = process->threads_ns,
				      .kernel = is_kernel(tasks, process) };
	if (leader)
		memcpy(facts->comm, leader->comm, sizeof(facts->comm));
	if (process->texts[0])
		(void)snprintf(facts->user, sizeof(facts->user), "%s", process->texts[0]);
	if (process->texts[2])
		(void)snprintf(facts->command, sizeof(facts->command), "%s", process->texts[2]);
	(void)snprintf(facts->cgroup, sizeof(facts->cgroup), "%s", cgroup_of(tasks, process));
	return true;
}

bool replay_tasks_thread_name(const struct replay_tasks *tasks, int32_t pid, int32_t tid,
			      char comm[COMM_LEN])
{
	const struct thread_entry *thread = find_thread(tasks, tid);

	if (!thread || thread->pid != pid || !thread->comm[0])
		return false;
	memcpy(comm, thread->comm, COMM_LEN);
	return true;
}
