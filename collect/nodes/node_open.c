/* SPDX-License-Identifier: GPL-2.0-only */
/* Open groups; see node_open.h. */
#include "config.h"
#include "collect/nodes/node_open.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TIMES 2			/* in front of the counts of a group */
#define HEADER 3		/* words of a reading in front of them: number, and the times */

void node_open_init(struct node_open *open, const struct perf_sys *sys,
		    const struct node_groups *groups)
{
	*open = (struct node_open){ .sys = sys, .groups = groups, .cgroup = -1,
				    .table.size = sizeof(struct node_target) };
}

static bool is_cpu(const struct node_target *target)
{
	return target->of.cpu >= 0;
}

/* Has this target this group? */
static bool has(const struct node_target *target, const struct node_group *group)
{
	return !is_cpu(target) || group->core_type == target->of.core_type;
}

/* The index of a group among those of its core type. */
static size_t rank_of(const struct node_groups *groups, size_t group)
{
	size_t rank = 0;

	for (size_t i = 0; i < group; i++)
		rank += groups->group[i].core_type == groups->group[group].core_type;
	return rank;
}

static size_t groups_of(const struct node_groups *groups, enum core_type type)
{
	size_t n = 0;

	for (size_t i = 0; i < groups->n; i++)
		n += groups->group[i].core_type == type;
	return n;
}

/* Is it the turn of this group on its CPU? */
static bool is_on(const struct node_open *open, size_t group)
{
	const size_t n = groups_of(open->groups, open->groups->group[group].core_type);

	return rank_of(open->groups, group) == open->turn % n;
}

/* ---- opening ---- */

/* The groups of a target, for event_groups_open(). */
static void groups_of_target(const struct node_open *open, const struct node_target *target,
			     struct event_group its[NODE_GROUPS_MAX])
{
	int *fd = target->fd;

	for (size_t i = 0; i < open->groups->n; fd += open->groups->group[i++].n) {
		const struct node_group *group = &open->groups->group[i];

		its[i] = (struct event_group){ has(target, group) ? group->n : 0, fd };
	}
}

static void make_attr(const void *data, size_t group, size_t member, struct perf_event_attr *attr)
{
	const struct node_open *open = data;

	node_groups_attr(open->groups, group, member, attr);
}

static void make_attr_of_thread(const void *data, size_t group, size_t member, struct perf_event_attr *attr)
{
	const struct node_open *open = data;

	make_attr(open, group, member, attr);
	attr->inherit = open->inherit != NODE_ALONE;
	attr->inherit_thread = open->inherit == NODE_THREADS;
}

static int open_groups(struct node_open *open, const struct node_target *target)
{
	const bool of_cpu = is_cpu(target), of_cgroup = of_cpu && open->cgroup >= 0;
	struct event_group groups[NODE_GROUPS_MAX];
	struct event_groups_on on = {
		.sys = open->sys, .pid = of_cgroup ? open->cgroup : target->of.tid, .cpu = target->of.cpu,
		.flags = of_cgroup ? PERF_FLAG_PID_CGROUP : 0, .inherited = !of_cpu && open->inherit != NODE_ALONE,
		.attr = of_cpu ? make_attr : make_attr_of_thread, .data = open,
	};
	int ret;

	groups_of_target(open, target, groups);
	ret = event_groups_open(&on, groups, open->groups->n);
	open->failed_group = on.failed_group;
	open->failed_member = on.failed_member;
	return ret;
}

/* Reads one group, all words of it. */
static int read_group(const struct node_open *open, int fd, size_t n, uint64_t *words)
{
	const size_t size = (HEADER + n) * sizeof(words[0]);
	const int ret = open->sys->read(open->sys->data, fd, words, size);

	if (ret < 0)
		return ret;
	return (size_t)ret == size && words[0] == n ? 0 : -EIO;
}

static void enable(struct node_open *open, struct node_target *target)
{
	const int *fd = target->fd;

	for (size_t i = 0; i < open->groups->n; fd += open->groups->group[i++].n)
		if (fd[0] >= 0 && (!is_cpu(target) || is_on(open, i)))
			(void)open->sys->enable(open->sys->data, fd[0]);
}

