/* SPDX-License-Identifier: GPL-2.0-only */
/* Several intervals as one: what is added, what is newest, what bounds the memory. */
#include "config.h"
#include "model/snapshot/sums.h"

#include "model/snapshot/finish.h"
#include "model/snapshot/summed_tasks.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

#define SECOND 1000000000ULL

static const double mem[4] = { 10, 5, 15, 70 }, ret[4] = { 70, 10, 10, 10 };
static struct sums *sums;

static void near(double value, double expected)
{
	assert_true(fabs(value - expected) < 0.01);
}

SETUP_MAY_FAIL
{
	sums = sums_new(SUMS_OF_TASKS | SUMS_OF_COMMANDS);
	return sums ? 0 : -1;
}

TEARDOWN
{
	sums_free(sums);
}

static void add(struct snapshot *draft)
{
	assert_int_equal(snapshot_finish(draft), 0);
	assert_int_equal(sums_add(sums, draft), 0);
	snapshot_free(draft);
}

/* An interval with one more process, whose thread has its start. */
static void add_with(uint64_t seq, const char *name, double busy, const double split[4], uint64_t start_ns)
{
	struct snapshot *draft = fixture_draft(seq);

	(void)fixture_add_process(draft, 5000, name, busy, split, 0.5);
	fixture_row(draft, ROW_PROCESS, 5000)->start_ns = start_ns;
	fixture_row(draft, ROW_THREAD, 5000)->start_ns = start_ns;
	add(draft);
}

static const struct snapshot *finished(void)
{
	const struct snapshot *sum = sums_finish(sums, SUMS_OF_TASKS);

	assert_non_null(sum);
	return sum;
}

static const struct row *process(int32_t pid)
{
	const struct row *row = snapshot_find(finished(), ROW_PROCESS, pid);

	assert_non_null(row);
	return row;
}

TEST(times_counts_and_slices_are_added)
{
	OWNED(snapshot) *one = fixture_snapshot(1);
	const struct row *before = snapshot_find(one, ROW_PROCESS, PID_MEMHOG), *after;

	add(fixture_draft(1));
	add(fixture_draft(2));
	after = process(PID_MEMHOG);
	assert_int_equal(after->busy_ns, 2 * before->busy_ns);
	assert_int_equal(after->slices, 2 * before->slices);
	assert_true(after->numbers->counts.value[EV_SLOTS] == 2 * before->numbers->counts.value[EV_SLOTS]);
	assert_int_equal(after->children, before->children);	/* each thread once */
	assert_int_equal(finished()->interval_ns, 2 * SECOND);
	assert_int_equal(finished()->intervals, 2);
	assert_true(sums_began(sums) == one->time - 1);
	assert_int_equal(snapshot_machine(finished())->busy_ns, 2 * snapshot_machine(one)->busy_ns);
}

TEST(opened_nodes_are_left_out)
{
	struct snapshot *draft = fixture_draft(1);

	draft->opened.scope = LIVE_PROCESS;
	draft->opened.n = 3;
	add(draft);
	assert_int_equal(finished()->opened.scope, LIVE_NOTHING);
	assert_int_equal(finished()->opened.n, 0);
}

TEST(ratios_are_those_of_the_sums)
{
	add_with(1, "cc1", 0.75, mem, 5000);
	add_with(2, "cc1", 0.25, ret, 5000);
	near((double)process(5000)->numbers->values.percent[M_BACKEND_BOUND], 0.75 * 70 + 0.25 * 10);
}

TEST(a_process_that_ran_in_one_interval_only_is_listed)
{
	add_with(1, "cc1", 0.5, mem, 5000);
	add(fixture_draft(2));
	assert_int_equal(process(5000)->busy_ns, SECOND / 2);
}

