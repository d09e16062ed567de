/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traces; see traces.h. Most traces of a program are rare, a few are most of what it does. So a
 * trace is one cache line, which keeps its first executions as they are; only one that runs more
 * often gets sums by group, of 16 bits (they are carried over to wide ones before they overflow),
 * and a histogram of pages of 16 bins, each added when one of its bins is hit.
 */
#include "config.h"
#include "model/profile/traces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/profile/histogram.h"
#include "model/profile/pool.h"

#define PAGE_BINS 16
#define PAGES (HISTOGRAM_BINS / PAGE_BINS)
#define FIRST_SLOTS 1024u
#define FIRST_TRACES 512u

struct group_sums {
	uint32_t cycles;	/* at most 65535 each, so it is full after n */
	uint16_t n, mispredicted, untold, untimed;
};

struct record {
	struct group_sums of[GROUPS];
	uint32_t page[PAGES];	/* of the histogram; 0: empty */
	uint32_t wide;		/* carried over; 0: none */
	uint32_t saturated;
	uint16_t min, max;
};

struct wide {
	struct groups n, mispredicted, told, cycles, timed;
};

struct page {
	uint32_t bin[PAGE_BINS];
};

struct slot {
	uint32_t tag;		/* of the hash */
	uint32_t trace;		/* + 1; 0: free */
};

struct traces {
	struct trace *trace;
	size_t n, cap, max;
	struct slot *slots;
	size_t n_slots;		/* a power of two */
	struct pool records, wides, pages;
};

_Static_assert(sizeof(struct trace) == 64, "a trace is one cache line");

struct traces *traces_new(size_t max)
{
	struct traces *traces = calloc(1, sizeof(*traces));

	if (!traces)
		return NULL;
	traces->max = max;
	traces->n_slots = FIRST_SLOTS;
	traces->slots = calloc(traces->n_slots, sizeof(*traces->slots));
	traces->records.size = sizeof(struct record);
	traces->wides.size = sizeof(struct wide);
	traces->pages.size = sizeof(struct page);
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
	pool_done(&traces->records);
	pool_done(&traces->wides);
	pool_done(&traces->pages);
	free(traces->trace);
	free(traces->slots);
	free(traces);
}

uint32_t traces_n(const struct traces *traces)
{
	return (uint32_t)traces->n;
}

const struct trace *traces_at(const struct traces *traces, uint32_t trace)
{
	return &traces->trace[trace];
}

/* The multiplier is that of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0xbf58476d1ce4e5b9u;
	return hash ^ hash >> 29;
}

static uint64_t hash_key(const struct trace_key *key)
{
	uint64_t objects = (uint64_t)key->from_object << 32 | key->to_object;

	return mix(mix(mix(objects, key->from), key->to), key->start);
}

static bool same_key(const struct trace_key *a, const struct trace_key *b)
{
	return a->from == b->from && a->to == b->to && a->start == b->start &&
	       a->from_object == b->from_object && a->to_object == b->to_object;
}

static int grow_slots(struct traces *traces)
{
	size_t n = traces->n_slots * 2;
	struct slot *slots = calloc(n, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < traces->n; i++) {
		uint64_t hash = hash_key(&traces->trace[i].key);
		size_t at = hash & (n - 1);

		while (slots[at].trace)
			at = (at + 1) & (n - 1);
		slots[at] = (struct slot){ (uint32_t)(hash >> 32), (uint32_t)i + 1 };
	}
	free(traces->slots);
	traces->slots = slots;
	traces->n_slots = n;
	return 0;
}

static int grow_traces(struct traces *traces)
{
	size_t cap = traces->cap ? traces->cap * 2 : FIRST_TRACES;
	struct trace *trace;

	if (cap > traces->max)
		cap = traces->max;
	trace = realloc(traces->trace, cap * sizeof(*trace));
	if (!trace)
		return -ENOMEM;
	traces->trace = trace;
	traces->cap = cap;
	return 0;
}

int traces_find(struct traces *traces, const struct trace_key *key, uint32_t *trace)
{
	uint64_t hash = hash_key(key);
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
	traces->slots[at] = (struct slot){ tag, *trace + 1 };
	return 0;
}

void traces_set_kind(struct traces *traces, uint32_t trace, enum branch_kind kind)
{
	traces->trace[trace].kind = (uint8_t)kind;
}

static uint32_t pack(const struct execution *e)
{
	uint32_t cycles = e->cycles < HISTOGRAM_MAX ? e->cycles : HISTOGRAM_MAX;

	return cycles | e->group << 16 | (uint32_t)e->mispredicted << 24 |
	       (uint32_t)e->predicted << 25;
}

static struct execution unpack(uint32_t packed)
{
	return (struct execution){ .cycles = packed & 0xffff, .group = packed >> 16 & 0xff,
				   .mispredicted = packed >> 24 & 1, .predicted = packed >> 25 & 1 };
}

/* Carries the sums of 16 bits over to wide ones. */
static int carry(struct traces *traces, struct record *record)
{
	struct wide *wide;

	if (!record->wide)
		record->wide = pool_add(&traces->wides);
	if (!record->wide)
		return -ENOMEM;
	wide = pool_at(&traces->wides, record->wide);
	for (int g = 0; g < GROUPS; g++) {
		struct group_sums *sums = &record->of[g];

		wide->n.of[g] += sums->n;
		wide->mispredicted.of[g] += sums->mispredicted;
		wide->told.of[g] += (uint64_t)sums->n - sums->untold;
		wide->cycles.of[g] += sums->cycles;
		wide->timed.of[g] += (uint64_t)sums->n - sums->untimed;
		*sums = (struct group_sums){ 0 };
	}
	return 0;
}

