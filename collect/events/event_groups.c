/* SPDX-License-Identifier: GPL-2.0-only */
/* Groups of events that are opened whole; see event_groups.h. */
#include "config.h"
#include "collect/events/event_groups.h"

#include <errno.h>

#include "collect/perf/reading.h"

#define TRIES 4			/* to open groups while the thread begins children */

static int open_group(struct event_groups_on *on, const struct event_group *groups, size_t group)
{
	int *fd = groups[group].fd;

	for (size_t member = 0; member < groups[group].n; member++) {
		struct perf_event_attr attr;

		on->attr(on->data, group, member, &attr);
		fd[member] = on->sys->open(on->sys->data, &attr, on->pid, on->cpu, member ? fd[0] : -1, on->flags);
		if (fd[member] >= 0)
			continue;
		on->failed_group = group;
		on->failed_member = member;
		return fd[member];
	}
	return 0;
}

/*
 * A child that is created between the opens of two members inherits an incomplete group, and while it lives the group
 * cannot be summed: reading fails with ECHILD (__perf_read_group_add(), kernel/events/core.c).
 */
static bool is_torn(const struct event_groups_on *on, const struct event_group *groups, size_t n)
{
	uint64_t words[3 + 3 * READING_MAX];

	for (size_t i = 0; i < n; i++)
		if (groups[i].n && on->sys->read(on->sys->data, groups[i].fd[0], words, sizeof(words)) == -ECHILD)
			return true;
	return false;
}

int event_groups_open(struct event_groups_on *on, const struct event_group *groups, size_t n)
{
	int ret = -ECHILD;

	for (int i = 0; i < TRIES && ret == -ECHILD; i++) {
		ret = 0;
		for (size_t group = 0; !ret && group < n; group++)
			ret = open_group(on, groups, group);
		if (!ret && on->inherited && is_torn(on, groups, n))
			ret = -ECHILD;
		if (ret)
			event_groups_close(on->sys, groups, n);
	}
	return ret;
}

void event_groups_close(const struct perf_sys *sys, const struct event_group *groups, size_t n)
{
	while (n-- > 0)
		for (size_t i = groups[n].n; i-- > 0;) {
			if (groups[n].fd[i] >= 0)
				sys->close(sys->data, groups[n].fd[i]);
			groups[n].fd[i] = -1;
		}
}
