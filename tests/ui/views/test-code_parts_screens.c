/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of one block, hot paths and call stacks (fixture_code_parts.h). SCREENS=update
 * rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/fixture_code_parts.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"

struct shot {
	const char *name;
	int w, h;
	const char *keys;	/* as code_parts_type() takes them */
	enum code_parts_what what;
	bool ascii;
	enum theme_id theme;
};

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "code-block-80x24", .w = 80, .h = 24, .keys = "o\r\r" },
	{ .name = "code-block-132x40", .w = 132, .h = 40, .keys = "o\r\r" },
	{ .name = "code-block-200x60", .w = 200, .h = 60, .keys = "o\r\r" },
	{ .name = "code-block-ascii-80x24", .w = 80, .h = 24, .keys = "o\r\r", .ascii = true },
	{ .name = "code-block-mono-80x24", .w = 80, .h = 24, .keys = "o\r\r",
	  .theme = THEME_MONO },
	{ .name = "code-block-20x5", .w = 20, .h = 5, .keys = "o\r\r" },
	{ .name = "code-block-no-cycles-80x24", .w = 80, .h = 24, .keys = "o\r\r",
	  .what = NO_CYCLES },
	{ .name = "code-paths-80x24", .w = 80, .h = 24, .keys = "oJ " },
	{ .name = "code-paths-132x40", .w = 132, .h = 40, .keys = "o" },
	{ .name = "code-paths-200x60", .w = 200, .h = 60, .keys = "o" },
	{ .name = "code-paths-ascii-80x24", .w = 80, .h = 24, .keys = "oJ ", .ascii = true },
	{ .name = "code-paths-20x5", .w = 20, .h = 5, .keys = "o" },
	{ .name = "code-paths-no-cycles-80x24", .w = 80, .h = 24, .keys = "o",
	  .what = NO_CYCLES },
	{ .name = "code-paths-no-branches-80x24", .w = 80, .h = 24, .keys = "o",
	  .what = STACKS },
	{ .name = "code-stacks-80x24", .w = 80, .h = 24, .keys = "k", .what = STACKS },
	{ .name = "code-stacks-132x40", .w = 132, .h = 40, .keys = "kJJ", .what = LBR_STACKS },
	{ .name = "code-stacks-200x60", .w = 200, .h = 60, .keys = "k", .what = STACKS },
	{ .name = "code-stacks-ascii-80x24", .w = 80, .h = 24, .keys = "kJJH", .what = STACKS,
	  .ascii = true },
	{ .name = "code-stacks-20x5", .w = 20, .h = 5, .keys = "k", .what = STACKS },
	{ .name = "code-stacks-callers-80x24", .w = 80, .h = 24, .keys = "ktJ ",
	  .what = STACKS },
	{ .name = "code-stacks-zoomed-80x24", .w = 80, .h = 24, .keys = "kJJ\r", .what = STACKS },
	{ .name = "code-stacks-zoomed-callers-80x24", .w = 80, .h = 24, .keys = "kJJJ\rt",
	  .what = STACKS },
	{ .name = "code-stacks-filter-80x24", .w = 80, .h = 24, .keys = "k\\hash\r",
	  .what = STACKS },
	{ .name = "code-stacks-none-80x24", .w = 80, .h = 24, .keys = "k", .what = WALK },
	{ .name = "code-flame-80x24", .w = 80, .h = 24, .keys = "krJJ", .what = STACKS },
	{ .name = "code-flame-132x40", .w = 132, .h = 40, .keys = "krJJ\r", .what = STACKS },
	{ .name = "code-flame-200x60", .w = 200, .h = 60, .keys = "krJJJJL", .what = STACKS },
	{ .name = "code-flame-ascii-80x24", .w = 80, .h = 24, .keys = "kr/hash\r", .what = STACKS,
	  .ascii = true },
	{ .name = "code-flame-mono-80x24", .w = 80, .h = 24, .keys = "krtJ", .what = STACKS,
	  .theme = THEME_MONO },
	{ .name = "code-flame-20x5", .w = 20, .h = 5, .keys = "krJ", .what = STACKS },
};
/* clang-format on */

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	const struct code_parts parts = { shot->what, shot->w, shot->h, shot->ascii, shot->theme };
	struct ui_state state;
	char path[128];

	code_parts_open(&parts, &state);
	code_parts_type(&state, shot->keys);
	(void)snprintf(path, sizeof(path), "../screens/%s.txt", shot->name);
	compare_with_golden(path, fixture_canvas_dump());
	code_parts_close(&state);
}

#define N_SHOTS (sizeof(shots) / sizeof(shots[0]))

int main(void)
{
	struct CMUnitTest tests[N_SHOTS];

	(void)setlocale(LC_ALL, "C.UTF-8");
	for (size_t i = 0; i < N_SHOTS; i++)
		tests[i] = (struct CMUnitTest){ .name = shots[i].name, .test_func = one_shot,
						.initial_state = (void *)&shots[i] };
	return cmocka_run_group_tests_name("code_parts_screens", tests, NULL, NULL);
}
