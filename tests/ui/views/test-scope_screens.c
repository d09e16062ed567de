/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of the scope: it is opened by some keys, then twenty intervals with slices come,
 * then more keys are pressed. SCREENS=update rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/views/screen.h"

struct shot {
	const char *name;
	int w, h;
	const char *open;	/* keys before the intervals */
	const char *keys;	/* typed then; H J K L are arrows */
	bool ascii;
	enum theme_id theme;
	int intervals;
	const char *why_not;	/* there are no slices */
};

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "scope-80x24", .w = 80, .h = 24, .open = "MM", .intervals = 20 },
	{ .name = "scope-cpu-80x24", .w = 80, .h = 24, .open = "MJJM", .intervals = 20,
	  .keys = "KHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH" },
	{ .name = "scope-process-132x40", .w = 132, .h = 40, .open = "dM", .intervals = 50 },
	{ .name = "scope-ascii-80x24", .w = 80, .h = 24, .open = "MJJM", .intervals = 20,
	  .ascii = true },
	{ .name = "scope-mono-40x10", .w = 40, .h = 10, .open = "MJJJM", .intervals = 20,
	  .theme = THEME_MONO },
	{ .name = "scope-20x5", .w = 20, .h = 5, .open = "MM", .intervals = 20 },
	{ .name = "scope-range-80x24", .w = 80, .h = 24, .open = "MJJM", .intervals = 20,
	  .keys = "HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH HHH" },
	{ .name = "scope-who-80x24", .w = 80, .h = 24, .open = "MM", .intervals = 20,
	  .keys = "HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH HHH\r" },
	{ .name = "scope-who-ascii-40x10", .w = 40, .h = 10, .open = "MM", .intervals = 20,
	  .keys = "HHHHHHHHHH HHH\r", .ascii = true },
	{ .name = "scope-waits-80x24", .w = 80, .h = 24, .open = "MM" },
	{ .name = "scope-refused-80x24", .w = 80, .h = 24, .open = "MM", .intervals = 2,
	  .why_not = "BPF adds up slices in the kernel; start with --engine ring" },
};
/* clang-format on */

static void type(struct ui_state *state, const char *typed)
{
	for (; typed && *typed; typed++)
		(void)ui_key(state, *typed == 'H'   ? KEYCODE_LEFT
				    : *typed == 'J' ? KEYCODE_DOWN
				    : *typed == 'K' ? KEYCODE_UP
				    : *typed == 'L' ? KEYCODE_RIGHT
						   : *typed);
}

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	struct ui_options options = { .level = 1, .view = VIEW_PROCESSES, .ascii = shot->ascii,
				      .theme = shot->theme, .machine = &fixture_machine };
	struct snapshot *shown = fixture_snapshot(1);
	struct ui_state state;
	char path[128];

	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	state_init(&state, &options, 1000000000);
	assert_int_equal(state_show(&state, shown), 0);
	screen_draw(&state, &canvas);
	type(&state, shot->open);
	for (int i = 0; i < shot->intervals; i++) {
		struct snapshot *next = fixture_snapshot((uint64_t)i + 2);

		if (shot->why_not)
			(void)snprintf(next->slices.why_not, sizeof(next->slices.why_not), "%s",
				       shot->why_not);
		else
			fixture_add_slices(next);
		assert_int_equal(state_show(&state, next), 0);
		snapshot_free(shown);
		shown = next;
	}
	screen_draw(&state, &canvas);
	type(&state, shot->keys);
	screen_draw(&state, &canvas);
	(void)snprintf(path, sizeof(path), "../screens/%s.txt", shot->name);
	compare_with_golden(path, fixture_canvas_dump());
	state_done(&state);
	snapshot_free(shown);
	canvas_done(&canvas);
}

#define N_SHOTS (sizeof(shots) / sizeof(shots[0]))

int main(void)
{
	struct CMUnitTest tests[N_SHOTS];

	(void)setlocale(LC_ALL, "C.UTF-8");
	for (size_t i = 0; i < N_SHOTS; i++)
		tests[i] = (struct CMUnitTest){ .name = shots[i].name, .test_func = one_shot,
						.initial_state = (void *)&shots[i] };
	return cmocka_run_group_tests_name("scope_screens", tests, NULL, NULL);
}
