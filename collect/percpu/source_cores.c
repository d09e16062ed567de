/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The live source. On most machines that is the switch source itself. A hybrid is two machines in one
 * table: each kind of core has a switch source of its own, with its own group, rings and slices, and here
 * their CPUs get the places that they have in the whole machine. A task that moves from one kind to the
 * other has slices of both, which the collector adds up as any others. Opened by main, then used by the
 * collector thread only.
 */
#include "config.h"
#include "collect/percpu/source_cores.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "collect/percpu/cores_own.h"
#include "collect/percpu/source_switch.h"
#include "collect/perf/cores.h"
#include "collect/sys/topology.h"
#include "model/control.h"

static void tell_slice(void *data, const struct slice *slice)
{
	const struct part *part = data;
	struct slice copy = *slice;

	copy.cpu = part->cpus[slice->cpu];
	part->sink->slice(part->sink->data, &copy);
}

static void tell_task(void *data, const struct task_event *event)
{
	const struct part *part = data;

	part->sink->task(part->sink->data, event);
}

static void tell_lost(void *data, int cpu, uint64_t records)
{
	const struct part *part = data;

	part->sink->lost(part->sink->data, part->cpus[cpu], records);
}

static void tell_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	const struct part *part = data;

	part->sink->times(part->sink->data, part->cpus[cpu], enabled_ns, running_ns);
}

static void tell_cost(void *data, const struct self_cost *cost)
{
	const struct part *part = data;

	part->sink->cost(part->sink->data, cost);
}

/* The sink as this part must see it. */
static struct sink sink_of(struct part *part, const struct sink *sink)
{
	part->sink = sink;
	return (struct sink){
		.data = part,
		.slice = tell_slice,
		.task = sink->task ? tell_task : NULL,
		.lost = sink->lost ? tell_lost : NULL,
		.times = sink->times ? tell_times : NULL,
		.cost = sink->cost ? tell_cost : NULL,
	};
}

/* A part may have another fd now, after a CPU has come online; the old one is closed and so forgotten. */
static int watch_parts(struct source_cores *self, struct err *err)
{
	for (size_t i = 0; i < self->n; i++) {
		struct source *part = self->part[i].source;
		/* As the rings in groups.c: one poll tells it and clears it. */
		struct epoll_event event = { .events = EPOLLIN | EPOLLET };

		if (epoll_ctl(self->epoll, EPOLL_CTL_ADD, part->ops->poll_fd(part), &event) &&
		    errno != EEXIST)
			return err_set(err, errno, "cannot watch the ring buffers: %m");
	}
	return 0;
}

static int hybrid_start(struct source *source, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;
	int ret = 0;

	cores_pass_tap(self);
	for (size_t i = 0; !ret && i < self->n; i++)
		ret = self->part[i].source->ops->start(self->part[i].source, err);
	return ret;
}

static int hybrid_poll_fd(struct source *source)
{
	return ((struct source_cores *)source)->epoll;
}

static int hybrid_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;
	int ret = 0;

	cores_pass_tap(self);
	for (size_t i = 0; !ret && i < self->n; i++) {
		const struct sink its = sink_of(&self->part[i], sink);

		ret = self->part[i].source->ops->drain(self->part[i].source, &its, err);
	}
	return ret;
}

static int find_places(struct source_cores *self)
{
	for (size_t i = 0; i < self->n; i++) {
		const struct machine *machine = &self->part[i].source->machine;
		int32_t *cpus = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(cpus[0]));

		if (!cpus)
			return -ENOMEM;
		free(self->part[i].cpus);
		self->part[i].cpus = cpus;
		self->part[i].n_cpus = machine->n_cpus;
		for (size_t cpu = 0; cpu < machine->n_cpus; cpu++)
			cpus[cpu] = machine_cpu_index(&self->source.machine, machine->cpus[cpu].cpu);
	}
	return 0;
}

