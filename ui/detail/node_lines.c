/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines of the tree in a detail; see node_lines.h. UI thread. */
#include "config.h"
#include "ui/detail/node_lines.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/snapshot/soundness.h"
#include "ui/code/code_filter.h"
#include "ui/detail/detail.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"

/* ---- the lines ---- */

/* Is the node of a tree listed as one of metrics[]? */
static bool is_metric(const struct ui_state *state, const struct tree_node *node)
{
	return node->metric != M_NONE && family_has_node(state_family(state), node->metric);
}

/* Has the node children that only trees have? */
static bool has_own_children(const struct ui_state *state, const struct tree *tree, int node)
{
	for (int child = tree_child(tree, node, -1); child >= 0;
	     child = tree_child(tree, node, child))
		if (!is_metric(state, tree_node(tree, child)))
			return true;
	return false;
}

static struct node_line *node_lines_add(struct node_lines *lines, const struct node_place *place, int level)
{
	struct node_line *line = &lines->line[lines->n];

	if (lines->n == NODE_LINES_MAX)
		return NULL;
	lines->n++;
	*line = (struct node_line){ .place = *place, .level = level };
	return line;
}

/* What is below an open node of one tree: one pass, as children are behind their parents. */
static void add_below(const struct ui_state *state, enum core_type type, int top,
		      struct node_lines *lines)
{
	const struct tree *tree = open_nodes_tree(state, type);
	const struct opened *opened = open_nodes_values(state);
	bool shown[TREE_NODES_MAX] = { false };

	shown[top] = true;
	for (int i = top + 1;
	     i < (int)tree->n_nodes && tree_node(tree, i)->level > tree_node(tree, top)->level; i++) {
		const struct node_place place = { M_NONE, type, i };
		struct node_line *line;

		if (!shown[tree_parent(tree, i)] || is_metric(state, tree_node(tree, i)))
			continue;
		line = node_lines_add(lines, &place, tree_node(tree, i)->level);
		if (!line)
			return;
		line->can_open = has_own_children(state, tree, i);
		line->open = shown[i] = line->can_open && open_nodes_is_open(state, &place);
		line->value = opened ? opened_find(opened, type, i) : NULL;
		lines->below = true;
	}
}

static void add_below_metric(const struct ui_state *state, enum metric_id metric,
			     struct node_lines *lines)
{
	const struct node_place place = open_nodes_of_metric(state, metric);

	if (place.node < 0 || !open_nodes_is_open(state, &place))
		return;
	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = open_nodes_tree(state, type);
		const int node = tree ? tree_of_metric(tree, metric) : -1;

		if (node >= 0)
			add_below(state, type, node, lines);
	}
}

static void add_metric(const struct ui_state *state, enum metric_id metric, bool possible,
		       struct node_lines *lines)
{
	const struct node_place place = open_nodes_of_metric(state, metric);
	struct node_line *line = node_lines_add(lines, &place, metric_level(metric));

	for (enum core_type type = 0; line && possible && type < CORE_TYPES; type++) {
		const struct tree *tree = open_nodes_tree(state, type);
		const int node = tree ? tree_of_metric(tree, metric) : -1;

		line->can_open |= node >= 0 && has_own_children(state, tree, node);
	}
	if (line && line->can_open) {
		line->open = open_nodes_is_open(state, &line->place);
		lines->indented |= line->level == 1;
	}
}

/* ---- the worst path ---- */

int node_lines_parent(const struct node_lines *lines, int index)
{
	int at = index - 1;

	while (at >= 0 && lines->line[at].level >= lines->line[index].level)
		at--;
	return at;
}

/* How large a node of a tree is beside its siblings: of the slots, or of its unit. */
static double size_of(const struct opened_node *value)
{
	return isnan(value->slots) ? (double)value->percent : (double)value->slots;
}

/* The largest line below this one that is over its threshold; -1: none. */
static int worst_below(const struct node_lines *lines, int top)
{
	int worst = -1;

	for (int i = top + 1; i < lines->n && lines->line[i].level > lines->line[top].level; i++) {
		const struct opened_node *value = lines->line[i].value;

		if (!value || value->quality <= Q_LOW_SLOTS || node_lines_parent(lines, i) != top)
			continue;
		if (value->over &&
		    (worst < 0 || size_of(value) > size_of(lines->line[worst].value)))
			worst = i;
	}
	return worst;
}

