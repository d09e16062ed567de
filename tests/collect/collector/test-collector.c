/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deadlines, requests and failures of the collector, step by step with a fake source; and one run of
 * the real thread, for ThreadSanitizer.
 */
#include "config.h"
#include "collect/collector/collector.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "collect/perfdata/recorder.h"
#include "collect/sys/clock_ns.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/fixture_collector.h"
#include "tests/fixtures/test_main.h"

const struct around_tests around_tests = {.setup = collector_setup, .teardown = collector_teardown};

static bool fake_facts(struct source *source, const struct task_question *question)
{
	if (question->facts)
		strcpy(question->facts->comm, "from source");
	return question->facts && question->pid == 10;
}

/* Milliseconds from the start to the deadline. */
static uint64_t due(void)
{
	return (collector_deadline(collector) - START_NS) / MS;
}

static void request(uint64_t interval_ms)
{
	atomic_store(&control.interval_ns, interval_ms * MS);
}

static bool ui_was_woken(void)
{
	return was_woken(control.wake_ui);
}

TEST(first_numbers_come_before_200_ms)
{
	collector_options.batch = false;
	begin_collecting();
	assert_int_equal(due(), 100);
	assert_true(step_at(100));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 100 * MS);
	assert_int_equal(due(), 1100);
}

TEST(in_batch_mode_the_first_interval_is_like_the_others)
{
	begin_collecting();
	assert_int_equal(due(), 1000);
}

TEST(a_short_interval_is_short_from_the_first)
{
	request(100);
	collector_options.batch = false;
	begin_collecting();
	assert_int_equal(due(), 100);
}

TEST(nothing_is_published_before_the_deadline)
{
	begin_collecting();
	assert_true(step_at(500));
	assert_int_equal(fake_source.drained, 1);
	assert_int_equal(fake_source.ticked, 0);
	assert_false(exchange_fresh(exchange));
	assert_false(ui_was_woken());
}

TEST(an_interval_ends_when_the_user_wants_it)
{
	begin_collecting();
	atomic_fetch_add(&control.ends_wanted, 1);
	assert_true(step_at(400));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 400 * MS);
	assert_int_equal(due(), 1400);		/* the next one is whole */
	assert_true(step_at(500));
	assert_false(exchange_fresh(exchange));	/* once */
}

TEST(an_interval_that_is_ended_is_not_too_short)
{
	begin_collecting();
	atomic_fetch_add(&control.ends_wanted, 1);
	assert_true(step_at(20));
	assert_false(exchange_fresh(exchange));
	assert_int_equal(due(), 100);
	assert_true(step_at(100));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 100 * MS);
}

TEST(a_published_interval_has_all_that_the_reader_needs)
{
	const struct snapshot *snapshot;

	begin_collecting();
	assert_true(step_at(1003));
	assert_true(ui_was_woken());
	snapshot = exchange_latest(exchange);
	assert_non_null(snapshot);
	assert_int_equal(snapshot->seq, 1);
	assert_int_equal(snapshot->interval_ns, 1003 * MS);	/* the real length */
	assert_true(snapshot->time == FIXED_WALL);
	assert_ptr_equal(snapshot->machine, &fake_source.source.machine);
	assert_string_equal(snapshot->trouble, "");
	assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, 10)->busy_ns, 1003 * MS);
	assert_true(step_at(2001));
	assert_int_equal(exchange_latest(exchange)->seq, 2);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 998 * MS);
}

/* What proc has of the source's task 10, if the source asks it. */
static void put_task_10(void)
{
	assert_non_null(fake_proc_new());
	fake_proc_put("10/comm", "from proc\n");
	fake_proc_put("10/status", "Name:\tfrom proc\nPPid:\t1\nUid:\t0\t0\t0\t0\nThreads:\t7\n");
	fake_source.ops.asks_proc = true;
}

