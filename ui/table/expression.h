/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Expressions that select rows, such as "be>40 && comm~^java": the language of every filter and
 * search. They know nothing of rows: what columns there are says a struct expression_columns, what
 * a row has in them the function that expression_match() calls. Compiled once; matching does not
 * allocate. UI thread, or main while it reads the options.
 *
 *	any  = all { ("||" | "or") all }	all = term { ["&&" | "and"] term }
 *	term = ("!" | "not") term | "(" any ")" | KEY ["±"] SIGN VALUE | WORD
 *
 * "and" and "or" join two terms; where no term is before them, or in quotes, they are words as any
 * other, and so is a "not" without a term behind it.
 *
 * A number may end in "%" if the column is a percentage, else in k, M, G or T. It compares (= != <
 * <= > >=) with the column's value, with "±" (or "+-") with the standard error of that value; a text
 * is equal (= !=) or matches a POSIX extended regular expression (~ !~). A value that is missing
 * makes a comparison neither true nor false, and its negation likewise: such a row does not match.
 */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/err.h"

#define EXPRESSION_TEXT 256 /* bytes of an expression, with its NUL */
#define EXPRESSION_NODES 64
#define EXPRESSION_TROUBLE 200 /* bytes of a sentence about a column */

/* What the parser has to know of a column. */
struct expression_column {
	const void *column; /* the caller's own */
	const char *key; /* its name in messages */
	bool text; /* else a number: */
	bool percent, time; /* in percent; in ns, and must be typed with a unit */
	bool error; /* it has a standard error */
};

/* Which columns there are. */
struct expression_columns {
	const void *data;
	/*
	 * Finds the column that this word of so many bytes names; of two that it names, the number if the
	 * value can be one, else the text. False, with a sentence that has the position `at`: none can be
	 * compared.
	 */
	bool (*find)(const void *data, const char *word, size_t length, int at, bool number,
		     struct expression_column *column, char trouble[EXPRESSION_TROUBLE]);
	/* A word that is the name of a flag also selects rows that have it. NULL: there are none. */
	bool (*flag)(const void *data, const char *word, size_t length,
		     struct expression_column *column);
};

enum expression_op {
	OP_EQUAL,
	OP_DIFFER,
	OP_MATCH,
	OP_DIFFER_MATCH,
	OP_LESS,
	OP_LESS_EQUAL,
	OP_MORE,
	OP_MORE_EQUAL
};

enum expression_type { NODE_AND, NODE_OR, NODE_NOT, NODE_NUMBER, NODE_TEXT, NODE_REGEX, NODE_WORD };

struct expression_node {
	enum expression_type type;
	enum expression_op op;
	int left, right; /* operands of AND and OR; NOT has left only */
	const void *column; /* of a NUMBER, TEXT or REGEX */
	bool error; /* its error is compared, not its value */
	double number;
	const char *text; /* of a TEXT, REGEX or WORD; in .texts */
	regex_t regex;
};

struct expression {
	size_t n;
	int root; /* -1: every row matches */
	size_t used; /* bytes of texts */
	char texts[2 * EXPRESSION_TEXT];
	struct expression_node nodes[EXPRESSION_NODES];
};

/* In this order "and" is the minimum, "or" the maximum, and "not" the mirror image. */
enum truth { TRUTH_NO, TRUTH_UNKNOWN, TRUTH_YES };

/*
 * Compiles a text into an expression that is zeroed or was freed. NULL selects all rows. The
 * text is copied, the columns stay the caller's. 0, or -EINVAL with a sentence that begins with
 * "filter: "; then there is nothing to free. err may be NULL.
 */
int expression_init(struct expression *expression, const char *text,
		    const struct expression_columns *columns, struct err *err);

/* Frees what it holds. */
void expression_done(struct expression *expression);

/* Asks `term` about each NUMBER, TEXT, REGEX and WORD that decides whether the row matches. */
bool expression_match(const struct expression *expression,
		      enum truth (*term)(const void *data, const struct expression_node *node),
		      const void *data);

/* What a NUMBER says of this value, NAN: missing; a REGEX or TEXT of this text, "": missing. */
enum truth expression_of_number(const struct expression_node *node, double value);
enum truth expression_of_text(const struct expression_node *node, const char *text);

/* What it says where the text is, or is not, the one that is meant. */
enum truth expression_of_equality(const struct expression_node *node, bool same);

/*
 * Refuses regular expressions that regcomp(3) or regexec(3) of glibc cannot handle in reasonable
 * time and memory. Checks a POSIX extended regular expression. NULL, or what is too costly in it,
 * as the end of a sentence; *at is its offset. An expression with errors passes: regcomp() reports
 * them.
 */
const char *pattern_too_costly(const char *pattern, int *at);
