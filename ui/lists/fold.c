/* SPDX-License-Identifier: GPL-2.0-only */
/* Which sockets, nodes and cores are folded; see fold.h. UI thread. */
#include "config.h"
#include "ui/lists/fold.h"

#include <stdlib.h>
#include <string.h>

#include "ui/state/state.h"

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