static void free_target(struct node_target *target)
{
	free(target->fd);
	free(target->base);
}

static void close_target(const struct node_open *open, struct node_target *target)
{
	struct event_group groups[NODE_GROUPS_MAX];

	groups_of_target(open, target, groups);
	event_groups_close(open->sys, groups, open->groups->n);
	free_target(target);
}

int node_open_add(struct node_open *open, const struct event_target *what)
{
	struct node_target target = {
		.of = *what,
		.fd = malloc(open->fds * sizeof(target.fd[0])),
		.base = calloc(open->words, sizeof(target.base[0])),
	};
	int ret = -ENOMEM;

	for (size_t i = 0; target.fd && i < open->fds; i++)
		target.fd[i] = -1;
	if (target.fd && target.base)
		ret = open_groups(open, &target);
	if (ret) {
		free_target(&target);
		return ret;
	}
	ret = event_table_add(&open->table, &target);
	if (ret)
		close_target(open, &target);
	else
		enable(open, &target);
	return ret;
}

void node_open_close(struct node_open *open, size_t target)
{
	close_target(open, node_open_at(open, target));
	event_table_drop(&open->table, target);
}

void node_open_clear(struct node_open *open)
{
	while (open->table.n > 0)
		node_open_close(open, open->table.n - 1);
	event_table_free(&open->table);
	if (open->cgroup >= 0)
		open->sys->close(open->sys->data, open->cgroup);
	open->cgroup = -1;
}

void node_open_begin(struct node_open *open, enum node_inherit inherit, int cgroup)
{
	open->inherit = inherit;
	open->cgroup = cgroup;
	open->fds = open->words = open->turn = 0;
	memset(open->enabled_ns, 0, sizeof(open->enabled_ns));
	memset(open->running_ns, 0, sizeof(open->running_ns));
	for (size_t i = 0; i < open->groups->n; i++) {
		open->fds += open->groups->group[i].n;
		open->words += TIMES + open->groups->group[i].n;
	}
}

/* ---- counting ---- */

static void switch_cpu(const struct node_open *open, const struct node_target *target, bool on)
{
	const int *fd = target->fd;

	for (size_t i = 0; i < open->groups->n; fd += open->groups->group[i++].n) {
		if (fd[0] < 0 || !is_on(open, i))
			continue;
		if (on)
			(void)open->sys->enable(open->sys->data, fd[0]);
		else
			(void)open->sys->disable(open->sys->data, fd[0]);
	}
}

void node_open_turn(struct node_open *open)
{
	if (open->groups->n < 2)
		return;
	for (size_t i = 0; i < open->table.n; i++)
		if (is_cpu(node_open_at(open, i)))
			switch_cpu(open, node_open_at(open, i), false);
	open->turn++;
	for (size_t i = 0; i < open->table.n; i++)
		if (is_cpu(node_open_at(open, i)))
			switch_cpu(open, node_open_at(open, i), true);
}

/* What a group has counted since its base, which becomes this reading. */
static void advance(const struct node_group *group, const uint64_t *words, uint64_t *base,
		    struct node_sum *step)
{
	step->enabled_ns = words[1] - base[0];
	step->running_ns = words[2] - base[1];
	base[0] = words[1];
	base[1] = words[2];
	for (size_t i = 0; i < group->n; i++) {
		const uint64_t count = words[HEADER + i] - base[TIMES + i];

		/* Never below 0 but by damage: then it counted nothing. */
		step->count[i] = (int64_t)count < 0 ? 0 : (double)count;
		base[TIMES + i] = words[HEADER + i];
	}
}

static void add_step(struct node_sum *sum, const struct node_sum *step, size_t n)
{
	sum->enabled_ns += step->enabled_ns;
	sum->running_ns += step->running_ns;
	for (size_t i = 0; i < n; i++)
		sum->count[i] += step->count[i];
}

/*
 * How long the groups of a target could have been on. Of a CPU: only one was enabled at a time. Of
 * a thread of a hybrid: each was enabled all the time, but could be on only on cores of its type;
 * in proportion to how long groups of that type were.
 */
