/* SPDX-License-Identifier: GPL-2.0-only */
/* Groups of events for opened nodes; see node_groups.h. */
#include "config.h"
#include "collect/nodes/node_groups.h"

#include <errno.h>
#include <string.h>

#include "model/tree/tree_expr.h"

#define CHECKS 128		/* each finds an event that is refused, or a smaller size */

/* ---- packing ---- */

static bool has_refused(const struct node_type *type, size_t node)
{
	struct tree_event_set events;

	tree_events_on(type->code, node, &type->room.machine, &events, NULL);
	for (size_t i = 0; i < TREE_EVENT_WORDS; i++)
		if (events.word[i] & type->refused.word[i])
			return true;
	return false;
}

static bool needs_counters(const struct node_type *type, size_t node)
{
	struct tree_event_set events;

	tree_events_on(type->code, node, &type->room.machine, &events, NULL);
	for (size_t i = 0; i < type->tree->n_events; i++)
		if (tree_event_set_has(&events, i) &&
		    (tree_event(type->tree, i)->origin == TREE_COUNTED ||
		     tree_event(type->tree, i)->origin == TREE_FIXED))
			return true;
	return false;
}

static void leave_out_refused(struct node_groups *groups, const struct node_type *type,
			      uint64_t *nodes)
{
	for (size_t node = 0; node < type->tree->n_nodes; node++) {
		if (!tree_bit(nodes, node))
			continue;
		groups->wanted++;
		if (has_refused(type, node)) {
			groups->refused++;
			tree_bit_clear(nodes, node);
		}
	}
}

/* Nodes whose group is one of the first n, or that need none, are counted. */
static void leave_out_unfit(struct node_groups *groups, const struct node_type *type,
			    const struct tree_groups *packed, size_t n, uint64_t *nodes)
{
	for (size_t node = 0; node < type->tree->n_nodes; node++) {
		if (!tree_bit(nodes, node))
			continue;
		if (packed->of_node[node] >= (int)n) {
			groups->shed++;
			tree_bit_clear(nodes, node);
		} else if (packed->of_node[node] == -2 && needs_counters(type, node)) {
			groups->unfit++;
			tree_bit_clear(nodes, node);
		}
	}
}

static void add_groups(struct node_groups *groups, enum core_type type,
		       const struct tree_groups *packed, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct node_group *group = &groups->group[groups->n++];

		group->core_type = type;
		group->n = packed->group[i].n;
		memcpy(group->event, packed->group[i].event, sizeof(group->event));
	}
}

static void pack(struct node_groups *groups, const struct tree_request *request, size_t most)
{
	groups->n = 0;
	groups->wanted = groups->refused = groups->unfit = groups->shed = 0;
	memset(groups->nodes, 0, sizeof(groups->nodes));
	for (int i = 0; i < CORE_TYPES; i++) {
		struct node_type *type = &groups->type[i];
		uint64_t *nodes = groups->nodes[i];
		struct tree_groups packed;
		size_t n;

		if (!type->tree)
			continue;
		tree_open_children(type->tree, request->open[i], nodes);
		leave_out_refused(groups, type, nodes);
		tree_pack(type->code, nodes, &type->room, &packed);
		n = packed.n < most ? packed.n : most;
		if (n > NODE_GROUPS_MAX - groups->n)
			n = NODE_GROUPS_MAX - groups->n;
		leave_out_unfit(groups, type, &packed, n, nodes);
		add_groups(groups, (enum core_type)i, &packed, n);
	}
}

/* ---- how they are opened ---- */

/*
 * Cycles and instructions by the kernel's own encoding, which also knows the fixed counters; not by
 * its generic events, which on a hybrid are those of the P-cores.
 */
static void encode(const struct node_type *type, const struct tree_event *event,
		   struct perf_event_attr *attr)
{
	const char *name = event->origin == TREE_CYCLES ? "cpu-cycles" :
			   event->origin == TREE_INSTRUCTIONS ? "instructions" : NULL;
	struct pmu_encoding encoding;

	attr->type = type->pmu->type;
	attr->config = event->config;
	attr->config1 = event->config1;
	if (!name || pmu_event(type->pmu, name, &encoding, NULL) ||
	    (encoding.type != type->pmu->type && event->config))
		return;
	attr->type = encoding.type;
	attr->config = encoding.config;
	attr->config1 = encoding.config1;
}

void node_groups_event(const struct node_groups *groups, enum core_type type, size_t event,
		       bool leads, struct perf_event_attr *attr)
{
	*attr = (struct perf_event_attr){
		.size = sizeof(*attr),
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = leads,
		.exclude_kernel = groups->user_only,
		.exclude_hv = groups->user_only,
		.exclude_guest = groups->without_guests,
	};
	encode(&groups->type[type], tree_event(groups->type[type].tree, event), attr);
}

