/* SPDX-License-Identifier: GPL-2.0-only */
/* A file that cannot be written whole stays as it was. Who writes counters: test-textfile.c. */
#include "config.h"
#include "ui/draw/whole_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"

static char directory[64], home[512];

FIXTURE(set_up)
{
	(void)snprintf(directory, sizeof(directory), "/tmp/tdtop-whole-XXXXXX");
	if (!getcwd(home, sizeof(home)) || !mkdtemp(directory) || chdir(directory))
		return -1;
	(void)signal(SIGXFSZ, SIG_IGN);
	return whole_file_put("file", "old", 3) || chmod("file", 0640) || symlink("file", "link");
}

FIXTURE(tear_down)
{
	return unlink("file") || unlink("link") || chdir(home) || rmdir(directory);
}

static void check_is(const char *want)
{
	assert_string_equal(text_of_file("file"), want);
}

/* As on a full disk, a part can be written. */
static void limit_files(rlim_t bytes)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

TEST_WITH(what_is_not_written_whole_stays_as_it_was, set_up, tear_down)
{
	int ret, linked;

	limit_files(4);
	ret = whole_file_put("file", "much longer", 11);
	linked = whole_file_put("link", "much longer", 11);
	limit_files(RLIM_INFINITY);
	assert_int_equal(ret, -EFBIG);
	assert_int_equal(linked, -EFBIG);
	check_is("old");
	assert_int_equal(access("file.tmp", F_OK), -1);
}

TEST_WITH(a_link_is_followed_and_a_file_keeps_its_mode, set_up, tear_down)
{
	struct stat st;

	assert_int_equal(whole_file_put("link", "new", 3), 0);
	check_is("new");
	assert_int_equal(stat("file", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
}

TEST_WITH(what_is_no_file_is_written_in_place, set_up, tear_down)
{
	assert_int_equal(whole_file_put("/dev/null", "new", 3), 0);
	assert_int_equal(whole_file_put("/dev/full", "new", 3), -ENOSPC);
	assert_int_equal(whole_file_put(directory, "new", 3), -EISDIR);
}
