/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The pictures in README.md are what tdtop --demo shows: each has a line "<!-- picture FILE WxH KEYS
 * -->" before it. SCREENS=update, or "make screens", rewrites the files.
 */
#include "config.h"

#include <locale.h>

#include "collect/collector.h"
#include "collect/source_demo.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/picture.h"
#include "ui/keys/keys.h"
#include "ui/setup/state_options.h"
#include "ui/state/state_show.h"
#include "ui/views/screen.h"

#define SECOND_NS 1000000000ULL
#define INTERVALS 45
#define MARK "<!-- picture "

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

/* A line "<!-- picture doc/detail.svg 80x24 d -->"; keys "-": none. */
struct mark {
	char path[64], keys[16];
	int w, h;
};

static bool read_mark(const char *line, struct mark *mark)
{
	return sscanf(line, MARK "%63[^ ] %dx%d %15[^ ]", mark->path, &mark->w, &mark->h,
		      mark->keys) == 4;
}

static void draw(const struct mark *mark, struct buffer *out)
{
	struct ui_options options = { .level = 1, .view = VIEW_PROCESSES };
	struct ui_state state;

	assert_int_equal(canvas_resize(&canvas, mark->w, mark->h), 0);
	state_init(&state, &options, SECOND_NS);
	run_demo(&state, strcmp(mark->keys, "-") != 0 ? mark->keys : "");
	picture_put(&canvas, THEME_DEFAULT, PICTURE_SVG, out);
	assert_false(out->broken);
}

/* The whole file of the source directory, with a NUL. NULL: there is none. The caller frees it. */
static char *read_file(const char *name)
{
	const char *source = getenv("srcdir");
	char path[512], *text = NULL;
	size_t size = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/%s", source ? source : ".", name);
	file = fopen(path, "r");
	if (!file)
		return NULL;
	assert_true(getdelim(&text, &size, '\0', file) > 0);
	(void)fclose(file);
	return text;
}

static void write_file(const char *name, const struct buffer *text)
{
	const char *source = getenv("srcdir");
	char path[512];
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/%s", source ? source : ".", name);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text->bytes, 1, text->n, file), text->n);
	assert_int_equal(fclose(file), 0);
}

static void check_picture(const struct mark *mark)
{
	const char *update = getenv("SCREENS");
	char *file = read_file(mark->path);
	struct buffer now = { 0 };

	draw(mark, &now);
	if (update && !strcmp(update, "update"))
		write_file(mark->path, &now);
	else if (!file || strlen(file) != now.n || memcmp(file, now.bytes, now.n) != 0)
		fail_msg("%s is not what the demo shows (make screens)", mark->path);
	free(file);
	buffer_done(&now);
}

TEST(the_pictures_of_the_readme_are_those_of_the_demo)
{
	char *readme = read_file("README.md"), link[80];
	struct mark mark;
	int n = 0;

	assert_non_null(readme);
	for (const char *line = strstr(readme, MARK); line; line = strstr(line + 1, MARK), n++) {
		assert_true(read_mark(line, &mark));
		(void)snprintf(link, sizeof(link), "](%s)\n", mark.path);
		assert_non_null(strstr(line, link));
		check_picture(&mark);
	}
	assert_true(n > 0);
	free(readme);
}

FIXTURE(begin_all)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

const struct around_tests around_tests = {
	.teardown = fixture_canvas_done,
	.setup_all = begin_all,
};
