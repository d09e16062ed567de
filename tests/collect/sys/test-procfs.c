/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading /proc, from a fixture that each test writes into a directory of its own. */
#include "config.h"
#include "collect/sys/procfs.h"

#include <time.h>

#include "collect/sys/clock_ns.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

static struct procfs *procfs;
static struct task_facts facts;

SETUP
{
	fake_proc_new();
	fake_proc_put("42/comm", "fifteen letters\n");
	fake_proc_put("42/status", "Name:\tbad\\nPPid:\t7\nTgid:\t42\nPid:\t42\nPPid:\t17\n"
				   "Uid:\t4294967000\t0\t5\t5\nThreads:\t3\n");
	fake_proc_put("42/cgroup", "0::/system.slice/run.service\n");
	fake_proc_put_bytes("42/cmdline", "run\0--fast\0two words\0\0\0", 24);
	fake_proc_put("42/task/43/comm", "worker\n");
	fake_proc_put("loadavg", "0.10 0.20 0.30 2/412 9999\n");
	procfs = procfs_new(fake_proc_root);
	assert_non_null(procfs);
}

TEARDOWN
{
	procfs_free(procfs);
	fake_proc_done();
}

TEST(a_process_has_name_parent_user_threads_and_command)
{
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
	fake_proc_put("42/status", "Name:\tx\nUid:\t0\t4294967000\t0\t0\n");
	assert_true(procfs_process(procfs, 42, &facts));
	assert_string_equal(facts.user, "4294967000");
	assert_int_equal(facts.threads, 0);
}

TEST(a_leader_that_has_exited_is_no_thread)
{
	fake_proc_put("42/status", "Name:\tx\nState:\tZ (zombie)\nThreads:\t3\n");
	assert_true(procfs_process(procfs, 42, &facts));
	assert_int_equal(facts.threads, 2);
}

TEST(threads_are_counted_at_a_time)
{
	const uint64_t before_ns = clock_ns(CLOCK_MONOTONIC);

	assert_true(procfs_process(procfs, 42, &facts));
	assert_in_range(facts.threads_ns, before_ns, clock_ns(CLOCK_MONOTONIC));
}

TEST(a_long_command_line_is_cut_with_a_sign)
{
	char line[1000];

	memset(line, 'x', sizeof(line));
	fake_proc_put("42/cgroup", "0::/system.slice/run.service\n");
	fake_proc_put_bytes("42/cmdline", line, sizeof(line));
	assert_true(procfs_process(procfs, 42, &facts));
	assert_int_equal(strlen(facts.command), sizeof(facts.command) - 1);
	assert_string_equal(facts.command + sizeof(facts.command) - 6, "xx...");
}

TEST(a_kernel_thread_has_no_command)
{
	fake_proc_put("42/cgroup", "0::/system.slice/run.service\n");
	fake_proc_put("42/cmdline", "");
	assert_true(procfs_process(procfs, 42, &facts));
	assert_string_equal(facts.command, "");
}

/* Field 9 of stat, the flags of the kernel's task: PF_KTHREAD is 0x200000. */
TEST(a_kernel_thread_is_one_by_its_flags)
{
	static const char kernel[] = "42 (k) S (x) S 2 0 0 0 -1 69238880 0 0\n";
	static const char zombie[] = "42 (sh) Z 1 42 42 0 -1 4194304 0 0\n";

	fake_proc_put("42/cmdline", "");
	fake_proc_put("42/stat", kernel);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_true(facts.kernel);
	fake_proc_put("42/stat", zombie);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_false(facts.kernel);
	fake_proc_put("42/stat", "42 (cut");
	assert_true(procfs_process(procfs, 42, &facts));
	assert_false(facts.kernel);
	/* A process with a command line is none, whatever it calls itself. */
	fake_proc_put("42/stat", kernel);
	fake_proc_put_bytes("42/cmdline", "run", 4);
	assert_true(procfs_process(procfs, 42, &facts));
	assert_false(facts.kernel);
}

TEST(a_process_that_exited_is_not_known)
{
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
	fake_proc_put("loadavg", "nonsense\n");
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
	fake_proc_put("loadavg", "0.10 0.20\n");
	(void)procfs_load(procfs, &average);
	assert_false(average.known);
}

TEST(a_root_that_is_not_there_knows_nothing)
{
	struct procfs *nothing = procfs_new("no-such-directory");
	struct load_average average = { .known = true };

	assert_non_null(nothing);
	assert_false(procfs_process(nothing, 1, &facts));
	assert_int_equal(procfs_load(nothing, &average), 0);
	assert_false(average.known);
	procfs_free(nothing);
}

/* A COMM record has the whole name; both must be the same. */
TEST(a_name_with_a_newline_is_whole)
{
	char comm[COMM_LEN];

	fake_proc_put("42/task/43/comm", "a\nb\n\n");
	assert_true(procfs_thread(procfs, 42, 43, comm));
	assert_string_equal(comm, "a\nb\n");
}
