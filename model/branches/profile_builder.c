/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds up samples; see profile_builder.h. A branch stack is walked from its oldest entry to its
 * newest, because each entry ends the block that the one before began.
 */
#include "config.h"
#include "model/branches/profile_builder.h"

#include <errno.h>
#include <stdlib.h>

#include "model/branches/tallies.h"
#include "model/formula.h"
#include "model/profile/class_samples.h"
#include "model/splitmix64.h"

#define BLOCK_MAX (1u << 20)	/* bytes; longer is no block (google/autofdo, sample_reader.cc) */
#define LOOP_MAX 0x1000		/* bytes */
#define EDGES_PER_TRACE 4

static const struct profile_limits default_limits = {
	.traces = 262144,
	.addresses = 262144,
	.stacks = 65536,
	.frames = 1048576,
};

struct profile_builder {
	struct tallies sum;
	uint64_t random;	/* state: see next_group() */
	bool all_often;		/* the table is full of traces that ran often: none is dropped */
};

#define STEPS 64	/* entries that are looked up at once */

/* Where the walk through a stack is. */
struct walk {
	struct tallies *sum;
	unsigned int group;
	bool known;		/* `to` of the entry before is the start of a block */
	struct place to;
	uint32_t map;
	uint32_t before;	/* trace of the entry before, if it ended a block; or TRACE_GONE */
	uint64_t counted;
	struct trace_step steps[STEPS];
	struct pair_step edges[STEPS];
	size_t n;
};

static size_t or_default(size_t limit, size_t value)
{
	return limit ? limit : value;
}

struct profile_builder *profile_builder_new(const struct profile_event *event,
					    const struct profile_limits *limits)
{
	struct profile_builder *builder = calloc(1, sizeof(*builder));
	struct profile_limits l = limits ? *limits : default_limits;
	struct tallies *sum;

	if (!builder)
		return NULL;
	sum = &builder->sum;
	l.traces = or_default(l.traces, default_limits.traces);
	sum->event = *event;
	sum->traces = traces_new(l.traces);
	sum->edges = pairs_new(l.traces * EDGES_PER_TRACE);
	sum->addresses = addresses_new(or_default(l.addresses, default_limits.addresses));
	sum->calls = call_stacks_new(or_default(l.stacks, default_limits.stacks),
				     or_default(l.frames, default_limits.frames));
	sum->not_taken = not_taken_new();
	if (!sum->traces || !sum->edges || !sum->addresses || !sum->calls || !sum->not_taken) {
		profile_builder_free(builder);
		return NULL;
	}
	return builder;
}

void profile_builder_free(struct profile_builder *builder)
{
	if (!builder)
		return;
	traces_free(builder->sum.traces);
	pairs_free(builder->sum.edges);
	addresses_free(builder->sum.addresses);
	call_stacks_free(builder->sum.calls);
	not_taken_free(builder->sum.not_taken);
	free(builder);
}

struct profile_dropped *profile_builder_dropped(struct profile_builder *builder)
{
	return &builder->sum.dropped;
}

/* The same recording always has the same groups, and no rhythm of the program is that of the groups. */
static unsigned int next_group(struct profile_builder *builder)
{
	return (unsigned int)(splitmix64_next(&builder->random) % GROUPS);
}

/*
 * Skylake may tell the newest branch twice. A real loop does so too, but its branch goes backward,
 * and not far (google/autofdo, sample_reader.cc).
 */
static bool repeated(const struct branch_entry *entries, size_t n)
{
	const struct branch_entry *a = entries, *b = entries + 1;

	if (n < 2 || a->raw_from != b->raw_from || a->raw_to != b->raw_to)
		return false;
	return a->raw_from < a->raw_to || a->raw_from - a->raw_to > LOOP_MAX;
}

/* The start of the block that an entry ends; TRACE_NO_BLOCK: none. */
static uint64_t block_start(struct tallies *sum, const struct walk *walk,
			    const struct branch_entry *entry)
{
	uint64_t *why = NULL;

	if (!walk->known)
		return TRACE_NO_BLOCK;
	if (walk->map != entry->from_map || walk->to.object != entry->from.object)
		why = &sum->dropped.across;
	else if (entry->from.offset < walk->to.offset)
		why = &sum->dropped.backward;
	else if (entry->from.offset - walk->to.offset > BLOCK_MAX)
		why = &sum->dropped.too_long;
	if (!why)
		return walk->to.offset;
	++*why;
	return TRACE_NO_BLOCK;
}

static bool is_half(const struct branch_entry *entry)
{
	return !entry->raw_from || !entry->raw_to;
}

/* Decides what an entry is, and if it counts, asks for the memory where its trace is. */
static void prepare(struct walk *walk, const struct branch_entry *entry)
{
	struct profile_dropped *dropped = &walk->sum->dropped;
	struct trace_step *step = &walk->steps[walk->n];
	bool half = is_half(entry);

	if (entry->filtered) {
		dropped->by_filter++;
		walk->known = false;
		return;
	}
	if (half && entry->raw_from == entry->raw_to) {
		dropped->zero++;
		walk->known = false;
		return;
	}
	if (entry->wrong_path) {
		dropped->wrong_path++;
		return;
	}
	dropped->half += half;
	dropped->no_mapping += entry->from.object == PLACE_NO_OBJECT ||
			       entry->to.object == PLACE_NO_OBJECT;
	step->key = (struct trace_key){
		.from = entry->from.offset, .from_object = entry->from.object,
		.to = entry->to.offset, .to_object = entry->to.object,
		.start = half ? TRACE_NO_BLOCK : block_start(walk->sum, walk, entry),
	};
	step->execution = (struct execution){ walk->group, entry->cycles, entry->mispredicted,
					      entry->predicted };
	step->kind = entry->kind;
	traces_prefetch(walk->sum->traces, step);
	walk->known = !half;
	walk->to = entry->to;
	walk->map = entry->to_map;
	walk->n++;
	walk->counted++;
}

