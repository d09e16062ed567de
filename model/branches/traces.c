/* SPDX-License-Identifier: GPL-2.0-only */
/* Traces; see traces.h. A hash table of numbers, at most half full. */
#include "config.h"
#include "model/branches/traces.h"

#include <errno.h>
#include <stdlib.h>

#include "model/branches/trace_record.h"

#define FIRST_SLOTS 1024u
#define FIRST_TRACES 512u
#define DROP_PART 4	/* a quarter of the table */

/* One cache line. */
struct trace {
	struct trace_key key;
	struct trace_log log;
};

_Static_assert(sizeof(struct trace) == 64, "a trace is one cache line");

struct slot {
	uint32_t tag;		/* of the hash */
	uint32_t trace;		/* + 1; 0: free */
};

struct traces {
	struct trace *trace;
	uint8_t *kind;		/* of each */
	size_t n, cap, max;
	struct slot *slots;
	size_t n_slots;		/* a power of two */
	struct trace_pools pools;
};

struct traces *traces_new(size_t max)
{
	struct traces *traces = calloc(1, sizeof(*traces));

	if (!traces)
		return NULL;
	traces->max = max;
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
	free(traces->trace);
	free(traces->kind);
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

const struct trace_key *traces_key(const struct traces *traces, uint32_t trace)
{
	return &traces->trace[trace].key;
}

enum branch_kind traces_kind(const struct traces *traces, uint32_t trace)
{
	return traces->kind[trace];
}

void traces_set_kind(struct traces *traces, uint32_t trace, enum branch_kind kind)
{
	traces->kind[trace] = (uint8_t)kind;
}

/* The multiplier is that of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0xbf58476d1ce4e5b9u;
	return hash ^ hash >> 29;
}

uint64_t traces_hash(const struct trace_key *key)
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
		uint64_t hash = traces_hash(&traces->trace[i].key);
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

static int grow_traces(struct traces *traces)
{
	size_t cap = traces->cap ? traces->cap * 2 : FIRST_TRACES;
	struct trace *trace;
	uint8_t *kind;

	if (cap > traces->max)
		cap = traces->max;
	trace = realloc(traces->trace, cap * sizeof(*trace));
	if (!trace)
		return -ENOMEM;
	traces->trace = trace;
	kind = realloc(traces->kind, cap);
	if (!kind)
		return -ENOMEM;
	traces->kind = kind;
	traces->cap = cap;
	return 0;
}

void traces_prefetch(const struct traces *traces, uint64_t hash)
{
	__builtin_prefetch(&traces->slots[hash & (traces->n_slots - 1)]);
}

int traces_find(struct traces *traces, const struct trace_key *key, uint64_t hash, uint32_t *trace)
{
	uint32_t tag = (uint32_t)(hash >> 32);
	size_t at;

	if (traces->n * 2 >= traces->n_slots && grow_slots(traces))
		return -ENOMEM;
	at = hash & (traces->n_slots - 1);
	for (; traces->slots[at].trace; at = (at + 1) & (traces->n_slots - 1)) {
		*trace = traces->slots[at].trace - 1;
		if (traces->slots[at].tag == tag && same_key(&traces->trace[*trace].key, key))
			return 0;
	}
	if (traces->n == traces->max)
		return -ENOSPC;
	if (traces->n == traces->cap && grow_traces(traces))
		return -ENOMEM;
	*trace = (uint32_t)traces->n++;
	traces->trace[*trace] = (struct trace){ .key = *key };
	traces->kind[*trace] = BRANCH_UNKNOWN;
	traces->slots[at] = (struct slot){ tag, *trace + 1 };
	return 0;
}

void traces_prefetch_count(const struct traces *traces, uint32_t trace, unsigned int group)
{
	trace_log_prefetch(&traces->pools, &traces->trace[trace].log, group);
}

int traces_count(struct traces *traces, uint32_t trace, const struct execution *execution)
{
	return trace_log_count(&traces->pools, &traces->trace[trace].log, execution);
}

/* Traces that ran so often or less are a quarter of the table, if all of them still are in logs. */
static unsigned int rare_limit(const struct traces *traces)
{
	size_t n[LOG_MAX + 1] = { 0 }, sum = 0;

	for (size_t i = 0; i < traces->n; i++)
		if (!traces->trace[i].log.record)
			n[traces->trace[i].log.n]++;
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
		struct trace *trace = &traces->trace[i];

		if (!trace->log.record && trace->log.n <= limit) {
			*dropped += trace->log.n;
			trace_log_drop(&traces->pools, &trace->log);
			now[i] = TRACE_GONE;
			continue;
		}
		now[i] = (uint32_t)kept;
		traces->trace[kept] = *trace;
		traces->kind[kept++] = traces->kind[i];
	}
	traces->n = kept;
	for (size_t i = 0; i < traces->n_slots; i++)
		traces->slots[i] = (struct slot){ 0 };
	fill_slots(traces, traces->slots, traces->n_slots);
	return (uint32_t)(before - kept);
}

void traces_add_n(const struct traces *traces, uint32_t trace, struct groups *n)
{
	trace_log_add_n(&traces->pools, &traces->trace[trace].log, n);
}

void traces_add_cycles(const struct traces *traces, uint32_t trace, struct groups *cycles)
{
	trace_log_add_cycles(&traces->pools, &traces->trace[trace].log, cycles);
}

void traces_add_sums(const struct traces *traces, uint32_t trace, struct trace_sums *sums)
{
	trace_log_add_sums(&traces->pools, &traces->trace[trace].log, sums);
}
