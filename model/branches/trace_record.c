/* SPDX-License-Identifier: GPL-2.0-only */
/* Executions of a trace; see trace_record.h. */
#include "config.h"
#include "model/branches/trace_record.h"

#include <errno.h>
#include <string.h>

#include "model/profile/histogram.h"

struct group_sums {
	uint32_t cycles;	/* at most 65535 each, so n is full first */
	uint16_t n, mispredicted;
};

/* An execution is counted in two cache lines, and in one of a page. */
struct record {
	struct group_sums of[GROUPS];
	_Alignas(CACHE_LINE) uint32_t page[PAGES];	/* of the histogram; 0: empty */
	uint32_t wide;		/* carried over; 0: none */
	uint32_t saturated, untold, untimed;
	uint16_t min, max;
};

struct wide {
	struct groups n, mispredicted, cycles;
};

struct page {
	uint32_t bin[PAGE_BINS];
};

struct log_page {
	uint32_t more;
	uint32_t at[LOG_PAGE];
};

void trace_pools_init(struct trace_pools *pools)
{
	*pools = (struct trace_pools){ .records.size = sizeof(struct record),
				       .wides.size = sizeof(struct wide),
				       .bins.size = sizeof(struct page),
				       .logs.size = sizeof(struct log_page) };
}

void trace_pools_done(struct trace_pools *pools)
{
	pool_done(&pools->records);
	pool_done(&pools->wides);
	pool_done(&pools->bins);
	pool_done(&pools->logs);
}

/* An execution of a log: cycles, group, mispredicted, predicted. */
static uint32_t pack(const struct execution *e)
{
	uint32_t cycles = e->cycles < HISTOGRAM_MAX ? e->cycles : HISTOGRAM_MAX;

	return cycles | e->group << 16 | (uint32_t)e->mispredicted << 24 |
	       (uint32_t)e->predicted << 25;
}

static struct execution unpack(uint32_t packed)
{
	return (struct execution){ .cycles = packed & 0xffff,
				   .group = packed >> 16 & 0xff,
				   .mispredicted = packed >> 24 & 1,
				   .predicted = packed >> 25 & 1 };
}

/* Carries the sums of 16 bits over to wide ones. */
static int carry(struct trace_pools *pools, struct record *record)
{
	struct wide *wide;

	if (!record->wide)
		record->wide = pool_add(&pools->wides);
	if (!record->wide)
		return -ENOMEM;
	wide = pool_at(&pools->wides, record->wide);
	for (int g = 0; g < GROUPS; g++) {
		struct group_sums *sums = &record->of[g];

		wide->n.of[g] += sums->n;
		wide->mispredicted.of[g] += sums->mispredicted;
		wide->cycles.of[g] += sums->cycles;
		*sums = (struct group_sums){ 0 };
	}
	return 0;
}

static int count_cycles(struct trace_pools *pools, struct record *record, uint32_t cycles)
{
	unsigned int bin = histogram_bin_of(cycles);
	uint32_t *page = &record->page[bin / PAGE_BINS];

	if (!*page)
		*page = pool_add(&pools->bins);
	if (!*page)
		return -ENOMEM;
	((struct page *)pool_at(&pools->bins, *page))->bin[bin % PAGE_BINS]++;
	if (!record->max || cycles < record->min)
		record->min = (uint16_t)cycles;
	if (cycles > record->max)
		record->max = (uint16_t)cycles;
	record->saturated += cycles == HISTOGRAM_MAX;
	return 0;
}

static int count(struct trace_pools *pools, struct record *record, const struct execution *e)
{
	struct group_sums *sums = &record->of[e->group];

	if (sums->n == UINT16_MAX && carry(pools, record))
		return -ENOMEM;
	sums->n++;
	sums->cycles += e->cycles;
	if (e->mispredicted)
		sums->mispredicted++;
	else if (!e->predicted)
		record->untold++;
	if (e->cycles)
		return count_cycles(pools, record, e->cycles);
	record->untimed++;
	return 0;
}