/* Which traces' blocks follow each other; returns how many pairs. */
static size_t find_edges(struct walk *walk)
{
	uint32_t before = walk->before;
	size_t n = 0;

	for (size_t i = 0; i < walk->n; i++) {
		const struct trace_step *step = &walk->steps[i];
		const bool is_block = step->key.start != TRACE_NO_BLOCK;

		if (is_block && before != TRACE_GONE && step->trace != TRACE_GONE) {
			walk->edges[n] = (struct pair_step){ .first = before, .second = step->trace };
			pairs_prefetch(walk->sum->edges, &walk->edges[n++]);
		}
		before = is_block ? step->trace : TRACE_GONE;
	}
	walk->before = before;
	return n;
}

/* The entries that were prepared go into the tables. */
static int add_steps(struct walk *walk)
{
	struct tallies *sum = walk->sum;
	int r = traces_find(sum->traces, walk->steps, walk->n, &sum->dropped.table_full);
	const size_t n_edges = r ? 0 : find_edges(walk);

	if (!r)
		r = traces_count(sum->traces, walk->steps, walk->n);
	if (!r)
		r = pairs_count(sum->edges, walk->edges, n_edges);
	walk->n = 0;
	return r;
}

/* With less room than a stack may need, the rarest traces are dropped; not again if few were. */
static int builder_make_room(struct profile_builder *builder, size_t needed)
{
	struct tallies *sum = &builder->sum;
	uint32_t n = traces_n(sum->traces);
	uint32_t *now;
	int r;

	if (n + needed <= traces_max(sum->traces) || builder->all_often)
		return 0;
	now = malloc(n * sizeof(*now));
	if (!now)
		return -ENOMEM;
	builder->all_often = traces_drop_rare(sum->traces, now, &sum->dropped.table_full) < n / 16;
	r = pairs_rename(sum->edges, now);
	free(now);
	return r;
}

static int add_entries(struct profile_builder *builder, const struct profile_sample *sample)
{
	struct tallies *sum = &builder->sum;
	struct walk walk;
	size_t newest = repeated(sample->entries, sample->n_entries);
	int r = builder_make_room(builder, sample->n_entries);

	walk.sum = sum;
	walk.group = next_group(builder);
	walk.known = false;
	walk.before = TRACE_GONE;
	walk.counted = walk.n = 0;
	sum->dropped.repeated += newest;
	for (size_t i = sample->n_entries; i-- > newest && !r;) {
		prepare(&walk, &sample->entries[i]);
		if (walk.n == STEPS || i == newest)
			r = add_steps(&walk);
	}
	sum->entries.of[walk.group] += walk.counted;
	sum->stacks += walk.counted > 0;
	if (walk.counted > sum->depth)
		sum->depth = (uint32_t)walk.counted;
	return r;
}

static int add_address(struct tallies *sum, const struct profile_sample *sample)
{
	struct profile_address *address;
	int r;

	address = addresses_find(sum->addresses, sample->at, sample->pid, &r);
	sum->dropped.addresses_full += r == -ENOSPC;
	if (!address)
		return r == -ENOSPC ? 0 : r;
	address->samples++;
	address->weight += sample->period;
	address->squares += (double)sample->period * (double)sample->period;
	if (sum->classes.table)
		weighed_add(&addresses_sums(sum->addresses, address)[sample->row],
			    (double)sample->period);
	if (sample->has_latency && sample->latency < LATENCY_SATURATED) {
		address->latency_sum += sample->latency;
		address->latency_n++;
	}
	return 0;
}

static int add_calls(struct tallies *sum, const struct profile_sample *sample)
{
	int r = call_stacks_add(sum->calls, sample->pid, sample->frames, sample->n_frames,
				sample->frames_cut, sample->period, sample->row);

	sum->dropped.stacks_full += r == -ENOSPC;
	return r == -ENOSPC ? 0 : r;
}

int profile_builder_add(struct profile_builder *builder, const struct profile_sample *sample)
{
	struct tallies *sum = &builder->sum;
	int r = 0;

	addresses_prefetch(sum->addresses, sample->at, sample->pid);
	if (!sum->samples || sample->time_ns < sum->from_ns)
		sum->from_ns = sample->time_ns;
	if (sample->time_ns > sum->to_ns)
		sum->to_ns = sample->time_ns;
	sum->samples++;
	sum->weight += sample->period;
	sum->squares += (double)sample->period * (double)sample->period;
	if (sum->classes.table)
		weighed_add(&sum->class_all[sample->row], (double)sample->period);
	if (sample->n_entries)
		r = add_entries(builder, sample);
	if (!r && sample->n_frames)
		r = add_calls(sum, sample);
	return r ? r : add_address(sum, sample);
}

int profile_builder_add_not_taken(struct profile_builder *builder, struct place at, uint64_t period)
{
	int r = not_taken_add(builder->sum.not_taken, at, next_group(builder), period);

	return r == -ENOSPC ? 0 : r;
}

void profile_builder_set_classes(struct profile_builder *builder,
				 const struct class_samples *classes)
{
	builder->sum.classes = *classes;
	if (builder->sum.samples)
		return;
	addresses_set_sums(builder->sum.addresses, classes->table->n_events);
	call_stacks_set_sums(builder->sum.calls, classes->table->n_events);
}

struct profile *profile_builder_finish(struct profile_builder *builder,
				       const struct profile_object *objects, size_t n_objects,
				       const struct profile_code *code)
{
	return finish_profile(&builder->sum, objects, n_objects, code);
}
