/* SPDX-License-Identifier: GPL-2.0-only */
/* The groups of the switch source and what goes with them; see switch_groups.h. */
#include "config.h"
#include "collect/percpu/switch_groups.h"

#include <errno.h>
#include <stdlib.h>

#include "collect/percpu/markers.h"
#include "collect/percpu/sampling.h"
#include "collect/percpu/switch_internal.h"

static int init_order(struct ring_order *order, size_t n_cpus)
{
	order->head = calloc(n_cpus, sizeof(order->head[0]));
	order->held = calloc(n_cpus, sizeof(order->held[0]));
	order->pending = calloc(n_cpus, sizeof(order->pending[0]));
	order->heap.entry = calloc(n_cpus, sizeof(order->heap.entry[0]));
	return order->head && order->held && order->pending && order->heap.entry ? 0 : -ENOMEM;
}

static void free_order(struct ring_order *order)
{
	free(order->head);
	free(order->held);
	free(order->pending);
	free(order->heap.entry);
	*order = (struct ring_order){ .head = NULL };
}

static int make_slicer(struct source_switch *self, struct err *err)
{
	const struct counting_plan *plan = &self->base.plan;
	const size_t n_cpus = self->base.source.machine.n_cpus;

	if (self->base.source.machine.counts_cores) {
		self->siblings = calloc(n_cpus, sizeof(self->siblings[0]));
		if (!self->siblings)
			return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
		machine_siblings(&self->base.source.machine, self->siblings);
	}
	self->slicer = counting_plan_slicer(plan, n_cpus, self->siblings);
	self->base.rotation = rotation_new(n_cpus, plan->n_mux);
	self->removed = calloc(n_cpus, sizeof(self->removed[0]));
	self->timer_ids = calloc(n_cpus, sizeof(self->timer_ids[0]));
	self->timer_unused = calloc(n_cpus, sizeof(self->timer_unused[0]));
	self->clocks = calloc((1 + plan->n_mux) * n_cpus, sizeof(self->clocks[0]));
	for (size_t mux = 0; mux <= plan->n_mux; mux++) {
		self->ids[mux] = calloc(plan->group[mux].n * n_cpus, sizeof(uint64_t));
		if (!self->ids[mux])
			return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
	}
	if (!self->slicer || !self->base.rotation || !self->removed || !self->clocks ||
	    !self->timer_ids || !self->timer_unused || init_order(&self->order, n_cpus) ||
	    sampling_init(&self->sampling, n_cpus))
		return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
	rotation_set_interval(self->base.rotation, self->base.interval_ns);
	duty_set_interval(self->sampling.windows.duty, self->base.interval_ns);
	return 0;
}

static void learn_ids(struct source_switch *self)
{
	const struct counting_plan *plan = &self->base.plan;
	const struct groups_ops *groups = self->base.sys->groups;
	size_t n_cpus = self->base.source.machine.n_cpus;

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

int switch_groups_open(struct cpu_source *base, struct err *err)
{
	struct source_switch *self = (struct source_switch *)base;
	const struct groups_options options = {
		.n_mux = self->base.plan.n_mux,
		.online = self->base.hotplug.online,
		.grow = self->grow,
	};
	int ret = self->base.sys->groups->open(self->base.plan.group, &self->base.source.machine, &options,
					  &self->groups, err);

	self->lost = false;
	cpu_source_opens(&self->base);
	if (ret)
		return ret;
	self->layout = self->base.sys->groups->layout(self->groups);
	ret = make_slicer(self, err);
	if (ret)
		return ret;
	learn_ids(self);
	markers_reopen(self);
	return 0;
}

void switch_groups_close(struct cpu_source *base)
{
	struct source_switch *self = (struct source_switch *)base;

	for (size_t mux = 0; mux <= MUX_MAX; mux++) {
		free(self->ids[mux]);
		self->ids[mux] = NULL;
	}
	markers_close(self);
	free_order(&self->order);
	free(self->siblings);
	free(self->removed);
	free(self->timer_ids);
	free(self->timer_unused);
	free(self->clocks);
	sampling_done(&self->sampling);
	rotation_free(self->base.rotation);
	slicer_free(self->slicer);
	self->base.sys->groups->close(self->groups);
	self->siblings = NULL;
	self->removed = NULL;
	self->timer_ids = NULL;
	self->timer_unused = NULL;
	self->clocks = NULL;
	self->base.rotation = NULL;
	self->slicer = NULL;
	self->groups = NULL;
}
