/* SPDX-License-Identifier: GPL-2.0-only */
/* The tree of processes; see branches.h. Walked without recursion: parents may be 50,000 deep. */
#include "config.h"
#include "ui/state/branches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "ui/draw/symbols.h"
#include "ui/table/filter.h"

#define DEPTH_SHOWN 12		/* deeper rows show only the lines nearest to them */
#define DEPTH_BITS 32
#define LINE_CELLS 3		/* of a level */

/* The row of a process with children. */
struct branch_sum {
	struct lone_row sum;	/* first: its row is what is listed */
	uint32_t process;
};

void tree_folds_done(struct tree_folds *folds)
{
	tags_done(&folds->except);
}

static bool tree_folds_has(const struct tree_folds *folds, const struct row *process)
{
	return folds->all != tags_has(&folds->except, process);
}

void tree_folds_set(struct tree_folds *folds, const struct row *process, bool folded)
{
	if (tree_folds_has(folds, process) != folded)
		tags_toggle(&folds->except, process);
}

void tree_folds_toggle_all(struct tree_folds *folds)
{
	folds->all = !folds->all;
	tags_clear(&folds->except);
}

void branches_done(struct branches *branches)
{
	free(branches->all);
	free(branches->sums);
	*branches = (struct branches){ 0 };
}

static int branches_make_room(struct branches *branches, size_t n)
{
	struct branch *all = list_room(branches->all, n, &branches->cap, 256, sizeof(*all));

	branches->n = 0;
	if (n && !all)
		return -ENOMEM;
	branches->all = all;
	branches->n = n;
	return 0;
}

/* Index of the process of a row: in the table, or the sum of its branch. NO_BRANCH: neither. */
static uint32_t index_of(const struct branches *branches, const struct snapshot *snapshot,
			 const struct row *row)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];
	const struct branch_sum *sum = (const struct branch_sum *)row;

	if (row->kind != ROW_PROCESS)
		return NO_BRANCH;
	if (sum >= branches->sums && sum < branches->sums + branches->n_sums)
		return sum->process;
	return row >= table->rows && row < table->rows + branches->n ?
		       (uint32_t)(row - table->rows) : NO_BRANCH;
}

