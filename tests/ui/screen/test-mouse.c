/* SPDX-License-Identifier: GPL-2.0-only */
/* The mouse: what is at a cell, and what a click or the wheel changes in the state. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "ui/screen/mouse.h"
#include "ui/screen/screen.h"

#define W 80
#define H 24

static struct layout layout;

static void draw(void)
{
	struct layout_request request = screen_request(&ui);

	screen_draw(&ui, &canvas);
	layout = layout_compute(W, H, &request);
}

AROUND(set_up)
{
	(void)fixture_ui_setup(state);
	draw();
}

#define MOUSE_TEST(sentence) TEST_WITH(sentence, set_up, fixture_ui_teardown)

static void type(int code)
{
	(void)ui_key(&ui, code);
	draw();
}

static unsigned int click(int x, int y, bool again)
{
	const unsigned int reaction = click_at(x, y, again);

	draw();
	return reaction;
}

/* x of a text in a line of the screen; fails if it is missing. ASCII texts only. */
static int find(int y, const char *text)
{
	const struct cell *line = canvas.cells + y * canvas.w;

	for (int x = 0; x + (int)strlen(text) <= canvas.w; x++) {
		size_t n = 0;

		while (text[n] && line[x + (int)n].code == (unsigned char)text[n])
			n++;
		if (!text[n])
			return x;
	}
	fail_msg("\"%s\" is not in line %d", text, y);
	return -1;
}

static int32_t selected(void)
{
	return state_selected(&ui)->id;
}

TEST(every_cell_has_one_place)
{
	static const struct layout_request requests[] = { { .state = true, .path = true },
						     { .help = true }, { .state = false } };

	for (size_t i = 0; i < 3; i++) {
		for (int h = 1; h < 40; h++) {
			struct layout l = layout_compute(50, h, &requests[i]);
			int rows = 0, line;

			for (int y = -1; y <= h; y++) {
				enum mouse_place place = mouse_place(&l, 49, y, &line);

				if (place == ON_ROW)
					assert_int_equal(line, rows++);
				assert_int_equal(mouse_place(&l, 50, y, &line), ON_NOTHING);
				assert_int_equal(place == ON_HEAD, l.head.h && y == l.head.y);
				assert_int_equal(place == ON_FOOTER, l.footer.h && y == l.footer.y);
			}
			assert_int_equal(rows, l.rows.h);
		}
	}
}

MOUSE_TEST(a_click_selects_the_row_and_stays_on_its_task_and_another_one_goes_nowhere)
{
	const struct row *third = ui.rows[2];

	assert_int_equal(click(5, layout.rows.y + 2, false), R_DRAW);
	assert_int_equal(selected(), third->id);
	assert_true(state_current(&ui)->cursor.pinned);
	(void)click(5, layout.rows.y + 2, false);
	assert_false(ui.inside);
	/* Nothing is below the last row. */
	assert_int_equal(click(5, layout.rows.y + layout.rows.h - 1, false), R_NONE);
	assert_int_equal(selected(), third->id);
}

MOUSE_TEST(a_click_on_the_sentence_opens_the_detail_of_the_machine_and_two_on_a_process_its_own)
{
	(void)click(5, layout.sentence.y, false);
	NOW(":detail-kind machine");
	(void)click(5, layout.rows.y + 15, false);	/* below 12 nodes */
	(void)click(5, layout.rows.y + 15, true);
	NOW(":detail-id 2311");
}

MOUSE_TEST(below_a_wrapped_row_a_click_selects_the_row_that_is_there)
{
	const struct row *second = ui.rows[1];

	type('L');
	assert_int_equal(ui.wrapped, 1);
	(void)click(5, layout.rows.y + 2, false);
	assert_int_equal(selected(), second->id);
}

