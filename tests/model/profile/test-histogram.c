/* SPDX-License-Identifier: GPL-2.0-only */
/* Bins of cycles, and what is a mode of them. */
#include "config.h"
#include "model/profile/histogram.h"

#include "tests/fixtures/fixture_walk.h"
#include "tests/fixtures/test_main.h"

static struct counts {
	uint32_t of[HISTOGRAM_BINS];
	uint64_t random;
} counts;
static struct histogram_mode modes[HISTOGRAM_MODES_MAX];	/* of the counts */

SETUP
{
	counts = (struct counts){ .random = 0 };
}

static void add(uint32_t cycles, uint32_t n)
{
	counts.of[histogram_bin_of(cycles)] += n;
}

/* n values about a mean: the sum of four even ones. */
static void add_bell(double mean, double width, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		double at = 0;

		for (int k = 0; k < 4; k++)
			at += walk_random(&counts.random) - 0.5;
		add((uint32_t)fmax(1, mean + at * width), 1);
	}
}

static unsigned int find_modes(void)
{
	struct histogram_bin bins[HISTOGRAM_BINS] = { { 0 } };
	uint32_t n = 0;

	for (uint16_t bin = 0; bin < HISTOGRAM_BINS; bin++)
		if (counts.of[bin])
			bins[n++] = (struct histogram_bin){ bin, counts.of[bin] };
	return histogram_modes(bins, n, modes, HISTOGRAM_MODES_MAX);
}

TEST(each_number_of_cycles_is_in_its_bin)
{
	for (uint32_t cycles = 0; cycles <= HISTOGRAM_MAX; cycles++) {
		unsigned int bin = histogram_bin_of(cycles);

		assert_in_range(bin, 0, HISTOGRAM_BINS - 1);
		assert_true(histogram_low(bin) <= cycles && cycles < histogram_low(bin + 1));
	}
}

TEST(bins_are_exact_below_64_then_8_for_each_power_of_two)
{
	assert_int_equal(histogram_bin_of(63), 63);
	assert_int_equal(histogram_low(64), 64);
	assert_int_equal(histogram_low(65), 72);
	assert_int_equal(histogram_low(72), 128);
	assert_int_equal(histogram_low(HISTOGRAM_BINS), 65536);
}

TEST(more_cycles_than_the_counter_holds_are_in_the_last_bin)
{
	assert_int_equal(histogram_bin_of(UINT32_MAX), HISTOGRAM_BINS - 1);
}

/* Seed 004: a load about 80 cycles (a hit), or 280 and 305 (memory), and none from 150 to 200. */
TEST(two_peaks_are_two_modes)
{
	add_bell(80, 12, 3400);
	add_bell(280, 20, 9000);
	add_bell(305, 20, 6000);
	add(5000, 55);
	assert_int_equal(find_modes(), 2);
	assert_in_range(modes[0].peak, 72, 88);
	assert_in_range(modes[0].from, 56, 72);
	assert_in_range(modes[0].to, 87, 111);
	assert_true(fabs(modes[0].part - 0.184) < 0.01);
	assert_in_range(modes[1].peak, 256, 319);
	assert_true(fabs(modes[1].part - 0.81) < 0.02);
	assert_true(modes[1].to < 400);		/* without the tail */
}

TEST(a_block_that_always_takes_the_same_time_has_one_mode)
{
	add(4, 413);
	assert_int_equal(find_modes(), 1);
	assert_int_equal(modes[0].from, 4);
	assert_int_equal(modes[0].to, 4);
	assert_int_equal(modes[0].peak, 4);
	assert_true(modes[0].part >= 1);
}

/* Seed 004's second picture: 24 and 32 cycles where a branch was mispredicted, 15 %. */
TEST(a_misprediction_is_a_mode_of_its_own)
{
	add_bell(6, 3, 8500);
	add_bell(26, 8, 1500);
	assert_int_equal(find_modes(), 2);
	assert_in_range(modes[0].peak, 5, 7);
	assert_in_range(modes[1].peak, 23, 29);
	assert_true(fabs(modes[1].part - 0.15) < 0.01);
}

TEST(a_peak_of_less_than_3_percent_is_no_mode)
{
	add_bell(20, 6, 10000);
	add_bell(300, 20, 250);
	assert_int_equal(find_modes(), 1);
	add_bell(300, 20, 150);
	assert_int_equal(find_modes(), 2);
}

TEST(a_shallow_valley_does_not_divide_a_mode)
{
	add(5, 1000);
	add(6, 700);
	add(7, 1000);
	assert_int_equal(find_modes(), 1);
	counts.of[6] = 600;
	assert_int_equal(find_modes(), 2);
}

TEST(chance_makes_no_modes)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		counts = (struct counts){ .random = seed };
		for (int i = 0; i < 150; i++)
			add((uint32_t)(30 + 60 * walk_random(&counts.random)), 1);
		assert_int_equal(find_modes(), 1);
	}
}

TEST(one_wide_bell_is_one_mode_across_the_exact_bins_end)
{
	add_bell(64, 40, 20000);
	assert_int_equal(find_modes(), 1);
	assert_in_range(modes[0].peak, 55, 75);
}

TEST(an_empty_histogram_has_no_mode)
{
	assert_int_equal(find_modes(), 0);
}

TEST(at_most_as_many_modes_as_there_is_room_for)
{
	for (uint32_t cycles = 1; cycles < 60000; cycles *= 3)
		add(cycles, 1000);
	assert_int_equal(find_modes(), HISTOGRAM_MODES_MAX);
}

/* Whatever a recording holds: modes are in order, apart, and parts of one whole. */
TEST(modes_of_random_histograms_are_apart_and_no_more_than_all)
{
	for (uint64_t seed = 1; seed <= 500; seed++) {
		unsigned int n, filled;
		double sum = 0;

		counts = (struct counts){ .random = seed };
		filled = (unsigned int)(walk_random(&counts.random) * 100);
		for (unsigned int i = 0; i <= filled; i++)
			add((uint32_t)exp(walk_random(&counts.random) * 11.2),
			    (uint32_t)exp(walk_random(&counts.random) * 22));
		n = find_modes();
		for (unsigned int i = 0; i < n; i++) {
			sum += modes[i].part;
			assert_true(modes[i].from <= modes[i].peak && modes[i].peak <= modes[i].to);
			assert_true(!i || modes[i - 1].to < modes[i].from);
		}
		assert_true(sum < 1 + 1e-9);
	}
}
