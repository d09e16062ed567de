/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened nodes of a recording; see replay_counter.h. */
#include "config.h"
#include "collect/replay/replay_counter.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/replay/replay_parts.h"
#include "collect/replay/source_replay.h"
#include "model/snapshot/opened_row.h"
#include "model/tree/tree_values.h"

struct replay_counter {
	struct node_counter counter;	/* first */
	struct replay_nodes *nodes;	/* borrowed */
	const struct machine *machine;	/* borrowed */
	struct tree_requests *requests;	/* borrowed */
	struct tree_request request;		/* scope is LIVE_NOTHING: all that was recorded */
	struct tree_values *values;
	struct tree_readings readings;	/* of this interval */
	struct tree_request before;	/* that they answered in the interval before */
};

/* Leaves out what is not requested: nodes below those that are open in the request. */
static void leave_out(const struct replay_counter *self, struct opened *opened)
{
	uint16_t n = 0;

	if (self->request.scope == LIVE_NOTHING || self->request.follow)
		return;
	for (uint16_t i = 0; i < opened->n; i++) {
		const struct opened_node *node = &opened->node[i];
		const struct tree *tree = self->machine->family->tree[node->core_type];
		const int parent = tree ? tree_parent(tree, node->node) : -1;

		if (parent < 0 || tree_bit(self->request.open[node->core_type], (size_t)parent))
			opened->node[n++] = *node;
	}
	opened->n = n;
}

/* A replay may know another start of a task: its row has the one that it was seen at first. */
static struct tree_request request_here(const struct tree_request *request)
{
	struct tree_request here = *request;

	if (request->scope == LIVE_PROCESS || request->scope == LIVE_THREAD)
		here.start_ns = 0;
	return here;
}

static void counter_see(struct node_counter *counter, struct snapshot *draft, uint64_t now_ns)
{
	struct replay_counter *self = (struct replay_counter *)counter;
	struct tree_readings *readings = &self->readings;
	struct tree_row rows[CORE_TYPES];
	const struct row *row;
	struct tree_request here;

	(void)tree_requests_take(self->requests, &self->request);
	draft->opened = (struct opened){ .scope = LIVE_NOTHING };
	if (!replay_nodes_take(self->nodes, now_ns, self->machine->family, readings)) {
		self->before = (struct tree_request){ .scope = LIVE_NOTHING };
		return;
	}
	if (!tree_request_same_row(&readings->request, &self->before))
		tree_values_begin(self->values);
	self->before = readings->request;
	if (self->request.scope != LIVE_NOTHING && self->request.latency != RETIRE_MEASURED)
		readings->request.latency = self->request.latency;
	if (replay_nodes_dropped(self->nodes) && !readings->remark[0])
		(void)snprintf(readings->remark, sizeof(readings->remark),
			       "%" PRIu64 " count%s of the recording cannot be used",
			       replay_nodes_dropped(self->nodes), plural(replay_nodes_dropped(self->nodes)));
	here = request_here(&readings->request);
	opened_row_fill(draft, &here, rows);
	tree_values_see(self->values, readings, rows, &draft->opened);
	row = opened_row_find(draft, here.scope, here.id, here.start_ns);
	if (row)
		draft->opened.start_ns = row->start_ns;
	leave_out(self, &draft->opened);
}

static void replay_counter_free(struct node_counter *counter)
{
	struct replay_counter *self = (struct replay_counter *)counter;

	tree_values_free(self->values);
	free(self);
}

static const struct node_counter_ops ops = { .see = counter_see, .free = replay_counter_free };

int replay_counter_new(struct source *source, struct tree_requests *requests, struct node_counter **out,
		       struct err *err)
{
	struct replay_nodes *nodes = source_replay_nodes(source, err);
	const struct family *family = source->machine.family;
	struct replay_counter *self;

	*out = NULL;
	if (!nodes)
		return -ENOENT;
	if (!family->tree[TYPE_CORE] && !family->tree[TYPE_ATOM])
		return err_set(err, ENOENT, "nothing below level 2 is known of the CPUs of this "
			       "recording");
	self = calloc(1, sizeof(*self));
	if (!self)
		return err_set(err, ENOMEM, "not enough memory to replay nodes");
	*self = (struct replay_counter){ .counter = { .ops = &ops }, .nodes = nodes,
					 .machine = &source->machine, .requests = requests };
	self->values = tree_values_new(family->tree);
	if (!self->values) {
		free(self);
		return err_set(err, ENOMEM, "not enough memory to replay nodes");
	}
	*out = &self->counter;
	return 0;
}
