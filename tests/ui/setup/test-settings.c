/* SPDX-License-Identifier: GPL-2.0-only */
/* The settings of the screen: their values are valid in tdtoprc, and steps wrap around. */
#include "config.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test.h"
#include "ui/options/option_value.h"
#include "ui/options/options.h"
#include "ui/setup/settings.h"

static const char *value_of(enum setting_id id)
{
	static struct setting_value value;

	settings[id].get(&ui, &value);
	assert_non_null(value.help);
	return value.text;
}

/* Each value of a setting is one that tdtoprc accepts. */
TEST(every_value_is_one_of_tdtoprc)
{
	for (int id = 0; id < SETTING_COUNT; id++) {
		for (int i = 0; i < 40; i++) {
			struct options options;
			struct err err = { .text = "" };

			options_init(&options);
			options.view = (int)ui.view;
			if (value_of((enum setting_id)id)[0] &&
			    options_set(&options, settings[id].name, value_of((enum setting_id)id),
					&err))
				fail_msg("%s", err.text);
			(void)settings[id].step(&ui, +1);
			(void)state_list(&ui);
		}
	}
}

TEST(a_step_back_undoes_a_step_forward)
{
	char before[32];

	for (int id = 0; id < SETTING_COUNT; id++) {
		(void)snprintf(before, sizeof(before), "%s", value_of((enum setting_id)id));
		assert_int_not_equal(settings[id].step(&ui, +1) & R_DRAW, 0);
		assert_string_not_equal(value_of((enum setting_id)id), before);
		assert_int_not_equal(settings[id].step(&ui, -1) & R_DRAW, 0);
		assert_string_equal(value_of((enum setting_id)id), before);
	}
}

TEST(only_cpus_can_be_sorted_by_nothing)
{
	const char *last;

	for (size_t i = 0; i < columns_n; i++) {
		(void)settings[SETTING_SORT].step(&ui, -1);
		assert_non_null(state_order(&ui)->column);
		assert_true(column_applies(state_order(&ui)->column, ROW_PROCESS));
	}
	(void)press("c");
	assert_string_equal(value_of(SETTING_SORT), "");
	(void)settings[SETTING_SORT].step(&ui, -1);
	last = column_key(state_order(&ui)->column);
	assert_string_equal(last, "instr");
	(void)settings[SETTING_SORT].step(&ui, +1);
	assert_null(state_order(&ui)->column);
}

TEST(where_the_locale_is_not_utf_8_ascii_stays)
{
	ui.ascii = ui.only_ascii = true;
	(void)press("A");
	assert_true(ui.ascii);
	assert_true(shows("the locale is not UTF-8"));
}

TEST(the_terminal_is_asked_for_mouse_reports)
{
	bool before = ui.mouse;

	assert_int_equal(settings[SETTING_MOUSE].step(&ui, +1), R_MOUSE);
	assert_int_equal(ui.mouse, !before);
}

TEST(bars_are_drawn_as_chosen_unless_in_ascii)
{
	assert_true(line_has("2400", "\u2588\u2591\u2592"));
	(void)settings[SETTING_BARS].step(&ui, +1);
	assert_true(line_has("2400", "RSF"));
	(void)settings[SETTING_BARS].step(&ui, +1);
	assert_true(line_has("2400", "\u2588\u2588\u2588\u2588"));
	(void)press("A");
	assert_true(line_has("2400", "RSF"));
}

TEST(graphs_are_drawn_as_chosen_where_the_terminal_has_it)
{
	assert_int_equal(state_graphs(&ui), GRAPHS_BRAILLE);
	(void)settings[SETTING_GRAPHS].step(&ui, +1);
	assert_int_equal(state_graphs(&ui), GRAPHS_BLOCKS);
	(void)settings[SETTING_GRAPHS].step(&ui, +1);
	assert_int_equal(state_graphs(&ui), GRAPHS_BRAILLE);
	ui.no_braille = true;
	assert_int_equal(state_graphs(&ui), GRAPHS_BLOCKS);
	(void)press("A");
	assert_int_equal(state_graphs(&ui), GRAPHS_ASCII);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(every_value_is_one_of_tdtoprc),
		FIXTURE_TEST(a_step_back_undoes_a_step_forward),
		FIXTURE_TEST(only_cpus_can_be_sorted_by_nothing),
		FIXTURE_TEST(where_the_locale_is_not_utf_8_ascii_stays),
		FIXTURE_TEST(the_terminal_is_asked_for_mouse_reports),
		FIXTURE_TEST(bars_are_drawn_as_chosen_unless_in_ascii),
		FIXTURE_TEST(graphs_are_drawn_as_chosen_where_the_terminal_has_it),
	};

	return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
