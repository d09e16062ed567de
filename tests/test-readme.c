/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screens in README.md are what tdtop --demo shows: each is a block behind a line "<!-- screen
 * WxH KEYS -->". Empty lines are left out. SCREENS=update, or "make screens", rewrites them.
 */
#include "config.h"

#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collector.h"
#include "collect/source_demo.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test.h"
#include "ui/keys/keys.h"
#include "ui/setup/state_options.h"
#include "ui/state/state_show.h"
#include "ui/views/screen.h"

#define SECOND_NS 1000000000ULL
#define INTERVALS 45
#define MARK "<!-- screen "
#define FENCE "```\n"

static uint64_t now_ns = SECOND_NS;

static uint64_t clock_ns(void)
{
	return now_ns;
}

static double wall_clock(void)
{
	return 1763719200 + (double)now_ns / SECOND_NS;	/* 2025-11-21 10:00:00 UTC */
}

/* Runs the demo for some intervals and types the keys at its end. */
static void run_demo(struct ui_state *state, const char *keys_typed)
{
	const struct collector_options options = { .wall_clock = wall_clock };
	struct control control = { .interval_ns = SECOND_NS, .wake_ui = -1, .wake_collector = -1 };
	struct exchange *exchange = exchange_new();
	struct collector *collector;
	struct source *source = NULL;

	now_ns = SECOND_NS;
	assert_int_equal(source_demo_open_at(&source, clock_ns, NULL), 0);
	collector = collector_new(source, exchange, &control, &options);
	assert_true(collector && collector_begin(collector, now_ns));
	for (int i = 0; i < INTERVALS; i++) {
		now_ns += SECOND_NS;
		assert_true(collector_step(collector, now_ns));
		assert_int_equal(state_show(state, exchange_latest(exchange)), 0);
	}
	for (const char *key = keys_typed; *key; key++) {
		screen_draw(state, &canvas);
		(void)ui_key(state, *key);
	}
	screen_draw(state, &canvas);
	state_done(state);
	collector_free(collector);
	source->ops->close(source);
	exchange_free(exchange);
}

static void print_lines(FILE *out)
{
	char *line = fixture_canvas_dump();

	for (int y = 0; y < canvas.h; y++) {
		size_t length = strcspn(line, "\n");

		if (length)
			fprintf(out, "%.*s\n", (int)length, line);
		line += length + 1;
	}
}

/* mark: "<!-- screen 80x24 d -->" */
static void print_screen(FILE *out, const char *mark)
{
	struct ui_options options = { .level = 1, .view = VIEW_PROCESSES };
	struct ui_state state;
	char typed[16] = "";
	int w, h;

	assert_true(sscanf(mark, MARK "%dx%d %15[^- ]", &w, &h, typed) >= 2);
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	state_init(&state, &options, SECOND_NS);
	run_demo(&state, typed);
	print_lines(out);
}

/* The text with its screens as drawn now. The caller frees it. */
static char *renew(const char *text)
{
	char *renewed = NULL;
	size_t size;
	FILE *out = open_memstream(&renewed, &size);
	const char *mark, *begin, *end;

	assert_non_null(out);
	while ((mark = strstr(text, MARK))) {
		begin = strstr(mark, FENCE);
		assert_non_null(begin);
		begin += strlen(FENCE);
		end = strstr(begin, FENCE);
		assert_non_null(end);
		(void)fwrite(text, 1, (size_t)(begin - text), out);
		print_screen(out, mark);
		text = end;
	}
	(void)fputs(text, out);
	(void)fclose(out);
	return renewed;
}

TEST(the_screens_of_the_readme_are_those_of_the_demo)
{
	const char *update = getenv("SCREENS"), *source = getenv("srcdir");
	char path[512], *now, *text = NULL;
	size_t size = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/README.md", source ? source : ".");
	file = fopen(path, "r");
	assert_non_null(file);
	assert_true(getdelim(&text, &size, '\0', file) > 0);
	(void)fclose(file);
	assert_non_null(strstr(text, MARK));
	now = renew(text);
	if (update && !strcmp(update, "update") && strcmp(now, text) != 0) {
		file = fopen(path, "w");
		assert_true(file && fputs(now, file) >= 0 && fclose(file) == 0);
	} else if (strcmp(now, text) != 0) {
		print_error("the screens of README.md have changed (make screens):\n%s", now);
		fail();
	}
	free(now);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(the_screens_of_the_readme_are_those_of_the_demo,
					  fixture_canvas_done),
	};

	(void)setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("readme", tests, NULL, NULL);
}
