/* SPDX-License-Identifier: GPL-2.0-only */
/* Fork events of this kernel. Skipped where it does not permit them. */
#include "config.h"
#include "collect/pertask/fork_events.h"

#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

static int32_t child, grandchild;
static struct task_event forks_of[2];	/* of these two tasks: others may be reported as well */

static void note(void *data, const struct task_event *fork_event)
{
	if (fork_event->tid != fork_event->pid)
		return;		/* a sanitizer creates threads of its own */
	if (fork_event->pid == child)
		forks_of[0] = *fork_event;
	if (fork_event->pid == grandchild)
		forks_of[1] = *fork_event;
}

static int32_t read_pid(int fd)
{
	int32_t pid = 0;

	assert_int_equal(read(fd, &pid, sizeof(pid)), sizeof(pid));
	return pid;
}

/* Creates a child that creates a child and exits at once, as a daemon does. */
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

static void expect_both(struct fork_events *events)
{
	memset(forks_of, 0, sizeof(forks_of));
	fork_twice();
	fork_events_each(events, note, NULL);
	assert_int_equal(forks_of[0].pid, child);
	assert_int_equal(forks_of[0].ppid, getpid());
	assert_int_equal(forks_of[1].pid, grandchild);
	assert_int_equal(forks_of[1].ppid, child);
	assert_int_equal(forks_of[1].ptid, child);
	assert_true(forks_of[1].time_ns >= forks_of[0].time_ns);
}

/* A lack of permission is no fault; any other error is. */
static void skip_if_forbidden(int ret)
{
	if (ret == -EACCES || ret == -EPERM || ret == -ENOSYS)
		skip();
	assert_int_equal(ret, 0);
}

TEST(a_fork_event_names_the_creator_even_if_it_has_exited)
{
	int32_t tid = getpid();
	struct fork_events *events;

	skip_if_forbidden(fork_events_open_of(&tid, 1, &events));
	assert_int_equal(fork_events_fds(events), fork_events_fds_for(1));
	expect_both(events);
	expect_both(events);
	fork_events_close(events);
}

TEST(events_of_all_tasks_name_it_as_well)
{
	struct fork_events *events;

	skip_if_forbidden(fork_events_open_all(&events));
	expect_both(events);
	fork_events_close(events);
}

TEST(events_of_a_thread_that_does_not_exist_cannot_be_opened)
{
	int32_t tid = 0x7fffffff;
	struct fork_events *events = NULL;

	assert_true(fork_events_open_of(&tid, 1, &events) < 0);
	assert_null(events);
}
