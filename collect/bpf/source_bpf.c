/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The BPF source; see source_bpf.h. At a tick each CPU on which a task runs is cut (the running
 * task gets its due), and the sums of the tasks are taken out of the kernel: each is one slice.
 *
 * The kernel adds up into two halves by turns. While tdtop takes out one, slices go into the other,
 * so none is counted twice or left out. A CPU that idles is not woken: tdtop itself writes which
 * half its next slice goes to, and the idle time until then belongs to the next interval. A program
 * that has read the old half at that instant puts its slice there; it is taken out with the next
 * but one interval.
 */
#include "config.h"
#include "collect/bpf/source_bpf.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/slice/counting_plan.h"
#include "collect/sys/privilege.h"
#include "collect/sys/topology.h"

#define TASKS_MAX 65536		/* with sums of their own, in each half */
#define REMOVED_NS 10000000	/* a group that is not enabled in this time has been removed */
#define REOPEN_MAX 10

/* What a CPU had in one half. */
struct bpf_times {
	uint64_t duration_ns;
	uint64_t enabled_ns, running_ns;	/* of its group */
};

/* What tdtop costs, at the last tick. */
struct bpf_cost {
	double percent, own_share;	/* --budget, which is only reported; see set_budget() */
	uint64_t own_ns, since_ns;
	uint64_t switches;
};

struct source_bpf {
	struct source source;	/* first: the collector knows only this */
	const struct bpf_sys *sys;
	struct counting_plan plan;
	struct group group;	/* members that count */
	struct reading_plan *reading_plan;
	struct bpf_engine *engine;
	struct hotplug hotplug;
	uint32_t half;		/* where slices go now */
	struct bpf_times *times;	/* per CPU (index), in the half that is taken out */
	int32_t *indices;	/* of CPUs, by the kernel's number; -1: not ours */
	size_t n_indices;
	uint64_t lost_events;	/* that were reported */
	struct bpf_cost cost;
	bool came;		/* a CPU came online: reopen the groups */
	const struct sink *sink;	/* during a call */
};

static int32_t index_of(const struct source_bpf *self, uint32_t cpu)
{
	return cpu < self->n_indices ? self->indices[cpu] : -1;
}

/*
 * Sets what a sum has counted. If others count on this PMU as well, the group may have been off
 * for a part of the time: then the counts are scaled, or missing if it was off all the time. They
 * are missing, too, where the kernel has removed the group: it was not even enabled.
 */
static void set_counts(const struct source_bpf *self, const struct slices_sum *sum,
		       struct slice *slice, count_pair steps[READING_MAX / 2])
{
	const size_t n = self->group.n;

	for (size_t i = 0; i < n; i++)
		steps[i / 2][i % 2] = sum->count[i];
	if (n % 2)
		steps[n / 2][1] = 0;
	if (sum->running_ns && !group_was_off(sum->enabled_ns, sum->running_ns)) {
		slice->plan = self->reading_plan;
		slice->steps = steps;
		return;
	}
	if (sum->running_ns)
		reading_plan_counts(self->reading_plan, steps,
				    (double)sum->enabled_ns / (double)sum->running_ns,
				    &slice->counts);
	slice->counts.scaled = true;
	slice->counts.off = !sum->running_ns;
}

static void pass_sum(const struct source_bpf *self, int32_t cpu, int32_t tid,
		     const struct slices_sum *sum)
{
	count_pair steps[READING_MAX / 2];
	struct slice slice = {
		.time_ns = sum->end_ns,
		.duration_ns = sum->duration_ns,
		.cpu = cpu,
		.pid = tid > 0 ? (int32_t)sum->pid : tid,
		.tid = tid,
	};

	set_counts(self, sum, &slice, steps);
	self->times[cpu].duration_ns += sum->duration_ns;
	self->times[cpu].enabled_ns += sum->enabled_ns;
	self->times[cpu].running_ns += sum->running_ns;
	self->sink->slice(self->sink->data, &slice);
}

static void take_sum(void *data, const struct slices_key *key, const struct slices_sum *sum)
{
	const struct source_bpf *self = data;
	const int32_t cpu = index_of(self, key->cpu);

	if (cpu >= 0)
		pass_sum(self, cpu, key->tid ? (int32_t)key->tid : TID_IDLE, sum);
}

