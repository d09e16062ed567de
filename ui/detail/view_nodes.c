/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines of a tree that is open below level 2; see views.h. Columns find room by the order in
 * which `steps` names them, then the names grow. UI thread.
 *
 * A new column of an open tree is a row of parts[]; its lines: node_lines.c, what is opened:
 * open_nodes.c, its keys: ui/keys/keys_detail.c.
 */
#include "config.h"
#include "ui/detail/views.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/snapshot/soundness.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"

#define NAME_MIN 18
#define NAME_MAX 34
#define BAR_MIN 6
#define BAR_MAX 24
#define SAMPLE_MAX 40

#define RUN_WIDE ((int)sizeof("COUNTED%") - 1)
#define RUN_SHORT ((int)sizeof("CNT%") - 1)

enum column_id {
	NODE, PERCENT, DEFAULTS, DIFF, UNIT, SLOTS, THRESHOLD, MARK, BAR, RUN, POINTS, SAMPLE,
	COLUMNS
};
_Static_assert(COLUMNS == VIEW_NODES_COLUMNS, "VIEW_NODES_COLUMNS");

/* In the order of the screen; widths without the gap before them. */
static const struct {
	const char *title;
	int w, gap;
	bool left;
} parts[COLUMNS] = {
	[NODE] = { "NODE", NAME_MIN, 0, true },
	[PERCENT] = { "%", 5, 1, false },
	[DEFAULTS] = { "", 1, 0, true },
	[DIFF] = { "DIFF", 6, 1, false },
	[UNIT] = { "OF", 6, 1, true },
	[SLOTS] = { "SLOTS%", 6, 1, false },
	[THRESHOLD] = { "THRESHOLD", 9, 1, false },
	[MARK] = { "", 1, 1, true },
	[BAR] = { "", BAR_MIN, 1, true },
	[RUN] = { "CNT", 3, 1, false },		/* where there is room: CNT%, COUNTED% */
	[POINTS] = { "±", 4, 1, false },
	[SAMPLE] = { "SAMPLE WITH", 12, 2, true },
};

/* ---- where columns are ---- */

static const struct tree_event *sample_of(const struct ui_state *state,
					  const struct node_line *line)
{
	const struct tree *tree = open_nodes_tree(state, line->place.type);

	return tree && line->place.node >= 0 ? tree_sample(tree, line->place.node) : NULL;
}

int view_nodes_indent(const struct node_line *line, bool indented)
{
	return 2 * (line->level - 1 + indented);
}

/* The cells that the longest texts of two columns need. */
static void measure(const struct ui_state *state, const struct node_lines *lines, int *name,
		    int *sample)
{
	*name = NAME_MIN;
	*sample = 0;
	for (int i = 0; i < lines->n; i++) {
		const struct node_line *line = &lines->line[i];
		const struct tree_event *event = sample_of(state, line);
		char title[NODE_LINE_TITLE];
		int w;

		node_line_title(state, line, title);
		w = view_nodes_indent(line, lines->indented) + format_text_width(title);
		*name = w > *name ? w : *name;
		w = event ? format_text_width(event->name) : 0;
		*sample = w > *sample ? w : *sample;
	}
	*name = *name < NAME_MAX ? *name : NAME_MAX;
	*sample = *sample < SAMPLE_MAX ? *sample : SAMPLE_MAX;
}

/* What is left goes to a column, up to a width. */
static void view_nodes_grow(int *w, int most, int *left)
{
	const int more = most - *w < *left ? most - *w : *left;

	if (more > 0) {
		*w += more;
		*left -= more;
	}
}

void view_nodes_fit(const struct ui_state *state, const struct node_lines *lines, int w,
		    struct view_nodes_fit *fit)
{
	static const enum column_id steps[] = { NODE, PERCENT, DEFAULTS, MARK, DIFF, UNIT, RUN,
						POINTS, COLUMNS, THRESHOLD, BAR, SLOTS, SAMPLE };
	const bool compares = timeline_baseline(&state->timeline) != NULL;
	int name, sample, x = 0;

	*fit = (struct view_nodes_fit){ .place[NODE].w = 0 };
	measure(state, lines, &name, &sample);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const enum column_id id = steps[i];
		const int need = id == COLUMNS ? 0 : parts[id].w + parts[id].gap;

