/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys: the table itself, and the actions of the group "Program". */
#include "config.h"

#include "model/control.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/draw/format.h"
#include "ui/keys/actions.h"
#include "ui/screen/screen.h"

static void check_complete(const struct key *table, size_t n)
{
	for (const struct key *key = table; key < table + n; key++) {
		assert_true(key->codes[0] && key->shown[0] && key->group[0] && key->help[0]);
		assert_non_null(key->act);
		assert_int_equal(key->footer || key->brief, (key->where | key->where_code) > 0);
	}
}

TEST(every_key_of_the_tables_is_complete)
{
	check_complete(keys, keys_n);
	check_complete(setup_keys, setup_keys_n);
}

static void check_codes(const struct key *table, size_t n)
{
	for (size_t i = 0; i < n * KEY_CODES; i++) {
		int code = table[i / KEY_CODES].codes[i % KEY_CODES];

		for (size_t k = i + 1; code && k < n * KEY_CODES; k++)
			assert_int_not_equal(code, table[k / KEY_CODES].codes[k % KEY_CODES]);
	}
}

TEST(no_code_is_bound_twice)
{
	check_codes(keys, keys_n);
	check_codes(setup_keys, setup_keys_n);
}

TEST(keys_of_one_group_stand_together)
{
	for (size_t i = 1; i < keys_n; i++)
		for (size_t k = 0; k + 1 < i; k++)
			if (!strcmp(keys[k].group, keys[i].group))
				assert_string_equal(keys[i - 1].group, keys[i].group);
}

UI_TEST(level_keys_change_columns_and_keep_the_order)
{
	AFTER("2", ":reaction draw", ":level 2", ":on 2311");
	AFTER("1", ":reaction draw", ":level 1");
}

UI_TEST(the_interval_stays_within_its_limits)
{
	AFTER("+", ":reaction interval", ":interval 2000000000");
	(void)press("++++++++++++++");
	assert_int_equal(ui.look.interval_ns, INTERVAL_MAX_NS);
	AFTER("+", ":reaction none");
	(void)press("--------------");
	assert_int_equal(ui.look.interval_ns, INTERVAL_MIN_NS);
	AFTER("-", ":reaction none");
	ui.look.interval_ns = 1500000000;	/* set on the command line: the nearest step */
	AFTER("-", ":interval 1000000000");
}

UI_TEST(help_scrolls_to_its_end_and_q_only_closes_it)
{
	(void)press("?");
	assert_true(ui.help_lines > 24);
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.help_scroll, ui.help_lines - ui.page);
	(void)press("kk");
	assert_int_equal(ui.help_scroll, ui.help_lines - ui.page - 2);
	assert_int_not_equal(press("q") & R_QUIT, R_QUIT);
	assert_false(ui.help);
	AFTER("q", ":reaction quit");
}

TEST(keys_of_htop_do_what_they_do_there)
{
	static const struct {
		int there, here;
	} same[] = { { KEYCODE_F1, '?' }, { KEYCODE_F2, 'O' }, { KEYCODE_F3, '/' },
		     { KEYCODE_F4, '\\' }, { KEYCODE_F5, 't' }, { KEYCODE_F10, 'q' }, { 'Z', 'z' } };

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		const struct key *found = NULL;

		for (size_t k = 0; k < keys_n * KEY_CODES; k++)
			if (keys[k / KEY_CODES].codes[k % KEY_CODES] == same[i].there)
				found = &keys[k / KEY_CODES];
		assert_non_null(found);
		assert_int_equal(found->codes[0] == same[i].here || found->codes[1] == same[i].here, true);
	}
}

UI_TEST(keys_that_would_change_a_process_say_that_tdtop_only_looks)
{
	for (int code = KEYCODE_F7; code <= KEYCODE_F9; code++) {
		(void)press("k");
		assert_int_equal(press_code(code), R_DRAW);
		assert_true(shows("tdtop only looks: it changes no process"));
	}
}

UI_TEST(an_unknown_key_gets_a_word)
{
	AFTER("Q", ":reaction draw", "no key \"Q\" here: ? lists the keys");
	AFTER("<F12>", ":reaction draw", "no key \"F12\" here");
	AFTER("\x02", ":reaction draw", "no key \"Ctrl-B\" here");
	AFTER("\u00e9", ":reaction draw", "no key \"\u00e9\" here");
	AFTER("j", "!no key");
	AFTER("?Q", "no key \"Q\": this help lists the keys");
}

/* A right-to-left override, a combining accent, C1, a surrogate, beyond Unicode. */
UI_TEST(the_word_on_a_hostile_key_is_harmless)
{
	static const int codes[] = { 0x202e, 0x301, 0x9b, 0xd800, 0x10ffff };

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		char name[KEYS_NAME], harmless[2 * KEYS_NAME];

		keys_name(codes[i], name);
		format_harmless(harmless, sizeof(harmless), name);
		assert_string_equal(name, harmless);
		assert_int_equal(press_code(codes[i]), R_DRAW);
		assert_true(shows("? lists the keys"));
	}
}

UI_TEST(a_pasted_text_leaves_one_word)
{
	(void)press("Q\x02QQ\x05QQQ");
	assert_string_equal(ui.message, "no key \"Q\" here: ? lists the keys");
}

static void paste(const char *text)
{
	(void)press_code(KEYCODE_PASTE_BEGIN);
	for (; *text; text++)
		(void)press_code(KEYCODE_PASTED + *text);
	(void)press_code(KEYCODE_PASTE_END);
}

