/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The TopDown tree of one row; see views.h: each node with its value, threshold, bar, and a
 * mark on the worst path. ">" marks a value over its threshold; it is dim for a child whose parent
 * is within its own, because such a child matters little. Good nodes (useful work) have a sign of
 * their own over their threshold; "!" marks a value that cannot be. UI thread.
 */
#include "config.h"
#include "ui/detail/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/soundness.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"

/* ---- below the tree of the machine: who has most of what limits it ---- */

/* Lines above the first process: an empty one and the head. */
#define VIEW_CULPRITS_ABOVE 2

#define NAME_WIDTH 20
#define NAME_NARROW 8
#define NARROW 34
#define VALUE_WIDTH 6
#define GAP 2			/* then the bar, or in the head of what the percentages are */
#define BAR_MAX 30

static void culprits_draw_head(struct canvas *canvas, struct rect rect, const struct detail_who *who)
{
	const unsigned int style = canvas_style(ROLE_TITLE, false);
	const int name = rect.w < NARROW ? NAME_NARROW : NAME_WIDTH;
	const int w = rect.w - name - VALUE_WIDTH - GAP;
	const struct metric *metric = &metrics[who->node];
	char text[64];

	(void)canvas_put(canvas, rect.x, rect.y, name, style, "WHO");
	canvas_put_right(canvas, rect.x + name, rect.y, VALUE_WIDTH, style, "%");
	(void)snprintf(text, sizeof(text), "OF %s",
		       (int)strlen(metric->title) + 3 <= w ? metric->title : metric->column);
	if ((int)strlen(text) <= w)
		(void)canvas_put(canvas, rect.x + name + VALUE_WIDTH + GAP, rect.y, w, style, text);
}

/* "stream_c (3561)": a long name is cut before the number, a narrow screen has no number. */
static void draw_name(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct row *row)
{
	const unsigned int style = canvas_style(ROLE_TEXT, false);
	char name[64], number[16];
	int used;

	format_harmless(name, sizeof(name), snapshot_text(state->snapshot, row->name));
	if (state->look.ascii)
		format_ascii(name);
	number[0] = '\0';
	if (rect.w > NAME_NARROW)
		(void)snprintf(number, sizeof(number), " (%d)", row->id);
	used = canvas_put(canvas, rect.x, rect.y, rect.w - (int)strlen(number), style, name);
	(void)canvas_put(canvas, rect.x + used, rect.y, rect.w - used, style, number);
}

static void draw_process(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct detail_who *who, size_t i)
{
	const struct bottleneck_process *process = &who->line[i];
	const int name = rect.w < NARROW ? NAME_NARROW : NAME_WIDTH;
	const int bar = name + VALUE_WIDTH + GAP;
	const int room = rect.w - bar < BAR_MAX ? rect.w - bar : BAR_MAX;
	const enum metric_id parent = metrics[who->node].parent;
	char text[16];

	draw_name(canvas, (struct rect){ rect.x, rect.y, name, 1 }, state, process->row);
	(void)snprintf(text, sizeof(text), "%.1f", process->percent);
	canvas_put_right(canvas, rect.x + name, rect.y, VALUE_WIDTH, canvas_style(ROLE_TEXT, false),
			 text);
	for (int x = 0; x < (int)lround(process->percent / 100 * room); x++)
		canvas_put_code(canvas, rect.x + bar + x, rect.y,
				canvas_style(theme_metric_role(who->node), false),
				bars_glyph(state_bars(state), parent == M_NONE ? who->node : parent));
}

/* Draws one line: 0 is the empty one, 1 the head, 2 the first process. Without the cursor. */
static void view_culprits_draw_line(struct canvas *canvas, struct rect rect,
				    const struct ui_state *state, const struct detail_who *who,
				    int line)
{
	if (line == VIEW_CULPRITS_ABOVE - 1)
		culprits_draw_head(canvas, rect, who);
	else if (line >= VIEW_CULPRITS_ABOVE)
		draw_process(canvas, rect, state, who, (size_t)(line - VIEW_CULPRITS_ABOVE));
}

