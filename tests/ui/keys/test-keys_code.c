/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys of the code views, over the hand-made profile of fixture_code.h. */
#include "config.h"

#include "tests/fixtures/fixture_code.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/code/code_text.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_state.h"
#include "ui/screen/screen.h"

static struct profile_exchange *exchange;
static struct code_names names;
static unsigned int requests;

static void count_request(void *data)
{
	requests++;
}

static const struct profile *written;
static enum code_export written_as;
static bool is_written;

static bool start_writing(void *data, enum code_export format, const struct profile *profile)
{
	written = profile;
	written_as = format;
	return true;
}

static bool end_writing(void *data, char *text, size_t size)
{
	if (text && is_written)
		(void)snprintf(text, size, "written to perf.data.bolt");
	return is_written || !text;
}

AROUND(setup)
{
	(void)fixture_ui_setup(state);
	exchange = profile_exchange_new();
	names = fixture_code_names();
	fixture_code_answer(false);
	requests = 0;
	written = NULL;
	is_written = false;
	code_init(&ui.code, &(struct code_seams){ .profiles = exchange, .names = &names,
						  .asked = count_request, .export = start_writing,
						  .exported = end_writing, .title = "perf.data" },
		  ui.look.code_columns);
}

AROUND(teardown)
{
	(void)fixture_ui_teardown(state);
	profile_exchange_free(exchange);
}

/* The answer to the request with this serial number. */
static void answer(uint32_t serial, enum fixture_code which)
{
	const struct profile_news news = fixture_code_news(serial);

	profile_exchange_publish(exchange, fixture_code_profile(which), &news);
	(void)code_take(&ui.code, 1);
	screen_draw(&ui, &canvas);
}

/* Opens functions of everything, as in a recording without TopDown. */
static void open_functions(enum fixture_code which)
{
	code_open(&ui.code, CODE_FUNCTIONS, 0, "");
	answer(ui.code.request.serial, which);
}

static void step_profile(const char *name)
{
	answer(ui.code.request.serial, !strcmp(name, "later")   ? FIXTURE_CODE_LATER :
				       !strcmp(name, "samples") ? FIXTURE_CODE_SAMPLES :
								  FIXTURE_CODE_USUAL);
}

AROUND(setup_functions)
{
	(void)setup(state);
	open_functions(FIXTURE_CODE_USUAL);
}

/* Begins with the functions of the usual profile. */
#define CODE_TEST(sentence) TEST_WITH(sentence, setup_functions, teardown)

/* The text of the row under the cursor. */
static bool cursor_is_on(const char *text)
{
	char row[1024] = "";
	int x = 0;

	screen_draw(&ui, &canvas);
	for (int y = 0; y < canvas.h; y++)
		if (canvas.cells[y * canvas.w].flags & CELL_SELECTED)
			for (x = 0; x < canvas.w; x++)
				row[x] = (char)canvas.cells[y * canvas.w + x].code;
	row[x] = '\0';
	return strstr(row, text) != NULL;
}

const struct word own_words[] = {
	{ "cursor", .is = cursor_is_on },
	{ "profile", .act = step_profile },
	{ .name = NULL },
};

CODE_TEST(enter_leads_from_a_function_to_its_blocks_and_esc_back_to_its_row)
{
	AFTER("↓", ":cursor main");
	AFTER("kj", ":cursor main");
	AFTER("\r", "blocks of main", "main+0x16", "!hash_probe");
	AFTER("<Esc>", "OBJECT", ":cursor main");
}

TEST_WITH(a_recording_with_nothing_else_is_not_left_by_esc, setup, teardown)
{
	ui.code.seams.alone = true;
	open_functions(FIXTURE_CODE_USUAL);
	AFTER("<Esc>", ":code", "q quits");
}

CODE_TEST(esc_leads_back_to_the_list)
{
	AFTER("<Esc>", "!:code", "COMMAND");
}

CODE_TEST(names_that_come_later_join_the_addresses_of_a_function)
{
	NOW("libz.so.1+0x2010", "libz.so.1+0x2100");
	fixture_code_answer(true);
	assert_true(code_take(&ui.code, 1000000000));
	NOW("crc32_z|8.6", "!libz.so.1+0x");
}

