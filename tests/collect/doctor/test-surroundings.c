/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The surroundings of the counters, read below a root that is created for each test: links like
 * those of /proc/PID/fd point at nothing, so they cannot be files of the source tree.
 */
#include "config.h"
#include "collect/doctor/diagnosis.h"

#include <unistd.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

static int answer;		/* of the fake kernel */
static struct surroundings around;

static int fake_reach(void *data)
{
	return answer;
}

static const struct perf_sys sys = { .reach = fake_reach };

static void put_link(const char *name, const char *target)
{
	assert_int_equal(symlink(target, fake_proc_path(name)), 0);
}

FIXTURE(setup)
{
	answer = -EINVAL;
	return fake_proc_setup(state);
}

const struct around_tests around_tests = { .setup = setup, .teardown = fake_proc_teardown };

TEST(without_files_nothing_is_known)
{
	surroundings_read(fake_proc_root, &(struct perf_sys){ .data = NULL }, &around);
	assert_string_equal(around.container, "");
	assert_false(around.pid_namespace || around.confined);
	assert_int_equal(around.reach, REACH_UNKNOWN);
	assert_string_equal(around.lockdown, "");
	assert_int_equal(around.max_sample_rate, -1);
	assert_int_equal(around.n_users, 0);
}

TEST(an_answer_before_the_kernel_is_from_a_filter)
{
	surroundings_read(fake_proc_root, &sys, &around);
	assert_int_equal(around.reach, REACH_KERNEL);
	answer = -EACCES;	/* of the paranoid level, in kernels that check it first */
	surroundings_read(fake_proc_root, &sys, &around);
	assert_int_equal(around.reach, REACH_KERNEL);
	answer = -EPERM;
	surroundings_read(fake_proc_root, &sys, &around);
	assert_int_equal(around.reach, REACH_FILTERED);
	answer = -ENOSYS;
	surroundings_read(fake_proc_root, &sys, &around);
	assert_int_equal(around.reach, REACH_FILTERED);
}

TEST(the_first_pid_namespace_is_no_container)
{
	put_link("/proc/self/ns/pid", "pid:[4026531836]");
	surroundings_read(fake_proc_root, &sys, &around);
	assert_false(around.pid_namespace);
}

TEST(another_pid_namespace_is_seen)
{
	put_link("/proc/self/ns/pid", "pid:[4026532201]");
	fake_proc_put("/run/.containerenv", "");
	surroundings_read(fake_proc_root, &sys, &around);
	assert_true(around.pid_namespace);
	assert_string_equal(around.container, "Podman: /run/.containerenv");
}

TEST(the_lockdown_in_force_is_the_one_in_brackets)
{
	fake_proc_put("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
	surroundings_read(fake_proc_root, &sys, &around);
	assert_string_equal(around.lockdown, "integrity");
}

TEST(a_label_confines_only_where_it_is_enforced)
{
	static const struct {
		const char *label, *selinux;
		bool confined;
	} rows[] = {
		{ "docker-default (enforce)\n", "", true },
		{ "docker-default (complain)\n", "", false },
		{ "unconfined\n", "", false },
		{ "system_u:system_r:container_t:s0", "1", true },
		{ "system_u:system_r:container_t:s0", "0", false },
		{ "unconfined_u:unconfined_r:unconfined_t:s0", "1", false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fake_proc_put("/proc/self/attr/current", rows[i].label);
		fake_proc_put("/sys/fs/selinux/enforce", rows[i].selinux);
		surroundings_read(fake_proc_root, &sys, &around);
		assert_int_equal(around.confined, rows[i].confined);
	}
}

TEST(processes_with_open_perf_events_are_named_with_their_number)
{
	fake_proc_put("/proc/77/comm", "toplev\n");
	put_link("/proc/77/fd/0", "/dev/null");
	put_link("/proc/77/fd/3", "anon_inode:[perf_event]");
	put_link("/proc/77/fd/4", "anon_inode:[perf_event]");
	put_link("/proc/78/fd/3", "anon_inode:[eventpoll]");
	put_link("/proc/self/fd/3", "anon_inode:[perf_event]");
	surroundings_read(fake_proc_root, &sys, &around);
	assert_int_equal(around.n_users, 1);
	assert_int_equal(around.users[0].pid, 77);
	assert_int_equal(around.users[0].events, 2);
	assert_string_equal(around.users[0].comm, "toplev");
}

TEST(of_many_such_processes_all_are_counted)
{
	char name[64];

	for (int pid = 1; pid <= 2 * PERF_USERS; pid++) {
		(void)snprintf(name, sizeof(name), "/proc/%d/fd/3", pid);
		put_link(name, "anon_inode:[perf_event]");
	}
	surroundings_read(fake_proc_root, &sys, &around);
	assert_int_equal(around.n_users, 2 * PERF_USERS);
}
