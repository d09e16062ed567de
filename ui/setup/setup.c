/* SPDX-License-Identifier: GPL-2.0-only */
/* The setup screen; see setup.h. UI thread. */
#include "config.h"
#include "ui/setup/setup.h"

#include <string.h>

#include "model/formula.h"
#include "ui/lists/table_fit.h"
#include "ui/setup/settings.h"
#include "ui/state/state.h"

/* Has the view columns of its own? Others share those of another view. */
static bool has_page(int view)
{
	return (int)views[view].columns == view;
}

int setup_pages(void)
{
	int n = SETUP_COLUMNS;

	for (int view = 0; view < VIEW_COUNT; view++)
		n += has_page(view);
	return n;
}

enum view_id setup_page_view(int page)
{
	int at = SETUP_COLUMNS, view = 0;

	for (view = 0; view < VIEW_COUNT; view++)
		if (has_page(view) && at++ == page)
			break;
	return (enum view_id)view;
}

const char *setup_page_name(int page)
{
	return page == SETUP_SETTINGS ? "settings" : views[setup_page_view(page)].title;
}

bool setup_takes(const struct ui_state *state)
{
	return state->setup.open && !state->help;
}

int setup_lines(const struct setup *setup)
{
	const int pages = setup_pages(), lines = (int)setup->n;

	return 1 + (lines > pages ? lines : pages);
}

enum view_id setup_view(const struct ui_state *state)
{
	return state->setup.open ? state->setup.from.view : state->view;
}

/* ---- the list of columns ---- */

/* Where a column that is not shown stands: behind the last one that precedes it in the table. */
static size_t setup_place_of(const struct setup *setup, const struct column *column)
{
	size_t at = 0;

	for (size_t i = 0; i < setup->n; i++)
		if (setup->columns[i].choice.column < column)
			at = i + 1;
	return at;
}

static void insert(struct setup *setup, size_t at, const struct column *column)
{
	memmove(&setup->columns[at + 1], &setup->columns[at],
		(setup->n - at) * sizeof(setup->columns[0]));
	setup->columns[at] = (struct setup_column){ .choice = { .column = column } };
	setup->n++;
}

static bool has(const struct setup *setup, const struct column *column)
{
	for (size_t i = 0; i < setup->n; i++)
		if (setup->columns[i].choice.column == column)
			return true;
	return false;
}

/* Lists the chosen columns in their order, and the others in between. */
static void list_columns(struct ui_state *state)
{
	struct setup *setup = &state->setup;
	enum view_id view = setup_page_view(setup->page);
	struct column_set set = state->look.columns[view];

	if (!set.n)
		column_set_default(&set, view, state_family(state));
	setup->n = set.n;
	for (size_t i = 0; i < set.n; i++)
		setup->columns[i] = (struct setup_column){ set.items[i], true };
	for (size_t i = 0; i < columns_n; i++)
		if (column_is_in_view(&columns[i], view) && !has(setup, &columns[i]) &&
		    column_fits_family(&columns[i], state_family(state)))
			insert(setup, setup_place_of(setup, &columns[i]), &columns[i]);
}

/* Puts a change into effect. */
static unsigned int apply(struct ui_state *state)
{
	const struct setup *setup = &state->setup;
	struct column_set *set = &state->look.columns[setup_page_view(setup->page)];

	set->n = 0;
	for (size_t i = 0; i < setup->n; i++)
		if (setup->columns[i].shown)
			set->items[set->n++] = setup->columns[i].choice;
	/* No choice means the default columns, also on a machine with other columns. */
	if (column_set_is_default(set, setup_page_view(setup->page), state_family(state)))
		set->n = 0;
	return R_DRAW;
}

static void list_page(struct ui_state *state)
{
	if (state->setup.page == SETUP_SETTINGS)
		state->setup.n = SETTING_COUNT;
	else
		list_columns(state);
}

/* The column under the cursor, or NULL. */
static struct setup_column *current_column(struct ui_state *state)
{
	struct setup *setup = &state->setup;

	return setup->page != SETUP_SETTINGS && setup->inside ? &setup->columns[setup->line] : NULL;
}

/* ---- opening and moving ---- */

static void go_back(struct ui_state *state)
{
	state->view = state->setup.from.view;
	state->view_before = state->setup.from.view_before;
	state->inside = state->setup.from.inside;
	state->within = state->setup.from.within;
}

/* Shows the view that the page is about. Inside a process its threads are shown already. */
static void show_view(struct ui_state *state)
{
	int page = state->setup.page;

	go_back(state);
	if (page == SETUP_SETTINGS || column_view_of(state_kind(state)) == setup_page_view(page))
		return;
	state->inside = state->within = false;
	state->view = setup_page_view(page);
}

unsigned int setup_open(struct ui_state *state)
{
	struct setup *setup = &state->setup;

	*setup = (struct setup){
		.open = true,
		.n = SETTING_COUNT,
		.from = { .view = state->view, .view_before = state->view_before,
			  .inside = state->inside, .within = state->within,
			  .detail = state->detail.open },
	};
	state->help = state->detail.open = false;
	return R_ROWS;
}

