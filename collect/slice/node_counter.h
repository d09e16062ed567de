/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who counts the nodes that are opened: on this machine collect/nodes/, of a recording
 * collect/replay/, in the demo collect/demo/demo_nodes.c. Collector thread, but free.
 */
#pragma once

#include <stdint.h>

#include "model/snapshot/snapshot.h"

struct node_counter;

struct node_counter_ops {
	/* Follows the newest request, and does what is due. NULL: nothing to do. */
	void (*step)(struct node_counter *counter, uint64_t now_ns);
	/*
	 * An interval has ended, and its rows are finished: fills draft->opened. LIVE_NOTHING if
	 * nothing is opened.
	 */
	void (*see)(struct node_counter *counter, struct snapshot *draft, uint64_t now_ns);
	/* When step() has something to do; UINT64_MAX, or NULL: nothing until the next request. */
	uint64_t (*next_ns)(const struct node_counter *counter);
	void (*end)(struct node_counter *counter);	/* the collector ends: closes all events */
	void (*free)(struct node_counter *counter);	/* main thread */
};

/* Each one embeds this as its first member. */
struct node_counter {
	const struct node_counter_ops *ops;
};
