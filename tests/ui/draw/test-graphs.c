/* SPDX-License-Identifier: GPL-2.0-only */
/* Graphs: dots of braille, textures of classes, cells of pictures of time, and the stacked bar. */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/graphs.h"

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
	static const enum metric_id classes[] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND, M_BACKEND_BOUND };
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

static const struct cell *drawn(float busy, enum bars_id bars_id, enum graphs_id graphs_id)
{
	const struct heat heat = { .busy_ns = busy, .room_ns = 1, .slots = { 1, 1, 1, 17 } };
	const struct heat_look look = { cpu_family_find("Intel Sapphire Rapids"), bars_id, graphs_id };

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
	const struct heat_look look = { cpu_family_find("Intel Sapphire Rapids"), BARS_ASCII, GRAPHS_ASCII };

	assert_int_equal(drawn(0, BARS_ASCII, GRAPHS_ASCII)->code, '.');
	canvas_clear(&canvas);
	heat_cell_draw(&canvas, 0, 0, &nothing, &look);
	assert_int_equal(canvas.cells[0].code, ' ');
}

TEST(a_class_over_its_threshold_is_strong)
{
	assert_int_equal(drawn(1, BARS_ASCII, GRAPHS_ASCII)->flags, CELL_STRONG);
}

static struct values split(float ret, float bad, float fe, float be)
{
	struct values values = { 0 };

	values.percent[M_RETIRING] = ret;
	values.percent[M_BAD_SPECULATION] = bad;
	values.percent[M_FRONTEND_BOUND] = fe;
	values.percent[M_BACKEND_BOUND] = be;
	values.quality[M_RETIRING] = values.quality[M_BAD_SPECULATION] = Q_COUNTED;
	values.quality[M_FRONTEND_BOUND] = values.quality[M_BACKEND_BOUND] = Q_COUNTED;
	return values;
}

static void expect_bar(const struct values *values, double filled, const char *bar)
{
	char line[16];

	assert_int_equal(canvas_resize(&canvas, 10, 1), 0);
	canvas_clear(&canvas);
	bar_draw(&canvas, (struct rect){ 0, 0, 10, 1 }, values, filled, BARS_ASCII);
	(void)strncpy(line, fixture_canvas_dump(), sizeof(line) - 1);
	line[15] = '\0';
	line[strcspn(line, "\n")] = '\0';
	assert_string_equal(line, bar);
}

TEST(each_class_has_its_part_of_the_bar)
{
	struct values values = split(40, 10, 20, 30);

	expect_bar(&values, 1, "RRRRSFFBBB");
	expect_bar(&values, 0.5, "RRFBB.....");
}

TEST(contention_is_a_part_of_its_own_if_it_is_counted)
{
	struct values values = split(40, 10, 20, 10);

	values.percent[M_SMT_CONTENTION] = 20;
	values.quality[M_SMT_CONTENTION] = Q_COUNTED;
	expect_bar(&values, 1, "RRRRSFFBNN");
	assert_int_equal(bar_class_at(&values, 90), M_SMT_CONTENTION);
}

/* Silvermont. */
TEST(classes_that_cannot_be_told_apart_are_one_part)
{
	struct values values = split(40, 0, 20, 0);

	values.quality[M_BAD_SPECULATION] = values.quality[M_BACKEND_BOUND] = Q_MISSING;
	expect_bar(&values, 1, "");
	values.percent[M_BACKEND_OR_BAD] = 40;
	values.quality[M_BACKEND_OR_BAD] = Q_COUNTED;
	expect_bar(&values, 1, "RRRRFFEEEE");
}

TEST(an_unknown_class_leaves_the_bar_blank)
{
	struct values values = split(40, 10, 20, 30);

	values.quality[M_FRONTEND_BOUND] = Q_MISSING;
	expect_bar(&values, 1, "");
	/* Too few slots: the fifth class is there, and not known. */
	values = split(40, 10, 20, 30);
	values.quality[M_SMT_CONTENTION] = Q_LOW_SLOTS;
	expect_bar(&values, 1, "");
}
