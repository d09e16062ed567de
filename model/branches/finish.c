/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes a profile; see tallies.h. */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/profile/class_samples.h"

/*
 * ---- branches, with probabilities and errors ----
 *
 * Addresses are walked upwards once. *cover* is how often whole blocks run over the address where the walk is: a block
 * is added at its start and taken away after its end. At a branch, cover is how often it was
 * executed, taken or not. The open ends of stacks do not count: with them a probability of .2035
 * comes out as .2082 (.2031 without; measured).
 */

/* So many entries without a misprediction: then the CPU does not tell them. */
#define TELLS_NONE 10000

struct walk {
	const struct tallies *sum;
	const struct trace_order *order;
	struct profile_branch *branches;
	size_t n;
	struct groups cover;
	uint32_t started;	/* blocks of order->by_start that were added */
	uint64_t mispredicted, predicted, entries;
};

/* All traces of one branch. */
struct branch_sums {
	struct trace_sums all;
	struct groups ended, cycles, timed;
};

static void add_started(struct walk *walk, struct place here)
{
	const struct trace_order *order = walk->order;

	for (; walk->started < order->n_blocks; walk->started++) {
		uint32_t next = order->by_start[walk->started];

		if (place_compare(trace_start(walk->sum->traces, next), here) > 0)
			break;
		traces_add_n(walk->sum->traces, next, &walk->cover);
	}
}

/* Takes the blocks away that the traces first .. end-1 ended, if they are used so. */
static void subtract_ended(struct walk *walk, uint32_t first, uint32_t end, enum block_use use)
{
	for (uint32_t i = first; i < end; i++) {
		uint32_t trace = walk->order->by_from[i];
		struct groups n = { 0 };

		if (walk->order->use[trace] != use)
			continue;
		traces_add_n(walk->sum->traces, trace, &n);
		groups_subtract(&walk->cover, &n);
	}
}

static void sum_branch(const struct walk *walk, uint32_t first, uint32_t end,
		       struct branch_sums *sums)
{
	*sums = (struct branch_sums){ 0 };
	for (uint32_t i = first; i < end; i++) {
		uint32_t trace = walk->order->by_from[i];
		struct trace_sums one = { 0 };

		traces_add_sums(walk->sum->traces, trace, &one);
		groups_add(&sums->all.n, &one.n);
		groups_add(&sums->all.mispredicted, &one.mispredicted);
		groups_add(&sums->all.told, &one.told);
		if (walk->order->use[trace] != WHOLE_BLOCK)
			continue;
		groups_add(&sums->ended, &one.n);
		groups_add(&sums->cycles, &one.cycles);
		groups_add(&sums->timed, &one.timed);
	}
}

static bool always_taken(enum branch_kind kind)
{
	return kind != BRANCH_UNKNOWN && kind != BRANCH_CONDITIONAL && kind != BRANCH_NONE &&
	       kind != BRANCH_INTERRUPT;
}

/*
 * Mispredictions of all executions. Of a branch that is always taken they are those of taken ones.
 * Of others the ones that were not taken are needed too, in the scale of the stacks: each sample
 * stands for `period` taken branches, so a share of the entries is a number of branches.
 */
static struct estimate misp_all(const struct walk *walk, const struct branch_sums *sums,
				const struct profile_branch *branch)
{
	const struct tallies *sum = walk->sum;
	double entries = (double)groups_sum(&sum->entries), without[GROUPS];
	double scale = (double)sum->event.period * (double)sum->stacks / entries;
	struct groups not_taken = not_taken_at(sum->not_taken, branch->from);
	double missed = (double)groups_sum(&not_taken);
	double wrong = (double)branch->mispredicted, told = wrong + (double)branch->predicted;
	double taken = (double)branch->taken, all;

	if (always_taken(branch->kind))
		return branch->misp_taken;
	if (!not_taken_known(sum->not_taken) || !sum->event.period || !branch->ended || told <= 0)
		return estimate_none();
	all = (wrong / told * taken + missed / scale) * branch->probability.value / taken;
	for (int g = 0; g < GROUPS; g++) {
		double t = taken - (double)sums->all.n.of[g];
		double k = told - (double)sums->all.told.of[g];
		double w = wrong - (double)sums->all.mispredicted.of[g];
		double x = (double)(branch->executed - walk->cover.of[g]);
		double p = (double)(branch->ended - sums->ended.of[g]) / x;
		double rest = entries - (double)sum->entries.of[g];
		double m = (missed - (double)not_taken.of[g]) * GROUPS / (GROUPS - 1);

		if (t <= 0 || k <= 0 || x <= 0)
			return (struct estimate){ all, estimate_none().error };
		without[g] = (w / k * t + m / scale * rest / entries) * p / t;
	}
	return (struct estimate){ all, jackknife_error(without) };
}

static void make_branch(struct walk *walk, uint32_t first, uint32_t end)
{
	uint32_t trace = walk->order->by_from[first];
	struct profile_branch *branch = &walk->branches[walk->n++];
	struct branch_sums sums;
	uint64_t told;

	sum_branch(walk, first, end, &sums);
	told = groups_sum(&sums.all.told);
	*branch = (struct profile_branch){
		.from = trace_from(walk->sum->traces, trace),
		.to = trace_to(walk->sum->traces, trace),
		.taken = groups_sum(&sums.all.n),
		.mispredicted = groups_sum(&sums.all.mispredicted),
		.executed = groups_sum(&walk->cover),
		.ended = groups_sum(&sums.ended),
		.share = groups_ratio(&sums.all.n, &walk->sum->entries),
		.probability = groups_part(&sums.ended, &walk->cover),
		.misp_taken = groups_part(&sums.all.mispredicted, &sums.all.told),
		.cycles = groups_ratio(&sums.cycles, &sums.timed),
	};
	branch->predicted = told - branch->mispredicted;
	for (uint32_t i = first; i < end && branch->kind == BRANCH_UNKNOWN; i++)
		branch->kind = walk->order->kind[walk->order->by_from[i]];
	if (always_taken(branch->kind) && branch->executed && branch->ended == branch->executed)
		branch->probability.error = 0;
	branch->misp_all = misp_all(walk, &sums, branch);
	walk->mispredicted += branch->mispredicted;
	walk->predicted += branch->predicted;
}