/* Parts to which CPUs have come: the whole machine has them, too. */
static int take_newcomers(struct source_cores *self, struct err *err)
{
	bool grown = false;
	int ret = 0;

	for (size_t i = 0; !ret && i < self->n; i++) {
		const struct machine *machine = &self->part[i].source->machine;

		if (machine->n_cpus == self->part[i].n_cpus)
			continue;
		grown = true;
		ret = machine_add_cpus(&self->source.machine, machine->cpus, machine->n_cpus);
	}
	if (grown && !ret)
		ret = find_places(self);
	return ret ? err_set(err, ENOMEM, "not enough memory for the CPUs of this machine") : 0;
}

static int hybrid_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	struct source_cores *self = (struct source_cores *)source;
	int ret = 0;

	cores_pass_tap(self);
	for (size_t i = 0; !ret && i < self->n; i++) {
		const struct sink its = sink_of(&self->part[i], sink);

		ret = self->part[i].source->ops->tick(self->part[i].source, now_ns, &its, err);
	}
	/* Only now: until here the others told of CPUs as they were. */
	if (!ret)
		ret = take_newcomers(self, err);
	return ret ? ret : watch_parts(self, err);
}

static uint64_t hybrid_next_ns(struct source *source)
{
	struct source_cores *self = (struct source_cores *)source;
	uint64_t next_ns = UINT64_MAX;

	for (size_t i = 0; i < self->n; i++) {
		struct source *part = self->part[i].source;

		if (part->ops->next_ns && part->ops->next_ns(part) < next_ns)
			next_ns = part->ops->next_ns(part);
	}
	return next_ns;
}

static void hybrid_want_level2(struct source *source, bool wanted)
{
	struct source_cores *self = (struct source_cores *)source;

	for (size_t i = 0; i < self->n; i++)
		if (self->part[i].source->ops->want_level2)
			self->part[i].source->ops->want_level2(self->part[i].source, wanted);
}

/* Each kind has the part of the budget, and of what tdtop itself does, that its CPUs are of the machine. */
static void hybrid_set_budget(struct source *source, double percent, double own_share)
{
	struct source_cores *self = (struct source_cores *)source;

	for (size_t i = 0; i < self->n; i++) {
		struct source *part = self->part[i].source;

		if (part->ops->set_budget)
			part->ops->set_budget(part, percent, own_share * (double)part->machine.n_cpus /
							     (double)source->machine.n_cpus);
	}
}

static void hybrid_set_interval(struct source *source, uint64_t interval_ns)
{
	struct source_cores *self = (struct source_cores *)source;

	for (size_t i = 0; i < self->n; i++)
		if (self->part[i].source->ops->set_interval)
			self->part[i].source->ops->set_interval(self->part[i].source, interval_ns);
}

/* One clock for all: attr.clockid. */
static uint64_t hybrid_clock_ns(struct source *source)
{
	struct source *first = ((struct source_cores *)source)->part[0].source;

	return first->ops->clock_ns(first);
}

