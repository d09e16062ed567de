/* SPDX-License-Identifier: GPL-2.0-only */
/* The file of --openmetrics: whole at any time, readable, and nothing else is harmed. */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"
#include "ui/openmetrics/exporter.h"

#define FILE_NAME "counters.prom"
#define TMP FILE_NAME ".tmp"
#define LARGE 300000		/* more than a pipe holds */

static char directory[64], home[512];
static struct err err;

FIXTURE(set_up)
{
	(void)signal(SIGPIPE, SIG_IGN);
	(void)snprintf(directory, sizeof(directory), "/tmp/tdtop-textfile-XXXXXX");
	return !getcwd(home, sizeof(home)) || !mkdtemp(directory) || chdir(directory);
}

FIXTURE(tear_down)
{
	static const char *const names[] = { FILE_NAME, TMP, "other", "a" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (unlink(names[i]))
			(void)rmdir(names[i]);
	return chdir(home) || (rmdir(directory) && errno != ENOENT);
}

static int write_text(const char *path, const char *text)
{
	err.text[0] = '\0';
	return textfile_write(path, text, strlen(text), &err);
}

static void check_is(const char *path, const char *text)
{
	assert_string_equal(text_of_file(path), text);
}

static void make(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	(void)fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

TEST(a_name_that_ends_in_prom_has_the_older_format)
{
	assert_int_equal(textfile_format("/var/lib/tdtop.prom"), EXPOSITION_PROMETHEUS);
	assert_int_equal(textfile_format(".prom"), EXPOSITION_PROMETHEUS);
	assert_int_equal(textfile_format("tdtop.txt"), EXPOSITION_OPENMETRICS);
	assert_int_equal(textfile_format("prom"), EXPOSITION_OPENMETRICS);
	assert_int_equal(textfile_format("-"), EXPOSITION_OPENMETRICS);
}

TEST_WITH(a_file_is_replaced_and_no_temporary_one_stays, set_up, tear_down)
{
	assert_int_equal(write_text(FILE_NAME, "one\n"), 0);
	check_is(FILE_NAME, "one\n");
	assert_int_equal(write_text(FILE_NAME, "two\n"), 0);
	check_is(FILE_NAME, "two\n");
	assert_int_not_equal(access(TMP, F_OK), 0);
}

TEST_WITH(who_has_the_file_open_keeps_reading_the_old_counters, set_up, tear_down)
{
	char byte;
	int fd;

	assert_int_equal(write_text(FILE_NAME, "1"), 0);
	fd = open(FILE_NAME, O_RDONLY);
	assert_int_equal(write_text(FILE_NAME, "2"), 0);
	assert_int_equal(read(fd, &byte, 1), 1);
	assert_int_equal(byte, '1');
	(void)close(fd);
}

TEST_WITH(all_users_may_read_the_file_whatever_the_umask_is, set_up, tear_down)
{
	mode_t before = umask(0077);
	struct stat st;
	int ret = write_text(FILE_NAME, "x");

	(void)umask(0);
	assert_int_equal(ret, 0);
	assert_int_equal(stat(FILE_NAME, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
	assert_int_equal(write_text(FILE_NAME, "x"), 0);
	(void)umask(before);
	assert_int_equal(stat(FILE_NAME, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
}

TEST_WITH(what_a_crash_has_left_is_replaced, set_up, tear_down)
{
	make(TMP, "half of it");
	assert_int_equal(write_text(FILE_NAME, "whole"), 0);
	check_is(FILE_NAME, "whole");
	assert_int_not_equal(access(TMP, F_OK), 0);
}

TEST_WITH(a_link_in_place_of_the_temporary_file_is_not_followed, set_up, tear_down)
{
	make("other", "precious");
	assert_int_equal(symlink("other", TMP), 0);
	assert_int_equal(write_text(FILE_NAME, "x"), 0);
	check_is("other", "precious");
	check_is(FILE_NAME, "x");
	assert_int_equal(link("other", TMP), 0);
	assert_int_equal(write_text(FILE_NAME, "y"), 0);
	check_is("other", "precious");
}

TEST_WITH(a_pipe_in_place_of_the_temporary_file_is_not_waited_for, set_up, tear_down)
{
	assert_int_equal(mkfifo(TMP, 0600), 0);
	assert_int_equal(write_text(FILE_NAME, "x"), 0);
	check_is(FILE_NAME, "x");
}

TEST_WITH(a_link_in_place_of_the_file_is_replaced_and_not_followed, set_up, tear_down)
{
	struct stat st;

	make("other", "precious");
	assert_int_equal(symlink("other", FILE_NAME), 0);
	assert_int_equal(write_text(FILE_NAME, "x"), 0);
	check_is("other", "precious");
	assert_int_equal(lstat(FILE_NAME, &st), 0);
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(unlink(FILE_NAME), 0);
	assert_int_equal(symlink("nowhere", FILE_NAME), 0);
	assert_int_equal(write_text(FILE_NAME, "y"), 0);
	check_is(FILE_NAME, "y");
}

TEST_WITH(what_is_no_file_is_not_replaced, set_up, tear_down)
{
	struct stat st;

	assert_int_equal(mkdir("a", 0700), 0);
	assert_int_equal(write_text("a", "x"), -EISDIR);
	assert_string_equal(err.text, "cannot write the counters to \"a\": it is a directory; name a file in it");
	assert_int_equal(mkfifo("other", 0600), 0);
	assert_int_equal(write_text("other", "x"), -EINVAL);
	assert_string_equal(err.text, "cannot write the counters to \"other\": it is no file, and is "
				      "replaced at each interval; name a file, or \"-\" for standard output");
	assert_int_equal(lstat("other", &st), 0);
	assert_true(S_ISFIFO(st.st_mode));
	assert_int_equal(symlink("/dev/null", FILE_NAME), 0);
	assert_int_equal(write_text(FILE_NAME, "x"), -EINVAL);
	assert_int_equal(write_text("/dev/null", "x"), -EINVAL);
	assert_int_equal(lstat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

TEST_WITH(a_directory_that_is_gone_or_none_is_said, set_up, tear_down)
{
	assert_int_equal(write_text("gone/x", "x"), -ENOENT);
	assert_string_equal(err.text, "cannot write the counters to \"gone/x\": its directory does not exist");
	make("other", "");
	assert_int_equal(write_text("other/x", "x"), -ENOTDIR);
	assert_non_null(strstr(err.text, "its directory does not exist"));
}

TEST_WITH(a_directory_in_place_of_the_temporary_file_is_said, set_up, tear_down)
{
	assert_int_equal(mkdir(TMP, 0700), 0);
	assert_int_equal(write_text(FILE_NAME, "x"), -EISDIR);
	assert_string_equal(err.text, "cannot write the counters to \"" FILE_NAME "\": there is a "
				      "directory called like its temporary file, FILE.tmp");
}

TEST_WITH(a_name_that_is_too_long_is_said, set_up, tear_down)
{
	char name[5000];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(write_text(name, "x"), -ENAMETOOLONG);
	name[254] = '\0';	/* only with the suffix */
	assert_int_equal(write_text(name, "x"), -ENAMETOOLONG);
	assert_non_null(strstr(err.text, "File name too long"));
}

TEST_WITH(a_full_disk_leaves_the_old_counters_and_no_temporary_file, set_up, tear_down)
{
	static char bytes[LARGE];
	struct rlimit before, limit;

	assert_int_equal(write_text(FILE_NAME, "old"), 0);
	/* The size of files is limited in place of that of the disk. */
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = 4096;
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(textfile_write(FILE_NAME, bytes, sizeof(bytes), &err), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_string_equal(err.text, "cannot write the counters to \"" FILE_NAME "\": File too large");
	check_is(FILE_NAME, "old");
	assert_int_not_equal(access(TMP, F_OK), 0);
}

/* Writes to `end` as standard output. */
static int write_to(int end, const char *bytes, size_t n)
{
	int before = dup(STDOUT_FILENO), ret;

	(void)fflush(stdout);
	assert_int_equal(dup2(end, STDOUT_FILENO), STDOUT_FILENO);
	ret = textfile_write("-", bytes, n, &err);
	assert_int_equal(dup2(before, STDOUT_FILENO), STDOUT_FILENO);
	(void)close(before);
	return ret;
}

static void *read_all(void *data)
{
	size_t *sum = data;
	char bytes[4096];
	ssize_t n;

	while ((n = read((int)sum[0], bytes, sizeof(bytes))) > 0)
		for (ssize_t i = 0; i < n; i++)
			sum[1] += (unsigned char)bytes[i];
	return NULL;
}

static void check_is_whole(int flags)
{
	static char bytes[LARGE];
	size_t sum[2] = { 0 }, expected = 0;
	pthread_t thread;
	int ends[2];

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (char)(i % 251);
		expected += i % 251;
	}
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(fcntl(ends[1], F_SETFL, flags), 0);
	sum[0] = (size_t)ends[0];
	assert_int_equal(pthread_create(&thread, NULL, read_all, sum), 0);
	assert_int_equal(write_to(ends[1], bytes, sizeof(bytes)), 0);
	(void)close(ends[1]);
	(void)pthread_join(thread, NULL);
	(void)close(ends[0]);
	assert_int_equal(sum[1], expected);
}

TEST_WITH(standard_output_gets_all_bytes_also_where_it_does_not_block, set_up, tear_down)
{
	check_is_whole(0);
	check_is_whole(O_NONBLOCK);
}

TEST_WITH(a_reader_of_standard_output_that_ended_is_said, set_up, tear_down)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	(void)close(ends[0]);
	assert_int_equal(write_to(ends[1], "x", 1), -EPIPE);
	(void)close(ends[1]);
	assert_string_equal(err.text, "cannot write the counters to standard output: the program "
				      "that reads them has ended");
}

TEST_WITH(a_full_disk_behind_standard_output_is_said, set_up, tear_down)
{
	int full = open("/dev/full", O_WRONLY);

	assert_int_equal(write_to(full, "x", 1), -ENOSPC);
	(void)close(full);
	assert_string_equal(err.text, "cannot write the counters to standard output: No space left on device");
}
