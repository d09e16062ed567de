/* SPDX-License-Identifier: GPL-2.0-only */
/* Layout: properties that hold on every screen from 1x1 to 300x100. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/draw/layout.h"

#define REQUESTS 512

static struct layout_request request_of(int i)
{
	return (struct layout_request){ .state = i & 1, .path = i & 2, .help = i & 4,
					.detail = i & 8, .prompt = i & 16, .setup = i & 32 ? 12 : 0,
					.core_types = i & 64 ? 2 : 0,
					.chart = i & 128, .meters = i & 256 ? 300 : 0 };
}

typedef void check_layout(int w, int h, const struct layout_request *request, struct layout layout);

static void each_size(check_layout *check)
{
	for (int i = 0; i < REQUESTS; i++) {
		struct layout_request request = request_of(i);

		for (int w = 1; w <= 300; w++)
			for (int h = 1; h <= 100; h++)
				check(w, h, &request, layout_compute(w, h, &request));
	}
}

/* Holds of the layout of each screen and request. */
#define SIZE_TEST(sentence)                                                                        \
	static check_layout check_##sentence;                                                      \
	TEST(sentence)                                                                             \
	{                                                                                          \
		each_size(check_##sentence);                                                       \
	}                                                                                          \
	static void check_##sentence(int w __attribute__((unused)), int h __attribute__((unused)), \
				     const struct layout_request *request __attribute__((unused)),       \
				     struct layout layout)

SIZE_TEST(nothing_overlaps_and_no_cell_is_left_over)
{
	const struct rect *rects[] = { &layout.title, &layout.machine, &layout.core_types,
				       &layout.sentence, &layout.trend, &layout.meters,
				       &layout.chart, &layout.state,
				       &layout.path,  &layout.head,    &layout.rows,  &layout.setup,
				       &layout.footer };
	int y = 0;

	if (layout.too_small)
		return;
	/* Each begins where the one before ends, and the last ends at the bottom. */
	for (size_t i = 0; i < sizeof(rects) / sizeof(rects[0]); i++) {
		assert_int_equal(rects[i]->y, y);
		assert_int_equal(rects[i]->x, 0);
		assert_int_equal(rects[i]->w, w);
		assert_true(rects[i]->h >= 0);
		y += rects[i]->h;
	}
	assert_int_equal(y, h);
}

SIZE_TEST(there_is_always_room_for_a_row)
{
	if (w >= LAYOUT_MIN_WIDTH && h >= LAYOUT_MIN_HEIGHT) {
		assert_false(layout.too_small);
		assert_true(layout.rows.h >= 1);
		assert_int_equal(layout.head.h, !request->help && !request->detail);
	} else {
		assert_true(layout.too_small);
	}
}

/* The prompt is open only in a search, and the setup is closed then. */
SIZE_TEST(the_setup_and_the_list_it_changes_fit_on_any_screen)
{
	if (layout.too_small || request->prompt)
		return;
	if (request->setup && !request->help && !request->detail)
		assert_true(layout.setup.h >= 1 && layout.setup.h <= request->setup);
	else
		assert_int_equal(layout.setup.h, 0);
}

SIZE_TEST(a_warning_about_the_numbers_fits_on_any_screen)
{
	if (!layout.too_small)
		assert_int_equal(layout.state.h, request->state);
}

SIZE_TEST(the_prompt_fits_on_any_screen)
{
	if (!layout.too_small && request->prompt)
		assert_int_equal(layout.footer.h, 1);
}

TEST(meters_of_few_cpus_take_as_few_lines_as_wide_ones_need)
{
	struct layout_request request = { .meters = 8 };

	assert_int_equal(layout_compute(80, 24, &request).meters.h, 4);
	assert_int_equal(layout_meter_columns(80, 4, 8), 2);
	request.meters = 1;
	assert_int_equal(layout_compute(80, 24, &request).meters.h, 1);
	assert_int_equal(layout_meter_columns(80, 1, 1), 1);
}

