/* SPDX-License-Identifier: GPL-2.0-only */
/* Matches rows with a compiled expression, by three-valued logic. See expression.h. UI thread. */
#include "config.h"
#include "ui/table/expression.h"

#include <math.h>
#include <string.h>

typedef enum truth term_fn(const void *data, const struct expression_node *node);

void expression_done(struct expression *expression)
{
	for (size_t i = 0; i < expression->n; i++)
		if (expression->nodes[i].type == NODE_REGEX)
			regfree(&expression->nodes[i].regex);
	expression->n = 0;
	expression->root = -1;
}

static bool expression_compare(double value, enum expression_op op, double with)
{
	switch (op) {
	case OP_DIFFER:
		return value < with || value > with;
	case OP_LESS:
		return value < with;
	case OP_LESS_EQUAL:
		return value <= with;
	case OP_MORE:
		return value > with;
	case OP_MORE_EQUAL:
		return value >= with;
	default:
		return value >= with && value <= with;
	}
}

enum truth expression_of_number(const struct expression_node *node, double value)
{
	if (isnan(value))
		return TRUTH_UNKNOWN;
	return expression_compare(value, node->op, node->number) ? TRUTH_YES : TRUTH_NO;
}

enum truth expression_of_equality(const struct expression_node *node, bool same)
{
	return same == (node->op == OP_EQUAL || node->op == OP_MATCH) ? TRUTH_YES : TRUTH_NO;
}

enum truth expression_of_text(const struct expression_node *node, const char *text)
{
	if (!text[0])
		return TRUTH_UNKNOWN;
	return expression_of_equality(node, node->type == NODE_REGEX
						    ? regexec(&node->regex, text, 0, NULL, 0) == 0
						    : strcmp(text, node->text) == 0);
}

static enum truth match(const struct expression *expression, int index, term_fn *term,
			const void *data)
{
	const struct expression_node *node = &expression->nodes[index];
	enum truth left, right;

	switch (node->type) {
	case NODE_NOT:
		left = match(expression, node->left, term, data);
		return left == TRUTH_UNKNOWN ? TRUTH_UNKNOWN
		       : left == TRUTH_YES   ? TRUTH_NO
					     : TRUTH_YES;
	case NODE_AND:
		left = match(expression, node->left, term, data);
		if (left == TRUTH_NO)
			return TRUTH_NO;
		right = match(expression, node->right, term, data);
		return left < right ? left : right;
	case NODE_OR:
		left = match(expression, node->left, term, data);
		if (left == TRUTH_YES)
			return TRUTH_YES;
		right = match(expression, node->right, term, data);
		return left > right ? left : right;
	default:
		return term(data, node);
	}
}

bool expression_match(const struct expression *expression,
		      enum truth (*term)(const void *data, const struct expression_node *node),
		      const void *data)
{
	return expression->root < 0 || match(expression, expression->root, term, data) == TRUTH_YES;
}
