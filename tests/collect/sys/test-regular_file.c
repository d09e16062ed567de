/* SPDX-License-Identifier: GPL-2.0-only */
/* Only regular files are opened, and nothing is waited for. */
#include "config.h"
#include "collect/sys/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/test.h"

static char directory[] = "/tmp/test-regular_file.XXXXXX", path[64];

static int setup(void **state)
{
	(void)state;
	(void)snprintf(directory, sizeof(directory), "/tmp/test-regular_file.XXXXXX");
	assert_non_null(mkdtemp(directory));
	(void)snprintf(path, sizeof(path), "%s/file", directory);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	(void)unlink(path);
	(void)rmdir(directory);
	return 0;
}

static int reopen(const char *name, struct stat *status)
{
	return regular_file_reopen(open(name, O_PATH | O_CLOEXEC), status);
}

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
	assert_int_equal(reopen(directory, NULL), -EINVAL);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(a_regular_file_is_opened_for_reading_with_its_status),
		CASE(a_fifo_a_device_and_a_directory_are_refused_unopened),
		CASE(what_was_not_found_is_told_by_its_errno),
		CASE(the_place_is_closed_either_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
