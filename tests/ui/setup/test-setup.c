/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The setup screen: what its keys and clicks change, shown by the list at once; its settings, whose
 * values are valid in tdtoprc, and whose steps wrap around.
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "ui/options/option_value.h"
#include "ui/options/options.h"
#include "ui/screen/screen.h"
#include "ui/setup/settings.h"

/* The columns of a view, as in tdtoprc; "": the default ones. */
static const char *chosen(enum view_id view)
{
	static char text[COLUMN_SET_TEXT];

	column_set_print(&ui.look.columns[view], text);
	return text;
}

static int page_of(enum view_id view)
{
	int page = SETUP_COLUMNS;

	while (setup_page_view(page) != view)
		page++;
	return page;
}

/* Opens a page and goes to a column of it. */
static void go_to(enum view_id view, const char *key)
{
	if (!ui.setup.open)
		(void)press("O");
	(void)setup_go_to_page(&ui, page_of(view));
	(void)state_list(&ui);
	for (size_t i = 0; i < ui.setup.n; i++)
		if (!strcmp(column_key(ui.setup.columns[i].choice.column), key))
			(void)setup_go_to_line(&ui, i);
	screen_draw(&ui, &canvas);
	assert_string_equal(column_key(ui.setup.columns[ui.setup.line].choice.column), key);
}

UI_TEST(f2_opens_it_and_leads_back)
{
	AFTER("j<F2>", ":setup", " SETUP", "2311 265.0");	/* the list stays visible */
	AFTER("<F2>", "! SETUP");
	AFTER("O<Esc>", "!:setup", ":on 2400");
	assert_int_equal(press("Oq") & R_QUIT, 0);	/* q only closes it */
	AFTER("dO", "!:detail");
	AFTER("<Esc>", ":detail", ":detail-here");
}

UI_TEST(help_comes_before_it)
{
	AFTER("O?", "Keys of this screen");
	AFTER("?", " SETUP");
}

UI_TEST(a_page_of_columns_shows_its_view_and_escape_leads_back)
{
	(void)press("\rO");	/* inside a process there are threads already */
	AFTER("jj", ":inside");
	AFTER("j", ":view cpus", ":rows 7");
	AFTER("j", ":view cgroups");
	AFTER("<End>", ":view exited");
	AFTER("<Esc>", ":inside", ":rows 4");
	AFTER("<Esc>", ":on 2311");
}

UI_TEST(space_hides_a_column_and_shows_it_again_at_its_place)
{
	(void)canvas_resize(&canvas, 100, 24);
	go_to(VIEW_PROCESSES, "user");
	(void)press(" ");
	assert_string_equal(chosen(VIEW_PROCESSES),
			    "pid,thr,cpu,cost,ret,bad,fe,be,ipc,ghz,instr,topdown,trend,limited,command");
	assert_false(line_has("2311", "root"));
	(void)press(" ");
	assert_true(column_set_is_default(&ui.look.columns[VIEW_PROCESSES], VIEW_PROCESSES, NULL));
	assert_true(line_has("2311", "root"));
	go_to(VIEW_PROCESSES, "comm");	/* not there at first */
	AFTER(" ", "COMM ");
	assert_string_equal(chosen(VIEW_THREADS), "");	/* each view has its own */
}

UI_TEST(inside_a_process_redundant_columns_stay_if_no_others_were_chosen)
{
	choose_columns(VIEW_THREADS, "user,pid");
	AFTER("\r", "root|2311");
}

UI_TEST(tags_are_seen_whatever_the_columns)
{
	choose_columns(VIEW_PROCESSES, "comm,user,pid,be");
	AFTER(" ", "2311*");
	choose_columns(VIEW_PROCESSES, "comm,user");
	assert_true(shows("memhog         *root"));
	choose_columns(VIEW_PROCESSES, "command");
	assert_true(line_has("memhog --size", "*"));
}

UI_TEST(the_tree_is_drawn_at_the_name_if_there_is_no_command)
{
	choose_columns(VIEW_PROCESSES, "pid,comm,be");
	AFTER("t", "2500 |\u2514\u2500 compute");
	choose_columns(VIEW_PROCESSES, "pid,be");
	assert_true(line_has("2500 ", " 10.0"));
}

UI_TEST(one_column_stays)
{
	go_to(VIEW_USERS, "name");
	for (size_t i = 0; i < ui.setup.n; i++) {
		(void)setup_go_to_line(&ui, i);
		if (ui.setup.columns[i].shown)
			(void)press(" ");
	}
	assert_string_equal(chosen(VIEW_USERS), "name");
	assert_true(shows("one column must stay"));
}

