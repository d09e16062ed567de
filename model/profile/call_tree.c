/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call stacks as a tree of functions; see call_tree.h. First each different place gets a function,
 * then the stacks are put into a tree by (parent, function), then its nodes are put into the order
 * of a walk.
 */
#include "config.h"
#include "model/profile/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "model/pair_map.h"
#include "model/profile/class_samples.h"

#define CUT_FUNCTION (PAIR_MAP_NONE - 1)	/* stands for CALL_CUT among functions */

/* What is needed while a tree is made. */
struct work {
	const struct profile *profile;
	const struct call_request *request;
	struct call_tree *tree;
	uint32_t *function_of;		/* of each frame: index into tree->functions */
	uint32_t *counted_by;		/* of each function: the last stack that counted it, + 1 */
	uint32_t wanted;		/* request->function; PAIR_MAP_NONE: it is in no stack */
	struct pair_map children;	/* (parent, function) -> node */
	size_t cap;			/* of tree->nodes */
};

static bool return_address(const struct work *work, uint32_t frame)
{
	return frame > 0 && !work->profile->event.calls_by_lbr;
}

/* Fills function_of[frame]: asks for a place only the first time that it is met. */
static int find_function(struct work *work, const struct function_start *functions,
			 const struct profile_stack *stack, uint32_t frame,
			 struct pair_map maps[2])
{
	struct place at = work->profile->frames[stack->first + frame], asked = at, start;
	uint32_t *function = &work->function_of[stack->first + frame];
	uint32_t next = (uint32_t)work->tree->n_functions;

	if (return_address(work, frame) && at.offset)
		asked.offset--;
	*function = pair_map_get(&maps[0], asked.object, asked.offset);
	if (*function != PAIR_MAP_NONE)
		return 0;
	start = function_start_of(functions, asked);
	if (place_equal(start, asked))
		start = at;	/* no function is known */
	*function = pair_map_put(&maps[1], start.object, start.offset, next);
	if (*function == PAIR_MAP_NONE ||
	    pair_map_put(&maps[0], asked.object, asked.offset, *function) == PAIR_MAP_NONE)
		return -1;
	if (*function == next)
		work->tree->functions[work->tree->n_functions++].function = start;
	return 0;
}

/* Is the stack one of those that were asked for? */
static bool takes(const struct work *work, const struct profile_stack *stack)
{
	return !work->request->pid || work->request->pid == stack->pid;
}

static int find_functions(struct work *work, const struct function_start *functions)
{
	struct pair_map maps[2] = { { 0 }, { 0 } };	/* by place; by start of function */
	int bad = 0;

	for (size_t i = 0; i < work->profile->n_stack && !bad; i++) {
		const struct profile_stack *stack = &work->profile->stack[i];

		for (uint32_t frame = 0; takes(work, stack) && frame < stack->n && !bad; frame++)
			bad = find_function(work, functions, stack, frame, maps);
	}
	work->wanted = pair_map_get(&maps[1], work->request->function.object,
				    work->request->function.offset);
	pair_map_done(&maps[0]);
	pair_map_done(&maps[1]);
	return bad;
}

/*
 * The child of a node that stands for a function, made if there is none; PAIR_MAP_NONE: no memory.
 */
static uint32_t child_of(struct work *work, uint32_t parent, uint32_t function)
{
	struct call_tree *tree = work->tree;
	uint32_t node;

	if (tree->n_nodes == work->cap) {
		size_t cap = work->cap * 2;
		struct call_node *nodes = realloc(tree->nodes, cap * sizeof(*nodes));

		if (!nodes)
			return PAIR_MAP_NONE;
		tree->nodes = nodes;
		if (row_sums_reserve(&tree->self_sums, cap))
			return PAIR_MAP_NONE;
		work->cap = cap;
	}
	node = pair_map_put(&work->children, parent, function, (uint32_t)tree->n_nodes);
	if (node != tree->n_nodes)
		return node;
	tree->n_nodes++;
	tree->nodes[node] = (struct call_node){
		.kind = function == CUT_FUNCTION ? CALL_CUT : CALL_FUNCTION,
		.parent = parent,
		.depth = tree->nodes[parent].depth + 1,
		.sums = row_sums_begin(&tree->self_sums, node),
	};
	if (function != CUT_FUNCTION)
		tree->nodes[node].function = tree->functions[function].function;
	return node;
}

