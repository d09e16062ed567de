/* SPDX-License-Identifier: GPL-2.0-only */
/* The owners of slices in a recording, and the names, parents and cgroups of tasks. */
#include "config.h"

#include <linux/perf_event.h>

#include "collect/perfdata/perfdata_records.h"
#include "collect/replay/replay_parts.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

/* What /proc has answered about a process, as a recording of tdtop has it. */
static void answer(struct replay_tasks *tasks, int32_t pid, const struct task_facts *facts)
{
	struct perf_event_header header;
	struct blob blob = { 0 };
	struct update update;

	perfdata_put_process(&blob, &events, pid, facts);
	memcpy(&header, blob.bytes, sizeof(header));
	update = update_read((struct bytes){ .at = blob.bytes + sizeof(header), .end = blob.bytes + header.size });
	replay_tasks_add_answer(tasks, &update);
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
	assert_false(is_kernel(87, 2, NULL));	/* perf would have told who has pid 2 */
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

/* CPU TASK TIME out|in [TASK]: the task that comes, or that left. */
COMMAND(switch)
{
	const int32_t task = (int32_t)number_arg(2);
	const uint32_t next_prev = (uint32_t)number_arg_or(5, -1);
	struct built_bytes buffer = { 0 };

	put_u32(&b, &buffer, next_prev);
	put_u32(&b, &buffer, next_prev);
	builder_kernel(&b, PERF_RECORD_SWITCH_CPU_WIDE,
		       strcmp(text_arg(4), "out") ? 0 : PERF_RECORD_MISC_SWITCH_OUT, &buffer,
		       (struct built_at){ (int)number_arg(1), task, task, time_arg(3) });
	free(buffer.bytes);
}

/* ID PATH: the cgroup of all tasks. */
COMMAND(cgroup)
{
	struct built_bytes buffer = { 0 };

	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type |= PERF_SAMPLE_CGROUP;
	b.cgroup = (uint64_t)number_arg(1);
	put_u64(&b, &buffer, b.cgroup);
	put_bytes(&buffer, text_arg(2), strlen(text_arg(2)) + 1);
	builder_kernel(&b, PERF_RECORD_CGROUP, 0, &buffer, (struct built_at){ 0 });
	free(buffer.bytes);
}

COMMAND(lost_samples)
{
	struct built_bytes buffer = { 0 };

	put_u64(&b, &buffer, (uint64_t)number_arg(1));
	builder_kernel(&b, PERF_RECORD_LOST_SAMPLES, 0, &buffer, (struct built_at){ 0 });
	free(buffer.bytes);
}

const struct scenarios scenarios = { { "replay_tasks" }, recording_words };
const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
