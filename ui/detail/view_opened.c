/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text about a node below level 2; see views.h. It tells its value and what it is a part
 * of, what it means and what to try, how sure the value is, and what it is made of. UI thread.
 */
#include "config.h"
#include "ui/detail/views.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/tree/tree.h"
#include "ui/detail/node_lines.h"
#include "ui/draw/format.h"
#include "ui/lists/views.h"

#define SENTENCE 640
#define RUNNING_WHOLE 99.5	/* percent */

static const char *const shares_of[TREE_UNITS] = {
	[TREE_OF_SLOTS] = "slots", [TREE_OF_CLOCKS] = "cycles of the threads",
	[TREE_OF_CORE_CLOCKS] = "cycles of the cores", [TREE_OF_UOPS] = "operations that retired",
};

/* ---- what does not fit together ---- */

#define APART 10.0		/* points between children and parent that are worth a word */

/* The children of an open line that were counted at another time than it, as far as that shows. */
struct node_mismatch {
	int line;			/* -1: none */
	double children, parent;	/* percent of one unit */
};

/*
 * Percent of the slots of a line; NAN: it is a share of something else, or not known. Only children
 * that are shares of the slots add up to their parent; those of cycles overlap, or are a part.
 */
static double slots_of(const struct ui_state *state, const struct node_line *line)
{
	const struct tree_node *node = node_line_node(state, line);
	const struct values *values = &state->detail.row.numbers->values;

	if (!node)
		return values->quality[line->place.metric] > Q_LOW_SLOTS ?
			       (double)values->percent[line->place.metric] : (double)NAN;
	if (node->unit != TREE_OF_SLOTS || !line->value || line->value->quality <= Q_LOW_SLOTS)
		return NAN;
	return (double)line->value->percent;
}

/* The sum of the children of a line; NAN: they are fewer than two, or not all are known. */
static double sum_below(const struct ui_state *state, const struct node_lines *lines, int top)
{
	double sum = 0;
	int n = 0;

	for (int i = top + 1; i < lines->n && lines->line[i].level > lines->line[top].level; i++)
		if (node_lines_parent(lines, i) == top) {
			sum += slots_of(state, &lines->line[i]);
			n++;
		}
	return n > 1 ? sum : (double)NAN;
}

static struct node_mismatch find_mismatch(const struct ui_state *state, const struct node_lines *lines)
{
	for (int i = 0; i < lines->n; i++) {
		const double parent = slots_of(state, &lines->line[i]);
		const double children =
			lines->line[i].open ? sum_below(state, lines, i) : (double)NAN;

		if (fabs(children - parent) > APART)
			return (struct node_mismatch){ i, children, parent };
	}
	return (struct node_mismatch){ .line = -1 };
}

/* ---- the text ---- */

/* The line under the cursor; false: it is not listed. */
static bool find_line(const struct ui_state *state, const struct node_lines *lines,
		      struct node_line *line)
{
	if (!lines->n)
		return false;
	*line = lines->line[node_lines_cursor(state, lines)];
	return line->place.metric == M_NONE;
}

static bool has_value(const struct opened_node *value)
{
	return value && value->quality > Q_LOW_SLOTS;
}

/* "over its threshold of 10; on the worst path" */
static void print_judgement(const struct cursor_node *cursor, const struct node_line *line, bool good, char *text,
			    size_t size)
{
	const bool over = line->value && line->value->over;
	char limit[24] = "";

	if (!isnan(cursor->node->limit))
		(void)snprintf(limit, sizeof(limit), " of %.0f", 100 * (double)cursor->node->limit);
	if (over && good)
		(void)snprintf(text, size, "over its threshold%s: useful work", limit);
	else if (over)
		(void)snprintf(text, size, "over its threshold%s%s", limit,
			       line->worst ? "; on the worst path" : "");
	else if (!isnan(cursor->node->limit) &&
		 (double)line->value->percent > 100 * (double)cursor->node->limit)
		(void)snprintf(text, size,
			       "over its limit%s, but a node above it is within its own: "
			       "it matters little",
			       limit);
	else
		(void)snprintf(text, size, "within its threshold%s", limit);
}

