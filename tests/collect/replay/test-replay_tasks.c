/* SPDX-License-Identifier: GPL-2.0-only */
/* The owners of slices in a recording, and the names, parents and cgroups of tasks. */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata_records.h"
#include "collect/replay/replay_tasks.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

TEST(tasks_from_before_the_recording_have_names_and_parents)
{
	builder_level1(&b);
	builder_task(&b, PERF_RECORD_FORK, (struct built_at){ 0, ALPHA, ALPHA, 0 }, ALPHA, 7);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
	assert_int_equal(tally_pid(&tally, ALPHA)->ppid, 7);
}

/* What /proc has answered about a process, as a recording of tdtop has it. */
static void answer(struct replay_tasks *tasks, int32_t pid, const struct task_facts *facts)
{
	const size_t head = sizeof(struct perf_event_header) + 2 * sizeof(uint64_t);
	struct perf_event_header header;
	struct blob blob = { 0 };

	perfdata_put_process(&blob, &events, pid, facts);
	memcpy(&header, blob.bytes, sizeof(header));
	replay_tasks_add_answer(tasks, PERFDATA_UPDATE_PROCESS,
				(struct bytes){ .at = blob.bytes + head,
						.end = blob.bytes + header.size });
	blob_done(&blob);
}

static struct replay_tasks *tasks_with(int32_t pid, int32_t ppid, const char *comm)
{
	struct replay_tasks *tasks = replay_tasks_new();
	struct record record = { .kind = REC_FORK, .pid = pid, .tid = pid, .ppid = ppid };

	assert_non_null(tasks);
	replay_tasks_add_existing(tasks, &record);
	record = (struct record){ .kind = REC_COMM, .pid = pid, .tid = pid, .comm = "some" };
	replay_tasks_add_existing(tasks, &record);
	if (!comm)
		return tasks;
	record = (struct record){ .kind = REC_COMM, .pid = 2, .tid = 2 };
	(void)snprintf(record.comm, sizeof(record.comm), "%s", comm);
	replay_tasks_add_existing(tasks, &record);
	return tasks;
}

static bool is_kernel(int32_t pid, int32_t ppid, const char *comm_of_2)
{
	struct replay_tasks *tasks = tasks_with(pid, ppid, comm_of_2);
	struct task_facts facts;

	assert_true(replay_tasks_process(tasks, pid, &facts));
	replay_tasks_free(tasks);
	return facts.kernel;
}

TEST(children_of_kthreadd_are_kernel_threads)
{
	assert_true(is_kernel(87, 2, "kthreadd"));
	assert_true(is_kernel(2, 0, "kthreadd"));
	assert_false(is_kernel(87, 1, "kthreadd"));
	assert_false(is_kernel(87, 2, "sh"));	/* in a container */
	assert_false(is_kernel(87, 2, NULL));	/* perf would have said who has pid 2 */
}

/* tdtop asks for processes that run, and kthreadd seldom does. */
TEST(an_answer_without_a_command_line_is_enough_for_a_kernel_thread)
{
	const struct task_facts thread = { .comm = "kswapd0", .ppid = 2, .threads = 1 };
	const struct task_facts process = { .comm = "sh", .command = "sh", .ppid = 2, .threads = 1 };
	struct replay_tasks *tasks = replay_tasks_new();
	struct task_facts facts;

	answer(tasks, 87, &thread);
	answer(tasks, 88, &process);
	assert_true(replay_tasks_process(tasks, 87, &facts));
	assert_true(facts.kernel);
	assert_true(replay_tasks_process(tasks, 88, &facts));
	assert_false(facts.kernel);
	replay_tasks_free(tasks);
}

/* As /proc is asked after the end of an interval; see set_threads() of collect/tasks/names.c. */
TEST(an_answer_says_when_threads_were_counted)
{
	const struct task_facts facts = { .comm = "seven", .threads = 2, .threads_ns = 12345 };
	struct replay_tasks *tasks = replay_tasks_new();
	struct task_facts found;

	answer(tasks, 7, &facts);
	assert_true(replay_tasks_process(tasks, 7, &found));
	assert_string_equal(found.comm, "seven");
	assert_int_equal(found.threads, 2);
	assert_int_equal(found.threads_ns, 12345);
	replay_tasks_free(tasks);
}

TEST(a_new_name_is_used_from_its_time_on)
{
	builder_level1(&b);
	builder_comm(&b, ALPHA, "before", 0);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 500 * MS, WORK);
	builder_comm(&b, ALPHA, "after", T0 + 1200 * MS);
	builder_ran(&b, 0, ALPHA, T0 + 1500 * MS, WORK);
	replay_round(0);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "after");
	assert_true(slots(ALPHA) == 2.0 * WORK);
}