/* The end of the run of traces that begins at `first` and has the same place. */
static uint32_t end_of_run(const struct walk *walk, uint32_t first, uint32_t end,
			   struct place (*place_of)(const struct traces *traces, uint32_t trace))
{
	const struct traces *traces = walk->sum->traces;
	struct place place = place_of(traces, walk->order->by_from[first]);
	uint32_t next = first + 1;

	while (next < end && place_equal(place_of(traces, walk->order->by_from[next]), place))
		next++;
	return next;
}

/* All branches of one address, the traces first .. end-1. */
static void walk_address(struct walk *walk, uint32_t first, uint32_t end)
{
	add_started(walk, trace_from(walk->sum->traces, walk->order->by_from[first]));
	subtract_ended(walk, first, end, CUT_BLOCK);
	for (uint32_t i = first, next; i < end; i = next) {
		next = end_of_run(walk, i, end, trace_to);
		make_branch(walk, i, next);
	}
	subtract_ended(walk, first, end, WHOLE_BLOCK);
}

/* Without known mispredictions there are none of these numbers. */
static void forget_mispredictions(struct profile_branch *branches, size_t n)
{
	for (size_t i = 0; i < n; i++)
		branches[i].misp_taken = branches[i].misp_all = estimate_none();
}

/* Branches were made in the order of from and to; rank: in that of the most taken ones. */
struct rank {
	uint64_t taken;
	uint32_t was;
};

static int by_taken(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->taken != y->taken)
		return x->taken > y->taken ? -1 : 1;
	return (x->was > y->was) - (x->was < y->was);
}

/* Sorts the branches, and fills profile->by_from, which has room. */
static int sort_branches(struct profile *profile, const struct profile_branch *made,
			 const struct profile_branch **by_from)
{
	struct profile_branch *sorted = calloc(profile->n_branches + 1, sizeof(*sorted));
	struct rank *ranks = calloc(profile->n_branches + 1, sizeof(*ranks));

	profile->branches = sorted;
	if (!sorted || !ranks) {
		free(ranks);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < profile->n_branches; i++)
		ranks[i] = (struct rank){ made[i].taken, i };
	qsort(ranks, profile->n_branches, sizeof(*ranks), by_taken);
	for (size_t i = 0; i < profile->n_branches; i++) {
		sorted[i] = made[ranks[i].was];
		by_from[ranks[i].was] = &sorted[i];
	}
	free(ranks);
	return 0;
}

/* profile->branches, n_branches, by_from, and whether mispredictions are known. 0 or -ENOMEM. */
static int finish_branches(struct profile *profile, const struct tallies *sum, const struct trace_order *order)
{
	struct walk walk = { .sum = sum, .order = order };
	const struct profile_branch **index = calloc(order->n + 1u, sizeof(*index));
	int r;

	walk.branches = calloc(order->n + 1u, sizeof(*walk.branches));
	profile->by_from = index;
	if (!walk.branches || !index) {
		free(walk.branches);
		return -ENOMEM;
	}
	for (uint32_t i = 0, next; i < order->n; i = next) {
		next = end_of_run(&walk, i, order->n, trace_from);
		walk_address(&walk, i, next);
	}
	profile->n_branches = walk.n;
	profile->mispredicts_known = walk.mispredicted ||
				     (walk.predicted && profile->entries < TELLS_NONE);
	if (!profile->mispredicts_known)
		forget_mispredictions(walk.branches, walk.n);
	r = sort_branches(profile, walk.branches, index);
	free(walk.branches);
	return r;
}

/* ---- places, call stacks, and the whole ---- */

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

/* The sums of a call stack or place, to all of them; its weight, in slots. */
static struct weighed take_sums(const struct class_samples *classes, const struct weighed *of, struct weighed *to,
				uint64_t *weight)
{
	const struct weighed slots = class_slots(classes, of);

	memcpy(to, of, classes->table->n_events * sizeof(*of));
	*weight = (uint64_t)llround(slots.weight);
	return slots;
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
	for (size_t i = 0; i < profile->n_addresses; i++)
		addresses[i].squares = take_sums(&sum->classes, addresses_sums(sum->addresses, &addresses[i]),
						 &sums[i * n], &addresses[i].weight).squares;
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

static int finish_call_classes(struct profile *profile, const struct tallies *sum, struct profile_stack *stacks)
{
	const size_t n = sum->classes.table->n_events;
	struct weighed *sums = calloc(profile->n_stack * n + 1, sizeof(*sums));

	profile->stack_sums = sums;
	for (size_t i = 0; sums && i < profile->n_stack; i++)
		stacks[i].squares = take_sums(&sum->classes, call_stacks_sums(sum->calls, &stacks[i]),
					      &sums[i * n], &stacks[i].weight).squares;
	return sums ? 0 : -ENOMEM;
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
	if (sum->classes.table && finish_call_classes(profile, sum, stacks))
		return -ENOMEM;
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
