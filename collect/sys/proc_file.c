/* SPDX-License-Identifier: GPL-2.0-only */
/* See proc_file.h. Collector thread. */
#include "config.h"
#include "collect/sys/proc_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

ssize_t proc_file_read(int root, const char *path, char *text, size_t size)
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

bool proc_file_comm(int root, const char *path, char comm[COMM_LEN])
{
	char text[64];

	if (proc_file_read(root, path, text, sizeof(text)) <= 0)
		return false;
	text[strcspn(text, "\n")] = '\0';
	(void)snprintf(comm, COMM_LEN, "%.*s", COMM_LEN - 1, text);
	return true;
}

bool proc_thread_name(int root, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	char path[64];

	(void)snprintf(path, sizeof(path), "%d/task/%d/comm", pid, tid);
	return proc_file_comm(root, path, comm);
}
