/* SPDX-License-Identifier: GPL-2.0-only */
/* Adds what tdtop costs on one part of the machine to what it costs on another; see self_cost.h. */
#include "config.h"
#include "model/snapshot/self_cost.h"

#include <math.h>

static double percent_of_both(const struct self_cost *a, double a_percent,
			      const struct self_cost *b, double b_percent)
{
	return (a_percent * a->cpus + b_percent * b->cpus) / (a->cpus + b->cpus);
}

void self_cost_add(struct self_cost *into, const struct self_cost *add)
{
	if (!into->known || !add->known) {
		*into = into->known ? *into : *add;
		return;
	}
	into->own_percent = percent_of_both(into, into->own_percent, add, add->own_percent);
	into->kernel_percent =
		percent_of_both(into, into->kernel_percent, add, add->kernel_percent);
	into->sample_ns = fmax(into->sample_ns, add->sample_ns);
	into->own_sample_ns = fmax(into->own_sample_ns, add->own_sample_ns);
	into->samples += add->samples;
	into->windows += add->windows;
	into->passed += add->passed;
	into->passed_ns = fmax(into->passed_ns, add->passed_ns);
	into->level2_left_out |= add->level2_left_out;
	into->optional_left_out |= add->optional_left_out;
	if (add->room > into->room)
		into->room = add->room;
	into->level1_part = fmin(into->level1_part, add->level1_part);
	into->cpus += add->cpus;
	into->time_estimated |= add->time_estimated;
	into->sampled_cpus += add->sampled_cpus;
	into->duty = fmin(into->duty, add->duty);
}

bool self_cost_nears_budget(const struct self_cost *cost)
{
	return cost->known && cost->budget_percent > 0 &&
	       cost->own_percent + cost->kernel_percent > cost->budget_percent / 2;
}