static void mark_worst(const struct ui_state *state, struct node_lines *lines)
{
	enum metric_id path[2];
	const int length = worst_path(&state->detail.row.numbers->values, state->machine->levels, path);
	int at = -1;

	for (int i = 0; i < lines->n; i++)
		for (int k = 0; k < length; k++)
			if (lines->line[i].place.metric == path[k]) {
				lines->line[i].worst = true;
				at = i;
			}
	while (at >= 0 && lines->below && (at = worst_below(lines, at)) >= 0)
		lines->line[at].worst = true;
}

/* ---- names ---- */

const struct tree_node *node_line_node(const struct ui_state *state, const struct node_line *line)
{
	if (line->place.metric != M_NONE)
		return NULL;
	return tree_node(open_nodes_tree(state, line->place.type), line->place.node);
}

void node_line_title(const struct ui_state *state, const struct node_line *line,
		     char text[NODE_LINE_TITLE])
{
	const struct tree_node *node = node_line_node(state, line);
	const struct family *family = state_family(state);
	static const char *const of_type[CORE_TYPES] = { "", " (E)", " (LP)" };

	(void)snprintf(text, NODE_LINE_TITLE, "%s%s",
		       node ? node->title : metrics[line->place.metric].title,
		       node && family->hybrid ? of_type[line->place.type] : "");
}

/* ---- lines as rows ---- */

static struct rows_of node_rows_of(const struct ui_state *state)
{
	return (struct rows_of){ .ascii = state->look.ascii, .before = timeline_baseline(&state->timeline) };
}

/* The node of metrics[] that a line is, or is below: its colour, and the glyph of its bar. */
static enum metric_id class_of(const struct ui_state *state, const struct node_line *line)
{
	const struct tree *tree = open_nodes_tree(state, line->place.type);
	int node = line->place.node;

	if (line->place.metric != M_NONE)
		return line->place.metric;
	while (node >= 0 && tree_node(tree, node)->metric == M_NONE)
		node = tree_parent(tree, node);
	return node >= 0 ? tree_node(tree, node)->metric : M_BACKEND_BOUND;
}

static enum quality quality_of(const struct ui_state *state, const struct node_line *line)
{
	if (line->place.metric != M_NONE)
		return (enum quality)state->detail.row.numbers->values.quality[line->place.metric];
	return line->value ? (enum quality)line->value->quality : Q_MISSING;
}

/* Is the node over its threshold, and those above it over theirs? */
static bool is_over(const struct ui_state *state, const struct node_line *line)
{
	const struct values *values = &state->detail.row.numbers->values;
	const enum metric_id m = line->place.metric;

	if (m == M_NONE)
		return line->value && line->value->over && quality_of(state, line) > Q_LOW_SLOTS;
	return metric_is_over(values, m) &&
	       (metrics[m].parent == M_NONE || metric_is_over(values, metrics[m].parent));
}

/* The share of the time in which its events were counted, percent; NAN: not known. */
static double running_of(const struct ui_state *state, const struct node_line *line)
{
	const struct family *family = state_family(state);
	const struct formula *formula;
	double running = state->detail.running_ratio;

	if (line->place.metric == M_NONE)
		return line->value ? (double)line->value->running : (double)NAN;
	formula = family_formula(family, line->place.metric);
	if (!formula || quality_of(state, line) == Q_MISSING)
		return NAN;
	if (!family->hybrid)
		running *= family_share(family, &state->detail.row.numbers->counts, formula_events(formula));
	return 100 * running;
}

