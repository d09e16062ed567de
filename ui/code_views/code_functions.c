/* SPDX-License-Identifier: GPL-2.0-only */
/* The views "functions" and "nodes", of one function; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/code/class_columns.h"
#include "ui/code/code_text.h"
#include "ui/code_views/code_list.h"

/* ---- compared with the baseline ---- */

static int by_start(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return place_compare(x->start, y->start);
}

/* Groups the baseline, to compare with. False without memory. */
static bool group_baseline(struct code_screen *code)
{
	struct functions *functions = &code->baseline_functions;

	functions_done(functions);
	if (functions_init(functions, code->baseline, code->of.names, FUNCTIONS_OF_ALL))
		return false;
	qsort(functions->rows, functions->n, sizeof(functions->rows[0]), by_start);
	return true;
}

/* ---- the view ---- */

bool code_functions_make(struct code_screen *code)
{
	functions_done(&code->functions);
	code->of.before = code->baseline ? &code->baseline_functions : NULL;
	if (!code->of.profile)
		return true;
	if (functions_init(&code->functions, code->of.profile, code->of.names, FUNCTIONS_OF_ALL))
		return false;
	code->names_pending = code->functions.pending;
	code->rows = (struct code_rows){ code->functions.rows, code->functions.n,
					 sizeof(*code->functions.rows) };
	return !code->baseline || group_baseline(code);
}

void code_functions_done(struct code_screen *code)
{
	functions_done(&code->functions);
	functions_done(&code->baseline_functions);
}

void code_functions_step(const struct code_screen *code, struct place at, struct code_step *step)
{
	struct code_name name;

	(void)code_text_ask(&code->of, at, false, &name);
	step->start = name.symbol[0] ? name.function : at;
	step->end = step->start;
	step->end.offset += name.symbol[0] && name.size ? name.size : 1;
	code_text_function(&code->of, at, &name, step->title, sizeof(step->title));
}

const char *code_functions_nothing(const struct code_screen *code)
{
	(void)code;
	return "no sample of this event in this time";
}

/* ---- nodes of one function ---- */

/* The function of the open step in the newest profile; NULL: it has no samples there. */
static const struct profile_function *find_function(const struct code_screen *code)
{
	const struct code_step *step = &code->steps[code->n_steps - 1];

	for (size_t i = 0; i < code->functions.n; i++)
		if (place_equal(code->functions.rows[i].start, step->start))
			return &code->functions.rows[i];
	return NULL;
}

static void code_nodes_add(struct code_node_rows *nodes, const struct profile_function *function, enum metric_id node)
{
	enum class_known known;

	(void)functions_class(function, node, &known);
	if (known != CLASS_MISSING)
		nodes->rows[nodes->n++] = (struct function_node){ .classes = function->classes, .node = node };
}

static void add_lines(struct code_screen *code, struct place function)
{
	struct code_node_rows *nodes = &code->nodes;
	size_t n, pending;

	if (!code->of.lines || !code->of.names)
		return;
	n = function_lines(code->of.profile, code->of.names, function, nodes->lines, CODE_LINES, &pending);
	for (size_t i = 0; i < n; i++)
		nodes->rows[nodes->n++] = (struct function_node){ .node = M_NONE, .line = &nodes->lines[i] };
	code->names_pending += pending;
}

/* Its classes with their errors; and how late its samples are. */
static void line_note(const struct code_screen *code, const struct function_line *line, char text[CODE_NOTE])
{
	size_t used;

	code_text_line_of(&code->of, line->at, text, CODE_NOTE);
	used = strlen(text);
	for (enum metric_id node = 0; node < M_COUNT; node++) {
		const struct estimate of = class_shown(line->classes, node, NULL);

		if (!isnan(of.value) && metric_level(node) == 1 && used < CODE_NOTE)
			used += (size_t)snprintf(text + used, CODE_NOTE - used, " · %s %.1f %s%.1f %%",
						 metrics[node].title, 100 * of.value,
						 code->of.ascii ? "+-" : "±", 100 * of.error);
	}
	if (used < CODE_NOTE)
		(void)snprintf(text + used, CODE_NOTE - used, " · %" PRIu64 " sample%s. %s", line->samples,
			       plural(line->samples),
			       code->of.profile->event.precise ? "The CPU tells the address." :
			       "Samples are some instructions late (skid), which no error includes: what caused them "
			       "may stand a line before.");
}

bool code_nodes_make(struct code_screen *code)
{
	struct code_node_rows *nodes = &code->nodes;
	const struct profile_function *function;

	nodes->n = 0;
	if (!code_functions_make(code))
		return false;
	function = code->of.profile ? find_function(code) : NULL;
	for (enum metric_id class = 0; function && function->classes && class < M_COUNT; class++) {
		if (metrics[class].parent != M_NONE)
			continue;
		code_nodes_add(nodes, function, class);
		for (enum metric_id node = 0; node < M_COUNT; node++)
			if (metrics[node].parent == class)
				code_nodes_add(nodes, function, node);
	}
	if (function && function->classes)
		add_lines(code, function->start);
	code->rows = (struct code_rows){ nodes->rows, nodes->n, sizeof(nodes->rows[0]) };
	return true;
}

const char *code_nodes_nothing(const struct code_screen *code)
{
	(void)code;
	return "no sample of this function with TopDown in this time";
}

void code_nodes_note(const struct code_screen *code, size_t row, char text[CODE_NOTE])
{
	const struct function_node *of = &code->nodes.rows[row];
	const struct metric *metric = of->line ? NULL : &metrics[of->node];

	if (of->line)
		line_note(code, of->line, text);
	else
		(void)snprintf(text, CODE_NOTE, "%s: %s %s", metric->title, metric->help, metric->advice);
}

const char *code_nodes_step(struct code_screen *code, struct code_step *step)
{
	const enum code_view_id view = code_step_shown(code)->view;
	const struct estimate *classes;
	enum metric_id limit;
	struct place start;
	size_t row;

	if (view != CODE_FUNCTIONS && view != CODE_STACKS)
		return "the nodes are those of a function: h shows functions";
	if (!code->of.profile || !code_list_selected(code, &row))
		return "no function is selected";
	if (!row_has_classes(&code->of))
		return "this event has no TopDown of functions: e shows other events";
	if (view == CODE_STACKS) {
		const struct call_node *frame = &code->stacks.tree->nodes[code_stacks_selected(code)];

		start = frame->function;
		classes = frame->self_classes;
	} else {
		const struct profile_function *function = code_list_row(code, row);

		start = function->start;
		classes = function->classes;
	}
	*step = (struct code_step){ .view = CODE_NODES };
	code_functions_step(code, start, step);
	step->start = start;
	limit = class_limited_node(classes);
	step->pinned = limit != M_NONE;
	if (step->pinned)
		step->cursor = function_node_id(limit);
	return NULL;
}
