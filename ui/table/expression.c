/* SPDX-License-Identifier: GPL-2.0-only */
/* Matches rows with a compiled expression, by three-valued logic; and what one costs. See expression.h. UI thread. */
#include "config.h"
#include "ui/table/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
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

/*
 * ---- the cost of a regular expression ----
 *
 * glibc copies what is repeated: "a{9}" is nine nodes, "a+" is two ("aa*"), and the factors of nested
 * repetitions multiply, so 22 times "+" took 3.3 GB. A back-reference makes the search exponential in
 * the length of the text: "(.*)(.*)(.*)\3\2\1x" took minutes for a name of 200 characters.
 */

#define COST_MAX 1000		/* nodes: about 10 MB and 10 ms */

struct pattern {
	const char *at;
	const char *why, *where;	/* the first thing that is too costly; NULL */
};

static void pattern_cost_refuse(struct pattern *pattern, const char *where, const char *why)
{
	if (!pattern->why) {
		pattern->why = why;
		pattern->where = where;
	}
}

/* At '[': skips the set. "]" is an element if it comes first; "[:alpha:]" is one element. */
static void skip_set(struct pattern *pattern)
{
	const char *at = pattern->at + 1;

	at += *at == '^';
	at += *at == ']';
	while (*at && *at != ']') {
		const bool class = at[0] == '[' && at[1] && strchr(":.=", at[1]);
		const char *end = class ? strchr(at + 2, at[1]) : NULL;

		at = end && end[1] == ']' ? end + 2 : at + 1;
	}
	pattern->at = *at ? at + 1 : at;
}

/* Copies that "{m}", "{m,}", "{,n}" or "{m,n}" makes; *end is behind it. 0: it is none of them. */
static double bounds(const char *at, const char **end)
{
	size_t length = strcspn(at, "}");
	double least, most;

	if (*at != '{' || !at[length] || length < 2 || strspn(at + 1, "0123456789,") < length - 1)
		return 0;
	*end = at + length + 1;
	least = strtod(at + 1, NULL);
	at += 1 + strcspn(at + 1, ",}");
	most = *at == ',' ? at[1] == '}' ? least + 1 : strtod(at + 1, NULL) : least;
	return fmax(1, fmax(least, most));
}

/* Copies that the repetition at `at` makes; *end is behind it. 0: it is no repetition. */
static double repetition(const char *at, const char **end)
{
	*end = at + 1;
	if (*at == '*' || *at == '?')
		return 1;
	return *at == '+' ? 2 : bounds(at, end);
}

/* Takes what repeats the last element. Returns how many copies it makes. */
static double take_repetition(struct pattern *pattern)
{
	const char *end, *second;
	double copies = repetition(pattern->at, &end);

	if (!copies)
		return 1;
	if (repetition(end, &second))
		pattern_cost_refuse(pattern, end, "a repetition is repeated; write one of them");
	pattern->at = end;
	return copies;
}

/* Up to the end, or behind the ")" that ends this group. Returns its nodes. */
static double take_group(struct pattern *pattern, bool nested)
{
	double nodes = 0;

	while (*pattern->at && !pattern->why) {
		const char *from = pattern->at++;
		double element = 1;

		if (*from == ')' && nested)
			return nodes;
		if (*from == '(') {
			element = take_group(pattern, true);
		} else if (*from == '[') {
			pattern->at = from;
			skip_set(pattern);
		} else if (*from == '\\' && *pattern->at) {
			if (isdigit((unsigned char)*pattern->at))
				pattern_cost_refuse(pattern, from, "a back-reference takes too long to find");
			pattern->at++;
		}
		nodes += element * take_repetition(pattern);
		if (nodes > COST_MAX)
			pattern_cost_refuse(pattern, from, "it repeats too much; use smaller bounds");
	}
	return nodes;
}

const char *pattern_too_costly(const char *text, int *at)
{
	struct pattern pattern = { .at = text };

	(void)take_group(&pattern, false);
	*at = pattern.why ? (int)(pattern.where - text) : 0;
	return pattern.why;
}
