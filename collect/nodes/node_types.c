/* SPDX-License-Identifier: GPL-2.0-only */
/* The core types whose nodes are counted; see live_nodes_parts.h. */
#include "config.h"
#include "collect/nodes/live_nodes_parts.h"

#include <errno.h>

#include "model/snapshot/row.h"
#include "model/tree/tree_expr.h"

int node_types_find(struct node_groups *groups, const struct cores *cores, const struct family *family,
		    struct err *err)
{
	bool some = false;

	for (size_t i = 0; i < cores->n; i++) {
		const struct pmu *pmu = &cores->group[i].pmu;
		struct node_type *type = &groups->type[pmu->core_type];

		if (!family->tree[pmu->core_type])
			continue;
		type->tree = family->tree[pmu->core_type];
		type->pmu = pmu;
		some = true;
	}
	return some ? 0 : err_set(err, ENOENT, "nothing below level %d is known of %s; what is "
				  "above is counted as usual", family->levels, family->name);
}

/*
 * What expressions ask of it. Each thread is counted on its own, never a core as a whole. Level 2
 * that rotates gives way to opened nodes (collect/slice/room.h).
 */
static struct tree_machine machine_of(const struct machine *machine, enum core_type type)
{
	return (struct tree_machine){ .known = true, .smt = machine_has_siblings(machine),
				      .pmem = machine->pmem,
				      .own_level_2 = family_levels_at_once(machine->family,
									   type) < 2 };
}

void node_types_see_machine(struct node_groups *groups, const struct machine *machine)
{
	for (int i = 0; i < CORE_TYPES; i++)
		groups->type[i].room.machine = machine_of(machine, (enum core_type)i);
}

void node_types_see_slices(struct node_groups *groups, const struct machine *machine,
			   const struct snapshot *draft)
{
	const struct row *row = snapshot_machine(draft);
	const bool hybrid = machine->family->hybrid;
	const uint32_t present = row && !hybrid ? row->counts.present : 0;

	for (int i = 0; i < CORE_TYPES; i++) {
		groups->type[i].room.has_cycles = present >> EV_CYCLES & 1;
		groups->type[i].room.has_instructions = present >> EV_INSTRUCTIONS & 1;
	}
}

void node_types_timed(const struct node_groups *groups, struct tree_event_set timed[CORE_TYPES])
{
	for (int i = 0; i < CORE_TYPES; i++) {
		const struct node_type *type = &groups->type[i];

		for (size_t node = 0; type->tree && node < type->tree->n_nodes; node++) {
			struct tree_event_set events, its;

			if (!tree_bit(groups->nodes[i], node))
				continue;
			tree_events_on(type->code, node, &type->room.machine, &events, &its);
			for (size_t word = 0; word < TREE_EVENT_WORDS; word++)
				timed[i].word[word] |= its.word[word];
		}
	}
}

const char *node_types_refused(const struct node_groups *groups, int *errnum)
{
	const char *name = NULL;

	for (int i = 0; i < CORE_TYPES; i++) {
		const struct node_type *type = &groups->type[i];

		if (!type->refused_errno)
			continue;
		name = tree_event(type->tree, type->refused_event)->name;
		*errnum = type->refused_errno;
	}
	return name;
}
