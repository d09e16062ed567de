/* SPDX-License-Identifier: GPL-2.0-only */
/* What tdtop itself costs: both of its threads, and the descriptors it holds. UI thread. */
#ifndef TDTOP_UI_SELF_USAGE_H
#define TDTOP_UI_SELF_USAGE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

struct self_usage {			/* all zero before the first look */
	uint64_t cpu_ns, at_ns;	/* at the last look: used so far, and when */
	double cpu_percent;	/* of one CPU, between the last two looks; NAN: not known yet */
	unsigned int fds;	/* 0: not known */
};

/* Takes in a look: CPU time that was used so far, the time, how many descriptors. */
void self_usage_update(struct self_usage *usage, uint64_t cpu_ns, uint64_t at_ns, unsigned int fds);

/* Looks at this process. */
void self_usage_read(struct self_usage *usage);

/*
 * What is left out so as not to cost more than tdtop may: "sampled 10 % of the time on 12 of 64 CPUs, tasks ~
 * (budget 2 %)". false: nothing is.
 * SELF_USAGE_SHED is room for all of it.
 */
#define SELF_USAGE_SHED 128
bool self_usage_print_shed(const struct self_cost *self, bool brief, char *text, size_t size);

#endif
