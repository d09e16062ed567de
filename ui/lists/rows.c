/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a list; see rows.h: a whole table, the regions and threads of a process, the processes
 * of a group, or the tree of sockets, nodes, cores and CPUs, sorted among siblings. UI thread.
 */
#include "config.h"
#include "ui/lists/rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"
#include "model/snapshot/group.h"
#include "ui/draw/format.h"
#include "ui/state/state.h"

/* ---- which lines are folded ---- */

/* Index into `unfolded`: sockets, then nodes, then cores. */
static size_t fold_index(const struct ui_state *state, const struct row *row)
{
	size_t at = (size_t)(row - state->snapshot->table[row->kind].rows);

	for (int kind = ROW_SOCKET; kind < (int)row->kind; kind++)
		at += state->snapshot->table[kind].n;
	return at;
}

static uint32_t view_bit(const struct ui_state *state)
{
	return UINT32_C(1) << state->view;
}

bool fold_is_open(const struct ui_state *state, const struct row *row)
{
	size_t i = fold_index(state, row);
	bool usual = row->kind < views[state->view].kind;

	return i < state->n_unfolded && state->unfolded[i] & view_bit(state) ? !usual : usual;
}

static bool fold_make_room(struct ui_state *state, size_t n)
{
	uint32_t *grown;

	if (n <= state->n_unfolded)
		return true;
	grown = realloc(state->unfolded, n * sizeof(*grown));
	if (!grown)
		return false;
	memset(grown + state->n_unfolded, 0, (n - state->n_unfolded) * sizeof(*grown));
	state->unfolded = grown;
	state->n_unfolded = n;
	return true;
}

/* The row that a core is listed below: its node if the socket has several, or the socket. */
static const struct row *holder_of(const struct snapshot *s, const struct row *core)
{
	const struct row *socket = &s->table[ROW_SOCKET].rows[core->parent];
	uint32_t at = (uint32_t)(core - s->table[ROW_CORE].rows);
	size_t n;
	const struct row *nodes = snapshot_nodes(s, socket, &n);

	for (size_t i = 0; n > 1 && i < n; i++)
		if (at >= nodes[i].first && at < nodes[i].first + nodes[i].children)
			return &nodes[i];
	return socket;
}

bool fold_process(struct ui_state *state, const struct row *row, bool folded)
{
	const struct snapshot *s = state->snapshot;
	bool has_children;

	if ((row->kind == ROW_THREAD || row->kind == ROW_REGION) && row->parent >= 0)
		row = &s->table[ROW_PROCESS].rows[row->parent];
	has_children = branches_has_children(&state->branches, s, row);
	if (!has_children && folded)
		row = branches_parent(&state->branches, s, row);
	if (!row || (!has_children && !folded))
		return false;
	tree_folds_set(&state->tree_folds, row, folded);
	state_current(state)->cursor.pinned = true;
	state_current(state)->cursor.name = row_name_of(row);
	return true;
}

void fold_toggle(struct ui_state *state)
{
	const struct snapshot *s = state->snapshot;
	const struct row *row = state_selected(state);

	/* On a CPU its core is meant; a core of one CPU has no line of its own. */
	if (row && row->kind == ROW_CPU && row->parent >= 0)
		row = &s->table[ROW_CORE].rows[row->parent];
	if (row && row->kind == ROW_CORE && row->children < 2 && row->parent >= 0)
		row = holder_of(s, row);
	if (!row || !fold_make_room(state, s->table[ROW_SOCKET].n + s->table[ROW_NODE].n +
					   s->table[ROW_CORE].n))
		return;
	state->unfolded[fold_index(state, row)] ^= view_bit(state);
	state_current(state)->cursor.pinned = true;
	state_current(state)->cursor.name = row_name_of(row);
}

/* ---- which rows there are ---- */

