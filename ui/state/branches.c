/* SPDX-License-Identifier: GPL-2.0-only */
/* The tree of processes; see branches.h. Walked without recursion: parents may be 50,000 deep. */
#include "config.h"
#include "ui/state/branches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/symbols.h"
#include "ui/table/filter.h"

#define DEPTH_SHOWN 12		/* deeper rows show only the lines nearest to them */
#define DEPTH_BITS 32

void branches_done(struct branches *branches)
{
	free(branches->all);
	*branches = (struct branches){ 0 };
}

static int make_room(struct branches *branches, size_t n)
{
	size_t cap = branches->cap ? branches->cap : 256;
	struct branch *all;

	branches->n = 0;
	if (n > branches->cap) {
		while (cap < n)
			cap *= 2;
		all = realloc(branches->all, cap * sizeof(*all));
		if (!all)
			return -ENOMEM;
		branches->all = all;
		branches->cap = cap;
	}
	branches->n = n;
	return 0;
}

static void find_parents(struct branches *branches, const struct snapshot *snapshot)
{
	const struct row *rows = snapshot->table[ROW_PROCESS].rows;

	for (size_t i = 0; i < branches->n; i++) {
		const struct row *parent = NULL;

		if (rows[i].ppid > 0 && rows[i].ppid != rows[i].id)
			parent = snapshot_find(snapshot, ROW_PROCESS, rows[i].ppid);
		branches->all[i] = (struct branch){
			.parent = parent ? (uint32_t)(parent - rows) : BRANCH_NONE,
			.first = BRANCH_NONE, .last = BRANCH_NONE, .next = BRANCH_NONE,
		};
	}
}

/*
 * Walks up from each process to the top, or to a process that was visited before; if that was on
 * this walk, the circle is cut there.
 */
static void cut_circles(struct branches *branches)
{
	struct branch *all = branches->all;

	for (uint32_t i = 0; i < branches->n; i++) {
		uint32_t way = i + 1, at = i;

		while (!all[at].more) {
			all[at].more = way;
			if (all[at].parent == BRANCH_NONE)
				break;
			if (all[all[at].parent].more == way)
				all[at].parent = BRANCH_NONE;
			else
				at = all[at].parent;
		}
	}
	for (size_t i = 0; i < branches->n; i++)
		all[i].more = 0;
}

/*
 * Marks the processes that match and all their ancestors: up from each match to the first ancestor
 * that is marked already.
 */
static void choose(struct branches *branches, const struct snapshot *snapshot,
		   const struct filter *filter)
{
	const struct row *rows = snapshot->table[ROW_PROCESS].rows;
	struct branch *all = branches->all;

	for (uint32_t i = 0; i < branches->n; i++) {
		all[i].matches = filter_match(filter, snapshot, &rows[i]);
		for (uint32_t at = i; all[i].matches && at != BRANCH_NONE && !all[at].listed;
		     at = all[at].parent)
			all[at].listed = true;
	}
}

/* Appends a process to the children of its parent. */
static void hang(struct branch *all, uint32_t at)
{
	struct branch *parent = &all[all[at].parent];

	if (parent->last == BRANCH_NONE)
		parent->first = at;
	else
		all[parent->last].next = at;
	parent->last = at;
}

static void place(struct branch *all, uint32_t at)
{
	struct branch *branch = &all[at];
	const struct branch *parent = &all[branch->parent];

	branch->depth = (uint16_t)(parent->depth + (parent->depth < UINT16_MAX));
	branch->more = parent->more;
	if (branch->depth < DEPTH_BITS && branch->next != BRANCH_NONE)
		branch->more |= 1U << branch->depth;
}

/* Lists a process without a parent and all its descendants. Returns the number of lines. */
static size_t list_from(struct branch *all, uint32_t root, const struct row *rows,
			const struct row **lines)
{
	uint32_t at = root;
	size_t n = 0;

	lines[n++] = &rows[root];
	for (;;) {
		uint32_t next = all[at].first;

		while (next == BRANCH_NONE && at != root) {
			next = all[at].next;
			at = all[at].parent;
		}
		if (next == BRANCH_NONE)
			return n;
		place(all, next);
		lines[n++] = &rows[next];
		at = next;
	}
}

int branches_list(struct branches *branches, const struct snapshot *snapshot,
		  const struct row *const *sorted, const struct filter *filter,
		  const struct row **lines)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];
	size_t n = 0;

	if (make_room(branches, table->n))
		return -ENOMEM;
	find_parents(branches, snapshot);
	cut_circles(branches);
	choose(branches, snapshot, filter);
	for (size_t i = 0; i < table->n; i++) {
		uint32_t at = (uint32_t)(sorted[i] - table->rows);

		if (branches->all[at].listed && branches->all[at].parent != BRANCH_NONE)
			hang(branches->all, at);
	}
	for (size_t i = 0; i < table->n; i++) {
		uint32_t at = (uint32_t)(sorted[i] - table->rows);

		if (branches->all[at].listed && branches->all[at].parent == BRANCH_NONE)
			n += list_from(branches->all, at, table->rows, lines + n);
	}
	branches->lines = n;
	return 0;
}

bool branches_matches(const struct branches *branches, const struct snapshot *snapshot,
		      const struct row *row)
{
	size_t at = (size_t)(row - snapshot->table[ROW_PROCESS].rows);

	return row->kind != ROW_PROCESS || at >= branches->n || branches->all[at].matches;
}

void branches_print(const struct branches *branches, const struct snapshot *snapshot,
		    const struct row *row, bool ascii, char *text, size_t size)
{
	size_t at = (size_t)(row - snapshot->table[ROW_PROCESS].rows), used = 0;
	const struct branch *branch;
	int depth, from;

	text[0] = '\0';
	if (row->kind != ROW_PROCESS || at >= branches->n)
		return;
	branch = &branches->all[at];
	depth = branch->depth;
	from = depth > DEPTH_SHOWN ? depth - DEPTH_SHOWN + 1 : 1;
	for (int d = from; d <= depth && used < size; d++) {
		bool more = d < DEPTH_BITS && branch->more & 1U << d;
		enum symbol part = more ? SYMBOL_TRUNK : SYMBOL_NO_TRUNK;

		if (d == depth)
			part = more ? SYMBOL_BRANCH : SYMBOL_BRANCH_LAST;
		used += (size_t)snprintf(text + used, size - used, "%s", symbol(part, ascii));
	}
}