/* --all-cgroups: records contain the paths, samples the cgroup of their task. */
TEST(cgroups_come_from_records_and_samples)
{
	struct buffer buffer = { 0 };

	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type |= PERF_SAMPLE_CGROUP;
	b.cgroup = 4711;
	put_u64(&b, &buffer, 4711);
	put_bytes(&buffer, "/system.slice/db.service", 25);
	builder_kernel(&b, PERF_RECORD_CGROUP, 0, &buffer, (struct built_at){ 0 });
	free(buffer.bytes);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	replay_round(0);
	assert_string_equal(tally_pid(&tally, ALPHA)->cgroup, "/system.slice/db.service");
}

TEST(an_exiting_task_without_switch_records_is_that_of_the_exit)
{
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_task(&b, PERF_RECORD_EXIT, (struct built_at){ 0, BETA, BETA, T0 + 150 * MS }, BETA,
		     1);
	builder_ran(&b, 0, -1, T0 + 200 * MS, 3 * WORK);
	builder_ran(&b, 0, ALPHA, T0 + 300 * MS, WORK);
	replay_round(0);
	assert_true(slots(BETA) == 3.0 * WORK);
	assert_true(slots(ALPHA) == 2.0 * WORK);
	assert_true(tally.unaccounted == 0);
	assert_true(tally_pid(&tally, BETA)->exited);
}

/* next_prev: the task that comes, or that left; -1: not said. */
static void put_switch_of(int cpu, int32_t pid, int32_t next_prev, uint64_t time_ns, bool out)
{
	struct buffer buffer = { 0 };

	put_u32(&b, &buffer, (uint32_t)next_prev);
	put_u32(&b, &buffer, (uint32_t)next_prev);
	builder_kernel(&b, PERF_RECORD_SWITCH_CPU_WIDE, out ? PERF_RECORD_MISC_SWITCH_OUT : 0,
		       &buffer, (struct built_at){ cpu, pid, pid, time_ns });
	free(buffer.bytes);
}

static void put_switch(int cpu, int32_t pid, uint64_t time_ns, bool out)
{
	put_switch_of(cpu, pid, -1, time_ns, out);
}

/* As Linux 6.18 does on some CPUs. */
TEST(an_idle_task_without_records_makes_no_task_busy)
{
	b.switch_records = true;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	put_switch_of(0, ALPHA, BETA, T0, true);
	put_switch_of(0, BETA, ALPHA, T0, false);
	builder_ran(&b, 0, BETA, T0 + 10 * MS, WORK);
	put_switch_of(0, BETA, 0, T0 + 10 * MS, true);
	put_switch_of(0, ALPHA, 0, T0 + 800 * MS, false);
	builder_ran(&b, 0, ALPHA, T0 + 820 * MS, WORK);
	put_switch_of(0, ALPHA, 0, T0 + 820 * MS, true);
	replay_round(0);
	assert_int_equal(tally_pid(&tally, BETA)->busy_ns, 10 * MS);
	assert_int_equal(tally_pid(&tally, ALPHA)->busy_ns, 20 * MS);
	assert_true(slots(ALPHA) == 1.0 * WORK);
	assert_true(tally.unaccounted == 0);
}

/* --switch-events: an exiting task is the task that was switched in. */
TEST(an_exiting_task_with_switch_records_is_that_switched_in)
{
	b.switch_records = true;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	put_switch(0, ALPHA, T0, true);
	put_switch(0, GAMMA, T0, false);
	builder_ran(&b, 0, -1, T0 + 200 * MS, 2 * WORK);
	put_switch(0, -1, T0 + 200 * MS, true);
	put_switch(0, ALPHA, T0 + 200 * MS, false);
	builder_ran(&b, 0, ALPHA, T0 + 300 * MS, WORK);
	replay_round(0);
	assert_true(slots(GAMMA) == 2.0 * WORK);
	assert_true(slots(ALPHA) == 1.0 * WORK);
	assert_true(tally.unaccounted == 0);
}

TEST(after_lost_records_the_next_counts_are_not_attributed)
{
	struct buffer again = { 0 };

	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_lost(&b, 0, 42, T0 + 150 * MS);
	builder_ran(&b, 0, BETA, T0 + 200 * MS, 3 * WORK);
	builder_ran(&b, 0, BETA, T0 + 300 * MS, WORK);
	put_u64(&b, &again, 42);
	builder_kernel(&b, PERF_RECORD_LOST_SAMPLES, 0, &again, (struct built_at){ 0, 0, 0, 0 });
	free(again.bytes);
	replay_round(0);
	assert_int_equal(tally.lost, 42);	/* perf tells of them again at the end */
	assert_true(tally.unaccounted == 3.0 * WORK);
	assert_true(slots(BETA) == 1.0 * WORK);
}

TEST(idle_time_belongs_to_no_task)
{
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, 0, T0 + 100 * MS, 5);
	builder_ran(&b, 0, ALPHA, T0 + 200 * MS, WORK);
	replay_round(0);
	assert_true(tally.idle_slots == 5);
	assert_true(slots(ALPHA) == 1.0 * WORK);
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
