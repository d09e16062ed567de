/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a slicer is made, told what to look for, and freed; what it does is in slicer.c. Collector
 * thread.
 */
#include "config.h"
#include "collect/slice/slicer.h"

#include <stdlib.h>
#include <string.h>

#include "collect/slice/slicer_internal.h"

/* The plans of all groups: as each counts alone, and while they rotate. False without memory. */
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
		slicer->plan[true][i] = reading_plan_new(group[i].members, group[i].n_members,
							 counted);
		if (!slicer->plan[true][i])
			return false;
	}
	return true;
}

/* All groups but the first have a base from the beginning: 0, as they have never been on. */
static void init_cpu(struct slicer *slicer, size_t index, int32_t sibling)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	cpu->index = (int32_t)index;
	cpu->active = &cpu->group[0];
	cpu->sibling = sibling;
	cpu->current = (struct task_id){ TID_UNKNOWN, TID_UNKNOWN };
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
	memcpy(group + 1, config->mux_groups, config->n_mux * sizeof(group[0]));
	for (size_t i = 0; i <= config->n_mux; i++)
		if (group[i].n_members > READING_MAX)
			return NULL;
	slicer = calloc(1, sizeof(*slicer) + config->n_cpus * sizeof(slicer->cpus[0]));
	if (!slicer)
		return NULL;
	slicer->switch_records = config->switch_records;
	slicer->after_switch = config->switch_records ? ~0U : ~(uint32_t)KNOWN;
	slicer->regions = config->regions;
	slicer->n_cpus = config->n_cpus;
	slicer->n_groups = 1 + config->n_mux;
	if (!make_plans(slicer, group)) {
		slicer_free(slicer);
		return NULL;
	}
	for (size_t i = 0; i < slicer->n_groups; i++)
		slicer->slice[i].steps = slicer->steps;
	slicer->time_slice.unowned = true;
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
		reading_plan_put(slicer->plan[false][i]);
		reading_plan_put(slicer->plan[true][i]);
	}
	free(slicer);
}

void slicer_set_switch_id(struct slicer *slicer, size_t cpu, uint64_t id)
{
	slicer->cpus[cpu].switch_id = id;
}

void slicer_set_timer_id(struct slicer *slicer, size_t cpu, uint64_t id)
{
	slicer->cpus[cpu].timer_id = id;
}

void slicer_set_regions(struct slicer *slicer, struct regions *regions)
{
	slicer->regions = regions;
	for (size_t cpu = 0; cpu < slicer->n_cpus; cpu++)
		slicer->cpus[cpu].flags |= UNUSUAL;
	slicer->time_slice.region = 0;
	slicer->time_slice.entries = 0;
	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->slice[i].region = 0;
		slicer->slice[i].entries = 0;
	}
}
