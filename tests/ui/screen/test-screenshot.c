/* SPDX-License-Identifier: GPL-2.0-only */
/* Screens as files: names, and what is not overwritten. */
#include "config.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"
#include "ui/screen/screenshot.h"

#define NOON 1763726400.0	/* 2025-11-21 12:00:00 UTC */
#define NAME "tdtop-2025-11-21-120000"

static char directory[64], home[512];

FIXTURE(set_up)
{
	(void)snprintf(directory, sizeof(directory), "/tmp/tdtop-screenshot-XXXXXX");
	if (!getcwd(home, sizeof(home)) || !mkdtemp(directory) || chdir(directory))
		return -1;
	return canvas_resize(&canvas, 4, 1);
}

FIXTURE(tear_down)
{
	(void)unlink(NAME ".svg");
	(void)unlink(NAME "-2.svg");
	(void)fixture_canvas_done(state);
	return chdir(home) || (rmdir(directory) && errno != ENOENT);
}

static void check_file_has(const char *path, const char *part)
{
	assert_non_null(strstr(text_of_file(path), part));
}

TEST_WITH(the_key_writes_a_file_that_is_named_by_the_time_and_overwrites_none, set_up, tear_down)
{
	struct err err;

	(void)canvas_put(&canvas, 0, 0, 4, 0, "one");
	assert_int_equal(screenshot_save(&canvas, THEME_DEFAULT, NOON, &err), 0);
	assert_string_equal(err.text, "the screen as it was is in " NAME ".svg");
	(void)canvas_put(&canvas, 0, 0, 4, 0, "two");
	assert_int_equal(screenshot_save(&canvas, THEME_DEFAULT, NOON, &err), 0);
	assert_string_equal(err.text, "the screen as it was is in " NAME "-2.svg");
	check_file_has(NAME ".svg", ">one</text>");
	check_file_has(NAME "-2.svg", ">two</text>");
}

TEST_WITH(a_directory_that_cannot_be_written_is_told, set_up, tear_down)
{
	struct err err;

	assert_int_equal(rmdir(directory), 0);
	assert_int_equal(screenshot_save(&canvas, THEME_DEFAULT, NOON, &err), -ENOENT);
	assert_string_equal(err.text, "cannot write the screen to \"" NAME ".svg\" in the directory "
			    "tdtop was started in: No such file or directory");
}

TEST_WITH(of_a_screen_that_finds_no_room_nothing_is_left, set_up, tear_down)
{
	const struct rlimit little = { .rlim_cur = 4, .rlim_max = RLIM_INFINITY };
	const struct rlimit none = { .rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY };
	struct err err;
	int ret;

	(void)signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &little))
		skip();
	ret = screenshot_save(&canvas, THEME_DEFAULT, NOON, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
	assert_int_equal(ret, -EFBIG);
	assert_int_equal(access(NAME ".svg", F_OK), -1);
}

FIXTURE(live_in_utc)
{
	return setenv("TZ", "UTC", 1);
}

const struct around_tests around_tests = { .setup_all = live_in_utc };
