/* SPDX-License-Identifier: GPL-2.0-only */
/* Who made whom, as this kernel tells it. Skipped where it lets nobody ask. */
#include "config.h"
#include "collect/pertask/fork_events.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test.h"

static int32_t child, grandchild;
static struct task_event births_of[2];	/* of these two; of whole machines others are told, too */

static void note(void *data, const struct task_event *birth)
{
	(void)data;
	if (birth->tid != birth->pid)
		return;		/* a sanitizer makes threads of its own */
	if (birth->pid == child)
		births_of[0] = *birth;
	if (birth->pid == grandchild)
		births_of[1] = *birth;
}

static int32_t read_pid(int fd)
{
	int32_t pid = 0;

	assert_int_equal(read(fd, &pid, sizeof(pid)), sizeof(pid));
	return pid;
}

/* A child that makes a child and ends at once, as a daemon's does. */
static void fork_twice(void)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		int32_t pid = fork();

		if (pid)
			(void)!write(fds[1], &pid, sizeof(pid));
		_exit(0);
	}
	grandchild = read_pid(fds[0]);
	assert_int_equal(waitpid(child, NULL, 0), child);
	close(fds[0]);
	close(fds[1]);
}

static void expect_both(struct births *births)
{
	memset(births_of, 0, sizeof(births_of));
	fork_twice();
	births_each(births, note, NULL);
	assert_int_equal(births_of[0].pid, child);
	assert_int_equal(births_of[0].ppid, getpid());
	assert_int_equal(births_of[1].pid, grandchild);
	assert_int_equal(births_of[1].ppid, child);
	assert_int_equal(births_of[1].ptid, child);
	assert_true(births_of[1].time_ns >= births_of[0].time_ns);
}

/* That somebody may not ask is no fault; all else is. */
static void skip_if_forbidden(int ret)
{
	if (ret == -EACCES || ret == -EPERM || ret == -ENOSYS)
		skip();
	assert_int_equal(ret, 0);
}

TEST(a_child_of_one_that_has_ended_is_told_with_its_maker)
{
	int32_t tid = getpid();
	struct births *births;

	skip_if_forbidden(births_open_of(&tid, 1, &births));
	assert_int_equal(births_fds(births), births_fds_of(1));
	expect_both(births);
	expect_both(births);
	births_close(births);
}

TEST(of_all_tasks_it_is_told_too)
{
	struct births *births;

	skip_if_forbidden(births_open_all(&births));
	expect_both(births);
	births_close(births);
}

TEST(of_no_such_thread_nothing_can_be_told)
{
	int32_t tid = 0x7fffffff;
	struct births *births = NULL;

	assert_true(births_open_of(&tid, 1, &births) < 0);
	assert_null(births);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_of_one_that_has_ended_is_told_with_its_maker),
		cmocka_unit_test(of_all_tasks_it_is_told_too),
		cmocka_unit_test(of_no_such_thread_nothing_can_be_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
