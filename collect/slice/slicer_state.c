/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A slicer: made, and freed; told of turns, windows and bases, which no record tells of; and asked how far it is.
 * Collector thread.
 */
#include "config.h"
#include "collect/slice/slicer_own.h"

#include <stdlib.h>
#include <string.h>

static const struct who nobody_knows = { TID_UNKNOWN, TID_UNKNOWN };

/* The plans of all groups: as each counts alone, and as it does in turns. False without memory. */
static bool make_plans(struct slicer *slicer, const struct slicer_mux *group)
{
	uint32_t counted = 0;

	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->plan[false][i] = reading_plan_new(group[i].members, group[i].n_members, 0);
		if (!slicer->plan[false][i])
			return false;
		counted |= slicer->plan[false][i]->present;
	}
	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->plan[true][i] = reading_plan_new(group[i].members, group[i].n_members, counted);
		if (!slicer->plan[true][i])
			return false;
	}
	return true;
}

static void choose_plans(struct slicer *slicer, bool rotation_taken)
{
	slicer->rotation_taken = rotation_taken;
	for (size_t cpu = 0; cpu < slicer->n_cpus; cpu++)
		for (size_t i = 0; i < slicer->n_groups; i++)
			slicer->cpus[cpu].group[i].plan = slicer->plan[rotation_taken][i];
}

/* The groups of all turns but the first begin when they are on for the first time: with nothing. */
static void init_cpu(struct slicer *slicer, size_t index, int32_t sibling)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	cpu->index = (int32_t)index;
	cpu->on = &cpu->group[0];
	cpu->sibling = sibling;
	cpu->runs = nobody_knows;
	for (size_t i = 0; i < slicer->n_groups; i++) {
		cpu->group[i].slice = &slicer->slice[i];
		cpu->group[i].base.n = i > 0 ? (uint32_t)slicer->plan[false][i]->n : 0;
		cpu->group[i].has_base = i > 0;
	}
}

struct slicer *slicer_new(const struct slicer_config *config)
{
	struct slicer_mux group[1 + MUX_MAX] = { { config->members, config->n_members } };
	struct slicer *slicer;

	if (config->n_mux > MUX_MAX)
		return NULL;
	memcpy(group + 1, config->rotation, config->n_mux * sizeof(group[0]));
	for (size_t i = 0; i <= config->n_mux; i++)
		if (group[i].n_members > READING_MAX)
			return NULL;
	slicer = calloc(1, sizeof(*slicer) + config->n_cpus * sizeof(slicer->cpus[0]));
	if (!slicer)
		return NULL;
	slicer->switch_records = config->switch_records;
	slicer->n_cpus = config->n_cpus;
	slicer->n_groups = 1 + config->n_mux;
	if (!make_plans(slicer, group)) {
		slicer_free(slicer);
		return NULL;
	}
	for (size_t i = 0; i < slicer->n_groups; i++)
		slicer->slice[i].steps = slicer->steps;
	for (size_t cpu = 0; cpu < config->n_cpus; cpu++)
		init_cpu(slicer, cpu, config->siblings ? config->siblings[cpu] : -1);
	choose_plans(slicer, false);
	return slicer;
}

void slicer_free(struct slicer *slicer)
{
	if (!slicer)
		return;
	for (size_t i = 0; i < slicer->n_groups; i++) {
		reading_plan_drop(slicer->plan[false][i]);
		reading_plan_drop(slicer->plan[true][i]);
	}
	free(slicer);
}

void slicer_set_switch_id(struct slicer *slicer, size_t cpu, uint64_t id)
{
	slicer->cpus[cpu].switch_id = id;
}

bool slicer_running(const struct slicer *slicer, size_t cpu, int32_t *tid)
{
	*tid = slicer->cpus[cpu].runs.tid;
	return slicer->cpus[cpu].is & KNOWN;
}

const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns)
{
	const struct slicer_group *group = slicer->cpus[cpu].on;

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
		.mux = (uint32_t)(from->on - from->group),
		.begun = from->is & BEGUN,
		.rotation_taken = slicer->rotation_taken,
		.time_ns = from->accounted_ns,
		.pid = from->runs.pid,
		.tid = from->runs.tid,
		.known = from->is & KNOWN,
		.mixed = from->is & MIXED,
		.lost = from->is & LOST,
	};
	for (size_t i = 0; i < slicer->n_groups; i++)
		now->base[i] = from->group[i].has_base ? &from->group[i].base : NULL;
}

bool slicer_shared(const struct slicer *slicer, size_t cpu)
{
	return slicer->cpus[cpu].on->sharing.enabled_ns;
}

void slicer_close_window(struct slicer *slicer, size_t cpu)
{
	slicer->cpus[cpu].is &= ~(uint32_t)(WINDOWS | KNOWN | SAMPLED_OUT);
	slicer->cpus[cpu].is |= CLOSED;
}

void slicer_open_window(struct slicer *slicer, size_t cpu, bool last)
{
	slicer->cpus[cpu].is &= ~(uint32_t)WINDOWS;
	slicer->cpus[cpu].is |= OPENS | (last ? LAST : 0);
}

void slicer_begin_mux(struct slicer *slicer, size_t cpu, uint32_t mux)
{
	slicer->cpus[cpu].on = &slicer->cpus[cpu].group[mux];
	slicer->cpus[cpu].is |= BEGUN;
}

static bool was_off_since(const struct reading *base, const struct reading *reading)
{
	return group_was_off(reading->enabled_ns - base->enabled_ns, reading->running_ns - base->running_ns);
}

bool slicer_mux_was_over(const struct slicer *slicer, size_t index, const struct record *record,
			  const struct reading *end)
{
	const struct slicer_cpu *cpu = &slicer->cpus[index];

	return record->kind == REC_SWITCH_OUT && !(cpu->is & (SAMPLED_OUT | MIXED | LOST)) &&
	       !was_off_since(&cpu->on->base, end);
}

void slicer_take_rotation(struct slicer *slicer, bool taken)
{
	if (slicer->rotation_taken != taken)
		choose_plans(slicer, taken);
}

void slicer_set_base(struct slicer *slicer, size_t index, uint32_t mux, uint64_t time_ns,
		     const struct reading *reading)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	struct slicer_group *group = &cpu->group[mux];

	reading_copy(&group->base, reading);
	group->has_base = true;
	cpu->accounted_ns = time_ns;
	if (group != cpu->on)
		return;
	cpu->is &= ~(uint32_t)(DOUBT | KNOWN);
	cpu->runs = nobody_knows;
}
