/* SPDX-License-Identifier: GPL-2.0-only */
/* What tdtop itself costs, as a source reports it and a snapshot carries it. Any thread. */
#ifndef TDTOP_MODEL_SELF_COST_H
#define TDTOP_MODEL_SELF_COST_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What tdtop costs the machine, in percent of the time of all CPUs, and what it leaves out so as not to cost more
 * than it may (--budget).
 */
struct self_cost {
	bool known;		/* a source that cannot tell (recording, demo) says nothing */
	double own_percent;	/* its threads */
	double kernel_percent;	/* what the kernel does for it at context switches: counted, times a price that
				 * was measured */
	double sample_ns;	/* that price; NAN: it could not be measured, then kernel_percent is 0 */
	double own_sample_ns;	/* what tdtop itself takes to take one in, a part of own_percent; 0: not known */
	double budget_percent;	/* 0: no limit */
	double samples;		/* context switches sampled in the interval */
	bool level2_left_out;	/* it is not counted, as nobody looks at it */
	uint32_t cpus;		/* whose time is the whole */
	uint32_t sampled_cpus;	/* of which not all switches were sampled: their tasks' parts are estimated */
	double duty;		/* the smallest share of the time that was sampled on one of them; 1: all was */
};

/* into += add, where each is of CPUs of its own. */
void self_cost_add(struct self_cost *into, const struct self_cost *add);

#endif
