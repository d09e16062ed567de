/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of the code views, over a hand-made profile (fixture_code.h). SCREENS=update
 * rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/fixture_code.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/state/code_state.h"
#include "ui/views/screen.h"

struct shot {
	const char *name;
	int w, h;
	const char *keys;	/* \r is Enter, J the arrow down */
	const char *then;	/* typed after the profile that the keys asked for has come */
	enum fixture_code which, next;
	bool ascii, unread;
	enum theme_id theme;
	const char *trouble;
};

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "code-functions-80x24", .w = 80, .h = 24 },
	{ .name = "code-functions-132x40", .w = 132, .h = 40 },
	{ .name = "code-functions-200x60", .w = 200, .h = 60, .keys = "JJJJJJ" },
	{ .name = "code-functions-ascii-80x24", .w = 80, .h = 24, .ascii = true },
	{ .name = "code-functions-20x5", .w = 20, .h = 5 },
	{ .name = "code-functions-samples-80x24", .w = 80, .h = 24,
	  .which = FIXTURE_CODE_SAMPLES },
	{ .name = "code-functions-hostile-80x24", .w = 80, .h = 24,
	  .which = FIXTURE_CODE_HOSTILE },
	{ .name = "code-functions-empty-80x24", .w = 80, .h = 24, .which = FIXTURE_CODE_EMPTY },
	{ .name = "code-functions-unread-80x24", .w = 80, .h = 24, .unread = true },
	{ .name = "code-functions-compared-80x24", .w = 80, .h = 24, .keys = "x]", .then = "J",
	  .next = FIXTURE_CODE_LATER },
	{ .name = "code-functions-stall-80x24", .w = 80, .h = 24, .which = FIXTURE_CODE_TIMED },
	{ .name = "code-functions-stall-132x40", .w = 132, .h = 40, .which = FIXTURE_CODE_TIMED },
	{ .name = "code-functions-filter-80x24", .w = 80, .h = 24, .keys = "\\memhog !op share>1" },
	{ .name = "code-branches-80x24", .w = 80, .h = 24, .keys = "b" },
	{ .name = "code-branches-mono-132x40", .w = 132, .h = 40, .keys = "bJJJ ",
	  .theme = THEME_MONO },
	{ .name = "code-branches-200x60", .w = 200, .h = 60, .keys = "b" },
	{ .name = "code-branches-ascii-80x24", .w = 80, .h = 24, .keys = "b", .ascii = true },
	{ .name = "code-branches-instructions-80x24", .w = 80, .h = 24, .keys = "b",
	  .which = FIXTURE_CODE_AMD },
	{ .name = "code-branches-none-80x24", .w = 80, .h = 24, .keys = "b",
	  .which = FIXTURE_CODE_SAMPLES },
	{ .name = "code-blocks-80x24", .w = 80, .h = 24, .keys = "J\r" },
	{ .name = "code-blocks-132x40", .w = 132, .h = 40, .keys = "J\r" },
	{ .name = "code-trouble-80x24", .w = 80, .h = 24, .unread = true,
	  .trouble = "no sample of this process is in the recording" },
};
/* clang-format on */

static void type(struct ui_state *state, const char *typed)
{
	for (; typed && *typed; typed++)
		(void)ui_key(state, *typed == 'J' ? KEYCODE_DOWN : (unsigned char)*typed);
}

static void publish(struct profile_exchange *exchange, const struct ui_state *state,
		    enum fixture_code which)
{
	const struct profile_news news = fixture_code_news(state->code.wish.serial);

	profile_exchange_publish(exchange, fixture_code_profile(which), &news);
}

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	const struct code_names names = fixture_code_names();
	struct profile_exchange *exchange = profile_exchange_new();
	const struct code_seams seams = { .profiles = exchange, .names = &names,
					  .alone = true, .title = "perf.data" };
	struct ui_options options = { .level = 1, .ascii = shot->ascii, .theme = shot->theme,
				      .code = &seams };
	struct profile_news nothing = { .serial = 1, .progress = .4 };
	struct ui_state state;
	char path[128];

	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	fixture_code_answer(false);
	state_init(&state, &options, 1000000000);
	if (shot->trouble)
		(void)snprintf(nothing.trouble, sizeof(nothing.trouble), "%s", shot->trouble);
	if (shot->unread)
		profile_exchange_publish(exchange, NULL, &nothing);
	else
		publish(exchange, &state, shot->which);
	(void)code_take(&state.code, 1);
	screen_draw(&state, &canvas);
	type(&state, shot->keys);
	if (shot->then) {
		publish(exchange, &state, shot->next);
		(void)code_take(&state.code, 2);
	}
	type(&state, shot->then);
	screen_draw(&state, &canvas);
	(void)snprintf(path, sizeof(path), "../screens/%s.txt", shot->name);
	compare_with_golden(path, fixture_canvas_dump());
	state_done(&state);
	profile_exchange_free(exchange);
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
	return cmocka_run_group_tests_name("code_screens", tests, NULL, NULL);
}