static void find_parents(struct branches *branches, const struct snapshot *snapshot)
{
	const struct row *rows = snapshot->table[ROW_PROCESS].rows;

	for (size_t i = 0; i < branches->n; i++) {
		const struct row *parent = NULL;

		if (rows[i].ppid > 0 && rows[i].ppid != rows[i].id)
			parent = snapshot_find(snapshot, ROW_PROCESS, rows[i].ppid);
		branches->all[i] = (struct branch){
			.parent = parent ? (uint32_t)(parent - rows) : NO_BRANCH,
			.first = NO_BRANCH, .last = NO_BRANCH, .next = NO_BRANCH,
			.top = NO_BRANCH,
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
			if (all[at].parent == NO_BRANCH)
				break;
			if (all[all[at].parent].more == way)
				all[at].parent = NO_BRANCH;
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
static void branches_choose(struct branches *branches, const struct snapshot *snapshot,
			    const struct filter *filter)
{
	const struct row *rows = snapshot->table[ROW_PROCESS].rows;
	struct branch *all = branches->all;

	for (uint32_t i = 0; i < branches->n; i++) {
		all[i].matches = filter_match(filter, snapshot, &rows[i]);
		for (uint32_t at = i; all[i].matches && at != NO_BRANCH && !all[at].listed;
		     at = all[at].parent)
			all[at].listed = true;
	}
}

/* Appends a process to the children of its parent. */
static void hang(struct branch *all, uint32_t at)
{
	struct branch *parent = &all[all[at].parent];

	if (parent->last == NO_BRANCH)
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
	if (branch->depth < DEPTH_BITS && branch->next != NO_BRANCH)
		branch->more |= 1U << branch->depth;
}

/* Lists a process without a parent and all its descendants. Returns the number of lines. */
static size_t list_from(struct branch *all, uint32_t root, const struct row **lines)
{
	uint32_t at = root;
	size_t n = 0;

	lines[n++] = all[root].row;
	for (;;) {
		uint32_t next = all[at].first;

		while (next == NO_BRANCH && at != root) {
			next = all[at].next;
			at = all[at].parent;
		}
		if (next == NO_BRANCH)
			return n;
		place(all, next);
		lines[n++] = all[next].row;
		at = next;
	}
}

/*
 * Finds the topmost folded process above each one, or itself: up to a process that knows it, and
 * down again by the way of `next`.
 */
static void find_tops(struct branch *all, uint32_t n, const struct row *rows,
		      const struct tree_folds *folds)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = i, way = NO_BRANCH;

		while (at != NO_BRANCH && !all[at].parted) {
			all[at].next = way;
			way = at;
			at = all[at].parent;
		}
		for (at = way; at != NO_BRANCH; at = way) {
			uint32_t parent = all[at].parent;

			way = all[at].next;
			all[at].next = NO_BRANCH;
			all[at].parted = true;
			if (parent != NO_BRANCH)
				all[at].top = all[parent].top;
			if (all[at].top == NO_BRANCH && tree_folds_has(folds, &rows[at]))
				all[at].top = at;
		}
	}
}

static void count_hidden(struct branches *branches)
{
	struct branch *all = branches->all;

	for (uint32_t i = 0; i < branches->n; i++)
		if (all[i].top != NO_BRANCH && all[i].top != i)
			all[all[i].top].hidden++;
}

/* Counts the children of each process, and makes room for a row of each that has some. */
static int count_children(struct branches *branches)
{
	struct branch *all = branches->all;
	struct branch_sum *sums;
	size_t n = 0;

	for (uint32_t i = 0; i < branches->n; i++)
		if (all[i].parent != NO_BRANCH && !all[all[i].parent].waits++)
			n++;
	if (n > branches->cap_sums) {
		sums = realloc(branches->sums, 2 * n * sizeof(*sums));
		if (!sums)
			return -ENOMEM;
		branches->sums = sums;
		branches->cap_sums = 2 * n;
	}
	return 0;
}

static void add_to_sum(struct lone_row *sum, const struct row *row)
{
	row_sum(sum, row);
	sum->row.threads += row->threads;
	sum->row.asleep &= row->asleep;
}

/*
 * Adds each process to its parent, after its own children: up from each leaf to the first process
 * that waits for another child.
 */
static void add_up(struct branches *branches, const struct snapshot *snapshot,
		   const struct row **rows)
{
	const struct row *own = snapshot->table[ROW_PROCESS].rows;
	struct branch *all = branches->all;

	for (uint32_t i = 0; i < branches->n; i++) {
		for (uint32_t at = i; rows[i] == &own[i] && all[at].parent != NO_BRANCH;) {
			const uint32_t parent = all[at].parent;

			if (all[at].listed)
				add_to_sum((struct lone_row *)rows[parent], rows[at]);
			if (--all[parent].waits)
				break;
			at = parent;
		}
	}
	for (size_t i = 0; i < branches->n_sums; i++)
		row_evaluate(snapshot, lone_row(&branches->sums[i].sum));
}

/*
 * Makes the rows of processes with children, by whose sums siblings are sorted: else the ancestors
 * of a busy process, which sleep, would hide it at the end. rows[] has the others already.
 */
static void make_sums(struct branches *branches, const struct snapshot *snapshot, bool sum,
		      const struct row **rows)
{
	const struct row *own = snapshot->table[ROW_PROCESS].rows;
	const struct branch *all = branches->all;

	for (uint32_t i = 0; i < branches->n; i++) {
		struct branch_sum *made = &branches->sums[branches->n_sums];

		if (sum ? !all[i].waits : !all[i].hidden)
			continue;
		*made = (struct branch_sum){ .sum = { .row = own[i],
						      .numbers = { .values = own[i].numbers->values,
								   .counts = counts_copy(&own[i].numbers->counts) } },
					     .process = i };
		rows[i] = lone_row(&made->sum);
		branches->n_sums++;
	}
	if (sum)
		add_up(branches, snapshot, rows);
}

int branches_prepare(struct branches *branches, const struct snapshot *snapshot,
		     const struct filter *filter, const struct tree_folds *folds, bool sum,
		     const struct row **rows)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];

	branches->n_sums = 0;
	if (branches_make_room(branches, table->n))
		return -ENOMEM;
	find_parents(branches, snapshot);
	cut_circles(branches);
	branches_choose(branches, snapshot, filter);
	for (size_t i = 0; i < table->n; i++)
		rows[i] = &table->rows[i];
	if (folds && !filter) {
		find_tops(branches->all, (uint32_t)branches->n, table->rows, folds);
		count_hidden(branches);
	}
	if (count_children(branches))
		return -ENOMEM;
	make_sums(branches, snapshot, sum, rows);
	return 0;
}

