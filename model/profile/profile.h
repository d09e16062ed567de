/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile: where the samples of one event are, and what the branch stacks in them tell: branches,
 * blocks, call stacks. Made by a profile_builder, not changed after that; handed from the thread
 * that reads samples to the UI thread by profile_exchange.h. Pure data; names are asked for by
 * place (code_names.h).
 *
 * Words. A branch stack has up to 32 entries, the newest first. Each entry is a taken branch. A
 * *block* is what runs between two taken branches: from entry i+1 `.to` up to entry i `.from`. Only
 * whole blocks are counted: entry 0 begins a block without a known end, the oldest entry ends one
 * without a known start. The cycles of entry i are those of the block that it ends; 0 means that
 * the CPU did not tell. (Linux 6.12 arch/x86/events/intel/lbr.c; tools/perf/util/hist.c)
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/place.h"

/* A value with its standard error, from the spread between stacks. NAN: not known. */
struct estimate {
	double value, error;
};

/* Sums over samples, from which counts and their errors come. Pure data. */
struct weighed {
	double weight, squares;		/* of their weights, and of the squares of these */
};

/* What makes the CPU take a sample; it decides whether shares of branches are true. */
enum trigger {
	TRIGGER_UNKNOWN,
	TRIGGER_TAKEN,		/* retired taken branches: no bias */
	TRIGGER_BRANCHES,	/* all branches, taken or not */
	TRIGGER_INSTRUCTIONS,	/* biased towards long blocks */
	TRIGGER_CYCLES,		/* biased towards slow code */
	TRIGGER_TIME,		/* a clock: as cycles, and skids */
	TRIGGER_SLOTS,		/* slots of all classes, each by an event of its own: TopDown */
	TRIGGER_OTHER
};

struct class_table;
#define CLASS_EVENTS_MAX 16	/* of a table; a hybrid has those of both core types */

/*
 * The events of a class table that are sampled, from which class_samples.h makes the classes of
 * functions. Zeroed: no classes.
 */
struct class_samples {
	const struct class_table *table;
	uint32_t events;	/* rows of the table that are sampled: bits (1 << row) */
	double period[CLASS_EVENTS_MAX];	/* of each row; of a finished profile the mean */
	/*
	 * What a count of the row is worth: EV_x per event. running: by what its samples are to be
	 * multiplied since it was not on all the time (enabled / running), 1 or more.
	 */
	double unit[CLASS_EVENTS_MAX], running[CLASS_EVENTS_MAX];
	bool scaled;		/* the periods of the samples are, so .running is 1 also of what takes turns */
};

#define PROFILE_TOPDOWN "topdown"	/* the event of a profile with classes */

struct profile_event {
	char name[64];		/* "cycles:u", as recorded */
	char counted[32];	/* what it counts, "L3 misses"; a share is of these. "": its name says it */
	uint64_t period;	/* 0: it varies (perf record -F) */
	enum trigger trigger;
	uint8_t precise;	/* attr.precise_ip; 0: the address skids */
	bool has_branches;	/* branch stacks */
	bool has_calls;		/* call chains: from call-stack mode of LBR, or frame pointers */
	bool calls_by_lbr;
	bool user_only, kernel_only;	/* of the samples */
	bool has_latency;	/* samples have a weight; of a profile: and not all are 0 */
	uint8_t levels;		/* of TopDown that its classes tell, 1 or 2; 0: it has none */
};

/* Entries that were not counted, and why; records that were lost. */
struct profile_dropped {
	uint64_t zero;		/* 0 -> 0 */
	uint64_t wrong_path;	/* speculated, never retired */
	uint64_t repeated;	/* the newest entry twice (Skylake) */
	uint64_t half;		/* from or to is 0 (BRBE): a branch, no block */
	/* of ranges between two branches, that are no blocks: */
	uint64_t backward;	/* end before start */
	uint64_t too_long;	/* over 1 MiB */
	uint64_t across;	/* start and end in different mappings */
	uint64_t no_branch;	/* no branch at the end: the code changed, or another was mapped */
	uint64_t no_mapping;	/* addresses in no mapping: counted as raw addresses */
	uint64_t by_filter;	/* in the kernel, and only user code was asked for */
	uint64_t table_full;	/* entries beyond the bounds of the tables: "other" */
	uint64_t addresses_full, stacks_full;	/* samples beyond the bounds of these tables */
	/*
	 * Records that perf lost (LOST, LOST_SAMPLES), or tdtop. LOST does not tell samples from records of tasks and
	 * mappings in the same ring (kernel: __perf_output_begin()).
	 */
	uint64_t lost;
	uint64_t by_recorder;	/* samples that perf record --filter did not want: not lost */
	uint64_t damaged;	/* samples that could not be decoded */
};

