/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of the setup screen; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/setup/setup.h"

#define ALL 1000000	/* more lines than any page has */

static unsigned int act_setup_move(struct ui_state *state, int lines)
{
	return setup_move(state, lines);
}

static unsigned int act_setup_page(struct ui_state *state, int direction)
{
	size_t page = state->setup.height;

	return setup_move(state, direction * (long)(page > 1 ? page - 1 : 1));
}

static unsigned int act_choose(struct ui_state *state, int argument)
{
	(void)argument;
	return setup_choose(state);
}

static unsigned int act_other_side(struct ui_state *state, int argument)
{
	(void)argument;
	return setup_go_inside(state, !state->setup.inside);
}

static unsigned int act_side(struct ui_state *state, int inside)
{
	return setup_go_inside(state, inside);
}

static unsigned int act_usual_width(struct ui_state *state, int argument)
{
	(void)argument;
	return setup_usual_width(state);
}

static unsigned int act_sort(struct ui_state *state, int argument)
{
	(void)argument;
	return setup_sort(state);
}

static unsigned int act_reset(struct ui_state *state, int argument)
{
	(void)argument;
	return setup_reset(state);
}

static unsigned int act_setup_leave(struct ui_state *state, int argument)
{
	(void)argument;
	return setup_close(state);
}

unsigned int act_setup(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->setup.open && !state->help)
		return setup_close(state);
	return setup_open(state);
}

/* clang-format off */
const struct key setup_keys[] = {
	{ .codes = { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, .shown = "Up k", .group = "Setup (F2)",
	  .footer = "Up/Down page", .where = IN_SETUP_PAGES, .priority = 70,
	  .brief = "page above, below",
	  .help = "up; in the list of pages: the previous page", .act = act_setup_move, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, .shown = "Down j",
	  .group = "Setup (F2)", .help = "down", .act = act_setup_move, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = "Setup (F2)", .help = "a page up",
	  .act = act_setup_page, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = "Setup (F2)",
	  .help = "a page down", .act = act_setup_page, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = "Setup (F2)", .help = "first line",
	  .act = act_setup_move, .argument = -ALL },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = "Setup (F2)", .help = "last line",
	  .act = act_setup_move, .argument = ALL },
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = "Setup (F2)",
	  .footer = "Right change", .where = IN_SETUP_PAGES, .priority = 80,
	  .help = "from the list into the page", .act = act_side, .argument = true },
	{ .codes = { KEYCODE_LEFT }, .shown = "Left", .group = "Setup (F2)",
	  .footer = "Left pages", .where = IN_SETUP_SETTINGS | IN_SETUP_COLUMNS, .priority = 45,
	  .help = "back to the pages", .act = act_side, .argument = false },
	{ .codes = { '\t' }, .shown = "Tab", .group = "Setup (F2)",
	  .where = IN_SETUP, .brief = "the other side",
	  .help = "the other side",
	  .act = act_other_side },
	{ .codes = { ' ', KEYCODE_ENTER }, .shown = "Space", .group = "Setup (F2)",
	  .footer = "Space choose", .where = IN_SETUP_SETTINGS | IN_SETUP_COLUMNS, .priority = 80,
	  .brief = "next value; show or hide",
	  .help = "setting: next value; column: show or hide (also Enter)", .act = act_choose },
	{ .codes = { '+', '=' }, .shown = "+", .group = "Setup (F2)",
	  .footer = "+/- width", .where = IN_SETUP_COLUMNS, .priority = 70,
	  .brief = "wider, narrower",
	  .help = "setting: next value; column: wider", .act = setup_change, .argument = +1 },
	{ .codes = { '-' }, .shown = "-", .group = "Setup (F2)", .footer = "-/+ value",
	  .where = IN_SETUP_SETTINGS, .priority = 70,
	  .brief = "other value",
	  .help = "setting: previous value; column: narrower", .act = setup_change,
	  .argument = -1 },
	{ .codes = { '0' }, .shown = "0", .group = "Setup (F2)",
	  .where = IN_SETUP_COLUMNS, .brief = "default width",
	  .help = "column: default width", .act = act_usual_width },
	{ .codes = { '<', ',' }, .shown = "<", .group = "Setup (F2)",
	  .footer = "</> move", .where = IN_SETUP_COLUMNS, .priority = 75,
	  .brief = "move the column",
	  .help = "column: move to the left", .act = setup_shift, .argument = -1 },
	{ .codes = { '>', '.' }, .shown = ">", .group = "Setup (F2)",
	  .help = "column: move to the right", .act = setup_shift, .argument = +1 },
	{ .codes = { 's' }, .shown = "s", .group = "Setup (F2)",
	  .footer = "s sort", .where = IN_SETUP_COLUMNS, .priority = 40,
	  .brief = "sort by it",
	  .help = "column: sort by it; again: reverse", .act = act_sort },
	{ .codes = { 'r' }, .shown = "r", .group = "Setup (F2)",
	  .footer = "r reset", .where = IN_SETUP_COLUMNS, .priority = 35,
	  .brief = "default columns",
	  .help = "reset a page of columns to the default ones", .act = act_reset },
	{ .codes = { KEYCODE_ESCAPE, KEYCODE_BACKSPACE, 'q' }, .shown = "Esc",
	  .group = "Setup (F2)", .footer = "Esc done",
	  .where = IN_SETUP_PAGES | IN_SETUP_SETTINGS | IN_SETUP_COLUMNS, .priority = 95,
	  .help = "back to the list; changes last until tdtop ends, or until saved by W",
	  .act = act_setup_leave },
};
/* clang-format on */

const size_t setup_keys_n = sizeof(setup_keys) / sizeof(setup_keys[0]);
