/* SPDX-License-Identifier: GPL-2.0-only */
/* The help screen: its first page, its parts, small screens. Its words: test-help_words.c. */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/help/help_text.h"
#include "ui/screen/screen.h"

UI_TEST(the_first_page_has_the_keys_and_signs_of_the_screen)
{
	AFTER("?", "d          why: its detail", "z          freeze", "CPUs by socket and core",
	      "BAD FE BE in bars", "order: largest", "!followed", "!tagged");
	AFTER("? f?", "tagged (Space)", "followed (key f)");
	AFTER("?d?", "node above, below", "copy perf record", "the threshold, in a bar");
	AFTER("?M?", "a cell back, forward", "not known who ran", "!copy perf");
	AFTER("?<Esc><Esc>M?", "CPU above, below", "in cells", "the frozen interval");
	AFTER("?<Esc>O?", "the other side", "column: shown, or not", "!in bars");
}

/* With a status line, which takes a line from the page. */
UI_TEST(the_second_page_at_80x24_holds_the_ideas)
{
	state_say(&ui, "a sentence");
	AFTER("?\t", "a CPU core has a few slots", "What loses most|limit of a program",
	      "Good is much RET", "HEAVY   10 heavy operations", "LIGHT   60 ", "MISP    10 ",
	      "CLEARS  10 ", "LAT     10 ", "BW      20 ", "MEM     20 memory bound",
	      "CORE    10 core bound");
}

UI_TEST(classes_have_the_sign_that_they_have_in_bars)
{
	AFTER("?\t", "retiring: slots|\u2588 RET     70", "bad speculation: work|\u2591 BAD     15",
	      "frontend bound: no|\u2592 FE      15", "backend bound: instr|\u2593 BE      20");
	ui.look.ascii = true;
	NOW("retiring: slots|R RET     70", "bad speculation: work|S BAD     15");
}

UI_TEST(a_cpu_without_the_four_classes_has_its_own)
{
	const struct family *family = fixture_machine.family;

	fixture_machine.family = cpu_family_find("Arm Neoverse N1");
	assert_non_null(fixture_machine.family);
	AFTER("?\t", "BECYC   20 backend stalled cycles");
	fixture_machine.family = cpu_family_find("no TopDown counters");
	AFTER("?", "g cgroups", "/ search", "!B/F/S/R");
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
	AFTER("?\t\t", "First line: the machine");
	AFTER("\t", "Status line");
	AFTER("\t\t\t\t", "Navigate");
	AFTER("\t", "Time map (M)");
	AFTER("\t", "Scope (M in");
	AFTER("\t", "Code views (h, b");
	AFTER("\t\t", ":help-scroll 0", "Signs on it");
}

UI_TEST(slash_searches_the_lines_of_the_help)
{
	AFTER("?/SHARES MAY", "shares may be stale", "!no line has");
	AFTER("x", "no line has this");
	AFTER("<Esc>", ":help-scroll 0");
}

/* Keys may come faster than frames. */
UI_TEST(two_tabs_at_once_go_two_parts_on)
{
	(void)press("?");
	(void)ui_key(&ui, '\t');
	(void)ui_key(&ui, '\t');
	screen_draw(&ui, &canvas);
	assert_int_equal(ui.help_scroll, ui.help_starts[HELP_HEAD]);
}

UI_TEST(tab_leads_from_the_last_part_to_the_first_on_a_large_screen)
{
	size_t tabs = 1;

	for ((void)press("<size 200x60>?\t"); ui.help_scroll && tabs <= HELP_PARTS; tabs++)
		(void)press("\t");
	assert_in_range(tabs, 2, HELP_PARTS);
}

UI_TEST(space_and_page_down_turn_the_page)
{
	(void)press("? ");
	assert_int_equal(ui.help_scroll, ui.page - 1);
	AFTER("<PgUp>", ":help-scroll 0");
	(void)press("<PgDn>");
	assert_int_equal(ui.help_scroll, ui.page - 1);
	assert_int_equal(tags_count(&ui.tags, ROW_PROCESS), 0);
}

UI_TEST(a_small_screen_shows_words_above_their_texts)
{
	(void)press("<size 20x5>?\t\t");
	for (int i = 0; i < 2000 && !shows("counted by CPU"); i++)
		(void)press_code(KEYCODE_DOWN);
	assert_true(shows("counted by CPU"));
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.help_scroll, ui.help_lines - ui.page);
}
