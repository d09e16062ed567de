/* SPDX-License-Identifier: GPL-2.0-only */
/* The last line: the keys of this screen, from the tables of keys; see view_footer.h. UI thread. */
#include "config.h"
#include "ui/views/view_footer.h"

#include <string.h>

#include "model/formula.h"
#include "ui/draw/segments.h"
#include "ui/keys/keys.h"
#include "ui/keys/keys_code.h"
#include "ui/keys/keys_detail.h"
#include "ui/keys/keys_map.h"
#include "ui/keys/keys_scope.h"
#include "ui/keys/keys_setup.h"
#include "ui/setup/setup.h"
#include "ui/state/code_live.h"
#include "ui/state/code_state.h"
#include "ui/state/detail_who.h"
#include "ui/state/state.h"

static unsigned int where_in_detail(const struct ui_state *state)
{
	struct detail_who who;

	detail_who_list(state, &who);
	return IN_DETAIL | (who.n ? IN_DETAIL_MACHINE : 0) |
	       (detail_who_cursor(state, &who) >= 0 ? IN_WHO : 0);
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
	const enum code_view_id shown = code->steps[code->n_steps - 1].view;
	unsigned int where = IN_CODE | (code->seams.live ? IN_CODE_LIVE : IN_CODE_RECORDED);

	for (size_t i = 0; i < sizeof(views_of) / sizeof(views_of[0]); i++)
		if (views_of[i].view != shown && code_live_serves(code, views_of[i].view))
			where |= views_of[i].where;
	return where | (shown == CODE_STACKS ? IN_STACKS : 0) |
	       (code_has_next_event(code) ? IN_CODE_EVENTS : 0);
}

static unsigned int where_are_we(const struct ui_state *state)
{
	if (state->help)
		return IN_HELP;
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

/* What the keys of a line depend on. */
struct shown_keys {
	unsigned int where;
	bool code;		/* there is something that code views could show */
	bool counters;
};

static void add_keys(struct segments *line, const struct key *table, size_t n_keys,
		     const struct shown_keys *shown)
{
	for (size_t i = 0; i < n_keys; i++) {
		const struct key *key = &table[i];
		size_t n;

		if (!key->footer || ((key->counted || key->footer_counted) && !shown->counters) ||
		    !((key->where | (shown->code ? key->where_code : 0)) & shown->where))
			continue;
		n = strcspn(key->footer, " ");
		segments_add(line, key->priority, canvas_style(ROLE_KEY, false), "%.*s", (int)n,
			     key->footer);
		segments_tag(line, key->codes[0]);
		segments_join(line, key->priority, canvas_style(ROLE_LABEL, false), "%s",
			      key->footer + n);
		segments_tag(line, key->codes[0]);
	}
}

/* The help is longer than most screens. */
static void add_help_lines(struct segments *line, const struct ui_state *state)
{
	const size_t last = state->help_scroll + state->page;

	if (!state->help)
		return;
	if (last < state->help_lines) {
		segments_add(line, 80, canvas_style(ROLE_KEY, false), "Space");
		segments_tag(line, ' ');
		segments_join(line, 80, canvas_style(ROLE_LABEL, false), " more: line %zu of %zu",
			      last, state->help_lines);
		segments_tag(line, ' ');
	}
	segments_add(line, 70, canvas_style(ROLE_KEY, false), "Tab");
	segments_tag(line, '\t');
	segments_join(line, 70, canvas_style(ROLE_LABEL, false), " next part");
	segments_tag(line, '\t');
}

static void make_line(struct segments *line, const struct ui_state *state)
{
	const struct shown_keys shown = {
		.where = where_are_we(state),
		.code = code_is_possible(&state->code),
		.counters = family_has_counters(state_family(state)),
	};

	add_help_lines(line, state);
	add_keys(line, code_keys, code_keys_n, &shown);
	add_keys(line, scope_keys, scope_keys_n, &shown);
	add_keys(line, map_keys, map_keys_n, &shown);
	if (shown.where & IN_DETAIL) {
		struct shown_keys detail = shown;

		if (!keys_detail_opens(state))
			detail.where &= IN_DETAIL_MACHINE;
		add_keys(line, detail_keys, detail_keys_n, &detail);
	}
	add_keys(line, setup_keys, setup_keys_n, &shown);
	add_keys(line, keys, keys_n, &shown);
}

void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { .between = "  " };

	make_line(&line, state);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

int view_footer_code_at(const struct ui_state *state, int w, int x)
{
	struct segments line = { .between = "  " };
	const struct segment *item;
	const char *text;
	int at;

	make_line(&line, state);
	item = segments_hit(&line, w, x, &at);
	if (!item)
		return 0;
	/* "B/F/S/R": each letter is a key; a slash belongs to the letter before it. */
	text = item->text;
	if (text[0] == ' ' || text[1] != '/')
		return item->tag;
	return (unsigned char)text[at - at % 2];
}
