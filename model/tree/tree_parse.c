/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parser of a tree's expressions; see tree_parse.h. It binds as perf's does
 * (tools/perf/util/expr.y of Linux 6.12), weakest first: if-else, |, &, < >, + -, * /, unary minus.
 */
#include "config.h"
#include "model/tree/tree_parse.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

#define DEPTH 48		/* parentheses in parentheses */
#define BLANKS " \t\n"
#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:#"

struct tree_name {
	const char *text;
	enum tree_op_kind kind;
	uint16_t index;
};

struct parser {
	const struct tree_names *names;
	struct tree_ops *ops;
	const char *whose, *start, *at;
	int depth;		/* of parentheses */
	size_t first;		/* of its operations in ops */
	int stack;		/* values on the stack after the operations so far */
	struct err *err;
};

/* ---- names ---- */

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct tree_name *)a)->text, ((const struct tree_name *)b)->text);
}

static void add_name(struct tree_names *names, const char *text, enum tree_op_kind kind, size_t i)
{
	names->name[names->n++] =
		(struct tree_name){ .text = text, .kind = kind, .index = (uint16_t)i };
}

int tree_names_init(struct tree_names *names, const struct tree *tree, struct err *err)
{
	const size_t n = tree->n_events + tree->n_nodes + tree->n_terms;

	names->n = 0;
	names->name = calloc(n + 4, sizeof(*names->name));
	if (!names->name)
		return err_set(err, ENOMEM, "tree \"%s\": no memory", tree->name);
	for (size_t i = 0; i < tree->n_events; i++)
		add_name(names, tree_event(tree, i)->name, TREE_OP_EVENT, i);
	for (size_t i = 0; i < tree->n_nodes; i++)
		add_name(names, tree_node(tree, i)->slug, TREE_OP_VALUE, i);
	for (size_t i = 0; i < tree->n_terms; i++)
		add_name(names, tree_term(tree, i)->name, TREE_OP_VALUE, tree->n_nodes + i);
	add_name(names, "#SMT_on", TREE_OP_SMT, 0);
	add_name(names, "#core_wide", TREE_OP_CORE_WIDE, 0);
	add_name(names, "#GHz", TREE_OP_GHZ, 0);
	add_name(names, "#has_pmem", TREE_OP_PMEM, 0);
	qsort(names->name, names->n, sizeof(*names->name), compare_names);
	for (size_t i = 1; i < names->n; i++)
		if (!strcmp(names->name[i - 1].text, names->name[i].text))
			return err_set(err, EINVAL, "tree \"%s\": two of it are called \"%s\"",
				       tree->name, names->name[i].text);
	return 0;
}

void tree_names_done(struct tree_names *names)
{
	free(names->name);
	names->name = NULL;
	names->n = 0;
}

