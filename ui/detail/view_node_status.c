/* SPDX-License-Identifier: GPL-2.0-only */
/* The state line of nodes below level 2; see views.h. UI thread. */
#include "config.h"
#include "ui/detail/views.h"

#include <inttypes.h>
#include <math.h>

#include "ui/detail/node_lines.h"

#define GROUPS_MANY 20		/* each runs for less than 5 % of the time then */
#define PART_WHOLE 0.995f	/* of the slots: rounding is not worth a word */

static unsigned int note(void)
{
	return canvas_style(ROLE_NOTE, false);
}

static void add_awaited(struct segments *line, const struct ui_state *state,
			const struct opened *opened, bool brief)
{
	if (!open_nodes_waits(state))
		return;
	if (opened)
		segments_add(line, 76, note(), brief ? "more with the next interval" :
			     "what was opened now has values with the next interval");
	else
		segments_add(line, 76, note(),
			     brief ? "values: next interval"
				   : "nodes are counted from now on: they have values with the "
				     "next interval");
}

/* "nodes: 12 of 340 threads = 97 % of the slots · 3 groups take turns · own cost 0.3 %" */
static void add_counted(struct segments *line, const struct opened *opened, bool brief)
{
	const char *what = opened->cpus ? "CPU" : "thread";

	if (opened->threads)
		segments_add(line, 58, note(), "%s%" PRIu32 " of %" PRIu32 " %s%s",
			     brief ? "" : "nodes: ", opened->counted, opened->threads, what,
			     opened->threads == 1 ? "" : "s");
	if (opened->threads && opened->part < PART_WHOLE)
		segments_join(line, 58, note(), brief ? " %.0f %%" : " = %.0f %% of the slots",
			      100 * (double)opened->part);
	if (opened->groups > GROUPS_MANY)
		segments_add(line, 68, canvas_style(ROLE_ALARM, false), "%u groups%s",
			     opened->groups,
			     brief ? ": close nodes"
				   : " take turns: close some nodes for a smaller error");
	else if (opened->groups > 1)
		segments_add(line, 54, note(), "%u groups%s", opened->groups,
			     brief ? "" : " take turns");
	if (!isnan(opened->own_percent) && opened->own_percent > 0)
		segments_add(line, 42, note(), "own cost %.1f %%", (double)opened->own_percent);
}

static void add_mismatch(struct segments *line, const struct ui_state *state,
			 const struct node_lines *lines, bool brief)
{
	const struct node_mismatch mismatch = node_lines_mismatch(state, lines);
	char title[NODE_LINE_TITLE];

	if (mismatch.line < 0)
		return;
	node_line_title(state, &lines->line[mismatch.line], title);
	segments_add(line, 64, canvas_style(ROLE_ALARM, false),
		     brief ? "children %.0f of %s %.0f" :
			     "children %.1f of %s %.1f: counted at different times",
		     mismatch.children, title, mismatch.parent);
}

static bool has_default(const struct node_lines *lines)
{
	for (int i = 0; i < lines->n; i++)
		if (lines->line[i].value && lines->line[i].value->latency_default)
			return true;
	return false;
}

void view_node_status_add(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct opened *opened = open_nodes_values(state);
	struct node_lines lines;

	if (!state->detail.open || !state->machine || state->help)
		return;
	node_lines_list(state, &lines);
	add_awaited(line, state, opened, brief);
	if (state->nodes.follow)
		segments_add(line, 66, note(), brief ? "following: A stops" :
			     "following the worst path down: A stops");
	if (opened && opened->remark[0])
		segments_add(line, 77, canvas_style(ROLE_ALARM, false), "%s", opened->remark);
	if (!lines.below)
		return;
	add_mismatch(line, state, &lines, brief);
	if (has_default(&lines))
		segments_add(line, 56, note(), brief ? "d: default latency" :
			     "d: made with a retire latency of a table");
	if (opened)
		add_counted(line, opened, brief);
}
