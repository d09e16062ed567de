/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds up samples and makes profiles of them. One table carries all: traces (branch, block start,
 * block end -> counts, mispredictions, cycles). Each count is in 32 random groups of stacks, so
 * that any number that is made of them has a standard error: the spread of the groups
 * (delete-a-group jackknife). Entries of one stack are not independent, so it is stacks that are
 * grouped. Belongs to one thread. Pure: no system calls.
 */
#pragma once

#include "model/profile/code_names.h"
#include "model/profile/profile.h"

struct profile_builder;

/* Zero: the default of each, for recordings. A live profile has smaller ones. */
struct profile_limits {
	size_t traces;		/* 262,144 */
	size_t addresses;	/* 262,144 */
	size_t stacks;		/* call stacks: 65,536 */
	size_t frames;		/* 1,048,576 */
};

/* NULL without memory; a limit of zero is the default. */
struct profile_builder *profile_builder_new(const struct profile_event *event,
					    const struct profile_limits *limits);
void profile_builder_free(struct profile_builder *builder);	/* NULL is fine */

/* An entry of a branch stack, as the decoder gives it: nothing was dropped or repeated yet. */
struct branch_entry {
	struct place from, to;
	uint32_t from_map, to_map;	/* mappings that they are in; 0: none */
	uint64_t raw_from, raw_to;	/* virtual addresses */
	uint32_t cycles;	/* 0: not known */
	bool mispredicted, predicted;	/* both false: not told */
	bool wrong_path;	/* PERF_BR_SPEC_WRONG_PATH */
	bool filtered;		/* in the kernel, and only user code is wanted: no block runs over it */
	enum branch_kind kind;	/* as recorded, else BRANCH_UNKNOWN */
};

struct profile_sample {
	uint64_t time_ns;
	int32_t pid, tid;
	uint64_t period;	/* 1 or more */
	uint8_t row;		/* of the class table, that the event of the sample is; else 0 */
	struct place at;
	const struct branch_entry *entries;	/* newest first */
	size_t n_entries;
	const struct place *frames;	/* call chain: innermost first, `at` included */
	size_t n_frames;
	bool frames_cut;
	bool has_latency;
	uint32_t latency;	/* retire latency in cycles */
};

/* Adds a sample; drops entries by the rules of struct profile_dropped. 0 or -ENOMEM. */
int profile_builder_add(struct profile_builder *builder, const struct profile_sample *sample);

/*
 * A sample of an event that counts mispredicted branches that were not taken (Intel:
 * BR_MISP_RETIRED.COND_NTAKEN) at the branch `at`; period: in branches. The main event must then
 * count taken branches with a fixed period, so that both have one scale.
 */
int profile_builder_add_not_taken(struct profile_builder *builder, struct place at,
				  uint64_t period);

/*
 * Samples are of the events of a class table: weights are slots, and functions have classes. Before the first
 * sample; later again, if the part of the time in which events were on has changed.
 */
void profile_builder_set_classes(struct profile_builder *builder,
				 const struct class_samples *classes);

/* Counts what the reader dropped before it had a sample. */
struct profile_dropped *profile_builder_dropped(struct profile_builder *builder);

/*
 * Makes a profile of all samples so far; the builder goes on. objects: copied by reference, they
 * must live as long as the profile. NULL without memory. The caller owns it: profile_free().
 */
struct profile *profile_builder_finish(struct profile_builder *builder,
				       const struct profile_object *objects, size_t n_objects,
				       const struct profile_code *code);
