/* SPDX-License-Identifier: GPL-2.0-only */
/* The past of a node; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/detail/view_parts.h"

#include "model/formula.h"
#include "ui/state/state.h"

static size_t get_trend(const struct ui_state *state, float *series, size_t n)
{
	if (!state->row_history)
		return 0;
	if (n > ROW_HISTORY_LEN)
		n = ROW_HISTORY_LEN;
	row_history_percents(state->row_history, &state->detail.row, state->snapshot->seq,
			     state->detail.node, series, n);
	return n;
}

size_t node_series(const struct ui_state *state, float *series, size_t n)
{
	size_t ago = 0;

	if (state->detail.name.kind == ROW_EXITED || !family_has_counters(state_family(state)))
		return 0;
	if (state->detail.name.kind != ROW_MACHINE)
		return get_trend(state, series, n);
	if (!state->history)
		return 0;
	if (!machine_history_find(state->history, state->snapshot->seq, &ago))
		return 0;
	machine_history_series(state->history, ago, state->detail.node, series, n);
	return n;
}
