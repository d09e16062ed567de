/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of the live walk, over the hand-made machine and a fake sampler
 * (fixture_sampler.h). SCREENS=update rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <stdio.h>

#include "tests/fixtures/fixture_sampler.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/state/code_state.h"
#include "ui/state/code_views.h"
#include "ui/views/screen.h"

struct shot {
	const char *name;
	int w, h;
	const char *keys;	/* \r is Enter, J the arrow down, ~ an answer of the sampler */
	bool unanswered;	/* the last wish is without samples */
	bool starved, no_branches, ascii;
};

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "live-detail-80x24", .w = 80, .h = 24, .keys = "d" },
	{ .name = "live-detail-200x60", .w = 200, .h = 60, .keys = "d" },
	{ .name = "live-begins-80x24", .w = 80, .h = 24, .keys = "h" },
	{ .name = "live-waits-80x24", .w = 80, .h = 24, .keys = "h", .unanswered = true },
	{ .name = "live-functions-80x24", .w = 80, .h = 24, .keys = "d\r~" },
	{ .name = "live-functions-132x40", .w = 132, .h = 40, .keys = "d\r~" },
	{ .name = "live-functions-200x60", .w = 200, .h = 60, .keys = "d\r~" },
	{ .name = "live-functions-ascii-80x24", .w = 80, .h = 24, .keys = "d\r~", .ascii = true },
	{ .name = "live-functions-20x5", .w = 20, .h = 5, .keys = "d\r~" },
	{ .name = "live-starved-132x40", .w = 132, .h = 40, .keys = "h~", .starved = true },
	{ .name = "live-blocks-80x24", .w = 80, .h = 24, .keys = "d\r~J\r~" },
	{ .name = "live-block-80x24", .w = 80, .h = 24, .keys = "d\r~\r~\r" },
	{ .name = "live-branches-132x40", .w = 132, .h = 40, .keys = "b~" },
	{ .name = "live-no-branches-80x24", .w = 80, .h = 24, .keys = "b~", .no_branches = true },
};
/* clang-format on */

static void answer(bool samples)
{
	fixture_sampler_answer(samples);
	(void)code_take(&ui.code, 1);
}

static void type(const char *typed)
{
	for (; *typed; typed++) {
		if (*typed == '~')
			answer(true);
		else
			(void)ui_key(&ui, *typed == 'J' ? KEYCODE_DOWN : (unsigned char)*typed);
		screen_draw(&ui, &canvas);
	}
}

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	void *none = NULL;
	char path[128];

	(void)fixture_ui_setup(&none);
	ui.code.views = code_views;
	ui.code.seams = fixture_sampler_open();
	ui.ascii = shot->ascii;
	sampler.no_branches = shot->no_branches;
	if (shot->starved) {
		sampler.live.threads = 340;
		sampler.live.sampled = 12;
		sampler.live.part = .874;
		sampler.live.lost = 212;
		sampler.live.slots_running = .93;
		(void)snprintf(sampler.live.remark, sizeof(sampler.live.remark),
			       "the period is doubled, to stay below --budget");
	}
	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	type(shot->keys);
	if (shot->unanswered)
		answer(false);
	screen_draw(&ui, &canvas);
	(void)snprintf(path, sizeof(path), "../screens/%s.txt", shot->name);
	compare_with_golden(path, fixture_canvas_dump());
	(void)fixture_ui_teardown(&none);
	fixture_sampler_close();
}

#define N_SHOTS (sizeof(shots) / sizeof(shots[0]))

int main(void)
{
	struct CMUnitTest tests[N_SHOTS];

	for (size_t i = 0; i < N_SHOTS; i++)
		tests[i] = (struct CMUnitTest){ .name = shots[i].name, .test_func = one_shot,
						.initial_state = (void *)&shots[i] };
	return cmocka_run_group_tests_name("live_screens", tests, NULL, NULL);
}