static void put_value(struct page *page, const struct ui_state *state,
		      const struct cursor_node *cursor, const struct node_line *line)
{
	char name[TREE_NAME], value[16], judgement[128], text[SENTENCE];
	struct node_row row;

	node_line_row(state, line, false, &row);
	tree_print_name(row.title, cursor->node->slug, name);
	opened_line_value(&(struct rows_of){ .ascii = state->look.ascii }, &row.line, value);
	if (!line->value) {
		(void)snprintf(text, sizeof(text), "%s: %s", name,
			       open_nodes_waits(state) ? "no value yet, it is counted from now on"
			       : state->frozen	       ? "not counted in this interval"
						       : "not counted");
	} else if (!has_value(line->value)) {
		(void)snprintf(text, sizeof(text), "%s: %s", name,
			       line->value->quality == Q_MISSING ? "not known" :
			       line->value->running < 5 ? "counted for too short a time to say" :
			       "too few counts to say");
	} else {
		print_judgement(cursor, line, opened_line_is_good(&row.line), judgement, sizeof(judgement));
		(void)snprintf(text, sizeof(text), "%s: %s %% of the %s, %s", name, value,
			       cursor->node->of_core && cursor->node->unit == TREE_OF_CLOCKS ?
				       shares_of[TREE_OF_CORE_CLOCKS] : shares_of[cursor->node->unit],
			       judgement);
	}
	page_put_text(page, ROLE_TITLE, NULL, text);
	page_put_line(page, ROLE_TEXT, "");
}

/* "71 % of Memory bound and what is beside it there, which has 61.9 % of the slots: about 44 %" */
static void put_share(struct page *page, const struct ui_state *state,
		      const struct node_lines *lines, const struct node_line *line)
{
	const struct opened_node *value = line->value;
	const int parent = node_lines_parent(lines, node_lines_cursor(state, lines));
	char above[NODE_LINE_TITLE], text[SENTENCE], more[96] = "";

	if (!has_value(value) || isnan(value->of_parent) || parent < 0)
		return;
	node_line_title(state, &lines->line[parent], above);
	if (!isnan(value->slots))
		(void)snprintf(more, sizeof(more), ", so about %.1f %% of all slots",
			       (double)value->slots);
	(void)snprintf(text, sizeof(text), "It is %.0f %% of what is counted below %s%s.",
		       (double)value->of_parent, above, more);
	page_put_text(page, ROLE_TEXT, NULL, text);
	page_put_line(page, ROLE_TEXT, "");
}

/* "Retire latency: 63.2 ± 1.1 cycles, mean of 812 samples of this row; the table has 20.0." */
static void put_latency(struct page *page, const struct ui_state *state,
			const struct opened_node *value)
{
	const char *sign = format_plus_minus(state->look.ascii);
	char text[SENTENCE], error[32] = "", table[40] = "";

	if (!isnan(value->latency_table))
		(void)snprintf(table, sizeof(table), "; the table has %.1f",
			       (double)value->latency_table);
	if (isnan(value->latency))
		return;
	if (!isnan(value->latency_error))
		(void)snprintf(error, sizeof(error), " %s %.1f", sign,
			       (double)value->latency_error);
	if (value->latency_default)
		(void)snprintf(text, sizeof(text), "Retire latency (d): %.1f cycles, of a table; "
			       "%" PRIu32 " sample%s of this row %s too few.",
			       (double)value->latency, value->latency_samples, plural(value->latency_samples),
			       is_or_are(value->latency_samples));
	else
		(void)snprintf(text, sizeof(text), "Retire latency: %.1f%s cycles, mean of %" PRIu32
			       " samples of this row%s.", (double)value->latency, error,
			       value->latency_samples, table);
	page_put_text(page, ROLE_TEXT, NULL, text);
}

static void put_mismatch(struct page *page, const struct ui_state *state,
			 const struct node_lines *lines)
{
	const struct node_mismatch mismatch = find_mismatch(state, lines);
	const int at = node_lines_cursor(state, lines);
	char title[NODE_LINE_TITLE], text[SENTENCE];

	if (mismatch.line < 0 ||
	    (mismatch.line != at && mismatch.line != node_lines_parent(lines, at)))
		return;
	node_line_title(state, &lines->line[mismatch.line], title);
	(void)snprintf(text, sizeof(text),
		       "Children %.1f of %s %.1f: they were counted at different "
		       "times, and the work changes.",
		       mismatch.children, title, mismatch.parent);
	page_put_text(page, ROLE_NOTE, NULL, text);
}

static void put_confidence(struct page *page, const struct ui_state *state,
			   const struct cursor_node *cursor, const struct node_lines *lines,
			   const struct node_line *line)
{
	const struct opened_node *value = line->value;
	const struct opened *opened = open_nodes_values(state);
	char text[SENTENCE];

	page_put_line(page, ROLE_TITLE, "How sure is this?");
	if (!value) {
		page_put_text(page, ROLE_TEXT, NULL, "There is no count of it in this interval.");
		return;
	}
	(void)snprintf(text, sizeof(text), (double)value->running < RUNNING_WHOLE ?
		       "Extrapolated (~): its events were counted for %.0f %% of the time%s%s." :
		       "Its events were counted for %.0f %% of the time%s%s.",
		       (double)value->running,
		       opened && opened->groups > 1 ? ", as groups take turns" : "",
		       value->at_once ? "" : ", not all of them at once");
	page_put_text(page, ROLE_TEXT, NULL, text);
	if (has_value(value) && !isnan(value->error)) {
		(void)snprintf(text, sizeof(text),
			       "Standard error: %.1f points, from the spread between "
			       "intervals; likely between %.1f and %.1f.",
			       (double)value->error,
			       fmax(0, (double)value->percent - 2 * (double)value->error),
			       (double)value->percent + 2 * (double)value->error);
		page_put_text(page, ROLE_TEXT, NULL, text);
	}
	put_latency(page, state, value);
	if (cursor->node->of_core)
		page_put_text(page, ROLE_TEXT, NULL,
			      "It counts the whole core: with SMT on, also what "
			      "the other thread does.");
	put_mismatch(page, state, lines);
}

