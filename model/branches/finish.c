/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes a profile; see finish.h. */
#include "config.h"
#include "model/branches/finish.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/branches/finish_blocks.h"
#include "model/branches/finish_branches.h"
#include "model/branches/profile_bias.h"
#include "model/profile/class_samples.h"

static int by_weight(const void *a, const void *b)
{
	const struct profile_address *x = a, *y = b;
	int order = (x->weight < y->weight) - (x->weight > y->weight);

	if (!order)
		order = place_compare(x->at, y->at);
	return order ? order : (x->pid > y->pid) - (x->pid < y->pid);
}

/*
 * A retire latency of 0 is a fact like others, but if all are 0, the machine tells none: Linux
 * writes 0 then (setup_pebs_adaptive_sample_data(), arch/x86/events/intel/ds.c).
 */
static void forget_zero_latencies(struct profile *profile, struct profile_address *addresses)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < profile->n_addresses; i++)
		sum += addresses[i].latency_sum;
	if (sum)
		return;
	profile->event.has_latency = false;
	for (size_t i = 0; i < profile->n_addresses; i++)
		addresses[i].latency_n = 0;
}

/*
 * As the samples tell. An event without any is taken to have changed as much as the one that changed most, so that
 * what was not seen is not understated.
 */
static void set_periods(struct class_samples *classes, const struct weighed *all)
{
	const size_t n = classes->table->n_events;
	double most = 1;

	for (size_t i = 0; i < n; i++) {
		if (!(all[i].weight > 0))
			continue;
		most = fmax(most, all[i].squares / all[i].weight / classes->period[i]);
		classes->period[i] = all[i].squares / all[i].weight;
	}
	for (size_t i = 0; i < n; i++)
		if (!(all[i].weight > 0))
			classes->period[i] *= most;
}

/* The weights of a profile with classes are slots. */
static int finish_classes(struct profile *profile, const struct tallies *sum,
			  struct profile_address *addresses)
{
	const size_t n = sum->classes.table->n_events;
	struct weighed *sums = calloc(profile->n_addresses * n + 1, sizeof(*sums));
	struct weighed slots = class_slots(&sum->classes, sum->class_all);

	profile->class_sums = sums;
	if (!sums)
		return -ENOMEM;
	profile->classes = sum->classes;
	profile->weight = (uint64_t)llround(slots.weight);
	profile->squares = slots.squares;
	set_periods(&profile->classes, sum->class_all);
	for (size_t i = 0; i < profile->n_addresses; i++) {
		const struct weighed *of = addresses_sums(sum->addresses, &addresses[i]);

		memcpy(&sums[i * n], of, n * sizeof(*of));
		slots = class_slots(&sum->classes, of);
		addresses[i].weight = (uint64_t)llround(slots.weight);
		addresses[i].squares = slots.squares;
	}
	return 0;
}

static int finish_addresses(struct profile *profile, const struct tallies *sum)
{
	const struct profile_address *from = addresses_all(sum->addresses, &profile->n_addresses);
	struct profile_address *addresses = calloc(profile->n_addresses + 1, sizeof(*addresses));

	profile->addresses = addresses;
	if (!addresses)
		return -ENOMEM;
	if (profile->n_addresses)
		memcpy(addresses, from, profile->n_addresses * sizeof(*addresses));
	if (sum->classes.table && finish_classes(profile, sum, addresses))
		return -ENOMEM;
	forget_zero_latencies(profile, addresses);
	qsort(addresses, profile->n_addresses, sizeof(*addresses), by_weight);
	return 0;
}

static int stack_by_weight(const void *a, const void *b)
{
	const struct profile_stack *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

static int finish_calls(struct profile *profile, const struct tallies *sum)
{
	const struct profile_stack *from = call_stacks_all(sum->calls, &profile->n_stack);
	const struct place *from_frames = call_stacks_frames(sum->calls, &profile->n_frames);
	struct profile_stack *stacks = calloc(profile->n_stack + 1, sizeof(*stacks));
	struct place *frames = calloc(profile->n_frames + 1, sizeof(*frames));

	profile->stack = stacks;
	profile->frames = frames;
	if (!stacks || !frames)
		return -ENOMEM;
	if (profile->n_stack)
		memcpy(stacks, from, profile->n_stack * sizeof(*stacks));
	if (profile->n_frames)
		memcpy(frames, from_frames, profile->n_frames * sizeof(*frames));
	qsort(stacks, profile->n_stack, sizeof(*stacks), stack_by_weight);
	return 0;
}

static int finish_all(struct profile *profile, const struct tallies *sum,
		      const struct profile_code *code)
{
	struct trace_order order;
	int r = trace_order_make(&order, sum->traces, profile->objects, profile->n_objects, code);

	profile->dropped.no_branch += order.no_branch;
	if (!r)
		r = finish_branches(profile, sum, &order);
	if (!r)
		r = finish_blocks(profile, sum, &order, code);
	trace_order_done(&order);
	if (!r)
		r = finish_addresses(profile, sum);
	if (!r)
		r = finish_calls(profile, sum);
	profile->bias = profile_bias(profile, &profile->bias_chance);
	return r;
}

struct profile *finish_profile(const struct tallies *sum, const struct profile_object *objects,
			       size_t n_objects, const struct profile_code *code)
{
	struct profile *profile = calloc(1, sizeof(*profile));

	if (!profile)
		return NULL;
	*profile = (struct profile){
		.event = sum->event,
		.from_ns = sum->from_ns,
		.to_ns = sum->to_ns,
		.samples = sum->samples,
		.weight = sum->weight,
		.squares = sum->squares,
		.stacks = sum->stacks,
		.entries = groups_sum(&sum->entries),
		.depth = sum->depth,
		.dropped = sum->dropped,
		.objects = objects,
		.n_objects = n_objects,
	};
	if (finish_all(profile, sum, code)) {
		profile_free(profile);
		return NULL;
	}
	return profile;
}
