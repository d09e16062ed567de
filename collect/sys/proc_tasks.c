/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists tasks from /proc; see proc_tasks.h. Called by the source by task; collector thread. */
#include "config.h"
#include "collect/sys/proc_tasks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/sys/procfs.h"

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
