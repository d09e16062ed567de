/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a process has cost as long as it was seen. There is one for each process that ever ran, and it is
 * wanted only when that ends: so it is kept small. Collector thread.
 */
#ifndef TDTOP_COLLECT_TOTAL_H
#define TDTOP_COLLECT_TOTAL_H

#include "collect/tasks/task_sums.h"

struct total;	/* NULL: nothing yet */

struct spent {
	struct counts counts;
	uint64_t busy_ns, slices;
};

/* Adds what is settled of it to *total, which may move. Without memory it stays as it was. */
void total_add(struct total **total, const struct task_sum *sum);

/* All of it in one sum. */
struct spent total_sum(const struct total *total);

#endif
