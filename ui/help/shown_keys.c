/* SPDX-License-Identifier: GPL-2.0-only */
/* Which keys of the tables the screen names; see shown_keys.h. UI thread. */
#include "config.h"
#include "ui/help/shown_keys.h"

#include "model/formula.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/code_state.h"
#include "ui/detail/detail.h"
#include "ui/keys/actions.h"
#include "ui/keys/keys.h"
#include "ui/setup/setup.h"
#include "ui/state/state.h"

static unsigned int where_in_detail(const struct ui_state *state)
{
	struct detail_who who;

	detail_who_list(state, &who);
	return IN_DETAIL | (who.n ? IN_DETAIL_MACHINE : 0) |
	       (detail_who_cursor(state, &who) >= 0 ? IN_WHO : 0);
}

static bool has_levels(const struct code_screen *code)
{
	return code->seams.live ? code_live_of_level(code, 2) >= 0 :
				  code->of.profile && code->of.profile->event.levels > 1;
}

static unsigned int where_in_code(const struct code_screen *code)
{
	static const struct {
		enum code_view_id view;
		unsigned int where;
	} views_of[] = {
		{ CODE_FUNCTIONS, IN_CODE_FUNCTIONS }, { CODE_BRANCHES, IN_CODE_BRANCHES },
		{ CODE_PATHS, IN_CODE_PATHS },	       { CODE_STACKS, IN_CODE_STACKS },
	};
	const enum code_view_id shown = code_view_open(code);
	const struct code_view *view = &code->views[shown];
	const bool divided = shown == CODE_FUNCTIONS || shown == CODE_STACKS;
	unsigned int where = IN_CODE | (code->seams.live ? IN_CODE_LIVE : IN_CODE_RECORDED) |
			     (code_view_enters(view) ? IN_CODE_DOWN : 0) | (view->fold ? IN_CODE_FOLDS : 0);

	if (code_view_is_picture(code))
		where &= ~(unsigned int)IN_CODE_FOLDS;
	else
		where |= IN_CODE_ROWS;
	for (size_t i = 0; i < sizeof(views_of) / sizeof(views_of[0]); i++)
		if (views_of[i].view != shown && code_live_serves(code, views_of[i].view))
			where |= views_of[i].where;
	return where | (shown == CODE_STACKS && code_live_serves(code, shown) ? IN_STACKS : 0) |
	       (code_has_next_event(code) ? IN_CODE_EVENTS : 0) |
	       (divided && has_levels(code) ? IN_CODE_LEVELS : 0) |
	       (divided && code->of.profile && code->of.profile->classes.table ? IN_CODE_CLASSES : 0);
}

unsigned int shown_keys_where(const struct ui_state *state)
{
	if (state->setup.open)
		return !state->setup.inside ? IN_SETUP_PAGES :
		       state->setup.page == SETUP_SETTINGS ? IN_SETUP_SETTINGS : IN_SETUP_COLUMNS;
	if (state->code.open)
		return where_in_code(&state->code);
	if (state->scope.open)
		return IN_SCOPE;
	if (state->map.open)
		return IN_MAP;
	if (state->detail.open)
		return where_in_detail(state);
	if (state->inside)
		return INSIDE;
	if (state->within)
		return WITHIN;
	if (state_shows_cpus(state))
		return IN_CPUS;
	if (views[state->view].enter == ENTER_PROCESSES)
		return IN_GROUPS;
	if (!views[state->view].home)
		return IN_OTHERS;
	return state->view == VIEW_THREADS ? IN_THREADS : IN_PROCESSES;
}

struct key_table {
	const struct key *keys;
	const size_t *n;
};

static const struct key_table tables[] = {
	{ code_keys, &code_keys_n },	 { scope_keys, &scope_keys_n }, { map_keys, &map_keys_n },
	{ detail_keys, &detail_keys_n }, { setup_keys, &setup_keys_n }, { keys, &keys_n },
};

/* The tree of a detail takes its keys only where it has nodes to open. */
static unsigned int where_of_table(const struct ui_state *state, const struct key *table,
				   unsigned int where)
{
	if (table != detail_keys || keys_detail_opens(state))
		return where;
	return where & IN_DETAIL ? where & IN_DETAIL_MACHINE : 0;
}

void shown_keys_list(const struct ui_state *state, unsigned int where, struct shown_keys *shown)
{
	const bool code = code_is_possible(&state->code);
	const bool counters = family_has_counters(state_family(state));
	const bool samples = counters || !state->code.seams.live;

	shown->n = 0;
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
		const unsigned int here = where_of_table(state, tables[t].keys, where);

		for (size_t i = 0; i < *tables[t].n; i++) {
			const struct key *key = &tables[t].keys[i];

			if (((key->counted || key->footer_counted) && !counters) ||
			    (key->live_counted && !samples) ||
			    !((key->where | (code ? key->where_code : 0)) & here) ||
			    shown->n == SHOWN_KEYS)
				continue;
			shown->keys[shown->n++] = key;
		}
	}
}