static struct log_page *log_page(const struct trace_pools *pools, uint32_t page)
{
	return pool_at(&pools->logs, page);
}

/* All executions of a log. */
struct executions {
	uint32_t at[LOG_MAX];	/* packed */
	unsigned int n;
};

static void read_log(const struct trace_pools *pools, const struct trace_log *log,
		     struct executions *all)
{
	uint32_t more = log->more;

	memcpy(all->at, log->first, sizeof(log->first));
	for (unsigned int at = LOG_FIRST; more; at += LOG_PAGE) {
		const struct log_page *page = log_page(pools, more);

		memcpy(all->at + at, page->at, sizeof(page->at));
		more = page->more;
	}
	all->n = log->n;
}

/* Adds an execution to a log that is not full. */
static int log_execution(struct trace_pools *pools, struct trace_log *log,
			 const struct execution *e)
{
	unsigned int i = log->n - LOG_FIRST;
	uint32_t *page = &log->more;

	if (log->n < LOG_FIRST) {
		log->first[log->n++] = pack(e);
		return 0;
	}
	if (i >= LOG_PAGE)
		page = &log_page(pools, log->more)->more;
	if (!*page)
		*page = pool_add(&pools->logs);
	if (!*page)
		return -ENOMEM;
	log_page(pools, *page)->at[i % LOG_PAGE] = pack(e);
	log->n++;
	return 0;
}

static void drop_pages(struct trace_pools *pools, struct trace_log *log)
{
	uint32_t page = log->more;

	while (page) {
		uint32_t next = log_page(pools, page)->more;

		pool_remove(&pools->logs, page);
		page = next;
	}
	log->more = 0;
	log->n = 0;
}

/* From a full log to a record. */
static int make_record(struct trace_pools *pools, struct trace_log *log)
{
	uint32_t record = pool_add(&pools->records);
	int r = record ? 0 : -ENOMEM;
	struct executions all;

	read_log(pools, log, &all);
	for (unsigned int i = 0; i < all.n && !r; i++) {
		struct execution e = unpack(all.at[i]);

		r = count(pools, pool_at(&pools->records, record), &e);
	}
	if (r)
		return r;
	drop_pages(pools, log);
	log->record = record;
	return 0;
}

int trace_log_count(struct trace_pools *pools, struct trace_log *log,
		    const struct execution *execution)
{
	struct execution clamped = *execution;

	if (clamped.cycles > HISTOGRAM_MAX)
		clamped.cycles = HISTOGRAM_MAX;
	if (!log->record) {
		if (log->n < LOG_MAX)
			return log_execution(pools, log, execution);
		if (make_record(pools, log))
			return -ENOMEM;
	}
	return count(pools, pool_at(&pools->records, log->record), &clamped);
}

void trace_log_drop(struct trace_pools *pools, struct trace_log *log)
{
	struct record *record;

	drop_pages(pools, log);
	if (!log->record)
		return;
	record = pool_at(&pools->records, log->record);
	for (int i = 0; i < PAGES; i++)
		if (record->page[i])
			pool_remove(&pools->bins, record->page[i]);
	if (record->wide)
		pool_remove(&pools->wides, record->wide);
	pool_remove(&pools->records, log->record);
	log->record = 0;
}

void trace_log_prefetch(const struct trace_pools *pools, const struct trace_log *log,
			unsigned int group)
{
	const struct record *record;

	if (!log->record)
		return;
	record = pool_at(&pools->records, log->record);
	__builtin_prefetch(&record->of[group], 1);
	__builtin_prefetch(record->page, 1);
}

void trace_log_prefetch_bin(const struct trace_pools *pools, const struct trace_log *log,
			    uint32_t cycles)
{
	uint32_t page;

	if (!log->record)
		return;
	page = ((const struct record *)pool_at(&pools->records, log->record))->page[histogram_bin_of(cycles) /
										    PAGE_BINS];
	if (page)
		__builtin_prefetch(pool_at(&pools->bins, page), 1);
}