		if (id == COLUMNS)
			view_nodes_grow(&fit->place[NODE].w, name, &w);
		else if (need <= w && (id != DIFF || compares) && (id != SAMPLE || sample)) {
			fit->place[id].w = parts[id].w;
			w -= need;
		}
	}
	if (fit->place[RUN].w)
		view_nodes_grow(&fit->place[RUN].w, RUN_WIDE, &w);
	if (fit->place[SAMPLE].w)
		view_nodes_grow(&fit->place[SAMPLE].w, sample, &w);
	if (fit->place[BAR].w)
		view_nodes_grow(&fit->place[BAR].w, BAR_MAX, &w);
	for (int id = 0; id < COLUMNS; id++) {
		fit->place[id].x = x + (fit->place[id].w ? parts[id].gap : 0);
		x = fit->place[id].x + fit->place[id].w;
	}
}

int view_nodes_width(const struct ui_state *state, const struct node_lines *lines)
{
	int name, sample, all = 0;

	measure(state, lines, &name, &sample);
	for (int id = 0; id < COLUMNS; id++)
		if (id != DIFF || timeline_baseline(&state->timeline))
			all += parts[id].w + parts[id].gap;
	return all + name - NAME_MIN + BAR_MAX - BAR_MIN +
	       (sample > parts[SAMPLE].w ? sample - parts[SAMPLE].w : 0);
}

/* ---- what is in the cells ---- */

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

bool view_nodes_is_good(const struct ui_state *state, const struct node_line *line)
{
	return metrics[class_of(state, line)].sense == SENSE_GOOD;
}

static enum quality quality_of(const struct ui_state *state, const struct node_line *line)
{
	if (line->place.metric != M_NONE)
		return (enum quality)state->detail.row.values.quality[line->place.metric];
	return line->value ? (enum quality)line->value->quality : Q_MISSING;
}

/* Is the node over its threshold, and those above it over theirs? */
static bool is_over(const struct ui_state *state, const struct node_line *line)
{
	const struct values *values = &state->detail.row.values;
	const enum metric_id m = line->place.metric;

	if (m == M_NONE)
		return line->value && line->value->over && quality_of(state, line) > Q_LOW_SLOTS;
	return metric_is_over(values, m) &&
	       (metrics[m].parent == M_NONE || metric_is_over(values, metrics[m].parent));
}

static double percent_of(const struct ui_state *state, const struct node_line *line)
{
	if (line->place.metric != M_NONE)
		return (double)state->detail.row.values.percent[line->place.metric];
	return line->value ? (double)line->value->percent : 0;
}

void view_nodes_value(const struct ui_state *state, const struct node_line *line, char text[16])
{
	const bool awaited = line->place.metric == M_NONE && !line->value;

	if (awaited)
		(void)snprintf(text, 16, "%s",
			       !open_nodes_waits(state) ? FORMAT_LOW_SLOTS
			       : state->look.ascii		? "..."
							: "…");
	else
		format_percent(text, 16, percent_of(state, line), quality_of(state, line));
	if (state->look.ascii)
		format_ascii(text);
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
		running *= family_share(family, &state->detail.row.counts, formula_events(formula));
	return 100 * running;
}

/* What a node is a share of, in one word; the help has more. */
static const char *unit_of(const struct ui_state *state, const struct node_line *line)
{
	static const char *const names[TREE_UNITS] = {
		[TREE_OF_SLOTS] = "slots", [TREE_OF_CLOCKS] = "cycles",
		[TREE_OF_CORE_CLOCKS] = "core", [TREE_OF_UOPS] = "uops",
	};
	const struct tree_node *node = node_line_node(state, line);

	return !node ? "slots" : node->of_core ? "core" : names[node->unit];
}

/* The threshold of a node, percent; NAN: it has none of its own. */
static double threshold_of(const struct ui_state *state, const struct node_line *line)
{
	const struct tree_node *node = node_line_node(state, line);

	return 100 * (node ? (double)node->limit : metrics[line->place.metric].threshold);
}

