/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens who counts the nodes below level 2; see nodes.h. Main thread. */
#include "config.h"
#include "ui/main/nodes.h"

#include <errno.h>

#include "collect/deep/deep.h"
#include "collect/demo/demo_nodes.h"
#include "collect/replay/replay_counter.h"

/* Collector thread. */
static void nodes_make_room(void *data, uint32_t general_counters)
{
	const struct nodes *nodes = data;

	shared_room_need(nodes->room, ROOM_OF_NODES, general_counters);
}

/* Collector thread. Recordings have no nodes of regions. */
static void record(void *data, const struct tree_readings *readings)
{
	const struct nodes *nodes = data;

	if (readings->request.scope != LIVE_REGION)
		recorder_nodes(nodes->recorder, readings);
}

static int open_counter(struct nodes *nodes, const struct nodes_how *how)
{
	const struct deep_options deep = {
		.machine = &how->source->machine,
		.pmu_root = how->pmu_root,
		.requests = nodes->requests,
		.budget = how->options->budget,
		.make_room = nodes_make_room,
		.record = how->recorder ? record : NULL,
		.data = nodes,
		.source = how->source,
	};

	if (how->options->demo)
		return demo_nodes_new(deep.machine, deep.requests, &nodes->counter, &nodes->why_not);
	if (how->options->replay)
		return replay_counter_new(how->source, nodes->requests, &nodes->counter,
					  &nodes->why_not);
	return deep_new(&deep, &nodes->counter, &nodes->why_not);
}

int nodes_open(struct nodes *nodes, const struct nodes_how *how)
{
	int ret;

	*nodes = (struct nodes){ .room = how->room, .recorder = how->recorder,
				  .requests = tree_requests_new() };
	if (!nodes->requests)
		return err_set(&nodes->why_not, ENOMEM, "not enough memory to count more nodes");
	ret = open_counter(nodes, how);
	if (ret) {
		tree_requests_free(nodes->requests);
		nodes->requests = NULL;
	}
	return ret;
}

void nodes_close(struct nodes *nodes)
{
	if (nodes->counter)
		nodes->counter->ops->free(nodes->counter);
	tree_requests_free(nodes->requests);
	nodes->counter = NULL;
	nodes->requests = NULL;
}
