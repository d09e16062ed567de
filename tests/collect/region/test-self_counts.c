/* SPDX-License-Identifier: GPL-2.0-only */
/* What a program has counted itself: read from its memory, which is a stranger's. */
#include "config.h"
#include "collect/region/self_counts.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/fixtures/self_counts_bytes.h"
#include "tests/fixtures/test_main.h"

static struct tdtop_self *self;
static struct bytes_in_memory memory;
static struct self_regions regions;
static struct err err;

/* Takes the place of glibc's: only the tests change what is read, so no pause could help. */
int nanosleep(const struct timespec *time, struct timespec *left)
{
	return 0;
}

SETUP_MAY_FAIL
{
	self = self_counts_example(2311);
	memory = (struct bytes_in_memory){ .bytes = self, .n = sizeof(*self) };
	return self ? 0 : -1;
}

TEARDOWN
{
	free(self);
}

static int parse(void)
{
	const struct self_counts_bytes bytes = bytes_of_memory(&memory);

	memset(&err, 0, sizeof(err));
	return self_counts_parse(&bytes, &regions, &err);
}

static int near(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

TEST(threads_are_added_before_shares)
{
	assert_int_equal(parse(), 0);
	assert_int_equal(regions.n, 3);
	assert_int_equal(regions.levels, 2);
	assert_int_equal(regions.threads, 2);
	assert_int_equal(regions.changes, 30);
	assert_string_equal(regions.region[0].name, "parse");
	assert_int_equal(regions.region[0].entries, 10);
	assert_true(near(regions.region[0].slots, 1000));
	assert_true(near(regions.region[0].share[M_RETIRING], 0.81));
	assert_true(near(regions.region[0].share[M_LIGHT_OPERATIONS], 0.41));
	assert_true(near(regions.region[0].running, 0.95));
	assert_string_equal(regions.region[2].name, "(other)");
	assert_true(regions.region[2].other);
}

TEST(a_split_that_is_too_coarse_is_missing_and_not_zero)
{
	assert_int_equal(parse(), 0);
	assert_string_equal(regions.region[1].name, "write");
	assert_true(near(regions.region[1].slots, 100));
	assert_true(isnan(regions.region[1].share[M_RETIRING]) && isnan(regions.region[1].error));
}

TEST(with_four_metrics_level_2_is_missing)
{
	self->parts = 4;
	assert_int_equal(parse(), 0);
	assert_int_equal(regions.levels, 1);
	assert_true(isnan(regions.region[0].share[M_LIGHT_OPERATIONS]));
	assert_true(near(regions.region[0].share[M_RETIRING], 0.81));
}

static void thread_ends(unsigned reads)
{
	if (reads == 3)		/* of the head, `moves`, the ended */
		self->moves++;
	if (reads == 6) {
		self->thread[0].row[1] = self->thread[1].row[1];
		memset(&self->thread[1], 0, sizeof(self->thread[1]));
		self->moves++;
	}
}

TEST(a_thread_that_ends_meanwhile_counts_once)
{
	memory.at_read = thread_ends;
	assert_int_equal(parse(), 0);
	assert_true(near(regions.region[0].slots, 1000));
	assert_int_equal(regions.threads, 1);
}

static void thread_writes(unsigned reads)
{
	self->thread[1].sequence = reads < 9 ? 2 * reads : 18;
}

TEST(rows_that_change_meanwhile_are_read_again)
{
	memory.at_read = thread_writes;
	assert_int_equal(parse(), 0);
	assert_true(memory.reads > 9);
	self->thread[1].sequence = 1;
	memory.at_read = NULL;
	assert_int_equal(parse(), -EAGAIN);
	assert_true(err.text[0] != '\0');
}

static void thread_loses_its_cpu(unsigned reads)
{
	self->thread[1].sequence = reads < 300 ? 3 : 4;
}

TEST(a_thread_that_loses_its_cpu_while_it_writes_is_waited_for)
{
	memory.at_read = thread_loses_its_cpu;
	assert_int_equal(parse(), 0);
}

TEST(a_head_that_is_damaged_has_a_sentence)
{
	uint32_t *const field[] = { &self->version, &self->size, &self->parts, &self->names, &self->threads };
	static const uint32_t wrong[] = { 0, 3, 129, 1000, 0x80000000U, UINT32_MAX };

	for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++)
		for (size_t j = 0; j < sizeof(wrong) / sizeof(wrong[0]); j++) {
			const uint32_t right = *field[i];

			if (field[i] == &self->names && wrong[j] == 3)
				continue;
			if (field[i] == &self->threads && (wrong[j] == 3 || wrong[j] == 129))
				continue;
			*field[i] = wrong[j];
			assert_int_equal(parse(), -EINVAL);
			assert_true(err.text[0] != '\0');
			*field[i] = right;
		}
	self->magic++;
	assert_int_equal(parse(), -EINVAL);
}

