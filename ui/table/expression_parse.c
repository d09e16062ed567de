/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parser of expressions: recursive descent into an array of nodes. See expression.h. UI thread,
 * or main while it reads the options.
 */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ui/table/expression.h"

#define DEPTH 32
#define BLANKS " \t"
#define NOT_IN_WORDS BLANKS "()=!~<>&|\"'"

struct parser {
	struct expression *expression;
	const struct expression_columns *columns;
	const char *start, *at;
	int depth;
	struct err *err;
};

/* clang-format off */
static const struct {
	const char *sign;		/* a longer one before its prefixes */
	enum expression_op op;
	bool numbers, texts;
} signs[] = {
	{ "!=", OP_DIFFER,       true,  true },
	{ "!~", OP_DIFFER_MATCH, false, true },
	{ "==", OP_EQUAL,        true,  true },
	{ "<=", OP_LESS_EQUAL,   true,  false },
	{ ">=", OP_MORE_EQUAL,   true,  false },
	{ "=",  OP_EQUAL,        true,  true },
	{ "~",  OP_MATCH,        false, true },
	{ "<",  OP_LESS,         true,  false },
	{ ">",  OP_MORE,         true,  false },
};
/* clang-format on */

#define N_SIGNS (sizeof(signs) / sizeof(signs[0]))

/* The position in the expression in characters, from 1. */
static int position(const struct parser *parser, const char *at)
{
	int n = 1;

	for (const char *c = parser->start; c < at; c++)
		n += ((unsigned char)*c & 0xC0) != 0x80;
	return n;
}

static int complain(struct parser *parser, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets the error. Returns -1, which is no node. */
static int complain(struct parser *parser, const char *format, ...)
{
	char text[sizeof(parser->err->text)];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	(void)err_set(parser->err, EINVAL, "filter: %s", text);
	return -1;
}

static int add_node(struct parser *parser, enum expression_type type, int left, int right)
{
	struct expression *expression = parser->expression;

	if (expression->n == EXPRESSION_NODES)
		return complain(parser, "too long at %d", position(parser, parser->at));
	expression->nodes[expression->n] =
		(struct expression_node){ .type = type, .left = left, .right = right };
	return (int)expression->n++;
}

static void skip_blanks(struct parser *parser)
{
	parser->at += strspn(parser->at, BLANKS);
}

static bool parse_take(struct parser *parser, const char *sign)
{
	skip_blanks(parser);
	if (strncmp(parser->at, sign, strlen(sign)) != 0)
		return false;
	parser->at += strlen(sign);
	return true;
}

/*
 * Copies a text. There is room for all that can be copied: a text is followed by a sign, a quote or
 * a blank, which is not.
 */
static const char *keep_text(struct expression *expression, const char *text, size_t length)
{
	char *copy = expression->texts + expression->used;

	memcpy(copy, text, length);
	copy[length] = '\0';
	expression->used += length + 1;
	return copy;
}

/* At a quote: copies the quoted text. NULL with a sentence if it does not end. */
static const char *parse_quoted(struct parser *parser)
{
	const char *from = parser->at + 1, *to = strchr(from, *parser->at);

	if (!to) {
		(void)complain(parser, "the quote at %d is not closed",
			       position(parser, parser->at));
		return NULL;
	}
	parser->at = to + 1;
	return keep_text(parser->expression, from, (size_t)(to - from));
}

/*
 * The value of a comparison ends at a blank, "&&", "||" or a parenthesis that was opened outside of
 * it, so "comm~^(java|node)" needs no quotes.
 */
static const char *parse_value(struct parser *parser)
{
	const char *from;
	int open = 0;

	skip_blanks(parser);
	from = parser->at;
	if (*from == '"' || *from == '\'')
		return parse_quoted(parser);
	for (; *parser->at && !strchr(BLANKS, *parser->at); parser->at++) {
		const char *c = parser->at;

		if (!strncmp(c, "&&", 2) || !strncmp(c, "||", 2) || (*c == ')' && !open))
			break;
		open += (*c == '(') - (*c == ')');
		if (*c == '\\' && c[1])
			parser->at++;
	}
	if (parser->at == from) {
		(void)complain(parser, "there is no value at %d", position(parser, from));
		return NULL;
	}
	return keep_text(parser->expression, from, (size_t)(parser->at - from));
}

/* "ns", "us", "ms" or "s", without which it would not be known what a time is in. */
static bool apply_time_unit(const char *unit, double *number)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!strcmp(unit, units[i]))
			return true;
		*number *= 1000;
	}
	return false;
}

/*
 * As the screen writes them: "40", "40.5%", "2.26G", "16.5us". strtod alone would take "inf", "nan",
 * "0x1".
 */
static bool parse_number(const struct expression_column *column, const char *text, double *number)
{
	static const char units[] = "kMGT"; /* of format_count() */
	const char *digits_end = text + strspn(text, "+-0123456789."), *unit;
	char *end;

	*number = strtod(text, &end);
	if (end == text || end != digits_end)
		return false;
	if (column->time)
		return apply_time_unit(end, number);
	if (!*end)
		return true;
	if (end[1])
		return false;
	if (column->percent)
		return *end == '%';
	unit = strchr(units, *end);
	for (const char *of = units; unit && of <= unit; of++)
		*number *= 1000;
	return unit;
}

