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

static void config_add(struct thread_counters_config *config, const struct group *group,
		       int sampler)
{
	struct reading_member members[GROUP_MEMBERS];
	const size_t p = config->n_parts++;

	config->part[p].group = *group;
	config->part[p].sampler = sampler;
	group_describe(group, members);
	reading_plan_init(&config->part[p].plan, members, group->n);
}

void thread_counters_config_init(struct thread_counters_config *config, const struct perf_sys *sys,
				 const struct group *groups, size_t n)
{
	*config = (struct thread_counters_config){ .sys = sys };
	config->layout = record_layout_make(0, groups[0].member[0].attr.read_format, false, false);
	for (size_t i = 0; i < n; i++) {
		config_add(config, &groups[i], -1);
		config->n_fds += groups[i].n;
	}
	config->n_inherited = n;
}

bool thread_counters_is_open(const struct thread_counters *counters)
{
	return counters->part;
}

bool thread_counters_are_pinned(const struct thread_counters_config *config,
				const struct thread_counters *counters)
{
	return config->n_pinned_fds && counters->part &&
	       counters->part[config->n_inherited].fd[0] >= 0;
}

bool thread_counters_may_be_stale(const struct thread_counters_config *config,
				  const struct thread_counters *counters)
{
	bool exact = thread_counters_are_pinned(config, counters);

	for (size_t p = config->n_inherited; exact && p < config->n_parts; p++)
		exact = !counters->part[p].in_error;
	return config->n_pinned_fds && !exact;
}

size_t thread_counters_fds(const struct thread_counters_config *config,
			   const struct thread_counters *counters)
{
	return (counters->part ? config->n_fds : 0) +
	       (thread_counters_are_pinned(config, counters) ? config->n_pinned_fds : 0);
}

/* What event_groups_open() asks for: parts from `first` on. */
struct wanted_parts {
	const struct thread_counters_config *config;
	size_t first;
	bool on_exec;
};

static void attr_of_part(const void *data, size_t group, size_t member, struct perf_event_attr *attr)
{
	const struct wanted_parts *wanted = data;

	*attr = wanted->config->part[wanted->first + group].group.member[member].attr;
	attr->enable_on_exec = member == 0 && wanted->on_exec;
}

static void groups_of_parts(const struct thread_counters_config *config, const struct thread_counters *counters,
			    struct event_group groups[2 * CORE_TYPES])
{
	for (size_t p = 0; p < config->n_parts; p++)
		groups[p] = (struct event_group){ config->part[p].group.n, counters->part[p].fd };
}

/* Opens the parts from `first` up to `end`, which are not open. */
static int open_parts(const struct thread_counters_config *config, int32_t tid, bool on_exec, size_t first, size_t end,
		      const struct thread_counters *counters)
{
	const struct wanted_parts wanted = { config, first, on_exec };
	struct event_groups_on on = {
		.sys = config->sys, .pid = tid, .cpu = -1, .inherited = first < config->n_inherited,
		.attr = attr_of_part, .data = &wanted,
	};
	struct event_group groups[2 * CORE_TYPES];

	groups_of_parts(config, counters, groups);
	return event_groups_open(&on, groups + first, end - first);
}

static void close_parts(const struct thread_counters_config *config, size_t first, size_t end,
			struct thread_counters *counters)
{
	struct event_group groups[2 * CORE_TYPES];

	groups_of_parts(config, counters, groups);
	for (size_t p = end; p-- > first;) {
		struct thread_counters_part *part = &counters->part[p];

		if (part->ring)
			config->sys->unmap(config->sys->data, part->ring, 1);
		part->ring = NULL;
	}
	event_groups_close(config->sys, groups + first, end - first);
}

int thread_counters_open(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			 struct thread_counters *counters)
{
	int ret;

	*counters = (struct thread_counters){ .part = calloc(config->n_parts, sizeof(counters->part[0])) };
	if (!counters->part)
		return -ENOMEM;
	for (size_t p = 0; p < config->n_parts; p++)
		for (size_t i = 0; i < GROUP_MEMBERS; i++)
			counters->part[p].fd[i] = -1;
	ret = open_parts(config, tid, on_exec, 0, config->n_inherited, counters);
	if (ret)
		thread_counters_close(config, counters);
	return ret;
}

int thread_counters_pin(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			struct thread_counters *counters)
{
	const struct perf_sys *sys = config->sys;
	int ret = open_parts(config, tid, on_exec, config->n_inherited, config->n_parts, counters);

	for (size_t p = config->n_inherited; !ret && p < config->n_parts; p++) {
		struct thread_counters_part *part = &counters->part[p];

		part->base = (struct reading){ .n = 0 };
		if (sys->map(sys->data, part->fd[config->part[p].sampler], 1, true, &part->ring) < 0)
			ret = -ENOMEM;
	}
	if (ret)
		thread_counters_unpin(config, counters);
	return ret;
}

void thread_counters_unpin(const struct thread_counters_config *config, struct thread_counters *counters)
{
	close_parts(config, config->n_inherited, config->n_parts, counters);
}

void thread_counters_close(const struct thread_counters_config *config, struct thread_counters *counters)
{
	if (!counters->part)
		return;
	close_parts(config, 0, config->n_parts, counters);
	free(counters->part);
	counters->part = NULL;
}

void thread_counters_replace(const struct thread_counters_config *config,
			     struct thread_counters *counters, struct thread_counters *fresh)
{
	close_parts(config, 0, config->n_inherited, counters);
	memcpy(counters->part, fresh->part, config->n_inherited * sizeof(counters->part[0]));
	free(fresh->part);
	fresh->part = NULL;
}

