/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of one thread: opened member by member, read with one read(2), which sums the thread
 * and all tasks that inherited the counters, exited ones included. The enabled time of a task's
 * event runs only while the task is on a CPU, so it is its CPU time. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void thread_counters_config_init(struct thread_counters_config *config, const struct perf_sys *sys,
				 const struct group *groups, size_t n)
{
	*config = (struct thread_counters_config){ .sys = sys, .n_parts = n };
	config->layout = record_layout_make(0, groups[0].member[0].attr.read_format, false, false);
	for (size_t p = 0; p < n; p++) {
		const struct group *group = &groups[p];
		struct reading_member members[GROUP_MEMBERS];

		config->part[p].group = *group;
		config->n_fds += group->n;
		group_describe(group, members);
		reading_plan_init(&config->part[p].plan, members, group->n);
	}
}

bool thread_counters_is_open(const struct thread_counters *counters)
{
	return counters->part;
}

static int open_part(const struct thread_counters_config *config, const struct group *its,
		     int32_t tid, bool on_exec, struct thread_counters_part *part)
{
	for (size_t i = 0; i < its->n; i++) {
		struct perf_event_attr attr = its->member[i].attr;
		int ret;

		attr.enable_on_exec = i == 0 && on_exec;
		ret = config->sys->open(config->sys->data, &attr, tid, -1, i ? part->fd[0] : -1);
		if (ret < 0)
			return ret;
		part->fd[i] = ret;
	}
	return 0;
}

static int open_members(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			struct thread_counters *counters)
{
	int ret = 0;

	counters->part = calloc(config->n_parts, sizeof(counters->part[0]));
	if (!counters->part)
		return -ENOMEM;
	for (size_t p = 0; p < config->n_parts; p++)
		for (size_t i = 0; i < GROUP_MEMBERS; i++)
			counters->part[p].fd[i] = -1;
	for (size_t p = 0; !ret && p < config->n_parts; p++)
		ret = open_part(config, &config->part[p].group, tid, on_exec, &counters->part[p]);
	if (ret)
		thread_counters_close(config, counters);
	return ret;
}

void thread_counters_close(const struct thread_counters_config *config,
			   struct thread_counters *counters)
{
	if (!counters->part)
		return;
	for (size_t p = config->n_parts; p > 0; p--)
		for (size_t i = config->part[p - 1].group.n; i > 0; i--)
			if (counters->part[p - 1].fd[i - 1] >= 0)
				config->sys->close(config->sys->data,
						   counters->part[p - 1].fd[i - 1]);
	free(counters->part);
	counters->part = NULL;
}

static int read_part(const struct thread_counters_config *config,
		     const struct thread_counters_part *part, struct reading *now)
{
	uint64_t words[3 + 3 * READING_MAX];
	int ret = config->sys->read(config->sys->data, part->fd[0], words, sizeof(words));

	return ret < 0 ? ret : record_decode_reading(&config->layout, words, (size_t)ret, now);
}

#define OPEN_TRIES 4

/*
 * A child that is created between the opens of two members inherits an incomplete group, and while
 * it lives the group cannot be summed: reading fails with ECHILD.
 */
static bool is_torn(const struct thread_counters_config *config,
		    const struct thread_counters *counters)
{
	struct reading reading;

	for (size_t p = 0; p < config->n_parts; p++)
		if (read_part(config, &counters->part[p], &reading) == -ECHILD)
			return true;
	return false;
}

int thread_counters_open(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			 struct thread_counters *counters)
{
	int ret = open_members(config, tid, on_exec, counters);

	for (int i = 1; !ret && is_torn(config, counters); i++) {
		thread_counters_close(config, counters);
		ret = i < OPEN_TRIES ? open_members(config, tid, on_exec, counters) : -ECHILD;
	}
	return ret;
}

int thread_counters_enable(const struct thread_counters_config *config,
			   const struct thread_counters *counters)
{
	int ret = 0;

	for (size_t p = 0; p < config->n_parts; p++) {
		int failed = config->sys->enable(config->sys->data, counters->part[p].fd[0]);

		ret = ret ? ret : failed;
	}
	return ret;
}

void thread_counters_disable(const struct thread_counters_config *config,
			     const struct thread_counters *counters)
{
	for (size_t p = 0; p < config->n_parts; p++)
		(void)config->sys->disable(config->sys->data, counters->part[p].fd[0]);
}

/* Adds what a part has counted since its base to the counts. */
static void add_part(const struct reading_plan *plan, struct reading *base,
		     const struct reading *now, double scale, struct counts *counts)
{
	const bool was_on = now->running_ns != base->running_ns;	/* else missing, not zero */
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

int thread_counters_read(const struct thread_counters_config *config,
			 struct thread_counters *counters, struct slice *slice,
			 uint64_t *running_ns)
{
	struct reading now[CORE_TYPES];
	double scale = 1;
	int ret = 0;

	*running_ns = 0;
	slice->duration_ns = 0;
	for (size_t p = 0; !ret && p < config->n_parts; p++)
		ret = read_part(config, &counters->part[p], &now[p]);
	if (ret)
		return ret;
	/*
	 * All parts are enabled while the thread is on a CPU, but only the part of that core type
	 * is on.
	 */
	for (size_t p = 0; p < config->n_parts; p++) {
		struct reading *base = &counters->part[p].base;

		if (!base->n)
			base->n = now[p].n;
		if (now[p].enabled_ns - base->enabled_ns > slice->duration_ns)
			slice->duration_ns = now[p].enabled_ns - base->enabled_ns;
		*running_ns += now[p].running_ns - base->running_ns;
	}
	memset(&slice->counts, 0, sizeof(slice->counts));
	if (group_was_off(slice->duration_ns, *running_ns)) {
		slice->counts.scaled = true;
		slice->counts.off = !*running_ns;
		if (*running_ns)
			scale = (double)slice->duration_ns / (double)*running_ns;
	} else {
		*running_ns = slice->duration_ns;
	}
	for (size_t p = 0; p < config->n_parts; p++)
		add_part(&config->part[p].plan, &counters->part[p].base, &now[p], scale,
			 &slice->counts);
	return 0;
}
