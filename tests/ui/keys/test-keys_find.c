/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys of the group "Find": filter, search, menu of users, follow, tags. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"

/* The listed rows as pids, "2311 2400", when these keys were pressed; "": none. */
static const char *listed_after(const char *typed)
{
	static char text[256];
	size_t used = 0;

	(void)press(typed);
	text[0] = '\0';
	for (size_t i = 0; i < ui.n_rows && i < 20; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%d", i ? " " : "",
					 ui.rows[i]->id);
	return text;
}

/* With rotating groups level 2 is counted only while it is shown. */
UI_TEST(level_2_is_asked_for_by_whatever_shows_sorts_or_filters_by_it)
{
	assert_int_not_equal(state_level2_demand(&ui), LEVEL2_NEEDED);
	(void)press("\\mem>20\r");
	assert_int_equal(state_level2_demand(&ui), LEVEL2_NEEDED);
	(void)press("\\<Ctrl-U>be>20\r");
	assert_int_not_equal(state_level2_demand(&ui), LEVEL2_NEEDED);
	choose_columns(VIEW_THREADS, "pid,lat");
	assert_int_not_equal(state_level2_demand(&ui), LEVEL2_NEEDED);
	choose_columns(VIEW_PROCESSES, "pid,lat");
	assert_int_equal(state_level2_demand(&ui), LEVEL2_NEEDED);
}

UI_TEST(a_filter_holds_as_it_is_typed)
{
	assert_string_equal(listed_after("N\\php"), "2400");
	assert_true(shows("Filter: php"));
	assert_true(shows("filter php: 1 of 7 rows"));
	assert_int_equal(rows_after("<Backspace><Ctrl-U>"), 7);
	assert_string_equal(listed_after("be>40"), "2311 2700");
	(void)press("\r");
	assert_int_equal(ui.find.mode, FIND_NOTHING);
	assert_string_equal(listed_after(""), "2311 2700");
	(void)press("v");	/* threads as well */
	assert_true(ui.n_rows < ui.n_all);
	next_snapshot(fixture_snapshot(2));
	assert_true(ui.n_rows < ui.n_all);
	assert_true(shows_after("\\", "Filter: be>40"));	/* for editing */
	assert_int_equal(rows_after("<Esc>"), 10);
	assert_false(shows("be>40"));
}

UI_TEST(a_filter_that_is_not_understood_is_not_kept)
{
	assert_string_equal(listed_after("\\user=root"), "2311");
	assert_string_equal(listed_after(" && ("), "2311");	/* the last valid filter */
	assert_true(shows("something is missing at 15"));
	assert_true(shows_after("<Backspace>foo>", "unknown column \"foo\" at 14"));
	assert_int_equal(press("\r"), R_NONE);
	assert_int_equal(ui.find.mode, FIND_FILTER);
	assert_int_equal(rows_after("<Esc>"), 7);
}

UI_TEST(typed_text_stays_valid_utf_8)
{
	(void)press("\\a");
	(void)press_code(0x6F22);
	(void)press_code(0x1F600);
	(void)press_code(0xE9);
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	(void)press_code(0x202E);	/* changes the direction */
	(void)press_code(0x07);
	for (int i = 0; i < 300; i++)
		(void)press_code(0x6F22);
	assert_true(strlen(ui.find.text) < FILTER_TEXT);
	while (strlen(ui.find.text) > 10)
		(void)press_code(KEYCODE_BACKSPACE);
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	(void)press("<Backspace><Backspace>");
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2");
	(void)press("<Backspace><Backspace>");
	assert_int_equal(ui.find.mode, FIND_FILTER);
	(void)press_code(KEYCODE_BACKSPACE);	/* an empty text closes the line */
	assert_int_equal(ui.find.mode, FIND_NOTHING);
}

