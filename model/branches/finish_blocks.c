/* SPDX-License-Identifier: GPL-2.0-only */
/* Blocks; see tallies.h. All bins are in one array, and so are all modes. */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/profile/histogram.h"

struct making {
	struct profile *profile;
	const struct tallies *sum;
	const struct trace_order *order;
	struct profile_block *blocks;
	size_t n;
	uint32_t *block_of;		/* of each trace; NONE */
	struct groups all_cycles;
	struct histogram_bin *bins;
	size_t n_bins, cap_bins;
	struct histogram_mode *modes;
	size_t n_modes, cap_modes;
};

#define NONE UINT32_MAX

/* Room for one more histogram. */
static int reserve(struct making *m)
{
	struct histogram_bin *bins =
		list_room(m->bins, m->n_bins + HISTOGRAM_BINS, &m->cap_bins, HISTOGRAM_BINS, sizeof(*bins));
	struct histogram_mode *modes;

	if (!bins)
		return -ENOMEM;
	m->bins = bins;
	modes = list_room(m->modes, m->n_modes + HISTOGRAM_MODES_MAX, &m->cap_modes, HISTOGRAM_MODES_MAX,
			  sizeof(*modes));
	if (!modes)
		return -ENOMEM;
	m->modes = modes;
	return 0;
}

static void make_histogram(struct making *m, struct profile_block *block, const uint32_t *counts)
{
	struct histogram_bin *bins = &m->bins[m->n_bins];

	for (unsigned int bin = 0; bin < HISTOGRAM_BINS; bin++)
		if (counts[bin])
			bins[block->n_bins++] = (struct histogram_bin){ (uint16_t)bin,
									counts[bin] };
	block->n_modes = histogram_modes(bins, block->n_bins, &m->modes[m->n_modes],
					 HISTOGRAM_MODES_MAX);
	m->n_bins += block->n_bins;
	m->n_modes += block->n_modes;
}

/* One block of the traces first .. end-1 of order->by_start. */
static int make_block(struct making *m, uint32_t first, uint32_t end)
{
	struct profile_block *block = &m->blocks[m->n];
	struct trace_sums sums = { 0 };

	if (reserve(m))
		return -ENOMEM;
	for (uint32_t i = first; i < end; i++) {
		uint32_t trace = m->order->by_start[i];

		if (m->order->use[trace] != WHOLE_BLOCK)
			continue;
		traces_add_sums(m->sum->traces, trace, &sums);
		m->block_of[trace] = (uint32_t)m->n;
	}
	if (!groups_sum(&sums.n))
		return 0;
	*block = (struct profile_block){
		.start = trace_start(m->sum->traces, m->order->by_start[first]),
		.end = trace_from(m->sum->traces, m->order->by_start[first]),
		.executed = groups_sum(&sums.n),
		.counted = groups_sum(&sums.timed),
		.cycles_sum = groups_sum(&sums.cycles),
		.min = sums.min,
		.max = sums.max,
		.saturated = sums.saturated,
		.cycles = groups_ratio(&sums.cycles, &sums.timed),
		.time = estimate_none(),
	};
	make_histogram(m, block, sums.bins);
	groups_add(&m->all_cycles, &sums.cycles);
	m->n++;
	return 0;
}

static bool same_block(const struct traces *traces, uint32_t a, uint32_t b)
{
	return place_equal(trace_start(traces, a), trace_start(traces, b)) &&
	       place_equal(trace_from(traces, a), trace_from(traces, b));
}

static int make_blocks(struct making *m)
{
	const uint32_t *traces = m->order->by_start;
	int r = 0;

	for (uint32_t i = 0, next; i < m->order->n_blocks && !r; i = next) {
		for (next = i + 1; next < m->order->n_blocks; next++)
			if (!same_block(m->sum->traces, traces[i], traces[next]))
				break;
		r = make_block(m, i, next);
	}
	return r;
}

/* The share of each block in all cycles needs the sum of all, so it is made in a second round. */
static void share_time(struct making *m)
{
	for (uint32_t i = 0; i < m->order->n_blocks;) {
		uint32_t block = m->block_of[m->order->by_start[i]];
		struct groups cycles = { 0 };

		if (block == NONE) {
			i++;
			continue;
		}
		for (; i < m->order->n_blocks; i++) {
			uint32_t trace = m->order->by_start[i];

			if (m->block_of[trace] == block)
				traces_add_cycles(m->sum->traces, trace, &cycles);
			else if (m->block_of[trace] != NONE)
				break;
		}
		m->blocks[block].time = groups_ratio(&cycles, &m->all_cycles);
	}
}

static void share_arrays(struct making *m)
{
	const struct histogram_bin *bins = m->bins;
	const struct histogram_mode *modes = m->modes;

	for (size_t i = 0; i < m->n; i++) {
		m->blocks[i].bins = bins;
		m->blocks[i].modes = modes;
		bins += m->blocks[i].n_bins;
		modes += m->blocks[i].n_modes;
	}
	m->profile->bins = m->bins;
	m->profile->modes = m->modes;
}