static void call_tree_add(struct call_node *node, const struct profile_stack *stack)
{
	node->samples += stack->samples;
	node->weight += stack->weight;
	node->squares += stack->squares;
}

static void add_self(struct work *work, struct call_node *node, const struct profile_stack *stack)
{
	const size_t n = work->tree->self_sums.n;

	node->self_samples += stack->samples;
	node->self_weight += stack->weight;
	node->self_squares += stack->squares;
	if (n)
		weighed_join(row_sums_at(&work->tree->self_sums, node->sums),
			     &work->profile->stack_sums[stack->sums * n], n);
}

/* One step down the tree; *node moves. */
static int step(struct work *work, uint32_t *node, uint32_t function,
		const struct profile_stack *stack)
{
	*node = child_of(work, *node, function);
	if (*node == PAIR_MAP_NONE)
		return -1;
	call_tree_add(&work->tree->nodes[*node], stack);
	return 0;
}

static int add_callees(struct work *work, const struct profile_stack *stack, uint32_t from)
{
	const uint32_t *function_of = work->function_of + stack->first;
	uint32_t node = 0;

	if (stack->cut && !work->request->of_function && step(work, &node, CUT_FUNCTION, stack))
		return -1;
	for (uint32_t frame = from + 1; frame-- > 0;)
		if (step(work, &node, function_of[frame], stack))
			return -1;
	add_self(work, &work->tree->nodes[node], stack);
	return 0;
}

static int add_callers(struct work *work, const struct profile_stack *stack, uint32_t from)
{
	const uint32_t *function_of = work->function_of + stack->first;
	uint32_t node = 0;

	for (uint32_t frame = from; frame < stack->n; frame++)
		if (step(work, &node, function_of[frame], stack))
			return -1;
	if (stack->cut && step(work, &node, CUT_FUNCTION, stack))
		return -1;
	add_self(work, &work->tree->nodes[node], stack);
	return 0;
}

/* The frame that the walk of a stack begins at; stack->n: the stack does not have the function. */
static uint32_t first_frame(const struct work *work, const struct profile_stack *stack)
{
	const uint32_t *function_of = work->function_of + stack->first;
	const bool callees = work->request->direction == CALLEES;

	if (!work->request->of_function)
		return callees ? stack->n - 1 : 0;
	for (uint32_t i = 0; i < stack->n; i++) {
		uint32_t frame = callees ? stack->n - 1 - i : i;

		if (function_of[frame] == work->wanted)
			return frame;
	}
	return stack->n;
}

/* Adds a stack to the table of functions: once to each function in it. */
static void count_functions(struct work *work, uint32_t index)
{
	const struct profile_stack *stack = &work->profile->stack[index];
	const uint32_t *function_of = work->function_of + stack->first;
	struct call_function *functions = work->tree->functions;

	for (uint32_t frame = 0; frame < stack->n; frame++) {
		if (work->counted_by[function_of[frame]] == index + 1)
			continue;
		work->counted_by[function_of[frame]] = index + 1;
		functions[function_of[frame]].samples += stack->samples;
		functions[function_of[frame]].weight += stack->weight;
	}
	functions[function_of[0]].self_samples += stack->samples;
	functions[function_of[0]].self_weight += stack->weight;
}

static int add_stack(struct work *work, uint32_t index)
{
	const struct profile_stack *stack = &work->profile->stack[index];
	struct call_tree *tree = work->tree;
	uint32_t from;

	if (!takes(work, stack))
		return 0;
	if (!stack->n) {
		tree->broken_samples += stack->samples;
		return 0;
	}
	from = first_frame(work, stack);
	if (from == stack->n)
		return 0;
	count_functions(work, index);
	call_tree_add(&tree->nodes[0], stack);
	if (stack->cut) {
		tree->cut_samples += stack->samples;
		tree->cut_weight += stack->weight;
	}
	return work->request->direction == CALLEES ? add_callees(work, stack, from)
						: add_callers(work, stack, from);
}

