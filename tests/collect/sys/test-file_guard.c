/* SPDX-License-Identifier: GPL-2.0-only */
/* A file that is probed is not written to, or is known to have been. */
#include "config.h"
#include "collect/sys/file_guard.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

static char path[] = "/tmp/test-file_guard.XXXXXX";
static struct file_guard *guard;
static int fd;

SETUP
{
	strcpy(path + strlen(path) - 6, "XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "program", 7), 7);
	close(fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	guard = file_guard_new(fd);
	assert_non_null(guard);
}

TEARDOWN
{
	close(fd);
	unlink(path);
}

/* 0: it can be opened for writing now; or the errno. */
static int try_to_write(void)
{
	const int to = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);

	if (to < 0)
		return errno;
	close(to);
	return 0;
}

/* True: this file system has leases. Holds the file. */
static bool holds(void)
{
	assert_int_equal(file_guard_hold(guard), 0);
	if (try_to_write() == EWOULDBLOCK)
		return true;
	print_message("# skipped: no leases here\n");
	file_guard_release(guard);
	file_guard_free(guard);
	return false;
}

TEST(a_file_can_be_written_until_a_probe_holds_it)
{
	assert_int_equal(try_to_write(), 0);
	assert_false(file_guard_is_stale(guard));
	file_guard_free(guard);
}

TEST(who_writes_to_a_file_that_is_held_waits_and_is_seen)
{
	if (!holds())
		skip();
	assert_true(file_guard_is_stale(guard));
	assert_int_equal(file_guard_hold(guard), -ESTALE);
	file_guard_release(guard);
	assert_int_equal(try_to_write(), 0);
	file_guard_free(guard);
}

TEST(the_last_probe_gives_the_file_free_also_after_its_owner_has)
{
	if (!holds())
		skip();
	file_guard_release(guard);
	assert_int_equal(file_guard_hold(guard), 0);
	assert_int_equal(file_guard_hold(guard), 0);
	file_guard_free(guard);
	close(fd);
	file_guard_release(guard);
	assert_int_equal(try_to_write(), EWOULDBLOCK);
	file_guard_release(guard);
	assert_int_equal(try_to_write(), 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
}

TEST(a_file_that_was_changed_is_not_held)
{
	const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	assert_true(file_guard_is_stale(guard));
	assert_int_equal(file_guard_hold(guard), -ESTALE);
	assert_int_equal(try_to_write(), 0);
	file_guard_free(guard);
}

TEST(a_file_that_is_deleted_or_replaced_is_as_it_was)
{
	assert_int_equal(unlink(path), 0);
	assert_false(file_guard_is_stale(guard));
	assert_int_equal(file_guard_hold(guard), 0);
	file_guard_release(guard);
	file_guard_free(guard);
}

TEST(what_has_no_file_is_never_stale)
{
	file_guard_free(guard);
	assert_int_equal(file_guard_hold(NULL), 0);
	assert_false(file_guard_is_stale(NULL));
	file_guard_release(NULL);
	file_guard_free(NULL);
}
