/* SPDX-License-Identifier: GPL-2.0-only */
/* Two profiles compared; see profile_compare.h. */
#include "config.h"
#include "model/profile/profile_compare.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base_name.h"
#include "model/hash.h"

#define BEYOND_DOUBT 3		/* errors */
#define KEY (2 * (CODE_NAME_MAX + CODE_FILE_MAX) + 256)

/* One side of the comparison while it is made. */
struct side_of {
	const struct profile *profile;
	const struct profile *other;
	const struct code_names *names;
	enum side side;
};

static const char *object_name(const struct profile *profile, uint32_t object)
{
	return object < profile->n_objects ? base_name(profile->objects[object].path) : "";
}

/* Has the other profile an object with this build-id? Then addresses are the same in both. */
static bool is_same_build(const struct side_of *of, uint32_t object)
{
	const struct profile_object *mine;

	if (object >= of->profile->n_objects)
		return false;
	mine = &of->profile->objects[object];
	for (size_t i = 0; mine->build_id_len && i < of->other->n_objects; i++) {
		const struct profile_object *theirs = &of->other->objects[i];

		if (theirs->build_id_len == mine->build_id_len &&
		    memcmp(theirs->build_id, mine->build_id, mine->build_id_len) == 0)
			return true;
	}
	return false;
}

/* Appends what a place is called in both profiles. whole: a function, not a place in it. */
static void add_key(const struct side_of *of, struct place at, bool whole, char key[KEY])
{
	size_t used = strlen(key);
	struct code_name name = { .symbol = "" };
	bool known = of->names &&
		     of->names->name(of->names->data, &at, !whole, &name) != CODE_PENDING;

	used += (size_t)snprintf(key + used, KEY - used, "%.120s\n",
				 object_name(of->profile, at.object));
	if (!known || !name.symbol[0] || (!whole && is_same_build(of, at.object)))
		(void)snprintf(key + used, KEY - used, "%" PRIx64 "\n", at.offset);
	else if (whole)
		(void)snprintf(key + used, KEY - used, "%s\n", name.symbol);
	else if (name.file[0])
		(void)snprintf(key + used, KEY - used, "%s\n%s:%" PRIu32 "\n", name.symbol,
			       name.file, name.line);
	else
		(void)snprintf(key + used, KEY - used, "%s\n+%" PRIx64 "\n", name.symbol,
			       name.symbol_offset);
}

static int by_key(const void *a, const void *b)
{
	const struct compared_place *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	if (order)
		return order;
	/* The heaviest first, so that it stands for the others. */
	for (enum side side = BEFORE; side < SIDES; side++)
		if (x->count[side] != y->count[side])
			return x->count[side] > y->count[side] ? -1 : 1;
	return 0;
}

static struct estimate add_estimates(struct estimate x, struct estimate y)
{
	return (struct estimate){ x.value + y.value, hypot(x.error, y.error) };
}

static bool is_share(enum compared_value value)
{
	return value == COMPARED_SHARE || value == COMPARED_SELF;
}

/* Joins two rows of one side: shares add up, other values are those of single rows only. */
static void join_side(struct compared_place *into, const struct compared_place *from,
		      enum side side)
{
	const bool first = !into->joined[side];

	if (!from->joined[side])
		return;
	into->joined[side] += from->joined[side];
	into->count[side] += from->count[side];
	if (first)
		into->row[side] = from->row[side];
	for (enum compared_value i = 0; i < COMPARED_VALUES; i++) {
		struct estimate *number = &into->number[i].of[side];

		if (first)
			*number = from->number[i].of[side];
		else if (is_share(i))
			*number = add_estimates(*number, from->number[i].of[side]);
		else
			*number = (struct estimate){ NAN, NAN };
	}
}

/* Joins rows with the same key. */
static void compare_join(struct profile_comparison *comparison)
{
	size_t kept = 0;

	if (comparison->n)
		qsort(comparison->rows, comparison->n, sizeof(comparison->rows[0]), by_key);
	for (size_t i = 0; i < comparison->n; i++) {
		struct compared_place *row = &comparison->rows[i];
		struct compared_place *last = kept ? &comparison->rows[kept - 1] : NULL;

		if (last && strcmp(last->key, row->key) == 0) {
			for (enum side side = BEFORE; side < SIDES; side++)
				join_side(last, row, side);
			free(row->key);
			continue;
		}
		comparison->rows[kept++] = *row;
	}
	comparison->n = kept;
}

/* The error, or 1 / n if there is no spread. n: what the value was made of. */
static double error_of(struct estimate estimate, double n)
{
	return estimate.error > 0 || !(n > 0) ? estimate.error : 1 / n;
}