/* ---- the tree ---- */

#define NAME_WIDTH 20		/* "  Branch mispredicts" */
#define NAME_NARROW 8		/* "  CLEARS" */
#define NARROW 34
#define VALUE_WIDTH 6
#define THRESHOLD_AT (VALUE_WIDTH + 3)	/* behind the name: value, sign between blanks */
#define THRESHOLD_WIDTH 3
#define WORST_AT (THRESHOLD_AT + THRESHOLD_WIDTH + 1)
#define BAR_AT (WORST_AT + 2)
#define BAR_MAX 30
#define DIFFERENCE_WIDTH 7	/* behind the value, with the gap before it */
#define HEAD_FROM_HEIGHT 3

/* Is it over its threshold, and its parent as well? */
static bool counts(const struct values *values, enum metric_id m)
{
	enum metric_id parent = metrics[m].parent;

	return metric_is_over(values, m) && (parent == M_NONE || metric_is_over(values, parent));
}

static enum metric_id class_of(enum metric_id m)
{
	return metrics[m].parent == M_NONE ? m : metrics[m].parent;
}

static void draw_bar(struct canvas *canvas, struct rect rect, const struct values *values,
		     enum metric_id m, enum bars_id id)
{
	int full = (int)lround((double)values->percent[m] / 100 * rect.w);
	int threshold = (int)lround(metrics[m].threshold * rect.w);

	if (values->quality[m] <= Q_LOW_SLOTS)
		return;
	if (soundness_forbids(values, m)) {
		(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_ALARM, false),
				 "impossible");
		return;
	}
	for (int x = 0; x < rect.w; x++)
		if (x < full)
			canvas_put_code(canvas, rect.x + x, rect.y,
					canvas_style(theme_metric_role(m), false),
					bars_glyph(id, class_of(m)));
		else
			canvas_put_code(canvas, rect.x + x, rect.y, canvas_style(ROLE_DIM, false),
					x == threshold ? '|' : ' ');
}

static void draw_threshold(struct canvas *canvas, int x, int y, const struct values *values,
			   enum metric_id m)
{
	char number[8];

	if (soundness_forbids(values, m))
		canvas_put_code(canvas, x - 2, y, canvas_style(ROLE_ALARM, false), '!');
	else if (metric_is_over(values, m) && metrics[m].sense != SENSE_GOOD)
		canvas_put_code(canvas, x - 2, y,
				canvas_style(counts(values, m) ? ROLE_NOTE : ROLE_DIM, false), '>');
	(void)snprintf(number, sizeof(number), "%.0f", metrics[m].threshold * 100);
	canvas_put_right(canvas, x, y, THRESHOLD_WIDTH, canvas_style(ROLE_DIM, false), number);
}

/* A good node is good on any path; another one is marked on the worst path only. */
static void draw_mark(struct canvas *canvas, int x, int y, const struct ui_state *state,
		      enum metric_id m, bool worst)
{
	const struct values *values = &state->detail.row.numbers->values;
	bool good = metrics[m].sense == SENSE_GOOD;

	if (good ? !counts(values, m) : !worst)
		return;
	(void)canvas_put(canvas, x, y, 1, canvas_style(theme_metric_role(m), true),
			 symbol(good ? SYMBOL_GOOD : SYMBOL_WORST, state->look.ascii));
}

/* The difference to the baseline, if there is one. */
static struct difference view_tree_compare(const struct ui_state *state)
{
	return difference_of(timeline_baseline(&state->timeline), state->snapshot,
			     &state->detail.row);
}

static void draw_difference(struct canvas *canvas, int x, int y, const struct ui_state *state,
			    enum metric_id m)
{
	const struct difference difference = view_tree_compare(state);
	enum difference_kind kind;
	char text[COLUMN_TEXT];

