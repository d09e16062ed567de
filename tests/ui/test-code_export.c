/* SPDX-License-Identifier: GPL-2.0-only */
/* Key E of the code views: what it asks, and the file that it writes. */
#include "config.h"
#include "ui/code_export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test.h"

static char directory[] = "/tmp/tdtop-export-XXXXXX";
static struct code_names names;

static int setup(void **state)
{
	(void)fixture_ui_setup(state);
	names = fixture_stack_names;
	ui.code.open = true;
	ui.code.profile = fixture_stacks("main;sort 3\nmain 1\n");
	ui.code.seams.names = &names;
	return 0;
}

static int teardown(void **state)
{
	ui.code.open = false;
	ui.code.profile = NULL;
	return fixture_ui_teardown(state);
}

#define EXPORT_TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

/* The file named in the sentence, which is removed. */
static void expect_file(const struct err *err, const char *suffix, const char *text)
{
	const char *path = strstr(err->text, "tdtop-");
	char content[1024] = "";
	FILE *file;

	assert_non_null(path);
	assert_string_equal(path + strlen(path) - strlen(suffix), suffix);
	file = fopen(path, "re");
	assert_non_null(file);
	assert_true(fread(content, 1, sizeof(content) - 1, file) > 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(unlink(path), 0);
	assert_non_null(strstr(content, text));
}

TEST(key_e_asks_for_which_program)
{
	(void)press_code('E');
	assert_non_null(strstr(ui.message, "b BOLT"));
	assert_int_equal(ui.code.export, EXPORT_ASKED);
}

TEST(the_next_key_answers)
{
	(void)press_code('E');
	assert_int_equal(press_code('f') & R_EXPORT, R_EXPORT);
	assert_int_equal(ui.code.export, EXPORT_FOLDED);
	(void)press_code('E');
	assert_int_equal(press_code('b') & R_EXPORT, R_EXPORT);
	assert_int_equal(ui.code.export, EXPORT_BOLT);
}

TEST(any_other_key_writes_nothing)
{
	(void)press_code('E');
	assert_int_equal(press_code('q'), R_DRAW);
	assert_int_equal(ui.code.export, EXPORT_NOTHING);
}

TEST(call_stacks_are_written_to_a_file_named_by_the_time)
{
	struct err err = { .text = "" };

	ui.code.export = EXPORT_FOLDED;
	assert_int_equal(code_export_save(&ui.code, 1e9, &err), 0);
	expect_file(&err, ".folded", "main;sort 300\n");
	ui.code.export = EXPORT_SPEEDSCOPE;
	assert_int_equal(code_export_save(&ui.code, 1e9, &err), 0);
	expect_file(&err, ".speedscope.json", "speedscope.app");
}

TEST(what_is_refused_on_the_command_line_is_refused_here)
{
	struct err err = { .text = "" };

	ui.code.export = EXPORT_BOLT;
	assert_int_equal(code_export_save(&ui.code, 1e9, &err), -ENODATA);
	assert_non_null(strstr(err.text, "no branch stacks"));
}

TEST(a_directory_that_cannot_be_written_gives_a_sentence)
{
	struct err err = { .text = "" };

	assert_int_equal(chdir("/proc/self"), 0);
	ui.code.export = EXPORT_FOLDED;
	assert_true(code_export_save(&ui.code, 1e9, &err) < 0);
	assert_non_null(strstr(err.text, "cannot write the profile"));
	assert_int_equal(chdir(directory), 0);
}

static int enter_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) && !chdir(directory) ? 0 : -1;
}

static int leave_directory(void **state)
{
	(void)state;
	return chdir("/") || rmdir(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EXPORT_TEST(key_e_asks_for_which_program),
		EXPORT_TEST(the_next_key_answers),
		EXPORT_TEST(any_other_key_writes_nothing),
		EXPORT_TEST(call_stacks_are_written_to_a_file_named_by_the_time),
		EXPORT_TEST(what_is_refused_on_the_command_line_is_refused_here),
		EXPORT_TEST(a_directory_that_cannot_be_written_gives_a_sentence),
	};

	return cmocka_run_group_tests(tests, enter_directory, leave_directory);
}