static int count_cycles(struct traces *traces, struct record *record, uint32_t cycles)
{
	unsigned int bin = histogram_bin_of(cycles);
	uint32_t *page = &record->page[bin / PAGE_BINS];

	if (!*page)
		*page = pool_add(&traces->pages);
	if (!*page)
		return -ENOMEM;
	((struct page *)pool_at(&traces->pages, *page))->bin[bin % PAGE_BINS]++;
	if (!record->max || cycles < record->min)
		record->min = (uint16_t)cycles;
	if (cycles > record->max)
		record->max = (uint16_t)cycles;
	record->saturated += cycles == HISTOGRAM_MAX;
	return 0;
}

static int count(struct traces *traces, struct record *record, const struct execution *e)
{
	struct group_sums *sums = &record->of[e->group];

	if (sums->n == UINT16_MAX && carry(traces, record))
		return -ENOMEM;
	sums->n++;
	if (e->mispredicted)
		sums->mispredicted++;
	else if (!e->predicted)
		sums->untold++;
	sums->cycles += e->cycles;
	if (e->cycles)
		return count_cycles(traces, record, e->cycles);
	sums->untimed++;
	return 0;
}

static int make_record(struct traces *traces, struct trace *trace)
{
	int r = 0;

	trace->record = pool_add(&traces->records);
	if (!trace->record)
		return -ENOMEM;
	for (unsigned int i = 0; i < trace->logged && !r; i++) {
		struct execution e = unpack(trace->log[i]);

		r = count(traces, pool_at(&traces->records, trace->record), &e);
	}
	return r;
}

int traces_count(struct traces *traces, uint32_t at, const struct execution *execution)
{
	struct trace *trace = &traces->trace[at];
	struct execution clamped = unpack(pack(execution));

	if (trace->logged < TRACE_LOG) {
		trace->log[trace->logged++] = pack(execution);
		return 0;
	}
	if (!trace->record && make_record(traces, trace))
		return -ENOMEM;
	return count(traces, pool_at(&traces->records, trace->record), &clamped);
}

static void add_range(struct trace_sums *sums, uint32_t min, uint32_t max)
{
	if (!max)
		return;
	if (!sums->max || min < sums->min)
		sums->min = min;
	if (max > sums->max)
		sums->max = max;
}

static void add_log(const struct trace *trace, struct trace_sums *sums)
{
	for (unsigned int i = 0; i < trace->logged; i++) {
		struct execution e = unpack(trace->log[i]);

		sums->n.of[e.group]++;
		sums->mispredicted.of[e.group] += e.mispredicted;
		sums->told.of[e.group] += e.mispredicted || e.predicted;
		if (!e.cycles)
			continue;
		sums->timed.of[e.group]++;
		sums->cycles.of[e.group] += e.cycles;
		sums->bins[histogram_bin_of(e.cycles)]++;
		sums->saturated += e.cycles == HISTOGRAM_MAX;
		add_range(sums, e.cycles, e.cycles);
	}
}

static void add_record(const struct traces *traces, const struct record *record,
		       struct trace_sums *sums)
{
	for (int g = 0; g < GROUPS; g++) {
		const struct group_sums *from = &record->of[g];

		sums->n.of[g] += from->n;
		sums->mispredicted.of[g] += from->mispredicted;
		sums->told.of[g] += (uint64_t)from->n - from->untold;
		sums->cycles.of[g] += from->cycles;
		sums->timed.of[g] += (uint64_t)from->n - from->untimed;
	}
	for (unsigned int bin = 0; bin < HISTOGRAM_BINS; bin++) {
		uint32_t page = record->page[bin / PAGE_BINS];

		if (page)
			sums->bins[bin] += ((const struct page *)pool_at(&traces->pages, page))
						   ->bin[bin % PAGE_BINS];
	}
	sums->saturated += record->saturated;
	add_range(sums, record->min, record->max);
}

void traces_add_sums(const struct traces *traces, uint32_t at, struct trace_sums *sums)
{
	const struct trace *trace = &traces->trace[at];
	const struct record *record;
	const struct wide *wide;

	if (!trace->record) {
		add_log(trace, sums);
		return;
	}
	record = pool_at(&traces->records, trace->record);
	add_record(traces, record, sums);
	if (!record->wide)
		return;
	wide = pool_at(&traces->wides, record->wide);
	groups_add(&sums->n, &wide->n);
	groups_add(&sums->mispredicted, &wide->mispredicted);
	groups_add(&sums->told, &wide->told);
	groups_add(&sums->cycles, &wide->cycles);
	groups_add(&sums->timed, &wide->timed);
}

void traces_add_n(const struct traces *traces, uint32_t at, struct groups *n)
{
	const struct trace *trace = &traces->trace[at];
	const struct record *record;

	if (!trace->record) {
		for (unsigned int i = 0; i < trace->logged; i++)
			n->of[unpack(trace->log[i]).group]++;
		return;
	}
	record = pool_at(&traces->records, trace->record);
	for (int g = 0; g < GROUPS; g++)
		n->of[g] += record->of[g].n;
	if (record->wide)
		groups_add(n, &((const struct wide *)pool_at(&traces->wides, record->wide))->n);
}