TEST(a_source_of_this_machine_has_its_names_from_proc)
{
	const struct row *row;

	put_task_10();
	fake_proc_put("loadavg", "0.10 0.20 0.30 2/412 9999\n");
	fake_source.ops.task = fake_facts;
	begin_collecting();
	assert_true(step_at(1000));
	fake_proc_done();
	row = snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10);
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->name), "from proc");
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->user), "root");
	assert_int_equal(row->threads, 7);
	assert_int_equal(exchange_latest(exchange)->tasks, 412);
	assert_true(exchange_latest(exchange)->load.known);
}

TEST(a_process_that_ends_in_the_first_interval_has_its_name_from_the_start)
{
	const struct row *row;

	put_task_10();
	(void)fake_proc_path("10/task/10/");
	begin_collecting();
	fake_proc_done();
	assert_true(step_at(1000));
	row = snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10);
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->name), "from proc");
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->user), "root");
}

TEST(a_process_that_begins_before_the_first_ones_are_looked_up_has_one_row)
{
	const struct row_table *table;

	put_task_10();
	(void)fake_proc_path("10/task/10/");
	fake_source.ops.cut = NULL;	/* it does not run yet */
	fake_source.read_ms = 60;
	begin_collecting();
	fake_proc_done();
	fake_source.read_ms = 0;
	fake_source.forked_ns = fake_source.since_ns[0] = START_NS + (due() - 970) * MS;
	assert_true(step_at(due()));
	table = &exchange_latest(exchange)->table[ROW_PROCESS];
	assert_int_equal(table->n, 1);
	assert_int_equal(table->rows[0].busy_ns, 970 * MS);
}

TEST(a_source_of_another_machine_is_asked_itself)
{
	const struct row *row;

	fake_source.ops.task = fake_facts;
	begin_collecting();
	assert_true(step_at(1000));
	row = snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10);
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->name), "from source");
	assert_int_equal(exchange_latest(exchange)->tasks, 0);
}

TEST(deadlines_do_not_drift)
{
	begin_collecting();
	for (uint64_t i = 1; i <= 50; i++)
		assert_true(step_at(i * 1000 + 17));
	assert_int_equal(due(), 51000);
}

TEST(after_a_stall_missed_intervals_are_skipped)
{
	begin_collecting();
	assert_true(step_at(1999));	/* late, but by less than an interval */
	assert_int_equal(due(), 2000);
	assert_true(step_at(7300));
	assert_int_equal(due(), 8300);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 5301 * MS);
}

/* Numbers of lines are added up, and all of them are there. */
TEST(while_a_reader_of_all_intervals_is_late_the_interval_goes_on)
{
	control.lockstep = true;
	begin_collecting();
	for (uint64_t s = 1; s <= 4; s++)
		assert_true(step_at(s * 1000));
	assert_int_equal(fake_source.ticked, 4);	/* tables of the source must not overflow */
	assert_int_equal(exchange_latest(exchange)->interval_ns, 1000 * MS);
	assert_true(step_at(4500));
	assert_false(exchange_fresh(exchange));
	assert_true(step_at(5000));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 4000 * MS);
	assert_int_equal(exchange_latest(exchange)->seq, 2);
	assert_int_equal(snapshot_find(exchange_latest(exchange), ROW_THREAD, 10)->busy_ns, 4000 * MS);
}

TEST(the_last_interval_waits_for_a_reader_of_all)
{
	control.lockstep = true;
	begin_collecting();
	assert_true(step_at(1000));
	fake_source.ended = true;
	assert_true(step_at(1300));
	assert_true(step_at(1700));
	assert_int_equal(exchange_latest(exchange)->seq, 1);
	assert_false(step_at(1800));
	assert_true(exchange_latest(exchange)->last);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 300 * MS);
}

