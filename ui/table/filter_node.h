/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A compiled filter expression: made by filter_parse.c, matched by filter.c; other files only have
 * the pointer (filter.h).
 */
#ifndef TDTOP_UI_TABLE_FILTER_NODE_H
#define TDTOP_UI_TABLE_FILTER_NODE_H

#include <regex.h>
#include <stddef.h>

#include "ui/table/columns.h"

#define FILTER_NODES 64
#define FILTER_TEXTS 768		/* bytes: three texts of FILTER_TEXT (filter.h) */
#define FILTER_WORD_COLUMNS 6

enum filter_op {
	OP_EQUAL,
	OP_DIFFER,
	OP_MATCH,
	OP_DIFFER_MATCH,
	OP_LESS,
	OP_LESS_EQUAL,
	OP_MORE,
	OP_MORE_EQUAL
};

enum filter_node_type {
	NODE_AND,
	NODE_OR,
	NODE_NOT,
	NODE_NUMBER,
	NODE_TEXT,
	NODE_REGEX,
	NODE_WORD
};

struct filter_node {
	enum filter_node_type type;
	enum filter_op op;
	int left, right;		/* operands of AND and OR; NOT has left only */
	const struct column *column;
	double number;
	const char *text;		/* in filter->texts */
	bool whole;			/* never equal to a part that a column shows */
	bool of_owner;			/* of a region: what its process has in this column */
	bool user;			/* the column is USER */
	regex_t regex;
};

struct filter {
	enum row_kind kind;		/* and the kinds that filter_kinds_match() it */
	unsigned int hidden;		/* bits of enum filter_hide */
	size_t n;
	int root;			/* -1: every row matches */
	const struct column *word_columns[FILTER_WORD_COLUMNS];
	size_t used;			/* bytes of texts */
	char texts[FILTER_TEXTS];	/* the user, and values of the expression */
	struct filter_node nodes[FILTER_NODES];
};

#endif