/* The text up to length, or NULL. */
static const struct tree_name *find_name(const struct tree_names *names, const char *text,
					 size_t length)
{
	size_t low = 0, high = names->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const char *name = names->name[middle].text;
		int order = strncmp(text, name, length);

		if (!order && !name[length])
			return &names->name[middle];
		if (order <= 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* ---- operations ---- */

static int complain(struct parser *parser, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int complain(struct parser *parser, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return err_set(parser->err, EINVAL, "%s: at character %zu: %s", parser->whose,
		       (size_t)(parser->at - parser->start) + 1, text);
}

/* What an operation leaves on the stack, less what it takes. */
static int pushes(enum tree_op_kind kind)
{
	if (kind < TREE_OP_NEGATE)
		return 1;
	if (kind == TREE_OP_NEGATE)
		return 0;
	return kind == TREE_OP_SELECT ? -2 : -1;
}

static int emit(struct parser *parser, enum tree_op_kind kind, size_t index, double number)
{
	struct tree_ops *ops = parser->ops;
	struct tree_op *op;

	parser->stack += pushes(kind);
	if (parser->stack > TREE_STACK || ops->n - parser->first == TREE_OPS_MAX)
		return complain(parser, "the expression is too large");
	op = list_room(ops->op, ops->n + 1, &ops->room, 1024, sizeof(*op));
	if (!op)
		return err_set(parser->err, ENOMEM, "%s: no memory", parser->whose);
	ops->op = op;
	ops->op[ops->n++] = (struct tree_op){ .kind = (uint16_t)kind, .index = (uint16_t)index,
					      .number = number };
	return 0;
}

/* ---- grammar ---- */

static int parse_expression(struct parser *parser);

static bool tree_parse_take(struct parser *parser, char sign)
{
	parser->at += strspn(parser->at, BLANKS);
	if (*parser->at != sign)
		return false;
	parser->at++;
	return true;
}

static bool take_word(struct parser *parser, const char *word)
{
	parser->at += strspn(parser->at, BLANKS);
	if (strspn(parser->at, WORD) != strlen(word) ||
	    strncmp(parser->at, word, strlen(word)) != 0)
		return false;
	parser->at += strlen(word);
	return true;
}

static int expect(struct parser *parser, char sign)
{
	return tree_parse_take(parser, sign) ? 0 : complain(parser, "'%c' is missing", sign);
}

static bool at_digit(const struct parser *parser)
{
	return *parser->at >= '0' && *parser->at <= '9';
}

/* The digits behind an 'e' or 'E', if one is here. */
static int parse_exponent(struct parser *parser, int *exponent)
{
	bool minus;

	*exponent = 0;
	if (*parser->at != 'e' && *parser->at != 'E')
		return 0;
	minus = *++parser->at == '-';
	if (minus || *parser->at == '+')
		parser->at++;
	if (!at_digit(parser))
		return complain(parser, "the exponent is missing");
	for (; at_digit(parser); parser->at++)
		*exponent = *exponent > 99 ? 999 : *exponent * 10 + (*parser->at - '0');
	if (minus)
		*exponent = -*exponent;
	return 0;
}

/*
 * Not strtod(), which heeds the locale. Up to 15 digits and powers of ten up to 22 are exact in a
 * double, so that the one division or multiplication rounds as strtod() does.
 */
static int parse_number(struct parser *parser)
{
	double digits = 0;
	int power = 0, exponent;
	bool point = false;
	int ret;

	for (; at_digit(parser) || (*parser->at == '.' && !point); parser->at++) {
		if (*parser->at == '.') {
			point = true;
			continue;
		}
		digits = digits * 10 + (*parser->at - '0');
		power -= point;
	}
	ret = parse_exponent(parser, &exponent);
	if (ret)
		return ret;
	power += exponent;
	if (strspn(parser->at, WORD))
		return complain(parser, "a number ends here without a blank or a sign");
	if (power < -300 || power > 300 || !isfinite(digits))
		return complain(parser, "the number is too long");
	return emit(parser, TREE_OP_NUMBER, 0,
		    power < 0 ? digits / pow(10, -power) : digits * pow(10, power));
}

/* min(a, b), max(a, b), d_ratio(a, b): behind its name. */
static int parse_call(struct parser *parser, enum tree_op_kind kind)
{
	int ret;

	if ((ret = expect(parser, '(')) || (ret = parse_expression(parser)) ||
	    (ret = expect(parser, ',')) || (ret = parse_expression(parser)) ||
	    (ret = expect(parser, ')')))
		return ret;
	return emit(parser, kind, 0, 0);
}

/*
 * The length of the longest name that begins here: names of events have '-' in them
 * ("topdown-retiring"), which elsewhere is minus.
 */
static size_t name_length(const struct parser *parser, const struct tree_name **name)
{
	size_t length = strspn(parser->at, WORD "-");
	const size_t word = strspn(parser->at, WORD);

	for (; length > word; length--) {
		*name = find_name(parser->names, parser->at, length);
		if (*name)
			return length;
	}
	*name = find_name(parser->names, parser->at, word);
	return word;
}

static int parse_name(struct parser *parser)
{
	const struct tree_name *name;
	const size_t length = name_length(parser, &name);
	enum tree_op_kind kind = name ? name->kind : TREE_OP_NUMBER;

	if (!name && length > 2 && !strncmp(parser->at + length - 2, ":R", 2)) {
		name = find_name(parser->names, parser->at, length - 2);
		kind = TREE_OP_LATENCY;
		if (name && name->kind != TREE_OP_EVENT)
			return complain(parser, "only events have a retire latency");
	}
	if (!name)
		return complain(parser, "there is no event, node or term \"%.*s\"",
				length < 100 ? (int)length : 100, parser->at);
	parser->at += length;
	return emit(parser, kind, name->index, 0);
}

static int parse_primary(struct parser *parser)
{
	int ret;

	if (tree_parse_take(parser, '(')) {
		ret = parse_expression(parser);
		return ret ? ret : expect(parser, ')');
	}
	if (take_word(parser, "min"))
		return parse_call(parser, TREE_OP_MIN);
	if (take_word(parser, "max"))
		return parse_call(parser, TREE_OP_MAX);
	if (take_word(parser, "d_ratio"))
		return parse_call(parser, TREE_OP_D_RATIO);
	if (at_digit(parser))
		return parse_number(parser);
	if (strspn(parser->at, WORD))
		return parse_name(parser);
	return complain(parser, "a value is missing");
}

static int parse_unary(struct parser *parser)
{
	bool minus = false;
	int ret;

	while (tree_parse_take(parser, '-'))
		minus = !minus;
	ret = parse_primary(parser);
	return ret || !minus ? ret : emit(parser, TREE_OP_NEGATE, 0, 0);
}

/* clang-format off */
static const struct {
	char sign;
	int strength;
	enum tree_op_kind kind;
} binaries[] = {
	{ '|', 0, TREE_OP_OR },
	{ '&', 1, TREE_OP_AND },
	{ '<', 2, TREE_OP_LESS },     { '>', 2, TREE_OP_MORE },
	{ '+', 3, TREE_OP_ADD },      { '-', 3, TREE_OP_SUBTRACT },
	{ '*', 4, TREE_OP_MULTIPLY }, { '/', 4, TREE_OP_DIVIDE },
};
/* clang-format on */
#define N_BINARIES (sizeof(binaries) / sizeof(binaries[0]))
#define STRONGEST 4

/* Operands joined by operators of this strength; they take the operands to their left first. */
static int parse_binary(struct parser *parser, int strength)
{
	size_t i = 0;
	int ret;

	if (strength > STRONGEST)
		return parse_unary(parser);
	ret = parse_binary(parser, strength + 1);
	while (!ret && i < N_BINARIES) {
		if (binaries[i].strength != strength || !tree_parse_take(parser, binaries[i].sign)) {
			i++;
			continue;
		}
		ret = parse_binary(parser, strength + 1);
		if (!ret)
			ret = emit(parser, binaries[i].kind, 0, 0);
		i = 0;
	}
	return ret;
}

/* A value, or `value if condition else value`. */
static int parse_expression(struct parser *parser)
{
	int ret;

	if (parser->depth == DEPTH)
		return complain(parser, "too many parentheses");
	parser->depth++;
	ret = parse_binary(parser, 0);
	if (!ret && take_word(parser, "if")) {
		ret = parse_binary(parser, 0);
		if (!ret && !take_word(parser, "else"))
			ret = complain(parser, "\"else\" is missing");
		if (!ret)
			ret = parse_expression(parser);
		if (!ret)
			ret = emit(parser, TREE_OP_SELECT, 0, 0);
	}
	parser->depth--;
	return ret;
}

int tree_parse(const char *text, const struct tree_names *names, const char *whose,
	       struct tree_ops *ops, struct err *err)
{
	struct parser parser = { .names = names, .ops = ops, .whose = whose, .start = text,
				 .at = text, .first = ops->n, .err = err };
	int ret = parse_expression(&parser);

	parser.at += ret ? 0 : strspn(parser.at, BLANKS);
	if (!ret && *parser.at)
		return complain(&parser, "'%c' is not expected", *parser.at);
	return ret;
}
