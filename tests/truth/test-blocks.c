/* SPDX-License-Identifier: GPL-2.0-only */
/* Times of blocks, what follows what, and loops, against the exact table. */
#include "config.h"

#include "model/profile/histogram.h"
#include "model/profile/paths.h"
#include "tests/fixtures/test_main.h"
#include "tests/truth/plugin_cost.h"
#include "tests/truth/truth_run.h"
#include "tests/truth/truth_score.h"

/* Values that are this many standard errors off are wrong: one in 15,000 by chance. */
#define WRONG 4.0
#define DEPTH 32	/* of the stacks that this program records */

/*
 * Is `seen` of n what chance gives, if it happens with this probability? The entries of a stack are
 * not independent: what is rare and comes at once may be in one stack, all of it.
 */
static void assert_by_chance(uint64_t seen, uint64_t n, double probability)
{
	double expected = probability * (double)n;
	double error = sqrt(expected * (1 - probability) + 1);

	if (fabs((double)seen - expected) > WRONG * error + DEPTH)
		fail_msg("%llu of %llu, expected %.1f +- %.1f", (unsigned long long)seen,
			 (unsigned long long)n, expected, error);
}

/* Of all runs of a block, the part with from <= cycles <= to in the exact table. */
static double exact_part(const struct truth *truth, uint64_t start, uint64_t end, uint64_t from,
			 uint64_t to)
{
	uint64_t n = 0, all = 0;

	for (size_t i = 0; i < truth->traces.size; i++) {
		const struct table_row *row = &truth->traces.rows[i];

		if (!row->count[0] || row->key[0] != start || row->key[1] != end)
			continue;
		all += row->count[0];
		if (row->key[3] >= from && row->key[3] <= to)
			n += row->count[0];
	}
	return (double)n / (double)all;
}

static void assert_histogram(const struct profile_block *block)
{
	uint64_t start = truth_at(block->start), end = truth_at(block->end), sum = 0;

	for (uint32_t i = 0; i < block->n_bins; i++) {
		const struct histogram_bin *bin = &block->bins[i];
		uint32_t low = histogram_low(bin->bin), next = histogram_low(bin->bin + 1U);
		double exact = exact_part(&made.truth, start, end, low, next > HISTOGRAM_MAX ? UINT64_MAX : next - 1);

		assert_true(exact > 0);
		assert_by_chance(bin->count, block->counted, exact);
		sum += bin->count;
	}
	assert_int_equal(sum, block->counted);
}

/* The block of a profile that ran most often. */
static const struct profile_block *hottest(const struct profile *profile)
{
	const struct profile_block *best = &profile->blocks[0];

	for (size_t i = 0; i < profile->n_blocks; i++)
		if (profile->blocks[i].executed > best->executed)
			best = &profile->blocks[i];
	return best;
}

/* Seed 004's picture: loads from a far cache and from memory, in one block. */
TEST(a_block_with_two_latencies_has_two_modes)
{
	const struct profile_block *block;
	uint32_t base;

	truth_run_profile("chase", "400000", "taken:211:32:any");
	block = hottest(made.profile);
	base = (block->instructions + COST_WIDTH - 1) / COST_WIDTH;
	for (uint32_t i = 0; i < block->n_modes; i++)
		print_message("mode %u-%u, peak %u, %.4f\n", block->modes[i].from,
			      block->modes[i].to, block->modes[i].peak, block->modes[i].part);
	assert_true(block->instructions > 15);
	assert_int_equal(block->n_modes, 2);
	for (uint32_t i = 0; i < 2; i++) {
		const struct histogram_mode *mode = &block->modes[i];
		uint32_t low = base + (i ? COST_MEMORY : COST_FAR), high = low + (i ? 25 : 7);

		/* it reaches from the least to the most that such a load takes, and little more */
		assert_true(mode->from <= low && mode->from >= low - low / 8);
		assert_true(mode->to >= high && mode->to <= high + high / 8);
		assert_true(mode->peak >= low - low / 8 && mode->peak <= high);
		assert_by_chance((uint64_t)lround(mode->part * (double)block->counted),
				 block->counted,
				 exact_part(&made.truth, truth_at(block->start),
					    truth_at(block->end), mode->from, mode->to));
	}
}