UI_TEST(columns_move_over_those_that_are_not_there)
{
	(void)canvas_resize(&canvas, 100, 24);
	go_to(VIEW_PROCESSES, "bad");
	(void)press("<");	/* over LIGHT and HEAVY */
	assert_string_equal(chosen(VIEW_PROCESSES),
			    "pid,user,thr,cpu,cost,bad,ret,fe,be,ipc,ghz,instr,topdown,trend,limited,command");
	assert_string_equal(column_key(ui.setup.columns[ui.setup.line].choice.column), "bad");
	assert_true(shows("CPU%  COST▼  BAD   RET"));
	(void)press(">>>>>>>>>>>>>>>");
	assert_string_equal(chosen(VIEW_PROCESSES),
			    "pid,user,thr,cpu,cost,ret,fe,be,ipc,ghz,instr,topdown,trend,limited,command,bad");
	AFTER(">", ":reaction none");
	(void)press("r");
	assert_string_equal(chosen(VIEW_PROCESSES), "");
	go_to(VIEW_PROCESSES, "heavy");
	AFTER("<", ":reaction none");	/* a hidden column cannot be moved */
	(void)press("+");			/* and no width */
	assert_int_equal(ui.setup.columns[ui.setup.line].choice.width, 0);
	assert_true(shows("this column is not chosen"));
}

UI_TEST(plus_and_minus_change_the_width)
{
	(void)canvas_resize(&canvas, 100, 24);
	go_to(VIEW_PROCESSES, "user");
	AFTER("++", " PID USER        THR  CPU%");
	(void)press("----");
	assert_int_equal(ui.look.columns[VIEW_PROCESSES].items[1].width, 6);
	(void)press("-----");
	assert_int_equal(ui.look.columns[VIEW_PROCESSES].items[1].width, 4);	/* its head */
	(void)press("0");
	assert_int_equal(ui.look.columns[VIEW_PROCESSES].items[1].width, 0);
	(void)press("+-");	/* the default width is no choice */
	assert_true(column_set_is_default(&ui.look.columns[VIEW_PROCESSES], VIEW_PROCESSES, NULL));
	go_to(VIEW_PROCESSES, "pid");
	AFTER("-", ":reaction none");	/* a number is not cut */
	go_to(VIEW_PROCESSES, "topdown");	/* from its current width: it stretched so far */
	(void)press("+");
	assert_int_equal(ui.look.columns[VIEW_PROCESSES].items[12].width, 9);
}

UI_TEST(s_sorts_by_the_column_then_reverses)
{
	go_to(VIEW_PROCESSES, "cpu");
	(void)press("s");
	assert_string_equal(column_key(state_order(&ui)->column), "cpu");
	assert_int_equal(ui.rows[0]->id, PID_MEMHOG);
	AFTER("s", ":row 0 2900");
	go_to(VIEW_PROCESSES, "topdown");
	AFTER("s", ":reaction none");
}

UI_TEST(settings_step_and_the_view_is_that_to_go_back_to)
{
	AFTER("O\t ", ":view threads");
	AFTER("-", ":view processes");
	(void)press("+");
	for (int i = 0; i < SETTING_THEME; i++)
		(void)press("j");
	assert_int_equal(press("+") & R_THEME, R_THEME);
	assert_int_equal(ui.look.theme, THEME_LIGHT);
	(void)press("--");
	assert_int_equal(ui.look.theme, THEME_MONO);
	AFTER("<Esc>", ":view threads");
}

UI_TEST(what_is_saved_is_of_the_view_one_came_from)
{
	struct look now;

	(void)press("P");
	go_to(VIEW_CPUS, "ipc");
	(void)press(" KXi");
	assert_int_equal(press("W") & R_SAVE, R_SAVE);
	state_choices(&ui, &now);
	assert_int_equal(look_hidden(&now), HIDE_KERNEL | HIDE_EXITED);
	assert_true(now.view == VIEW_PROCESSES && now.beside);
	assert_string_equal(now.sort, "cpu");
	assert_int_equal(now.columns[VIEW_CPUS].n, 11);
	assert_int_equal(now.columns[VIEW_PROCESSES].n, 0);
}

UI_TEST(each_view_keeps_the_order_that_was_saved)
{
	struct look now;
	struct ui_state again;

	(void)press("PIvNcR");	/* processes, threads, CPUs */
	state_choices(&ui, &now);
	assert_string_equal(now.sort, "ret");
	state_init(&again, &(struct ui_options){ .look = now }, 1000000000);
	assert_int_equal(again.view, VIEW_CPUS);
	assert_string_equal(column_key(again.views[VIEW_CPUS].order.column), "ret");
	assert_string_equal(column_key(again.views[VIEW_PROCESSES].order.column), "cpu");
	assert_true(again.views[VIEW_PROCESSES].order.reverse);
	assert_string_equal(column_key(again.views[VIEW_THREADS].order.column), "tid");
	assert_string_equal(column_key(again.views[VIEW_USERS].order.column), "cost");
	assert_null(again.views[VIEW_CORES].order.column);
	state_done(&again);
}

