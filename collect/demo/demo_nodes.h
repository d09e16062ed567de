/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts the nodes that are opened on the simulated machine (collect/demo/source_demo.c): its processes
 * have a story below level 2 as well, which agrees with what they do above. The events of a story
 * are counted as on a real machine, by groups that take turns, and all that follows is real.
 */
#pragma once

#include <stdbool.h>

#include "collect/slice/node_counter.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/tree/opened.h"
#include "model/tree/tree_requests.h"

/* Is there a rate for it? */
bool demo_has_rate(const char *event);

/* Takes what was counted in an interval, for a recording; NULL: nothing is recorded. */
struct demo_nodes_record {
	void (*take)(void *data, const struct tree_readings *readings);
	void *data;
};

/*
 * The first two are borrowed. 0 and *out; -ENOENT: the machine's family has no tree; -ENOMEM. The
 * numbers depend only on the snapshots and requests that it sees.
 */
int demo_nodes_new(const struct machine *machine, struct tree_requests *requests,
		   struct demo_nodes_record record, struct node_counter **out, struct err *err);
