/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys of the group "Find": filter, search, menu of users, follow, tags. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"

/* The next interval, in which a process and its thread are a kernel thread. */
static void run_a_kernel_thread(const char *value)
{
	struct snapshot *next = fixture_snapshot(newest->seq + 1);
	struct row *row = (struct row *)snapshot_find(next, ROW_PROCESS, PID_LEVEL1);

	row->kernel = true;
	next->table[ROW_THREAD].rows[row->first].kernel = true;
	next_snapshot(next);
}

static void follow(const char *pid)
{
	while (state_selected(&ui)->id != atoi(pid))
		(void)press("j");
	(void)press("f");
}

static bool a_row_is_selected(const char *value)
{
	for (int i = 0; i < canvas.w * (canvas.h - 1); i++)
		if (canvas.cells[i].flags & CELL_SELECTED)
			return true;
	return false;
}

static bool is_listed(const char *id)
{
	for (size_t i = 0; i < ui.n_rows; i++)
		if (ui.rows[i]->id == atoi(id))
			return true;
	return false;
}

static bool is_user(const char *name)
{
	return !strcmp(ui.filters[VIEW_PROCESSES].user, name);
}

static bool needs_level_2(const char *value)
{
	return state_level2_demand(&ui) == LEVEL2_NEEDED;
}

const struct word own_words[] = {
	{ "follow", .act = follow },
	{ "kernel-thread", .act = run_a_kernel_thread },
	{ "level-2-needed", .is = needs_level_2 },
	{ "lists", .is = is_listed },
	{ "selected", .is = a_row_is_selected },
	{ "user", .is = is_user },
	{ .name = NULL },
};

/* With rotating groups level 2 is counted only while it is shown. */
UI_TEST(level_2_is_asked_for_by_whatever_shows_sorts_or_filters_by_it)
{
	NOW("!:level-2-needed");
	AFTER("\\mem>20\r", ":level-2-needed");
	AFTER("\\<Ctrl-U>be>20\r", "!:level-2-needed");
	choose_columns(VIEW_THREADS, "pid,lat");
	NOW("!:level-2-needed");
	choose_columns(VIEW_PROCESSES, "pid,lat");
	NOW(":level-2-needed");
}

UI_TEST(a_filter_holds_as_it_is_typed)
{
	AFTER("N\\php", ":listed 2400", "Filter: php", "filter php: 1 of 7 rows");
	AFTER("<Backspace><Ctrl-U>", ":rows 7");
	AFTER("be>40", ":listed 2311 2700");
	AFTER("\r", ":find nothing", ":listed 2311 2700");
	(void)press("v");	/* threads as well */
	assert_true(ui.n_rows < ui.n_all);
	next_snapshot(fixture_snapshot(2));
	assert_true(ui.n_rows < ui.n_all);
	AFTER("\\", "Filter: be>40");	/* for editing */
	AFTER("<Esc>", ":rows 10", "!be>40");
}

UI_TEST(a_filter_that_is_not_understood_is_not_kept)
{
	AFTER("\\user=root", ":listed 2311");
	AFTER(" && (", ":listed 2311", "something is missing at 15");	/* the last valid one */
	AFTER("<Backspace>foo>", "unknown column \"foo\" at 14");
	AFTER("\r", ":reaction none", ":find filter");
	AFTER("<Esc>", ":rows 7");
}