static int parse_text_value(struct parser *parser, int index, const char *at)
{
	struct expression_node *node = &parser->expression->nodes[index];
	const char *costly;
	char why[100];
	int ret, offset;

	node->type = NODE_TEXT;
	if (node->op != OP_MATCH && node->op != OP_DIFFER_MATCH)
		return index;
	costly = pattern_too_costly(node->text, &offset);
	if (costly)
		return complain(parser, "bad pattern \"%.60s\" at %d: at %d, %s", node->text,
				position(parser, at),
				position(parser, at) + (*at == '"' || *at == '\'') + offset,
				costly);
	ret = regcomp(&node->regex, node->text, REG_EXTENDED | REG_NOSUB);
	if (!ret) {
		node->type = NODE_REGEX;
		return index;
	}
	(void)regerror(ret, &node->regex, why, sizeof(why));
	return complain(parser, "bad pattern \"%.60s\" at %d: %s", node->text, position(parser, at),
			why);
}

/* Parses the value, after a key and a sign. */
static int parse_comparison(struct parser *parser, const struct expression_column *column,
			    bool error, size_t sign)
{
	int index = add_node(parser, NODE_NUMBER, -1, -1);
	struct expression_node *node;
	const char *at;

	if (index < 0)
		return -1;
	node = &parser->expression->nodes[index];
	node->column = column->column;
	node->error = error;
	node->op = signs[sign].op;
	skip_blanks(parser);
	at = parser->at;
	node->text = parse_value(parser);
	if (!node->text)
		return -1;
	if (column->text)
		return parse_text_value(parser, index, at);
	if (!parse_number(column, node->text, &node->number))
		return complain(parser, "\"%.40s\" at %d is not a %s, but %s is%s", node->text,
				position(parser, at), column->time ? "time" : "number", column->key,
				column->time ? ": 20us, 1.5ms" : "");
	return index;
}

/* The name of a flag stands for rows that have it, and is still a word to look for. */
static int add_flag(struct parser *parser, int word_node, const char *word, size_t length)
{
	const struct expression_columns *columns = parser->columns;
	struct expression_column column;
	struct expression_node *node;
	int index;

	if (!columns->flag || !columns->flag(columns->data, word, length, &column))
		return word_node;
	index = add_node(parser, NODE_NUMBER, -1, -1);
	if (index < 0)
		return -1;
	node = &parser->expression->nodes[index];
	node->column = column.column;
	node->op = OP_EQUAL;
	node->number = 1;
	return add_node(parser, NODE_OR, word_node, index);
}

/* The word without the sign of an error behind it, "misp±"; returns whether there is one. */
static bool take_error(const char *word, size_t *length)
{
	static const char *const signs_of_error[] = { "±", "+-" };

	for (size_t i = 0; i < sizeof(signs_of_error) / sizeof(signs_of_error[0]); i++) {
		const size_t n = strlen(signs_of_error[i]);

		if (*length > n && !memcmp(word + *length - n, signs_of_error[i], n)) {
			*length -= n;
			return true;
		}
	}
	return false;
}

/* Can what stands behind this sign be a number? */
static bool may_be_number(const struct parser *parser, size_t sign)
{
	const char *value = parser->at + strspn(parser->at, BLANKS);

	return signs[sign].numbers && strchr("-+.0123456789", *value);
}

/* The column of the word before this sign; false with a sentence if they do not go together. */
static bool find_column(struct parser *parser, const char *word, size_t length, size_t sign,
			struct expression_column *column, bool *error)
{
	const struct expression_columns *columns = parser->columns;
	char trouble[EXPRESSION_TROUBLE];
	const int at = position(parser, word);

	*error = take_error(word, &length);
	if (!columns->find(columns->data, word, length, at, may_be_number(parser, sign), column, trouble))
		(void)complain(parser, "%s", trouble);
	else if (*error && !column->error)
		(void)complain(parser, "%s at %d has no error", column->key, at);
	else if (column->text ? !signs[sign].texts : !signs[sign].numbers)
		(void)complain(parser, "\"%s\" at %d does not go with %s, which is a %s: use %s",
			       signs[sign].sign,
			       position(parser, parser->at - strlen(signs[sign].sign)), column->key,
			       column->text ? "text" : "number",
			       column->text ? "=, !=, ~ or !~" : "=, !=, <, <=, > or >=");
	else
		return true;
	return false;
}

/*
 * Is this no comparison, but a name as compilers make them, "map<int>" or "operator<<"? It has no
 * number behind its sign, and no column before it.
 */
static bool is_name(struct parser *parser, const char *word, size_t length, size_t sign)
{
	const struct expression_columns *columns = parser->columns;
	struct expression_column column;
	char trouble[EXPRESSION_TROUBLE];

	return !signs[sign].texts && !strchr(BLANKS, word[length]) &&
	       !strchr(BLANKS "-+.0123456789\"'", *parser->at) &&
	       !columns->find(columns->data, word, length, 0, true, &column, trouble);
}

