/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts and what columns show of them. */
#include "config.h"
#include "ui/table/cut_text.h"

#include "tests/fixtures/test_main.h"

static bool is_cut(const char *key, const char *text, const char *shown)
{
	return cut_text_is(columns_find(key), text, shown);
}

TEST(the_sign_of_a_cut_is_enough_at_any_width)
{
	assert_true(is_cut("user", "prometheus", "prometh\u2026"));
	assert_true(is_cut("user", "prometheus", "prometheu\u2026"));
	assert_true(is_cut("user", "prometheus", "pro+"));
	assert_true(is_cut("command", "stream_c --array 400M", "stream_c --ar\u2026"));
	assert_false(is_cut("user", "prometheus", "pr\u2026"));
	assert_false(is_cut("user", "prometheus", "\u2026"));
	assert_false(is_cut("user", "prometheus", "proxy\u2026"));
	assert_false(is_cut("user", "prometheus", "prometheus\u2026"));	/* all of it */
}

TEST(without_the_sign_it_is_as_wide_as_the_column)
{
	assert_true(is_cut("user", "prometheus", "promethe"));
	assert_true(is_cut("user", "prometheus", "prometh"));
	assert_false(is_cut("user", "prometheus", "prometheu"));
	assert_false(is_cut("user", "prometheus", "promet"));
	assert_false(is_cut("user", "prometheus", ""));
	assert_false(is_cut("user", "promethe", "promethe"));
	assert_false(is_cut("command", "stream_c --array 400M", "stream_c -"));
}

TEST(wide_characters_take_two_cells)
{
	assert_true(is_cut("user", "\u6f22\u6f22\u6f22\u6f22x", "\u6f22\u6f22\u6f22\u6f22"));
	assert_false(is_cut("user", "\u6f22\u6f22\u6f22\u6f22x", "\u6f22\u6f22\u6f22"));
	assert_true(is_cut("user", "\u6f22\u6f22\u6f22\u6f22x", "\u6f22\u6f22\u6f22\u2026"));
}