/* Samples at one place of one process. */
struct profile_address {
	struct place at;
	int32_t pid;
	uint32_t sums;		/* in class_sums; 0 without classes */
	uint64_t samples;
	uint64_t weight;	/* sum of periods; with classes: slots */
	double squares;		/* sum of their squares: share_of() */
	uint64_t latency_sum, latency_n;	/* retire latencies, cycles; see LATENCY_SATURATED */
};

#define LATENCY_SATURATED 65535	/* from here on a retire latency is in no sum */

enum branch_kind {
	BRANCH_UNKNOWN,
	BRANCH_CONDITIONAL,
	BRANCH_JUMP,		/* unconditional, direct */
	BRANCH_INDIRECT_JUMP,
	BRANCH_CALL,
	BRANCH_INDIRECT_CALL,
	BRANCH_RETURN,
	BRANCH_SYSCALL,
	BRANCH_SYSTEM_RETURN,
	BRANCH_INTERRUPT,	/* where an interrupt or a fault came: no branch instruction */
	BRANCH_NONE,		/* the instruction there is no branch */
	BRANCH_KINDS
};

/* A pair of from and to. */
struct profile_branch {
	struct place from, to;
	enum branch_kind kind;
	/* Of code views (branch.h): 0: the branch alone; 1: one of the targets of an indirect branch,
	 * listed below their sum; more: so many targets as one, where `to` has so many percent. */
	uint32_t targets : 25, most_percent : 7;
	uint64_t taken;			/* entries */
	uint64_t mispredicted, predicted;	/* of them; the sum may be less: not told */
	uint64_t executed;		/* whole blocks that run over `from` or end there */
	uint64_t ended;			/* of these, the ones that end there and go to `to` */
	struct estimate share;		/* of all entries, 0..1 */
	struct estimate probability;	/* ended / executed */
	struct estimate misp_taken;	/* mispredicted / (mispredicted + predicted), of taken */
	struct estimate misp_all;	/* of executed, only where it can be known: not conditional,
					 * or mispredictions of not taken ones were sampled too */
	struct estimate cycles;		/* of the blocks that it ends, mean */
};

/* [low, next bin's low): exact below 64, then 8 bins for each power of two, up to 65535. */
#define HISTOGRAM_BINS 144
struct histogram_bin {
	uint16_t bin;		/* histogram_low(bin): histogram.h */
	uint32_t count;
};

/* A peak of a histogram. */
struct histogram_mode {
	uint32_t from, to;	/* cycles, inclusive */
	uint32_t peak;		/* the most frequent value in it */
	double part;		/* of the counted blocks, 0..1 */
};

struct profile_block {
	struct place start, end;	/* end: address of the branch that ends it */
	uint32_t instructions;		/* 0: not known */
	uint64_t executed;		/* whole blocks from start to end */
	uint64_t counted;		/* of these, the ones with cycles */
	uint64_t cycles_sum;
	uint32_t min, max;		/* cycles */
	uint64_t saturated;		/* counted ones at the CPU's maximum */
	struct estimate cycles;		/* mean */
	struct estimate time;		/* share of the cycles of all blocks, 0..1 */
	const struct histogram_bin *bins;	/* by cycles; only those with a count */
	uint32_t n_bins;
	const struct histogram_mode *modes;	/* by cycles */
	uint32_t n_modes;
};

/* How often one block follows another (indices into blocks), in the same stack. */
struct profile_edge {
	uint32_t from, to;
	uint64_t count;
};

/* A call stack, the innermost frame first (frames[first] is the sampled place). */
struct profile_stack {
	int32_t pid;
	uint32_t first, n;		/* in frames */
	uint32_t sums;			/* in stack_sums; 0 without classes */
	uint64_t samples, weight;	/* as in struct profile_address */
	double squares;			/* as in struct profile_address */
	bool cut;			/* older frames were lost */
};

