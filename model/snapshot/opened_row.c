/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the row whose nodes are opened; see opened_row.h. Pure. */
#include "config.h"
#include "model/snapshot/opened_row.h"

#include <math.h>

#include "model/snapshot/row.h"

static enum row_kind kind_of(enum live_scope scope)
{
	switch (scope) {
	case LIVE_MACHINE:
	case LIVE_WATCHED:
		return ROW_MACHINE;
	case LIVE_CPU:
		return ROW_CPU;
	case LIVE_PROCESS:
		return ROW_PROCESS;
	case LIVE_THREAD:
		return ROW_THREAD;
	case LIVE_USER:
		return ROW_USER;
	case LIVE_CGROUP:
		return ROW_CGROUP;
	case LIVE_NAME:
		return ROW_NAME;
	case LIVE_REGION:	/* opened_row_of() finds it */
	case LIVE_NOTHING:
		break;
	}
	return ROW_KINDS;
}

const struct row *opened_row_find(const struct snapshot *snapshot, enum live_scope scope,
				  int32_t id, uint64_t start_ns)
{
	const enum row_kind kind = kind_of(scope);
	/* Rows of groups have no id, but a hash; CPUs have no start. */
	const bool by_id = kind == ROW_CPU || kind == ROW_PROCESS || kind == ROW_THREAD;
	const bool by_start = kind != ROW_CPU && (start_ns || !by_id);
	const struct row_table *table;

	if (kind == ROW_KINDS || kind == ROW_MACHINE)
		return kind == ROW_MACHINE ? snapshot_machine(snapshot) : NULL;
	table = &snapshot->table[kind];
	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];

		if ((!by_id || row->id == id) && (!by_start || row->start_ns == start_ns))
			return row->asleep ? NULL : row;
	}
	return NULL;
}

const struct row *opened_row_of(const struct snapshot *snapshot, const struct tree_request *request)
{
	if (request->scope == LIVE_REGION && !request->region)
		return NULL;	/* only its name is known: not that of the rest, whose id this is */
	if (request->scope == LIVE_REGION)
		return snapshot_find_region(snapshot, request->id, (int32_t)request->region);
	return opened_row_find(snapshot, request->scope, request->id, request->start_ns);
}

void opened_row_fill(const struct snapshot *snapshot, const struct tree_request *request,
		     struct tree_row rows[CORE_TYPES])
{
	const struct machine *machine = snapshot->machine;
	const struct row *row = opened_row_of(snapshot, request);
	enum quality quality;

	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		struct tree_row *part = &rows[type];

		*part = (struct tree_row){ .ghz = NAN, .smt = machine_has_siblings(machine),
					   .pmem = machine->pmem };
		if (!row || (type != TYPE_CORE && !machine->family->hybrid) ||
		    core_type_side(type) != type)
			continue;
		part->known = true;
		part->counts = machine->family->hybrid ? counts_of_core_type(&row->numbers->counts, type) :
							 counts_copy(&row->numbers->counts);
		family_evaluate(machine->family, &part->counts, row_has_low_slots(snapshot, row),
				&part->values);
		part->ghz = row_ghz(snapshot, row, &quality);
		if (quality <= Q_LOW_SLOTS)
			part->ghz = NAN;
	}
}
