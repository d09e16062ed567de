/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * /proc of one process or thread. Called by the registry of tasks through collect/collector.c,
 * once per new process and at the end of an interval only, as each file costs some 10 µs. User
 * names are cached: getpwuid_r may ask a server. Collector thread.
 */
#include "config.h"
#include "collect/sys/procfs.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/sys/cgroup_file.h"
#include "collect/sys/proc_file.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct user {
	uint32_t uid;
	char name[33];
	UT_hash_handle hh;
};

struct procfs {
	int root;		/* directory, -1: not there */
	struct user *users;	/* bounded by the users that run something */
};

struct procfs *procfs_new(const char *root)
{
	struct procfs *procfs = calloc(1, sizeof(*procfs));

	if (procfs)
		procfs->root = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return procfs;
}

void procfs_free(struct procfs *procfs)
{
	struct user *user, *next;

	if (!procfs)
		return;
	HASH_ITER(hh, procfs->users, user, next) {
		HASH_DEL(procfs->users, user);
		free(user);
	}
	if (procfs->root >= 0)
		close(procfs->root);
	free(procfs);
}

/* The value of a field of a status file, as in "Threads:\t4". */
static bool status_number(const char *status, const char *field, int skip, unsigned long *value)
{
	const char *at = strstr(status, field);
	char *end;

	if (!at)
		return false;
	at += strlen(field);
	do {
		*value = strtoul(at, &end, 10);
		if (end == at)
			return false;
		at = end;
	} while (skip--);
	return true;
}

static void find_user(struct procfs *procfs, uint32_t uid, char name[33])
{
	struct user *user, *kept;
	struct passwd entry, *found = NULL;
	char text[4096];

	HASH_FIND(hh, procfs->users, &uid, sizeof(uid), user);
	if (!user) {
		user = calloc(1, sizeof(*user));
		if (!user)
			return;
		user->uid = uid;
		if (getpwuid_r(uid, &entry, text, sizeof(text), &found) == 0 && found)
			(void)snprintf(user->name, sizeof(user->name), "%.32s", found->pw_name);
		else
			(void)snprintf(user->name, sizeof(user->name), "%u", uid);
		HASH_ADD(hh, procfs->users, uid, sizeof(user->uid), user);
	}
	memcpy(name, user->name, sizeof(user->name));
	HASH_FIND(hh, procfs->users, &uid, sizeof(uid), kept);
	if (!kept)
		free(user);	/* no memory for it */
}

/* Arguments are separated by NULs, and the last one ends with one or more (setproctitle pads). */
static void read_command(const struct procfs *procfs, int32_t pid, struct task_facts *facts)
{
	char path[64];
	ssize_t n, i;

	(void)snprintf(path, sizeof(path), "%d/cmdline", pid);
	n = proc_file_read(procfs->root, path, facts->command, sizeof(facts->command));
	while (n > 0 && (facts->command[n - 1] == '\0' || facts->command[n - 1] == ' '))
		n--;
	facts->command[n > 0 ? n : 0] = '\0';
	for (i = 0; i < n; i++)
		if (facts->command[i] == '\0')
			facts->command[i] = ' ';
}

static void read_cgroup(const struct procfs *procfs, int32_t pid, struct task_facts *facts)
{
	char path[64], text[8192];

	(void)snprintf(path, sizeof(path), "%d/cgroup", pid);
	if (proc_file_read(procfs->root, path, text, sizeof(text)) > 0)
		cgroup_choose(text, facts->cgroup);
}

bool procfs_process(struct procfs *procfs, int32_t pid, struct task_facts *facts)
{
	char path[64], status[4096];
	unsigned long number;

	memset(facts, 0, sizeof(*facts));
	(void)snprintf(path, sizeof(path), "%d/comm", pid);
	if (!proc_file_comm(procfs->root, path, facts->comm))
		return false;
	(void)snprintf(path, sizeof(path), "%d/status", pid);
	if (proc_file_read(procfs->root, path, status, sizeof(status)) <= 0)
		return false;
	/* The kernel escapes a newline in Name:, so a field's name after '\n' is the field. */
	if (status_number(status, "\nPPid:", 0, &number))
		facts->ppid = (int32_t)number;
	if (status_number(status, "\nThreads:", 0, &number))
		facts->threads = (uint32_t)number;
	if (status_number(status, "\nUid:", 1, &number))	/* real, effective, ... */
		find_user(procfs, (uint32_t)number, facts->user);
	read_command(procfs, pid, facts);
	read_cgroup(procfs, pid, facts);
	return true;
}

bool procfs_thread(struct procfs *procfs, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	return proc_thread_name(procfs->root, pid, tid, comm);
}

bool procfs_exists(struct procfs *procfs, int32_t pid, int32_t tid)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "%d/task/%d", pid, tid);
	return faccessat(procfs->root, path, F_OK, 0) == 0;
}

uint32_t procfs_tasks(struct procfs *procfs)
{
	char text[128];
	unsigned int tasks;

	if (proc_file_read(procfs->root, "loadavg", text, sizeof(text)) <= 0 ||
	    sscanf(text, "%*s %*s %*s %*u/%u", &tasks) != 1)
		return 0;
	return tasks;
}
