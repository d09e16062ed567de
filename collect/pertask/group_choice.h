/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What this machine can count of a task: a group of each PMU of its cores that the kernel accepts (of a CPU it is
 * choice.h). Main thread.
 */
#ifndef TDTOP_COLLECT_GROUP_CHOICE_H
#define TDTOP_COLLECT_GROUP_CHOICE_H

#include "collect/perf/perf_open.h"
#include "model/err.h"
#include "model/machine.h"

struct group_choice {
	struct group_options options;	/* in: what is wanted beside the levels; out: what fits */
	struct group group[CORE_TYPES];
	size_t n_groups;
};

/*
 * root: below which sysfs is read, "" for the machine itself. machine comes in with its CPUs and leaves with
 * those that are counted, its family and its levels. 0, or a negative errno with a sentence.
 */
int group_choose(const char *root, const struct perf_sys *sys, struct machine *machine,
		 struct group_choice *choice, struct err *err);

#endif