/* As on a hybrid: each part reopens its groups, and none of them is the whole machine. */
TEST(an_added_cpu_ends_the_interval_however_long_that_took)
{
	struct machine *machine = &fake_source.source.machine;

	machine->cpus = memcpy(malloc(sizeof(*machine->cpus)), machine->cpus,
			       sizeof(*machine->cpus));
	assert_int_equal(machine_publish(machine), 0);
	begin_collecting();
	fake_source.cpu_comes = true;
	fake_source.stall_ms[0] = 6000;
	assert_true(step_at(1000));
	assert_int_equal(fake_source.ticked, 1);
	assert_int_equal(exchange_latest(exchange)->machine->n_cpus, 1);
	assert_true(step_at(8000));
	assert_int_equal(exchange_latest(exchange)->machine->n_cpus, 2);
	collector_free(collector);
	collector = NULL;
	machine_unpublish(machine);
	free(machine->cpus);
}

TEST(a_new_interval_length_holds_at_once)
{
	begin_collecting();
	request(5000);
	assert_true(step_at(300));
	assert_int_equal(due(), 5000);
	assert_int_equal(fake_source.interval_ns, 5000 * MS);
	request(400);
	assert_true(step_at(350));
	assert_int_equal(due(), 400);
	request(100);
	assert_true(step_at(360));		/* over already */
	assert_int_equal(exchange_latest(exchange)->interval_ns, 360 * MS);
	assert_int_equal(due(), 460);
}

TEST(the_source_hears_of_the_interval_before_it_starts)
{
	collector_make();
	fake_source.fail_start = EACCES;
	(void)collector_begin(collector, START_NS);
	assert_int_equal(fake_source.interval_ns, 1000 * MS);
}

TEST(a_start_that_fails_is_reported_by_a_snapshot)
{
	collector_make();
	fake_source.fail_start = EACCES;
	fake_source.say_why = true;
	assert_false(collector_begin(collector, START_NS));
	assert_true(ui_was_woken());
	assert_string_equal(exchange_latest(exchange)->trouble, "the counter fell off");
	assert_int_equal(exchange_latest(exchange)->table[ROW_CPU].n, 1);
	assert_non_null(snapshot_machine(exchange_latest(exchange)));
}

TEST(a_tick_that_fails_keeps_what_was_counted)
{
	begin_collecting();
	fake_source.fail_tick = EIO;
	fake_source.say_why = true;
	assert_false(step_at(1000));
	assert_string_equal(exchange_latest(exchange)->trouble, "the counter fell off");
	assert_non_null(snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10));
}

TEST(a_drain_that_fails_without_a_sentence_gets_one)
{
	begin_collecting();
	fake_source.fail_drain = EIO;
	assert_false(step_at(10));
	assert_non_null(strstr(exchange_latest(exchange)->trouble, strerror(EIO)));
}

TEST(the_end_of_the_watched_tasks_ends_the_interval_at_once)
{
	begin_collecting();
	assert_true(step_at(1000));
	assert_false(exchange_latest(exchange)->last);
	fake_source.ended = true;
	assert_false(step_at(1010));
	assert_true(exchange_latest(exchange)->last);
	assert_string_equal(exchange_latest(exchange)->trouble, "");
	assert_true(exchange_latest(exchange)->interval_ns == 10 * MS);
	assert_non_null(snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10));
}

/* -n 1 has no interval but the first. */
TEST(level_2_is_wanted_from_the_start_of_the_first_interval)
{
	atomic_store(&control.level2, LEVEL2_NEEDED);
	begin_collecting();
	assert_true(fake_source.started && fake_source.level2 && fake_source.level2_before_start);
	atomic_store(&control.level2, LEVEL2_WELCOME);
	assert_true(step_at(10));
	assert_false(fake_source.level2);
}

TEST(wanted_slices_come_with_whole_intervals)
{
	const struct slice_cells *slices;

	begin_collecting();
	assert_true(step_at(1000));
	assert_false(exchange_latest(exchange)->slices.on);
	atomic_store(&control.slices, true);
	assert_true(step_at(2000));	/* this interval had begun without */
	assert_false(exchange_latest(exchange)->slices.on);
	assert_true(step_at(3000));
	slices = &exchange_latest(exchange)->slices;
	assert_true(slices->on);
	assert_int_equal(slices->n, 50);
	assert_int_equal(slices->cells[0].tid, 10);
	atomic_store(&control.slices, false);
	assert_true(step_at(4000));
	assert_true(exchange_latest(exchange)->slices.on);
	assert_true(step_at(5000));
	assert_false(exchange_latest(exchange)->slices.on);
}