/* Percent of the slots: of level 2 itself, below it estimated; NAN. */
static double slots_of(const struct ui_state *state, const struct node_line *line)
{
	const struct tree_node *node = node_line_node(state, line);

	if (quality_of(state, line) <= Q_LOW_SLOTS)
		return NAN;
	if (node && node->unit != TREE_OF_SLOTS)
		return (double)line->value->slots;
	return percent_of(state, line);
}

/* More than all, or than its class has: the counts do not fit together. */
static bool is_impossible(const struct ui_state *state, const struct node_line *line)
{
	return line->place.metric != M_NONE &&
	       soundness_forbids(&state->detail.row.values, line->place.metric);
}

/* ---- drawing ---- */

static void draw_bar(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		     const struct node_line *line)
{
	const enum metric_id m = class_of(state, line);
	const enum metric_id class = metrics[m].parent == M_NONE ? m : metrics[m].parent;
	const int full = (int)lround(percent_of(state, line) / 100 * rect.w);
	const double limit = threshold_of(state, line);
	const int threshold = isnan(limit) ? -1 : (int)lround(limit / 100 * rect.w);

	if (quality_of(state, line) <= Q_LOW_SLOTS)
		return;
	if (is_impossible(state, line)) {
		(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_ALARM, false),
				 "impossible");
		return;
	}
	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y,
				canvas_style(x < full ? theme_metric_role(m) : ROLE_DIM, false),
				x < full ? bars_glyph(state_bars(state), class) :
				x == threshold ? '|' : ' ');
}

static void draw_mark(struct canvas *canvas, int x, int y, const struct ui_state *state,
		      const struct node_line *line)
{
	const enum role role = theme_metric_role(class_of(state, line));

	if (is_impossible(state, line)) {
		(void)canvas_put(canvas, x, y, 1, canvas_style(ROLE_ALARM, false), "!");
		return;
	}
	if (!is_over(state, line))
		return;
	if (view_nodes_is_good(state, line))
		(void)canvas_put(canvas, x, y, 1, canvas_style(role, true),
				 symbol(SYMBOL_GOOD, state->look.ascii));
	else if (line->worst)
		(void)canvas_put(canvas, x, y, 1, canvas_style(role, true),
				 symbol(SYMBOL_WORST, state->look.ascii));
	else
		(void)canvas_put(canvas, x, y, 1, canvas_style(ROLE_NOTE, false), ">");
}

static void draw_name(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct node_line *line, bool indented)
{
	const int indent = view_nodes_indent(line, indented);
	const bool known = quality_of(state, line) > Q_LOW_SLOTS;
	const enum role role = !known			      ? ROLE_DIM :
			       is_over(state, line) ?
				       theme_metric_role(class_of(state, line)) : ROLE_TEXT;
	char title[NODE_LINE_TITLE];

	node_line_title(state, line, title);
	if (line->can_open && indent >= 2)
		(void)canvas_put(
			canvas, rect.x + indent - 2, rect.y, 1, canvas_style(ROLE_KEY, false),
			symbol(line->open ? SYMBOL_UNFOLDED : SYMBOL_FOLDED, state->look.ascii));
	(void)canvas_put_cut(canvas, rect.x + indent, rect.y, rect.w - indent,
			     canvas_style(role, line->worst), title, 0, state->look.ascii);
}

/* A number with these decimals in a column; nothing if it is not known. */
static void draw_number(struct canvas *canvas, struct rect rect, enum role role, double value,
			int decimals)
{
	char text[24];

	if (isnan(value) || !rect.w)
		return;
	(void)snprintf(text, sizeof(text), "%.*f", decimals, value);
	canvas_put_right(canvas, rect.x, rect.y, rect.w, canvas_style(role, false), text);
}

static void draw_difference(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			    const struct node_line *line)
{
	const struct difference difference = difference_of(timeline_baseline(&state->timeline),
							   state->snapshot, &state->detail.row);
	enum difference_kind kind;
	char text[COLUMN_TEXT];

	if (!rect.w || line->place.metric == M_NONE)
		return;
	kind = difference_print(&difference, columns_of_metric(line->place.metric), state->snapshot,
				&state->detail.row, state->look.ascii, text);
	canvas_put_right(canvas, rect.x, rect.y, rect.w,
			 canvas_style(kind == DIFFERENCE_LARGE || kind == DIFFERENCE_SMALL
					      ? ROLE_TEXT
					      : ROLE_DIM,
				      kind == DIFFERENCE_LARGE),
			 text);
}