	kind = difference_print(&difference, columns_of_metric(m), state->snapshot,
				&state->detail.row, state->look.ascii, text);
	canvas_put_right(
		canvas, x, y, DIFFERENCE_WIDTH,
		kind == DIFFERENCE_LARGE
			? canvas_style(theme_metric_role(m), true)
			: canvas_style(kind == DIFFERENCE_SMALL ? ROLE_TEXT : ROLE_DIM, false),
		text);
}

static int difference_width(const struct ui_state *state)
{
	return view_tree_compare(state).baseline ? DIFFERENCE_WIDTH : 0;
}

/* "▸": something is below it. */
static void draw_sign(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct node_line *line)
{
	const int indent = node_line_indent(line, false);

	if (line->can_open && indent >= 2)
		(void)canvas_put(canvas, rect.x + indent - 2, rect.y, 1,
				 canvas_style(ROLE_KEY, false),
				 symbol(line->open ? SYMBOL_UNFOLDED : SYMBOL_FOLDED, state->look.ascii));
}

static void draw_node(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct node_line *line)
{
	const struct values *values = &state->detail.row.numbers->values;
	const enum metric_id m = line->place.metric;
	const bool worst = line->worst;
	bool narrow = rect.w < NARROW;
	int name = narrow ? NAME_NARROW : NAME_WIDTH, indent = 2 * (metric_level(m) - 1);
	int more = difference_width(state);
	enum role role = values->quality[m] <= Q_LOW_SLOTS ? ROLE_DIM :
			 counts(values, m)	     ? theme_metric_role(m) : ROLE_TEXT;
	char text[16];

	(void)canvas_put(canvas, rect.x + indent, rect.y, name - indent, canvas_style(role, worst),
			 narrow ? metrics[m].column : metrics[m].title);
	format_percent(text, sizeof(text), (double)values->percent[m],
		       (enum quality)values->quality[m]);
	if (state->look.ascii)
		format_ascii(text);
	canvas_put_right(canvas, rect.x + name, rect.y, VALUE_WIDTH, canvas_style(role, worst),
			 text);
	if (more)
		draw_difference(canvas, rect.x + name + VALUE_WIDTH, rect.y, state, m);
	name += more;
	if (rect.w >= name + WORST_AT)
		draw_threshold(canvas, rect.x + name + THRESHOLD_AT, rect.y, values, m);
	if (rect.w > name + WORST_AT)
		draw_mark(canvas, rect.x + name + WORST_AT, rect.y, state, m, worst);
	if (rect.w > name + BAR_AT) {
		int w = rect.w - name - BAR_AT;
		struct rect bar = { rect.x + name + BAR_AT, rect.y, w < BAR_MAX ? w : BAR_MAX, 1 };

		draw_bar(canvas, bar, values, m, state_bars(state));
	}
	draw_sign(canvas, rect, state, line);
}

static void draw_head(struct canvas *canvas, struct rect rect, int more)
{
	unsigned int style = canvas_style(ROLE_HEAD, false);
	int name = rect.w < NARROW ? NAME_NARROW : NAME_WIDTH, x;

	for (x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, style, ' ');
	(void)canvas_put(canvas, rect.x, rect.y, name, style, "NODE");
	canvas_put_right(canvas, rect.x + name, rect.y, VALUE_WIDTH, style, "%");
	if (more)
		canvas_put_right(canvas, rect.x + name + VALUE_WIDTH, rect.y, more, style, "DIFF");
	/* The head is longer than the numbers and continues over the mark and the bar. */
	name += more;
	x = name + THRESHOLD_AT - 2;
	if (rect.w >= x + (int)strlen("THRESHOLD"))
		(void)canvas_put(canvas, rect.x + x, rect.y, rect.w - x, style, "THRESHOLD");
}

/* ---- with columns: something below level 2 is listed ---- */

