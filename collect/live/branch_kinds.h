/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which hardware of this CPU records branches, and what the kernel says of it in sysfs. Whether it
 * can be used is another question: sample_choice.c. Called while choices are made.
 */
#ifndef TDTOP_COLLECT_LIVE_BRANCH_KINDS_H
#define TDTOP_COLLECT_LIVE_BRANCH_KINDS_H

#include <stdbool.h>

#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"

enum branch_unit {
	BRANCHES_BY_NONE,
	BRANCHES_BY_LBR,	/* Intel */
	BRANCHES_BY_ARCH_LBR,	/* Intel from Alder Lake and Sapphire Rapids on: tells kinds of
				 * branches as well */
	BRANCHES_BY_AMD_LBR,	/* LbrExtV2, from Zen 4 on: no cycles, no call stacks */
	BRANCHES_BY_BRS,	/* AMD Zen 3: taken branches only, with much skid */
	BRANCHES_BY_BRBE	/* Arm, from Linux 6.17 on: no call stacks */
};

struct branch_kinds {
	enum branch_unit unit;
	int depth;		/* entries of a stack; 0: the kernel does not tell */
	int counters;		/* events that it counts between branches (Linux 6.8); 0: none */
	int counter_width;	/* bits of each */
};

/* Zeroed: the kernel tells of no such hardware. */
void branch_kinds_read(const struct pmu *pmu, const struct facts *facts,
		       struct branch_kinds *kinds);

/* "LBR", "BRBE"; of BRANCHES_BY_NONE "". Static. */
const char *branch_unit_name(enum branch_unit unit);

#endif