/* A line of levels 1 and 2, as a node and its value; perf's event for it, if the tree has one. */
static void take_metric(const struct ui_state *state, const struct node_line *line, struct node_row *row)
{
	const struct values *values = &state->detail.row.numbers->values;
	const enum metric_id metric = line->place.metric;
	const bool known = quality_of(state, line) > Q_LOW_SLOTS;

	if (row->line.tree && line->place.node >= 0)
		row->node = *tree_node(row->line.tree, line->place.node);
	else
		row->node = (struct tree_node){ .sample_with = "" };
	row->node.slug = metrics[metric].slug;
	row->node.level = (int16_t)line->level;
	row->node.unit = TREE_OF_SLOTS;
	row->node.of_core = false;
	row->node.limit = (float)metrics[metric].threshold;
	row->line.value = (struct opened_node){
		.quality = values->quality[metric], .percent = values->percent[metric], .of_parent = NAN,
		.slots = known ? values->percent[metric] : NAN, .error = NAN, .latency = NAN, .latency_error = NAN,
		.latency_table = NAN, .over = is_over(state, line),
	};
	row->line.impossible = soundness_forbids(values, metric);
}

static void take_node(const struct ui_state *state, const struct node_line *line, struct node_row *row)
{
	row->node = *node_line_node(state, line);
	row->line.awaited = !line->value && open_nodes_waits(state);
	if (line->value)
		row->line.value = *line->value;
	else	/* of what is not counted nothing is known, and nothing is awaited */
		row->line.value = (struct opened_node){ .quality = Q_LOW_SLOTS, .latency = NAN, .latency_table = NAN };
	if (row->node.unit == TREE_OF_SLOTS)
		row->line.value.slots = row->line.value.percent;
}

/* To the baseline, of levels 1 and 2. */
static void take_difference(const struct ui_state *state, const struct node_line *line, struct opened_line *to)
{
	const struct difference difference = difference_of(timeline_baseline(&state->timeline), state->snapshot,
							   &state->detail.row);
	const enum metric_id metric = line->place.metric;
	char text[COLUMN_TEXT];

	to->difference_points = NAN;
	if (metric == M_NONE || !difference.baseline)
		return;
	to->differs = difference_print(&difference, columns_of_metric(metric), state->snapshot, &state->detail.row,
				       state->look.ascii, text) == DIFFERENCE_LARGE;
	(void)snprintf(to->difference, sizeof(to->difference), "%.15s", text);
	if (difference.before && difference.before->numbers->values.quality[metric] > Q_LOW_SLOTS &&
	    to->value.quality > Q_LOW_SLOTS)
		to->difference_points = to->value.percent - difference.before->numbers->values.percent[metric];
}

int node_line_indent(const struct node_line *line, bool indented)
{
	return 2 * (line->level - 1 + indented);
}

void node_line_row(const struct ui_state *state, const struct node_line *line, bool indented,
		    struct node_row *row)
{
	*row = (struct node_row){ .line = {
		.tree = open_nodes_tree(state, line->place.type), .type = line->place.type, .node = &row->node,
		.title = row->title, .colour = class_of(state, line), .indent = node_line_indent(line, indented),
		.can_open = line->can_open, .open = line->open, .worst = line->worst,
	} };
	node_line_title(state, line, row->title);
	if (line->place.metric != M_NONE)
		take_metric(state, line, row);
	else
		take_node(state, line, row);
	row->line.value.running = (float)running_of(state, line);
	row->node.title = row->title;
	take_difference(state, line, &row->line);
}

/* ---- the order of siblings ---- */

struct node_order {
	const struct node_lines *lines;		/* in the order of the tree */
	double key[NODE_LINES_MAX];		/* NAN: last */
	bool rising;
};

/* Behind the line and all that is listed below it. */
static int end_of(const struct node_lines *lines, int at)
{
	int end = at + 1;

	while (end < lines->n && lines->line[end].level > lines->line[at].level)
		end++;
	return end;
}

static bool comes_before(const struct node_order *order, int a, int b)
{
	const double x = order->key[a], y = order->key[b];

	if (isnan(x) || isnan(y))
		return isnan(y) && !isnan(x);
	return order->rising ? x < y : x > y;
}

/* Appends the lines from first to end, siblings and what is below them. */
static void order_siblings(const struct node_order *order, int first, int end, struct node_lines *to)
{
	bool done[NODE_LINES_MAX] = { false };

	for (;;) {
		int best = -1;

		for (int at = first; at < end; at = end_of(order->lines, at))
			if (!done[at] && (best < 0 || comes_before(order, at, best)))
				best = at;
		if (best < 0)
			return;
		done[best] = true;
		to->line[to->n++] = order->lines->line[best];
		order_siblings(order, best + 1, end_of(order->lines, best), to);
	}
}

