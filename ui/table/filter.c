/* SPDX-License-Identifier: GPL-2.0-only */
/* Matches rows with a compiled filter, by three-valued logic. See filter.h. UI thread. */
#include "config.h"
#include "ui/table/filter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table/cut_text.h"
#include "ui/table/filter_node.h"
#include "ui/table/view.h"

/* In this order "and" is the minimum, "or" the maximum, and "not" the mirror image. */
enum truth { NO, UNKNOWN, YES };

void filter_free(struct filter *filter)
{
	for (size_t i = 0; filter && i < filter->n; i++)
		if (filter->nodes[i].type == NODE_REGEX)
			regfree(&filter->nodes[i].regex);
	free(filter);
}

bool filter_is_task(enum row_kind kind)
{
	return kind == ROW_PROCESS || kind == ROW_THREAD;
}

static bool is_cpu(enum row_kind kind)
{
	return kind >= ROW_SOCKET && kind <= ROW_CPU;
}

bool filter_kinds_match(enum row_kind kind, enum row_kind other)
{
	const struct view *a = view_of_kind(kind), *b = view_of_kind(other);

	return kind == other || (a && b && a->filter == b->filter);
}

static bool compare(double value, enum filter_op op, double with)
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

static bool is_user(const struct snapshot *snapshot, const char *name)
{
	const struct row_table *users = &snapshot->table[ROW_USER];

	for (size_t i = 0; i < users->n; i++)
		if (!strcmp(snapshot_text(snapshot, users->rows[i].user), name))
			return true;
	return false;
}

/*
 * Is the text the one of the comparison, or does the screen show so much of it? A user who is
 * called just that is meant before one whose name begins so.
 */
static bool is_text(const struct filter_node *node, const struct snapshot *snapshot,
		    const char *text)
{
	if (strcmp(text, node->text) == 0)
		return true;
	return !node->whole && cut_text_is(node->column, text, node->text) &&
	       !(node->user && is_user(snapshot, node->text));
}

static enum truth match_value(const struct filter_node *node, const struct snapshot *snapshot,
			      const struct row *row)
{
	const char *text;
	double value;
	bool same;

	if (!column_applies(node->column, row->kind) &&
	    !(node->of_owner && row->kind == ROW_REGION))
		return UNKNOWN;
	if (node->type == NODE_NUMBER) {
		value = column_value(node->column, snapshot, row);
		return isnan(value) ? UNKNOWN : compare(value, node->op, node->number) ? YES : NO;
	}
	text = column_text(node->column, snapshot, row);
	if (!text[0])
		return UNKNOWN;
	same = node->type == NODE_REGEX ? regexec(&node->regex, text, 0, NULL, 0) == 0 :
					  is_text(node, snapshot, text);
	return same == (node->op == OP_EQUAL || node->op == OP_MATCH) ? YES : NO;
}

/* A CPU, core, node or socket is named by its line on the screen. */
static bool match_place(const char *word, const struct row *row)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%s %d", view_row_word(row->kind), row->id);
	return strcasestr(text, word);
}

static enum truth match_word(const struct filter *filter, const struct filter_node *node,
			     const struct snapshot *snapshot, const struct row *row)
{
	enum truth result = UNKNOWN;

	if (is_cpu(row->kind))
		return match_place(node->text, row) ? YES : NO;
	for (size_t i = 0; i < FILTER_WORD_COLUMNS; i++) {
		const struct column *column = filter->word_columns[i];

		if (!column_applies(column, row->kind))
			continue;
		if (strcasestr(column_text(column, snapshot, row), node->text))
			return YES;
		result = NO;
	}
	return result;
}

static enum truth match(const struct filter *filter, int index, const struct snapshot *snapshot,
			const struct row *row)
{
	const struct filter_node *node = &filter->nodes[index];
	enum truth left, right;

	switch (node->type) {
	case NODE_NOT:
		left = match(filter, node->left, snapshot, row);
		return left == UNKNOWN ? UNKNOWN : left == YES ? NO : YES;
	case NODE_AND:
		left = match(filter, node->left, snapshot, row);
		if (left == NO)
			return NO;
		right = match(filter, node->right, snapshot, row);
		return left < right ? left : right;
	case NODE_OR:
		left = match(filter, node->left, snapshot, row);
		if (left == YES)
			return YES;
		right = match(filter, node->right, snapshot, row);
		return left > right ? left : right;
	case NODE_WORD:
		return match_word(filter, node, snapshot, row);
	default:
		return match_value(node, snapshot, row);
	}
}

void filter_set_cost(struct filter *filter, enum metric_id node)
{
	for (size_t i = 0; filter && i < filter->n; i++)
		if (column_is_cost(filter->nodes[i].column))
			filter->nodes[i].column = columns_of_cost(node);
}

bool filter_has(const struct filter *filter, bool (*is)(const struct column *column))
{
	for (size_t i = 0; filter && i < filter->n; i++)
		if (filter->nodes[i].type == NODE_NUMBER && is(filter->nodes[i].column))
			return true;
	return false;
}

void filter_set_hidden(struct filter *filter, unsigned int hidden)
{
	filter->hidden = hidden;
}

unsigned int filter_hidden_of(enum row_kind kind, unsigned int hidden)
{
	if (filter_is_task(kind))
		return hidden;
	return kind == ROW_NAME ? hidden & HIDE_KERNEL : 0;
}

static bool is_hidden(unsigned int hidden, const struct row *row)
{
	hidden = filter_hidden_of(row->kind, hidden);
	return (hidden & HIDE_KERNEL && row->kernel) || (hidden & HIDE_EXITED && row->exited);
}

bool filter_match(const struct filter *filter, const struct snapshot *snapshot,
		  const struct row *row)
{
	if (!filter)
		return true;
	if (is_hidden(filter->hidden, row))
		return false;
	return filter->root < 0 || match(filter, filter->root, snapshot, row) == YES;
}