static void hybrid_close(struct source *source)
{
	struct source_cores *self = (struct source_cores *)source;

	cores_forget_recordable(self);

	if (self->epoll >= 0)
		close(self->epoll);
	for (size_t i = 0; i < self->n; i++) {
		self->part[i].source->ops->close(self->part[i].source);
		free(self->part[i].cpus);
	}
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops hybrid_ops = {
	.name = "switch",
	.start = hybrid_start,
	.poll_fd = hybrid_poll_fd,
	.drain = hybrid_drain,
	.tick = hybrid_tick,
	.next_ns = hybrid_next_ns,
	.want_level2 = hybrid_want_level2,
	.set_budget = hybrid_set_budget,
	.set_interval = hybrid_set_interval,
	.clock_ns = hybrid_clock_ns,
	.asks_proc = true,
	.recordable = cores_recordable,
	.now = cores_now,
	.close = hybrid_close,
};

static int compare_cpus(const void *a, const void *b)
{
	const struct cpu_place *x = a, *y = b;

	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

/* The whole machine: what its parts have in common, the CPUs of all, and the most that one can count. */
static int join_machines(struct source_cores *self)
{
	struct machine *whole = &self->source.machine;
	size_t n = 0;

	*whole = self->part[0].source->machine;
	whole->published = NULL;
	for (size_t i = 0; i < self->n; i++)
		n += self->part[i].source->machine.n_cpus;
	whole->n_cpus = 0;
	whole->cpus = calloc(n ? n : 1, sizeof(whole->cpus[0]));
	if (!whole->cpus)
		return -ENOMEM;
	for (size_t i = 0; i < self->n; i++) {
		const struct machine *machine = &self->part[i].source->machine;

		memcpy(whole->cpus + whole->n_cpus, machine->cpus,
		       machine->n_cpus * sizeof(whole->cpus[0]));
		whole->n_cpus += machine->n_cpus;
		if (machine->levels > whole->levels)
			whole->levels = machine->levels;
	}
	qsort(whole->cpus, whole->n_cpus, sizeof(whole->cpus[0]), compare_cpus);
	return 0;
}

int source_cores_join(struct source *const *kinds, size_t n, struct source **out, struct err *err)
{
	struct source_cores *self = calloc(1, sizeof(*self));
	int ret;

	if (!self) {
		for (size_t i = 0; i < n; i++)
			kinds[i]->ops->close(kinds[i]);
		return err_set(err, ENOMEM, "not enough memory to start");
	}
	self->source.ops = &hybrid_ops;
	self->epoll = -1;
	self->n = n;
	for (size_t i = 0; i < n; i++)
		self->part[i].source = kinds[i];
	if (join_machines(self) || find_places(self))
		ret = err_set(err, ENOMEM, "not enough memory for the CPUs of this machine");
	else if ((self->epoll = epoll_create1(EPOLL_CLOEXEC)) < 0)
		ret = err_set(err, errno, "cannot watch the ring buffers: %m");
	else
		ret = watch_parts(self, err);
	if (ret) {
		hybrid_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}

static int open_kinds(const struct cores *cores, struct source **out, struct err *err)
{
	struct source *opened[CORE_TYPES];
	size_t n = 0;
	int ret = 0;

	for (size_t i = 0; !ret && i < cores->n; i++)
		if (cores->group[i].counted)
			ret = source_switch_open(cores, i, &opened[n++], err);
	if (!ret && n > 1)
		return source_cores_join(opened, n, out, err);
	if (!ret)
		*out = opened[0];
	for (size_t i = 0; ret && i + 1 < n; i++)	/* the last one did not open */
		opened[i]->ops->close(opened[i]);
	return ret;
}

static void say_simulated(struct machine *machine, const char *root)
{
	machine->simulated = true;
	(void)snprintf(machine->simulated_by, sizeof(machine->simulated_by), "%s",
		       root[0] ? "PMU described for tests" : "synthetic PMU of the lab");
}

int source_cores_open(const char *root, struct source **out, struct err *err)
{
	const struct group_options want = {
		.levels = 2,
		.with_ipc = true,
		.with_corrections = true,
		.interval_ns = INTERVAL_FIRST_NS,
	};
	struct cores cores;
	struct facts facts;
	int ret;

	ret = cores_find_here(root, &facts, &cores, err);
	if (!ret)
		ret = cores_probe(&cores, &perf_sys_real, &facts, &want, true, err);
	if (!ret)
		ret = open_kinds(&cores, out, err);
	if (!ret)
		(*out)->machine.guest = facts.hypervisor;
	if (!ret && (facts.lab || root[0]))
		say_simulated(&(*out)->machine, root);
	cores_done(&cores);
	if (ret || !machine_publish(&(*out)->machine))
		return ret;
	(*out)->ops->close(*out);
	return err_set(err, ENOMEM, "not enough memory to start");
}