/* Which columns have room, and where; it points into itself. */
struct view_nodes {
	struct rows_of of;
	struct opened_look look;
	struct code_placed placed;
};

/* What the lines are in: the cells that the longest texts need, also of those that a filter hides. */
static void view_nodes_begin(const struct ui_state *state, struct view_nodes *nodes, struct code_columns *shown)
{
	struct node_lines lines;
	struct row_list rows;

	node_lines_rows(state, &rows);
	node_lines_all(state, &lines);
	nodes->look = (struct opened_look){ .bars = state_bars(state) };
	nodes->of = rows.of;
	nodes->of.in = &nodes->look;
	for (int i = 0; i < lines.n; i++) {
		struct node_row row;
		int w;

		node_line_row(state, &lines.line[i], lines.indented, &row);
		w = row.line.indent + format_text_width(row.title);
		nodes->look.title = w > nodes->look.title ? w : nodes->look.title;
		w = (int)strcspn(row.node.sample_with, ";");
		nodes->look.sample_with = w > nodes->look.sample_with ? w : nodes->look.sample_with;
	}
	code_columns_wanted(shown, &rows.shown, &nodes->of);
}

static void view_nodes_fit(const struct ui_state *state, int w, struct view_nodes *nodes)
{
	struct code_columns shown;

	view_nodes_begin(state, nodes, &shown);
	code_columns_place(&shown, &nodes->of, state->nodes.order, w, &nodes->placed);
}

static int view_nodes_width(const struct ui_state *state)
{
	struct code_columns shown;
	struct view_nodes nodes;

	view_nodes_begin(state, &nodes, &shown);
	return code_columns_all(&shown, &nodes.of);
}

static void view_nodes_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			  const struct view_nodes *nodes, const struct node_line *line, bool indented)
{
	struct node_row row;

	node_line_row(state, line, indented, &row);
	code_columns_draw_row(canvas, rect, &nodes->placed, &nodes->of, &row.line, nodes->look.bars);
}

static void view_nodes_draw_head(struct canvas *canvas, struct rect rect, const struct ui_state *state,
				 const struct view_nodes *nodes)
{
	code_columns_draw_head(canvas, rect, &nodes->placed, state->nodes.order, state->nodes.reverse, nodes->of.ascii);
}

/* ---- all ---- */

/* One line says that the filter leaves none. */
static int count_nodes(const struct node_lines *lines)
{
	return lines->n ? lines->n : lines->all > 0;
}

static int count_lines(const struct node_lines *lines, const struct detail_who *who)
{
	return count_nodes(lines) + (who->n ? VIEW_CULPRITS_ABOVE + (int)who->n : 0);
}

/* The line under the cursor. */
static int find_cursor(const struct ui_state *state, const struct node_lines *lines,
		       const struct detail_who *who)
{
	const int at = detail_who_cursor(state, who);

	return at < 0 ? node_lines_cursor(state, lines) : count_nodes(lines) + VIEW_CULPRITS_ABOVE + at;
}

int view_tree_lines(const struct ui_state *state)
{
	struct node_lines lines;
	struct detail_who who;

	node_lines_list(state, &lines);
	detail_who_list(state, &who);
	return count_lines(&lines, &who) ? 1 + count_lines(&lines, &who) : 0;
}

bool view_tree_has_columns(const struct ui_state *state)
{
	struct node_lines lines;

	node_lines_list(state, &lines);
	return node_lines_have_columns(&lines);
}

int view_tree_width(const struct ui_state *state)
{
	struct node_lines lines;

	node_lines_list(state, &lines);
	return node_lines_have_columns(&lines) ? view_nodes_width(state) : 0;
}