UI_TEST(cpus_are_filtered_by_themselves_below_their_sockets)
{
	assert_int_equal(rows_after("\\ret>1000\r"), 0);
	assert_true(shows("no row matches the filter"));
	assert_int_equal(rows_after("c"), 7);
	assert_false(shows("ret>1000"));
	(void)press("\\cpu#=3\r");
	assert_string_equal(listed_after(""), "0 1 3");	/* its socket and core are above it */
	assert_true(shows("filter cpu#=3: 3 of 7 rows"));
	(void)press("\\<Ctrl-U>pid=1");
	assert_true(shows("\"pid\" at 1 is a column of processes, not of CPUs"));
	assert_int_equal(rows_after("<Esc>"), 7);
}

UI_TEST(users_are_filtered_and_searched)
{
	ui.view = VIEW_USERS;
	assert_int_equal(state_list(&ui), 0);
	assert_int_equal(rows_after("\\alic\r"), 1);
	assert_true(shows("filter alic: 1 of 2 rows"));
	(void)press("\r");			/* all of her processes */
	assert_int_equal(ui.n_rows, 6);
	assert_true(shows_after("<Esc>\\<Esc>/procs=1\r", "search procs=1: n/N"));
	assert_string_equal(snapshot_text(ui.snapshot, state_selected(&ui)->name), "root");
	(void)press("g");			/* a search of users does not apply to cgroups */
	assert_false(shows("search procs=1"));
	assert_true(shows_after("n", "no search yet"));
}

UI_TEST(inside_of_a_process_is_a_filter_of_its_own)
{
	assert_int_equal(rows_after("\\memhog\r\r"), 4);	/* whatever their names are */
	assert_int_equal(rows_after("\\walker\r"), 2);
	(void)press_code(KEYCODE_ESCAPE);
	assert_string_equal(listed_after(""), "2311");
	assert_int_equal(rows_after("\r"), 4);
}

UI_TEST(a_search_moves_to_the_next_match_around_the_end)
{
	assert_int_equal(selected_after("N/c"), PID_SCALED);	/* alice */
	assert_int_equal(selected_after("ompute"), PID_COMPUTE);
	(void)press_code(KEYCODE_BACKSPACE);	/* starts where the search began */
	press_times(6, "<Backspace>");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_int_equal(selected_after("comm~^c\r"), PID_COMPUTE);
	assert_int_equal(selected_after("n"), PID_EXITED);
	assert_int_equal(selected_after("nn"), PID_COMPUTE);
	assert_int_equal(selected_after("N"), PID_IDLE);
	assert_int_equal(ui.n_rows, 7);
	assert_true(shows("search comm~^c"));
	(void)press("R");	/* the search continues in another order */
	(void)press_code(KEYCODE_ESCAPE);	/* N sorts again */
	(void)press("N");
	assert_string_equal(column_key(ui.views[VIEW_PROCESSES].order.column), "pid");
	assert_false(shows("search comm"));
}

UI_TEST(a_search_that_is_dropped_goes_back)
{
	assert_int_equal(selected_after("Njj/cron"), PID_IDLE);
	assert_true(shows_after("x", "no row matches"));
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	assert_int_equal(selected_after("<Esc>"), PID_COMPUTE);
	assert_false(ui.find.search);
	assert_true(shows_after("n", "no search yet"));
}

UI_TEST(a_filter_by_cost_means_the_class_that_the_list_is_sorted_by)
{
	(void)press("\\cost>2.5\r");
	assert_int_equal(ui.n_rows, 3);		/* memhog, oldcount, php-fpm: backend bound */
	assert_int_equal(rows_after("F"), 2);		/* memhog, php-fpm: frontend bound */
	assert_int_equal(ui.rows[1]->id, PID_SCALED);
	assert_int_equal(rows_after("P"), 2);
}

