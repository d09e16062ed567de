/* SPDX-License-Identifier: GPL-2.0-only */
/* Expressions of changes; see changes.h. */
#include "config.h"
#include "ui/table/changes.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "model/snapshot/row.h"
#include "ui/table/column_names.h"

#define COMMANDS (1U << ROW_COMMAND)

const struct changes_kind changes_kinds[CHANGES_KINDS] = {
	[CHANGES_COMMANDS] = { "command", ROW_PROCESS, "comm" },
	[CHANGES_CGROUPS] = { "cgroup", ROW_CGROUP, "cgroup" },
	[CHANGES_REGIONS] = { "region", ROW_REGION, "region" },
	[CHANGES_FUNCTIONS] = { "function", ROW_KINDS, "function" },
};

/* Functions are no rows of a snapshot: their columns are not among those. */
static const struct column function_column = { .key = "function", .title = "FUNCTION", .metric = M_NONE },
			   share_column = { .key = "share", .title = "SHARE%", .metric = M_NONE, .percent = true };

static const struct column *name_column(enum changes_rows kind)
{
	const char *key = changes_kinds[kind].key;

	return kind == CHANGES_FUNCTIONS ? &function_column :
					   column_named(key, strlen(key), 1U << changes_kinds[kind].rows);
}

const char *changes_name_of(const struct changes *changes, enum changes_rows kind,
			    const struct snapshot *snapshot, const struct row *row)
{
	const struct column *column = changes->names[kind];

	return column->text(&(struct column_cell){ .column = column, .snapshot = snapshot, .row = row });
}

/* Which kind of rows has the word as its name? CHANGES_KINDS: none. */
static enum changes_rows kind_named(const char *word, size_t length)
{
	enum changes_rows kind = 0;

	while (kind < CHANGES_KINDS && (strlen(changes_kinds[kind].key) != length ||
					strncasecmp(changes_kinds[kind].key, word, length) != 0))
		kind++;
	return kind;
}

static enum changes_rows kind_of(const struct changes *changes, const struct expression_node *node)
{
	enum changes_rows kind = 0;

	while (kind < CHANGES_KINDS && changes->names[kind] != node->column)
		kind++;
	return kind;
}

static bool is_time(const struct column *column)
{
	return !strcmp(column_key(column), "cpu");
}

bool changes_is_time(const struct changes_term *term)
{
	return is_time(term->column);
}

bool changes_is_share(const struct changes_term *term)
{
	return term->column == &share_column;
}

static bool is_ipc(const struct column *column)
{
	return !strcmp(column_key(column), "ipc");
}

static bool has_change(const struct column *column)
{
	return column->metric != M_NONE || is_ipc(column) || is_time(column) || column == &share_column;
}

static bool find_column(const void *data, const char *word, size_t length, int at, bool number,
			struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const enum changes_rows kind = kind_named(word, length);
	const bool is_name = kind != CHANGES_KINDS;
	const struct column *column = is_name ? name_column(kind) :
		length == 5 && !strncasecmp(word, "share", 5) ? &share_column : column_named(word, length, COMMANDS);
	const int shown = length < 40 ? (int)length : 40;
	char hint[COLUMN_HINT];

	(void)data;
	(void)number;
	if (column && (is_name || has_change(column))) {
		*found = (struct expression_column){ .column = column, .key = column_key(column),
						     .text = is_name, .percent = true };
		return true;
	}
	column_hint(word, length, COMMANDS, hint);
	if (column)
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "\"%.*s\" at %d has no change with a doubt: "
			       "use a class, as mem, or ipc or cpu", shown, word, at);
	else
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d%s", shown,
			       word, at, hint[0] ? hint :
			       " (a class, as mem, or ipc, cpu, comm, cgroup, region, function, share)");
	return false;
}

static int changes_refuse(struct err *err, const char *why, const char *text)
{
	return err_set(err, EINVAL, "--fail-on: %s%s%s", why, text ? ": " : "", text ? text : "");
}