static void take_event(void *data, const struct slices_event *from)
{
	static const enum task_event_kind kinds[] = {
		[SLICES_FORK] = TASK_FORK,
		[SLICES_EXEC] = TASK_EXEC,
		[SLICES_COMM_CHANGE] = TASK_COMM,
		[SLICES_EXIT] = TASK_EXIT,
	};
	const struct source_bpf *self = data;
	struct task_event event = {
		.time_ns = from->time_ns,
		.pid = (int32_t)from->pid,
		.tid = (int32_t)from->tid,
	};

	if (!self->sink->task || from->kind >= sizeof(kinds) / sizeof(kinds[0]))
		return;
	event.kind = kinds[from->kind];
	if (event.kind == TASK_FORK) {
		event.ppid = (int32_t)from->ppid;
		event.ptid = (int32_t)from->ptid;
	} else if (event.kind != TASK_EXIT) {
		memcpy(event.comm, from->comm, sizeof(event.comm));
		event.comm[sizeof(event.comm) - 1] = '\0';
	}
	self->sink->task(self->sink->data, &event);
}

static void take_events(struct source_bpf *self)
{
	const uint64_t lost = self->sys->engine->lost_events(self->engine);

	self->sys->engine->events(self->engine, take_event, self);
	if (lost != self->lost_events && self->sink->lost)
		self->sink->lost(self->sink->data, 0, lost - self->lost_events);
	self->lost_events = lost;
}

static int bpf_drain(struct source *source, const struct sink *sink, struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;

	(void)err;
	self->sink = sink;
	take_events(self);
	return 0;
}

/* Tasks that had no room: their time and counts belong to the CPU, and have no owner. */
static void pass_full(struct source_bpf *self, size_t cpu, uint32_t half)
{
	volatile struct slices_cpu *state =
		self->sys->engine->cpu(self->engine, self->source.machine.cpus[cpu].cpu);
	struct slices_sum sum;

	if (!state->full[half].switches)
		return;
	memcpy(&sum, (const struct slices_sum *)&state->full[half], sizeof(sum));
	memset((struct slices_sum *)&state->full[half], 0, sizeof(sum));
	pass_sum(self, (int32_t)cpu, TID_UNKNOWN, &sum);
}

/* From here on slices go into the other half, on all CPUs. */
static void cut_all(struct source_bpf *self, uint64_t now_ns)
{
	const struct machine *machine = &self->source.machine;

	for (size_t i = 0; i < machine->n_cpus; i++) {
		const int cpu = machine->cpus[i].cpu;
		volatile struct slices_cpu *state = self->sys->engine->cpu(self->engine, cpu);

		if (!state->runs ||
		    self->sys->engine->cut(self->engine, cpu, now_ns, self->half))
			state->half = self->half;
	}
}

/*
 * Has the kernel removed the group of a CPU? It does when the CPU goes offline, also if it is back
 * before anyone has seen that.
 */
static bool finds_removed(const struct source_bpf *self)
{
	bool found = false;

	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		if (!self->hotplug.online[cpu] || self->times[cpu].duration_ns < REMOVED_NS ||
		    self->times[cpu].enabled_ns)
			continue;
		found = true;
		if (self->sink->lost)
			self->sink->lost(self->sink->data, (int)cpu, 0);
	}
	return found;
}

/*
 * Switches of all CPUs, and what the program took for one: a mean of those that were timed.
 */
static uint64_t count_switches(const struct source_bpf *self, double *switch_ns)
{
	uint64_t switches = 0, cost_ns = 0, timed = 0;

	for (size_t i = 0; i < self->source.machine.n_cpus; i++) {
		volatile struct slices_cpu *state =
			self->sys->engine->cpu(self->engine, self->source.machine.cpus[i].cpu);

		switches += state->switches;
		cost_ns += state->cost_ns;
		timed += state->timed;
	}
	*switch_ns = timed ? (double)cost_ns / (double)timed : (double)NAN;
	return switches;
}