/* Returns the index of the first line to draw; *head: lines of the head. */
static int find_first(struct rect rect, int n, int cursor, int *head)
{
	int page, first;

	*head = n && (rect.h > HEAD_FROM_HEIGHT || rect.h > n);
	/* If not all lines fit, the one under the cursor is in the middle. */
	page = rect.h - *head;
	first = cursor - page / 2;
	if (first > n - page)
		first = n - page;
	return first < 0 ? 0 : first;
}

/* The column whose head is at x of the line, and that siblings can be ordered by; NULL: none. */
static const struct row_column *head_at(const struct ui_state *state, const struct node_lines *lines, int w, int x)
{
	struct view_nodes nodes;

	if (!node_lines_have_columns(lines))
		return NULL;
	view_nodes_fit(state, w, &nodes);
	return code_columns_at(&nodes.placed, x);
}

bool view_tree_line_at(struct rect rect, const struct ui_state *state, int x, int y,
		       struct view_tree_place *place)
{
	struct node_lines lines;
	struct detail_who who;
	int head, line, indent, n;

	node_lines_list(state, &lines);
	detail_who_list(state, &who);
	n = count_lines(&lines, &who);
	line = find_first(rect, n, find_cursor(state, &lines, &who), &head) + y - rect.y - head;
	*place = (struct view_tree_place){ .head = head && y == rect.y ? head_at(state, &lines, rect.w, x - rect.x) :
									 NULL };
	if (place->head)
		return true;
	if (y < rect.y + head || y >= rect.y + rect.h || line >= n)
		return false;
	if (line >= count_nodes(&lines)) {
		line -= count_nodes(&lines) + VIEW_CULPRITS_ABOVE;
		place->process = line < 0 ? NULL : who.line[line].row;
		return line >= 0;
	}
	if (line >= lines.n)
		return false;
	place->line = lines.line[line];
	indent = node_line_indent(&place->line, lines.indented);
	place->sign = place->line.can_open && x - rect.x >= indent - 2 && x - rect.x < indent;
	return true;
}

/* The cells of a line that show the cursor: all but the bar. */
static int selected_width(struct rect rect, const struct ui_state *state)
{
	const int name = (rect.w < NARROW ? NAME_NARROW : NAME_WIDTH) + difference_width(state);

	return name + BAR_AT < rect.w ? name + BAR_AT - 1 : rect.w;
}

static void draw_cursor(struct canvas *canvas, struct rect rect, int w)
{
	canvas_flag(canvas, (struct rect){ rect.x, rect.y, w, 1 }, CELL_SELECTED);
}

void view_tree_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct node_lines lines;
	struct view_nodes nodes;
	struct detail_who who;
	int head, first, cursor, n;
	bool own;

	node_lines_list(state, &lines);
	detail_who_list(state, &who);
	n = count_lines(&lines, &who);
	own = node_lines_have_columns(&lines);
	cursor = find_cursor(state, &lines, &who);
	first = find_first(rect, n, cursor, &head);
	if (own)
		view_nodes_fit(state, rect.w, &nodes);
	if (head && own)
		view_nodes_draw_head(canvas, rect, state, &nodes);
	else if (head)
		draw_head(canvas, rect, difference_width(state));
	for (int i = 0, at = first; i < rect.h - head && at < n; i++, at++) {
		const struct rect line = { rect.x, rect.y + head + i, rect.w, 1 };

		if (at >= count_nodes(&lines))
			view_culprits_draw_line(canvas, line, state, &who, at - count_nodes(&lines));
		else if (!lines.n)
			(void)canvas_put(canvas, line.x, line.y, line.w, canvas_style(ROLE_DIM, false),
					 "no node is left: \\ then Esc shows all");
		else if (own)
			view_nodes_draw_line(canvas, line, state, &nodes, &lines.line[at], lines.indented);
		else
			draw_node(canvas, line, state, &lines.line[at]);
		if (at == cursor && (at >= lines.n ? at : node_line_is_under_cursor(state, &lines.line[at])))
			draw_cursor(canvas, line, own ? line.w : selected_width(rect, state));
	}
}
