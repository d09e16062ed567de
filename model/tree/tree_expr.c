/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compiles a tree's expressions and evaluates them; see tree_expr.h. A definition is a node or a
 * term. Definitions are put in an order in which each stands behind those that it names, so that an
 * evaluation needs no recursion. It marks what the node needs from the back to the front, and
 * computes that from the front to the back.
 */
#include "config.h"
#include "model/tree/tree_expr.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/tree/tree_parse.h"

#define TERMS_MAX 512
#define DEFINITIONS_MAX (TREE_NODES_MAX + TERMS_MAX)

struct program {		/* a part of ops */
	uint32_t first, n;
};

struct tree_code {
	const struct tree *tree;
	struct tree_ops ops;
	size_t n;			/* definitions: nodes, then terms */
	struct program value[DEFINITIONS_MAX];
	struct program threshold[TREE_NODES_MAX];	/* .n 0: none */
	uint16_t order[DEFINITIONS_MAX];
};

/* What the operations of a program read. */
struct machine_state {
	const struct tree *tree;
	const struct tree_known *known;	/* NULL: only values of nodes are */
	const double *value;		/* of definitions */
};

/* ---- compile ---- */

static int compile_one(struct tree_code *code, const struct tree_names *names, const char *whose,
		       const char *text, struct program *program, struct err *err)
{
	char place[128];
	int ret;

	(void)snprintf(place, sizeof(place), "tree \"%.40s\", %.70s", code->tree->name, whose);
	program->first = (uint32_t)code->ops.n;
	ret = tree_parse(text, names, place, &code->ops, err);
	program->n = (uint32_t)code->ops.n - program->first;
	return ret;
}

/* A threshold is evaluated from the values of nodes alone. */
static int check_threshold(const struct tree_code *code, size_t node, struct err *err)
{
	const struct program *program = &code->threshold[node];

	for (size_t i = program->first; i < program->first + program->n; i++) {
		const struct tree_op *op = &code->ops.op[i];

		if (op->kind != TREE_OP_NUMBER && op->kind < TREE_OP_NEGATE &&
		    !(op->kind == TREE_OP_VALUE && op->index < code->tree->n_nodes))
			return err_set(err, EINVAL,
				       "tree \"%s\", %s: its threshold names what is not a node",
				       code->tree->name, tree_node(code->tree, node)->slug);
	}
	return 0;
}

static int compile_all(struct tree_code *code, const struct tree_names *names, struct err *err)
{
	const struct tree *tree = code->tree;
	int ret = 0;

	for (size_t i = 0; !ret && i < tree->n_nodes; i++) {
		const struct tree_node *node = tree_node(tree, i);

		ret = compile_one(code, names, node->slug, node->expression, &code->value[i], err);
		if (!ret && node->threshold[0])
			ret = compile_one(code, names, node->slug, node->threshold,
					  &code->threshold[i], err);
		if (!ret)
			ret = check_threshold(code, i, err);
	}
	for (size_t i = 0; !ret && i < tree->n_terms; i++)
		ret = compile_one(code, names, tree_term(tree, i)->name, tree_term(tree, i)->expression,
				  &code->value[tree->n_nodes + i], err);
	return ret;
}

static bool all_placed(const struct tree_code *code, size_t definition, const bool *placed)
{
	const struct program *program = &code->value[definition];

	for (size_t i = program->first; i < program->first + program->n; i++)
		if (code->ops.op[i].kind == TREE_OP_VALUE && !placed[code->ops.op[i].index])
			return false;
	return true;
}

static const char *tree_expr_name_of(const struct tree *tree, size_t definition)
{
	return definition < tree->n_nodes ? tree_node(tree, definition)->slug :
					    tree_term(tree, definition - tree->n_nodes)->name;
}

static int put_in_order(struct tree_code *code, struct err *err)
{
	bool placed[DEFINITIONS_MAX] = { false };
	size_t n = 0, before;

	do {
		before = n;
		for (size_t i = 0; i < code->n; i++) {
			if (placed[i] || !all_placed(code, i, placed))
				continue;
			placed[i] = true;
			code->order[n++] = (uint16_t)i;
		}
	} while (n > before);
	for (size_t i = 0; i < code->n; i++)
		if (!placed[i])
			return err_set(err, EINVAL, "tree \"%s\", %s: it is made of itself",
				       code->tree->name, tree_expr_name_of(code->tree, i));
	return 0;
}

