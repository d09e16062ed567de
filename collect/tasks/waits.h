/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the tasks that ran in an interval waited for a CPU meanwhile: what /proc tells at its
 * end, less what it told when the task ran last. A task that sleeps does not wait, so only those
 * that ran are asked; one that waited all the time has it all in the interval in which it runs
 * again. Part of the registry: collect/tasks/tasks.c is the only caller. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/tasks/task_entry.h"

/* A reading costs less than 10 us: so many for each second are at most 5 % of a CPU. */
#define WAITS_PER_S 5000
#define WAITS_MOST 20000		/* however long the interval was: they delay its end */

struct waits {				/* zeroed: nothing is wanted */
	bool wanted;
	uint32_t series;		/* of readings without a gap; from 1 */
	uint64_t since_ns;		/* its begin, source clock */
	uint64_t last_ns;		/* end of the last interval */
	uint32_t left_out;		/* tasks of the last interval that were not asked */
};

/* From the interval on that ends next. */
void waits_want(struct waits *waits, bool wanted);

/*
 * Fills in the sums of the touched tasks. A wait is known if the last reading is, too, or if the
 * task began since readings go on. If there are too many tasks, those are asked first whose last
 * reading is known: so it is always the same ones that have values.
 */
void waits_read(struct waits *waits, const struct task_lookup *lookup, struct task *touched,
		uint64_t now_ns);