static void report_cost(struct source_bpf *self, uint64_t now_ns, const struct sink *sink)
{
	struct bpf_cost *cost = &self->cost;
	const uint64_t own_ns = self->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	const double all_ns = (double)(now_ns - cost->since_ns) *
			      (double)self->source.machine.n_cpus;
	struct self_cost report = {
		.known = true,
		.budget_percent = cost->percent,
		.cpus = (uint32_t)self->source.machine.n_cpus,
		.duty = 1,
	};
	const uint64_t switches = count_switches(self, &report.sample_ns);

	report.samples = (double)(switches - cost->switches);
	report.own_percent = 100 * (double)(own_ns - cost->own_ns) * cost->own_share / all_ns;
	report.kernel_percent = isnan(report.sample_ns) ? 0 :
				100 * report.samples * report.sample_ns / all_ns;
	cost->own_ns = own_ns;
	cost->since_ns = now_ns;
	cost->switches = switches;
	if (sink->cost)
		sink->cost(sink->data, &report);
}

static void free_tables(struct source_bpf *self)
{
	reading_plan_put(self->reading_plan);
	free(self->indices);
	free(self->times);
	self->reading_plan = NULL;
	self->indices = NULL;
	self->times = NULL;
	self->n_indices = 0;
}

static int make_tables(struct source_bpf *self, struct err *err)
{
	const struct machine *machine = &self->source.machine;
	struct reading_member members[GROUP_MEMBERS];

	free_tables(self);
	group_describe(&self->group, members);
	self->reading_plan = reading_plan_new(members, self->group.n, 0);
	self->times = calloc(machine->n_cpus, sizeof(self->times[0]));
	for (size_t i = 0; i < machine->n_cpus; i++)
		if ((size_t)machine->cpus[i].cpu >= self->n_indices)
			self->n_indices = (size_t)machine->cpus[i].cpu + 1;
	self->indices = malloc(self->n_indices * sizeof(self->indices[0]));
	if (!self->reading_plan || !self->times || !self->indices)
		return err_set(err, ENOMEM, "not enough memory for %zu CPUs", machine->n_cpus);
	for (size_t i = 0; i < self->n_indices; i++)
		self->indices[i] = -1;
	for (size_t i = 0; i < machine->n_cpus; i++)
		self->indices[machine->cpus[i].cpu] = (int32_t)i;
	return 0;
}

static int open_engine(struct source_bpf *self, struct err *err)
{
	const struct bpf_engine_options options = {
		.group = &self->group,
		.machine = &self->source.machine,
		.online = self->hotplug.online,
		.max_tasks = TASKS_MAX,
	};
	int ret = make_tables(self, err);

	self->came = false;
	self->half = 0;
	self->lost_events = self->cost.switches = 0;
	return ret ? ret : self->sys->engine->open(&options, &self->engine, err);
}

static int start_engine(struct source_bpf *self, struct err *err)
{
	int ret = self->sys->engine->start(self->engine, err);

	self->cost.own_ns = self->sys->clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	self->cost.since_ns = self->sys->clock_ns(CLOCK_MONOTONIC);
	return ret;
}

/*
 * A CPU came online, or was off and on: all groups are opened again, which is a gap. Again, if a
 * CPU went offline meanwhile: threads of cores are switched off one after the other.
 */
static int reopen(struct source_bpf *self, struct err *err)
{
	int ret = -ENODEV;

	privilege_raise(PRIVILEGE_COUNT);
	for (int i = 0; ret == -ENODEV && i < REOPEN_MAX; i++) {
		self->sys->engine->close(self->engine);
		self->engine = NULL;
		(void)self->sys->poll_hotplug(&self->hotplug, &self->source.machine, "");
		ret = hotplug_read_new_cpus(&self->hotplug, self->sys->read_topology,
					    &self->source.machine, err);
		if (!ret)
			ret = open_engine(self, err);
	}
	if (!ret)
		ret = start_engine(self, err);
	privilege_raise(PRIVILEGE_PROC);
	self->source.restarted_ns = self->sys->clock_ns(CLOCK_MONOTONIC);
	return ret;
}