/* A node of the expression that compares a number becomes a term. 0, or -EINVAL with a sentence. */
static int add_term(struct changes *changes, struct expression_node *node, struct err *err)
{
	const bool relative = strchr(node->text, '%'), falls = node->op == OP_LESS || node->op == OP_LESS_EQUAL;
	struct changes_term *term = &changes->terms[changes->n];

	if (changes->n == PIECES_VALUES)
		return changes_refuse(err, "more than 8 values are compared", NULL);
	if (node->error)
		return changes_refuse(err, "changes are compared, and their errors are heeded by themselves; "
				      "leave out \"±\"", NULL);
	if (node->op == OP_EQUAL || node->op == OP_DIFFER)
		return changes_refuse(err, "a change is above or below a limit: use > or <, not", node->text);
	if (falls ? node->number > 0 : node->number < 0)
		return changes_refuse(err, "a rise is written \"> +3\", a fall \"< -3\"; not", node->text);
	if (relative && node->number < -100)
		return changes_refuse(err, "no value falls by more than 100 %; not", node->text);
	*term = (struct changes_term){ .column = node->column, .limit = node->text,
				       .question = { .factor = 1, .falls = falls } };
	if (relative)
		term->question.factor = 1 + node->number / 100;
	else
		term->question.threshold = fabs(node->number);
	node->column = term;
	changes->n++;
	return 0;
}

/* Does it hold for a row whose name it has, whatever its values? */
static bool needs_no_value(const struct expression *expression, int index)
{
	const struct expression_node *node = &expression->nodes[index];

	if (node->type == NODE_AND)
		return needs_no_value(expression, node->left) && needs_no_value(expression, node->right);
	if (node->type == NODE_OR)
		return needs_no_value(expression, node->left) || needs_no_value(expression, node->right);
	return node->type != NODE_NUMBER;
}

static int add_terms(struct changes *changes, struct err *err)
{
	int ret = 0;

	for (size_t i = 0; i < changes->expression.n && !ret; i++) {
		struct expression_node *node = &changes->expression.nodes[i];

		if (node->type == NODE_NOT)
			ret = changes_refuse(err, "\"not\" a change is no verdict; turn > and < round", NULL);
		else if (node->type == NODE_WORD)
			ret = changes_refuse(err, "a word alone is no change; name commands by comm=NAME, not",
					     node->text);
		else if (node->type == NODE_NUMBER)
			ret = add_term(changes, node, err);
		else if (node->type == NODE_TEXT || node->type == NODE_REGEX)
			changes->named |= 1U << kind_of(changes, node);
	}
	if (!ret && !changes->n)
		ret = changes_refuse(err, "it compares no value, as in mem>+3", NULL);
	else if (!ret && needs_no_value(&changes->expression, changes->expression.root))
		ret = changes_refuse(err, "a name alone holds whatever changes: join it to a value by \"and\", as in "
				     "comm=java and mem>+3", NULL);
	return ret;
}

/* Functions have classes and shares, which nothing else has. 0, or -EINVAL with a sentence. */
static int check_functions(const struct changes *changes, struct err *err)
{
	const unsigned int functions = 1U << CHANGES_FUNCTIONS;
	int ret = 0;

	if (changes->named & functions && changes->named != functions)
		return changes_refuse(err, "functions come from samples, all other rows do not: name functions alone",
				      NULL);
	for (size_t i = 0; i < changes->n && !ret; i++) {
		const struct changes_term *term = &changes->terms[i];

		if (changes->named != functions && changes_is_share(term))
			ret = changes_refuse(err, "share is the part of the samples that a function has: name it, "
					     "as in function=parse and share", NULL);
		else if (changes->named == functions && term->column->metric == M_NONE && !changes_is_share(term))
			ret = changes_refuse(err, "functions have classes, as mem, and share; not",
					     column_key(term->column));
	}
	return ret;
}

