/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of /proc/PID/maps and /proc/modules as mappings; see proc_maps.h. */
#include "config.h"
#include "collect/code/proc_maps.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL_BEGINS (1ULL << 63)	/* on 64-bit machines: code_maps_is_kernel() */
#define DELETED " (deleted)"

/* A line ends the path; a file that was deleted has a word behind it, which is no part of it. */
static void cut_path(char *path)
{
	const size_t mark = sizeof(DELETED) - 1;
	size_t n = strcspn(path, "\n");

	path[n] = '\0';
	/* What never was a file of a directory (memfd, shared memory) keeps its name. */
	if (n > mark && path[0] == '/' && !strcmp(path + n - mark, DELETED) &&
	    strncmp(path, "/memfd:", 7) && strncmp(path, "/SYSV", 5) && strncmp(path, "/dev/", 5))
		path[n - mark] = '\0';
}

/* "55d0c0a00000-55d0c0a25000 r-xp 00002000 fd:01 1048602   /usr/bin/x". False: no code. */
static bool read_line(char *line, struct code_mapping *mapping)
{
	uint64_t start, end, offset, inode;
	unsigned int major, minor;
	char rights[5];
	int n = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 "%n", &start,
		   &end, rights, &offset, &major, &minor, &inode, &n) != 7)
		return false;
	if (rights[2] != 'x' || end <= start || start >= KERNEL_BEGINS)
		return false;
	line += n;
	line += strspn(line, " ");
	cut_path(line);
	mapping->start = start;
	mapping->size = end - start;
	mapping->offset = offset;
	mapping->device = (uint64_t)major << 32 | minor;
	mapping->inode = inode;
	mapping->path = *line ? line : "//anon";	/* as in records of mmap(2) */
	return true;
}

/* A process that is exiting has an empty file, or none: then there was no mapping at all. */
static int end_of(FILE *file, bool any)
{
	if (any)
		return 0;
	return ferror(file) && errno ? -errno : -ESRCH;
}

int proc_maps_each(const char *proc_root, int32_t pid, proc_mapping *each, void *data)
{
	char path[PATH_MAX], *line = NULL;
	size_t room = 0;
	bool any = false;
	int ret = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/%d/maps", proc_root, pid);
	file = fopen(path, "re");
	if (!file)
		return errno == ENOENT ? -ESRCH : -errno;
	errno = 0;
	while (!ret && getline(&line, &room, file) > 0) {
		struct code_mapping mapping = { .pid = pid };

		any = true;
		if (read_line(line, &mapping))
			ret = each(data, &mapping);
	}
	if (!ret)
		ret = end_of(file, any);
	free(line);
	(void)fclose(file);
	return ret;
}

/* "xfs 2084864 1 - Live 0xffffffffc0a1e000": of users who may not see it, the address is 0. */
static bool read_module(const char *line, char name[72], struct code_mapping *mapping)
{
	char module[64];

	if (sscanf(line, "%63s %" SCNu64 " %*s %*s %*s %" SCNx64, module, &mapping->size,
		   &mapping->start) != 3 || mapping->start < KERNEL_BEGINS)
		return false;
	(void)snprintf(name, 72, "[%s]", module);
	return true;
}

int proc_maps_kernel(const char *proc_root, proc_mapping *each, void *data)
{
	const struct code_mapping kernel = { .pid = -1, .kernel = true, .start = KERNEL_BEGINS,
					     .size = UINT64_MAX - KERNEL_BEGINS,
					     .path = "[kernel.kallsyms]" };
	char path[PATH_MAX], name[72], *line = NULL;
	size_t room = 0;
	int ret = each(data, &kernel);
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/modules", proc_root);
	file = fopen(path, "re");
	while (!ret && file && getline(&line, &room, file) > 0) {
		struct code_mapping mapping = { .pid = -1, .kernel = true, .path = name };

		if (read_module(line, name, &mapping))
			ret = each(data, &mapping);
	}
	free(line);
	if (file)
		(void)fclose(file);
	return ret;
}