TEST(a_process_that_never_ran_is_asleep_in_the_sum)
{
	struct snapshot *draft = fixture_draft(1);

	(void)fixture_add_asleep(draft, 5000, 1, "ancestor");
	fixture_row(draft, ROW_PROCESS, PID_COMPUTE)->asleep = true;
	fixture_row(draft, ROW_THREAD, PID_COMPUTE)->pid = PID_MEMHOG;
	add(draft);
	draft = fixture_draft(2);
	(void)fixture_add_asleep(draft, 5000, 1, "ancestor");
	add(draft);
	assert_true(process(5000)->asleep);
	assert_false(process(PID_COMPUTE)->asleep);
}

TEST(a_kernel_thread_is_one_in_the_sum)
{
	struct snapshot *draft = fixture_draft(1);

	fixture_add_process(draft, 87, "kworker/3:1", 0.5, mem, 0.5)->kernel = true;
	fixture_row(draft, ROW_THREAD, 87)->kernel = true;
	add(draft);
	assert_true(process(87)->kernel);
	assert_true(snapshot_find(finished(), ROW_THREAD, 87)->kernel);
	assert_false(process(PID_MEMHOG)->kernel);
}

TEST(a_pid_that_was_used_again_is_two_processes)
{
	const struct row *last;

	add_with(1, "old", 0.5, mem, 5000);
	add_with(2, "new", 0.25, mem, 77 * SECOND);
	last = process(5000);
	assert_string_equal(snapshot_text(finished(), last->name), "new");
	assert_int_equal(last->busy_ns, SECOND / 4);
	assert_int_equal(last[-1].id, 5000);
	assert_int_equal(last[-1].busy_ns, SECOND / 2);
}

TEST(names_are_the_newest_and_arguments_the_last_that_were_known)
{
	struct snapshot *draft = fixture_draft(1);
	struct row *row;

	row = fixture_row(draft, ROW_PROCESS, PID_MEMHOG);
	row->command = snapshot_keep(draft, "memhog 16g -x");
	add(draft);
	draft = fixture_draft(2);
	fixture_row(draft, ROW_PROCESS, PID_MEMHOG)->command = 0;
	row = fixture_row(draft, ROW_PROCESS, PID_COMPUTE);
	row->name = snapshot_keep(draft, "other");
	row->command = 0;
	add(draft);
	assert_string_equal(snapshot_text(finished(), process(PID_MEMHOG)->command), "memhog 16g -x");
	assert_string_equal(snapshot_text(finished(), process(PID_COMPUTE)->name), "other");
	assert_string_equal(snapshot_text(finished(), process(PID_COMPUTE)->command), "");
}

TEST(a_process_is_asleep_that_slept_in_all_intervals)
{
	for (uint64_t seq = 1; seq <= 2; seq++) {
		struct snapshot *draft = fixture_draft(seq);
		struct row *row = fixture_add(draft, ROW_PROCESS, 5001);

		row->pid = 5001;
		row->asleep = row->kernel = row->watched = true;
		row = seq == 1 ? fixture_add_process(draft, 5000, "cc1", 0.5, mem, 0.5) :
				 fixture_add(draft, ROW_PROCESS, 5000);
		row->pid = 5000;
		row->asleep = seq == 2;
		row->start_ns = 0;
		add(draft);
	}
	assert_true(process(5001)->asleep && process(5001)->kernel && process(5001)->watched);
	assert_false(process(5000)->asleep);
	assert_int_equal(process(5000)->busy_ns, SECOND / 2);
}

TEST(what_one_interval_missed_is_missed_in_the_sum)
{
	struct snapshot *draft = fixture_draft(1);

	draft->lost = 3;
	draft->stale_threads = 2;
	draft->running_ratio = 0.5;
	fixture_row(draft, ROW_THREAD, PID_COMPUTE)->numbers->counts.scaled = true;
	draft->tasks_exited = 4;
	add(draft);
	draft = fixture_draft(2);
	draft->running_ratio = 1;
	draft->tasks_exited = 1;
	add(draft);
	assert_int_equal(finished()->lost, 3);
	assert_int_equal(finished()->stale_threads, 2);
	near(finished()->running_ratio, 0.75);
	assert_int_equal(finished()->tasks_exited, 5);
	assert_int_equal(process(PID_COMPUTE)->numbers->values.quality[M_RETIRING], Q_SCALED);
	assert_true(process(PID_EXITED)->exited);
}