/* A node, to be sorted: children of one parent together, the heaviest first. */
struct sibling {
	uint64_t weight;
	uint32_t parent, index;
	const struct call_node *node;
};

static int by_parent(const void *left, const void *right)
{
	const struct sibling *a = left, *b = right;

	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	if (a->node->kind != b->node->kind)
		return a->node->kind < b->node->kind ? -1 : 1;
	return place_compare(a->node->function, b->node->function);
}

static int by_weight(const void *left, const void *right)
{
	const struct call_function *a = left, *b = right;

	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	if (a->self_weight != b->self_weight)
		return a->self_weight > b->self_weight ? -1 : 1;
	return place_compare(a->function, b->function);
}

/*
 * Copies the nodes into `out` in the order of a walk. first[i]: where the children of node i begin
 * among the siblings, first[i + 1]: where they end. next[i]: the next child of node i to visit.
 */
static void walk(struct call_node *out, const struct call_node *nodes, size_t n,
		 const struct sibling *siblings, const uint32_t *first, uint32_t *next,
		 uint32_t *place)
{
	uint32_t node = 0, written = 1;

	out[0] = nodes[0];
	place[0] = 0;
	while (written < n) {
		uint32_t child;

		while (next[node] == first[node + 1])
			node = nodes[node].parent;
		child = siblings[next[node]++].index;
		place[child] = written;
		out[written] = nodes[child];
		out[written].parent = place[node];
		written++;
		node = child;
	}
	for (size_t i = n - 1; i > 0; i--)
		out[out[i].parent].below += out[i].below + 1;
}

/* Puts the nodes into the order of a walk. */
static int order(struct call_tree *tree)
{
	const size_t n = tree->n_nodes;
	struct call_node *out = calloc(n, sizeof(*out));
	struct sibling *siblings = calloc(n, sizeof(*siblings));
	uint32_t *numbers = calloc(3 * n + 1, sizeof(*numbers));
	uint32_t *next = numbers, *place = numbers + n, *first = numbers + 2 * n;
	const bool enough = out && siblings && numbers;

	if (enough) {
		for (uint32_t i = 1; i < n; i++)
			siblings[i - 1] = (struct sibling){ tree->nodes[i].weight,
							    tree->nodes[i].parent, i,
							    &tree->nodes[i] };
		qsort(siblings, n - 1, sizeof(*siblings), by_parent);
		for (uint32_t i = 0, at = 0; i <= n; i++) {
			while (at < n - 1 && siblings[at].parent < i)
				at++;
			first[i] = at;
			if (i < n)
				next[i] = at;
		}
		walk(out, tree->nodes, n, siblings, first, next, place);
		free(tree->nodes);
		tree->nodes = out;
		out = NULL;
	}
	free(siblings);
	free(numbers);
	free(out);
	return enough ? 0 : -1;
}

/* A node's own, and those of all nodes below it. */
static int add_up(struct call_tree *tree)
{
	const size_t n = tree->sums.n;

	if (row_sums_reserve(&tree->sums, tree->n_nodes))
		return -1;
	memcpy(tree->sums.of, tree->self_sums.of, tree->n_nodes * n * sizeof(*tree->sums.of));
	for (size_t i = tree->n_nodes - 1; i > 0; i--)
		weighed_join(row_sums_at(&tree->sums, tree->nodes[tree->nodes[i].parent].sums),
			     row_sums_at(&tree->sums, tree->nodes[i].sums), n);
	return 0;
}

/* The classes of some sums; of too few samples all are rough. */
static const struct estimate *estimate(const struct class_samples *classes, const struct weighed *sums,
				       uint64_t samples, const struct estimate *rough, struct estimate **next)
{
	struct estimate *of = *next;

	if (!samples)
		return NULL;
	if (samples < CLASS_SAMPLES_LEAST)
		return rough;
	class_estimates(classes, sums, of);
	*next += M_COUNT;
	return of;
}