static int parse_word(struct parser *parser)
{
	const char *word = parser->at;
	size_t length = strcspn(word, NOT_IN_WORDS);
	struct expression_column column;
	bool error, named = false;
	int index;

	parser->at += length;
	for (size_t i = 0; length && i < N_SIGNS; i++) {
		if (!parse_take(parser, signs[i].sign))
			continue;
		named = is_name(parser, word, length, i);
		if (named)
			break;
		if (!find_column(parser, word, length, i, &column, &error))
			return -1;
		return parse_comparison(parser, &column, error, i);
	}
	index = add_node(parser, NODE_WORD, -1, -1);
	if (index < 0)
		return -1;
	if (named) {
		parser->at = word;
		parser->expression->nodes[index].text = parse_value(parser);
		return index;
	}
	parser->expression->nodes[index].text = keep_text(parser->expression, word, length);
	return add_flag(parser, index, word, length);
}

/*
 * Is this word next, and does more follow that it can join? "and=1" is a comparison, and an "and"
 * that begins an expression is never asked about: it is a text to look for.
 */
static bool is_operator(struct parser *parser, const char *word)
{
	const char *after = parser->at + strlen(word);

	if (strncasecmp(parser->at, word, strlen(word)) != 0)
		return false;
	if (*after && !strchr(NOT_IN_WORDS, *after))
		return false;
	after += strspn(after, BLANKS);
	return !*after || !strchr("=~<>", *after);
}

static bool take_operator(struct parser *parser, const char *sign, const char *word)
{
	if (parse_take(parser, sign))
		return true;
	if (!is_operator(parser, word))
		return false;
	parser->at += strlen(word);
	return true;
}

/* "!", or the word "not" before a term; "not" alone is a text to look for. */
static bool take_not(struct parser *parser)
{
	const char *after;

	if (parse_take(parser, "!"))
		return true;
	if (!is_operator(parser, "not"))
		return false;
	after = parser->at + strlen("not");
	after += strspn(after, BLANKS);
	if (!*after || strchr(")&|", *after))
		return false;
	parser->at = after;
	return true;
}

static int parse_any(struct parser *parser);

static int parse_nested(struct parser *parser)
{
	const char *open = parser->at - 1;
	int inner = parse_any(parser);

	if (inner < 0 || parse_take(parser, ")"))
		return inner;
	return complain(parser, "the parenthesis at %d is not closed", position(parser, open));
}

static int parse_term(struct parser *parser)
{
	int index;

	if (++parser->depth > DEPTH)
		return complain(parser, "nested too deep at %d", position(parser, parser->at));
	if (take_not(parser)) {
		index = parse_term(parser);
		index = index < 0 ? -1 : add_node(parser, NODE_NOT, index, -1);
	} else if (parse_take(parser, "(")) {
		index = parse_nested(parser);
	} else if (*parser->at == '"' || *parser->at == '\'') {
		index = add_node(parser, NODE_WORD, -1, -1);
		if (index >= 0 && !(parser->expression->nodes[index].text = parse_quoted(parser)))
			return -1;
	} else if (!*parser->at) {
		return complain(parser, "something is missing at %d", position(parser, parser->at));
	} else if (strchr(NOT_IN_WORDS, *parser->at)) {
		return complain(parser, "unexpected \"%c\" at %d", *parser->at,
				position(parser, parser->at));
	} else {
		index = parse_word(parser);
	}
	parser->depth--;
	return index;
}

static int parse_all(struct parser *parser)
{
	int left = parse_term(parser);

	while (left >= 0) {
		bool joined = take_operator(parser, "&&", "and");
		int right;

		if (!joined && (!*parser->at || *parser->at == ')' ||
				!strncmp(parser->at, "||", 2) || is_operator(parser, "or")))
			return left;
		right = parse_term(parser);
		left = right < 0 ? -1 : add_node(parser, NODE_AND, left, right);
	}
	return left;
}

static int parse_any(struct parser *parser)
{
	int left = parse_all(parser);

	while (left >= 0 && take_operator(parser, "||", "or")) {
		int right = parse_all(parser);

		left = right < 0 ? -1 : add_node(parser, NODE_OR, left, right);
	}
	return left;
}

static bool parse(struct parser *parser)
{
	const int index = parse_any(parser);

	if (index >= 0 && *parser->at) /* only a ")" ends an expression too early */
		(void)complain(parser, "unexpected \"%c\" at %d", *parser->at,
			       position(parser, parser->at));
	parser->expression->root = index;
	return index >= 0 && !*parser->at;
}

int expression_init(struct expression *expression, const char *text,
		    const struct expression_columns *columns, struct err *err)
{
	struct parser parser = {
		.expression = expression, .columns = columns, .start = text, .at = text, .err = err
	};

	*expression = (struct expression){ .root = -1 };
	if (!text)
		return 0;
	if (strlen(text) >= EXPRESSION_TEXT)
		(void)complain(&parser, "longer than %d bytes", EXPRESSION_TEXT - 1);
	else if (parse(&parser))
		return 0;
	expression_done(expression);
	return -EINVAL;
}