int tree_compile(const struct tree *tree, struct tree_code **code, struct err *err)
{
	struct tree_names names = { NULL, 0 };
	int ret;

	*code = NULL;
	if (tree->n_nodes > TREE_NODES_MAX || tree->n_events > TREE_EVENTS_MAX ||
	    tree->n_terms > TERMS_MAX)
		return err_set(err, EINVAL, "tree \"%s\": too many nodes, events or terms",
			       tree->name);
	*code = calloc(1, sizeof(**code));
	if (!*code)
		return err_set(err, ENOMEM, "tree \"%s\": no memory", tree->name);
	(*code)->tree = tree;
	(*code)->n = tree->n_nodes + tree->n_terms;
	ret = tree_names_init(&names, tree, err);
	if (!ret)
		ret = compile_all(*code, &names, err);
	if (!ret)
		ret = put_in_order(*code, err);
	tree_names_done(&names);
	if (ret) {
		tree_code_free(*code);
		*code = NULL;
	}
	return ret;
}

void tree_code_free(struct tree_code *code)
{
	if (code)
		free(code->ops.op);
	free(code);
}

const struct tree *tree_of_code(const struct tree_code *code)
{
	return code->tree;
}

/* ---- evaluate ---- */

static double divide(double a, double b)
{
	if (isnan(a) || isnan(b))
		return NAN;
	if (b == 0)
		return a == 0 ? 0 : NAN;
	return a / b;
}

/* perf's: also what is divided by nothing is 0. */
static double d_ratio(double a, double b)
{
	return b == 0 && !isnan(a) ? 0 : divide(a, b);
}

static double both(double a, double b)
{
	if (a == 0 || b == 0)
		return 0;
	return isnan(a) || isnan(b) ? NAN : 1;
}

static double either(double a, double b)
{
	if ((a != 0 && !isnan(a)) || (b != 0 && !isnan(b)))
		return 1;
	return isnan(a) || isnan(b) ? NAN : 0;
}

static double binary(enum tree_op_kind kind, double a, double b)
{
	const bool unknown = isnan(a) || isnan(b);

	switch (kind) {
	case TREE_OP_ADD: return a + b;
	case TREE_OP_SUBTRACT: return a - b;
	case TREE_OP_MULTIPLY: return a * b;
	case TREE_OP_DIVIDE: return divide(a, b);
	case TREE_OP_D_RATIO: return d_ratio(a, b);
	case TREE_OP_LESS: return unknown ? (double)NAN : (double)(a < b);
	case TREE_OP_MORE: return unknown ? (double)NAN : (double)(a > b);
	case TREE_OP_AND: return both(a, b);
	case TREE_OP_OR: return either(a, b);
	case TREE_OP_MIN: return unknown ? NAN : a < b ? a : b;
	case TREE_OP_MAX: return unknown ? NAN : a > b ? a : b;
	default: return NAN;
	}
}

static double latency_of(const struct machine_state *state, size_t event)
{
	const double by_default = (double)tree_event(state->tree, event)->latency;

	if (state->known->latency)
		return state->known->latency[event];
	return by_default > 0 ? by_default : NAN;
}

static double push(const struct machine_state *state, const struct tree_op *op)
{
	if (op->kind == TREE_OP_NUMBER)
		return op->number;
	if (op->kind == TREE_OP_VALUE)
		return state->value[op->index];
	if (!state->known)
		return NAN;
	switch ((enum tree_op_kind)op->kind) {
	case TREE_OP_EVENT: return state->known->count[op->index];
	case TREE_OP_LATENCY: return latency_of(state, op->index);
	case TREE_OP_SMT: return state->known->smt;
	case TREE_OP_CORE_WIDE: return state->known->core_wide;
	case TREE_OP_GHZ: return state->known->ghz;
	case TREE_OP_PMEM: return state->known->pmem;
	default: return NAN;
	}
}

static double tree_expr_run(const struct tree_code *code, const struct program *program,
			    const struct machine_state *state)
{
	double stack[TREE_STACK];
	size_t n = 0;

	for (size_t i = program->first; i < program->first + program->n; i++) {
		const struct tree_op *op = &code->ops.op[i];

		if (op->kind < TREE_OP_NEGATE) {
			stack[n++] = push(state, op);
		} else if (op->kind == TREE_OP_NEGATE) {
			stack[n - 1] = -stack[n - 1];
		} else if (op->kind == TREE_OP_SELECT) {
			n -= 2;
			if (isnan(stack[n]))
				stack[n - 1] = NAN;
			else if (stack[n] == 0)
				stack[n - 1] = stack[n + 1];
		} else {
			n--;
			stack[n - 1] = binary((enum tree_op_kind)op->kind, stack[n - 1], stack[n]);
		}
	}
	return n && isfinite(stack[0]) ? stack[0] : NAN;
}

static void need_values_in(const struct tree_code *code, size_t definition, bool *needed)
{
	const struct program *program = &code->value[definition];

	for (size_t i = program->first; i < program->first + program->n; i++)
		if (code->ops.op[i].kind == TREE_OP_VALUE)
			needed[code->ops.op[i].index] = true;
}