MOUSE_TEST(a_double_click_goes_down)
{
	(void)click(5, layout.rows.y + 1, false);
	(void)click(5, layout.rows.y + 1, true);
	assert_true(ui.inside);
	/* In the tree of CPUs it folds. */
	(void)ui_key(&ui, KEYCODE_ESCAPE);
	type('c');
	(void)click(5, layout.rows.y, false);
	assert_int_equal(ui.n_rows, 7);
	assert_int_equal(click(5, layout.rows.y, true) & R_ROWS, R_ROWS);
	assert_int_equal(ui.n_rows, 1);
}

/* Its first click selected another row than the one that is there now. */
MOUSE_TEST(a_double_click_on_a_row_that_has_moved_selects)
{
	(void)click(5, layout.rows.y + 2, false);
	type('N');
	assert_int_not_equal(state_current(&ui)->cursor.index, 2);
	(void)click(5, layout.rows.y + 2, true);
	NOW("!:inside", ":line 2");
}

MOUSE_TEST(a_click_counts_from_the_first_line_shown)
{
	struct layout_request request;

	(void)canvas_resize(&canvas, W, 9);
	(void)ui_key(&ui, KEYCODE_END);
	screen_draw(&ui, &canvas);
	request = screen_request(&ui);
	layout = layout_compute(W, 9, &request);
	assert_true(state_current(&ui)->cursor.scroll > 0);
	(void)ui_mouse(&ui, &(struct mouse){ .x = 1, .y = layout.rows.y });
	assert_int_equal(state_current(&ui)->cursor.index, state_current(&ui)->cursor.scroll);
}

MOUSE_TEST(a_click_on_a_head_sorts_and_a_second_one_reverses)
{
	assert_int_equal(click(find(layout.head.y, "CPU%") + 3, layout.head.y, false), R_ROWS);
	assert_string_equal(column_key(state_current(&ui)->order.column), "cpu");
	assert_false(state_current(&ui)->order.reverse);
	assert_int_equal(ui.rows[0]->id, PID_MEMHOG);
	(void)click(find(layout.head.y, "CPU%"), layout.head.y, false);
	assert_true(state_current(&ui)->order.reverse);
	assert_int_not_equal(ui.rows[0]->id, PID_MEMHOG);
	(void)click(find(layout.head.y, "PID"), layout.head.y, false);
	assert_string_equal(column_key(state_current(&ui)->order.column), "pid");
	assert_false(state_current(&ui)->order.reverse);
	/* A bar orders nothing, and says so. */
	assert_int_equal(click(find(layout.head.y, "TOPDOWN"), layout.head.y, false), R_DRAW);
	assert_string_equal(ui.message, "TOPDOWN has no one value, so rows cannot be sorted by it");
}

MOUSE_TEST(the_head_of_the_tree_gives_the_natural_order)
{
	(void)ui_key(&ui, 'c');
	type('B');
	assert_non_null(state_current(&ui)->order.column);
	assert_int_equal(click(2, layout.head.y, false), R_ROWS);
	assert_null(state_current(&ui)->order.column);
}

MOUSE_TEST(the_wheel_moves_by_three)
{
	assert_int_equal(ui_mouse(&ui, &(struct mouse){ .act = MOUSE_WHEEL_DOWN }), R_DRAW);
	assert_int_equal(state_current(&ui)->cursor.index, 3);
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_WHEEL_UP });
	assert_int_equal(state_current(&ui)->cursor.index, 0);
	(void)ui_key(&ui, '?');
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_WHEEL_DOWN });
	assert_int_equal(ui.help_scroll, 3);
}

