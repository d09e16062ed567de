/* SPDX-License-Identifier: GPL-2.0-only */
/* By which error writing failed, also when it did so long before the end. */
#include "config.h"
#include "ui/main/output.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define MUCH 200000	/* bytes, more than any buffer */

/* Prints n bytes to fd and one more, closes both. */
static int print(int fd, int n, struct err *err)
{
	FILE *out = output_open(fd, err);
	int ret;

	assert_non_null(out);
	for (int i = 0; i < n; i++)
		(void)fputc('x', out);
	errno = 0;
	(void)fputc('x', out);
	ret = output_finish(out, err);
	(void)fclose(out);
	(void)close(fd);
	return ret;
}

static int pipe_without_reader(void)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	(void)close(fds[0]);
	return fds[1];
}

TEST(a_full_disk_is_told_by_its_name_whenever_it_was_full)
{
	static const int lengths[] = { 0, MUCH };
	struct err err;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(print(open("/dev/full", O_WRONLY), lengths[i], &err), -ENOSPC);
		assert_string_equal(err.text, "cannot write the output: No space left on device");
	}
}

TEST(a_reader_that_stops_reading_is_no_failure)
{
	struct err err;

	assert_int_equal(print(pipe_without_reader(), 0, &err), 0);
	assert_int_equal(print(pipe_without_reader(), MUCH, &err), 0);
}

FIXTURE(live_with_pipes)
{
	return signal(SIGPIPE, SIG_IGN) == SIG_ERR;
}

const struct around_tests around_tests = { .setup_all = live_with_pipes };