static int find_classes(struct call_tree *tree, const struct class_samples *classes)
{
	struct estimate *next;
	size_t n = 1;

	if (!classes->table)
		return 0;
	for (size_t i = 0; i < tree->n_nodes; i++)
		n += (size_t)(tree->nodes[i].samples >= CLASS_SAMPLES_LEAST) +
		     (size_t)(tree->nodes[i].self_samples >= CLASS_SAMPLES_LEAST);
	next = tree->classes = calloc(n, M_COUNT * sizeof(*next));
	if (!next || add_up(tree))
		return -1;
	class_rough(classes, next);
	next += M_COUNT;
	for (size_t i = 0; i < tree->n_nodes; i++) {
		struct call_node *node = &tree->nodes[i];

		node->classes = estimate(classes, row_sums_at(&tree->sums, node->sums), node->samples,
					 tree->classes, &next);
		node->self_classes = node->self_samples == node->samples ? node->classes :
			estimate(classes, row_sums_at(&tree->self_sums, node->sums), node->self_samples,
				 tree->classes, &next);
	}
	return 0;
}

static int build(struct work *work, const struct function_start *functions)
{
	struct call_tree *tree = work->tree;

	work->cap = 64;
	tree->nodes = calloc(work->cap, sizeof(*tree->nodes));
	/* There are not more functions than frames. */
	tree->functions = calloc(work->profile->n_frames + 1, sizeof(*tree->functions));
	work->function_of = calloc(work->profile->n_frames + 1, sizeof(*work->function_of));
	work->counted_by = calloc(work->profile->n_frames + 1, sizeof(*work->counted_by));
	if (work->profile->classes.table)
		tree->self_sums.n = tree->sums.n = work->profile->classes.table->n_events;
	if (!tree->nodes || !tree->functions || !work->function_of || !work->counted_by ||
	    row_sums_reserve(&tree->self_sums, work->cap))
		return -1;
	tree->nodes[0].kind = CALL_ROOT;
	tree->nodes[0].sums = row_sums_begin(&tree->self_sums, 0);
	tree->n_nodes = 1;
	if (find_functions(work, functions))
		return -1;
	for (uint32_t i = 0; i < work->profile->n_stack; i++)
		if (add_stack(work, i))
			return -1;
	return order(tree) || find_classes(tree, &work->profile->classes) ? -1 : 0;
}

/* Drops functions without a stack, and gives the memory back. */
static void finish_functions(struct call_tree *tree)
{
	struct call_function *fewer;
	size_t n = 0;

	for (size_t i = 0; i < tree->n_functions; i++)
		if (tree->functions[i].samples)
			tree->functions[n++] = tree->functions[i];
	tree->n_functions = n;
	qsort(tree->functions, n, sizeof(*tree->functions), by_weight);
	fewer = realloc(tree->functions, (n + 1) * sizeof(*fewer));
	if (fewer)
		tree->functions = fewer;
}

struct call_tree *call_tree_new(const struct profile *profile, const struct call_request *request,
				const struct function_start *functions)
{
	struct work work = { .profile = profile, .request = request };
	int bad;

	work.tree = calloc(1, sizeof(*work.tree));
	if (!work.tree)
		return NULL;
	bad = build(&work, functions);
	pair_map_done(&work.children);
	free(work.function_of);
	free(work.counted_by);
	if (bad) {
		call_tree_free(work.tree);
		return NULL;
	}
	finish_functions(work.tree);
	return work.tree;
}

void call_tree_free(struct call_tree *tree)
{
	if (!tree)
		return;
	free(tree->nodes);
	free(tree->functions);
	free(tree->sums.of);
	free(tree->self_sums.of);
	free(tree->classes);
	free(tree);
}

const struct weighed *call_tree_sums(const struct call_tree *tree, const struct call_node *node, bool self)
{
	return tree->sums.n ? row_sums_at(self ? &tree->self_sums : &tree->sums, node->sums) : NULL;
}

size_t call_tree_path(const struct call_tree *tree, uint32_t node, uint32_t *path, size_t max)
{
	size_t depth = tree->nodes[node].depth, n = depth < max ? depth : max;

	/* Of a path that is too long, the innermost nodes are left out. */
	for (; depth > 0; depth--, node = tree->nodes[node].parent)
		if (depth <= n)
			path[depth - 1] = node;
	return n;
}
