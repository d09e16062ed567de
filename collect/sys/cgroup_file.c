/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chooses a path out of /proc/PID/cgroup. Each line is "hierarchy:controllers:path"; version 2 has
 * no controllers, and beside version 1 ("hybrid") it may be all empty or all that is filled. Called by
 * collect/sys/procfs.c, collector thread.
 */
#include "config.h"
#include "collect/sys/cgroup_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DELETED " (deleted)"
#define CUT "..."

/* Is it one of those in which systemd and containers put every process? */
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

void cgroup_choose(const char *text, char path[CGROUP_PATH_LEN])
{
	const char *best = "", *end;
	size_t n_best = 0, room = CGROUP_PATH_LEN - sizeof(CUT);

	/* A line without its end is cut off: not a path. */
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
	/* Of a long path the end tells one group from another. */
	if (n_best < CGROUP_PATH_LEN)
		(void)snprintf(path, CGROUP_PATH_LEN, "%.*s", (int)n_best, best);
	else
		(void)snprintf(path, CGROUP_PATH_LEN, CUT "%.*s", (int)room, best + n_best - room);
}