TEST(a_second_is_enough_in_the_sum_of_an_hour)
{
	add_with(1, "cc1", 0.5, mem, 5000);
	for (uint64_t seq = 2; seq <= 3600; seq++)
		add(fixture_draft(seq));
	assert_int_equal(process(5000)->numbers->values.quality[M_BACKEND_BOUND], Q_COUNTED);
}

TEST(cpus_that_were_added_meanwhile_have_their_own_sums)
{
	static struct cpu_place more[8];
	const struct machine *before = &fixture_machine;
	struct machine after = fixture_machine;
	struct snapshot *draft;
	size_t n = before->n_cpus;

	/* A CPU before the others: all indices change. */
	memcpy(&more[1], before->cpus, n * sizeof(more[0]));
	for (size_t i = 0; i < n; i++)
		more[i + 1].cpu++;
	more[0] = before->cpus[0];
	after.cpus = more;
	after.n_cpus = n + 1;
	add(fixture_draft(1));
	draft = fixture_draft(2);
	draft->machine = &after;
	add(draft);
	assert_int_equal(finished()->table[ROW_CPU].n, n + 1);
	assert_int_equal(snapshot_find(finished(), ROW_CPU, (int32_t)n)->busy_ns, 0);
}

/* The sum of one interval, where at most 20 tasks are kept. */
static void sum_of_20(struct summed_tasks *tasks, struct snapshot *draft, struct snapshot *into)
{
	*tasks = (struct summed_tasks){ .most = 20 };
	assert_int_equal(snapshot_finish(draft), 0);
	assert_int_equal(summed_tasks_add(tasks, draft), 0);
	assert_true(tasks->n <= 20);
	into->machine = draft->machine;
	into->interval_ns = draft->interval_ns;
	assert_int_equal(summed_tasks_put(tasks, into), 0);
	assert_int_equal(snapshot_finish(into), 0);
}

TEST(tasks_for_which_there_is_no_room_are_one_process)
{
	struct summed_tasks tasks;
	OWNED(snapshot) *draft = fixture_draft(1), *into = snapshot_new();
	uint64_t busy = 0, all = 0;

	for (int32_t i = 0; i < 30; i++)
		(void)fixture_add_process(draft, 6000 + i, "cc1", 0.0001 * (i + 1), mem, 0.5);
	sum_of_20(&tasks, draft, into);
	for (size_t i = 0; i < draft->table[ROW_PROCESS].n; i++)
		all += draft->table[ROW_PROCESS].rows[i].busy_ns;
	for (size_t i = 0; i < into->table[ROW_PROCESS].n; i++)
		busy += into->table[ROW_PROCESS].rows[i].busy_ns;
	assert_int_equal(busy, all);
	assert_non_null(snapshot_find(into, ROW_PROCESS, PID_MEMHOG));	/* the busiest stays */
	assert_string_equal(snapshot_text(into, snapshot_find(into, ROW_PROCESS, PID_OTHERS)->name), SUMMED_OTHERS);
	summed_tasks_clear(&tasks);
}

TEST(threads_of_one_huge_process_become_one)
{
	struct summed_tasks tasks;
	OWNED(snapshot) *draft = fixture_draft(1), *into = snapshot_new();
	const struct row *row;

	for (int32_t i = 0; i < 30; i++) {
		struct row *thread = fixture_add(draft, ROW_THREAD, 7000 + i);

		thread->pid = PID_COMPUTE;
		thread->start_ns = fixture_row(draft, ROW_PROCESS, PID_COMPUTE)->start_ns;
		thread->busy_ns = SECOND;
		thread->slices = 1;
	}
	sum_of_20(&tasks, draft, into);
	row = snapshot_find(into, ROW_PROCESS, PID_COMPUTE);
	assert_non_null(row);
	assert_int_equal(row->children, 1);
	assert_true(row->busy_ns >= 30 * SECOND);
	summed_tasks_clear(&tasks);
}