static void draw_percent(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct node_line *line)
{
	const bool known = quality_of(state, line) > Q_LOW_SLOTS;
	const enum role role = !known ? ROLE_DIM : is_over(state, line) ?
				       theme_metric_role(class_of(state, line)) : ROLE_TEXT;
	char text[16];

	view_nodes_value(state, line, text);
	canvas_put_right(canvas, rect.x, rect.y, rect.w, canvas_style(role, line->worst), text);
}

static struct rect view_nodes_place_of(const struct view_nodes_fit *fit, struct rect rect, enum column_id id)
{
	return (struct rect){ rect.x + fit->place[id].x, rect.y, fit->place[id].w, 1 };
}

void view_nodes_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			  const struct view_nodes_fit *fit, const struct node_line *line,
			  bool indented)
{
	const struct tree_event *event = sample_of(state, line);
	struct rect at = view_nodes_place_of(fit, rect, DEFAULTS);

	draw_name(canvas, view_nodes_place_of(fit, rect, NODE), state, line, indented);
	draw_percent(canvas, view_nodes_place_of(fit, rect, PERCENT), state, line);
	if (line->value && line->value->latency_default && at.w)
		(void)canvas_put(canvas, at.x, at.y, at.w, canvas_style(ROLE_SCALED, false), "d");
	draw_difference(canvas, view_nodes_place_of(fit, rect, DIFF), state, line);
	at = view_nodes_place_of(fit, rect, UNIT);
	(void)canvas_put(canvas, at.x, at.y, at.w, canvas_style(ROLE_DIM, false),
			 unit_of(state, line));
	draw_number(canvas, view_nodes_place_of(fit, rect, SLOTS), ROLE_TEXT, slots_of(state, line), 1);
	draw_number(canvas, view_nodes_place_of(fit, rect, THRESHOLD), ROLE_DIM, threshold_of(state, line), 0);
	at = view_nodes_place_of(fit, rect, MARK);
	if (at.w)
		draw_mark(canvas, at.x, at.y, state, line);
	draw_bar(canvas, view_nodes_place_of(fit, rect, BAR), state, line);
	draw_number(canvas, view_nodes_place_of(fit, rect, RUN), ROLE_DIM, running_of(state, line), 0);
	if (line->value && quality_of(state, line) > Q_LOW_SLOTS)
		draw_number(canvas, view_nodes_place_of(fit, rect, POINTS), ROLE_DIM,
			    (double)line->value->error, 1);
	at = view_nodes_place_of(fit, rect, SAMPLE);
	if (event && at.w)
		(void)canvas_put_cut(canvas, at.x, at.y, at.w, canvas_style(ROLE_DIM, false),
				     event->name, 0, state->look.ascii);
}

void view_nodes_draw_head(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			  const struct view_nodes_fit *fit)
{
	const unsigned int style = canvas_style(ROLE_HEAD, false);

	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, style, ' ');
	for (int id = 0, end = rect.x; id < COLUMNS; id++) {
		struct rect at = view_nodes_place_of(fit, rect, (enum column_id)id);
		const char *title = id == POINTS ? format_plus_minus(state->look.ascii) : parts[id].title;

		/* Titles before it are short, or blank: its own may begin above them. */
		if (id == RUN && at.w) {
			const int room = at.x + at.w - end;
			const int w = room > RUN_WIDE ? RUN_WIDE : room > RUN_SHORT ? RUN_SHORT : at.w;

			title = w >= RUN_WIDE ? "COUNTED%" : w >= RUN_SHORT ? "CNT%" : title;
			at.x += at.w - w;
			at.w = w;
		}
		if (at.w && parts[id].left)
			(void)canvas_put(canvas, at.x, at.y, at.w, style, title);
		else if (at.w)
			canvas_put_right(canvas, at.x, at.y, at.w, style, title);
		if (at.w && title[0])
			end = at.x + (parts[id].left ? format_text_width(title) : at.w);
	}
}