static int rows_make_room(struct ui_state *state, size_t n)
{
	const struct row **rows;

	/* Gives memory back that a burst of tasks needed. */
	if (high_water_trim(&state->high_rows, n, state->cap_rows) < state->cap_rows) {
		free(state->rows);
		state->rows = NULL;
		state->cap_rows = 0;
		column_sorter_done(&state->sorter);
	}
	rows = list_room(state->rows, n, &state->cap_rows, 256, sizeof(*rows));
	if (n && !rows)
		return -ENOMEM;
	state->rows = rows;
	return 0;
}

static void add_chosen(struct ui_state *state, const struct row *rows, size_t n)
{
	const struct filter *filter = state_filter(state)->filter;

	for (size_t i = 0; i < n; i++)
		if (filter_match(filter, state_rows_of(state), &rows[i]))
			state->rows[state->n_rows++] = &rows[i];
	state->n_all += n;
}

static int sort_from(struct ui_state *state, size_t first)
{
	return columns_sort(&state->sorter, state_rows_of(state), state->rows + first,
			    state->n_rows - first, &state_current(state)->order);
}

static const struct row *find_process(const struct ui_state *state)
{
	const struct row *row = snapshot_find(state->snapshot, ROW_PROCESS, state->process.id);
	const struct row_table *table = &state->snapshot->table[ROW_PROCESS];

	/* Of two processes with one pid (the first exited, the second got its number) take ours. */
	while (row && row > table->rows && row[-1].id == row->id)
		row--;
	for (; row && row < table->rows + table->n && row->id == state->process.id; row++)
		if (row->start_ns == state->process.start_ns)
			return row;
	return NULL;
}

/* Room for n processes, and for all threads and regions if they are listed as well. */
static int make_room_for_processes(struct ui_state *state, size_t n)
{
	const struct row_table *table = state->snapshot->table;

	return rows_make_room(state, n + (state_lists_threads(state) ?
								       table[ROW_THREAD].n + table[ROW_REGION].n : 0));
}

/* What is listed below a process. */
struct below {
	const struct row *regions;	/* first; NULL: it has none */
	size_t n_regions;
	const struct row *threads;	/* those that ran, of a process that has several */
	size_t n_threads;
};

static struct below below_process(const struct ui_state *state, const struct row *process)
{
	struct below below = { NULL, 0, NULL, 0 };

	if (state_shows_tree(state) && branches_hidden(&state->branches, state->snapshot, process))
		return below;
	below.regions = shown_regions_of(state->snapshot, process, &below.n_regions);
	if (process->children >= 2)
		below.threads = snapshot_children(state->snapshot, process, &below.n_threads);
	return below;
}

/* Puts n rows at an index of the list, in its order. 0, or -ENOMEM: unsorted. */
static int put_sorted(struct ui_state *state, size_t at, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		state->rows[at + i] = &rows[i];
	return columns_sort(&state->sorter, state->snapshot, state->rows + at, n,
			    &state_current(state)->order);
}

/* Puts regions and threads behind their processes: from the end, so that each row moves once. */
static int insert_below(struct ui_state *state)
{
	size_t from = state->n_rows, to = from;
	int ret = 0;

	for (size_t i = 0; i < from; i++) {
		const struct below below = below_process(state, state->rows[i]);

		to += below.n_regions + below.n_threads;
	}
	state->n_below = to - from;
	state->n_rows = to;
	while (from-- > 0) {
		const struct row *process = state->rows[from];
		const struct below below = below_process(state, process);

		to -= below.n_threads;
		ret |= put_sorted(state, to, below.threads, below.n_threads);
		to -= below.n_regions;
		ret |= put_sorted(state, to, below.regions, below.n_regions);
		state->rows[--to] = process;
	}
	return ret ? -ENOMEM : 0;
}