/* What a value of this side was counted from. */
static double base_of(const struct profile_comparison *comparison, const struct compared_place *row,
		      enum compared_value value, enum side side)
{
	const struct profile *profile = comparison->of[side];

	if (!is_share(value))
		return (double)row->count[side];
	if (!comparison->functions[side].rows && !comparison->calls[side])
		return (double)profile->entries;
	return share_samples((struct weighed){ (double)profile->weight, profile->squares });
}

static void set_change(const struct profile_comparison *comparison, struct compared_place *row,
		       enum compared_value value)
{
	struct compared_number *number = &row->number[value];
	double amount[SIDES], error[SIDES];

	for (enum side side = BEFORE; side < SIDES; side++) {
		struct estimate of = number->of[side];
		const double base = base_of(comparison, row, value, side);

		if (is_share(value) && !row->joined[side] && base > 0)
			of = (struct estimate){ 0, 0 };
		amount[side] = of.value;
		error[side] = value >= COMPARED_RETIRING ? of.error : error_of(of, base);
	}
	number->change.value = amount[AFTER] - amount[BEFORE];
	number->change.error = hypot(error[BEFORE], error[AFTER]);
	number->beyond_doubt = fabs(number->change.value) > BEYOND_DOUBT * number->change.error;
}

static int by_change(const void *a, const void *b)
{
	const struct compared_place *x = a, *y = b;
	double p = fabs(x->number[COMPARED_SHARE].change.value);
	double q = fabs(y->number[COMPARED_SHARE].change.value);

	if (isnan(p) != isnan(q))
		return isnan(p) - isnan(q);
	if (p < q || p > q)
		return p < q ? 1 : -1;
	return strcmp(x->key, y->key);
}

static void compare_finish(struct profile_comparison *comparison)
{
	compare_join(comparison);
	for (size_t i = 0; i < comparison->n; i++)
		for (enum compared_value value = 0; value < COMPARED_VALUES; value++)
			set_change(comparison, &comparison->rows[i], value);
	if (comparison->n)
		qsort(comparison->rows, comparison->n, sizeof(comparison->rows[0]), by_change);
}

/* A new row of one side; NULL without memory. */
static struct compared_place *compare_add_row(struct profile_comparison *comparison, enum side side,
					      size_t index, uint64_t count, const char *key)
{
	struct compared_place *row = &comparison->rows[comparison->n];

	*row = (struct compared_place){ .key = strdup(key) };
	if (!row->key)
		return NULL;
	comparison->n++;
	for (enum side i = BEFORE; i < SIDES; i++) {
		row->row[i] = COMPARED_NONE;
		for (enum compared_value value = 0; value < COMPARED_VALUES; value++)
			row->number[value].of[i] = (struct estimate){ NAN, NAN };
	}
	row->row[side] = (uint32_t)index;
	row->joined[side] = 1;
	row->count[side] = count;
	return row;
}

static int compare_begin(struct profile_comparison *comparison, const struct profile *const of[SIDES],
			 size_t room)
{
	comparison->rows = calloc(room + 1, sizeof(comparison->rows[0]));
	for (enum side side = BEFORE; side < SIDES; side++)
		comparison->of[side] = of[side];
	return comparison->rows ? 0 : -ENOMEM;
}

static struct side_of make_side(enum side side, const struct profile *const of[SIDES],
				const struct code_names *const names[SIDES])
{
	return (struct side_of){ .profile = of[side], .other = of[side == BEFORE ? AFTER : BEFORE],
				 .names = names[side], .side = side };
}

int profile_compare_functions(struct profile_comparison *comparison,
			      const struct profile *const of[SIDES],
			      const struct code_names *const names[SIDES])
{
	*comparison = (struct profile_comparison){ .rows = NULL };
	for (enum side side = BEFORE; side < SIDES; side++)
		if (functions_init(&comparison->functions[side], of[side], names[side],
				   FUNCTIONS_OF_ALL))
			return -ENOMEM;
	if (compare_begin(comparison, of, comparison->functions[BEFORE].n + comparison->functions[AFTER].n))
		return -ENOMEM;
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct side_of from = make_side(side, of, names);

		for (size_t i = 0; i < comparison->functions[side].n; i++) {
			const struct profile_function *function =
				&comparison->functions[side].rows[i];
			struct compared_place *row;
			char key[KEY] = "";

			/* Its sampled address, whose name was waited for. */
			add_key(&from, function->hottest, true, key);
			row = compare_add_row(comparison, side, i, function->samples, key);
			if (!row)
				return -ENOMEM;
			row->number[COMPARED_SHARE].of[side] = function->share;
			for (size_t k = 0; k < METRIC_CLASSES; k++)
				row->number[COMPARED_RETIRING + k].of[side] =
					functions_class(function, metric_classes[k], NULL);
		}
	}
	compare_finish(comparison);
	return 0;
}