MOUSE_TEST(the_words_of_the_footer_are_keys)
{
	int y = layout.footer.y;

	(void)click(find(y, "filter"), y, false);
	assert_int_equal(ui.find.mode, FIND_FILTER);
	type(KEYCODE_ESCAPE);
	(void)click(find(y, "B/F/S/R") + 2, y, false);
	assert_string_equal(column_key(state_current(&ui)->order.column), "fe");
	(void)click(find(y, "1/2") + 2, y, false);
	assert_int_equal(ui.look.level, 2);
	(void)click(find(y, "c CPUs"), y, false);
	assert_int_equal(ui.view, VIEW_CPUS);
	/* Nothing is between two of them. */
	assert_int_equal(click(find(y, "1/2") - 1, y, false), R_NONE);
	(void)click(find(y, "help"), y, false);
	assert_true(ui.help);
	assert_int_equal(click(5, layout.rows.y + 1, false), R_NONE);
	(void)click(find(layout.footer.y, "back"), layout.footer.y, false);
	assert_false(ui.help);
	type('d');
	assert_int_equal(click(find(y, "q quit"), y, false), R_QUIT);
}

TEST(two_clicks_are_one_double_click_if_near_and_soon)
{
	struct mouse first = { .x = 3, .y = 4, .ms = 1000 }, now = first,
		     never = { .x = 3, .y = 4 };

	now.ms = 1200;
	assert_true(mouse_is_again(&now, &first));
	assert_false(mouse_is_again(&now, &never));
	now.x = 4;
	assert_false(mouse_is_again(&now, &first));
	now = (struct mouse){ .x = 3, .y = 4, .ms = 1500 };
	assert_false(mouse_is_again(&now, &first));
	/* A third click starts over. */
	now.ms = 1300;
	first.again = true;
	assert_false(mouse_is_again(&now, &first));
	first = (struct mouse){ .act = MOUSE_WHEEL_UP, .x = 3, .y = 4, .ms = 1250 };
	assert_false(mouse_is_again(&now, &first));
}

MOUSE_TEST(in_a_detail_a_click_chooses_a_node_and_the_wheel_moves_the_text)
{
	int y;

	type('d');
	y = layout.rows.y;
	assert_int_equal(click(find(y + 1, "Retiring"), y + 1, false), R_DRAW);
	assert_int_equal(ui.detail.node, M_RETIRING);
	(void)click(find(y + 10, "Backend"), y + 10, false);
	assert_int_equal(ui.detail.node, M_BACKEND_BOUND);
	assert_int_equal(click(3, y, false), R_NONE);	/* the head */
	assert_int_equal(click(60, y + 2, false), R_NONE);	/* the text */
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_WHEEL_DOWN });
	NOW(":detail-scroll 3", ":node be");
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_WHEEL_UP });
	NOW(":detail-scroll 0", ":detail");
}

MOUSE_TEST(in_the_menu_of_users_a_click_chooses_and_another_takes)
{
	int32_t before = selected();
	int y;

	type('u');
	for (y = 0; canvas.cells[y * canvas.w + 1].code != 'r'; y++)
		;
	(void)find(y, "root");
	assert_int_equal(click(1, canvas.h - 1, false), R_NONE);	/* it has no keys now */
	assert_int_equal(click(3, y, false), R_DRAW);
	assert_int_equal(selected(), before);
	assert_int_equal(click(3, y, false), R_ROWS);
	assert_int_equal(ui.n_rows, 1);
}

MOUSE_TEST(in_the_menu_of_columns_two_clicks_sort)
{
	(void)ui_key(&ui, KEYCODE_F6);
	assert_int_equal(click(3, layout.rows.y, false), R_DRAW);
	assert_int_equal(click(3, layout.rows.y, false) & R_ROWS, R_ROWS);
	assert_string_equal(column_key(state_order(&ui)->column), "pid");
}

MOUSE_TEST(the_words_of_the_helps_footer_are_keys)
{
	type('?');
	(void)click(find(layout.footer.y, "next part"), layout.footer.y, false);
	draw();
	assert_int_equal(ui.help_scroll, ui.help_starts[HELP_IDEAS]);
	(void)click(find(layout.footer.y, "more"), layout.footer.y, false);
	draw();
	assert_int_equal(ui.help_scroll, ui.help_starts[HELP_IDEAS] + ui.page - 1);
}