int changes_init(struct changes *changes, const char *text, struct err *err)
{
	const struct expression_columns known = { .find = find_column };
	struct err why;
	int ret;

	*changes = (struct changes){ .n = 0 };
	for (enum changes_rows kind = 0; kind < CHANGES_KINDS; kind++)
		changes->names[kind] = name_column(kind);
	if (expression_init(&changes->expression, text, &known, &why)) {
		const char *sentence = strchr(why.text, ':');

		return changes_refuse(err, sentence ? sentence + 2 : why.text, NULL);
	}
	ret = add_terms(changes, err);
	if (!ret)
		ret = check_functions(changes, err);
	if (ret)
		changes_done(changes);
	return ret;
}

void changes_done(struct changes *changes)
{
	expression_done(&changes->expression);
}

int changes_check(const char *text, bool single, struct err *err)
{
	struct changes changes;
	int ret = changes_init(&changes, text, err);

	if (ret)
		return ret;
	for (size_t i = 0; i < changes.n && single && !ret; i++)
		if (changes.terms[i].question.threshold == 0 && changes.terms[i].question.factor == 1)
			ret = changes_refuse(err, "a limit of 0 needs several recordings of each side, as runs "
					     "differ: give a limit, or add --after", NULL);
	changes_done(&changes);
	return ret;
}

/* What is asked about a row. */
struct asked {
	const struct changes *changes;
	enum changes_rows kind;
	const char *name;
	const double *p;
};

static double p_of(const struct asked *asked, int index);

/* The smallest p of all operands of a chain of "or", and their number. */
static double least_of(const struct asked *asked, int index, int *n)
{
	const struct expression_node *node = &asked->changes->expression.nodes[index];

	if (node->type == NODE_OR)
		return fmin(least_of(asked, node->left, n), least_of(asked, node->right, n));
	(*n)++;
	return p_of(asked, index);
}

static double p_of(const struct asked *asked, int index)
{
	const struct expression_node *node = &asked->changes->expression.nodes[index];
	int n = 0;
	double least;

	switch (node->type) {
	case NODE_AND:
		return fmax(p_of(asked, node->left), p_of(asked, node->right));
	case NODE_OR:
		least = least_of(asked, index, &n);
		return fmin(1, n * least);
	case NODE_NUMBER:
		return asked->p[(const struct changes_term *)node->column - asked->changes->terms];
	default:
		return kind_of(asked->changes, node) == asked->kind &&
		       expression_of_text(node, asked->name) == TRUTH_YES ? 0 : 1;
	}
}

double changes_p(const struct changes *changes, enum changes_rows kind, const char *name,
		 const double p[PIECES_VALUES])
{
	const struct asked asked = { .changes = changes, .kind = kind, .name = name, .p = p };

	return p_of(&asked, changes->expression.root);
}

bool changes_name(const struct changes *changes, enum changes_rows kind, const char *name)
{
	for (size_t i = 0; i < changes->expression.n; i++) {
		const struct expression_node *node = &changes->expression.nodes[i];

		if ((node->type == NODE_TEXT || node->type == NODE_REGEX) && kind_of(changes, node) == kind &&
		    expression_of_text(node, name) == TRUTH_YES)
			return true;
	}
	return false;
}

bool changes_value(const struct changes_term *term, const struct snapshot *snapshot,
		   const struct row *row, double *x, double *w)
{
	const struct column *column = term->column;
	const struct counts *counts = &row->numbers->counts;

	if (changes_is_time(term)) {
		*w = 0;
		*x = row_cpu_percent(snapshot, row) * (double)snapshot->interval_ns;
	} else if (is_ipc(column)) {
		*w = row->numbers->values.ipc_quality > Q_LOW_SLOTS ? (double)counts->value[EV_CYCLES] : NAN;
		*x = (double)row->numbers->values.ipc * *w;
	} else {
		*w = counts_whole(counts);
		*x = 100 * row_class_slots(row, column->metric);
	}
	return isfinite(*x) && isfinite(*w);
}

void changes_title(const struct changes_term *term, char *text, size_t size)
{
	const enum metric_id metric = term->column->metric;

	(void)snprintf(text, size, "%s", metric != M_NONE ? metrics[metric].title :
			column_title(term->column));
	if (metric != M_NONE)
		text[0] = (char)tolower((unsigned char)text[0]);
}