/* Is the process listed, and not hidden by a folded ancestor? */
static bool is_line(const struct branch *branch, uint32_t at)
{
	return branch->listed && (branch->top == NO_BRANCH || branch->top == at);
}

void branches_list(struct branches *branches, const struct snapshot *snapshot,
		   const struct row *const *sorted, const struct row **lines)
{
	struct branch *all = branches->all;
	size_t n = 0;

	for (size_t i = 0; i < branches->n; i++) {
		uint32_t at = index_of(branches, snapshot, sorted[i]);

		if (is_line(&all[at], at) && all[at].parent != NO_BRANCH)
			hang(all, at);
		all[at].row = all[at].hidden ? sorted[i] : &snapshot->table[ROW_PROCESS].rows[at];
	}
	for (size_t i = 0; i < branches->n; i++) {
		uint32_t at = index_of(branches, snapshot, sorted[i]);

		if (is_line(&all[at], at) && all[at].parent == NO_BRANCH)
			n += list_from(all, at, lines + n);
	}
	branches->lines = n;
}

bool branches_matches(const struct branches *branches, const struct snapshot *snapshot,
		      const struct row *row)
{
	uint32_t at = index_of(branches, snapshot, row);

	return at == NO_BRANCH || branches->all[at].matches;
}

uint32_t branches_hidden(const struct branches *branches, const struct snapshot *snapshot,
			 const struct row *row)
{
	uint32_t at = index_of(branches, snapshot, row);

	return at == NO_BRANCH ? 0 : branches->all[at].hidden;
}

bool branches_has_children(const struct branches *branches, const struct snapshot *snapshot,
			   const struct row *row)
{
	uint32_t at = index_of(branches, snapshot, row);

	return at != NO_BRANCH &&
	       (branches->all[at].hidden || branches->all[at].first != NO_BRANCH);
}

const struct row *branches_parent(const struct branches *branches, const struct snapshot *snapshot,
				  const struct row *row)
{
	uint32_t at = index_of(branches, snapshot, row);

	if (at == NO_BRANCH || branches->all[at].parent == NO_BRANCH)
		return NULL;
	return &snapshot->table[ROW_PROCESS].rows[branches->all[at].parent];
}

/*
 * The lines before a row of this depth; bit d of `more`: at depth d another row follows. The name has
 * half of the cells at least, so the lines that are farthest from it are left out.
 */
static void print_lines(uint32_t more, int depth, bool ascii, int cells, char *text, size_t size)
{
	const int room = cells / 2 / LINE_CELLS;
	const int most = room < 1 ? 1 : room < DEPTH_SHOWN ? room : DEPTH_SHOWN;
	const int from = depth > most ? depth - most + 1 : 1;
	size_t used = 0;

	text[0] = '\0';
	for (int d = from; d <= depth && used < size; d++) {
		bool follows = d < DEPTH_BITS && more & 1U << d;
		enum symbol part = follows ? SYMBOL_TRUNK : SYMBOL_NO_TRUNK;

		if (d == depth)
			part = follows ? SYMBOL_BRANCH : SYMBOL_BRANCH_LAST;
		if (from > 1 && d == from && d < depth)
			used += (size_t)snprintf(text, size, "%s  ",
						 symbol(SYMBOL_CUT_BEFORE, ascii));
		else
			used += (size_t)snprintf(text + used, size - used, "%s", symbol(part, ascii));
	}
}

void branches_print(const struct branches *branches, const struct snapshot *snapshot,
		    const struct row *row, bool ascii, int cells, char *text, size_t size)
{
	uint32_t at = index_of(branches, snapshot, row);

	text[0] = '\0';
	if (at != NO_BRANCH)
		print_lines(branches->all[at].more, branches->all[at].depth, ascii, cells, text,
			    size);
}

void branches_print_thread(const struct branches *branches, const struct snapshot *snapshot,
			   const struct row *process, bool last, bool ascii, int cells,
			   char *text, size_t size)
{
	uint32_t at = branches ? index_of(branches, snapshot, process) : NO_BRANCH;
	uint32_t more = 0;
	int depth = 1;

	if (at != NO_BRANCH) {
		depth = branches->all[at].depth + 1;
		more = branches->all[at].more;
		last &= branches->all[at].first == NO_BRANCH;
	}
	if (depth < DEPTH_BITS && !last)
		more |= 1U << depth;
	print_lines(more, depth, ascii, cells, text, size);
}
