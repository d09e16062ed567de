/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads /proc of one process or thread. Called by the registry of tasks through
 * collect/collector/collector.c, once per new process and only at the end of an interval, as each file costs
 * some 10 µs; and by the source by task. User names are cached: getpwuid_r may ask a server.
 * Collector thread.
 */
#include "config.h"
#include "collect/sys/procfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "collect/sys/clock_ns.h"
#include "collect/sys/passwd.h"

#define DELETED " (deleted)"
#define CUT "..."
#define PF_KTHREAD 0x00200000U	/* include/linux/sched.h of the kernel */

struct user {
	uint32_t uid;
	char name[USER_NAME_LEN];
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

int procfs_root(const struct procfs *procfs)
{
	return procfs->root;
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

/*
 * Reads the beginning of the file <root>/<path> with one read(2) and adds a NUL. Returns the
 * length, or -1 if the file does not exist or may not be read.
 */
static ssize_t procfs_read(int root, const char *path, char *text, size_t size)
{
	ssize_t n;
	int fd = openat(root, path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	n = read(fd, text, size - 1);
	close(fd);
	if (n >= 0)
		text[n] = '\0';
	return n;
}

/* Reads the name of a task from the file "comm" at this path. false: no such task. */
static bool read_comm(int root, const char *path, char comm[COMM_LEN])
{
	char text[64];
	size_t n;

	if (procfs_read(root, path, text, sizeof(text)) <= 0)
		return false;
	/* A name may contain newlines; the kernel adds the last one. */
	n = strlen(text);
	if (n && text[n - 1] == '\n')
		text[n - 1] = '\0';
	(void)snprintf(comm, COMM_LEN, "%.*s", COMM_LEN - 1, text);
	return true;
}

bool procfs_thread_name(int root, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	char path[64];

	(void)snprintf(path, sizeof(path), "%d/task/%d/comm", pid, tid);
	return read_comm(root, path, comm);
}

/*
 * Reads a number of a field of a status file, as in "Threads:\t4"; skips `skip` numbers before it.
 */
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

static void find_user(struct procfs *procfs, uint32_t uid, char name[USER_NAME_LEN])
{
	struct user *user, *kept;
	const struct passwd *found;
	struct passwd entry;
	char text[4096];

	HASH_FIND(hh, procfs->users, &uid, sizeof(uid), user);
	if (!user) {
		user = calloc(1, sizeof(*user));
		if (!user)
			return;
		user->uid = uid;
		found = passwd_by_uid_r(uid, &entry, text, sizeof(text));
		if (found)
			(void)snprintf(user->name, sizeof(user->name), "%.32s", found->pw_name);
		else
			(void)snprintf(user->name, sizeof(user->name), "%u", uid);
		HASH_ADD(hh, procfs->users, uid, sizeof(user->uid), user);
	}
	memcpy(name, user->name, sizeof(user->name));
	HASH_FIND(hh, procfs->users, &uid, sizeof(uid), kept);
	if (!kept)
		free(user);	/* no memory to cache it */
}

/* NULs separate the arguments; the last one ends with one NUL or more (setproctitle pads). */
static void read_command(const struct procfs *procfs, int32_t pid, struct task_facts *facts)
{
	char path[64];
	ssize_t n, i;

	(void)snprintf(path, sizeof(path), "%d/cmdline", pid);
	n = procfs_read(procfs->root, path, facts->command, sizeof(facts->command));
	if (n == sizeof(facts->command) - 1)	/* it goes on, or nearly does */
		memcpy(facts->command + n - strlen(CUT), CUT, strlen(CUT));
	while (n > 0 && (facts->command[n - 1] == '\0' || facts->command[n - 1] == ' '))
		n--;
	facts->command[n > 0 ? n : 0] = '\0';
	for (i = 0; i < n; i++)
		if (facts->command[i] == '\0')
			facts->command[i] = ' ';
}

/*
 * PF_KTHREAD of the flags in stat, see proc(5). A name may contain brackets and blanks: it ends at
 * the last bracket.
 */
static bool is_kernel_thread(const struct procfs *procfs, int32_t pid)
{
	char path[64], text[1024];
	const char *close;
	unsigned int flags;

	(void)snprintf(path, sizeof(path), "%d/stat", pid);
	if (procfs_read(procfs->root, path, text, sizeof(text)) <= 0)
		return false;
	close = strrchr(text, ')');
	return close && sscanf(close, ") %*c %*d %*d %*d %*d %*d %u", &flags) == 1 &&
	       (flags & PF_KTHREAD);
}

/*
 * Each line of /proc/PID/cgroup is "hierarchy:controllers:path". Version 2 has no controllers; next
 * to version 1 ("hybrid") all its paths may be empty, or it may be the only one with paths. Is this
 * one of the hierarchies into which systemd and containers put every process?
 */
static bool is_wanted(const char *controllers, size_t n)
{
	static const char *const wanted[] = { "", "cpu", "cpuacct", "pids", "name=systemd" };
	size_t at = 0;

	do {
		size_t length = strcspn(controllers + at, ",:");

		for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
			if (length == strlen(wanted[i]) &&
			    !memcmp(controllers + at, wanted[i], length))
				return true;
		at += length + 1;
	} while (at < n);
	return false;
}

void procfs_choose_cgroup(const char *text, char path[CGROUP_PATH_LEN])
{
	const char *best = "", *end;
	size_t n_best = 0, room = CGROUP_PATH_LEN - sizeof(CUT);

	/* A line without a newline was cut off by the read: not a path. */
	for (; (end = strchr(text, '\n')); text = end + 1) {
		const char *controllers = memchr(text, ':', (size_t)(end - text)), *at;
		size_t n;

		at = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!at || at > end || !is_wanted(controllers + 1, (size_t)(at - controllers - 1)))
			continue;
		n = (size_t)(end - at - 1);
		if (n > strlen(DELETED) && !memcmp(end - strlen(DELETED), DELETED, strlen(DELETED)))
			n -= strlen(DELETED);
		if (n <= n_best)
			continue;
		best = at + 1;
		n_best = n;
	}
	/* Keeps the end of a long path: it tells one group from another. */
	if (n_best < CGROUP_PATH_LEN)
		(void)snprintf(path, CGROUP_PATH_LEN, "%.*s", (int)n_best, best);
	else
		(void)snprintf(path, CGROUP_PATH_LEN, CUT "%.*s", (int)room, best + n_best - room);
}

static void read_cgroup(const struct procfs *procfs, int32_t pid, struct task_facts *facts)
{
	char path[64], text[8192];

	(void)snprintf(path, sizeof(path), "%d/cgroup", pid);
	if (procfs_read(procfs->root, path, text, sizeof(text)) > 0)
		procfs_choose_cgroup(text, facts->cgroup);
}

bool procfs_process(struct procfs *procfs, int32_t pid, struct task_facts *facts)
{
	char path[64], status[4096];
	unsigned long number;

	memset(facts, 0, sizeof(*facts));
	(void)snprintf(path, sizeof(path), "%d/comm", pid);
	if (!read_comm(procfs->root, path, facts->comm))
		return false;
	(void)snprintf(path, sizeof(path), "%d/status", pid);
	if (procfs_read(procfs->root, path, status, sizeof(status)) <= 0)
		return false;
	/* The kernel escapes a newline in Name:, so a field's name after '\n' is the field. */
	if (status_number(status, "\nPPid:", 0, &number))
		facts->ppid = (int32_t)number;
	facts->threads_ns = clock_ns(CLOCK_MONOTONIC);
	/* A leader that has exited is counted until the last of its threads has. */
	if (status_number(status, "\nThreads:", 0, &number))
		facts->threads = (uint32_t)number - (strstr(status, "\nState:\tZ") && number > 0);
	if (status_number(status, "\nUid:", 1, &number))	/* real, effective, ... */
		find_user(procfs, (uint32_t)number, facts->user);
	read_command(procfs, pid, facts);
	facts->kernel = !facts->command[0] && is_kernel_thread(procfs, pid);
	read_cgroup(procfs, pid, facts);
	return true;
}

bool procfs_thread(struct procfs *procfs, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	return procfs_thread_name(procfs->root, pid, tid, comm);
}

bool procfs_exists(struct procfs *procfs, int32_t pid, int32_t tid)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "%d/task/%d", pid, tid);
	return faccessat(procfs->root, path, F_OK, 0) == 0;
}

