/* SPDX-License-Identifier: GPL-2.0-only */
/* Only regular files are opened, and nothing is waited for. */
#include "config.h"
#include "collect/sys/file_guard.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

static const char *path;

FIXTURE(setup)
{
	if (fake_proc_setup(state))
		return -1;
	path = fake_proc_path("file");
	return 0;
}

static int reopen(const char *name, struct stat *status)
{
	return regular_file_reopen(open(name, O_PATH | O_CLOEXEC), status);
}

const struct around_tests around_tests = { .setup = setup, .teardown = fake_proc_teardown };

TEST(a_regular_file_is_opened_for_reading_with_its_status)
{
	const int made = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	struct stat status;
	char text[8];
	int fd;

	assert_int_equal(write(made, "file", 4), 4);
	close(made);
	fd = reopen(path, &status);
	assert_true(fd >= 0);
	assert_int_equal(status.st_size, 4);
	assert_int_equal(read(fd, text, sizeof(text)), 4);
	assert_int_equal(write(fd, "file", 4), -1);
	close(fd);
	fd = reopen(path, NULL);
	assert_true(fd >= 0);
	close(fd);
}

TEST(a_fifo_a_device_and_a_directory_are_refused_unopened)
{
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(reopen(path, NULL), -EINVAL);
	assert_int_equal(reopen("/dev/null", NULL), -EINVAL);
	assert_int_equal(reopen(fake_proc_root, NULL), -EINVAL);
}

TEST(what_was_not_found_is_told_by_its_errno)
{
	assert_int_equal(reopen(path, NULL), -ENOENT);
}

TEST(the_place_is_closed_either_way)
{
	const int made = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	int place = open(path, O_PATH | O_CLOEXEC), fd;

	close(made);
	fd = regular_file_reopen(place, NULL);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(fcntl(place, F_GETFD), -1);
	place = open("/dev/null", O_PATH | O_CLOEXEC);
	assert_int_equal(regular_file_reopen(place, NULL), -EINVAL);
	assert_int_equal(fcntl(place, F_GETFD), -1);
}
