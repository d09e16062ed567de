/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cost of adding branch stacks up (model/profile/), per entry, beside that of only reading the same
 * entries from memory; of finishing a profile; and the memory of both. Programs: a small one, a
 * large program (150,000 branches, a few of which are most of what it does), and one whose branches
 * are all different, which no table can hold. Run by `make bench`.
 */
#include "config.h"
#include "model/branches/profile_builder.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DEPTH 32
#define STACKS 20000
#define ROUNDS 30

struct program {
	const char *name;
	uint32_t branches;
	double skew;	/* how much more often the first ones run: u^skew */
	bool endless;
	size_t traces;	/* limit; 0: that of recordings */
};

static const struct program programs[] = {
	{ "a small program", 2000, 4, false, 0 },
	{ "a large program", 150000, 4, false, 0 },
	{ "the same, live", 150000, 4, false, 16384 },
	{ "each branch another one", 150000, 1, true, 0 },
};

static uint64_t state = 1;

static double uniform(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct place address_of(uint32_t branch)
{
	return (struct place){ 0x1000 + (uint64_t)branch * 32, 0 };
}

/*
 * Oldest to newest, as it runs: the block that begins behind branch b ends at one of the next
 * branches; it goes to a branch nearby, or now and then to any, the first ones most often.
 */
static void fill(const struct program *program, struct branch_entry *entries)
{
	uint32_t at = (uint32_t)(pow(uniform(), program->skew) * program->branches);

	for (int i = DEPTH; i-- > 0;) {
		uint32_t end = at + (uint32_t)(uniform() * uniform() * 3), to;
		struct branch_entry *e = &entries[i];

		to = uniform() < 0.9 ? end ^ (end >> 2 & 7)
				     : (uint32_t)(pow(uniform(), program->skew) *
						  program->branches);
		if (program->endless)
			to = (uint32_t)(uniform() * 4e9);
		*e = (struct branch_entry){ .from = address_of(end), .to = address_of(to),
					    .from_map = 1, .to_map = 1, .predicted = true };
		e->from.offset += 16;
		e->raw_from = e->from.offset;
		e->raw_to = e->to.offset;
		e->cycles = 1 + (uint32_t)(pow(uniform(), 8) * 400) + end % 7;
		at = to;
	}
}

static struct profile_sample sample_of(const struct branch_entry *entries, int stack)
{
	return (struct profile_sample){ .pid = 1, .tid = 1, .period = 1, .n_entries = DEPTH,
					.entries = entries + (size_t)stack * DEPTH,
					.at = entries[(size_t)stack * DEPTH].to };
}

/* Only reads all fields of the entries. */
static double time_reading(const struct branch_entry *entries)
{
	volatile uint64_t sink;
	double begin = now();
	uint64_t sum = 0;

	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < (size_t)STACKS * DEPTH; i++) {
			const struct branch_entry *e = &entries[i];

			sum += e->from.offset ^ e->to.offset ^ e->raw_from ^ e->raw_to ^ e->cycles ^
			       e->predicted ^ e->from_map;
		}
	sink = sum;
	(void)sink;
	return now() - begin;
}

static size_t in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static void measure(const struct program *program, struct branch_entry *entries)
{
	const struct profile_event event = { .name = "cycles" };
	size_t before, built;
	struct profile_builder *builder;
	struct profile *profile;
	double reading, adding, begin, n = (double)STACKS * DEPTH * ROUNDS;

	for (int stack = 0; stack < STACKS; stack++)
		fill(program, entries + (size_t)stack * DEPTH);
	reading = time_reading(entries);
	before = in_use();
	builder = profile_builder_new(&event, &(struct profile_limits){ .traces = program->traces });
	begin = now();
	for (int round = 0; round < ROUNDS; round++)
		for (int stack = 0; stack < STACKS; stack++) {
			struct profile_sample sample = sample_of(entries, stack);

			if (profile_builder_add(builder, &sample))
				exit(1);
		}
	adding = now() - begin;
	built = in_use() - before;
	begin = now();
	profile = profile_builder_finish(builder, NULL, 0, NULL);
	if (!profile)
		exit(1);
	printf("%-24s %5.1f ns/entry, %5.1f times reading it, %5.1f million entries/s\n",
	       program->name, adding / n * 1e9, adding / reading, n / adding / 1e6);
	printf("%24s finished in %.0f ms: %zu branches, %zu blocks, %zu edges; %.1f %% other\n", "",
	       (now() - begin) * 1e3, profile->n_branches, profile->n_blocks, profile->n_edges,
	       100 * (double)profile->dropped.table_full / n);
	printf("%24s %.0f MB added up, %.0f MB with the profile\n", "", (double)built / 1e6,
	       (double)(in_use() - before) / 1e6);
	profile_free(profile);
	profile_builder_free(builder);
}

int main(void)
{
	struct branch_entry *entries = calloc((size_t)STACKS * DEPTH, sizeof(*entries));

	if (!entries)
		return 1;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		measure(&programs[i], entries);
	free(entries);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by
 * software events, at load 8 to 29 of other builds, with the ring engine unless BPF is named;
 * nothing is from bare metal. "Was" is the value before the last improvement. Figures of today
 * are in doc/RESULTS.md.
 *
 * Branch stacks, added up
 *
 * `tests/bench/bench-profile` adds 600,000 stacks of 32 entries up (`model/profile/`, without decoding),
 * and finishes a profile of them. One thread; two cores shared with other builds (load 10), so
 * times are up to a third too long. "Reading" is a loop that only reads the same entries from
 * memory.
 *
 * | program | an entry | times reading | entries/s | finished in | memory, with the profile |
 * | small, 2,000 blocks | 93 ns | 33 | 10.7 million | 0.2 s | 21 MB, 35 MB |
 * | large, 150,000 branches | 145 ns (was 233) | 54 | 6.9 million | 1.1 s | 91 MB (was 156), 165 MB |
 * | the same in a table of 16,384 traces, as live | 119 ns | 40 | 8.4 million | 49 ms | 10 MB, 18 MB |
 * | each branch another one | 76 ns | 28 | 13 million | 0.1 s | 30 MB, 53 MB |
 *
 * Two things made it so: the look-ups of a whole stack are made in rounds, each of which asks for
 * the memory of the next, so the CPU waits for all at once; and a trace has no sums before its
 * 36th execution, only a list. So 1000 stacks a second cost 0.5 % of a core, and a profile of
 * 16,384 traces each second 5 %.
 */