CODE_TEST(rows_are_grouped_by_new_names_a_few_times_a_second_only)
{
	fixture_code_answer(true);
	(void)code_take(&ui.code, 2);
	assert_true(shows("libz.so.1+0x2010") || shows("crc32_z"));
	assert_int_equal(ui.code.functions.pending, 2);
	assert_in_range(code_wait_ms(&ui.code, 2), 200, 251);
	(void)code_take(&ui.code, 300000000);
	assert_int_equal(ui.code.functions.pending, 0);
	assert_int_equal(code_wait_ms(&ui.code, 300000000), -1);
}

CODE_TEST(the_cursor_stays_on_its_row_when_another_profile_comes)
{
	AFTER("↓<profile later>", ":cursor main", ":code-line 0");
}

CODE_TEST(columns_order_the_rows_and_what_is_not_known_is_last_either_way)
{
	AFTER("b>>>", "MISP/ALL", ":cursor main+0x54");
	AFTER("I", ":cursor hash_p");
	AFTER("<End>", ":cursor 0x18e3");
	AFTER("I<End>", ":cursor 0x18e3");
}

CODE_TEST(a_menu_of_the_columns_that_are_shown_chooses_the_order)
{
	AFTER("b<F6>", "Sort by: ", " TAKEN%     ▼ of all taken branches", "!DIFF");
	NOW(" MISP/ALL≈    the same of all its executions");
	AFTER("c\r", "CYCLES▼", ":cursor main+0x48");
	AFTER("<F6><Esc>", "!Sort by", "CYCLES▼");
	AFTER("I<F6>", " CYCLES     ▲");
}

CODE_TEST(a_menu_chooses_which_columns_are_shown_and_where)
{
	AFTER("b<F2>", "Columns: ", "[x] TAKEN%", "[ ] OBJECT", "TAKEN%▼");
	AFTER("jj <Home>>>><Esc>", "!P(TAKEN)", "MISP/TAKEN    TAKEN%▼", ":cursor main+0x54");
	AFTER("<F2>r<Esc>", " TAKEN%▼  P(TAKEN) MISP/TAKEN");
}

CODE_TEST(a_filter_has_words_and_comparisons_of_columns)
{
	AFTER("\\memhog share>5", ":code-rows 2");
	AFTER("<Ctrl-U>!memhog\r", ":code-rows 5", "filter !memhog: 5 of 8");
	AFTER("\\<Esc>", ":code-rows 8");
}

CODE_TEST(a_comparison_that_cannot_be_understood_is_not_kept)
{
	(void)press("\\main frob>5\r");
	assert_string_equal(ui.find.trouble, "filter: unknown column \"frob\" at 6; there are SHARE%, SAMPLES, "
			    "FUNCTION, OBJECT, LINE");
	NOW(":find filter");
}

CODE_TEST(a_filter_of_code_is_of_the_language_of_the_lists)
{
	AFTER("\\share>40 || share<0.25", ":code-rows 3");
	AFTER("<Ctrl-U>not memhog and SHARE%>=5%", ":code-rows 1");
	AFTER("<Ctrl-U>object~^lib", ":code-rows 2");
	AFTER("<Ctrl-U>share±>0.5", ":code-rows 2");
	AFTER("<Ctrl-U>sampels>1", "did you mean SAMPLES?");
	AFTER("<Ctrl-U>samples±>1", "SAMPLES at 1 has no error");
}

CODE_TEST(a_filter_is_of_its_view)
{
	AFTER("<size 80x24>\\share>40 || object~nosuchlib || function~nosuch\r", "of 8", "!near_taken:u/");
	AFTER("\\<Ctrl-U>share>40\r", ":code-rows 1");
	AFTER("b", "!filter share");
	AFTER("h", "filter share>40");
}

CODE_TEST(an_operator_is_a_word_of_a_filter)
{
	AFTER("\\probe<row", ":code-rows 1", ":trouble");
}

CODE_TEST(a_search_moves_to_the_match_and_n_to_the_next)
{
	AFTER("/libz\r", ":cursor 0x2010");
	AFTER("n", ":cursor 0x2100");
	AFTER("n", ":cursor 0x2010");
	AFTER("N", ":cursor 0x2100");
	AFTER("<Esc>", ":code", "!search libz");
}

