/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading /proc, from a fixture that each test writes into a directory of its own. */
#include "config.h"
#include "collect/sys/procfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"
#include "tests/fixtures/test.h"

static char root[] = "procfs-XXXXXX";
static struct procfs *procfs;

static void put_file(const char *path, const void *text, size_t size)
{
	char full[128];
	FILE *file;

	(void)snprintf(full, sizeof(full), "%s/%s", root, path);
	file = fopen(full, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	fclose(file);
}

static void put_dir(const char *path)
{
	char full[128];

	(void)snprintf(full, sizeof(full), "%s/%s", root, path);
	assert_int_equal(mkdir(full, 0700), 0);
}

static int setup(void **state)
{
	static const char status[] = "Name:\tbad\\nPPid:\t7\nTgid:\t42\nPid:\t42\nPPid:\t17\n"
				     "Uid:\t4294967000\t0\t5\t5\nThreads:\t3\n";

	(void)state;
	strcpy(root, "procfs-XXXXXX");
	assert_non_null(mkdtemp(root));
	put_dir("42");
	put_dir("42/task");
	put_dir("42/task/43");
	put_file("42/comm", "fifteen letters\n", 16);
	put_file("42/status", status, sizeof(status) - 1);
	put_file("42/cgroup", "0::/system.slice/run.service\n", 29);
	put_file("42/cmdline", "run\0--fast\0two words\0\0\0", 24);
	put_file("42/task/43/comm", "worker\n", 7);
	put_file("loadavg", "0.10 0.20 0.30 2/412 9999\n", 26);
	procfs = procfs_new(root);
	assert_non_null(procfs);
	return 0;
}

static int teardown(void **state)
{
	static const char *const paths[] = { "42/task/43/comm", "42/task/43", "42/task",
					     "42/cgroup",	"42/cmdline",	"42/status",  "42/stat",
					     "42/comm",
					     "42",		"loadavg" };
	char full[128];
	size_t i;

	(void)state;
	procfs_free(procfs);
	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		(void)snprintf(full, sizeof(full), "%s/%s", root, paths[i]);
		(void)remove(full);
	}
	return rmdir(root);
}

TEST(a_process_has_name_parent_user_threads_and_command)
{
	struct task_facts facts;

	assert_true(procfs_process(procfs, 42, &facts));
	assert_string_equal(facts.comm, "fifteen letters");
	assert_int_equal(facts.ppid, 17);
	assert_int_equal(facts.threads, 3);
	assert_string_equal(facts.user, "root");	/* the effective one */
	assert_string_equal(facts.command, "run --fast two words");
	assert_string_equal(facts.cgroup, "/system.slice/run.service");
}

TEST(a_user_without_a_name_is_a_number)
{
	static const char status[] = "Name:\tx\nUid:\t0\t4294967000\t0\t0\n";
	struct task_facts facts;

	put_file("42/status", status, sizeof(status) - 1);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_string_equal(facts.user, "4294967000");
	assert_int_equal(facts.threads, 0);
}

TEST(a_leader_that_has_exited_is_no_thread)
{
	static const char status[] = "Name:\tx\nState:\tZ (zombie)\nThreads:\t3\n";
	struct task_facts facts;

	put_file("42/status", status, sizeof(status) - 1);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_int_equal(facts.threads, 2);
}

TEST(threads_are_counted_at_a_time)
{
	struct task_facts facts;
	const uint64_t before_ns = clock_ns(CLOCK_MONOTONIC);

	assert_true(procfs_process(procfs, 42, &facts));
	assert_in_range(facts.threads_ns, before_ns, clock_ns(CLOCK_MONOTONIC));
}

TEST(a_long_command_line_is_cut_with_a_sign)
{
	struct task_facts facts;
	char line[1000];

	memset(line, 'x', sizeof(line));
	put_file("42/cgroup", "0::/system.slice/run.service\n", 29);
	put_file("42/cmdline", line, sizeof(line));
	assert_true(procfs_process(procfs, 42, &facts));
	assert_int_equal(strlen(facts.command), sizeof(facts.command) - 1);
	assert_string_equal(facts.command + sizeof(facts.command) - 6, "xx...");
}