static int ask_lengths(struct making *m, const struct profile_code *code)
{
	struct place *places = calloc(2 * m->n + 1, sizeof(*places));
	uint32_t *lengths = calloc(m->n + 1, sizeof(*lengths));
	int r = places && lengths ? 0 : -ENOMEM;

	for (size_t i = 0; i < m->n && !r; i++) {
		places[i] = m->blocks[i].start;
		places[m->n + i] = m->blocks[i].end;
	}
	if (!r)
		code->lengths(code->data, places, places + m->n, m->n, lengths);
	for (size_t i = 0; i < m->n && !r; i++)
		m->blocks[i].instructions = lengths[i];
	free(places);
	free(lengths);
	return r;
}

/* Blocks were made in the order of start and end; rank: in that of the most cycles. */
struct rank {
	uint64_t cycles, executed;
	uint32_t was;
};

static int by_cycles(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles > y->cycles ? -1 : 1;
	if (x->executed != y->executed)
		return x->executed > y->executed ? -1 : 1;
	return (x->was > y->was) - (x->was < y->was);
}

/* Sorts the blocks, and names them by their new places in block_of. */
static int sort_blocks(struct making *m)
{
	struct profile_block *blocks = calloc(m->n + 1, sizeof(*blocks));
	struct rank *ranks = calloc(m->n + 1, sizeof(*ranks));
	uint32_t *now = calloc(m->n + 1, sizeof(*now));
	int r = ranks && blocks && now ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < m->n && !r; i++)
		ranks[i] = (struct rank){ m->blocks[i].cycles_sum, m->blocks[i].executed, i };
	if (!r)
		qsort(ranks, m->n, sizeof(*ranks), by_cycles);
	for (uint32_t i = 0; i < m->n && !r; i++) {
		blocks[i] = m->blocks[ranks[i].was];
		now[ranks[i].was] = i;
	}
	for (uint32_t i = 0; i < m->order->n && !r; i++)
		if (m->block_of[i] != NONE)
			m->block_of[i] = now[m->block_of[i]];
	free(ranks);
	free(now);
	if (r) {
		free(blocks);
		return r;
	}
	free(m->blocks);
	m->blocks = blocks;
	return 0;
}

struct edge_list {
	const struct making *making;
	struct profile_edge *edges;
	size_t n;
};

static void add_edge(void *data, const struct pair *pair)
{
	struct edge_list *list = data;
	uint32_t from = list->making->block_of[pair->first];
	uint32_t to = list->making->block_of[pair->second];

	if (from != NONE && to != NONE)
		list->edges[list->n++] = (struct profile_edge){ from, to, pair->count };
}

static int by_blocks(const void *a, const void *b)
{
	const struct profile_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static int by_count(const void *a, const void *b)
{
	const struct profile_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static int make_edges(struct making *m)
{
	struct edge_list list = { .making = m };
	size_t n = 0;

	list.edges = calloc(pairs_n(m->sum->edges) + 1, sizeof(*list.edges));
	m->profile->edges = list.edges;
	if (!list.edges)
		return -ENOMEM;
	pairs_each(m->sum->edges, add_edge, &list);
	qsort(list.edges, list.n, sizeof(*list.edges), by_blocks);
	for (size_t i = 0; i < list.n; i++) {
		struct profile_edge *last = n ? &list.edges[n - 1] : NULL;

		if (last && last->from == list.edges[i].from && last->to == list.edges[i].to)
			last->count += list.edges[i].count;
		else
			list.edges[n++] = list.edges[i];
	}
	qsort(list.edges, n, sizeof(*list.edges), by_count);
	m->profile->n_edges = n;
	return 0;
}

int finish_blocks(struct profile *profile, const struct tallies *sum,
		  const struct trace_order *order, const struct profile_code *code)
{
	struct making m = { .profile = profile, .sum = sum, .order = order };
	int r;

	m.blocks = calloc(order->n_blocks + 1u, sizeof(*m.blocks));
	m.block_of = malloc((order->n + 1u) * sizeof(*m.block_of));
	r = m.blocks && m.block_of ? 0 : -ENOMEM;
	for (uint32_t i = 0; i < order->n && !r; i++)
		m.block_of[i] = NONE;
	if (!r)
		r = make_blocks(&m);
	share_arrays(&m);
	if (!r) {
		profile->cycles_known = groups_sum(&m.all_cycles) > 0;
		if (profile->cycles_known)
			share_time(&m);
		if (code && code->lengths)
			r = ask_lengths(&m, code);
	}
	if (!r)
		r = sort_blocks(&m);
	if (!r)
		r = make_edges(&m);
	profile->blocks = m.blocks;
	profile->n_blocks = m.blocks ? m.n : 0;
	free(m.block_of);
	return r;
}