TEST(sums_of_slices_are_no_slices_and_the_reason_is_told)
{
	begin_collecting();
	fake_source.source.machine.engine = ENGINE_BPF;
	atomic_store(&control.slices, true);
	assert_true(step_at(1000));
	(void)err_set(&fake_source.source.no_slices, EBUSY, "no ring here");
	assert_true(step_at(2000));
	assert_false(exchange_latest(exchange)->slices.on);
	assert_string_equal(exchange_latest(exchange)->slices.why_not, "no ring here");
}

TEST(stop_ends_it_without_another_snapshot)
{
	begin_collecting();
	atomic_store(&control.stop, true);
	assert_false(step_at(1000));
	assert_int_equal(fake_source.ticked, 0);
	assert_false(exchange_fresh(exchange));
}

TEST(a_run_that_is_cut_short_ends_its_interval_if_it_is_recorded_or_summed)
{
	const struct recorder_options options = { .path = "never" };

	atomic_store(&control.cut_short, true);
	stop_ends_it_without_another_snapshot(state);	/* it would not be kept */
	collector_free(collector);
	collector_options.recorder = recorder_new(&options, &fake_source.source);
	begin_collecting();
	assert_false(step_at(400));
	assert_int_equal(fake_source.ticked, 1);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 400 * MS);
	assert_true(exchange_latest(exchange)->last);
	recorder_free(collector_options.recorder);
}

/* The real thread; the test does not depend on its speed. */
TEST(the_thread_publishes_until_it_is_stopped)
{
	struct pollfd ui = { .fd = control.wake_ui, .events = POLLIN };
	uint64_t seq = 0, one = 1;
	sigset_t before, after;
	struct err err = { .text = "" };

	fake_source.now_ns = 0;
	request(10000);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	collector = collector_start(&fake_source.source, exchange, &control, NULL, &err);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	assert_non_null(collector);
	assert_int_equal(sigismember(&before, SIGINT), sigismember(&after, SIGINT));
	request(2);
	assert_int_equal(write(control.wake_collector, &one, sizeof(one)), sizeof(one));
	while (seq < 5) {
		const struct snapshot *snapshot;
		const struct row *row;

		assert_int_equal(poll(&ui, 1, -1), 1);
		assert_true(ui_was_woken());
		snapshot = exchange_latest(exchange);
		assert_non_null(snapshot);
		assert_true(snapshot->seq >= seq);
		seq = snapshot->seq;
		row = snapshot_find(snapshot, ROW_PROCESS, 10);
		assert_non_null(row);
		assert_true(row->numbers->counts.value[EV_SLOTS] == (double)row->busy_ns);
	}
	assert_true(collector_stop(collector));
	collector = NULL;
	assert_true(fake_source.signals_blocked);
	assert_int_equal(fake_source.started, 1);
}

/* This source cannot be recorded: the request must be answered all the same, once. */
TEST(a_request_to_record_is_followed_at_the_end_of_the_interval)
{
	const struct recorder_options options = { .path = "never" };
	const struct snapshot *snapshot;

	collector_options.recorder = recorder_new(&options, &fake_source.source);
	begin_collecting();
	atomic_store(&control.record_toggles, 1);
	assert_true(step_at(1000));
	snapshot = exchange_latest(exchange);
	assert_int_equal(snapshot->recording.news, 1);
	assert_non_null(strstr(snapshot->recording.text, "only what is counted on this machine, by its CPUs"));
	assert_false(snapshot->recording.on);
	assert_true(step_at(2000));
	assert_int_equal(exchange_latest(exchange)->recording.news, 1);
	recorder_free(collector_options.recorder);
}