double tree_eval(const struct tree_code *code, size_t node, const struct tree_known *known)
{
	const size_t n_nodes = code->tree->n_nodes;
	double value[DEFINITIONS_MAX];
	bool needed[DEFINITIONS_MAX] = { false };
	const struct machine_state state = { .tree = code->tree, .known = known, .value = value };

	needed[node] = true;
	for (size_t i = code->n; i-- > 0;) {
		const size_t d = code->order[i];

		if (!needed[d])
			continue;
		if (d < n_nodes && known->node && !isnan(known->node[d])) {
			value[d] = known->node[d];
			needed[d] = false;
		} else {
			need_values_in(code, d, needed);
		}
	}
	for (size_t i = 0; i < code->n; i++)
		if (needed[code->order[i]])
			value[code->order[i]] = tree_expr_run(code, &code->value[code->order[i]], &state);
	return value[node];
}

bool tree_is_over(const struct tree_code *code, size_t node, const double *values)
{
	const struct machine_state state = { .tree = code->tree, .value = values };
	const double over = tree_expr_run(code, &code->threshold[node], &state);

	return !isnan(over) && over != 0;
}

/* ---- events ---- */

static double known_beforehand(const struct tree_op *op, const struct tree_machine *machine)
{
	if (op->kind == TREE_OP_NUMBER)
		return op->number;
	if (!machine || !machine->known)
		return NAN;
	switch ((enum tree_op_kind)op->kind) {
	case TREE_OP_SMT: return machine->smt;
	case TREE_OP_CORE_WIDE: return machine->core_wide;
	case TREE_OP_PMEM: return machine->pmem;
	default: return NAN;
	}
}

/* A value on the stack: the operations from .first to those of the next one make it. */
struct operand {
	double value;		/* NAN: not known beforehand */
	size_t first;
};

/* Marks the side that is not taken; end: of the operations of the other value. */
static void drop_side(struct operand *operand, size_t end, bool *dropped)
{
	const double condition = operand[1].value;

	if (isnan(condition))
		operand[0].value = NAN;
	else if (condition != 0)
		memset(dropped + operand[2].first, true, end - operand[2].first);
	else
		memset(dropped + operand[0].first, true, operand[1].first - operand[0].first);
	if (condition == 0)
		operand[0].value = operand[2].value;
}

/* Which operations of a program are for nothing on this machine. */
static void find_dropped(const struct tree_op *ops, size_t n, const struct tree_machine *machine,
			 bool *dropped)
{
	struct operand stack[TREE_STACK];
	size_t top = 0;

	memset(dropped, false, n);
	for (size_t i = 0; i < n; i++) {
		const enum tree_op_kind kind = (enum tree_op_kind)ops[i].kind;

		if (kind < TREE_OP_NEGATE) {
			stack[top++] = (struct operand){ known_beforehand(&ops[i], machine), i };
		} else if (kind == TREE_OP_NEGATE) {
			stack[top - 1].value = -stack[top - 1].value;
		} else if (kind == TREE_OP_SELECT) {
			top -= 2;
			drop_side(&stack[top - 1], i, dropped);
		} else {
			top--;
			stack[top - 1].value = binary(kind, stack[top - 1].value, stack[top].value);
		}
	}
}

/* Is this definition a node that comes from the slices? */
static bool tree_expr_is_known(const struct tree *tree, size_t definition, const struct tree_machine *machine)
{
	if (definition >= tree->n_nodes || tree_is_counted(tree, definition))
		return false;
	return tree_node(tree, definition)->level == 1 || !machine || !machine->own_level_2;
}

void tree_events_on(const struct tree_code *code, size_t node, const struct tree_machine *machine,
		    struct tree_event_set *events, struct tree_event_set *timed)
{
	bool needed[DEFINITIONS_MAX] = { false }, dropped[TREE_OPS_MAX];

	memset(events, 0, sizeof(*events));
	if (timed)
		memset(timed, 0, sizeof(*timed));
	needed[node] = true;
	for (size_t i = code->n; i-- > 0;) {
		const size_t d = code->order[i];
		const struct tree_op *ops = code->ops.op + code->value[d].first;

		if (!needed[d] || tree_expr_is_known(code->tree, d, machine))
			continue;
		find_dropped(ops, code->value[d].n, machine, dropped);
		for (size_t at = 0; at < code->value[d].n; at++) {
			if (dropped[at])
				continue;
			if (ops[at].kind == TREE_OP_VALUE)
				needed[ops[at].index] = true;
			if (ops[at].kind == TREE_OP_EVENT)
				tree_event_set_add(events, ops[at].index);
			if (ops[at].kind == TREE_OP_LATENCY && timed)
				tree_event_set_add(timed, ops[at].index);
		}
	}
}

void tree_events_of(const struct tree_code *code, size_t node, struct tree_event_set *events,
		    struct tree_event_set *timed)
{
	tree_events_on(code, node, NULL, events, timed);
}