TEST(a_kernel_thread_has_no_command)
{
	struct task_facts facts;

	put_file("42/cgroup", "0::/system.slice/run.service\n", 29);
	put_file("42/cmdline", "", 0);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_string_equal(facts.command, "");
}

/* Field 9 of stat, the flags of the kernel's task: PF_KTHREAD is 0x200000. */
TEST(a_kernel_thread_is_one_by_its_flags)
{
	static const char kernel[] = "42 (k) S (x) S 2 0 0 0 -1 69238880 0 0\n";
	static const char zombie[] = "42 (sh) Z 1 42 42 0 -1 4194304 0 0\n";
	struct task_facts facts;

	put_file("42/cmdline", "", 0);
	put_file("42/stat", kernel, sizeof(kernel) - 1);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_true(facts.kernel);
	put_file("42/stat", zombie, sizeof(zombie) - 1);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_false(facts.kernel);
	put_file("42/stat", "42 (cut", 7);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_false(facts.kernel);
	/* A process with a command line is none, whatever it calls itself. */
	put_file("42/stat", kernel, sizeof(kernel) - 1);
	put_file("42/cmdline", "run", 4);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_false(facts.kernel);
}

TEST(a_process_that_exited_is_not_known)
{
	struct task_facts facts;

	assert_false(procfs_process(procfs, 44, &facts));
	assert_false(procfs_exists(procfs, 44, 44));
}

TEST(a_thread_has_its_own_name)
{
	char comm[COMM_LEN];

	assert_true(procfs_thread(procfs, 42, 43, comm));
	assert_string_equal(comm, "worker");
	assert_false(procfs_thread(procfs, 42, 44, comm));
	assert_true(procfs_exists(procfs, 42, 43));
	assert_false(procfs_exists(procfs, 42, 44));
}

TEST(the_machine_says_how_many_tasks_exist)
{
	struct load_average average;

	assert_int_equal(procfs_load(procfs, &average), 412);
	put_file("loadavg", "nonsense\n", 9);
	assert_int_equal(procfs_load(procfs, &average), 0);
}

TEST(the_load_averages_are_those_of_one_five_and_fifteen_minutes)
{
	struct load_average average;

	(void)procfs_load(procfs, &average);
	assert_true(average.known);
	assert_float_equal(average.minutes[0], 0.10, 1e-6);
	assert_float_equal(average.minutes[1], 0.20, 1e-6);
	assert_float_equal(average.minutes[2], 0.30, 1e-6);
	put_file("loadavg", "0.10 0.20\n", 10);
	(void)procfs_load(procfs, &average);
	assert_false(average.known);
}

TEST(a_root_that_is_not_there_knows_nothing)
{
	struct procfs *nothing = procfs_new("no-such-directory");
	struct load_average average = { .known = true };
	struct task_facts facts;

	assert_non_null(nothing);
	assert_false(procfs_process(nothing, 1, &facts));
	assert_int_equal(procfs_load(nothing, &average), 0);
	assert_false(average.known);
	procfs_free(nothing);
}

#define WITH_SETUP(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/* A COMM record has the whole name; both must be the same. */
TEST(a_name_with_a_newline_is_whole)
{
	char comm[COMM_LEN];

	put_file("42/task/43/comm", "a\nb\n\n", 6);
	assert_true(procfs_thread(procfs, 42, 43, comm));
	assert_string_equal(comm, "a\nb\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(a_process_has_name_parent_user_threads_and_command),
		WITH_SETUP(a_user_without_a_name_is_a_number),
		WITH_SETUP(a_name_with_a_newline_is_whole),
		WITH_SETUP(a_leader_that_has_exited_is_no_thread),
		WITH_SETUP(threads_are_counted_at_a_time),
		WITH_SETUP(a_long_command_line_is_cut_with_a_sign),
		WITH_SETUP(a_kernel_thread_has_no_command),
		WITH_SETUP(a_kernel_thread_is_one_by_its_flags),
		WITH_SETUP(a_process_that_exited_is_not_known),
		WITH_SETUP(a_thread_has_its_own_name),
		WITH_SETUP(the_machine_says_how_many_tasks_exist),
		WITH_SETUP(the_load_averages_are_those_of_one_five_and_fifteen_minutes),
		WITH_SETUP(a_root_that_is_not_there_knows_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