/* Is this name a word of the expression? */
static bool is_in(const char *expression, const char *name)
{
	const size_t n = strlen(name);

	for (const char *at = expression; (at = strstr(at, name)) != NULL; at += n)
		if ((at == expression ||
		     !(isalnum((unsigned char)at[-1]) || strchr("_.", at[-1]))) &&
		    !(isalnum((unsigned char)at[n]) || (at[n] && strchr("_.:", at[n]))))
			return true;
	return false;
}

/* The parts of an expression that are no events, one level deep. */
static void put_terms(struct page *page, const struct tree *tree, const char *expression)
{
	char text[SENTENCE];

	for (size_t i = 0; i < tree->n_terms; i++) {
		if (!is_in(expression, tree_term(tree, i)->name))
			continue;
		(void)snprintf(text, sizeof(text), "%s = %s", tree_term(tree, i)->name,
			       tree_term(tree, i)->expression);
		page_put_text(page, ROLE_DIM, NULL, text);
	}
}

static void put_formula(struct page *page, const struct cursor_node *cursor)
{
	const struct tree *tree = cursor->tree;
	char text[SENTENCE];

	page_put_line(page, ROLE_TEXT, "");
	page_put_line(page, ROLE_TITLE, "Formula");
	(void)snprintf(text, sizeof(text), "%s = %s", cursor->node->slug, cursor->node->expression);
	page_put_text(page, ROLE_TEXT, NULL, text);
	put_terms(page, tree, cursor->node->expression);
	if (cursor->node->threshold[0]) {
		(void)snprintf(text, sizeof(text), "Over its threshold where %s",
			       cursor->node->threshold);
		page_put_text(page, ROLE_TEXT, NULL, text);
	}
	page_put_line(page, ROLE_TEXT, "");
	page_put_line(page, ROLE_TITLE, "Events in it");
	for (size_t i = 0; i < tree->n_events; i++)
		if (is_in(cursor->node->expression, tree_event(tree, i)->name))
			page_put_text(page, ROLE_TEXT, NULL, tree_event(tree, i)->name);
	if (cursor->node->sample_with[0]) {
		(void)snprintf(text, sizeof(text), "Sample with: %s", cursor->node->sample_with);
		page_put_text(page, ROLE_TEXT, NULL, text);
	}
	(void)snprintf(text, sizeof(text), "%s: %s", tree->name, tree->source);
	page_put_text(page, ROLE_DIM, NULL, text);
}

void view_opened_put(struct page *page, const struct ui_state *state, const struct cursor_node *cursor)
{
	struct node_lines lines;
	struct node_line line;

	node_lines_all(state, &lines);
	if (!find_line(state, &lines, &line))
		return;
	put_value(page, state, cursor, &line);
	put_share(page, state, &lines, &line);
	view_next_step_put(page, state, true);
	page_put_line(page, ROLE_TITLE, "What it means, in the vendor's words");
	page_put_text(page, ROLE_DIM, NULL, cursor->node->help);
	page_put_line(page, ROLE_TEXT, "");
	put_confidence(page, state, cursor, &lines, &line);
	put_formula(page, cursor);
}

/* ---- the state line ---- */

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
			     plural(opened->threads));
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
	const struct node_mismatch mismatch = find_mismatch(state, lines);
	char title[NODE_LINE_TITLE];

	if (mismatch.line < 0)
		return;
	node_line_title(state, &lines->line[mismatch.line], title);
	segments_add(line, 64, canvas_style(ROLE_ALARM, false),
		     brief ? "children %.0f of %s %.0f" :
			     "children %.1f of %s %.1f: counted at different times",
		     mismatch.children, title, mismatch.parent);
}

static void add_typed(struct segments *line, const struct ui_state *state)
{
	char text[VIEW_FIND_QUOTE];
	struct node_lines shown;

	node_lines_list(state, &shown);
	view_find_quote(state->nodes.filter, state->look.ascii, text);
	if (text[0])
		segments_add(line, 90, note(), "filter %s: %d of %d nodes", text, shown.n, shown.all);
	if (state->nodes.search[0])
		segments_add(line, 35, note(), "search %s: n/N", state->nodes.search);
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
	node_lines_all(state, &lines);
	add_typed(line, state);
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