unsigned int setup_close(struct ui_state *state)
{
	go_back(state);
	state->detail.open = state->setup.from.detail;
	state->setup.open = false;
	return R_ROWS;
}

unsigned int setup_go_to_page(struct ui_state *state, int page)
{
	struct setup *setup = &state->setup;

	page = page < 0 ? 0 : page >= setup_pages() ? setup_pages() - 1 : page;
	setup->inside = false;
	if (page == setup->page)
		return R_DRAW;
	setup->page = page;
	setup->line = setup->scroll = 0;
	show_view(state);
	list_page(state);
	return R_ROWS;
}

unsigned int setup_go_to_line(struct ui_state *state, size_t line)
{
	struct setup *setup = &state->setup;

	setup->inside = true;
	setup->line = line < setup->n ? line : setup->n - 1;
	return R_DRAW;
}

unsigned int setup_go_inside(struct ui_state *state, bool inside)
{
	state->setup.inside = inside;
	return R_DRAW;
}

unsigned int setup_move(struct ui_state *state, long lines)
{
	const struct setup *setup = &state->setup;
	long to = (long)setup->line + lines;
	const int pages = setup_pages();

	if (!setup->inside)
		return setup_go_to_page(state, lines > pages ? pages :
					       lines < -pages ? 0 : setup->page + (int)lines);
	return setup_go_to_line(state, to < 0 ? 0 : (size_t)to);
}

/* ---- changes ---- */

static unsigned int step_setting(struct ui_state *state, int direction)
{
	unsigned int reaction = settings[state->setup.line].step(state, direction);

	/* The view setting is also the view to return to. */
	if (state->setup.from.view != state->view)
		state->setup.from.detail = false;
	state->setup.from.view = state->view;
	state->setup.from.view_before = state->view_before;
	state->setup.from.inside = state->inside;
	state->setup.from.within = state->within;
	return reaction;
}

unsigned int setup_choose(struct ui_state *state)
{
	struct setup_column *at = current_column(state);

	if (!state->setup.inside)
		return setup_go_inside(state, true);
	if (!at)
		return step_setting(state, +1);
	if (at->shown && state->look.columns[setup_page_view(state->setup.page)].n == 1) {
		state_say(state, "one column must stay");
		return R_DRAW;
	}
	at->shown = !at->shown;
	return apply(state);
}

/* Width of the column on the screen now; its default width if it is not there. */
static int width_now(const struct ui_state *state, const struct column *column)
{
	struct table table;

	table_fit_view(state, state->list_w, &table);
	for (size_t i = 0; i < table.n; i++)
		if (table.places[i].column == column ||
		    (column_is_cost(column) && column_is_cost(table.places[i].column)))
			return table.places[i].w;
	return column->width;
}

unsigned int setup_change(struct ui_state *state, int direction)
{
	struct setup_column *at = current_column(state);
	int width;

	if (!state->setup.inside)
		return R_NONE;
	if (!at)
		return step_setting(state, direction);
	if (!at->shown) {
		state_say(state, "this column is not chosen: Space does");
		return R_DRAW;
	}
	width = at->choice.width ? at->choice.width : width_now(state, at->choice.column);
	width += direction;
	/* On a small screen it may be narrower than one that can be chosen. */
	if (direction > 0 && width < column_least_width(at->choice.column))
		width = column_least_width(at->choice.column);
	if (width < column_least_width(at->choice.column) || width > COLUMN_WIDTH_MAX)
		return R_NONE;
	/* The default width of a column that does not stretch counts as no choice. */
	at->choice.width =
		!at->choice.column->stretch && width == at->choice.column->width ? 0 : width;
	return apply(state);
}

unsigned int setup_usual_width(struct ui_state *state)
{
	struct setup_column *at = current_column(state);

	if (!at)
		return R_NONE;
	at->choice.width = 0;
	return apply(state);
}

unsigned int setup_shift(struct ui_state *state, int direction)
{
	struct setup *setup = &state->setup;
	struct setup_column *at = current_column(state), moved;
	size_t to = setup->line;

	if (!at || !at->shown)
		return R_NONE;
	/* Skips columns that are not shown, so that each key press is visible. */
	do {
		to += (size_t)(long)direction;
	} while (to < setup->n && !setup->columns[to].shown);
	if (to >= setup->n)
		return R_NONE;
	moved = *at;
	for (size_t i = setup->line; i != to; i += (size_t)(long)direction)
		setup->columns[i] = setup->columns[i + (size_t)(long)direction];
	setup->columns[to] = moved;
	setup->line = to;
	return apply(state);
}

unsigned int setup_sort(struct ui_state *state)
{
	struct setup_column *at = current_column(state);
	struct column_order *order = &state_current(state)->order;

	if (!at || !column_is_sortable(at->choice.column))
		return R_NONE;
	if (column_is_cost(at->choice.column) ? column_order_is_cost(order) :
						order->column == at->choice.column)
		order->reverse = !order->reverse;
	else
		column_order_by(order, at->choice.column);
	return R_ROWS;
}

unsigned int setup_reset(struct ui_state *state)
{
	if (state->setup.page == SETUP_SETTINGS)
		return R_NONE;
	state->look.columns[setup_page_view(state->setup.page)].n = 0;
	list_columns(state);
	return R_DRAW;
}