/* Its regions, then its threads; each sorted among themselves. */
static int list_inside(struct ui_state *state)
{
	const struct row *process = find_process(state), *threads, *regions;
	size_t n, first;
	int ret;

	if (!process)
		return 0;
	threads = snapshot_children(state->snapshot, process, &n);
	regions = shown_regions_of(state->snapshot, process, &state->n_regions);
	state->has_rest = regions && regions->id == REGION_OTHER;
	if (rows_make_room(state, n + state->n_regions))
		return -ENOMEM;
	add_chosen(state, regions, state->n_regions);
	ret = sort_from(state, 0);
	first = state->n_rows;
	add_chosen(state, threads, n);
	return ret | sort_from(state, first);
}

/* The processes of a user, a cgroup or a name, which may be missing in this interval. */
static int list_group(struct ui_state *state)
{
	const struct row_table *groups = &state->snapshot->table[state->group.kind];
	const struct row_table *processes = &state->snapshot->table[ROW_PROCESS];
	size_t group = 0;

	while (group < groups->n && !row_is_named(&groups->rows[group], &state->group))
		group++;
	if (group == groups->n)
		return 0;
	if (make_room_for_processes(state, processes->n))
		return -ENOMEM;
	for (size_t i = 0; i < processes->n; i++) {
		const struct row *row = &processes->rows[i];

		if (group_of(row, state->group.kind) != (int32_t)group)
			continue;
		state->n_all++;
		state->n_asleep += row->asleep;
		if (filter_match(state->filters[VIEW_PROCESSES].filter, state->snapshot, row))
			state->rows[state->n_rows++] = row;
	}
	return sort_from(state, 0);
}

static int list_tree(struct ui_state *state)
{
	const struct row_table *table = &state->snapshot->table[ROW_PROCESS];
	int ret;

	/* The sorted rows stand behind the room for the lines that are made from them. */
	if (make_room_for_processes(state, 2 * table->n))
		return -ENOMEM;
	/* The difference to a baseline is that of the process alone, so its row is no sum. */
	ret = branches_prepare(&state->branches, state->snapshot, state_filter(state)->filter,
			       &state->tree_folds, !timeline_baseline(&state->timeline),
			       state->rows + table->n);
	state->n_rows = 2 * table->n;
	if (!ret)
		ret = sort_from(state, table->n);
	state->n_rows = 0;
	if (ret)
		return -ENOMEM;
	branches_list(&state->branches, state->snapshot, state->rows + table->n, state->rows);
	state->n_rows = state->branches.lines;
	state->n_all = table->n;
	return 0;
}

static int list_table(struct ui_state *state, enum row_kind kind)
{
	const struct row_table *table = &state->snapshot->table[kind];

	if (make_room_for_processes(state, table->n))
		return -ENOMEM;
	add_chosen(state, table->rows, table->n);
	return sort_from(state, 0);
}

/*
 * The rows below a line of the tree of CPUs: nodes stand between a socket and its cores only if the
 * socket has several.
 */
static const struct row *below(const struct snapshot *snapshot, const struct row *row, size_t *n)
{
	const struct row *nodes;

	if (row->kind == ROW_SOCKET) {
		nodes = snapshot_nodes(snapshot, row, n);
		if (*n > 1)
			return nodes;
	}
	return snapshot_children(snapshot, row, n);
}

/*
 * Appends the children of a row, sorted, as lines. Each level of the recursion (sockets, nodes,
 * cores, CPUs) would need a list of its own. So the sorted children are kept at the end of the
 * list's memory, which has room for every row twice.
 */