UI_TEST(the_menu_of_users_chooses_one_or_all)
{
	assert_true(shows_after("u", "all users"));
	assert_int_equal(ui.menu.n, 1 + 2);
	assert_true(shows("alice                            6"));
	assert_true(shows("root                             1"));
	(void)press("jj");
	next_snapshot(fixture_snapshot(2));	/* the menu stays where it was */
	assert_int_equal(press("\r"), R_ROWS);
	assert_string_equal(listed_after(""), "2311");
	assert_true(shows("user root: 1 of 7 rows"));
	assert_true(shows_after("\\cpu>0\r", "user root"));	/* both apply */
	assert_int_equal(rows_after("uk\r"), 5 + 1);	/* her processes that ran a little */
	(void)press("u<Home>\r");
	assert_string_equal(ui.filters[VIEW_PROCESSES].user, "");
	assert_string_equal(ui.filters[VIEW_PROCESSES].text, "cpu>0");
	(void)press("uj");
	(void)press_code(KEYCODE_ESCAPE);	/* nothing chosen */
	assert_string_equal(ui.filters[VIEW_PROCESSES].user, "");
}

UI_TEST(a_user_who_is_not_known_cannot_be_chosen)
{
	struct snapshot *next = fixture_draft(2);

	process_of(next, PID_MEMHOG)->user = 0;
	next_draft(next);
	assert_int_equal(next->table[ROW_USER].n, 2);
	(void)press("u");
	assert_int_equal(ui.menu.n, 1 + 1);
	(void)press("j\r");
	assert_string_equal(ui.filters[VIEW_PROCESSES].user, "alice");
	assert_int_equal(ui.n_rows, 6);
	/* The user has no rows any more: the list says what is empty, and why. */
	assert_true(row_filter_set(&ui.filters[VIEW_PROCESSES], ROW_PROCESS, NULL, "nobody", NULL));
	next_snapshot(fixture_snapshot(3));
	assert_true(shows("no row of this user"));
}

/* The next interval, in which a process and its thread are a kernel thread. */
static void run_a_kernel_thread(void)
{
	struct snapshot *next = fixture_snapshot(2);
	struct row *row = (struct row *)snapshot_find(next, ROW_PROCESS, PID_LEVEL1);

	row->kernel = true;
	next->table[ROW_THREAD].rows[row->first].kernel = true;
	next_snapshot(next);
}

UI_TEST(kernel_threads_are_hidden_and_the_screen_says_so)
{
	run_a_kernel_thread();
	assert_string_equal(listed_after("N"), "2311 2400 2500 2600 2700 2800 2900");
	assert_string_equal(listed_after("K"), "2311 2400 2500 2700 2800 2900");
	assert_true(shows("kernel threads hidden (K): 6 of 7 rows"));
	assert_int_equal(rows_after("t"), 6);
	assert_true(shows_after("tv", " hidden (K)"));
	assert_null(strstr(listed_after(""), "2600"));
	assert_true(shows_after("K", "kernel threads: shown"));
	assert_non_null(strstr(listed_after(""), "2600"));
}

UI_TEST(commands_of_kernel_threads_are_hidden_as_well)
{
	struct snapshot *next = fixture_draft(2);
	struct row_table *processes = &next->table[ROW_PROCESS];
	size_t all;

	for (size_t i = 0; i < processes->n; i++)
		processes->rows[i].kernel = processes->rows[i].id == PID_LEVEL1;
	next_draft(next);
	assert_true(shows_after("C", "oldcount"));
	all = ui.n_rows;
	assert_int_equal(rows_after("KX"), all - 1);
	assert_false(shows("oldcount"));
	assert_true(shows("kernel threads hidden (K)"));
	assert_true(shows("exited tasks: hidden in lists of tasks"));	/* not their sums */
}

UI_TEST(exited_tasks_are_hidden_and_the_screen_says_so)
{
	assert_string_equal(listed_after("NX"), "2311 2400 2500 2600 2700 2900");
	assert_true(shows("exited hidden (X): 6 of 7 rows"));
	assert_false(shows_after("c", "exited hidden"));	/* CPUs do not exit */
	assert_int_equal(rows_after("cX"), 7);
	assert_false(shows("exited hidden"));
}

