/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Links rows of regions; see region_rows.h. The rest of a process is a difference, so that all add
 * up to it, in whatever way its counts came: divided among tasks, kept rounded, or summed.
 */
#include "config.h"
#include "model/snapshot/region_rows.h"

#include "model/snapshot/row.h"

/* Both tables are sorted by (pid, start_ns). NULL: there is no such process. */
static const struct row *next_process(const struct row_table *processes, size_t *at,
				      const struct row *region)
{
	const struct row *process;

	for (; *at < processes->n; ++*at) {
		process = &processes->rows[*at];
		if (process->id == region->pid && process->start_ns == region->start_ns)
			return process;
		if (process->id > region->pid ||
		    (process->id == region->pid && process->start_ns > region->start_ns))
			break;
	}
	return NULL;
}

static const struct row *owner_of(const struct snapshot *snapshot, size_t *at,
				  const struct row *region)
{
	const struct row_table *commands = &snapshot->table[ROW_COMMAND];

	if (region->pid)
		return next_process(&snapshot->table[ROW_PROCESS], at, region);
	return region->start_ns && region->start_ns <= commands->n ?
		       &commands->rows[region->start_ns - 1] : NULL;
}

/* All that is the owner's and does not say what the row is. */
static bool begin_rest(struct snapshot *snapshot, struct row *rest, const struct row *owner)
{
	rest->busy_ns = owner->busy_ns;
	rest->variance = owner->variance;
	rest->uncounted_ns = owner->uncounted_ns;
	rest->slices = owner->slices;
	return snapshot_set_counts(snapshot, rest, &owner->numbers->counts);
}

bool region_rows_link(struct snapshot *snapshot)
{
	struct row_table *table = &snapshot->table[ROW_REGION];
	const struct row *owner = NULL;
	struct row *rest = NULL;
	size_t at = 0;

	for (size_t i = 0; i < table->n; i++) {
		struct row *row = &table->rows[i];
		const struct row *before = i ? row - 1 : NULL;

		if (!before || before->pid != row->pid || before->start_ns != row->start_ns) {
			owner = owner_of(snapshot, &at, row);
			rest = NULL;
		}
		row->parent = owner ? (int32_t)(owner - snapshot->table[owner->kind].rows) : -1;
		if (row->id == REGION_OTHER && owner && !rest) {	/* the least id: the first */
			rest = row;
			if (!begin_rest(snapshot, rest, owner))
				return false;
		} else if (rest) {
			row_subtract(rest, row);
		}
	}
	return true;
}