/*
 * A pinned group that could not be put on at a switch-in is in error: reading gives nothing, and it
 * is off until it is enabled again (merge_sched_in(), perf_read()). Meanwhile the inherited one may
 * count.
 */
static int read_pinned(const struct thread_counters_config *config,
		       struct thread_counters_part *part, struct reading *now)
{
	uint64_t words[3 + 3 * READING_MAX];
	int ret;

	*now = part->base;
	if (part->fd[0] < 0)
		return 0;
	ret = config->sys->read(config->sys->data, part->fd[0], words, sizeof(words));
	part->in_error = !ret;
	if (!ret)
		(void)config->sys->enable(config->sys->data, part->fd[0]);
	return ret <= 0 ? ret : record_decode_reading(&config->layout, words, (size_t)ret, now);
}

static int read_part(const struct thread_counters_config *config,
		     const struct thread_counters_part *part, struct reading *now)
{
	uint64_t words[3 + 3 * READING_MAX];
	int ret = config->sys->read(config->sys->data, part->fd[0], words, sizeof(words));

	return ret < 0 ? ret : record_decode_reading(&config->layout, words, (size_t)ret, now);
}

int thread_counters_enable(const struct thread_counters_config *config,
			   const struct thread_counters *counters)
{
	int ret = 0;

	for (size_t p = 0; p < config->n_parts; p++) {
		const int fd = counters->part[p].fd[0];
		int failed = fd < 0 ? 0 : config->sys->enable(config->sys->data, fd);

		ret = ret ? ret : failed;
	}
	return ret;
}

void thread_counters_disable(const struct thread_counters_config *config,
			     const struct thread_counters *counters, bool all)
{
	for (size_t p = 0; p < (all ? config->n_parts : config->n_inherited); p++)
		if (counters->part[p].fd[0] >= 0)
			(void)config->sys->disable(config->sys->data, counters->part[p].fd[0]);
}

/*
 * With both on, do inherited parts stay off? Else all would be counted twice, as by the software
 * events of tests.
 */
static bool pinned_excludes(const struct thread_counters_config *config,
			    const struct thread_counters *counters)
{
	bool excludes = true;

	for (size_t p = config->n_parts; p > 0; p--)
		(void)config->sys->enable(config->sys->data, counters->part[p - 1].fd[0]);
	for (size_t p = 0; p < config->n_inherited; p++) {
		struct reading now;

		if (group_uses_perf_metrics(&config->part[p].group))
			excludes &= !read_part(config, &counters->part[p], &now) && !now.running_ns;
	}
	return excludes;
}

bool thread_counters_config_pin(struct thread_counters_config *config, uint64_t period_ns)
{
	struct thread_counters trial;
	bool works;

	for (size_t p = 0; p < config->n_inherited; p++) {
		struct group pinned;

		if (!group_uses_perf_metrics(&config->part[p].group))
			continue;
		group_make_pinned(&config->part[p].group, period_ns, &pinned);
		config_add(config, &pinned, group_find_sampler(&pinned));
		config->n_pinned_fds += pinned.n;
	}
	if (!config->n_pinned_fds)
		return true;
	works = !thread_counters_open(config, 0, false, &trial) &&
		!thread_counters_pin(config, 0, false, &trial) && pinned_excludes(config, &trial);
	thread_counters_close(config, &trial);
	if (works)
		return true;
	config->n_parts = config->n_inherited;
	config->n_pinned_fds = 0;
	return false;
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

/*
 * How long none of the parts was on since the last reading. A part that is read after the first has
 * the time that the thread ran between as well, and lacks it the next time. So the sum of all times
 * is too small, now more, now less, and only what is above its maximum is new.
 */
static uint64_t time_off(struct thread_counters *counters, uint64_t enabled_ns, uint64_t running_ns)
{
	int64_t more_ns;

	counters->off_ns += (int64_t)(enabled_ns - running_ns);
	more_ns = counters->off_ns - counters->most_off_ns;
	if (more_ns <= 0)
		return 0;
	counters->most_off_ns = counters->off_ns;
	return (uint64_t)more_ns;
}

int thread_counters_read(const struct thread_counters_config *config,
			 struct thread_counters *counters, struct slice *slice,
			 uint64_t *running_ns)
{
	struct reading now[2 * CORE_TYPES];
	double scale = 1;
	int ret = 0;

	*running_ns = 0;
	slice->duration_ns = 0;
	for (size_t p = 0; !ret && p < config->n_parts; p++)
		ret = p < config->n_inherited ? read_part(config, &counters->part[p], &now[p]) :
						read_pinned(config, &counters->part[p], &now[p]);
	if (ret)
		return ret;
	/*
	 * All inherited parts are enabled while the thread is on a CPU, as the first, but only one
	 * part is on: that of the core type, the pinned one first.
	 */
	for (size_t p = 0; p < config->n_parts; p++) {
		struct reading *base = &counters->part[p].base;

		if (!base->n)
			base->n = now[p].n;
		if (!p)
			slice->duration_ns = now[p].enabled_ns - base->enabled_ns;
		*running_ns += now[p].running_ns - base->running_ns;
	}
	*running_ns = slice->duration_ns - time_off(counters, slice->duration_ns, *running_ns);
	memset(&slice->counts, 0, sizeof(slice->counts));
	slice->counts.scaled = thread_counters_may_be_stale(config, counters);
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
