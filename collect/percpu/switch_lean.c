/* SPDX-License-Identifier: GPL-2.0-only */
/* The switch source without what needs general counters, while others hold them. See switch_own.h. */
#include "config.h"
#include "collect/percpu/switch_internal.h"

#include "collect/perf/perf_probe.h"
#include "collect/sys/privilege.h"

void switch_learn_lean(struct source_switch *self)
{
	struct group lean = self->choice.group[0];

	group_leave_optional(&lean, &self->optional);
	self->level2_members = group_leave_level2(&lean);
	for (size_t mux = 0; mux <= self->choice.n_mux; mux++)
		self->whole[mux] = self->choice.group[mux];
}

/* Times of all groups as last read; who sleeps for long adds nothing to either. */
static void add_times(const struct source_switch *self, uint64_t *enabled_ns, uint64_t *running_ns)
{
	*enabled_ns = *running_ns = 0;
	for (size_t cpu = 0; cpu < self->source.machine.n_cpus; cpu++) {
		uint64_t time_ns;
		const struct reading *base = slicer_base(self->slicer, cpu, &time_ns);

		*enabled_ns += base ? base->enabled_ns : 0;
		*running_ns += base ? base->running_ns : 0;
	}
}

/* On the first CPU that is online. */
static bool would_count(const struct source_switch *self)
{
	size_t cpu = 0;
	bool counts;

	while (cpu + 1 < self->source.machine.n_cpus && !self->hotplug.online[cpu])
		cpu++;
	privilege_raise(PRIVILEGE_COUNT);
	counts = perf_probe_group(&perf_sys_real, &self->optional, self->source.machine.cpus[cpu].cpu) == PROBE_COUNTS;
	privilege_raise(PRIVILEGE_PROC);
	return counts;
}

/* What was accepted, without what is not to be counted now. In turns level 2 is counted while it is wanted only. */
static void choose(struct source_switch *self)
{
	struct group unused;

	for (size_t mux = 0; mux <= self->choice.n_mux; mux++) {
		self->choice.group[mux] = self->whole[mux];
		if (self->starvation.lean)
			group_leave_optional(&self->choice.group[mux], &unused);
	}
	if (self->shedding.level2.out)
		(void)group_leave_level2(&self->choice.group[0]);
}

bool switch_leaves_level2(struct source_switch *self, bool over, bool calm)
{
	if (!self->level2_members || !leave_out_step(&self->shedding.level2, self->level2_wanted, over, calm))
		return false;
	choose(self);
	return true;
}

bool switch_starves(struct source_switch *self)
{
	uint64_t enabled_ns, running_ns;

	if (!self->optional.n)
		return false;
	add_times(self, &enabled_ns, &running_ns);
	if (!starvation_asks(&self->starvation, enabled_ns, running_ns) ||
	    !starvation_answered(&self->starvation, would_count(self)))
		return false;
	choose(self);
	return true;
}
