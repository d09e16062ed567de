/* SPDX-License-Identifier: GPL-2.0-only */
/* Who made whom, as this kernel tells it. Skipped where it lets nobody ask. */
#include "config.h"
#include "collect/births.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static struct {
	struct task_event last[64];
	size_t n;
} told;

static void note(void *data, const struct task_event *birth)
{
	(void)data;
	if (told.n < sizeof(told.last) / sizeof(told.last[0]))
		told.last[told.n++] = *birth;
}

/* The birth of this process, whoever's. */
static const struct task_event *birth_of(int32_t pid)
{
	for (size_t i = 0; i < told.n; i++)
		if (told.last[i].pid == pid)
			return &told.last[i];
	return NULL;
}

static int32_t read_pid(int fd)
{
	int32_t pid = 0;

	assert_int_equal(read(fd, &pid, sizeof(pid)), sizeof(pid));
	return pid;
}

/* A child that makes a child and ends at once, as a daemon's does: both pids. */
static void fork_twice(int32_t *child, int32_t *grandchild)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	*child = fork();
	assert_true(*child >= 0);
	if (!*child) {
		int32_t pid = fork();

		if (pid)
			(void)!write(fds[1], &pid, sizeof(pid));
		_exit(0);
	}
	*grandchild = read_pid(fds[0]);
	assert_int_equal(waitpid(*child, NULL, 0), *child);
	close(fds[0]);
	close(fds[1]);
}

static void expect_both(struct births *births)
{
	const struct task_event *birth;
	int32_t child, grandchild;

	told.n = 0;
	fork_twice(&child, &grandchild);
	births_each(births, note, NULL);
	birth = birth_of(child);
	assert_non_null(birth);
	assert_int_equal(birth->ppid, getpid());
	birth = birth_of(grandchild);
	assert_non_null(birth);
	assert_int_equal(birth->ppid, child);
	assert_int_equal(birth->ptid, child);
	assert_true(birth->time_ns >= birth_of(child)->time_ns);
}

static void a_child_of_one_that_has_ended_is_told_with_its_maker(void **state)
{
	int32_t tid = getpid();
	struct births *births;

	(void)state;
	if (births_open_of(&tid, 1, &births))
		skip();
	assert_int_equal(births_fds(births), births_fds_of(1));
	expect_both(births);
	expect_both(births);
	births_close(births);
}

static void of_all_tasks_it_is_told_too(void **state)
{
	struct births *births;

	(void)state;
	if (births_open_all(&births))
		skip();
	births_each(births, note, NULL);	/* of others, so far */
	expect_both(births);
	births_close(births);
}

static void of_no_such_thread_nothing_can_be_told(void **state)
{
	int32_t tid = 0x7fffffff;
	struct births *births = NULL;

	(void)state;
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