void node_groups_attr(const struct node_groups *groups, size_t group, size_t member,
		      struct perf_event_attr *attr)
{
	const struct node_group *its = &groups->group[group];

	node_groups_event(groups, its->core_type, its->event[member], member == 0, attr);
}

/* ---- what the kernel accepts ---- */

void node_groups_choose_mode(struct node_groups *groups, const struct perf_sys *sys,
			     const struct machine *machine)
{
	groups->without_guests = machine->without_guests;
	groups->user_only = machine->user_only;
	for (int i = 0; i < CORE_TYPES && !groups->user_only; i++) {
		struct perf_event_attr attr;
		struct event_trial trial;

		if (!groups->type[i].tree)
			continue;
		node_groups_event(groups, (enum core_type)i, 0, true, &attr);
		groups->user_only = sys->try_group(sys->data, &attr, 1, -1, &trial) == -EACCES;
	}
}

/* Errnos that say something of the event or group, not of what may be opened at all. */
static bool is_of_event(int ret)
{
	return ret == -EINVAL || ret == -ENOENT || ret == -EOPNOTSUPP || ret == -ENOSPC ||
	       ret == -E2BIG || ret == -ENODEV;
}

static bool make_smaller(struct tree_room *room)
{
	if (!room->counters)
		return false;
	room->counters &= ~(1U << (31 - __builtin_clz(room->counters)));
	return true;
}

/* The event that a group was refused for: is it accepted alone? */
static int check_event(struct node_groups *groups, const struct perf_sys *sys, size_t group,
		       size_t member)
{
	const struct node_group *its = &groups->group[group];
	struct node_type *type = &groups->type[its->core_type];
	struct perf_event_attr attr;
	struct event_trial trial;
	int ret;

	node_groups_attr(groups, group, member, &attr);
	attr.disabled = 1;
	ret = sys->try_group(sys->data, &attr, 1, -1, &trial);
	if (ret && !is_of_event(ret))
		return ret;
	if (!ret)
		return make_smaller(&type->room) ? 1 : -EINVAL;
	tree_event_set_add(&type->refused, its->event[member]);
	type->refused_errno = -ret;
	type->refused_event = its->event[member];
	return 1;
}

/*
 * 1: something was refused, so they must be packed again; 0: all are accepted; a negative errno:
 * nothing can be counted.
 */
static int check(struct node_groups *groups, const struct perf_sys *sys)
{
	for (size_t i = 0; i < groups->n; i++) {
		struct perf_event_attr attr[TREE_GROUP_EVENTS];
		struct event_trial trial;
		int ret;

		for (size_t j = 0; j < groups->group[i].n; j++)
			node_groups_attr(groups, i, j, &attr[j]);
		ret = sys->try_group(sys->data, attr, groups->group[i].n, -1, &trial);
		if (ret)
			return is_of_event(ret) ? check_event(groups, sys, i, trial.failed) : ret;
	}
	return 0;
}

int node_groups_fit(struct node_groups *groups, const struct tree_request *request, size_t most,
		    const struct perf_sys *sys)
{
	int ret = 1;

	for (int i = 0; ret > 0 && i < CHECKS; i++) {
		pack(groups, request, most);
		ret = check(groups, sys);
	}
	return ret > 0 ? -EINVAL : ret;
}

void node_groups_forget(struct node_groups *groups)
{
	for (int i = 0; i < CORE_TYPES; i++) {
		groups->type[i].refused = (struct tree_event_set){ .word = { 0 } };
		groups->type[i].refused_errno = 0;
	}
}

static bool is_elsewhere(const struct node_groups *groups, size_t group, uint16_t event)
{
	for (size_t i = 0; i < groups->n; i++)
		for (size_t j = 0; i != group && j < groups->group[i].n; j++)
			if (groups->group[i].core_type == groups->group[group].core_type &&
			    groups->group[i].event[j] == event)
				return true;
	return false;
}

bool node_groups_refuse(struct node_groups *groups, size_t group)
{
	const struct node_group *its = &groups->group[group];
	struct node_type *type = &groups->type[its->core_type];
	bool some = false;

	for (size_t i = 0; i < its->n; i++) {
		if (is_elsewhere(groups, group, its->event[i]))
			continue;
		tree_event_set_add(&type->refused, its->event[i]);
		type->refused_errno = EBUSY;
		type->refused_event = its->event[i];
		some = true;
	}
	return some;
}

size_t node_groups_events(const struct node_groups *groups)
{
	size_t n = 0;

	for (size_t i = 0; i < groups->n; i++)
		n += groups->group[i].n;
	return n;
}
