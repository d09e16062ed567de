/* SPDX-License-Identifier: GPL-2.0-only */
/* Fork events, of this kernel (skipped where it does not permit them) and of one that is none. */
#include "config.h"
#include "collect/pertask/fork_events.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/sys/topology.h"
#include "tests/fixtures/fake_events.h"
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
	assert_int_equal(read(fds[0], &grandchild, sizeof(grandchild)), sizeof(grandchild));
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

/* Of this kernel, with events of this thread, or of all tasks. */
static void names_the_creator(int32_t tid)
{
	struct fork_events *events;
	struct machine machine = { .n_cpus = 0 };
	struct err err;

	assert_int_equal(topology_read(&machine, &err), 0);
	skip_if_forbidden(fork_events_open(&perf_sys_real, &machine, &tid, 1, &events));
	assert_int_equal(fork_events_fds(events), machine.n_cpus);
	expect_both(events);
	expect_both(events);
	fork_events_close(events);
	topology_done(&machine);
}

TEST(a_fork_event_names_the_creator_even_if_it_has_exited)
{
	names_the_creator(getpid());
}

TEST(events_of_all_tasks_name_it_as_well)
{
	names_the_creator(FORK_EVENTS_ALL);
}

/* ---- of a kernel that is none ---- */

static struct cpu_place places[FAKE_CPUS];
static const int32_t tids[] = { 10, 11 };

static int open_fake(struct fork_events **events)
{
	for (int i = 0; i < FAKE_CPUS; i++)
		places[i].cpu = i;
	return fork_events_open(&fake_events_sys, &(struct machine){ .n_cpus = FAKE_CPUS, .cpus = places }, tids, 2,
				events);
}

TEST(events_of_a_cpu_write_into_one_ring_as_large_as_the_limits_allow_and_what_is_refused_leaves_nothing_open)
{
	const struct {
		struct perf_event_header header;
		uint32_t pid, ppid, tid, ptid;
		uint64_t time_ns;
	} fork = { { PERF_RECORD_FORK, 0, sizeof(fork) }, 20, 11, 20, 11, 5 };
	struct fork_events *events;

	fake_events_reset();
	fake_events.files = 5;
	assert_int_equal(open_fake(&events), -EMFILE);
	fake_events.files = FAKE_EVENTS;
	fake_events.locked_pages = FAKE_CPUS;
	assert_int_equal(open_fake(&events), -EPERM);
	assert_int_equal(fake_events.n_open + fake_events.mapped_pages, 0);
	fake_events.locked_pages = FAKE_CPUS * (1 + 16);
	assert_int_equal(open_fake(&events), 0);
	assert_int_equal(fork_events_fds(events), 2 * FAKE_CPUS);
	assert_int_equal(fake_events.mapped_pages, fake_events.locked_pages);
	child = 20;
	for (int i = 0; i < 3000; i++) {
		memset(forks_of, 0, sizeof(forks_of));
		fake_event_writes(&fake_events.event[5], &fork, sizeof(fork));	/* of 11 on CPU 2 */
		fork_events_each(events, note, NULL);
		assert_int_equal(forks_of[0].ptid, 11);
	}
	fork_events_close(events);
	assert_int_equal(fake_events.n_open + fake_events.mapped_pages, 0);
}