/* Longer than any line, and it would quit. */
UI_TEST(a_pasted_text_goes_into_a_line_that_is_typed_and_nowhere_else)
{
	static const char *const elsewhere[] = { "", "d", "?", "O", "u", "M" };
	char text[2000];

	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++) {
		(void)press(elsewhere[i]);
		paste("qW");
		assert_non_null(strstr(ui.message, "pasted text does nothing here"));
		(void)press("\x1b");
	}
	(void)press("\\be");
	paste(">20");
	NOW(":find-text be>20", ":rows 3");
	memset(text, 'q', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	paste(text);
	assert_int_equal(strlen(ui.find.text), sizeof(ui.find.text) - 1);
	(void)press("\x1b/");
	paste("memhog");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

UI_TEST(i_shows_the_detail_with_the_list_or_not_and_says_so_where_it_is_not_seen)
{
	ui.look.beside = true;
	AFTER("i", "detail with the list off: seen from 160 columns or 45 lines on");
	AFTER("i", "detail with the list on: seen from");
	AFTER("<size 160x40>", "(2311) d: detail");
	AFTER("i", "!d: detail", "!with the list");
	AFTER("<size 80x45>i", "(2311) d: detail", "!with the list");
}

UI_TEST(a_key_without_use_in_the_setup_says_so)
{
	AFTER("Ov", "key \"v\" does nothing in the setup: Esc leaves it", ":view processes");
	AFTER("<F10>", ":setup", "key \"F10\" does nothing in the setup");
}

/* A screen that begins with this one: three times each key. */
static void press_every_key(const struct snapshot *first)
{
	struct ui_options options = { .look.level = 1 };

	state_done(&ui);
	state_init(&ui, &options, 1000000000);
	if (first)
		assert_int_equal(state_show(&ui, first), 0);
	for (size_t i = 0; i < 3 * keys_n; i++)
		(void)press_code(keys[i % keys_n].codes[0]);
	assert_int_equal(ui.n_rows, 0);
}

UI_TEST(every_key_is_harmless_before_the_first_snapshot)
{
	press_every_key(NULL);
}

UI_TEST(every_key_is_harmless_while_nothing_is_counted_yet)
{
	struct snapshot *none = snapshot_new();

	snapshot_clear(none);
	none->machine = &fixture_machine;
	none->seq = 1;
	(void)snprintf(none->doing, sizeof(none->doing), "reading x.data");
	press_every_key(none);
	assert_int_equal(state_show(&ui, newest), 0);
	snapshot_free(none);
}

UI_TEST(the_saved_choices_restore_the_screen)
{
	struct look now;
	struct ui_state again;

	(void)press("v2FI+%Tw");
	ui.look.ascii = true;
	assert_int_equal(press("W") & R_SAVE, R_SAVE);
	state_choices(&ui, &now);
	assert_int_equal(now.view, VIEW_THREADS);
	assert_string_equal(now.sort, "fe");
	assert_true(now.reverse && now.ascii && now.ratio);
	assert_int_equal(now.interval_ns, 2000000000);
	state_init(&again, &(struct ui_options){ .look = now, .notice = "file:1: wrong" }, now.interval_ns);
	assert_int_equal(again.view, ui.view);
	assert_int_equal(again.look.level, 2);
	assert_int_equal(again.look.theme, THEME_LIGHT);
	assert_int_equal(again.look.units, UNITS_SLOTS);
	assert_ptr_equal(state_current(&again)->order.column, state_current(&ui)->order.column);
	assert_string_equal(again.message, "file:1: wrong");
	state_done(&again);
	for (int view = 0; view < VIEW_COUNT; view++) {
		state_switch_view(&ui, (enum view_id)view);
		state_choices(&ui, &now);
		state_init(&again, &(struct ui_options){ .look = now }, now.interval_ns);
		assert_int_equal(again.view, view);
		state_done(&again);
	}
}

UI_TEST(differences_are_in_percent_whatever_the_units)
{
	static const char *const typed[] = { "%", "x", "x", "%%" };

	for (int i = 0; i < 4; i++) {
		(void)press(typed[i]);
		assert_int_equal(state_units(&ui), i % 2 ? UNITS_PERCENT : UNITS_SLOTS);
	}
}

UI_TEST(t_goes_round_the_themes_and_says_so)
{
	assert_int_equal(press("T") & R_THEME, R_THEME);
	assert_int_equal(ui.look.theme, THEME_LIGHT);
	assert_non_null(strstr(ui.message, "light"));
	/* The message disappears with any key, or after some seconds. */
	assert_int_equal(press("k") & R_DRAW, R_DRAW);
	assert_int_equal(ui.message[0], 0);
	for (int i = 1; i < THEME_COUNT; i++)
		(void)press("T");
	assert_int_equal(ui.look.theme, THEME_DEFAULT);
	assert_int_not_equal(ui.message[0], 0);
	show_until(7);
	assert_int_equal(ui.message[0], 0);
}

UI_TEST(r_asks_for_a_recording_and_the_head_shows_it)
{
	struct snapshot *next = fixture_snapshot(2);

	AFTER("r", ":reaction record", "recording begins with the next interval");
	next->recording = (struct recording_state){ .on = true, .bytes = 12345678, .news = 1,
						    .text = "recording into \"x\"" };
	next_snapshot(next);
	AFTER("↓", "tdtop|\u25cf rec 12 MB");
	next = fixture_snapshot(3);
	next->recording = (struct recording_state){ .news = 2, .text = "the disk is full" };
	next_snapshot(next);
	screen_draw(&ui, &canvas);
	NOW("the disk is full", "!tdtop|rec");
}