static void put_in_order(const struct ui_state *state, struct node_lines *lines)
{
	const struct row_column *column = state->nodes.order;
	const struct rows_of of = node_rows_of(state);
	const struct node_lines tree = *lines;
	struct node_order order = { .lines = &tree, .rising = column->ascending != state->nodes.reverse };
	struct row_key keys[NODE_LINES_MAX];

	for (int i = 0; i < tree.n; i++) {
		struct node_row row;

		node_line_row(state, &tree.line[i], false, &row);
		keys[i] = (struct row_key){ .at = (uint32_t)i };
		row_key_take(&keys[i], column, &of, &row.line);
		order.key[i] = keys[i].number;
	}
	if (row_column_unit(column) == VALUE_TEXT) {	/* the ranks of texts are numbers */
		row_order(keys, (size_t)tree.n, false);
		for (int i = 0; i < tree.n; i++)
			order.key[keys[i].at] = i;
	}
	lines->n = 0;
	order_siblings(&order, 0, tree.n, lines);
}

static void order_by(struct ui_state *state, const struct row_column *column)
{
	struct open_nodes *nodes = &state->nodes;

	nodes->reverse &= nodes->order == column;
	nodes->order = column;
}

static void reverse_order(struct ui_state *state)
{
	struct open_nodes *nodes = &state->nodes;

	if (nodes->reverse)
		nodes->order = NULL;
	nodes->reverse = nodes->order && !nodes->reverse;
}

/* ---- the list ---- */

void node_lines_all(const struct ui_state *state, struct node_lines *lines)
{
	enum metric_id nodes[M_COUNT];
	const int n = family_nodes(state_family(state), nodes);
	char text[OPEN_NODES_TEXT];
	const bool possible = !open_nodes_refused(state, text);
	enum metric_id class = M_NONE;

	lines->n = 0;
	lines->below = lines->indented = false;
	for (int i = 0; i < n; i++) {
		if (metrics[nodes[i]].parent == M_NONE)
			class = nodes[i];
		add_metric(state, nodes[i], possible, lines);
		if (possible && nodes[i] != class)
			add_below_metric(state, nodes[i], lines);
		if (possible && (i + 1 == n || metrics[nodes[i + 1]].parent == M_NONE))
			add_below_metric(state, class, lines);
	}
	mark_worst(state, lines);
	if (state->nodes.order && node_lines_have_columns(lines))
		put_in_order(state, lines);
	lines->all = lines->n;
}

/* ---- filter and search ---- */

static bool node_lines_match(const struct ui_state *state, const struct code_filter *filter,
			     const struct node_line *line)
{
	struct node_row row;

	node_line_row(state, line, false, &row);
	return code_filter_match(filter, &row.line);
}

/* Leaves the lines that match, and those above them. */
static void node_lines_filter(const struct ui_state *state, struct node_lines *lines)
{
	const struct rows_of of = node_rows_of(state);
	bool left[NODE_LINES_MAX] = { false };
	struct code_filter filter;
	int n = 0;

	(void)code_filter_init(&filter, &opened_node_rows, &of, NULL, state->nodes.filter, NULL);
	for (int i = 0; i < lines->n; i++)
		if (node_lines_match(state, &filter, &lines->line[i]))
			for (int at = i; at >= 0 && !left[at]; at = node_lines_parent(lines, at))
				left[at] = true;
	code_filter_done(&filter);
	for (int i = 0; i < lines->n; i++)
		if (left[i])
			lines->line[n++] = lines->line[i];
	lines->n = n;
}

void node_lines_list(const struct ui_state *state, struct node_lines *lines)
{
	node_lines_all(state, lines);
	if (state->nodes.filter[0] && !state->detail.beside)
		node_lines_filter(state, lines);
}