static int add_branch(struct profile_comparison *comparison, const struct side_of *from, size_t i)
{
	const struct profile_branch *branch = &from->profile->branches[i];
	struct compared_place *row;
	char key[KEY] = "";

	add_key(from, branch->from, false, key);
	add_key(from, branch->to, false, key);
	row = compare_add_row(comparison, from->side, i, branch->taken, key);
	if (!row)
		return -ENOMEM;
	row->number[COMPARED_SHARE].of[from->side] = branch->share;
	row->number[COMPARED_PROBABILITY].of[from->side] = branch->probability;
	row->number[COMPARED_MISPREDICTED].of[from->side] = branch->misp_taken;
	row->number[COMPARED_CYCLES].of[from->side] = branch->cycles;
	return 0;
}

int profile_compare_branches(struct profile_comparison *comparison,
			     const struct profile *const of[SIDES],
			     const struct code_names *const names[SIDES])
{
	*comparison = (struct profile_comparison){ .rows = NULL };
	if (compare_begin(comparison, of, of[BEFORE]->n_branches + of[AFTER]->n_branches))
		return -ENOMEM;
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct side_of from = make_side(side, of, names);

		for (size_t i = 0; i < of[side]->n_branches; i++)
			if (add_branch(comparison, &from, i))
				return -ENOMEM;
	}
	compare_finish(comparison);
	return 0;
}

/* Appends its function; a hash of the key of its caller stands before that. */
static void add_frame_key(const struct side_of *from, const struct call_node *call, uint64_t caller, char key[KEY])
{
	(void)snprintf(key, KEY, "%016" PRIx64 "\n", caller);
	if (call->kind == CALL_FUNCTION)
		add_key(from, call->function, true, key);
}

static int add_frames(struct profile_comparison *comparison, const struct side_of *from)
{
	const struct call_tree *tree = comparison->calls[from->side];
	const struct weighed all = { (double)from->profile->weight, from->profile->squares };
	uint64_t *hash = calloc(tree->n_nodes + 1, sizeof(*hash));
	int ret = hash ? 0 : -ENOMEM;

	for (size_t i = 1; i < tree->n_nodes && !ret; i++) {
		const struct call_node *call = &tree->nodes[i];
		struct compared_place *row;
		char key[KEY] = "";

		add_frame_key(from, call, hash[call->parent], key);
		hash[i] = hash_text(key);
		row = compare_add_row(comparison, from->side, i, call->samples, key);
		if (!row) {
			ret = -ENOMEM;
			break;
		}
		row->number[COMPARED_SHARE].of[from->side] =
			share_of((struct weighed){ (double)call->weight, call->squares }, all);
		row->number[COMPARED_SELF].of[from->side] =
			share_of((struct weighed){ (double)call->self_weight, call->self_squares }, all);
		for (size_t k = 0; k < METRIC_CLASSES; k++)
			row->number[COMPARED_RETIRING + k].of[from->side] =
				class_shown(call->classes, metric_classes[k], NULL);
	}
	free(hash);
	return ret;
}

int profile_compare_stacks(struct profile_comparison *comparison, const struct profile *const of[SIDES],
			   const struct code_names *const names[SIDES])
{
	const struct call_request request = { .direction = CALLEES };
	size_t room = 0;
	int ret = 0;

	*comparison = (struct profile_comparison){ .rows = NULL };
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct function_start functions = function_start_names(names[side]);

		comparison->calls[side] = call_tree_new(of[side], &request, &functions);
		if (!comparison->calls[side])
			return -ENOMEM;
		room += comparison->calls[side]->n_nodes;
	}
	if (compare_begin(comparison, of, room))
		return -ENOMEM;
	for (enum side side = BEFORE; side < SIDES && !ret; side++) {
		const struct side_of from = make_side(side, of, names);

		ret = add_frames(comparison, &from);
	}
	if (!ret)
		compare_finish(comparison);
	return ret;
}

void profile_comparison_done(struct profile_comparison *comparison)
{
	for (size_t i = 0; i < comparison->n; i++)
		free(comparison->rows[i].key);
	free(comparison->rows);
	for (enum side side = BEFORE; side < SIDES; side++) {
		functions_done(&comparison->functions[side]);
		call_tree_free(comparison->calls[side]);
	}
	*comparison = (struct profile_comparison){ .rows = NULL };
}
