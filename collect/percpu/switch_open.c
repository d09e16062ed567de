/* SPDX-License-Identifier: GPL-2.0-only */
/* The groups of the switch source and what goes with them: slicer, timetable, ids. See switch_own.h. */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/sys/topology.h"
#include "model/snapshot/smt.h"

#define REOPEN_MAX 10

static int make_slicer(struct source_switch *self, struct err *err)
{
	const struct choice *choice = &self->choice;
	const size_t n_cpus = self->source.machine.n_cpus;

	if (self->source.machine.counts_cores) {
		self->siblings = calloc(n_cpus, sizeof(self->siblings[0]));
		if (!self->siblings)
			return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
		machine_siblings(&self->source.machine, self->siblings);
	}
	self->slicer = choice_slicer(choice, n_cpus, self->siblings);
	self->rotation = rotation_new(n_cpus, choice->n_mux);
	self->clocks = calloc((1 + choice->n_mux) * n_cpus, sizeof(self->clocks[0]));
	for (size_t mux = 0; mux <= choice->n_mux; mux++) {
		self->ids[mux] = calloc(choice->group[mux].n * n_cpus, sizeof(uint64_t));
		if (!self->ids[mux])
			return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
	}
	if (!self->slicer || !self->rotation || !self->clocks || shedding_begin(&self->shedding, n_cpus))
		return err_set(err, ENOMEM, "not enough memory for %zu CPUs", n_cpus);
	rotation_set_interval(self->rotation, self->interval_ns);
	duty_set_interval(self->shedding.duty, self->interval_ns);
	return 0;
}

static void learn_ids(struct source_switch *self)
{
	const struct choice *choice = &self->choice;
	size_t n_cpus = self->source.machine.n_cpus;

	self->switch_member = (size_t)group_find(&choice->group[0], MEMBER_SWITCH);
	for (size_t cpu = 0; cpu < n_cpus; cpu++) {
		for (size_t mux = 0; mux <= choice->n_mux; mux++) {
			size_t member = (size_t)group_find(&choice->group[mux], MEMBER_CLOCK);

			for (size_t i = 0; i < choice->group[mux].n; i++)
				self->ids[mux][i * n_cpus + cpu] =
					groups_event_id(self->groups, cpu, mux, i);
			self->clocks[mux * n_cpus + cpu].id =
				groups_event_id(self->groups, cpu, mux, member);
		}
		slicer_set_switch_id(self->slicer, cpu, switch_id(self, cpu));
	}
}

int switch_open_groups(struct source_switch *self, struct err *err)
{
	const struct groups_options options = {
		.n_mux = self->choice.n_mux,
		.online = self->hotplug.online,
		.grow = self->grow,
	};
	int ret = groups_open(self->choice.group, &self->source.machine, &options, &self->groups, err);

	self->lost = false;
	starvation_opened(&self->starvation);
	if (!ret)
		ret = make_slicer(self, err);
	if (!ret)
		learn_ids(self);
	return ret;
}

void switch_close_groups(struct source_switch *self)
{
	for (size_t mux = 0; mux <= MUX_MAX; mux++) {
		free(self->ids[mux]);
		self->ids[mux] = NULL;
	}
	free(self->siblings);
	free(self->clocks);
	shedding_end(&self->shedding);
	rotation_free(self->rotation);
	slicer_free(self->slicer);
	groups_close(self->groups);
	self->siblings = NULL;
	self->clocks = NULL;
	self->rotation = NULL;
	self->slicer = NULL;
	self->groups = NULL;
}

/*
 * The machine has all CPUs that have come. Before Ice Lake the kernel lists other events, of cores in place of threads,
 * once two threads of a core have been online (kernel: events_ht_sysfs_show()): those of the choice would then count
 * slots twice.
 */
static int take_newcomers(struct source_switch *self, struct err *err)
{
	const struct machine *machine = &self->source.machine;
	bool changes = !machine->counts_cores && smt_core_events(machine->family) && !machine_has_siblings(machine);
	struct machine now = { .n_cpus = 0 };
	int ret;

	if (!self->hotplug.new_cpus)
		return 0;
	ret = topology_read(&now, err);
	if (!ret && hotplug_add_cpus(&self->hotplug, &now, &self->source.machine))
		ret = err_set(err, ENOMEM, "not enough memory for %zu CPUs", now.n_cpus);
	topology_done(&now);
	if (!ret && changes && machine_has_siblings(machine))
		return err_set(err, EAGAIN, "the other thread of a core has come online, and the events of this CPU "
			       "are others then; start tdtop again");
	return ret;
}

void switch_tell_others(struct source_switch *self)
{
	struct machine *machine = &self->source.machine;
	const struct hotplug *hotplug = &self->hotplug;

	/* One that is not told is a part of a hybrid: the others are those of its other kinds. */
	if (!machine->published || machine->left_out[0] || hotplug->uncounted <= hotplug->uncounted_at_start)
		return;
	(void)snprintf(machine->left_out, sizeof(machine->left_out), "%zu CPUs have come that are not counted: "
		       "of their kind there was none when tdtop began; start it again",
		       hotplug->uncounted - hotplug->uncounted_at_start);
	(void)machine_publish(machine);
}

int switch_reopen_groups(struct source_switch *self, struct err *err)
{
	int ret = -ENODEV;

	/* Again, if one went offline meanwhile: whoever switches threads of cores off does it to one after the other. */
	for (int i = 0; ret == -ENODEV && i < REOPEN_MAX; i++) {
		switch_close_groups(self);
		(void)hotplug_poll(&self->hotplug, &self->source.machine, "");
		ret = take_newcomers(self, err);
		if (!ret)
			ret = switch_open_groups(self, err);
	}
	return ret;
}