static int list_below(struct ui_state *state, const struct row *parent, const struct row **spare)
{
	const struct filter *filter = state_filter(state)->filter;
	size_t n;
	const struct row *children = below(state->snapshot, parent, &n);
	int ret;

	for (size_t i = 0; i < n; i++)
		spare[i] = &children[i];
	ret = columns_sort(&state->sorter, state->snapshot, spare, n, &state_current(state)->order);
	for (size_t i = 0; i < n; i++) {
		const struct row *row = spare[i];
		/* A core of one CPU adds nothing to its CPU. */
		bool single = row->kind == ROW_CORE && row->children == 1;

		size_t before = state->n_rows;

		if (!single)
			state->rows[state->n_rows++] = row;
		state->n_all += !single;
		if (single || (row->kind != ROW_CPU && fold_is_open(state, row)))
			ret |= list_below(state, row, spare + n);
		/* A row that does not match stays above one that does: the tree is kept. */
		if (state->n_rows == before + 1 && !filter_match(filter, state->snapshot, row))
			state->n_rows = before;
	}
	return ret ? -ENOMEM : 0;
}

static int list_cpus(struct ui_state *state)
{
	const struct snapshot *s = state->snapshot;
	size_t all = s->table[ROW_SOCKET].n + s->table[ROW_NODE].n + s->table[ROW_CORE].n +
		     s->table[ROW_CPU].n;
	const struct row *machine = snapshot_machine(s);

	if (!machine || rows_make_room(state, 2 * all))
		return machine ? -ENOMEM : 0;
	return list_below(state, machine, state->rows + all);
}

static int list_exited(struct ui_state *state)
{
	double until = state->frozen ? state->snapshot->time : (double)INFINITY;
	const struct row_table *table;

	state->rows_of = state->exited ? exited_sums(state->exited, until) : NULL;
	if (!state->rows_of)
		return 0;
	table = &state->rows_of->table[ROW_EXITED];
	if (rows_make_room(state, table->n))
		return -ENOMEM;
	add_chosen(state, table->rows, table->n);
	return sort_from(state, 0);
}

static int rows_list_all(struct ui_state *state)
{
	if (state->inside)
		return list_inside(state);
	if (state->within)
		return list_group(state);
	switch (views[state->view].listing) {
	case LISTING_CPU_TREE:
		return list_cpus(state);
	case LISTING_EXITED:
		return list_exited(state);
	default:
		return state_shows_tree(state) ? list_tree(state) :
						 list_table(state, state_kind(state));
	}
}

int rows_list(struct ui_state *state)
{
	int ret;

	state->n_rows = 0;
	state->n_all = state->n_asleep = state->n_below = state->n_regions = 0;
	state->has_rest = false;
	state->rows_of = NULL;
	if (!state->snapshot)
		return 0;
	state->sorter.baseline = timeline_baseline(&state->timeline);
	filter_set_cost(state_filter(state)->filter,
			column_order_node(state_order(state), state_family(state)));
	ret = rows_list_all(state);
	return !ret && state_lists_threads(state) ? insert_below(state) : ret;
}

/* ---- regions of programs ---- */

bool shown_regions_wanted(const struct ui_state *state)
{
	const enum row_kind kind = state->detail.name.kind;

	if (state->keeps_regions)
		return true;
	if (state->detail.open)
		return kind == ROW_PROCESS || kind == ROW_REGION;
	return state->inside || state_lists_threads(state) || state_kind(state) == ROW_REGION;
}

bool shown_regions_tell(const struct ui_state *state, struct control *control)
{
	const bool wanted = shown_regions_wanted(state);

	/* relaxed, both: the value stands alone, see model/control.h */
	if (atomic_load_explicit(&control->regions, memory_order_relaxed) == wanted)
		return false;
	atomic_store_explicit(&control->regions, wanted, memory_order_relaxed);
	return true;
}

const struct row *shown_regions_of(const struct snapshot *snapshot, const struct row *process,
				   size_t *n)
{
	const struct row *regions = snapshot_regions(snapshot, process, n);

	for (size_t i = 0; i < *n; i++)
		if (regions[i].id != REGION_OTHER)
			return regions;
	*n = 0;
	return NULL;
}

void shown_regions_name(const struct snapshot *snapshot, const struct row *region, bool ascii,
			char *text, size_t size)
{
	format_harmless(text, size, snapshot_text(snapshot, region->name));
	if (ascii)
		format_ascii(text);
}
