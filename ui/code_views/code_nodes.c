/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "nodes" of a function; see code_nodes.h. UI thread. */
#include "config.h"
#include "ui/code_views/code_nodes.h"

#include <stdio.h>

#include "ui/code/functions.h"
#include "ui/code_views/code_functions.h"
#include "ui/code_views/code_list.h"

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
		nodes->rows[nodes->n++] = (struct function_node){ function, node };
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
	const struct metric *metric = &metrics[code->nodes.rows[row].node];

	(void)snprintf(text, CODE_NOTE, "%s: %s %s", metric->title, metric->help, metric->advice);
}

const char *code_nodes_step(struct code_screen *code, struct code_step *step)
{
	const struct profile_function *function;
	enum metric_id limit;
	size_t row;

	if (code_step_shown(code)->view != CODE_FUNCTIONS)
		return "the nodes are those of a function: h shows functions";
	if (!code->of.profile || !code_list_selected(code, &row))
		return "no function is selected";
	function = code_list_row(code, row);
	if (!function->classes)
		return "this event has no TopDown of functions: e shows other events";
	*step = (struct code_step){ .view = CODE_NODES };
	code_functions_step(code, function->start, step);
	step->start = function->start;
	limit = function_limited_node(function);
	step->pinned = limit != M_NONE;
	if (step->pinned)
		step->cursor = function_node_id(limit);
	return NULL;
}