UI_TEST(a_wrong_filter_is_told_in_the_line_with_the_nearest_column)
{
	(void)press("\\bakend>40");
	assert_true(shows("Filter: bakend>40   unknown column \"bakend\" at 1: did you mean "
			  "\"be\" (Backend bo\u2026"));
	assert_string_equal(listed_after("<Ctrl-U>BE>40%"), "2311 2700");
	assert_true(shows_after(" and", "something is missing at 11"));
	assert_string_equal(listed_after(" CPU%>50"), "2311");
}

UI_TEST(what_is_hidden_stays_hidden_with_a_filter_and_in_other_lists)
{
	run_a_kernel_thread();
	assert_int_equal(rows_after("K\\cpu<100\r"), 5);
	assert_null(strstr(listed_after(""), "2600"));
	assert_int_equal(rows_after("\\<Esc>"), 6);
	assert_int_equal(rows_after("NX"), 5);
	(void)press("\r");		/* the threads of memhog */
	assert_true(ui.inside);
	assert_true(shows("exited hidden (X)"));
	assert_false(shows_after("KX", "hidden"));
}

UI_TEST(a_list_without_rows_names_the_keys_that_hide_them)
{
	struct snapshot *next = fixture_draft(2);

	for (size_t i = 0; i < next->table[ROW_PROCESS].n; i++)
		next->table[ROW_PROCESS].rows[i].exited = true;
	next_draft(next);
	assert_int_equal(rows_after("X"), 0);
	assert_true(shows("all rows are hidden (K shows kernel threads, X exited tasks)"));
}

UI_TEST(follow_holds_on_to_the_task_and_marks_it)
{
	(void)press("f");	/* the untouched cursor is on the first line */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_true(shows("2311\xC2\xBB"));
	assert_true(shows("following 2311 memhog"));
	assert_int_equal(selected_after("I"), PID_MEMHOG);
	assert_true(ui.views[VIEW_PROCESSES].cursor.index > 0);
	assert_true(shows_after("\\alice\r", "followed task 2311 is hidden here"));
	assert_int_equal(selected_after("\\<Esc>"), PID_MEMHOG);
	assert_false(shows_after("j", "following"));
}

UI_TEST(tagged_rows_are_marked_and_their_counts_summed)
{
	struct row sum;

	(void)press("N  ");	/* memhog, php-fpm; each tag moves to the next line */
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	assert_true(shows("2311*"));
	assert_true(shows("2400*"));
	/* 265 % CPU of 10.9 % RET and 40 % of 30 %: (28.8 + 12) / 305, by counts. */
	assert_int_equal(tags_sum(&ui.tags, ui.snapshot, ROW_PROCESS, &sum), 2);
	assert_true(sum.values.percent[M_RETIRING] > 13 && sum.values.percent[M_RETIRING] < 14);
	assert_int_equal(sum.values.quality[M_RETIRING], Q_SCALED);	/* one of them ran */
	assert_true(shows("2 tagged, 2 ran  CPU 305.0 \xC2\xB7 RET ~13."));
	(void)press("v");
	assert_false(shows("tagged"));		/* processes have; both would count twice */
	while (ui.view != VIEW_PROCESSES)
		(void)press("v");
	assert_true(shows("2 tagged"));
	(void)press("\\php\r");
	/* Short form: the filter comes first. */
	assert_true(shows("1 of 7 rows \xC2\xB7 2 tagged  CPU 305.0 \xC2\xB7 RET ~13  BAD"));
	(void)press("N ");	/* the tag is removed */
	assert_true(shows("1 tagged"));
	assert_false(shows_after("U", "tagged"));
}

UI_TEST(whole_percents_of_tagged_rows_are_rounded)
{
	struct snapshot *next = fixture_draft(2);

	(void)fixture_add_process(next, 5000, "most", 4, (double[]){ 74.7, 5, 8.4, 11.9 }, 0.5);
	next_draft(next);
	(void)press("z\\most\r<Home> ");
	assert_true(shows("RET 75  BAD 5  FE 8  BE 12"));
}