TEST(histograms_are_those_of_the_table)
{
	size_t checked = 0;

	truth_run_profile("chase", "400000", "taken:211:32:any");
	assert_histogram(hottest(made.profile));

	truth_run_profile("loops", "", "taken:1009:32:any");
	for (size_t i = 0; i < made.profile->n_blocks; i++) {
		if (made.profile->blocks[i].counted < 1000)
			continue;
		assert_histogram(&made.profile->blocks[i]);
		checked++;
	}
	assert_true(checked >= 15);
}

/* The exact probability that one block follows another. */
static double exact_edge(const struct truth *truth, const uint64_t key[4])
{
	uint64_t n = 0, all = 0;

	for (size_t i = 0; i < truth->follows.size; i++) {
		const struct table_row *row = &truth->follows.rows[i];

		if (!row->count[0] || row->key[0] != key[0] || row->key[1] != key[1])
			continue;
		all += row->count[0];
		if (row->key[2] == key[2] && row->key[3] == key[3])
			n += row->count[0];
	}
	return all ? (double)n / (double)all : 0;
}

TEST(blocks_follow_each_other_as_often_as_in_the_table)
{
	size_t checked = 0;

	truth_run_profile("loops", "", "taken:1009:32:any");
	for (size_t i = 0; i < made.profile->n_edges; i++) {
		const struct profile_edge *edge = &made.profile->edges[i];
		const struct profile_block *from = &made.profile->blocks[edge->from];
		const struct profile_block *to = &made.profile->blocks[edge->to];
		const uint64_t key[4] = { truth_at(from->start), truth_at(from->end),
					  truth_at(to->start), truth_at(to->end) };
		uint64_t all = 0;
		double exact = exact_edge(&made.truth, key);

		for (size_t j = 0; j < made.profile->n_edges; j++)
			if (made.profile->edges[j].from == edge->from)
				all += made.profile->edges[j].count;
		assert_true(exact > 0);
		if (all < 500)
			continue;
		assert_by_chance(edge->count, all, exact);
		checked++;
	}
	assert_true(checked >= 40);
}

/* The loop that begins in a function of programs/loops. NULL: none. */
static const struct hot_loop *loop_in(const struct paths *paths, const char *function)
{
	uint64_t low = truth_symbol("loops", function), size = 64;
	uint64_t base = 0;

	/* PIE: symbols are offsets from where the file's first byte is mapped */
	for (size_t i = 0; i < made.truth.n_maps; i++)
		if (strstr(made.truth.maps[i].path, "/loops"))
			base = made.truth.maps[i].start - made.truth.maps[i].offset;
	for (size_t i = 0; i < paths->n_loops; i++)
		if (truth_at(paths->loops[i].header) - base - low < size)
			return &paths->loops[i];
	return NULL;
}

TEST(loops_turn_as_often_as_they_are_written)
{
	static const struct {
		const char *function;
		double turns;
	} loops[] = { { "seven", 7 }, { "some", 6.5 } };
	struct paths *paths;

	truth_run_profile("loops", "", "taken:1009:32:any");
	paths = paths_new(made.profile, NULL);
	assert_non_null(paths);
	for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
		const struct hot_loop *loop = loop_in(paths, loops[i].function);

		assert_non_null(loop);
		print_message("%s: %.3f +- %.3f turns\n", loops[i].function, loop->trips.value,
			      loop->trips.error);
		assert_true(fabs(loop->trips.value - loops[i].turns) < WRONG * loop->trips.error);
		assert_true(loop->trips.error < 0.03 * loops[i].turns);
	}
	paths_free(paths);
}
