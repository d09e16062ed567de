/* SPDX-License-Identifier: GPL-2.0-only */
/* The stacked bar: the four classes, and the fifth of families that have one. */
#include "config.h"
#include "ui/draw/bar.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"

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
