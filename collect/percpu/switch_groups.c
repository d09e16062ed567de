/* SPDX-License-Identifier: GPL-2.0-only */
/* The groups of the switch source and what goes with them; see switch_groups.h. */
#include "config.h"
#include "collect/percpu/switch_groups.h"

#include <errno.h>
#include <stdlib.h>

#include "collect/percpu/markers.h"
#include "collect/percpu/sampling.h"
#include "collect/percpu/switch_internal.h"
#include "collect/slice/new_cpus.h"
#include "collect/sys/clock_ns.h"

#define REOPEN_MAX 10

static int make_slicer(struct source_switch *self, struct err *err)
{
	const struct counting_plan *plan = &self->plan;
	const size_t n_cpus = self->source.machine.n_cpus;

	if (self->source.machine.counts_cores) {
		self->siblings = calloc(n_cpus, sizeof(self->siblings[0]));
		if (!self->siblings)
			return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
		machine_siblings(&self->source.machine, self->siblings);
	}
	self->slicer = counting_plan_slicer(plan, n_cpus, self->siblings);
	self->rotation = rotation_new(n_cpus, plan->n_mux);
	self->removed = calloc(n_cpus, sizeof(self->removed[0]));
	self->timer_ids = calloc(n_cpus, sizeof(self->timer_ids[0]));
	self->timer_unused = calloc(n_cpus, sizeof(self->timer_unused[0]));
	self->clocks = calloc((1 + plan->n_mux) * n_cpus, sizeof(self->clocks[0]));
	for (size_t mux = 0; mux <= plan->n_mux; mux++) {
		self->ids[mux] = calloc(plan->group[mux].n * n_cpus, sizeof(uint64_t));
		if (!self->ids[mux])
			return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
	}
	if (!self->slicer || !self->rotation || !self->removed || !self->clocks ||
	    !self->timer_ids || !self->timer_unused || ring_order_init(&self->order, n_cpus) ||
	    sampling_init(&self->sampling, n_cpus))
		return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
	rotation_set_interval(self->rotation, self->interval_ns);
	duty_set_interval(self->sampling.windows.duty, self->interval_ns);
	return 0;
}

static void learn_ids(struct source_switch *self)
{
	const struct counting_plan *plan = &self->plan;
	const struct groups_ops *groups = self->sys->groups;
	size_t n_cpus = self->source.machine.n_cpus;

	self->switch_member = (size_t)group_find(&plan->group[0], MEMBER_SWITCH);
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		for (size_t mux = 0; mux <= plan->n_mux; mux++) {
			size_t member = (size_t)group_find(&plan->group[mux], MEMBER_CLOCK);

			for (size_t i = 0; i < plan->group[mux].n; i++)
				self->ids[mux][i * n_cpus + cpu] =
					groups->event_id(self->groups, cpu, mux, i);
			self->clocks[mux * n_cpus + cpu].id =
				groups->event_id(self->groups, cpu, mux, member);
		}
		slicer_set_switch_id(self->slicer, cpu, switch_id(self, cpu));
	}
}

int switch_groups_open(struct source_switch *self, struct err *err)
{
	const struct groups_options options = {
		.n_mux = self->plan.n_mux,
		.online = self->hotplug.online,
		.grow = self->grow,
	};
	int ret = self->sys->groups->open(self->plan.group, &self->source.machine, &options,
					  &self->groups, err);

	self->lost = self->came = false;
	self->suspended_ns = clock_suspended_ns(self->sys->clock_ns);
	contention_reset(&self->optional_events.contention);
	room_forget(&self->room);
	if (ret)
		return ret;
	self->layout = self->sys->groups->layout(self->groups);
	ret = make_slicer(self, err);
	if (ret)
		return ret;
	learn_ids(self);
	markers_reopen(self);
	return 0;
}

void switch_groups_close(struct source_switch *self)
{
	for (size_t mux = 0; mux <= MUX_MAX; mux++) {
		free(self->ids[mux]);
		self->ids[mux] = NULL;
	}
	markers_close(self);
	ring_order_done(&self->order);
	free(self->siblings);
	free(self->removed);
	free(self->timer_ids);
	free(self->timer_unused);
	free(self->clocks);
	sampling_done(&self->sampling);
	rotation_free(self->rotation);
	slicer_free(self->slicer);
	self->sys->groups->close(self->groups);
	self->siblings = NULL;
	self->removed = NULL;
	self->timer_ids = NULL;
	self->timer_unused = NULL;
	self->clocks = NULL;
	self->rotation = NULL;
	self->slicer = NULL;
	self->groups = NULL;
}

int switch_groups_reopen(struct source_switch *self, struct err *err)
{
	int ret = -ENODEV;

	/*
	 * Again, if one went offline meanwhile: threads of cores are switched off one after the
	 * other.
	 */
	for (int i = 0; ret == -ENODEV && i < REOPEN_MAX; i++) {
		switch_groups_close(self);
		(void)self->sys->poll_hotplug(&self->hotplug, &self->source.machine, "");
		ret = new_cpus_add(&self->hotplug, self->sys->read_topology,
				   &self->source.machine, err);
		hotplug_check_online(&self->hotplug, &self->source.machine, self->sys->probe_cpu);
		if (!ret)
			ret = switch_groups_open(self, err);
	}
	return ret;
}
