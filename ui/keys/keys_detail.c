/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of the tree in a detail; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/detail/detail.h"
#include "ui/detail/open_nodes.h"
#include "ui/detail/views.h"
#include "ui/setup/menu.h"
#include "ui/setup/setup.h"
#include "ui/state/state.h"

bool keys_detail_takes(const struct ui_state *state)
{
	return state->detail.open && !state->help && !state->setup.open && !state->code.open &&
	       !state->scope.open && !state->map.open;
}

/* Nodes cannot be opened of the row in the detail: the process of a region, if they can of that. */
static const struct row *process_instead(const struct ui_state *state)
{
	const struct row *region = &state->detail.row, *process = NULL;
	char text[OPEN_NODES_TEXT];

	if (region->kind == ROW_REGION && region->pid && state->snapshot)
		process = snapshot_find(state->snapshot, ROW_PROCESS, region->pid);
	return process && process->start_ns == region->start_ns &&
	       !open_nodes_refused_of(state, process, text) ? process : NULL;
}

bool keys_detail_opens(const struct ui_state *state)
{
	char text[OPEN_NODES_TEXT];

	return !open_nodes_refused(state, text) || process_instead(state);
}

/*
 * Where nodes cannot be opened of a region, they are of its process: its detail takes the place of
 * the region's, with the cursor on the same node.
 */
static bool go_to_process(struct ui_state *state)
{
	char text[OPEN_NODES_TEXT];
	const struct row *process = open_nodes_refused(state, text) ? process_instead(state) : NULL;
	const bool rest = state->detail.row.id == REGION_OTHER;
	const enum metric_id node = state->detail.node;

	if (!process)
		return false;
	detail_open(state, process);
	open_nodes_begin(state);
	detail_move_to(&state->detail, node);
	state_say(state, rest ? "outside of regions no nodes are counted: these are of its process" :
		  state->recorded ? "no nodes of a region are recorded: these are of its process" :
		  "nodes of a region need --engine bpf: these are of its process");
	return true;
}

/* Says why nothing can be opened here. False: it can. */
static bool keys_detail_refuse(struct ui_state *state)
{
	char text[OPEN_NODES_TEXT];

	if (!open_nodes_refused(state, text))
		return false;
	state_say(state, "%.*s", STATE_MESSAGE - 1, text);
	return true;
}

unsigned int keys_detail_toggle(struct ui_state *state, const struct node_line *line)
{
	char title[NODE_LINE_TITLE];
	struct node_lines lines;

	if (go_to_process(state)) {
		node_lines_list(state, &lines);
		line = &lines.line[node_lines_cursor(state, &lines)];
	}
	if (keys_detail_refuse(state))
		return R_DRAW;
	if (!line->can_open) {
		node_line_title(state, line, title);
		state_say(state, line->level == 1 ? "what is below %s is always listed" :
			  "nothing more is known below %s", title);
		return R_DRAW;
	}
	open_nodes_set(state, &line->place, !line->open);
	if (!line->open && state->frozen && state->nodes.seams.requests)
		state_say(state, "the screen is frozen: what is opened now has values after z");
	return R_DRAW;
}

/* From the nodes of the machine to who has most of what limits it, and back. */
static unsigned int act_to_who(struct ui_state *state, int argument)
{
	struct detail_who who;

	(void)argument;
	detail_who_list(state, &who);
	state->nodes.at_end = false;
	if (state->detail.on_who)
		state->detail.on_who = false;
	else if (who.n)
		detail_who_go_to(&state->detail, who.line[0].row);
	else
		state_say(state, "no process is listed: nothing limits the machine, or it is not known who");
	return R_DRAW;
}

/* direction: +1 opens the node, or goes to its first child; -1 closes it, or goes to its parent. */
static unsigned int act_into(struct ui_state *state, int direction)
{
	struct node_lines lines;
	const struct node_line *line;
	int at, parent;

	if (state->detail.on_who && direction < 0)
		return act_to_who(state, 0);
	if (detail_who_enter(state))
		return R_DRAW;
	node_lines_list(state, &lines);
	if (!lines.n)
		return R_NONE;
	at = node_lines_cursor(state, &lines);
	line = &lines.line[at];
	state->nodes.at_end = false;
	if (direction > 0 && at + 1 < lines.n && lines.line[at + 1].level > line->level &&
	    (line->open || !line->can_open)) {
		node_lines_go_to(state, &lines.line[at + 1]);
		return R_DRAW;
	}
	if (direction > 0 && line->open) {
		state_say(state, "no node below it matches the filter");
		return R_DRAW;
	}
	if (direction > 0 || line->open)
		return keys_detail_toggle(state, line);
	parent = node_lines_parent(&lines, at);
	if (parent >= 0)
		node_lines_go_to(state, &lines.line[parent]);
	return R_DRAW;
}

static unsigned int act_toggle(struct ui_state *state, int argument)
{
	struct node_lines lines;

	(void)argument;
	if (detail_who_enter(state))
		return R_DRAW;
	node_lines_list(state, &lines);
	if (!lines.n)
		return R_NONE;
	return keys_detail_toggle(state, &lines.line[node_lines_cursor(state, &lines)]);
}

