/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What no record says to the slicer (rotation, windows, bases), and what others ask of it; the
 * slices are made in slicer.c. Collector thread.
 */
#include "config.h"
#include "collect/slice/slicer.h"

#include "collect/slice/slicer_internal.h"

void slicer_set_rotating(struct slicer *slicer, bool on)
{
	if (slicer->rotating != on)
		choose_plans(slicer, on);
}

void slicer_rotate(struct slicer *slicer, size_t cpu, uint32_t mux)
{
	slicer->cpus[cpu].active = &slicer->cpus[cpu].group[mux];
	slicer->cpus[cpu].flags &= ~(uint32_t)LEAVES;
	slicer->cpus[cpu].flags |= ROTATED | UNUSUAL;
}

bool slicer_rotated_before(const struct slicer *slicer, size_t index, const struct record *record,
			   const struct reading *end)
{
	const struct slicer_cpu *cpu = &slicer->cpus[index];
	const struct reading *base = &cpu->active->base;

	return record->kind == REC_SWITCH_OUT && !(cpu->flags & (SAMPLED_OUT | MIXED | LOST)) &&
	       !group_was_off(end->enabled_ns - base->enabled_ns,
			      end->running_ns - base->running_ns);
}

void slicer_close_window(struct slicer *slicer, size_t cpu)
{
	slicer->cpus[cpu].flags &= ~(uint32_t)(WINDOWS | KNOWN | NAMED | SAMPLED_OUT);
	slicer->cpus[cpu].flags |= CLOSED;
}

void slicer_open_window(struct slicer *slicer, size_t cpu, bool last)
{
	slicer->cpus[cpu].flags &= ~(uint32_t)WINDOWS;
	slicer->cpus[cpu].flags |= OPENING | (last ? LAST : 0);
}

void slicer_end_window(struct slicer *slicer, size_t cpu)
{
	slicer->cpus[cpu].flags |= ENDING;
}

enum window_state slicer_window(const struct slicer *slicer, size_t cpu)
{
	const uint32_t flags = slicer->cpus[cpu].flags;

	return flags & ENDED ? WINDOW_ENDED : flags & (CLOSED | ENDING) ? WINDOW_CLOSED : WINDOW_OPEN;
}

void slicer_set_base(struct slicer *slicer, size_t index, uint32_t mux, uint64_t time_ns,
		     const struct reading *reading)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	struct slicer_group *group = &cpu->group[mux];

	reading_copy(&group->base, reading);
	group->has_base = true;
	cpu->accounted_ns = time_ns;
	if (group != cpu->active)
		return;
	cpu->flags &= ~(uint32_t)(DOUBT | KNOWN | NAMED);
	cpu->flags |= UNUSUAL;
	cpu->current = (struct task_id){ TID_UNKNOWN, TID_UNKNOWN };
}

/* Questions. */

bool slicer_running(const struct slicer *slicer, size_t cpu, int32_t *tid)
{
	*tid = slicer->cpus[cpu].current.tid;
	return slicer->cpus[cpu].flags & KNOWN;
}

bool slicer_multiplexed(const struct slicer *slicer, size_t cpu)
{
	return slicer->cpus[cpu].active->multiplexing.enabled_ns;
}

const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns)
{
	const struct slicer_group *group = slicer->cpus[cpu].active;

	*time_ns = slicer->cpus[cpu].accounted_ns;
	return group->has_base ? &group->base : NULL;
}

size_t slicer_n_groups(const struct slicer *slicer)
{
	return slicer->n_groups;
}

void slicer_now(const struct slicer *slicer, size_t cpu, struct slicer_now *now)
{
	const struct slicer_cpu *from = &slicer->cpus[cpu];

	*now = (struct slicer_now){
		.n_groups = slicer->n_groups,
		.mux = (uint32_t)(from->active - from->group),
		.rotated = from->flags & ROTATED,
		.rotating = slicer->rotating,
		.time_ns = from->accounted_ns,
		.pid = from->current.pid,
		.tid = from->current.tid,
		.known = from->flags & KNOWN,
		.mixed = from->flags & MIXED,
		.leaves = from->flags & LEAVES,
		.sampled = from->flags & SAMPLED_OUT,
		.named = from->flags & NAMED,
		.lost = from->flags & LOST,
	};
	for (size_t i = 0; i < slicer->n_groups; i++)
		now->base[i] = from->group[i].has_base ? &from->group[i].base : NULL;
}

void slicer_go_on(struct slicer *slicer, size_t index, const struct slicer_now *now)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	cpu->flags &= ~(uint32_t)(LEAVES | SAMPLED_OUT | NAMED);
	cpu->flags |= (now->leaves ? LEAVES : 0) | (now->sampled ? SAMPLED_OUT : 0);
	if (!now->named)
		return;
	cpu->current = (struct task_id){ now->pid, now->tid };
	cpu->flags = (cpu->flags & ~(uint32_t)KNOWN) | NAMED;
}
