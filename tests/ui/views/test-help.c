/* SPDX-License-Identifier: GPL-2.0-only */
/* The help screen: its first page, its parts, small screens. Its words: test-help_words.c. */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/views/help_text.h"
#include "ui/views/screen.h"

/* With a status line, which takes a line from the page. */
UI_TEST(the_first_page_at_80x24_holds_the_ideas)
{
	static const char *const nodes[] = { "HEAVY   10 heavy operations", "LIGHT   60 ",
					     "MISP    10 ", "CLEARS  10 ", "LAT     10 ",
					     "BW      20 ", "MEM     20 memory bound",
					     "CORE    10 core bound" };

	state_say(&ui, "a sentence");
	assert_true(shows_after("?", "a CPU core has a few slots"));
	assert_true(line_has("What loses most", "limit of a program"));
	assert_true(shows("Good is much RET"));
	for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++)
		if (!shows(nodes[i]))
			fail_msg("the first page does not show \"%s\"", nodes[i]);
}

UI_TEST(classes_have_the_sign_that_they_have_in_bars)
{
	(void)press("?");
	assert_true(line_has("retiring: slots", "\u2588 RET     70"));
	assert_true(line_has("bad speculation: work", "\u2591 BAD     15"));
	assert_true(line_has("frontend bound: no", "\u2592 FE      15"));
	assert_true(line_has("backend bound: instr", "\u2593 BE      20"));
	ui.ascii = true;
	assert_true(line_has("retiring: slots", "R RET     70"));
	assert_true(line_has("bad speculation: work", "S BAD     15"));
}

UI_TEST(a_cpu_without_the_four_classes_has_its_own)
{
	const struct family *family = fixture_machine.family;

	fixture_machine.family = cpu_family_find("Arm Neoverse N1");
	assert_non_null(fixture_machine.family);
	assert_true(shows_after("?", "BECYC   20 backend stalled cycles"));
	fixture_machine.family = family;
}

TEST(parts_stand_in_the_order_of_their_enum)
{
	for (size_t i = 1; i < help_lines_n; i++)
		assert_true(help_lines[i].part >= help_lines[i - 1].part);
	assert_int_equal(help_lines[0].part, HELP_IDEAS);
	assert_int_equal(help_lines[help_lines_n - 1].part, HELP_PARTS - 1);
}

UI_TEST(tab_goes_from_part_to_part)
{
	assert_true(shows_after("?\t", "First line: the machine"));
	assert_true(shows_after("\t", "Status line"));
	assert_true(shows_after("\t\t\t\t", "Navigate"));
	assert_true(shows_after("\t", "Time map (M)"));
	assert_true(shows_after("\t", "Scope (M in"));
	assert_true(shows_after("\t", "Code views (h, b"));
	(void)press("\t\t");
	assert_int_equal(ui.help_scroll, 0);
}

/* Keys may come faster than frames. */
UI_TEST(two_tabs_at_once_go_two_parts_on)
{
	(void)press("?");
	(void)ui_key(&ui, '\t');
	(void)ui_key(&ui, '\t');
	screen_draw(&ui, &canvas);
	assert_int_equal(ui.help_scroll, ui.help_starts[HELP_STATUS]);
}

UI_TEST(tab_leads_from_the_last_part_to_the_first_on_a_large_screen)
{
	bool first = false;

	(void)canvas_resize(&canvas, 200, 60);
	(void)press("?");
	for (int i = 0; i < HELP_PARTS + 1; i++) {
		(void)press("\t");
		first |= ui.help_scroll == 0;
	}
	assert_true(first);
}

UI_TEST(space_and_page_down_turn_the_page)
{
	size_t scroll;

	(void)press("? ");
	scroll = ui.help_scroll;
	assert_int_equal(scroll, ui.page - 1);
	(void)press_code(KEYCODE_PAGE_UP);
	assert_int_equal(ui.help_scroll, 0);
	(void)press_code(KEYCODE_PAGE_DOWN);
	assert_int_equal(ui.help_scroll, scroll);
	assert_int_equal(tags_count(&ui.tags, ROW_PROCESS), 0);
}

UI_TEST(in_a_detail_the_help_opens_at_its_part)
{
	assert_true(shows_after("d?", "The detail"));
	assert_true(shows("THRESHOLD"));
	assert_int_equal(ui.help_scroll, ui.help_starts[HELP_DETAIL]);
}

UI_TEST(in_the_setup_the_help_opens_at_its_part)
{
	assert_true(shows_after("O?", "Setup (F2)"));
}

UI_TEST(a_small_screen_shows_words_above_their_texts)
{
	(void)canvas_resize(&canvas, 20, 5);
	(void)press("?\t");
	for (int i = 0; i < 2000 && !shows("counted by CPU"); i++)
		(void)press_code(KEYCODE_DOWN);
	assert_true(shows("counted by CPU"));
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.help_scroll, ui.help_lines - ui.page);
}
