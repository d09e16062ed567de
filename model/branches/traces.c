/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traces; see tallies.h. They have a hash table of their own, of numbers and at most half full. A key has five
 * fields, so a slot has a part of its hash in place of the key. And all entries of a stack wait for memory
 * together: an entry takes 717 instructions, and took 853 before (tests/cost.tsv).
 */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/branches/trace_record.h"
#include "model/profile/place_sort.h"

#define FIRST_SLOTS 1024u
#define DROP_PART 4	/* a quarter of the table */

/* One cache line. */
struct trace {
	struct trace_key key;
	struct trace_log log;
};

_Static_assert(sizeof(struct trace) == CACHE_LINE, "a trace is one cache line");

struct slot {
	uint32_t tag;		/* of the hash */
	uint32_t trace;		/* + 1; 0: free */
};

struct traces {
	struct pool all;	/* trace i is item i + 1 */
	size_t n, max;
	struct slot *slots;
	size_t n_slots;		/* a power of two */
	struct trace_pools pools;
};

static struct trace *trace_at(const struct traces *traces, size_t trace)
{
	return pool_at(&traces->all, (uint32_t)trace + 1);
}

struct traces *traces_new(size_t max)
{
	struct traces *traces = calloc(1, sizeof(*traces));

	if (!traces)
		return NULL;
	traces->max = max;
	traces->all.size = sizeof(struct trace);
	traces->n_slots = FIRST_SLOTS;
	traces->slots = calloc(traces->n_slots, sizeof(*traces->slots));
	trace_pools_init(&traces->pools);
	if (!traces->slots) {
		traces_free(traces);
		return NULL;
	}
	return traces;
}

void traces_free(struct traces *traces)
{
	if (!traces)
		return;
	trace_pools_done(&traces->pools);
	pool_done(&traces->all);
	free(traces->slots);
	free(traces);
}

uint32_t traces_n(const struct traces *traces)
{
	return (uint32_t)traces->n;
}

size_t traces_max(const struct traces *traces)
{
	return traces->max;
}

static const struct trace_key *traces_key(const struct traces *traces, uint32_t trace)
{
	return &trace_at(traces, trace)->key;
}

/* Trace 0 .. n-1: its key, and its kind as recorded. */
static enum branch_kind traces_kind(const struct traces *traces, uint32_t trace)
{
	return trace_at(traces, trace)->log.kind;
}

/* The multiplier is that of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0xbf58476d1ce4e5b9u;
	return hash ^ hash >> 29;
}

static uint64_t traces_hash(const struct trace_key *key)
{
	uint64_t objects = (uint64_t)key->from_object << 32 | key->to_object;

	return mix(mix(mix(objects, key->from), key->to), key->start);
}

static bool same_key(const struct trace_key *a, const struct trace_key *b)
{
	return a->from == b->from && a->to == b->to && a->start == b->start &&
	       a->from_object == b->from_object && a->to_object == b->to_object;
}

/* Enters all traces into n_slots empty slots. */
static void fill_slots(const struct traces *traces, struct slot *slots, size_t n_slots)
{
	for (size_t i = 0; i < traces->n; i++) {
		uint64_t hash = traces_hash(&trace_at(traces, i)->key);
		size_t at = hash & (n_slots - 1);

		while (slots[at].trace)
			at = (at + 1) & (n_slots - 1);
		slots[at] = (struct slot){ (uint32_t)(hash >> 32), (uint32_t)i + 1 };
	}
}

