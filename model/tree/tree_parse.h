/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parser of a tree's expressions: recursive descent into operations of a stack machine, in
 * postfix order. Only tree_expr.c calls it. Pure; any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/tree/tree.h"

#define TREE_STACK 64		/* values at a time */
#define TREE_OPS_MAX 2048	/* of an expression */

enum tree_op_kind {
	TREE_OP_NUMBER,		/* these push a value: .number; */
	TREE_OP_EVENT,		/* the count of events[.index]; */
	TREE_OP_LATENCY,	/* its mean retire latency; */
	TREE_OP_VALUE,		/* of a definition: a node, or from n_nodes on a term; */
	TREE_OP_SMT,
	TREE_OP_CORE_WIDE,
	TREE_OP_GHZ,
	TREE_OP_PMEM,
	TREE_OP_NEGATE,		/* takes one */
	TREE_OP_ADD,		/* these take two */
	TREE_OP_SUBTRACT,
	TREE_OP_MULTIPLY,
	TREE_OP_DIVIDE,
	TREE_OP_D_RATIO,
	TREE_OP_LESS,
	TREE_OP_MORE,
	TREE_OP_AND,
	TREE_OP_OR,
	TREE_OP_MIN,
	TREE_OP_MAX,
	TREE_OP_SELECT		/* takes three: the value if true, the condition, the other value */
};

struct tree_op {
	double number;
	uint16_t kind;		/* enum tree_op_kind */
	uint16_t index;
};

struct tree_ops {		/* it grows; the caller frees .op */
	struct tree_op *op;
	size_t n, room;
};

struct tree_name;

struct tree_names {		/* what a word of an expression can be, sorted */
	struct tree_name *name;
	size_t n;
};

/* All events, nodes and terms of a tree. 0, -EINVAL if two have the same name, or -ENOMEM. */
int tree_names_init(struct tree_names *names, const struct tree *tree, struct err *err);
void tree_names_done(struct tree_names *names);

/*
 * Appends the operations of an expression. 0, -ENOMEM, or -EINVAL with a sentence that begins with
 * whose: `tree "NAME", NODE`.
 */
int tree_parse(const char *text, const struct tree_names *names, const char *whose,
	       struct tree_ops *ops, struct err *err);