static bool node_lines_find(struct ui_state *state, int direction, bool here)
{
	const struct rows_of of = node_rows_of(state);
	struct code_filter filter;
	struct node_lines lines;
	bool found = false;
	int at;

	node_lines_list(state, &lines);
	if (!lines.n || code_filter_init(&filter, &opened_node_rows, &of, NULL, state->nodes.search, NULL))
		return false;
	at = node_lines_cursor(state, &lines);
	for (int i = here ? 0 : 1; i <= lines.n && !found; i++) {
		const struct node_line *line = &lines.line[(at + direction * i + lines.n) % lines.n];

		found = node_lines_match(state, &filter, line);
		if (found) {
			state->nodes.at_end = state->detail.on_who = false;
			node_lines_go_to(state, line);
		}
	}
	code_filter_done(&filter);
	return found;
}

static char *node_text_kept(struct ui_state *state, enum find_mode mode)
{
	return mode == FIND_FILTER ? state->nodes.filter : state->nodes.search;
}

void node_lines_rows(const struct ui_state *state, struct row_list *rows)
{
	struct code_columns all = state->look.code_columns[KIND_NODES];

	*rows = (struct row_list){
		.kind = &opened_node_rows, .of = node_rows_of(state), .chosen = KIND_NODES,
		.order = state->nodes.order, .reverse = state->nodes.reverse,
		.hint = "words, !word, over=1; Enter keeps, Esc drops",
		.text = node_text_kept, .order_by = order_by, .flip = reverse_order, .again = node_lines_refresh,
		.find = node_lines_find,
	};
	if (!all.n)
		code_columns_usual(&all, &opened_node_rows);
	code_columns_wanted(&rows->shown, &all, &rows->of);
}

/* Names of level 1 have no room for a sign: with one, the lines have columns of their own. */
bool node_lines_have_columns(const struct node_lines *lines)
{
	return lines->below || lines->indented;
}

/* ---- the cursor ---- */

bool node_line_is_under_cursor(const struct ui_state *state, const struct node_line *line)
{
	const struct detail *detail = &state->detail;

	if (!detail->below)
		return line->place.metric == detail->node;
	return line->place.metric == M_NONE && line->place.type == detail->below_type &&
	       line->place.node == detail->below;
}

int node_lines_cursor(const struct ui_state *state, const struct node_lines *lines)
{
	int above = 0;

	for (int i = 0; i < lines->n; i++) {
		const enum metric_id metric = lines->line[i].place.metric;

		if (node_line_is_under_cursor(state, &lines->line[i]))
			return i;
		if (metric <= state->detail.node && (lines->line[above].place.metric > state->detail.node ||
						     lines->line[above].place.metric < metric))
			above = i;
	}
	return above;
}

void node_lines_go_to(struct ui_state *state, const struct node_line *line)
{
	if (line->place.metric != M_NONE)
		detail_move_to(&state->detail, line->place.metric);
	else
		detail_move_below(&state->detail, open_nodes_tree(state, line->place.type),
				  line->place.type, line->place.node);
}

void node_lines_move(struct ui_state *state, int steps)
{
	struct node_lines lines;
	struct detail_who who;
	int at, last;

	node_lines_list(state, &lines);
	detail_who_list(state, &who);
	last = lines.n + (int)who.n - 1;
	at = detail_who_cursor(state, &who);
	at = at < 0 ? node_lines_cursor(state, &lines) : lines.n + at;
	at = steps < -at ? 0 : steps > last - at ? last : at + steps;
	state->nodes.at_end = false;
	if (last < 0)
		return;
	if (at < lines.n)
		node_lines_go_to(state, &lines.line[at]);
	else
		detail_who_go_to(&state->detail, who.line[at - lines.n].row);
}

void node_lines_refresh(struct ui_state *state)
{
	struct node_lines lines;
	int end = -1;

	if (!state->detail.open || !state->snapshot || !state->machine || state->find.mode != FIND_NOTHING)
		return;
	node_lines_list(state, &lines);
	for (int i = 0; i < lines.n; i++)
		if (lines.line[i].worst)
			end = i;
	if (state->nodes.follow && state->nodes.at_end && end >= 0 &&
	    !node_line_is_under_cursor(state, &lines.line[end]))
		node_lines_go_to(state, &lines.line[end]);
	else if (lines.n && !node_line_is_under_cursor(state, &lines.line[node_lines_cursor(state, &lines)]))
		node_lines_go_to(state, &lines.line[node_lines_cursor(state, &lines)]);
}