static int grow_slots(struct traces *traces)
{
	size_t n = traces->n_slots * 2;
	struct slot *slots = calloc(n, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	fill_slots(traces, slots, n);
	free(traces->slots);
	traces->slots = slots;
	traces->n_slots = n;
	return 0;
}

void traces_prefetch(const struct traces *traces, struct trace_step *step)
{
	step->hash = traces_hash(&step->key);
	__builtin_prefetch(&traces->slots[step->hash & (traces->n_slots - 1)]);
}

/* The slot of a key, or the free one where it belongs. */
static struct slot *traces_slot_of(const struct traces *traces, const struct trace_key *key, uint64_t hash)
{
	const size_t mask = traces->n_slots - 1;
	struct slot *slots = traces->slots;
	size_t at = hash & mask;

	while (slots[at].trace && (slots[at].tag != (uint32_t)(hash >> 32) ||
				   !same_key(&trace_at(traces, slots[at].trace - 1)->key, key)))
		at = (at + 1) & mask;
	return &slots[at];
}

static int find_trace(struct traces *traces, struct trace_step *step)
{
	struct slot *slot;

	if (traces->n * 2 >= traces->n_slots && grow_slots(traces))
		return -ENOMEM;
	slot = traces_slot_of(traces, &step->key, step->hash);
	if (!slot->trace && traces->n == traces->max)
		return -ENOSPC;
	if (!slot->trace) {
		const uint32_t item = pool_add(&traces->all);

		if (!item)
			return -ENOMEM;
		traces->n++;
		trace_at(traces, item - 1)->key = step->key;
		trace_at(traces, item - 1)->log.kind = BRANCH_UNKNOWN;
		*slot = (struct slot){ (uint32_t)(step->hash >> 32), item };
	}
	step->trace = slot->trace - 1;
	return 0;
}

int traces_find(struct traces *traces, struct trace_step *steps, size_t n, uint64_t *full)
{
	for (size_t i = 0; i < n; i++) {
		const struct slot *slot = &traces->slots[steps[i].hash & (traces->n_slots - 1)];

		if (slot->trace)
			__builtin_prefetch(trace_at(traces, slot->trace - 1), 1);
	}
	for (size_t i = 0; i < n; i++) {
		int r = find_trace(traces, &steps[i]);

		if (r == -ENOMEM)
			return r;
		if (r) {
			steps[i].trace = TRACE_GONE;
			++*full;
			continue;
		}
		trace_log_prefetch(&traces->pools, &trace_at(traces, steps[i].trace)->log,
				   steps[i].execution.group);
	}
	return 0;
}

int traces_count(struct traces *traces, const struct trace_step *steps, size_t n)
{
	int r = 0;

	for (size_t i = 0; i < n; i++)
		if (steps[i].trace != TRACE_GONE)
			trace_log_prefetch_bin(&traces->pools, &trace_at(traces, steps[i].trace)->log,
					       steps[i].execution.cycles);
	for (size_t i = 0; i < n && !r; i++) {
		struct trace_log *log;

		if (steps[i].trace == TRACE_GONE)
			continue;
		log = &trace_at(traces, steps[i].trace)->log;
		if (steps[i].kind != BRANCH_UNKNOWN)
			log->kind = (uint8_t)steps[i].kind;
		r = trace_log_count(&traces->pools, log, &steps[i].execution);
	}
	return r;
}

/* Traces that ran so often or less are a quarter of the table, if all of them still are in logs. */
static unsigned int rare_limit(const struct traces *traces)
{
	size_t n[LOG_MAX + 1] = { 0 }, sum = 0;

	for (size_t i = 0; i < traces->n; i++)
		if (!trace_at(traces, i)->log.record)
			n[trace_at(traces, i)->log.n]++;
	for (unsigned int limit = 0; limit <= LOG_MAX; limit++) {
		sum += n[limit];
		if (sum >= traces->max / DROP_PART)
			return limit;
	}
	return LOG_MAX;
}

uint32_t traces_drop_rare(struct traces *traces, uint32_t *now, uint64_t *dropped)
{
	unsigned int limit = rare_limit(traces);
	size_t kept = 0, before = traces->n;

	for (size_t i = 0; i < before; i++) {
		struct trace *trace = trace_at(traces, i);

		if (!trace->log.record && trace->log.n <= limit) {
			*dropped += trace->log.n;
			trace_log_drop(&traces->pools, &trace->log);
			now[i] = TRACE_GONE;
			continue;
		}
		now[i] = (uint32_t)kept;
		*trace_at(traces, kept++) = *trace;
	}
	traces->n = kept;
	for (size_t i = before; i > kept; i--)
		pool_remove(&traces->all, (uint32_t)i);
	for (size_t i = 0; i < traces->n_slots; i++)
		traces->slots[i] = (struct slot){ 0 };
	fill_slots(traces, traces->slots, traces->n_slots);
	return (uint32_t)(before - kept);
}

void traces_add_n(const struct traces *traces, uint32_t trace, struct groups *n)
{
	trace_log_add_n(&traces->pools, &trace_at(traces, trace)->log, n);
}

void traces_add_cycles(const struct traces *traces, uint32_t trace, struct groups *cycles)
{
	trace_log_add_cycles(&traces->pools, &trace_at(traces, trace)->log, cycles);
}

void traces_add_sums(const struct traces *traces, uint32_t trace, struct trace_sums *sums)
{
	trace_log_add_sums(&traces->pools, &trace_at(traces, trace)->log, sums);
}

/* ---- order ---- */

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
