/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of pictures of time: class and how busy, in every style. */
#include "config.h"
#include "ui/draw/heat_cell.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"

static const struct cell *drawn(float busy, enum bars_id bars_id, enum graphs_id graphs_id)
{
	const struct heat heat = { .busy_ns = busy, .room_ns = 1, .slots = { 1, 1, 1, 17 } };
	const struct heat_look look = { cpu_family_find("Intel Sapphire Rapids"), bars_id,
					graphs_id };

	assert_int_equal(canvas_resize(&canvas, 1, 1), 0);
	canvas_clear(&canvas);
	heat_cell_draw(&canvas, 0, 0, &heat, &look);
	return &canvas.cells[0];
}

TEST(braille_shows_the_class_by_texture_and_how_busy_by_height)
{
	const enum metric_id be = M_BACKEND_BOUND;
	const enum metric_id half[] = { be, be, M_NONE, M_NONE }, full[] = { be, be, be, be };

	assert_int_equal(drawn(0.5F, BARS_PATTERNS, GRAPHS_BRAILLE)->code, braille_classes(half));
	assert_int_equal(drawn(1, BARS_PATTERNS, GRAPHS_BRAILLE)->code, braille_classes(full));
	assert_int_equal(drawn(1, BARS_PATTERNS, GRAPHS_BRAILLE)->role, ROLE_BACKEND_BOUND);
}

TEST(a_letter_is_a_capital_from_half_busy_on)
{
	assert_int_equal(drawn(0.5F, BARS_ASCII, GRAPHS_ASCII)->code, 'B');
	assert_int_equal(drawn(0.4F, BARS_ASCII, GRAPHS_ASCII)->code, 'b');
	assert_int_equal(drawn(0.4F, BARS_LETTERS, GRAPHS_BRAILLE)->code, 'b');
}

TEST(blocks_have_the_pattern_or_below_half_the_letter)
{
	assert_int_equal(drawn(0.9F, BARS_PATTERNS, GRAPHS_BLOCKS)->code, 0x2593);
	assert_int_equal(drawn(0.3F, BARS_PATTERNS, GRAPHS_BLOCKS)->code, 'b');
}

TEST(solid_bars_have_the_height_only)
{
	assert_int_equal(drawn(1, BARS_SOLID, GRAPHS_BRAILLE)->code, 0x2588);
	assert_int_equal(drawn(0.5F, BARS_SOLID, GRAPHS_BLOCKS)->code, 0x2584);
}

TEST(idle_is_not_busy_and_a_gap_is_neither)
{
	const struct heat nothing = { 0 };
	const struct heat_look look = { cpu_family_find("Intel Sapphire Rapids"), BARS_ASCII,
					GRAPHS_ASCII };

	assert_int_equal(drawn(0, BARS_ASCII, GRAPHS_ASCII)->code, '.');
	canvas_clear(&canvas);
	heat_cell_draw(&canvas, 0, 0, &nothing, &look);
	assert_int_equal(canvas.cells[0].code, ' ');
}

TEST(a_class_over_its_threshold_is_strong)
{
	assert_int_equal(drawn(1, BARS_ASCII, GRAPHS_ASCII)->flags, CELL_STRONG);
}