UI_TEST(keys_that_would_leave_the_list_do_nothing)
{
	AFTER("OcdgtvDux\\/", ":setup", ":view processes", ":find nothing", "!:detail");
	AFTER("2", ":level 2");	/* other keys work: how does level 2 look? */
	AFTER("z", ":frozen");
}

UI_TEST(clicks_choose_pages_lines_and_boxes)
{
	struct layout_request request;
	struct rect rect;

	(void)press("O");
	request = screen_request(&ui);
	rect = layout_compute(80, 24, &request).setup;
	(void)click_at(3, rect.y + 1 + page_of(VIEW_PROCESSES), false);
	assert_int_equal(ui.setup.page, page_of(VIEW_PROCESSES));
	assert_false(ui.setup.inside);
	request = screen_request(&ui);
	rect = layout_compute(80, 24, &request).setup;
	(void)click_at(30, rect.y + 2, false);
	assert_true(ui.setup.inside);
	assert_int_equal(ui.setup.line, 1);
	assert_string_equal(chosen(VIEW_PROCESSES), "");
	(void)click_at(30, rect.y + 2, false);	/* again: same as Space */
	assert_false(ui.setup.columns[1].shown);
	(void)click_at(14, rect.y + 3, false);	/* at its box: at once */
	assert_false(ui.setup.columns[2].shown);
	assert_int_equal(click_at(30, rect.y - 1, false), R_NONE);	/* the list */
	assert_int_equal(click_at(30, rect.y, false), R_NONE);
}

/* ---- settings ---- */

static const char *value_of(enum setting_id id)
{
	static struct setting_value value;

	settings[id].get(&ui, &value);
	assert_non_null(value.help);
	return value.text;
}

/* Each value of a setting is one that tdtoprc accepts. */
UI_TEST(every_value_is_one_of_tdtoprc)
{
	for (int id = 0; id < SETTING_COUNT; id++) {
		for (int i = 0; i < 40; i++) {
			struct options options;
			struct err err = { .text = "" };

			options_init(&options);
			options.look.view = (int)ui.view;
			if (value_of((enum setting_id)id)[0] &&
			    options_set(&options, settings[id].name, value_of((enum setting_id)id), &err))
				fail_msg("%s", err.text);
			(void)settings[id].step(&ui, +1);
			(void)state_list(&ui);
		}
	}
}

UI_TEST(a_step_back_undoes_a_step_forward)
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

UI_TEST(only_cpus_can_be_sorted_by_nothing)
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
	assert_string_equal(last, "limited");
	(void)settings[SETTING_SORT].step(&ui, +1);
	assert_null(state_order(&ui)->column);
}

UI_TEST(where_the_locale_is_not_utf_8_ascii_stays)
{
	ui.look.ascii = ui.only_ascii = true;
	(void)settings[SETTING_ASCII].step(&ui, +1);
	NOW(":ascii", "the locale is not UTF-8");
}

UI_TEST(the_terminal_is_asked_for_mouse_reports)
{
	bool before = ui.look.mouse;

	assert_int_equal(settings[SETTING_MOUSE].step(&ui, +1), R_MOUSE);
	assert_int_equal(ui.look.mouse, !before);
}

UI_TEST(bars_are_drawn_as_chosen_unless_in_ascii)
{
	assert_true(line_has("2400", "\u2588\u2591\u2592"));
	(void)settings[SETTING_BARS].step(&ui, +1);
	assert_true(line_has("2400", "RSF"));
	(void)settings[SETTING_BARS].step(&ui, +1);
	assert_true(line_has("2400", "\u2588\u2588\u2588\u2588"));
	(void)settings[SETTING_ASCII].step(&ui, +1);
	NOW("2400|RSF");
}

UI_TEST(graphs_are_drawn_as_chosen_where_the_terminal_has_it)
{
	assert_int_equal(state_graphs(&ui), GRAPHS_BRAILLE);
	(void)settings[SETTING_GRAPHS].step(&ui, +1);
	assert_int_equal(state_graphs(&ui), GRAPHS_BLOCKS);
	(void)settings[SETTING_GRAPHS].step(&ui, +1);
	assert_int_equal(state_graphs(&ui), GRAPHS_BRAILLE);
	ui.no_braille = true;
	assert_int_equal(state_graphs(&ui), GRAPHS_BLOCKS);
	ui.look.ascii = true;
	assert_int_equal(state_graphs(&ui), GRAPHS_ASCII);
}
