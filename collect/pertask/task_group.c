/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One group per thread: opened member by member on the thread, read with one read(2), which
 * sums it and all that inherited it, the dead too. The enabled time of a task's event runs only while
 * the task is on a CPU: it is its CPU time. Collector thread.
 */
#include "config.h"
#include "collect/pertask/task_group.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void task_group_kind_init(struct task_group_kind *kind, const struct perf_sys *sys,
			  const struct group *groups, size_t n)
{
	*kind = (struct task_group_kind){ .sys = sys, .n_parts = n };
	kind->layout = record_layout_make(0, groups[0].member[0].attr.read_format, false, false);
	for (size_t p = 0; p < n; p++) {
		const struct group *group = &groups[p];
		struct reading_member members[GROUP_MEMBERS];

		kind->part[p].group = *group;
		kind->n_fds += group->n;
		for (size_t i = 0; i < group->n; i++)
			members[i] = (struct reading_member){ .event = group->member[i].event,
							      .scale = group->member[i].scale,
							      .cycles = group->member[i].cycles,
							      .also = group->member[i].also };
		reading_plan_init(&kind->part[p].plan, members, group->n);
	}
}

bool task_group_is_open(const struct task_group *group)
{
	return group->part;
}

static int open_part(const struct task_group_kind *kind, const struct group *its, int32_t tid, bool on_exec,
		     struct task_part *part)
{
	for (size_t i = 0; i < its->n; i++) {
		struct perf_event_attr attr = its->member[i].attr;
		int ret;

		attr.enable_on_exec = i == 0 && on_exec;
		ret = kind->sys->open(kind->sys->data, &attr, tid, -1, i ? part->fd[0] : -1);
		if (ret < 0)
			return ret;
		part->fd[i] = ret;
	}
	return 0;
}

static int open_members(const struct task_group_kind *kind, int32_t tid, bool on_exec,
			struct task_group *group)
{
	int ret = 0;

	group->part = calloc(kind->n_parts, sizeof(group->part[0]));
	if (!group->part)
		return -ENOMEM;
	for (size_t p = 0; p < kind->n_parts; p++)
		for (size_t i = 0; i < GROUP_MEMBERS; i++)
			group->part[p].fd[i] = -1;
	for (size_t p = 0; !ret && p < kind->n_parts; p++)
		ret = open_part(kind, &kind->part[p].group, tid, on_exec, &group->part[p]);
	if (ret)
		task_group_close(kind, group);
	return ret;
}

void task_group_close(const struct task_group_kind *kind, struct task_group *group)
{
	if (!group->part)
		return;
	for (size_t p = kind->n_parts; p > 0; p--)
		for (size_t i = kind->part[p - 1].group.n; i > 0; i--)
			if (group->part[p - 1].fd[i - 1] >= 0)
				kind->sys->close(kind->sys->data, group->part[p - 1].fd[i - 1]);
	free(group->part);
	group->part = NULL;
}

static int read_part(const struct task_group_kind *kind, const struct task_part *part, struct reading *now)
{
	uint64_t words[3 + 3 * READING_MAX];
	int ret = kind->sys->read(kind->sys->data, part->fd[0], words, sizeof(words));

	return ret < 0 ? ret : record_decode_reading(&kind->layout, words, (size_t)ret, now);
}

#define OPEN_TRIES 4

/*
 * A child that is made between the opens of two members inherits a part of the group, and while it lives the
 * whole can not be summed. A reading tells.
 */
static bool is_torn(const struct task_group_kind *kind, const struct task_group *group)
{
	struct reading reading;

	for (size_t p = 0; p < kind->n_parts; p++)
		if (read_part(kind, &group->part[p], &reading) == -ECHILD)
			return true;
	return false;
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
	int ret = 0;

	for (size_t p = 0; p < kind->n_parts; p++) {
		int failed = kind->sys->enable(kind->sys->data, group->part[p].fd[0]);

		ret = ret ? ret : failed;
	}
	return ret;
}

void task_group_disable(const struct task_group_kind *kind, const struct task_group *group)
{
	for (size_t p = 0; p < kind->n_parts; p++)
		(void)kind->sys->disable(kind->sys->data, group->part[p].fd[0]);
}

/* What a part has counted, added to the counts. */
static void add_part(const struct reading_plan *plan, struct reading *base, const struct reading *now, double scale,
		     struct counts *counts)
{
	const bool was_on = now->running_ns != base->running_ns;	/* never on: missing, not zero */
	struct counts its = { .scaled = counts->scaled };
	count_pair steps[READING_MAX / 2];

	if (now->n != plan->n || now->n != base->n) {
		*base = *now;
		return;
	}
	if (!reading_advance(base, now, steps) || !was_on)
		return;
	reading_plan_counts(plan, steps, scale, &its);
	counts_add(counts, &its);
}

int task_group_read(const struct task_group_kind *kind, struct task_group *group,
		    struct slice *slice, uint64_t *running_ns)
{
	struct reading now[CORE_TYPES];
	double scale = 1;
	int ret = 0;

	*running_ns = 0;
	slice->duration_ns = 0;
	for (size_t p = 0; !ret && p < kind->n_parts; p++)
		ret = read_part(kind, &group->part[p], &now[p]);
	if (ret)
		return ret;
	/* All parts are enabled while the thread has a CPU; they are on in turn, each on its kind of core. */
	for (size_t p = 0; p < kind->n_parts; p++) {
		struct reading *base = &group->part[p].base;

		if (!base->n)
			base->n = now[p].n;
		if (now[p].enabled_ns - base->enabled_ns > slice->duration_ns)
			slice->duration_ns = now[p].enabled_ns - base->enabled_ns;
		*running_ns += now[p].running_ns - base->running_ns;
	}
	memset(&slice->counts, 0, sizeof(slice->counts));
	if (group_was_off(slice->duration_ns, *running_ns)) {
		slice->counts.scaled = true;
		if (*running_ns)
			scale = (double)slice->duration_ns / (double)*running_ns;
	} else {
		*running_ns = slice->duration_ns;
	}
	for (size_t p = 0; p < kind->n_parts; p++)
		add_part(&kind->part[p].plan, &group->part[p].base, &now[p], scale, &slice->counts);
	return 0;
}
