/* SPDX-License-Identifier: GPL-2.0-only */
/* What filter.c and filter_parse.c share: a compiled expression. Nobody else includes this. */
#ifndef TDTOP_UI_FILTER_NODE_H
#define TDTOP_UI_FILTER_NODE_H

#include <regex.h>
#include <stddef.h>

#include "ui/table/columns.h"

#define FILTER_NODES 64
#define FILTER_TEXTS 768		/* bytes: three texts of FILTER_TEXT (filter.h) */
#define FILTER_WORD_COLUMNS 5

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
	int left, right;		/* nodes of AND, OR; NOT has left only */
	const struct column *column;
	double number;
	const char *text;		/* in filter->texts */
	regex_t regex;
};

struct filter {
	enum row_kind kind;		/* it, and what goes with it */
	size_t n;
	int root;			/* -1: every row matches */
	const struct column *word_columns[FILTER_WORD_COLUMNS];
	size_t used;			/* of texts */
	char texts[FILTER_TEXTS];	/* values: the user's, and those of the expression */
	struct filter_node nodes[FILTER_NODES];
};

#endif