UI_TEST(typed_text_stays_valid_utf_8)
{
	(void)press("\\a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	(void)press_code(0x202E);	/* changes the direction */
	(void)press_code(0x07);
	for (int i = 0; i < 300; i++)
		(void)press_code(0x6F22);
	assert_true(strlen(ui.find.text) < FILTER_TEXT);
	while (strlen(ui.find.text) > 10)
		(void)press_code(KEYCODE_BACKSPACE);
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	AFTER("<Backspace><Backspace>", ":find-text a\xE6\xBC\xA2");
	AFTER("<Backspace><Backspace>", ":find filter");
	AFTER("<Backspace>", ":find nothing");	/* an empty text closes the line */
}

UI_TEST(cpus_are_filtered_by_themselves_below_their_sockets)
{
	AFTER("\\ret>1000\r", ":rows 0", "no row matches the filter");
	AFTER("c", ":rows 7", "!ret>1000");
	/* its socket and core are above it */
	AFTER("\\cpu#=3\r", ":listed 0 1 3", "filter cpu#=3: 3 of 7 rows");
	AFTER("\\<Ctrl-U>pid=1", "\"pid\" at 1 is a column of processes, not of CPUs");
	AFTER("<Esc>", ":rows 7");
}

UI_TEST(users_are_filtered_and_searched)
{
	ui.view = VIEW_USERS;
	assert_int_equal(state_list(&ui), 0);
	AFTER("\\alic\r", ":rows 1", "filter alic: 1 of 2 rows");
	AFTER("\r", ":rows 6");	/* all of her processes */
	AFTER("<Esc>\\<Esc>/procs=1\r", "search procs=1: n/N", ":on-name root");
	AFTER("g", "!search procs=1");	/* a search of users does not apply to cgroups */
	AFTER("n", "no search yet");
}

UI_TEST(inside_of_a_process_is_a_filter_of_its_own)
{
	AFTER("\\memhog\r\r", ":rows 4");	/* whatever their names are */
	AFTER("\\walker\r", ":rows 2");
	AFTER("<Esc>", ":listed 2311");
	AFTER("\r", ":rows 4");
}

UI_TEST(a_search_moves_to_the_next_match_around_the_end)
{
	AFTER("N/c", ":on 2400");	/* alice */
	AFTER("ompute", ":on 2500");
	(void)press_code(KEYCODE_BACKSPACE);	/* starts where the search began */
	AFTER("<Backspace><Backspace><Backspace><Backspace><Backspace><Backspace>", ":on 2311");
	AFTER("comm~^c\r", ":on 2500");
	AFTER("n", ":on 2800");
	AFTER("nn", ":on 2500");
	AFTER("N", ":on 2900", ":rows 7", "search comm~^c");
	(void)press("R<Esc>N");	/* the search continues in another order; N sorts again */
	assert_string_equal(column_key(ui.views[VIEW_PROCESSES].order.column), "pid");
	assert_false(shows("search comm"));
}

UI_TEST(a_search_that_is_dropped_goes_back)
{
	AFTER("Njj/cron", ":on 2900");
	AFTER("x", "no row matches", ":on 2500");
	AFTER("<Esc>", ":on 2500");
	assert_false(ui.find.search);
	AFTER("n", "no search yet");
}

UI_TEST(a_search_that_matches_nothing_says_so_however_long_it_is)
{
	AFTER("/0123456789012345678901234567890123456789012345678901234567890123456789", "no row matches");
	AFTER("\r", ":find nothing", "no row matches");
	AFTER("/  \r", "!something is missing");
	AFTER("\\0123456789012345678901234567890123456789012345678901234567890123456789\r",
	      "filter 012345678901234567890123456789012345678\u2026: 0 of 7 rows");
}

UI_TEST(a_filter_by_cost_means_the_class_that_the_list_is_sorted_by)
{
	AFTER("B\\cost>2.5\r", ":rows 3");		/* memhog, oldcount, php-fpm: backend bound */
	AFTER("F", ":rows 2", ":row 1 2400");	/* memhog, php-fpm: frontend bound */
	AFTER("P", ":rows 2");
}

UI_TEST(the_menu_of_users_chooses_one_or_all)
{
	AFTER("u", "all users", ":menu-lines 3", "alice                            6",
	      "root                             1");
	(void)press("jj");
	next_snapshot(fixture_snapshot(2));	/* the menu stays where it was */
	AFTER("\r", ":reaction rows", ":listed 2311", "user root: 1 of 7 rows");
	AFTER("\\cpu>0\r", "user root");	/* both apply */
	AFTER("uk\r", ":rows 6");	/* her processes that ran a little */
	AFTER("u<Home>\r", ":user");
	assert_string_equal(ui.filters[VIEW_PROCESSES].text, "cpu>0");
	AFTER("uj<Esc>", ":user");	/* nothing chosen */
}

UI_TEST(a_user_who_is_not_known_cannot_be_chosen)
{
	struct snapshot *next = fixture_draft(2);

	fixture_row(next, ROW_PROCESS, PID_MEMHOG)->user = 0;
	next_draft(next);
	assert_int_equal(next->table[ROW_USER].n, 2);
	AFTER("u", ":menu-lines 2");
	AFTER("j\r", ":user alice", ":rows 6");
	/* The user has no rows any more: the list says what is empty, and why. */
	assert_true(row_filter_set(&ui.filters[VIEW_PROCESSES], ROW_PROCESS, NULL, "nobody", NULL));
	next_snapshot(fixture_snapshot(3));
	assert_true(shows("no row of this user"));
}

UI_TEST(kernel_threads_are_hidden_and_the_screen_says_so)
{
	AFTER("<kernel-thread>N", ":listed 2311 2400 2500 2600 2700 2800 2900");
	AFTER("K", ":listed 2311 2400 2500 2700 2800 2900", "kernel threads hidden (K): 6 of 7 rows");
	AFTER("t", ":rows 6");
	AFTER("tv", " hidden (K)", "!:lists 2600");
	AFTER("K", "kernel threads: shown", ":lists 2600");
}

UI_TEST(commands_of_kernel_threads_are_hidden_as_well)
{
	struct snapshot *next = fixture_draft(2);
	size_t all;

	fixture_row(next, ROW_PROCESS, PID_LEVEL1)->kernel = true;
	next_draft(next);
	AFTER("C", "oldcount");
	all = ui.n_rows;
	assert_int_equal(rows_after("KX"), all - 1);
	NOW("!oldcount", "kernel threads hidden (K)");
	assert_true(shows("exited tasks: hidden in lists of tasks"));	/* not their sums */
}

UI_TEST(exited_tasks_are_hidden_and_the_screen_says_so)
{
	AFTER("NX", ":listed 2311 2400 2500 2600 2700 2900", "exited hidden (X): 6 of 7 rows");
	AFTER("c", "!exited hidden");	/* CPUs do not exit */
	AFTER("cX", ":rows 7", "!exited hidden");
}

UI_TEST(a_wrong_filter_is_told_in_the_line_with_the_nearest_column)
{
	AFTER("\\bakend>40",
	      "Filter: bakend>40   unknown column \"bakend\" at 1: did you mean \"be\" (Backend bo\u2026");
	AFTER("<Ctrl-U>BE>40%", ":listed 2311 2700");
	AFTER(" and", "something is missing at 11");
	AFTER(" CPU%>50", ":listed 2311");
}

UI_TEST(what_is_hidden_stays_hidden_with_a_filter_and_in_other_lists)
{
	AFTER("<kernel-thread>K\\cpu<100\r", ":rows 5", "!:lists 2600");
	AFTER("\\<Esc>", ":rows 6");
	AFTER("NX", ":rows 5");
	AFTER("\r", ":inside", "exited hidden (X)");	/* the threads of memhog */
	AFTER("KX", "!hidden");
}

UI_TEST(a_list_without_rows_names_the_keys_that_hide_them)
{
	struct snapshot *next = fixture_draft(2);

	for (size_t i = 0; i < next->table[ROW_PROCESS].n; i++)
		next->table[ROW_PROCESS].rows[i].exited = true;
	next_draft(next);
	AFTER("X", ":rows 0", "all rows are hidden (K shows kernel threads, X exited tasks)");
}

UI_TEST(follow_holds_on_to_the_task_and_marks_it)
{
	/* the untouched cursor is on the first line */
	AFTER("f", ":on 2311", "2311\xC2\xBB", "following 2311 memhog");
	AFTER("I", ":on 2311");
	assert_true(ui.views[VIEW_PROCESSES].cursor.index > 0);
	AFTER("\\alice\r", "followed task 2311 is hidden here");
	AFTER("\\<Esc>", ":on 2311");
	AFTER("j", "!following");
}

UI_TEST(tagged_rows_are_marked_and_their_counts_summed)
{
	struct lone_row sum;

	/* memhog, php-fpm; each tag moves to the next line */
	AFTER("N  ", ":on 2500", "2311*", "2400*");
	/* 265 % CPU of 10.9 % RET and 40 % of 30 %: (28.8 + 12) / 305, by counts. */
	assert_int_equal(tags_sum(&ui.tags, ui.snapshot, ROW_PROCESS, &sum), 2);
	assert_true(sum.numbers.values.percent[M_RETIRING] > 13 && sum.numbers.values.percent[M_RETIRING] < 14);
	assert_int_equal(sum.numbers.values.quality[M_RETIRING], Q_SCALED);	/* one of them ran */
	assert_true(shows("2 tagged, 2 ran  CPU 305.0 \xC2\xB7 RET ~13."));
	AFTER("v", "!tagged");		/* processes have; both would count twice */
	while (ui.view != VIEW_PROCESSES)
		(void)press("v");
	assert_true(shows("2 tagged"));
	/* Short form: the filter comes first. */
	AFTER("\\php\r", "1 of 7 rows \xC2\xB7 2 tagged  CPU 305.0 \xC2\xB7 RET ~13  BAD");
	AFTER("N ", "1 tagged");	/* the tag is removed */
	AFTER("U", "!tagged");
}

UI_TEST(whole_percents_of_tagged_rows_are_rounded)
{
	next_with(5000, "most", 4, (double[]){ 74.7, 5, 8.4, 11.9 }, 0.5);
	AFTER("z\\most\r<Home> ", "RET 75  BAD 5  FE 8  BE 12");
}

UI_TEST(a_tag_stays_with_its_task)
{
	struct snapshot *without = fixture_draft(2);

	(void)press("N ");
	fixture_row(without, ROW_PROCESS, PID_MEMHOG)->start_ns = 999999;	/* a reused pid */
	next_draft(without);
	NOW("1 tagged, 0 ran", "!2311*");
	next_snapshot(fixture_snapshot(3));
	NOW("1 tagged, 1 ran", "2311*");
}

UI_TEST(a_followed_task_that_has_exited_is_told_from_one_that_sleeps)
{
	AFTER("<follow 2800>", "following 2800 cc1plus");
	/* cc1plus has exited, and cron sleeps */
	AFTER("<without 2>", "followed task 2800 has exited");
	AFTER("jf<next><follow 2900><without 2>", "followed task 2900 did not run");
	AFTER("<next>", "following 2900 cron");
}

UI_TEST(no_other_row_stands_for_a_followed_task_that_is_gone)
{
	AFTER("<follow 2800>", ":selected");
	AFTER("<without 2>", "!:selected");
	AFTER("d", ":reaction draw", "!:detail", "the followed task is not in the list: f ends following");
	AFTER("\r", ":reaction draw", "!:inside");
	AFTER(" ", ":tags 0");
	AFTER("f", ":selected");
	AFTER("d", ":detail");
}

UI_TEST(an_exit_is_noted_while_the_screen_is_frozen)
{
	struct snapshot *next = fixture_snapshot(2);

	(void)press("<follow 2900>z");
	fixture_row(next, ROW_PROCESS, PID_IDLE)->exited = true;
	next_snapshot(next);
	next_without(3, 2);
	assert_true(shows("following 2900 cron"));	/* in the frozen interval */
	AFTER("z", "followed task 2900 has exited");
}

UI_TEST(a_task_with_the_number_of_the_followed_one_is_another)
{
	struct snapshot *next = fixture_snapshot(2);

	(void)press("<follow 2900>");
	fixture_row(next, ROW_PROCESS, PID_IDLE)->start_ns += 1;
	next_snapshot(next);
	NOW("followed task 2900 has exited", "!:selected");
}

UI_TEST(a_detail_does_not_end_following)
{
	AFTER("<follow 2500>dd", "following 2500 compute");
}

/* As in htop; F10 must not quit while one types. */
UI_TEST(in_a_search_f3_goes_on_and_other_function_keys_do_nothing)
{
	size_t first;

	AFTER("<F3>", ":find search");
	(void)press("alice");
	first = ui.views[VIEW_PROCESSES].cursor.index;
	(void)press_code(KEYCODE_F3);
	assert_true(ui.views[VIEW_PROCESSES].cursor.index > first);
	AFTER("<F10>", ":reaction none");
	AFTER("<F5>", ":reaction none", "!:tree", ":find search");
}