unsigned int keys_detail_follow(struct ui_state *state, int argument)
{
	bool follow;

	(void)argument;
	(void)detail_who_enter(state);
	follow = !state->nodes.follow;
	(void)go_to_process(state);
	if (keys_detail_refuse(state))
		return R_DRAW;
	open_nodes_follow(state, follow);
	if (!follow)	/* that it is followed is in the status line as long as it holds */
		state_say(state, "the path is not followed any more; what it opened stays open");
	node_lines_refresh(state);
	return R_DRAW;
}

unsigned int keys_detail_levels(struct ui_state *state, int level)
{
	(void)detail_who_enter(state);
	(void)go_to_process(state);
	if (keys_detail_refuse(state))
		return R_DRAW;
	open_nodes_levels(state, level);
	return R_DRAW;
}

/* Nodes of levels 1 and 2 alone have an order, and columns, of their own. */
static unsigned int act_order(struct ui_state *state, int direction)
{
	if (!view_tree_has_columns(state))
		return act_menu(state, MENU_SORT_NODES);	/* which says so */
	row_list_order(state, node_lines_rows, direction);
	return R_DRAW;
}

static unsigned int act_find_node(struct ui_state *state, int mode)
{
	(void)row_list_open(state, node_lines_rows, (enum find_mode)mode);
	return R_DRAW;
}

static unsigned int act_match(struct ui_state *state, int direction)
{
	row_list_next(state, node_lines_rows, direction);
	return R_DRAW;
}

/* Of levels 1 and 2 alone there is nothing to choose. */
static unsigned int act_columns(struct ui_state *state, int argument)
{
	(void)argument;
	return view_tree_has_columns(state) ? menu_open(state, MENU_COLUMNS_NODES) : setup_open(state);
}

#define GROUP "Detail: nodes below level 2"

/* clang-format off */
const struct key detail_keys[] = {
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = GROUP, .footer = "Right open",
	  .where = IN_DETAIL, .priority = 62,
	  .help = "open the node: its children are counted from now on; open: go to its first child",
	  .act = act_into, .argument = +1 },
	{ .codes = { KEYCODE_LEFT }, .shown = "Left", .group = GROUP,
	  .where = IN_DETAIL, .brief = "close the node",
	  .help = "close the node: its children are not counted any more; closed: go to the node above",
	  .act = act_into, .argument = -1 },
	{ .codes = { '\t' }, .shown = "Tab", .group = GROUP, .footer = "Tab who",
	  .where = IN_DETAIL_MACHINE, .priority = 63,
	  .brief = "to who has most of it",
	  .help = "machine: to who has most of what limits it, and back; Enter, A, 3 to 6, h "
		  "there: of that process",
	  .act = act_to_who },
	{ .codes = { ' ' }, .shown = "Space", .group = GROUP,
	  .where = IN_DETAIL, .brief = "open the node, or close it",
	  .help = "open the node, or close it; also a click on its sign", .act = act_toggle },
	{ .codes = { 'A' }, .shown = "A", .group = GROUP, .footer = "A follow",
	  .where = IN_DETAIL, .priority = 61,
	  .brief = "follow the worst path down",
	  .help = "follow the path over the thresholds to its end by itself; again: end that",
	  .act = keys_detail_follow },
	{ .codes = { KEYCODE_F6 }, .shown = "F6", .group = GROUP, .where = IN_DETAIL,
	  .brief = "order siblings by a column", .help = "a menu of the columns to order siblings by",
	  .act = act_menu, .argument = MENU_SORT_NODES },
	{ .codes = { 'I' }, .shown = "I", .group = GROUP, .where = IN_DETAIL,
	  .brief = "reverse that order", .help = "reverse that order; reversed: as in the tree again",
	  .act = act_order },
	{ .codes = { '<', ',' }, .shown = "<", .group = GROUP,
	  .help = "order siblings by the column to the left", .act = act_order, .argument = -1 },
	{ .codes = { '>', '.' }, .shown = ">", .group = GROUP,
	  .help = "order siblings by the column to the right", .act = act_order, .argument = +1 },
	{ .codes = { KEYCODE_F2, 'O' }, .shown = "F2 O", .group = GROUP, .where = IN_DETAIL,
	  .brief = "choose columns",
	  .help = "opened nodes: a menu of their columns, as in the code views; else the setup",
	  .act = act_columns },
	{ .codes = { '\\', KEYCODE_F4 }, .shown = "\\ F4", .group = GROUP, .where = IN_DETAIL,
	  .brief = "filter the nodes",
	  .help = "filter as you type: words, !word, over=1, slots>5; nodes that match, with those above them",
	  .act = act_find_node, .argument = FIND_FILTER },
	{ .codes = { '/', KEYCODE_F3 }, .shown = "/ F3", .group = GROUP, .where = IN_DETAIL,
	  .brief = "search a node", .help = "search as you type; the same words",
	  .act = act_find_node, .argument = FIND_SEARCH },
	{ .codes = { 'n' }, .shown = "n", .group = GROUP,
	  .help = "next match, until Esc", .act = act_match, .argument = +1 },
	{ .codes = { 'N' }, .shown = "N", .group = GROUP, .help = "previous match", .act = act_match, .argument = -1 },
};
/* clang-format on */

const size_t detail_keys_n = sizeof(detail_keys) / sizeof(detail_keys[0]);