static void correct_enabled(const struct node_open *open, const struct node_target *target,
			    struct node_sum *step)
{
	const struct node_groups *groups = open->groups;
	uint64_t enabled_ns = 0, running_ns = 0, of_type[CORE_TYPES] = { 0 };

	for (size_t i = 0; i < groups->n; i++) {
		enabled_ns += step[i].enabled_ns;
		running_ns += step[i].running_ns;
		of_type[groups->group[i].core_type] += step[i].running_ns;
	}
	for (size_t i = 0; i < groups->n; i++) {
		const uint64_t its_ns = of_type[groups->group[i].core_type];

		if (is_cpu(target) && has(target, &groups->group[i]))
			step[i].enabled_ns = enabled_ns;
		else if (!is_cpu(target) && its_ns < running_ns)
			step[i].enabled_ns = (uint64_t)((double)step[i].enabled_ns *
							(double)its_ns / (double)running_ns);
		if (step[i].enabled_ns < step[i].running_ns)
			step[i].enabled_ns = step[i].running_ns;
	}
}

void node_open_account(struct node_open *open, const struct node_target *target,
		       struct node_sum *step, struct node_sum *sums)
{
	const struct node_groups *groups = open->groups;

	for (size_t i = 0; i < groups->n; i++) {
		open->running_ns[i] += step[i].running_ns;
		if (is_cpu(target))
			open->enabled_ns[i] += step[i].enabled_ns;
	}
	correct_enabled(open, target, step);
	for (size_t i = 0; i < groups->n; i++) {
		add_step(&sums[i], &step[i], groups->group[i].n);
		if (!is_cpu(target))
			open->enabled_ns[i] += step[i].enabled_ns;
	}
}

static void read_target(struct node_open *open, struct node_target *target, struct node_sum *sums)
{
	const struct node_groups *groups = open->groups;
	struct node_sum step[NODE_GROUPS_MAX];
	const int *fd = target->fd;
	uint64_t *base = target->base;
	uint64_t enabled_ns = 0;

	target->of.age++;
	for (size_t i = 0; i < groups->n; i++) {
		uint64_t words[HEADER + TREE_GROUP_EVENTS];
		const size_t n = groups->group[i].n;
		const int ret = fd[0] < 0 ? -ENOENT : read_group(open, fd[0], n, words);

		step[i] = (struct node_sum){ .enabled_ns = 0 };
		if (!ret)
			advance(&groups->group[i], words, base, &step[i]);
		target->of.lost |= ret == -ECHILD;
		enabled_ns += step[i].enabled_ns;
		fd += n;
		base += TIMES + n;
	}
	target->of.stalled = !enabled_ns;
	node_open_account(open, target, step, sums);
}

void node_open_read(struct node_open *open, struct node_sum *sums,
		    bool (*skip)(void *data, int cpu), void *data)
{
	for (size_t i = 0; i < open->groups->n; i++)
		sums[i] = (struct node_sum){ .enabled_ns = 0 };
	for (size_t i = 0; i < open->table.n; i++) {
		struct node_target *target = node_open_at(open, i);

		if (is_cpu(target) && skip && skip(data, target->of.cpu))
			target->of.stalled = false;
		else
			read_target(open, target, sums);
	}
}

bool node_open_some_ran(const struct node_open *open, enum core_type type)
{
	for (size_t i = 0; i < open->groups->n; i++)
		if (open->groups->group[i].core_type == type && open->running_ns[i])
			return true;
	return false;
}

void node_open_report(const struct node_open *open, const struct node_sum *sums,
		      struct tree_readings *readings)
{
	for (size_t i = 0; i < open->groups->n; i++) {
		const struct node_group *group = &open->groups->group[i];

		for (size_t j = 0; j < group->n && readings->n < TREE_READINGS_MAX; j++)
			readings->reading[readings->n++] = (struct tree_reading){
				.core_type = (uint8_t)group->core_type, .group = (uint8_t)i,
				.event = group->event[j], .count = sums[i].count[j],
				.enabled_ns = sums[i].enabled_ns,
				.running_ns = sums[i].running_ns,
			};
	}
	readings->groups = (uint16_t)open->groups->n;
}
