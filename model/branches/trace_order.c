/* SPDX-License-Identifier: GPL-2.0-only */
/* Traces in order; see tallies.h. */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/profile/place_sort.h"

struct place trace_from(const struct traces *traces, uint32_t trace)
{
	const struct trace_key *key = traces_key(traces, trace);

	return (struct place){ key->from, key->from_object };
}

struct place trace_to(const struct traces *traces, uint32_t trace)
{
	const struct trace_key *key = traces_key(traces, trace);

	return (struct place){ key->to, key->to_object };
}

struct place trace_start(const struct traces *traces, uint32_t trace)
{
	const struct trace_key *key = traces_key(traces, trace);

	return (struct place){ key->start, key->from_object };
}

static struct place from_of(const void *data, uint32_t trace)
{
	return trace_from(data, trace);
}

static struct place to_of(const void *data, uint32_t trace)
{
	return trace_to(data, trace);
}

static struct place start_of(const void *data, uint32_t trace)
{
	return trace_start(data, trace);
}

static int order_by_from(struct trace_order *order, const struct traces *traces)
{
	place_sort_begin(order->by_from, order->n);
	if (place_sort(order->by_from, order->n, to_of, traces))
		return -ENOMEM;
	return place_sort(order->by_from, order->n, from_of, traces);
}

/* by_from is in the order of from, which a sort by start keeps. */
static int order_by_start(struct trace_order *order, const struct traces *traces)
{
	uint32_t n = 0;

	memcpy(order->by_start, order->by_from, order->n * sizeof(*order->by_start));
	if (place_sort(order->by_start, order->n, start_of, traces))
		return -ENOMEM;
	for (uint32_t i = 0; i < order->n; i++)
		if (order->use[order->by_start[i]] != NO_BLOCK)
			order->by_start[n++] = order->by_start[i];
	order->n_blocks = n;
	return 0;
}

/* Asks for the kinds of all instructions that branches are at, each once. */
static int ask_kinds(struct trace_order *order, const struct traces *traces,
		     const struct profile_code *code)
{
	struct place *at = calloc(order->n + 1u, sizeof(*at));
	enum branch_kind *kind = calloc(order->n + 1u, sizeof(*kind));
	size_t n = 0;

	if (!at || !kind) {
		free(at);
		free(kind);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < order->n; i++)
		if (!n || !place_equal(at[n - 1], trace_from(traces, order->by_from[i])))
			at[n++] = trace_from(traces, order->by_from[i]);
	code->kinds(code->data, at, n, kind);
	n = 0;
	for (uint32_t i = 0; i < order->n; i++) {
		n += !place_equal(at[n], trace_from(traces, order->by_from[i]));
		if (kind[n] != BRANCH_UNKNOWN && kind[n] < BRANCH_KINDS)
			order->kind[order->by_from[i]] = (uint8_t)kind[n];
	}
	free(at);
	free(kind);
	return 0;
}

static bool in_kernel(uint32_t object, const struct profile_object *objects, size_t n)
{
	return object < n && (objects[object].kind == OBJECT_KERNEL ||
			      objects[object].kind == OBJECT_MODULE);
}

/*
 * An instruction that cannot go where the trace goes was interrupted: one that is no branch, and
 * whatever but a system call went into the kernel from elsewhere.
 */
static bool interrupted(const struct trace_key *key, enum branch_kind kind,
			const struct profile_object *objects, size_t n)
{
	if (kind == BRANCH_UNKNOWN || kind == BRANCH_SYSCALL ||
	    !in_kernel(key->to_object, objects, n))
		return false;
	return kind == BRANCH_NONE || !in_kernel(key->from_object, objects, n);
}

static void decide(struct trace_order *order, const struct traces *traces,
		   const struct profile_object *objects, size_t n_objects)
{
	for (uint32_t i = 0; i < order->n; i++) {
		const struct trace_key *key = traces_key(traces, i);

		if (traces_kind(traces, i) == BRANCH_INTERRUPT ||
		    interrupted(key, order->kind[i], objects, n_objects))
			order->kind[i] = BRANCH_INTERRUPT;
		if (key->start == TRACE_NO_BLOCK)
			continue;
		order->use[i] = order->kind[i] == BRANCH_INTERRUPT ? CUT_BLOCK : WHOLE_BLOCK;
		if (order->kind[i] == BRANCH_NONE) {
			struct groups n = { 0 };

			order->use[i] = NO_BLOCK;
			traces_add_n(traces, i, &n);
			order->no_branch += groups_sum(&n);
		}
	}
}

int trace_order_make(struct trace_order *order, const struct traces *traces,
		     const struct profile_object *objects, size_t n_objects,
		     const struct profile_code *code)
{
	size_t n = traces_n(traces) + 1u;

	*order = (struct trace_order){ .n = traces_n(traces),
				       .by_from = calloc(n, sizeof(*order->by_from)),
				       .by_start = calloc(n, sizeof(*order->by_start)),
				       .kind = calloc(n, 1),
				       .use = calloc(n, 1) };
	if (!order->by_from || !order->by_start || !order->kind || !order->use)
		return -ENOMEM;
	for (uint32_t i = 0; i < order->n; i++)
		order->kind[i] = (uint8_t)traces_kind(traces, i);
	if (order_by_from(order, traces))
		return -ENOMEM;
	if (code && code->kinds && ask_kinds(order, traces, code))
		return -ENOMEM;
	decide(order, traces, objects, n_objects);
	return order_by_start(order, traces);
}

void trace_order_done(struct trace_order *order)
{
	free(order->by_from);
	free(order->by_start);
	free(order->kind);
	free(order->use);
	*order = (struct trace_order){ 0 };
}