UI_TEST(a_tag_stays_with_its_task)
{
	struct snapshot *without = fixture_draft(2);

	(void)press("N ");
	process_of(without, PID_MEMHOG)->start_ns = 999999;	/* a reused pid */
	next_draft(without);
	assert_true(shows("1 tagged, 0 ran"));
	assert_false(shows("2311*"));
	next_snapshot(fixture_snapshot(3));
	assert_true(shows("1 tagged, 1 ran"));
	assert_true(shows("2311*"));
}

static void follow(int32_t pid)
{
	while (state_selected(&ui)->id != pid)
		(void)press("j");
	(void)press("f");
}

static bool shows_a_selected_row(void)
{
	for (int i = 0; i < canvas.w * (canvas.h - 1); i++)
		if (canvas.cells[i].flags & CELL_SELECTED)
			return true;
	return false;
}

UI_TEST(a_followed_task_that_has_exited_is_told_from_one_that_sleeps)
{
	follow(PID_EXITED);
	assert_true(shows("following 2800 cc1plus"));
	next_without(2, 2);	/* cc1plus has exited, and cron sleeps */
	assert_true(shows("followed task 2800 has exited"));
	(void)press("jf");
	next_snapshot(fixture_snapshot(3));
	follow(PID_IDLE);
	next_without(4, 2);
	assert_true(shows("followed task 2900 did not run"));
	next_snapshot(fixture_snapshot(5));
	assert_true(shows("following 2900 cron"));
}

UI_TEST(no_other_row_stands_for_a_followed_task_that_is_gone)
{
	follow(PID_EXITED);
	assert_true(shows_a_selected_row());
	next_without(2, 2);
	assert_false(shows_a_selected_row());
	assert_int_equal(press("d"), R_DRAW);
	assert_false(ui.detail.open);
	assert_true(shows("the followed task is not in the list: f ends following"));
	assert_int_equal(press("\r"), R_DRAW);
	assert_false(ui.inside);
	(void)press(" ");
	assert_int_equal(tags_count(&ui.tags, ROW_PROCESS), 0);
	(void)press("f");
	assert_true(shows_a_selected_row());
	(void)press("d");
	assert_true(ui.detail.open);
}

UI_TEST(an_exit_is_noted_while_the_screen_is_frozen)
{
	struct snapshot *next = fixture_snapshot(2);

	follow(PID_IDLE);
	(void)press("z");
	process_of(next, PID_IDLE)->exited = true;
	next_snapshot(next);
	next_without(3, 2);
	assert_true(shows("following 2900 cron"));	/* in the frozen interval */
	assert_true(shows_after("z", "followed task 2900 has exited"));
}

UI_TEST(a_task_with_the_number_of_the_followed_one_is_another)
{
	struct snapshot *next = fixture_snapshot(2);

	follow(PID_IDLE);
	process_of(next, PID_IDLE)->start_ns += 1;
	next_snapshot(next);
	assert_true(shows("followed task 2900 has exited"));
	assert_false(shows_a_selected_row());
}

UI_TEST(a_detail_does_not_end_following)
{
	follow(PID_COMPUTE);
	assert_true(shows_after("dd", "following 2500 compute"));
}

/* As in htop; F10 must not quit while one types. */
UI_TEST(in_a_search_f3_goes_on_and_other_function_keys_do_nothing)
{
	size_t first;

	(void)press_code(KEYCODE_F3);
	assert_int_equal(ui.find.mode, FIND_SEARCH);
	(void)press("alice");
	first = ui.views[VIEW_PROCESSES].cursor.index;
	(void)press_code(KEYCODE_F3);
	assert_true(ui.views[VIEW_PROCESSES].cursor.index > first);
	assert_int_equal(press_code(KEYCODE_F10), R_NONE);
	assert_int_equal(press_code(KEYCODE_F5), R_NONE);
	assert_false(ui.tree);
	assert_int_equal(ui.find.mode, FIND_SEARCH);
}
