/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of one block, hot paths and call stacks: of the walk of fixture_profile.h, and of
 * stacks written as folded text. SCREENS=update rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/draw/keycode.h"
#include "ui/state/code_state.h"
#include "ui/views/screen.h"

enum what { WALK, NO_CYCLES, STACKS, LBR_STACKS };

struct shot {
	const char *name;
	int w, h;
	const char *keys;	/* \r is Enter; J K H L the arrows down, up, left, right */
	enum what what;
	bool ascii;
	enum theme_id theme;
};

static const char folded[] =
	"main;run;parse;read_token;memchr 210\n"
	"main;run;parse;read_token 95\n"
	"main;run;parse 40\n"
	"main;run;sort;compare;memcmp 300\n"
	"main;run;sort;compare 120\n"
	"main;run;sort;swap 30\n"
	"main;run;walk;visit;visit;visit;visit;hash 60\n"
	"main;run;walk;visit;visit;hash 25\n"
	"main;run;walk;visit 15\n"
	"main;init;memcpy 12\n"
	"main;idle 4\n"
	"...;deliver;callback;hash 70\n"
	"...;deliver 19\n";

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

static void type(struct ui_state *state, const char *typed)
{
	static const char letters[] = "JKHL";
	static const int codes[] = { KEYCODE_DOWN, KEYCODE_UP, KEYCODE_LEFT, KEYCODE_RIGHT };

	for (; typed && *typed; typed++) {
		const char *arrow = strchr(letters, *typed);

		(void)ui_key(state, arrow ? codes[arrow - letters] : (unsigned char)*typed);
		screen_draw(state, &canvas);
	}
}

/* The stacks of the folded text, through the builder. */
static struct profile *stacks(bool by_lbr)
{
	const struct profile *from = fixture_stacks(folded);
	struct profile_event event = from->event;
	struct profile_builder *builder;
	struct profile *profile;

	event.calls_by_lbr = by_lbr;
	builder = profile_builder_new(&event, NULL);
	assert_non_null(builder);
	for (size_t i = 0; i < from->n_stack; i++) {
		const struct profile_stack *stack = &from->stack[i];
		const struct profile_sample sample = {
			.time_ns = 1, .pid = 1, .tid = 1, .period = 100,
			.at = from->frames[stack->first],
			.frames = from->frames + stack->first, .n_frames = stack->n,
			.frames_cut = stack->cut,
		};

		for (uint64_t n = 0; n < stack->samples; n++)
			assert_int_equal(profile_builder_add(builder, &sample), 0);
	}
	profile = profile_builder_finish(builder, from->objects, from->n_objects, NULL);
	profile_builder_free(builder);
	return profile;
}

static struct profile *make(enum what what)
{
	const struct walk_options no_cycles = { .stacks = 500, .period = 397, .depth = 32,
						.trigger = TRIGGER_TAKEN, .no_cycles = true,
						.seed = 1 };

	if (what == WALK)
		return fixture_profile();
	return what == NO_CYCLES ? fixture_profile_of(&no_cycles, NULL)
				 : stacks(what == LBR_STACKS);
}

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	const bool folded_text = shot->what == STACKS || shot->what == LBR_STACKS;
	struct profile_exchange *exchange = profile_exchange_new();
	const struct code_seams seams = {
		.profiles = exchange, .alone = true, .title = "perf.data",
		.names = folded_text ? &fixture_stack_names : &fixture_names,
	};
	struct ui_options options = { .level = 1, .ascii = shot->ascii, .theme = shot->theme,
				      .code = &seams };
	struct profile *profile = make(shot->what);
	struct profile_news news = { .serial = 1, .progress = 1, .ended = true, .n_events = 1,
				     .events = { profile->event } };
	struct ui_state state;
	char path[128];

	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	state_init(&state, &options, 1000000000);
	profile_exchange_publish(exchange, profile, &news);
	(void)code_take(&state.code, 1);
	screen_draw(&state, &canvas);
	type(&state, shot->keys);
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
	return cmocka_run_group_tests_name("code_parts_screens", tests, NULL, NULL);
}
