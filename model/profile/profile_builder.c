/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds up samples; see profile_builder.h. A branch stack is walked from its oldest entry to its
 * newest, because each entry ends the block that the one before began.
 */
#include "config.h"
#include "model/profile/profile_builder.h"

#include <errno.h>
#include <stdlib.h>

#include "model/profile/finish.h"
#include "model/profile/tallies.h"

#define BLOCK_MAX (1u << 20)	/* bytes; a longer one is no block (google/autofdo, sample_reader.cc) */
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
};

/* Where the walk through a stack is. */
struct walk {
	unsigned int group;
	bool known;		/* `to` of the entry before is the start of a block */
	struct place to;
	uint32_t map;
	bool block;		/* the entry before ended a block, its trace: */
	uint32_t trace;
	uint64_t counted;
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

/*
 * SplitMix64 (Steele, Lea, Flood 2014): the same recording always has the same groups, and no
 * rhythm of the program is that of the groups.
 */
static unsigned int next_group(struct profile_builder *builder)
{
	uint64_t z = builder->random += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (unsigned int)((z ^ z >> 31) % GROUPS);
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

static int count_entry(struct tallies *sum, struct walk *walk, const struct branch_entry *entry,
		       uint64_t start)
{
	const struct trace_key key = { .from = entry->from.offset, .to = entry->to.offset,
				       .from_object = entry->from.object,
				       .to_object = entry->to.object, .start = start };
	const struct execution execution = { .group = walk->group, .cycles = entry->cycles,
					     .mispredicted = entry->mispredicted,
					     .predicted = entry->predicted };
	bool follows = walk->block && start != TRACE_NO_BLOCK;
	uint32_t trace, before = walk->trace;
	int r = traces_find(sum->traces, &key, &trace);

	walk->block = !r && start != TRACE_NO_BLOCK;
	sum->dropped.table_full += r == -ENOSPC;
	if (r)
		return r == -ENOSPC ? 0 : r;
	walk->trace = trace;
	if (entry->kind != BRANCH_UNKNOWN)
		traces_set_kind(sum->traces, trace, entry->kind);
	r = traces_count(sum->traces, trace, &execution);
	if (!r && follows)
		r = pairs_count(sum->edges, before, trace);
	return r == -ENOSPC ? 0 : r;
}

static bool is_half(const struct branch_entry *entry)
{
	return !entry->raw_from || !entry->raw_to;
}

static int add_entry(struct tallies *sum, struct walk *walk, const struct branch_entry *entry)
{
	bool half = is_half(entry);
	uint64_t start;

	if (half && entry->raw_from == entry->raw_to) {
		sum->dropped.zero++;
		walk->known = walk->block = false;
		return 0;
	}
	if (entry->wrong_path) {
		sum->dropped.wrong_path++;
		return 0;
	}
	walk->counted++;
	sum->dropped.half += half;
	sum->dropped.no_mapping += entry->from.object == PLACE_NO_OBJECT ||
				   entry->to.object == PLACE_NO_OBJECT;
	start = half ? TRACE_NO_BLOCK : block_start(sum, walk, entry);
	walk->known = !half;
	walk->to = entry->to;
	walk->map = entry->to_map;
	return count_entry(sum, walk, entry, start);
}

static int add_entries(struct profile_builder *builder, const struct profile_sample *sample)
{
	struct walk walk = { .group = next_group(builder) };
	struct tallies *sum = &builder->sum;
	size_t newest = repeated(sample->entries, sample->n_entries);
	int r = 0;

	sum->dropped.repeated += newest;
	for (size_t i = sample->n_entries; i-- > newest && !r;)
		r = add_entry(sum, &walk, &sample->entries[i]);
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
	if (!address)
		return r;
	address->samples++;
	address->weight += sample->period;
	if (sample->has_latency && sample->latency < LATENCY_SATURATED) {
		address->latency_sum += sample->latency;
		address->latency_n++;
	}
	return 0;
}

int profile_builder_add(struct profile_builder *builder, const struct profile_sample *sample)
{
	struct tallies *sum = &builder->sum;
	int r;

	if (!sum->samples || sample->time_ns < sum->from_ns)
		sum->from_ns = sample->time_ns;
	if (sample->time_ns > sum->to_ns)
		sum->to_ns = sample->time_ns;
	sum->samples++;
	sum->weight += sample->period;
	r = add_address(sum, sample);
	if ((!r || r == -ENOSPC) && sample->n_frames)
		r = call_stacks_add(sum->calls, sample->pid, sample->frames, sample->n_frames,
				    sample->frames_cut, sample->period);
	if ((!r || r == -ENOSPC) && sample->n_entries)
		r = add_entries(builder, sample);
	return r == -ENOSPC ? 0 : r;
}

int profile_builder_add_not_taken(struct profile_builder *builder, struct place at, uint64_t period)
{
	int r = not_taken_add(builder->sum.not_taken, at, next_group(builder), period);

	return r == -ENOSPC ? 0 : r;
}

struct profile *profile_builder_finish(struct profile_builder *builder,
				       const struct profile_object *objects, size_t n_objects,
				       const struct profile_code *code)
{
	return finish_profile(&builder->sum, objects, n_objects, code);
}
