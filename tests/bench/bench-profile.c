/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cost of adding branch stacks up (model/profile/), per entry, beside that of only reading the same entries from
 * memory; of finishing a profile; and the memory of both. Programs: a small one, a large program (150,000 branches,
 * where a few are most of what it does), and one whose branches are all different, which no table can hold. Samples of
 * five events of TopDown with call stacks. Run by `make bench`.
 */
#include "config.h"
#include "model/branches/profile_builder.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "collect/cpu/cpu_match.h"
#include "model/formula.h"
#include "model/profile/call_tree.h"
#include "model/profile/functions.h"

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
 * Oldest to newest, as it runs. The block that begins behind branch b ends at one of the next
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

/* ---- TopDown: five events with call stacks ---- */

#define CLASS_SAMPLES 200000
#define CLASS_EVENTS 5
#define CLASS_FRAMES 12
#define CLASS_PLACES 4000	/* that are sampled: a program of 500 functions */

static struct profile_builder *class_builder(void)
{
	const struct profile_event event = { .name = PROFILE_TOPDOWN, .trigger = TRIGGER_SLOTS, .has_calls = true };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	struct class_samples classes = { .table = cpu_family_find("Intel Sapphire Rapids")->classes };

	for (size_t i = 0; i < CLASS_EVENTS; i++) {
		classes.events |= 1U << i;
		classes.period[i] = 17500013;
		classes.unit[i] = classes.running[i] = 1;
	}
	profile_builder_set_classes(builder, &classes);
	return builder;
}

/* Callers are those that the function always has, but for the outermost but one. */
static void fill_class_sample(struct place frames[CLASS_FRAMES], struct profile_sample *sample)
{
	const uint32_t at = (uint32_t)(pow(uniform(), 4) * CLASS_PLACES);

	for (uint32_t i = 0; i < CLASS_FRAMES; i++)
		frames[i] = address_of(i ? at / 8 + i * 512 + (i == CLASS_FRAMES - 2 ? at % 4 : 0) : at);
	*sample = (struct profile_sample){ .pid = 1, .tid = 1, .period = 17500013, .at = frames[0], .frames = frames,
					   .n_frames = CLASS_FRAMES, .row = (uint8_t)(uniform() * CLASS_EVENTS) };
}

static void measure_classes(void)
{
	const struct call_request callees = { .direction = CALLEES };
	struct place *frames = calloc((size_t)CLASS_SAMPLES * CLASS_FRAMES, sizeof(*frames));
	struct profile_sample *samples = calloc(CLASS_SAMPLES, sizeof(*samples));
	struct profile_builder *builder = class_builder();
	struct profile *profile;
	struct functions functions;
	struct call_tree *tree;
	double begin, adding, tabling;
	size_t before;

	for (size_t i = 0; i < CLASS_SAMPLES; i++)
		fill_class_sample(frames + i * CLASS_FRAMES, &samples[i]);
	before = in_use();
	begin = now();
	for (size_t i = 0; i < CLASS_SAMPLES; i++)
		if (profile_builder_add(builder, &samples[i]))
			exit(1);
	adding = now() - begin;
	printf("%-24s %5.2f million samples/s, %.0f us per 1,000 samples\n", "TopDown of 5 events", CLASS_SAMPLES / adding / 1e6,
	       adding / CLASS_SAMPLES * 1e9);
	begin = now();
	profile = profile_builder_finish(builder, NULL, 0, NULL);
	if (!profile || functions_init(&functions, profile, NULL, FUNCTIONS_OF_ALL))
		exit(1);
	tabling = now() - begin;
	begin = now();
	tree = call_tree_new(profile, &callees, NULL);
	printf("%24s functions in %.1f ms: %zu; call tree in %.1f ms: %zu frames of %zu stacks; %.1f MB\n", "", tabling * 1e3,
	       functions.n, (now() - begin) * 1e3, tree->n_nodes, profile->n_stack, (double)(in_use() - before) / 1e6);
	call_tree_free(tree);
	functions_done(&functions);
	profile_free(profile);
	profile_builder_free(builder);
	free(samples);
	free(frames);
}

int main(void)
{
	struct branch_entry *entries = calloc((size_t)STACKS * DEPTH, sizeof(*entries));

	measure_classes();
	if (!entries)
		return 1;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		measure(&programs[i], entries);
	free(entries);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software events, at load 8
 * to 29 of other builds. They are of the ring engine unless BPF is named; nothing is from bare metal. "Was" is the
 * value before the last improvement. Figures of today are in doc/RESULTS.md.
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
 * Two things made it so. The look-ups of a whole stack are made in rounds, where each asks for the memory of the next,
 * so the CPU waits for all at once. And a trace has no sums before its 36th execution, only a list. So 1000 stacks a
 * second cost 0.5 % of a core, and a profile of 16,384 traces each second 5 %.
 *
 * TopDown of five events (2026-11-30, load 17): 200,000 samples with stacks of 12 frames are added up at 7.9 million a
 * second, 0.13 ms per 1,000. The table of 4,000 places as functions takes 9 ms. The tree of 24,500 frames with the
 * TopDown of each, own and inclusive, takes 50 ms. All of it takes 25 MB.
 */
