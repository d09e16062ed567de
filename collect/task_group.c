/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One group per thread (FACTS (i)): opened member by member on the thread, read with one read(2), which
 * sums it and all that inherited it, the dead too. The enabled time of a task's event runs only while
 * the task is on a CPU: it is its CPU time. Collector thread.
 */
#include "config.h"
#include "collect/task_group.h"

#include <errno.h>
#include <string.h>

void task_group_kind_init(struct task_group_kind *kind, const struct perf_sys *sys,
			  const struct group *group)
{
	*kind = (struct task_group_kind){ .sys = sys, .group = *group };
	kind->layout.read_format = group->member[0].attr.read_format;
	for (size_t i = 0; i < group->n; i++)
		kind->members[i] = (struct slicer_member){ .event = group->member[i].event,
							   .scale = group->member[i].scale,
							   .cycles = group->member[i].cycles,
							   .also = group->member[i].also };
}

static int open_members(const struct task_group_kind *kind, int32_t tid, bool on_exec,
			struct task_group *group)
{
	int ret;

	memset(group, 0, sizeof(*group));
	group->fd[0] = -1;
	for (size_t i = 0; i < kind->group.n; i++) {
		struct perf_event_attr attr = kind->group.member[i].attr;

		attr.enable_on_exec = i == 0 && on_exec;
		ret = kind->sys->open(kind->sys->data, &attr, tid, -1, i ? group->fd[0] : -1);
		if (ret >= 0) {
			group->fd[i] = ret;
			continue;
		}
		while (i > 0)
			kind->sys->close(kind->sys->data, group->fd[--i]);
		group->fd[0] = -1;
		return ret;
	}
	return 0;
}

void task_group_close(const struct task_group_kind *kind, struct task_group *group)
{
	if (group->fd[0] < 0)
		return;
	for (size_t i = kind->group.n; i > 0; i--)
		kind->sys->close(kind->sys->data, group->fd[i - 1]);
	group->fd[0] = -1;
}

#define OPEN_TRIES 4

/*
 * A child that is made between the opens of two members inherits a part of the group, and while it lives the
 * whole can not be summed. A reading tells.
 */
static bool is_torn(const struct task_group_kind *kind, const struct task_group *group)
{
	uint64_t words[3 + 3 * READING_MAX];

	return kind->sys->read(kind->sys->data, group->fd[0], words, sizeof(words)) == -ECHILD;
}

int task_group_open(const struct task_group_kind *kind, int32_t tid, bool on_exec,
		    struct task_group *group)
{
	int ret = open_members(kind, tid, on_exec, group);

	for (int i = 1; !ret && is_torn(kind, group); i++) {
		task_group_close(kind, group);
		ret = i < OPEN_TRIES ? open_members(kind, tid, on_exec, group) : -ECHILD;
	}
	return ret;
}

int task_group_enable(const struct task_group_kind *kind, const struct task_group *group)
{
	return kind->sys->enable(kind->sys->data, group->fd[0]);
}

void task_group_disable(const struct task_group_kind *kind, const struct task_group *group)
{
	(void)kind->sys->disable(kind->sys->data, group->fd[0]);
}

/* Leaving and coming back cost some microseconds each; only more than this is sharing (slicer.c). */
static bool was_off(uint64_t enabled_ns, uint64_t running_ns)
{
	return running_ns < enabled_ns && enabled_ns - running_ns > 2000 + enabled_ns / 1024;
}

int task_group_read(const struct task_group_kind *kind, struct task_group *group,
		    struct slice *slice, uint64_t *running_ns)
{
	uint64_t words[3 + 3 * READING_MAX], enabled_ns;
	struct reading now;
	double scale = 1;
	int ret = kind->sys->read(kind->sys->data, group->fd[0], words, sizeof(words));

	if (ret < 0)
		return ret;
	ret = record_decode_reading(&kind->layout, words, (size_t)ret, &now);
	if (ret)
		return ret;
	if (!group->base.n)
		group->base.n = now.n;
	enabled_ns = now.enabled_ns - group->base.enabled_ns;
	*running_ns = now.running_ns - group->base.running_ns;
	slice->duration_ns = enabled_ns;
	memset(&slice->counts, 0, sizeof(slice->counts));
	if (was_off(enabled_ns, *running_ns)) {
		slice->counts.scaled = true;
		if (*running_ns)
			scale = (double)enabled_ns / (double)*running_ns;
	} else {
		*running_ns = enabled_ns;
	}
	/* Never on: missing, not zero. */
	if (*running_ns && now.n == kind->group.n)
		(void)reading_difference(kind->members, &group->base, &now, scale, &slice->counts);
	group->base = now;
	return 0;
}
