/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Find", and pasted text; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/code_views/code_keys.h"
#include "ui/lists/table_fit.h"
#include "ui/setup/menu.h"
#include "ui/setup/settings.h"
#include "ui/state/find.h"
#include "ui/state/state.h"
#include "ui/term/key_decoder.h"

unsigned int act_find(struct ui_state *state, int mode)
{
	return find_open(state, (enum find_mode)mode);
}

unsigned int act_menu(struct ui_state *state, int id)
{
	return menu_open(state, (enum menu_id)id);
}

unsigned int act_next_match(struct ui_state *state, int direction)
{
	return find_next(state, direction);
}

/* A process, a thread or a region. */
static const struct row *selected_task(struct ui_state *state)
{
	const struct row *row = state->help ? NULL : state_selected(state);

	return row && (filter_is_task(row->kind) || row->kind == ROW_REGION) ? row : NULL;
}

unsigned int keys_find_lost(struct ui_state *state)
{
	if (follow_where(state) <= FOLLOWED_HERE)
		return R_NONE;
	state_say(state, "the followed task is not in the list: f ends following");
	return R_DRAW;
}

unsigned int act_follow(struct ui_state *state, int argument)
{
	struct cursor *cursor = &state_current(state)->cursor;
	bool follow = !cursor->follow;

	(void)argument;
	if (follow && !selected_task(state))
		return R_NONE;
	if (follow)
		state_move(state, 0);	/* pins the cursor to the row */
	cursor->follow = follow;
	cursor->exit_seq = 0;
	if (follow)
		follow_see(state, state->snapshot);
	return R_DRAW;
}

/* Lists of tasks say all the time what they hide; the others say it once. */
unsigned int act_hide(struct ui_state *state, int setting)
{
	unsigned int reaction = settings[setting].step(state, +1);
	bool kernel = setting == SETTING_HIDE_KERNEL;
	unsigned int bit = kernel ? HIDE_KERNEL : HIDE_EXITED;
	bool hidden = state_hidden(state) & bit;

	if (!(state_filter_shown(state)->hidden & bit))
		state_say(state, "%s: %s", kernel ? "kernel threads" : "exited tasks",
			  hidden ? "hidden in lists of tasks" : "shown");
	return reaction;
}

unsigned int act_tag(struct ui_state *state, int argument)
{
	const struct row *row = selected_task(state);

	(void)argument;
	if (!row)
		return keys_find_lost(state);
	tags_toggle(&state->tags, row);
	if (!state_current(state)->cursor.follow)
		state_move(state, +1);
	return R_DRAW;
}

unsigned int act_untag(struct ui_state *state, int argument)
{
	(void)argument;
	tags_clear(&state->tags);
	return R_DRAW;
}

/* ---- pasted text ---- */

bool keys_paste_takes(int code)
{
	return code == KEYCODE_PASTE_BEGIN || code == KEYCODE_PASTE_END || code >= KEYCODE_PASTED;
}

unsigned int keys_paste(struct ui_state *state, int code)
{
	if (state->find.mode == FIND_NOTHING) {
		if (code != KEYCODE_PASTE_BEGIN)
			return R_NONE;
		state_say(state,
			  "pasted text does nothing here: paste it into a filter (\\) or search (/)");
		return R_DRAW;
	}
	if (code == KEYCODE_PASTE_BEGIN)
		return R_NONE;
	if (code >= KEYCODE_PASTED) {
		(void)input_add(state->find.text, sizeof(state->find.text), code - KEYCODE_PASTED);
		return R_DRAW;
	}
	return find_try(state);
}

/* ---- order ---- */

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
