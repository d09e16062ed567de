/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Order"; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/lists/table_fit.h"
#include "ui/state/find.h"
#include "ui/state/state.h"

static unsigned int set_order(struct ui_state *state, const struct column *column)
{
	struct column_order *order = &state_current(state)->order;

	if (!column || !column_applies(column, state_kind(state)))
		return R_NONE;
	column_order_by(order, column);
	return R_ROWS;
}

unsigned int act_sort_metric(struct ui_state *state, int metric)
{
	return set_order(state, columns_of_metric((enum metric_id)metric));
}

unsigned int act_sort_cpu(struct ui_state *state, int argument)
{
	(void)argument;
	return set_order(state, columns_find("cpu"));
}

/* During a search N means the previous match, as in other programs; Esc ends that. */
unsigned int act_sort_number(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help || find_is_on(state))
		return find_next(state, -1);
	if (state_shows_cpus(state)) {
		column_order_by(&state_current(state)->order, NULL);
		return R_ROWS;
	}
	return set_order(state, columns_find(state_kind(state) == ROW_THREAD ? "tid" : "pid"));
}

/*
 * Index of the ordering column on the screen. On level 2 a class is not shown itself: then the
 * index before its first child or behind its last one, so that a step leads to the nearest child.
 */
static int find_ordering(const struct table *table, const struct column *ordering, int direction)
{
	int at = direction > 0 ? -1 : (int)table->n;
	bool found = false;

	for (int i = 0; ordering && i < (int)table->n; i++) {
		const struct column *column = table->places[i].column;

		if (column == ordering || (column_is_cost(column) && column_is_cost(ordering)))
			return i;
		if (column->metric == M_NONE || ordering->metric == M_NONE ||
		    metrics[column->metric].parent != ordering->metric)
			continue;
		if (direction < 0)
			at = i + 1;
		else if (!found)
			at = i - 1;
		found = true;
	}
	return at;
}

unsigned int act_sort_beside(struct ui_state *state, int direction)
{
	const struct column *ordering = column_order_column(state_order(state), state_family(state));
	struct table table;
	int n;

	table_fit_view(state, state->list_w, &table);
	n = (int)table.n;
	for (int at = find_ordering(&table, ordering, direction) + direction; at >= 0 && at < n;
	     at += direction)
		if (column_is_sortable(table.places[at].column))
			return set_order(state, table.places[at].column);
	return R_NONE;
}
