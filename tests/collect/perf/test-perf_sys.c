/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Groups of opened nodes on this machine's kernel, of software events. Skipped where perf events are
 * not permitted.
 */
#include "config.h"
#include "collect/perf/perf_sys.h"

#include <linux/perf_event.h>
#include <time.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define WORDS 8

static const struct perf_sys *sys = &perf_sys_real;

static struct perf_event_attr clock_event(uint64_t config, bool leader)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr), .type = PERF_TYPE_SOFTWARE,
		.config = config, .disabled = leader, .exclude_kernel = 1,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
}

static void skip_without_perf(void)
{
	const struct perf_event_attr attr = clock_event(PERF_COUNT_SW_TASK_CLOCK, true);
	const int fd = sys->open(sys->data, &attr, 0, -1, -1, 0);

	if (fd < 0)
		skip();
	sys->close(sys->data, fd);
}

static void spin(uint64_t ns)
{
	const uint64_t until = sys->cpu_ns(sys->data) + ns;

	while (sys->cpu_ns(sys->data) < until)
		;
}

TEST(a_group_of_a_thread_counts_while_it_is_enabled)
{
	const struct perf_event_attr first = clock_event(PERF_COUNT_SW_TASK_CLOCK, true);
	const struct perf_event_attr second = clock_event(PERF_COUNT_SW_PAGE_FAULTS, false);
	uint64_t words[WORDS], again[WORDS];
	int fd[2];

	skip_without_perf();
	fd[0] = sys->open(sys->data, &first, getpid(), -1, -1, 0);
	fd[1] = sys->open(sys->data, &second, getpid(), -1, fd[0], 0);
	assert_in_range(fd[0], 0, 65535);
	assert_in_range(fd[1], 0, 65535);
	spin(2000000);
	assert_int_equal(sys->read(sys->data, fd[0], words, sizeof(words)), 5 * sizeof(words[0]));
	assert_int_equal(words[0], 2);
	assert_int_equal(words[1], 0);		/* disabled */
	assert_int_equal(sys->enable(sys->data, fd[0]), 0);
	spin(5000000);
	assert_int_equal(sys->disable(sys->data, fd[0]), 0);
	assert_int_equal(sys->read(sys->data, fd[0], words, sizeof(words)), 5 * sizeof(words[0]));
	assert_true(words[1] > 2000000);
	assert_int_equal(words[1], words[2]);
	assert_true(words[3] > 2000000);
	spin(1000000);
	assert_int_equal(sys->read(sys->data, fd[0], again, sizeof(again)), 5 * sizeof(again[0]));
	assert_int_equal(again[3], words[3]);
	sys->close(sys->data, fd[1]);
	sys->close(sys->data, fd[0]);
}

TEST(a_trial_tells_whether_a_group_runs_and_leaves_nothing_open)
{
	const struct perf_event_attr attr[2] = { clock_event(PERF_COUNT_SW_TASK_CLOCK, true),
						 clock_event(PERF_COUNT_SW_PAGE_FAULTS, false) };
	const int before = dup(0);
	struct event_trial trial;

	skip_without_perf();
	assert_int_equal(sys->try_group(sys->data, attr, 2, -1, &trial), 0);
	assert_true(trial.ran);
	assert_int_equal(sys->try_group(sys->data, attr, 2, 0, &trial), 0);
	close(before);
	assert_int_equal(dup(0), before);
	close(before);
}

TEST(a_trial_names_the_event_that_is_refused)
{
	struct perf_event_attr attr[2] = { clock_event(PERF_COUNT_SW_TASK_CLOCK, true), clock_event(12345, false) };
	struct event_trial trial;

	skip_without_perf();
	assert_true(sys->try_group(sys->data, attr, 2, -1, &trial) < 0);
	assert_int_equal(trial.failed, 1);
	assert_false(trial.ran);
}

static void find_own(void *to, int32_t tid)
{
	*(bool *)to |= tid == getpid();
}

TEST(proc_tells_the_threads_of_a_process)
{
	bool found = false;	/* an emulator may have threads of its own */

	assert_int_equal(sys->threads(sys->data, getpid(), find_own, &found), 0);
	assert_true(found);
	assert_int_equal(sys->process_of(sys->data, getpid()), getpid());
	assert_int_equal(sys->threads(sys->data, 0x7ffffff0, find_own, &found), -ESRCH);
}

TEST(a_cgroup_that_is_not_there_cannot_be_opened)
{
	assert_int_equal(sys->open_cgroup(sys->data, "/no/such/cgroup"), -ENOENT);
}