void trace_log_add_n(const struct trace_pools *pools, const struct trace_log *log,
		     struct groups *n)
{
	const struct record *record;
	struct executions all;

	read_log(pools, log, &all);
	for (unsigned int i = 0; i < all.n; i++)
		n->of[unpack(all.at[i]).group]++;
	if (!log->record)
		return;
	record = pool_at(&pools->records, log->record);
	for (int g = 0; g < GROUPS; g++)
		n->of[g] += record->of[g].n;
	if (record->wide)
		groups_add(n, &((const struct wide *)pool_at(&pools->wides, record->wide))->n);
}

void trace_log_add_cycles(const struct trace_pools *pools, const struct trace_log *log,
			  struct groups *cycles)
{
	const struct record *record;
	struct executions all;

	read_log(pools, log, &all);
	for (unsigned int i = 0; i < all.n; i++) {
		struct execution e = unpack(all.at[i]);

		cycles->of[e.group] += e.cycles;
	}
	if (!log->record)
		return;
	record = pool_at(&pools->records, log->record);
	for (int g = 0; g < GROUPS; g++)
		cycles->of[g] += record->of[g].cycles;
	if (record->wide)
		groups_add(cycles,
			   &((const struct wide *)pool_at(&pools->wides, record->wide))->cycles);
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

static void add_logged(const struct trace_pools *pools, const struct trace_log *log,
		       struct trace_sums *sums)
{
	struct executions all;

	read_log(pools, log, &all);
	for (unsigned int i = 0; i < all.n; i++) {
		struct execution e = unpack(all.at[i]);

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

/*
 * Adds n, less the share that is missing (`missing` in all). By group these are not known: each
 * group has its part of them, rounded so that the sum is right.
 */
static void add_without(struct groups *to, const struct groups *n, uint64_t missing)
{
	uint64_t all = groups_sum(n), seen = 0, given = 0;

	if (!missing) {
		groups_add(to, n);
		return;
	}
	for (int g = 0; g < GROUPS; g++) {
		uint64_t due;

		seen += n->of[g];
		due = missing < all ? (uint64_t)((double)missing * (double)seen / (double)all + 0.5)
				    : seen;
		to->of[g] += n->of[g] - (due - given);
		given = due;
	}
}

static void add_bins(const struct trace_pools *pools, const struct record *record,
		     struct trace_sums *sums)
{
	for (unsigned int i = 0; i < PAGES; i++) {
		const struct page *page;

		if (!record->page[i])
			continue;
		page = pool_at(&pools->bins, record->page[i]);
		for (unsigned int bin = 0; bin < PAGE_BINS; bin++)
			sums->bins[i * PAGE_BINS + bin] += page->bin[bin];
	}
}

void trace_log_add_sums(const struct trace_pools *pools, const struct trace_log *log,
			struct trace_sums *sums)
{
	const struct record *record;
	struct groups n = { 0 };

	add_logged(pools, log, sums);
	if (!log->record)
		return;
	record = pool_at(&pools->records, log->record);
	trace_log_add_n(pools, log, &n);
	trace_log_add_cycles(pools, log, &sums->cycles);
	groups_add(&sums->n, &n);
	add_without(&sums->told, &n, record->untold);
	add_without(&sums->timed, &n, record->untimed);
	for (int g = 0; g < GROUPS; g++)
		sums->mispredicted.of[g] += record->of[g].mispredicted;
	if (record->wide)
		groups_add(&sums->mispredicted,
			   &((const struct wide *)pool_at(&pools->wides, record->wide))
				    ->mispredicted);
	add_bins(pools, record, sums);
	sums->saturated += record->saturated;
	add_range(sums, record->min, record->max);
}