TEST(a_file_that_ends_early_has_a_sentence)
{
	static const size_t size[] = { 0, 7, 63, 6000, sizeof(struct tdtop_self) / 2 };

	self->threads = TDTOP_SELF_THREADS;
	for (size_t i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		memory.n = size[i];
		assert_int_equal(parse(), -ENODATA);
		assert_true(err.text[0] != '\0');
	}
}

TEST(numbers_of_a_liar_do_no_harm)
{
	self->names = TDTOP_SELF_NAMES;
	memset(self->name, 'x', sizeof(self->name));
	memset(self->thread[1].row, 0xff, sizeof(self->thread[1].row));
	memset(self->thread[2].row, 0x7f, sizeof(self->thread[2].row));
	self->thread[1].row[1].exact[0] = INT64_MIN;
	self->thread[2].row[1].exact[0] = INT64_MIN;
	assert_int_equal(parse(), 0);
	assert_int_equal(regions.n, SELF_REGIONS_MAX);
	for (size_t i = 0; i < regions.n; i++) {
		assert_int_equal(strlen(regions.region[i].name), SELF_REGION_NAME - 1);
		for (int node = 0; node <= M_CORE_BOUND; node++)
			assert_false(regions.region[i].share[node] < 0 ||
				     regions.region[i].share[node] > 1);
	}
}

/* A file as a program that counts itself holds it. */
static int hold(const char *name, uint32_t pid)
{
	const int fd = memfd_create(name, MFD_CLOEXEC);

	self->pid = pid;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, self, sizeof(*self)), sizeof(*self));
	return fd;
}

TEST(a_running_process_is_read_by_its_pid)
{
	const int other = hold("tdtop-regions-of-another", 1);
	const int fd = hold(TDTOP_SELF_FILE, (uint32_t)getpid());

	assert_int_equal(self_counts_read(getpid(), &regions, &err), 0);
	assert_int_equal(regions.pid, getpid());
	assert_int_equal(regions.n, 3);
	close(fd);
	assert_int_equal(self_counts_read(getpid(), &regions, &err), -ENOENT);
	assert_non_null(strstr(err.text, "TDTOP_REGIONS=rdpmc"));
	close(other);
}

/* A directory that is mounted nowhere: paths in it begin there. Needs root; or -1. */
static int mount_nowhere(void)
{
	const int fs = (int)syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC);
	int dir = -1;

	if (fs < 0)
		return -1;
	if (!syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		dir = (int)syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, 0);
	close(fs);
	return dir;
}

TEST(a_pipe_of_this_name_is_not_even_opened)
{
	static const char name[] = "memfd:" TDTOP_SELF_FILE " (deleted)";
	const int dir = mount_nowhere(), watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	char path[32], event[512];
	int pipe;

	if (dir < 0)
		skip();		/* not root, or a container */
	assert_int_equal(mkfifoat(dir, name, 0600), 0);
	pipe = openat(dir, name, O_PATH | O_CLOEXEC);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", pipe);
	assert_true(inotify_add_watch(watch, path, IN_OPEN) >= 0);
	assert_int_equal(self_counts_read(getpid(), &regions, &err), -ENOENT);
	assert_int_equal(read(watch, event, sizeof(event)), -1);
	close(watch);
	close(pipe);
	close(dir);
}

TEST(the_file_of_the_parent_is_not_that_of_its_child)
{
	const int fd = hold(TDTOP_SELF_FILE, 1);

	assert_int_equal(self_counts_read(getpid(), &regions, &err), -ENOENT);
	assert_non_null(strstr(err.text, "those of process 1"));
	close(fd);
}

TEST(a_process_that_is_not_there_has_a_sentence)
{
	const pid_t pid = fork();

	if (!pid)
		_exit(0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(self_counts_read(pid, &regions, &err), -ESRCH);
	assert_non_null(strstr(err.text, "no process"));
}