uint32_t procfs_load(struct procfs *procfs, struct load_average *average)
{
	float *minutes = average->minutes;
	char text[128];
	unsigned int tasks = 0;
	int n;

	*average = (struct load_average){ .known = false };
	if (procfs_read(procfs->root, "loadavg", text, sizeof(text)) <= 0)
		return 0;
	n = sscanf(text, "%f %f %f %*u/%u", &minutes[0], &minutes[1], &minutes[2], &tasks);
	average->known = n >= 3;
	return tasks;
}

/* ---- single tasks and lists of them ---- */

/* Fields of stat after the name, counted from the state, which is field 3 in proc(5). */
enum { FIELD_PPID = 4 - 3, FIELD_START = 22 - 3, FIELD_START_CODE = 26 - 3 };

bool proc_stat_read(int root, int32_t pid, struct proc_stat *stat)
{
	char path[32], text[1024], *open, *close;
	unsigned long long field[FIELD_START_CODE + 1] = { 0 };
	int at = 0;

	(void)snprintf(path, sizeof(path), "%d/stat", pid);
	if (procfs_read(root, path, text, sizeof(text)) <= 0)
		return false;
	/* The name may contain brackets and blanks: it ends at the last bracket. */
	open = strchr(text, '(');
	close = strrchr(text, ')');
	if (!open || !close || close < open || close[1] != ' ')
		return false;
	*close = '\0';
	(void)snprintf(stat->comm, COMM_LEN, "%.*s", COMM_LEN - 1, open + 1);
	stat->state = close[2];
	for (char *next = close + 3; at < FIELD_START_CODE && *next;)
		field[++at] = strtoull(next, &next, 10);
	stat->ppid = (int32_t)field[FIELD_PPID];
	stat->start_ticks = field[FIELD_START];
	stat->start_code = field[FIELD_START_CODE];
	return true;
}