TEST(meters_of_many_cpus_take_a_quarter_of_the_screen_and_are_never_too_narrow)
{
	struct layout_request request = { .meters = 256 };

	assert_int_equal(layout_compute(80, 24, &request).meters.h, 6);
	assert_int_equal(layout_meter_columns(80, 6, 256), 4);
	assert_int_equal(layout_compute(80, 13, &request).meters.h, 0);
	assert_int_equal(layout_meter_columns(20, 3, 256), 1);
}

TEST(the_detail_is_beside_the_list_from_160_columns_on_or_below_it_from_45_lines_on)
{
	const struct layout_request request = { .beside = true };
	const struct layout wide = layout_compute(160, 24, &request);
	const struct layout high = layout_compute(159, 45, &request);

	assert_int_equal(layout_compute(159, 44, &request).beside.h, 0);
	assert_int_equal(wide.rows.w + 1 + wide.beside.w, 160);
	assert_int_equal(high.rows.y + high.rows.h, high.beside.y);
	assert_int_equal(high.beside.y + high.beside.h, high.footer.y);
}

TEST(a_terminal_of_30_lines_has_every_line)
{
	struct layout_request request = { .state = true, .path = true };
	struct layout layout = layout_compute(80, 30, &request);

	assert_int_equal(layout.title.h + layout.machine.h + layout.sentence.h + layout.trend.h +
				 layout.state.h + layout.path.h + layout.head.h + layout.footer.h,
			 8);
	assert_int_equal(layout.rows.h, 22);
	assert_int_equal(layout_compute(80, 24, &request).trend.h, 0);
}

static bool is_inside(struct rect rect, struct rect area)
{
	if (!rect.w || !rect.h)
		return true;
	return rect.w > 0 && rect.h > 0 && rect.x >= area.x && rect.y >= area.y &&
	       rect.x + rect.w <= area.x + area.w && rect.y + rect.h <= area.y + area.h;
}

static bool overlap(struct rect a, struct rect b)
{
	return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static void check_detail(struct rect area, struct layout_detail layout)
{
	struct rect rects[] = { layout.tree, layout.facts, layout.text, layout.chart };

	assert_true(layout.tree.h >= 1 && layout.tree.w >= LAYOUT_MIN_WIDTH);
	for (int a = 0; a < 4; a++) {
		assert_true(is_inside(rects[a], area));
		for (int b = 0; b < a; b++)
			assert_false(rects[a].w && rects[a].h && rects[b].w && rects[b].h &&
				     overlap(rects[a], rects[b]));
	}
}

TEST(the_parts_of_a_detail_stay_apart_at_any_size)
{
	struct layout_detail_request request = { .tree = 13, .facts = 6 };

	for (int w = LAYOUT_MIN_WIDTH; w <= 300; w++)
		for (int h = 1; h <= 100; h++) {
			struct rect area = { .y = 3, .w = w, .h = h };

			check_detail(area, layout_compute_detail(area, &request));
			request.chart = !request.chart;
		}
}

TEST(a_wide_terminal_shows_the_whole_tree_beside_the_text_and_the_chart)
{
	struct layout_detail_request request = { .tree = 13, .facts = 6, .chart = true };
	struct layout_detail small = layout_compute_detail((struct rect){ .w = 80, .h = 20 }, &request);
	struct layout_detail wide = layout_compute_detail((struct rect){ .w = 132, .h = 36 }, &request);

	assert_int_equal(small.tree.h, 13);
	assert_int_equal(small.facts.h, 6);
	assert_int_equal(small.text.h, 20);
	assert_int_equal(small.chart.h, 0);
	assert_int_equal(wide.tree.h, 13);
	assert_true(wide.facts.h >= 6);
	assert_int_equal(wide.chart.h, 9);
}

TEST(an_open_tree_has_more_room_and_the_text_keeps_two_fifths)
{
	struct layout_detail_request request = { .tree = 20, .facts = 6, .wide = 150 };

	for (int w = 76; w < 300; w++) {
		struct rect area = { .w = w, .h = 40 };
		struct layout_detail layout = layout_compute_detail(area, &request);

		check_detail(area, layout);
		assert_true(layout.text.w >= 32 && layout.text.w >= w * 2 / 5);
		assert_true(layout.tree.w <= 150);
	}
	assert_int_equal(layout_compute_detail((struct rect){ .w = 80, .h = 20 }, &request).tree.w, 46);
}
