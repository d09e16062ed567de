/* SPDX-License-Identifier: GPL-2.0-only */
/* The state of the screen at its beginning and end; see state_options.h. UI thread. */
#include "config.h"
#include "ui/screen/state_options.h"

#include <stdlib.h>
#include <string.h>

#include "model/verdict/change_watch.h"
#include "ui/code_views/code_state.h"
#include "ui/setup/menu.h"
#include "ui/setup/setup.h"
#include "ui/state/find.h"
#include "ui/state/state.h"
#include "ui/time/scope.h"
#include "ui/time/time_map.h"

static const struct column *default_order(enum view_id view)
{
	const struct view *of = &views[view];

	return of->listing == LISTING_CPU_TREE ? NULL : column_order_usual(of->kind);
}

/* The orders that are not the default. */
static void list_orders(const struct ui_state *state, struct view_order orders[VIEW_COUNT])
{
	for (int view = 0; view < VIEW_COUNT; view++) {
		const struct column_order *order = &state->views[view].order;

		orders[view] = (struct view_order){
			.chosen = order->reverse ||
				  order->column != default_order((enum view_id)view),
			.column = order->column,
			.reverse = order->reverse,
		};
	}
}

static void init_code(struct ui_state *state, const struct ui_options *options)
{
	code_init(&state->code, options->code, state->look.code_columns);
	state->code.of.level = state->look.level;
}

void state_places(const struct ui_state *state, struct list_places *places)
{
	for (int view = 0; view < VIEW_COUNT; view++) {
		memcpy(places->of[view].filter, state->filters[view].text, FILTER_TEXT);
		memcpy(places->of[view].user, state->filters[view].user, FILTER_TEXT);
		places->of[view].cursor = state->views[view].cursor;
	}
	places->tree = state->tree;
	places->with_threads = state->with_threads;
}

/* What these filters were made of was accepted before: without memory all rows are shown. */
static void go_to_places(struct ui_state *state, const struct list_places *places)
{
	for (int view = 0; view < VIEW_COUNT; view++) {
		(void)row_filter_set(&state->filters[view], views[view].kind, places->of[view].filter,
				     places->of[view].user, NULL);
		state->views[view].cursor = places->of[view].cursor;
	}
	state->tree = places->tree;
	state->with_threads = places->with_threads;
}

void state_init(struct ui_state *state, const struct ui_options *options, uint64_t interval_ns)
{
	const struct look *look = &options->look;
	const struct column *sort = look->sort ? columns_find(look->sort) : NULL;

	*state = (struct ui_state){
		.machine = options->machine,
		.view = (enum view_id)look->view,
		.level_chosen = options->level_given,
		.look = *look,
		.only_ascii = options->only_ascii,
		.no_braille = options->no_braille,
		.recorded = options->recorded,
		.reopens = options->reopens,
		.opening = options->opening.begin != NULL,
		.keeps_slices = options->recorded,
		.keeps_regions = options->regions,
		.history = machine_history_new(HISTORY_LEN),
		.exited = exited_new(),
		.row_history = row_history_new(ROW_HISTORY_ROWS),
		.changes = change_watch_new(),
		.cpu_history = cpu_history_new(HISTORY_LEN, CPU_HISTORY_BYTES),
	};
	state->look.level = look->level >= 2 ? 2 : 1;
	state->look.interval_ns = interval_ns;
	state->nodes.seams = options->nodes;
	init_code(state, options);
	timeline_init(&state->timeline, options->recorded);
	whole_init(&state->whole, options->recorded, options->run);
	for (int view = 0; view < VIEW_COUNT; view++) {
		struct column_order *order = &state->views[view].order;

		order->column = default_order((enum view_id)view);
		if (look->orders[view].chosen)
			column_order_by(order, look->orders[view].column);
		order->ratio = look->ratio;
		order->reverse = look->orders[view].reverse;
	}
	state->inside_state.order.column = column_order_usual(ROW_THREAD);
	state->within_state.order.column = column_order_usual(ROW_PROCESS);
	state->inside_state.order.ratio = state->within_state.order.ratio = look->ratio;
	if (sort)
		column_order_by(&state->views[state->view].order, sort);
	if (sort && column_applies(sort, ROW_THREAD))
		column_order_by(&state->inside_state.order, sort);
	if (sort && column_applies(sort, ROW_PROCESS))
		column_order_by(&state->within_state.order, sort);
	state->views[state->view].order.reverse = look->reverse;
	if (options->notice)
		state_say(state, "%s", options->notice);
	/* The options were checked: only memory can be missing, and then all rows are shown. */
	(void)state_hide(state, look_hidden(look));
	(void)row_filter_set(&state->filters[VIEW_PROCESSES], ROW_PROCESS, NULL, options->user,
			     NULL);
	(void)row_filter_set(state_filter(state), state_kind(state), options->filter,
			 state_filter(state)->user, NULL);
	if (options->places)
		go_to_places(state, options->places);
}

void state_opened(struct ui_state *state, const struct ui_options *options)
{
	state->machine = options->machine;
	state->reopens = options->reopens;
	state->nodes.seams = options->nodes;
	init_code(state, options);
	if (state->asked_early)
		state->message[0] = '\0';	/* it is true no more */
	state->opening = state->asked_early = false;
	if (options->notice)
		state_say(state, "%s", options->notice);
}

void state_done(struct ui_state *state)
{
	column_sorter_done(&state->sorter);
	branches_done(&state->branches);
	tree_folds_done(&state->tree_folds);
	row_filter_clear(&state->inside_filter);
	for (int view = 0; view < VIEW_COUNT; view++)
		row_filter_clear(&state->filters[view]);
	exited_free(state->exited);
	find_done(&state->find);
	menu_done(&state->menu);
	tags_done(&state->tags);
	machine_history_free(state->history);
	change_watch_free(state->changes);
	row_history_free(state->row_history);
	cpu_history_free(state->cpu_history);
	time_map_done(&state->map);
	scope_done(state);
	code_done(&state->code);
	timeline_done(&state->timeline);
	bottleneck_filter_done(&state->findings);
	whole_done(&state->whole);
	average_done(&state->average);
	free(state->rows);
	free(state->unfolded);
	*state = (struct ui_state){ 0 };
}

void state_choices(const struct ui_state *state, struct look *look)
{
	const enum view_id view = setup_view(state);
	const struct column_order *order = &state->views[view].order;

	*look = state->look;
	if (look->level == 2 && state->nodes.seams.level)
		look->level = state->nodes.seams.level;
	look->view = (int)view;
	look->hide_kernel = state_hidden(state) & HIDE_KERNEL;
	look->hide_exited = state_hidden(state) & HIDE_EXITED;
	look->sort = order->column ? column_key(order->column) : NULL;
	look->reverse = order->reverse;
	look->ratio = order->ratio;
	list_orders(state, look->orders);
}