CODE_TEST(space_lists_the_targets_of_an_indirect_branch)
{
	AFTER("b", "2 targ", "!→ op_m");
	AFTER("↓↓↓ ", "→ op_m", ":cursor 2 targ");
	AFTER(" ", "!→ op_m");
}

CODE_TEST(rows_are_tagged_and_followed_as_in_lists)
{
	AFTER("  ", "2 tagged: SHARE% 89.2 ±1.0", "hash_probe|*", ":code-line 2");
	AFTER("\\libz\r", ":code-rows 2", "2 tagged: SHARE% 89.2");
	AFTER("U\\<Esc>", "!tagged");
	AFTER("kfI", "following ", "»");
	AFTER("\\nothing\r", "the followed row is not listed");
	AFTER("d\\<Esc>", "following ");
	AFTER("j", "!following");
}

CODE_TEST(the_next_event_is_asked_for_and_the_old_profile_stays_until_it_comes)
{
	AFTER("e", "hash_probe", "reading");
	assert_int_equal(ui.code.request.event, 1);
	assert_int_equal(requests, 2);
	AFTER("<profile samples>", "cpu-clock", "!reading");
}

CODE_TEST(a_profile_of_an_older_request_is_not_shown)
{
	(void)press("e");
	answer(ui.code.request.serial - 1, FIXTURE_CODE_SAMPLES);
	NOW("!cpu-clock", "hash_probe");
}

CODE_TEST(brackets_step_through_windows_of_time_and_s_shows_all)
{
	struct profile_request first;

	assert_int_equal(code_window_ns(&ui.code), 500000000);
	AFTER("]", "WINDOW 0-0.5 s\n");
	first = ui.code.request;
	assert_int_equal(first.from_ns, 1000000000);
	assert_int_equal(first.to_ns, 1500000000);
	(void)press("]");
	assert_int_equal(ui.code.request.from_ns, first.to_ns);
	(void)press(")");
	assert_int_equal(ui.code.window, code_windows(&ui.code));
	AFTER("]", "no more windows");
	(void)press("s");
	assert_int_equal(ui.code.request.to_ns, 0);
}

CODE_TEST(a_frozen_profile_stays_while_reading_goes_on)
{
	AFTER("z", "FROZEN");
	AFTER("<profile samples>", "!cpu-clock");
	(void)press("z");
	(void)code_take(&ui.code, 2);
	assert_true(shows("cpu-clock"));
}

CODE_TEST(functions_are_compared_with_an_earlier_profile)
{
	assert_false(shows("DIFF"));
	AFTER("x]<profile later>", "main|+26.8");
	AFTER("x", "!DIFF");
	AFTER("ox", "no DIFF in hot paths: functions (h)");
}

CODE_TEST(branches_are_compared_with_an_earlier_profile)
{
	AFTER("b", "!DIFF");
	AFTER("x]<profile later>", "main+0x54|\u22125.0", "+0x19|+0.1");
	AFTER("x", "!DIFF");
}

CODE_TEST(blocks_are_compared_with_an_earlier_profile)
{
	(void)press("x]<profile later>v<Esc>");
	code_open(&ui.code, CODE_BLOCKS, 0, "");
	AFTER("<profile later>", "\u221220.0");
	AFTER("xx", "compared with this from now on");
}

TEST_WITH(b_in_a_list_opens_branches_of_the_selected_process, setup, teardown)
{
	const struct row *row = state_selected(&ui);

	AFTER("b", ":code", ":code-steps 1", ":code-view branches");
	assert_int_equal(ui.code.request.pid, row->id);
	AFTER("<profile usual>", ":code-view branches");
}

TEST_WITH(b_shows_functions_where_there_are_no_branch_stacks, setup, teardown)
{
	AFTER("b<profile samples>", ":code-view functions", "no branch stacks: these are functions");
	AFTER("b", ":code-view branches", "no branch stacks", "!b branches", "!o paths");
	AFTER("k", ":code-view call stacks");
}

TEST_WITH(without_profiles_b_says_what_it_needs, setup, teardown)
{
	ui.code.seams.profiles = NULL;
	AFTER("b", "!:code", "tdtop -i FILE");
}

TEST_WITH(enter_in_a_detail_opens_the_functions_of_the_process, setup, teardown)
{
	AFTER("d\r", ":code", ":code-view functions");
	assert_true(ui.code.request.pid > 0);
	AFTER("<Esc>", ":detail");
}

