/* SPDX-License-Identifier: GPL-2.0-only */
/* Graphs: dots of braille, blocks, ASCII; the textures of classes. */
#include "config.h"
#include "ui/draw/braille.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/chart.h"

TEST(a_cell_has_two_columns_of_up_to_four_dots)
{
	assert_int_equal(braille_columns(0, 0), 0x2800);
	assert_int_equal(braille_columns(1, 0), 0x2840);
	assert_int_equal(braille_columns(0, 1), 0x2880);
	assert_int_equal(braille_columns(2, 3), 0x28F4);	/* dots 3 7, 5 6 8 */
	assert_int_equal(braille_columns(4, 4), 0x28FF);
}

TEST(a_value_has_at_least_one_dot_and_a_missing_one_has_none)
{
	const float small[2] = { 0, 0.3F }, gap[2] = { NAN, 1 }, none[2] = { NAN, NAN };

	assert_int_equal(graphs_spark(GRAPHS_BRAILLE, small), braille_columns(1, 2));
	assert_int_equal(graphs_spark(GRAPHS_BRAILLE, gap), braille_columns(0, 4));
	assert_int_equal(graphs_spark(GRAPHS_BRAILLE, none), ' ');
}

TEST(the_linux_console_lacks_braille)
{
	assert_true(graphs_lack_braille("linux"));
	assert_true(graphs_lack_braille("linux-16color"));
	assert_false(graphs_lack_braille("xterm-256color"));
	assert_false(graphs_lack_braille(NULL));
}

TEST(blocks_and_ascii_have_one_value_in_a_cell)
{
	const float full = 1;

	assert_int_equal(graphs[GRAPHS_BLOCKS].values, 1);
	assert_int_equal(graphs_spark(GRAPHS_BLOCKS, &full), 0x2588);
	assert_int_equal(graphs_spark(GRAPHS_ASCII, &full), '#');
}

TEST(each_class_has_a_texture_of_its_own_whatever_its_height)
{
	static const enum metric_id classes[] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND,
						  M_BACKEND_BOUND };
	uint32_t codes[4];

	for (size_t i = 0; i < 4; i++) {
		const enum metric_id m = classes[i], rows[BRAILLE_ROWS] = { m, m, m, m };

		codes[i] = braille_classes(rows);
		for (size_t k = 0; k < i; k++)
			assert_int_not_equal(codes[i], codes[k]);
	}
	assert_int_equal(codes[0], 0x28FF);
}

TEST(a_class_without_a_texture_is_visible)
{
	const enum metric_id rows[BRAILLE_ROWS] = { M_SMT_CONTENTION, M_NONE, M_NONE, M_NONE };

	assert_int_equal(braille_classes(rows), braille_columns(0, 1));
}

static uint32_t cell(int x)
{
	return canvas.cells[x].code;
}

TEST(a_chart_of_more_values_than_cells_has_two_in_a_cell)
{
	const float series[5] = { 25, 50, 75, 100, 10 };

	assert_int_equal(canvas_resize(&canvas, 7, 1), 0);
	canvas_clear(&canvas);
	chart_draw(&canvas, (struct rect){ 0, 0, 7, 1 }, series, 5, 100, 0, GRAPHS_BRAILLE);
	assert_int_equal(cell(4), braille_columns(0, 1));
	assert_int_equal(cell(5), braille_columns(2, 3));
	assert_int_equal(cell(6), braille_columns(4, 1));
	assert_int_equal(chart_columns(7, GRAPHS_BRAILLE), 6);
	assert_int_equal(chart_columns(7, GRAPHS_BLOCKS), 3);
}

TEST(a_chart_with_room_gives_each_value_a_cell)
{
	const float series[2] = { 25, 100 };

	assert_int_equal(canvas_resize(&canvas, 7, 1), 0);
	canvas_clear(&canvas);
	chart_draw(&canvas, (struct rect){ 0, 0, 7, 1 }, series, 2, 100, 0, GRAPHS_BRAILLE);
	assert_int_equal(cell(4), braille_columns(1, 1));
	assert_int_equal(cell(5), braille_columns(4, 4));
}