static int bpf_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		    struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;
	const uint32_t done = self->half;
	int ret;

	self->sink = sink;
	self->half = !done;
	self->came |= self->sys->poll_hotplug(&self->hotplug, &source->machine, "");
	cut_all(self, now_ns);
	take_events(self);
	memset(self->times, 0, source->machine.n_cpus * sizeof(self->times[0]));
	ret = self->sys->engine->take(self->engine, done, take_sum, self);
	if (ret)
		return err_set(err, -ret, "cannot read the sums of BPF: %s", strerror(-ret));
	for (size_t cpu = 0; cpu < source->machine.n_cpus; cpu++) {
		pass_full(self, cpu, done);
		if (sink->times)
			sink->times(sink->data, (int)cpu, self->times[cpu].enabled_ns,
				    self->times[cpu].running_ns);
	}
	report_cost(self, now_ns, sink);
	return self->came || finds_removed(self) ? reopen(self, err) : 0;
}

static int bpf_start(struct source *source, struct err *err)
{
	struct source_bpf *self = (struct source_bpf *)source;
	int ret;

	privilege_raise(PRIVILEGE_COUNT);
	ret = start_engine(self, err);
	privilege_raise(PRIVILEGE_PROC);
	return ret;
}

static int bpf_poll_fd(struct source *source)
{
	const struct source_bpf *self = (const struct source_bpf *)source;

	return self->sys->engine->poll_fd(self->engine);
}

static uint64_t bpf_clock_ns(struct source *source)
{
	return ((struct source_bpf *)source)->sys->clock_ns(CLOCK_MONOTONIC);
}

/* Only for the cost that is shown: there is nothing to shed. */
static void bpf_set_budget(struct source *source, double percent, double own_share)
{
	struct source_bpf *self = (struct source_bpf *)source;

	self->cost.percent = percent;
	self->cost.own_share = own_share;
}

static void bpf_close(struct source *source)
{
	struct source_bpf *self = (struct source_bpf *)source;

	self->sys->engine->close(self->engine);
	free_tables(self);
	hotplug_done(&self->hotplug);
	topology_done(&source->machine);
	free(self);
}

static const struct source_ops bpf_ops = {
	.name = "switch",
	.start = bpf_start,
	.poll_fd = bpf_poll_fd,
	.drain = bpf_drain,
	.tick = bpf_tick,
	.set_budget = bpf_set_budget,
	.clock_ns = bpf_clock_ns,
	.asks_proc = true,
	.close = bpf_close,
};

/* Which machines this source cannot count yet; the switch source can. */
static int check_supported(const struct source_bpf *self, struct err *err)
{
	if (self->plan.n_mux)
		return err_set(err, EOPNOTSUPP, "groups of events rotate on this CPU");
	if (self->source.machine.counts_cores)
		return err_set(err, EOPNOTSUPP, "slots are counted per core on this CPU");
	if (self->source.machine.pid_namespace)
		return err_set(err, EOPNOTSUPP, "tdtop is in a PID namespace");
	return 0;
}

int source_bpf_open(const struct cores *cores, size_t type, const struct bpf_sys *sys,
		    struct source **out, struct err *err)
{
	struct source_bpf *self = calloc(1, sizeof(*self));
	int ret;

	if (!self)
		return err_set(err, ENOMEM, "not enough memory to start");
	self->sys = sys;
	self->source.ops = &bpf_ops;
	self->source.machine.source = bpf_ops.name;
	self->source.machine.engine = ENGINE_BPF;
	self->source.machine.pid_namespace = sys->pid_namespace("");
	gethostname(self->source.machine.host, sizeof(self->source.machine.host) - 1);
	ret = sys->read_topology(&self->source.machine, err);
	if (!ret)
		ret = counting_plan_make(cores, type, &self->source.machine, &self->plan, err);
	if (!ret)
		ret = check_supported(self, err);
	if (!ret)
		ret = hotplug_init(&self->hotplug, &self->source.machine, &cores->group[type].pmu);
	if (!ret) {
		group_copy_counting(&self->plan.group[0], &self->group);
		ret = open_engine(self, err);
	}
	if (ret) {
		bpf_close(&self->source);
		return ret;
	}
	*out = &self->source;
	return 0;
}