TEST_WITH(the_same_process_is_not_read_again, setup, teardown)
{
	AFTER("b<profile usual><Esc>b", "main+0x54");
	assert_int_equal(requests, 1);
}

CODE_TEST(keys_of_lists_do_nothing_in_code_views)
{
	AFTER("B", "does nothing in the code views");
	AFTER("T", "theme light");
}

CODE_TEST(a_click_selects_a_row_and_a_click_on_a_head_orders)
{
	(void)click_at(5, 6, false);
	assert_int_equal(code_list_shown(&ui.code)->index, 2);
	(void)click_at(22, 3, false);
	assert_true(shows("FUNCTION▲"));
}

CODE_TEST(a_profile_is_written_in_the_format_that_a_key_chooses)
{
	AFTER("E", "b bolt");
	AFTER("b", "writing");
	assert_ptr_equal(written, ui.code.of.profile);
	assert_int_equal(written_as, CODE_EXPORT_BOLT);
	assert_false(code_export_take(&ui.code));
	is_written = true;
	assert_true(code_export_take(&ui.code));
	assert_true(shows("written to perf.data.bolt"));
}

CODE_TEST(a_profile_that_is_being_written_stays_when_another_one_comes)
{
	AFTER("Ebe<profile samples>", "cpu-clock");
	assert_int_equal(written->stacks, 3732);
	AFTER("E", "a file is being written");
	is_written = true;
	assert_true(code_export_take(&ui.code));
}

TEST_WITH(an_event_without_the_stacks_of_a_format_is_not_written, setup, teardown)
{
	open_functions(FIXTURE_CODE_SAMPLES);
	AFTER("Ep", "no branch stacks");
	AFTER("Ef", "no call stacks");
	AFTER("E<Esc>", ":code");
	assert_null(written);
}

CODE_TEST(help_of_a_code_view_begins_with_its_keys_and_signs)
{
	AFTER("?", "down: blocks, the histogram", "standard error", "!in bars");
	AFTER("?", "hash_probe");
}

CODE_TEST(a_column_that_is_known_in_no_row_is_not_shown)
{
	struct profile_branch *branches = (struct profile_branch *)ui.code.of.profile->branches;

	assert_true(shows_after("<size 132x40>b", "KIND") && shows("MISP/ALL"));
	for (size_t i = 0; i < ui.code.of.profile->n_branches; i++) {
		branches[i].kind = BRANCH_UNKNOWN;
		branches[i].misp_all.value = NAN;
	}
	assert_true(code_list_make(&ui.code));
	assert_false(shows("KIND") || shows("MISP/ALL"));
	assert_true(shows("MISP/TAKEN"));
}

CODE_TEST(a_place_is_cut_before_the_digits_that_tell_it_from_others)
{
	static const struct {
		int cells;
		const char *text;
	} cuts[] = {
		{ 27, "[kernel]+0xffffffff81a3f456" }, { 22, "[k…+0xffffffff81a3f456" },
		{ 14, "[kernel…a3f456" }, { 8, "[…a3f456" }, { 7, "[kerne…" },
	};

	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
		char text[64] = "[kernel]+0xffffffff81a3f456";

		code_text_shorten(&ui.code.of, text, sizeof(text), cuts[i].cells);
		assert_string_equal(text, cuts[i].text);
	}
}

CODE_TEST(of_places_without_symbols_no_lines_are_shown_and_the_offset_stays)
{
	NOW("LINE");
	ui.code.of.names = NULL;
	assert_true(code_list_make(&ui.code));
	NOW("!LINE", "libz.so.1+0x2100");
	AFTER("b", "!LINES");
	AFTER("<size 20x24>o", "!LINE", "loop mem\u2026+0x1205\u2026+20");
	AFTER("<size 37x24>h", "[kern\u2026+0xffffffff81000010");
}

TEST(a_number_with_a_large_error_has_no_decimals)
{
	struct code_cell cell = { .text = "" };

	code_text_percent(&ui.code.of, (struct estimate){ 1, .57 }, &cell);
	assert_string_equal(cell.text, "100 \u00b157");
	code_text_cycles(&ui.code.of, (struct estimate){ 81.5, 27.3 }, &cell);
	assert_string_equal(cell.text, "82 \u00b127");
}
