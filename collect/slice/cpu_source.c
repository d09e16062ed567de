/* SPDX-License-Identifier: GPL-2.0-only */
/* What the sources of whole CPUs have in common; see cpu_source.h. */
#include "config.h"
#include "collect/slice/cpu_source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"
#include "collect/sys/privilege.h"
#include "collect/sys/topology.h"
#include "model/snapshot/smt.h"

#define REOPEN_MAX 10

int cpu_source_init(struct cpu_source *self, const struct source_ops *ops, const struct cpu_sys *sys,
		    const struct cores *cores, size_t type, struct err *err)
{
	struct machine *machine = &self->source.machine;
	int ret;

	self->sys = sys;
	self->source.ops = ops;
	machine->source = ops->name;
	machine->pid_namespace = sys->pid_namespace("");
	self->interval_ns = INTERVAL_FIRST_NS;
	room_need(&self->room, room_forced(getenv("TDTOP_ROOM")));
	gethostname(machine->host, sizeof(machine->host) - 1);
	ret = sys->read_topology(machine, err);
	if (!ret)
		ret = counting_plan_make(cores, type, machine, &self->plan, err);
	if (ret)
		return ret;
	optional_events_init(&self->optional_events, &self->plan);
	return hotplug_init(&self->hotplug, machine, &cores->group[type].pmu);
}

void cpu_source_done(struct cpu_source *self)
{
	hotplug_done(&self->hotplug);
	topology_done(&self->source.machine);
}

void cpu_source_opens(struct cpu_source *self)
{
	self->came = false;
	self->suspended_ns = clock_suspended_ns(self->sys->clock_ns);
	contention_reset(&self->optional_events.contention);
	room_forget(&self->room);
}

uint64_t cpu_source_clock_ns(struct source *source)
{
	return cpu_source_now((const struct cpu_source *)source);
}

/* Where to try how much room there is; -1: not now. */
static int room_cpu(const struct cpu_source *self)
{
	return room_try_on(&self->room, self->rotation, &self->source.machine, self->hotplug.online);
}

bool cpu_source_turns_change(const struct cpu_source *self)
{
	return room_cpu(self) >= 0 ||
	       !turns_are_same(cpu_source_turns_due(self), rotation_turns(self->rotation));
}

void cpu_source_try_room(struct cpu_source *self)
{
	room_try(&self->room, &self->plan, self->sys->probe_group, room_cpu(self));
}

void cpu_source_request(struct cpu_source *self, struct windows *windows, const struct source_requests *was)
{
	const struct source_requests *requests = &self->source.requests;

	windows_request(windows, requests, was);
	room_request(&self->room, requests, was);
	if (requests->interval_ns == was->interval_ns)
		return;
	self->interval_ns = requests->interval_ns;
	rotation_set_interval(self->rotation, self->interval_ns);
}

bool cpu_source_leaves_level2(struct cpu_source *self)
{
	struct optional_events *events = &self->optional_events;

	if (!events->level2_members || self->source.tap ||
	    !level2_begin(&events->level2, self->source.requests.level2))
		return false;
	optional_events_choose(events, &self->plan);
	return true;
}

bool cpu_source_can_open(struct cpu_source *self, size_t cpu)
{
	bool opens;

	privilege_raise(PRIVILEGE_COUNT);
	opens = hotplug_check_usable(&self->hotplug, &self->source.machine, cpu, self->sys->probe_cpu);
	privilege_raise(PRIVILEGE_PROC);
	return opens;
}

bool cpu_source_must_reopen(struct cpu_source *self, uint64_t enabled_ns, uint64_t running_ns)
{
	return self->came || clock_was_suspended(self->sys->clock_ns, self->suspended_ns) ||
	       optional_events_contend(&self->optional_events, &self->plan, enabled_ns, running_ns,
				       self->sys->probe_group,
				       hotplug_first_online(&self->hotplug, &self->source.machine));
}

static int add_new_cpus(struct cpu_source *self, struct err *err)
{
	struct machine *machine = &self->source.machine;
	const bool changes = !machine->counts_cores && smt_core_events(machine->family) &&
			     !machine_has_siblings(machine);
	int ret = hotplug_read_new_cpus(&self->hotplug, self->sys->read_topology, machine, err);

	if (!ret && changes && machine_has_siblings(machine))
		return err_set(err, EAGAIN, "the other thread of a core has come online, and the "
			       "kernel now lists different events of this CPU; start tdtop again");
	return ret;
}

int cpu_source_reopen(struct cpu_source *self, int (*open)(struct cpu_source *self, struct err *err),
		      void (*close)(struct cpu_source *self), struct err *err)
{
	struct machine *machine = &self->source.machine;
	int ret = -ENODEV;

	privilege_raise(PRIVILEGE_COUNT);
	for (int i = 0; ret == -ENODEV && i < REOPEN_MAX; i++) {
		close(self);
		(void)self->sys->poll_hotplug(&self->hotplug, machine, "");
		ret = add_new_cpus(self, err);
		hotplug_check_online(&self->hotplug, machine, self->sys->probe_cpu);
		if (!ret)
			ret = open(self, err);
	}
	privilege_raise(PRIVILEGE_PROC);
	return ret;
}

void cpu_source_report_left_out(struct cpu_source *self)
{
	const struct hotplug *hotplug = &self->hotplug;
	struct machine *machine = &self->source.machine;

	/*
	 * A machine that is not published is a part of a hybrid: the others are CPUs of its other
	 * types.
	 */
	if (!machine->published || machine->left_out[0] ||
	    hotplug->uncounted <= hotplug->uncounted_at_start)
		return;
	(void)snprintf(machine->left_out, sizeof(machine->left_out),
		       "%zu new CPUs are not counted: there was none of their core type when "
		       "tdtop started; start it again",
		       hotplug->uncounted - hotplug->uncounted_at_start);
	(void)machine_publish(machine);
}
