/* SPDX-License-Identifier: GPL-2.0-only */
/* The histogram of a block's cycles, drawn on a canvas. */
#include "config.h"
#include "ui/draw/histogram_chart.h"

#include "model/profile/histogram.h"
#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"

static struct histogram_bin bins[HISTOGRAM_BINS];
static struct histogram_mode modes[HISTOGRAM_MODES_MAX];
static uint32_t counts[HISTOGRAM_BINS];

/* Adds `count` runs around `cycles`, spread as a bell of this width. */
static void add_peak(double cycles, double width, double count)
{
	for (unsigned int bin = 0; bin < HISTOGRAM_BINS; bin++) {
		double low = (histogram_low(bin) - 0.5 - cycles) / width;
		double high = (histogram_low(bin + 1) - 0.5 - cycles) / width;

		counts[bin] += (uint32_t)lround(count * (erf(high) - erf(low)) / 2);
	}
}

/* The block of all that was added; nothing is added after that. */
static struct profile_block make_block(void)
{
	struct profile_block block = { .bins = bins, .modes = modes };

	for (unsigned int bin = 0; bin < HISTOGRAM_BINS; bin++) {
		if (!counts[bin])
			continue;
		bins[block.n_bins++] = (struct histogram_bin){ (uint16_t)bin, counts[bin] };
		block.counted += counts[bin];
	}
	memset(counts, 0, sizeof(counts));
	block.executed = block.counted;
	block.n_modes = histogram_modes(bins, block.n_bins, modes, HISTOGRAM_MODES_MAX);
	return block;
}

/* Seed 004: hits in the last-level cache at 80 cycles, and memory at 280 to 305. */
static struct profile_block two_peaks(void)
{
	add_peak(80, 6, 3500);
	add_peak(292, 18, 14500);
	counts[histogram_bin_of(9000)] = 30;
	return make_block();
}

static void draw(int w, int h, const struct profile_block *block, bool ascii)
{
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	canvas_clear(&canvas);
	histogram_chart_draw(&canvas, (struct rect){ 0, 0, w, h }, block, ascii);
}

TEST(two_peaks_are_seen_as_two_peaks)
{
	struct profile_block block = two_peaks();

	assert_int_equal(block.n_modes, 2);
	draw(80, 10, &block, false);
	compare_with_golden("histogram-two-peaks.txt", fixture_canvas_dump());
}

TEST(ascii_has_no_other_characters)
{
	struct profile_block block = two_peaks();
	const char *dump;

	draw(60, 8, &block, true);
	dump = fixture_canvas_dump();
	for (const char *c = dump; *c; c++)
		assert_true((unsigned char)*c < 0x80);
	compare_with_golden("histogram-ascii.txt", dump);
}

TEST(few_bins_are_wide)
{
	counts[1] = 5000;
	counts[2] = 4000;
	counts[4] = 1000;
	struct profile_block block = make_block();

	draw(60, 6, &block, false);
	compare_with_golden("histogram-few-bins.txt", fixture_canvas_dump());
}

TEST(all_bins_fit_into_few_cells)
{
	for (unsigned int bin = 0; bin < HISTOGRAM_BINS; bin++)
		counts[bin] = 100;
	struct profile_block block = make_block();

	draw(40, 6, &block, false);
	compare_with_golden("histogram-all-bins.txt", fixture_canvas_dump());
}

TEST(far_runs_are_told_in_words_and_do_not_squeeze_the_rest)
{
	struct profile_block block = two_peaks();
	char text[128];

	assert_true(histogram_low(histogram_range_of(&block).last) < 1000);
	histogram_rest_text(text, sizeof(text), &block);
	assert_string_equal(text, "0.2 % above 352 cycles");
}

TEST(no_run_is_left_out_of_a_range_that_is_compact)
{
	counts[10] = 1;
	counts[11] = 1000;
	struct profile_block block = make_block();
	char text[128];

	histogram_rest_text(text, sizeof(text), &block);
	assert_string_equal(text, "");
}

TEST(a_mode_is_named_with_its_share)
{
	const struct histogram_mode one = { .from = 80, .to = 80, .part = 0.182 };
	const struct histogram_mode range = { .from = 280, .to = 305, .part = 0.791 };
	char text[64];

	histogram_mode_text(text, sizeof(text), &one, false);
	assert_string_equal(text, "80 cycles, 18.2 %");
	histogram_mode_text(text, sizeof(text), &range, true);
	assert_string_equal(text, "280-305 cycles, 79.1 %");
	histogram_mode_text(text, sizeof(text), &range, false);
	assert_string_equal(text, "280–305 cycles, 79.1 %");
}

TEST(any_size_is_safe_and_stays_in_its_rectangle)
{
	struct profile_block block = two_peaks(), none = { 0 };

	for (int w = 1; w < 200; w += 3)
		for (int h = 1; h < 20; h++) {
			assert_int_equal(canvas_resize(&canvas, w + 2, h + 2), 0);
			canvas_clear(&canvas);
			histogram_chart_draw(&canvas, (struct rect){ 1, 1, w, h }, &block, false);
			histogram_chart_draw(&canvas, (struct rect){ 1, 1, w, h }, &none, true);
			for (int x = 0; x < w + 2; x++) {
				assert_int_equal(canvas.cells[x].code, ' ');
				assert_int_equal(canvas.cells[(h + 1) * (w + 2) + x].code, ' ');
			}
			for (int y = 0; y < h + 2; y++) {
				assert_int_equal(canvas.cells[y * (w + 2)].code, ' ');
				assert_int_equal(canvas.cells[y * (w + 2) + w + 1].code, ' ');
			}
		}
}