bool proc_stat_execed(const struct proc_stat *stat, uint64_t start_code)
{
	return stat->state != 'Z' && stat->start_code != start_code;
}

int32_t proc_leader(int root, int32_t tid)
{
	static const char field[] = "\nTgid:";
	char path[32], text[1024];
	const char *at;

	(void)snprintf(path, sizeof(path), "%d/status", tid);
	if (procfs_read(root, path, text, sizeof(text)) <= 0)
		return 0;
	at = strstr(text, field);
	return at ? (int32_t)strtol(at + strlen(field), NULL, 10) : 0;
}

bool proc_schedstat_read(int root, int32_t pid, int32_t tid, struct proc_schedstat *schedstat)
{
	char path[64], text[64], *end;

	(void)snprintf(path, sizeof(path), "%d/task/%d/schedstat", pid, tid);
	if (procfs_read(root, path, text, sizeof(text)) <= 0)
		return false;
	schedstat->runtime_ns = strtoull(text, &end, 10);
	schedstat->wait_ns = strtoull(end, NULL, 10);
	return true;
}

uint64_t proc_runtime_ns(int root, int32_t pid, int32_t tid)
{
	struct proc_schedstat schedstat;

	return proc_schedstat_read(root, pid, tid, &schedstat) ? schedstat.runtime_ns : 0;
}

bool proc_is_of_user(int root, int32_t pid, uid_t uid)
{
	char path[32];
	struct stat stat;

	(void)snprintf(path, sizeof(path), "%d", pid);
	return fstatat(root, path, &stat, 0) == 0 && stat.st_uid == uid;
}

static bool each_number(int root, const char *path, proc_found *found, void *data)
{
	int fd = openat(root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!dir) {
		const int error = errno;

		if (fd >= 0)
			close(fd);
		errno = error;
		return false;
	}
	while ((entry = readdir(dir))) {
		int32_t id = (int32_t)strtol(entry->d_name, NULL, 10);

		if (id > 0)
			found(data, id);
	}
	(void)closedir(dir);
	return true;
}

bool proc_each_thread(int root, int32_t pid, proc_found *found, void *data)
{
	char path[32];

	(void)snprintf(path, sizeof(path), "%d/task", pid);
	return each_number(root, path, found, data);
}

void proc_each_process(int root, proc_found *found, void *data)
{
	(void)each_number(root, ".", found, data);
}

void proc_each_child(int root, int32_t pid, int32_t tid, proc_found *found, void *data)
{
	char path[64], text[4096];
	size_t kept = 0;
	ssize_t n;
	int fd;

	(void)snprintf(path, sizeof(path), "%d/task/%d/children", pid, tid);
	fd = openat(root, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	while ((n = read(fd, text + kept, sizeof(text) - 1 - kept)) > 0) {
		char *at = text, *end = text + kept + n;

		*end = '\0';
		/* A number is complete if a blank follows it. */
		for (char *blank; (blank = strchr(at, ' ')); at = blank + 1) {
			int32_t id = (int32_t)strtol(at, NULL, 10);

			if (id > 0)
				found(data, id);
		}
		kept = (size_t)(end - at);
		memmove(text, at, kept);
	}
	close(fd);
}

/* ---- symbols of the kernel ---- */

/*
 * "ffffffff81262f90 T intel_pmu_drain_pebs_buffer\n": T is a global function, t one of a file.
 * Symbols of modules have "\t[module]" behind the name. Without sscanf(), as there are some 200,000
 * lines. NULL: no such line.
 */
static char *parse_symbol(char *line, uint64_t *address, char *type)
{
	char *name;

	*address = strtoull(line, &name, 16);
	if (name == line || name[0] != ' ' || !name[1] || name[2] != ' ')
		return NULL;
	*type = name[1];
	name += 3;
	name[strcspn(name, "\n")] = '\0';
	return *name && !strpbrk(name, " \t") ? name : NULL;
}

void kallsyms_each(const char *root,
		   bool (*symbol)(void *data, uint64_t address, char type, const char *name),
		   void *data)
{
	char path[PATH_MAX], line[1024], type;
	bool goes_on = true;
	uint64_t address;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/proc/kallsyms", root);
	file = fopen(path, "re");
	if (!file)
		return;
	while (goes_on && fgets(line, sizeof(line), file)) {
		const char *name = parse_symbol(line, &address, &type);

		goes_on = !name || symbol(data, address, type, name);
	}
	(void)fclose(file);
}