struct profile {
	uint64_t number;		/* of those that an exchange has handed over, from 1; 0: none */
	struct profile_event event;
	bool live;			/* else from a recording */
	uint64_t from_ns, to_ns;	/* time of the first and last sample */
	uint64_t samples;		/* of the event */
	uint64_t weight;		/* sum of periods; with classes: slots */
	double squares;			/* sum of their squares */
	struct class_samples classes;
	const struct weighed *class_sums;	/* periods, by address and row of the class table */
	uint64_t stacks;		/* branch stacks with an entry */
	uint64_t entries;		/* that were counted */
	uint32_t depth;			/* of the deepest branch stack */
	bool mispredicts_known;		/* the CPU tells them */
	bool cycles_known;
	struct estimate bias;		/* flow check, 0..1: tallies.h */
	double bias_chance;		/* what chance alone makes of it; NAN */
	struct profile_dropped dropped;

	const struct profile_object *objects;	/* the same in all profiles of one reader */
	size_t n_objects;
	const struct profile_address *addresses;	/* most weight first */
	size_t n_addresses;
	const struct profile_branch *branches;	/* most taken first */
	size_t n_branches;
	const struct profile_block *blocks;	/* most cycles first, or most executed if unknown */
	size_t n_blocks;
	const struct profile_edge *edges;	/* by from, then most first */
	size_t n_edges;
	const struct profile_stack *stack;	/* call stacks, most weight first */
	size_t n_stack;
	const struct weighed *stack_sums;	/* periods, by call stack and row of the class table */
	const struct place *frames;
	size_t n_frames;
	/* all branches by from and to, for profile_branches_from(); what blocks point into: */
	const struct profile_branch *const *by_from;
	const struct histogram_bin *bins;
	const struct histogram_mode *modes;
};

/* Frees a profile that no exchange owns. NULL is fine. */
void profile_free(struct profile *profile);

/* The branches with this `from`; *n: how many. NULL if none. */
const struct profile_branch *const *profile_branches_from(const struct profile *profile,
							  struct place from, size_t *n);

/* "conditional", "indirect call"; "unknown". For JSON and the screen. */
/* The name of an object without its folders; NULL: no object. */
const char *profile_object_name(const struct profile *profile, uint32_t object);

/* Its build-id in hexadecimal digits; "" if it is not known. */
#define PROFILE_BUILD_ID (2 * BUILD_ID_MAX + 1)
void profile_build_id(const struct profile *profile, uint32_t object, char text[PROFILE_BUILD_ID]);

/* "indirect call". */
const char *branch_kind_name(enum branch_kind kind);
/* The same in five letters: "icall". */
const char *branch_kind_brief(enum branch_kind kind);

/*
 * The share that some samples have of all, and its error by counting: a sample is an independent draw, which is of
 * the part or not. Samples weigh their period, and periods may differ. Pure.
 */

/* Where not one of n was seen: -ln(0.32), in parts of 1 / n. */
#define SEEN_BY_NONE 1.14

/* The number of samples of equal weight that tell as much: (sum of w)^2 / sum of w^2. 0 of none. */
double share_samples(struct weighed all);

/*
 * sqrt(sum of w^2 (x - p)^2) / sum of w, x being 1 in the part and else 0; of equal weights that is
 * sqrt(p (1 - p) / n). Of none or all of n that says nothing: then 1.14 / n, the bound within which
 * the true share is in 68 % of cases (1 - 0.32^(1/n)). NAN of nothing.
 */
struct estimate share_of(struct weighed part, struct weighed all);

/* The blocks of a profile by their start, to find those of a range of code. Pure. */
struct block_index {
	const struct profile *profile;
	uint32_t *by_start;	/* indices of the profile's blocks */
	uint64_t *reach;	/* the farthest end of this one and all before it in its object */
	size_t n;
};

/* 0 or -ENOMEM. The profile must live as long as the index; free with block_index_done(). */
int block_index_make(struct block_index *index, const struct profile *profile);
void block_index_done(struct block_index *index);

/* The first position whose block begins at or after a place. */
size_t block_index_at(const struct block_index *index, struct place at);

/*
 * The first position from which on blocks of the object may run over a place or begin behind it;
 * that is at most `most` positions before block_index_at().
 */
size_t block_index_over(const struct block_index *index, struct place at, size_t most);

/* The block at a position. */
const struct profile_block *block_index_get(const struct block_index *index, size_t position);
