/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deadlines, wishes and failures of the collector, step by step with a fake source; and one run of
 * the real thread, for ThreadSanitizer.
 */
#include "config.h"
#include "collect/collector.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "collect/perfdata/recorder.h"
#include "collect/slice/source.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define START_NS (7000 * MS)

/* A source with one CPU on which pid 10 always runs; used by one thread at a time. */
static struct fake {
	struct source source;
	bool ended;			/* no watched task is left */
	int fail_start, fail_drain, fail_tick;	/* errno values to fail with */
	bool say_why;
	int started, drained, ticked;
	uint64_t interval_ns, last_ns;
	uint64_t restart_ns;		/* counting restarts at this time, in the next tick */
	uint64_t now_ns;		/* 0: the real clock */
	uint64_t stall_ns;		/* duration of the next tick */
	bool cpu_comes;			/* a CPU is added during that tick */
	bool signals_blocked;
	bool level2;			/* the collector has asked for it */
	bool level2_before_start;
} fake;

static struct cpu_place place = { .core_type = TYPE_CORE };
static const struct cpu_place second_place = { .cpu = 1, .core = 1, .core_type = TYPE_CORE };
static const struct family family = { .name = "test", .levels = 1 };
static struct exchange *exchange;
static struct control control;
static struct collector *collector;

static int outcome(int error, struct err *err)
{
	if (!error)
		return 0;
	return fake.say_why ? err_set(err, error, "the counter fell off") : -error;
}

static int fake_start(struct source *source, struct err *err)
{
	sigset_t now;

	fake.started++;
	pthread_sigmask(SIG_SETMASK, NULL, &now);
	fake.signals_blocked = sigismember(&now, SIGINT) && sigismember(&now, SIGWINCH) &&
			       sigismember(&now, SIGTERM);
	return outcome(fake.fail_start, err);
}

static int fake_poll_fd(struct source *source)
{
	return -1;
}

static int fake_drain(struct source *source, const struct sink *sink, struct err *err)
{
	fake.drained++;
	if (fake.ended)
		return SOURCE_ENDED;
	return outcome(fake.fail_drain, err);
}

static int fake_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		     struct err *err)
{
	struct slice slice = {
		.time_ns = now_ns, .cpu = (int32_t)source->machine.n_cpus - 1, .pid = 10, .tid = 10
	};

	fake.ticked++;
	fake.now_ns += fake.stall_ns;
	fake.stall_ns = 0;
	slice.duration_ns = now_ns - fake.last_ns;
	slice.counts.present = 1U << EV_SLOTS;
	slice.counts.value[EV_SLOTS] = (double)slice.duration_ns;
	fake.last_ns = now_ns;
	sink->slice(sink->data, &slice);
	source->restarted_ns = fake.restart_ns;
	fake.restart_ns = 0;
	if (fake.cpu_comes)
		assert_int_equal(machine_add_cpus(&source->machine, &second_place, 1), 0);
	fake.cpu_comes = false;
	if (fake.ended)
		return SOURCE_ENDED;
	return outcome(fake.fail_tick, err);
}

static void fake_set_interval(struct source *source, uint64_t interval_ns)
{
	fake.interval_ns = interval_ns;
}

static uint64_t fake_clock(struct source *source)
{
	struct timespec now;

	if (fake.now_ns)
		return fake.now_ns;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

static void fake_want_level2(struct source *source, enum level2_demand demand)
{
	fake.level2 = demand == LEVEL2_NEEDED;
	fake.level2_before_start |= !fake.started;
}

static const struct source_ops fake_ops = {
	.name = "demo",
	.start = fake_start,
	.poll_fd = fake_poll_fd,
	.drain = fake_drain,
	.tick = fake_tick,
	.set_interval = fake_set_interval,
	.want_level2 = fake_want_level2,
	.clock_ns = fake_clock,
};

static bool fake_facts(struct source *source, int32_t pid, struct task_facts *facts)
{
	strcpy(facts->comm, "from source");
	return pid == 10;
}

static double fixed_clock(void)
{
	return 1763683200.5;
}

SETUP
{
	memset(&fake, 0, sizeof(fake));
	fake.source.ops = &fake_ops;
	fake.source.machine = (struct machine){ .family = &family, .levels = 1, .n_cpus = 1,
						.cpus = &place, .source = "demo" };
	fake.last_ns = START_NS;
	exchange = exchange_new();
	assert_non_null(exchange);
	control_init(&control, 1000 * MS);
	control.lockstep = false;
	control.wake_collector = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	control.wake_ui = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

TEARDOWN
{
	collector_free(collector);
	collector = NULL;
	exchange_free(exchange);
	close(control.wake_collector);
	close(control.wake_ui);
}

static struct recorder *recorder;	/* NULL except in tests of the recorder */

static void make(bool batch)
{
	const struct collector_options options = { .batch = batch, .wall_clock = fixed_clock,
						   .proc_root = fake_proc_root, .recorder = recorder };

	collector = collector_new(&fake.source, exchange, &control, &options);
	assert_non_null(collector);
}

static void begin(bool batch)
{
	make(batch);
	fake.now_ns = START_NS;
	assert_true(collector_begin(collector, START_NS));
}

static bool step(uint64_t after_ms)
{
	fake.now_ns = START_NS + after_ms * MS;
	return collector_step(collector, fake.now_ns);
}

/* Milliseconds from the start to the deadline. */
static uint64_t due(void)
{
	return (collector_deadline(collector) - START_NS) / MS;
}

static void wish(uint64_t interval_ms)
{
	atomic_store(&control.interval_ns, interval_ms * MS);
}

static bool ui_was_woken(void)
{
	uint64_t n;

	return read(control.wake_ui, &n, sizeof(n)) == sizeof(n);
}

TEST(first_numbers_come_before_200_ms)
{
	begin(false);
	assert_int_equal(due(), 130);
	assert_true(step(130));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 130 * MS);
	assert_int_equal(due(), 1130);
}

TEST(in_batch_mode_the_first_interval_is_like_the_others)
{
	begin(true);
	assert_int_equal(due(), 1000);
}

TEST(a_short_interval_is_short_from_the_first)
{
	wish(100);
	begin(false);
	assert_int_equal(due(), 100);
}

TEST(nothing_is_published_before_the_deadline)
{
	begin(true);
	assert_true(step(500));
	assert_int_equal(fake.drained, 1);
	assert_int_equal(fake.ticked, 0);
	assert_false(exchange_fresh(exchange));
	assert_false(ui_was_woken());
}

TEST(an_interval_ends_when_the_user_wants_it)
{
	begin(true);
	atomic_fetch_add(&control.ends_wanted, 1);
	assert_true(step(400));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 400 * MS);
	assert_int_equal(due(), 1400);		/* the next one is whole */
	assert_true(step(500));
	assert_false(exchange_fresh(exchange));	/* once */
}

TEST(an_interval_that_is_ended_is_not_too_short)
{
	begin(true);
	atomic_fetch_add(&control.ends_wanted, 1);
	assert_true(step(20));
	assert_false(exchange_fresh(exchange));
	assert_int_equal(due(), 100);
	assert_true(step(100));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 100 * MS);
}

TEST(a_published_interval_has_all_that_the_reader_needs)
{
	const struct snapshot *snapshot;

	begin(true);
	assert_true(step(1003));
	assert_true(ui_was_woken());
	snapshot = exchange_latest(exchange);
	assert_non_null(snapshot);
	assert_int_equal(snapshot->seq, 1);
	assert_int_equal(snapshot->interval_ns, 1003 * MS);	/* the real length */
	assert_true(snapshot->time == 1763683200.5);
	assert_ptr_equal(snapshot->machine, &fake.source.machine);
	assert_string_equal(snapshot->trouble, "");
	assert_int_equal(snapshot_find(snapshot, ROW_PROCESS, 10)->busy_ns, 1003 * MS);
	assert_true(step(2001));
	assert_int_equal(exchange_latest(exchange)->seq, 2);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 998 * MS);
}

TEST(a_source_of_this_machine_has_its_names_from_proc)
{
	struct source_ops ops = fake_ops;
	const struct row *row;

	assert_non_null(fake_proc_new());
	fake_proc_put("10/comm", "from proc\n");
	fake_proc_put("10/status", "Name:\tfrom proc\nPPid:\t1\nUid:\t0\t0\t0\t0\nThreads:\t7\n");
	fake_proc_put("loadavg", "0.10 0.20 0.30 2/412 9999\n");
	ops.asks_proc = true;
	ops.task_facts = fake_facts;
	fake.source.ops = &ops;
	begin(true);
	assert_true(step(1000));
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
	struct source_ops ops = fake_ops;
	const struct row *row;

	assert_non_null(fake_proc_new());
	(void)fake_proc_path("10/task/10/");
	fake_proc_put("10/comm", "from proc\n");
	fake_proc_put("10/status", "Name:\tfrom proc\nPPid:\t1\nUid:\t0\t0\t0\t0\nThreads:\t1\n");
	ops.asks_proc = true;
	fake.source.ops = &ops;
	begin(true);
	fake_proc_done();
	assert_true(step(1000));
	row = snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10);
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->name), "from proc");
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->user), "root");
}

TEST(a_source_of_another_machine_is_asked_itself)
{
	struct source_ops ops = fake_ops;
	const struct row *row;

	ops.task_facts = fake_facts;
	fake.source.ops = &ops;
	begin(true);
	assert_true(step(1000));
	row = snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10);
	assert_string_equal(snapshot_text(exchange_latest(exchange), row->name), "from source");
	assert_int_equal(exchange_latest(exchange)->tasks, 0);
}

TEST(deadlines_do_not_drift)
{
	uint64_t i;

	begin(true);
	for (i = 1; i <= 50; i++)
		assert_true(step(i * 1000 + 17));
	assert_int_equal(due(), 51000);
}

TEST(after_a_stall_missed_intervals_are_skipped)
{
	begin(true);
	assert_true(step(1999));	/* late, but by less than an interval */
	assert_int_equal(due(), 2000);
	assert_true(step(7300));
	assert_int_equal(due(), 8300);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 5301 * MS);
}

/* Numbers of lines are added up, and all of them are there. */
TEST(while_a_reader_of_all_intervals_is_late_the_interval_goes_on)
{
	control.lockstep = true;
	begin(true);
	for (uint64_t s = 1; s <= 4; s++)
		assert_true(step(s * 1000));
	assert_int_equal(fake.ticked, 4);	/* tables of the source must not overflow */
	assert_int_equal(exchange_latest(exchange)->interval_ns, 1000 * MS);
	assert_true(step(4500));
	assert_false(exchange_fresh(exchange));
	assert_true(step(5000));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 4000 * MS);
	assert_int_equal(exchange_latest(exchange)->seq, 2);
	assert_int_equal(snapshot_find(exchange_latest(exchange), ROW_THREAD, 10)->busy_ns,
			 4000 * MS);
}

TEST(the_last_interval_waits_for_a_reader_of_all)
{
	control.lockstep = true;
	begin(true);
	assert_true(step(1000));
	fake.ended = true;
	assert_true(step(1300));
	assert_true(step(1700));
	assert_int_equal(exchange_latest(exchange)->seq, 1);
	assert_false(step(1800));
	assert_true(exchange_latest(exchange)->last);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 300 * MS);
}

TEST(a_stall_in_the_middle_of_the_end_is_in_the_interval_that_ends)
{
	const struct snapshot *snapshot;

	begin(true);
	fake.last_ns = START_NS;
	fake.stall_ns = 6000 * MS;
	assert_true(step(1000));
	assert_int_equal(fake.ticked, 2);
	snapshot = exchange_latest(exchange);
	assert_int_equal(snapshot->interval_ns, 7000 * MS);
	assert_int_equal(snapshot_find(snapshot, ROW_THREAD, 10)->busy_ns, 7000 * MS);
	assert_int_equal(due(), 8000);
}

/* As on a hybrid: each part reopens its groups, and none of them is the whole machine. */
TEST(an_added_cpu_ends_the_interval_however_long_that_took)
{
	struct machine *machine = &fake.source.machine;

	machine->cpus = malloc(sizeof(place));
	assert_non_null(machine->cpus);
	machine->cpus[0] = place;
	assert_int_equal(machine_publish(machine), 0);
	begin(true);
	fake.cpu_comes = true;
	fake.stall_ns = 6000 * MS;
	assert_true(step(1000));
	assert_int_equal(fake.ticked, 1);
	assert_int_equal(exchange_latest(exchange)->machine->n_cpus, 1);
	assert_true(step(8000));
	assert_int_equal(exchange_latest(exchange)->machine->n_cpus, 2);
	collector_free(collector);
	collector = NULL;
	machine_unpublish(machine);
	free(machine->cpus);
}

TEST(a_gap_in_the_counting_is_in_no_interval)
{
	begin(true);
	fake.restart_ns = START_NS + 1300 * MS;
	assert_true(step(1000));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 1000 * MS);
	assert_int_equal(due(), 2000);
	assert_true(step(2000));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 700 * MS);
	fake.restart_ns = START_NS + 3800 * MS;	/* most of the next interval is over */
	assert_true(step(3000));
	assert_int_equal(due(), 4800);
	assert_true(step(4800));
	assert_int_equal(exchange_latest(exchange)->interval_ns, 1000 * MS);
}

TEST(a_new_interval_length_holds_at_once)
{
	begin(true);
	wish(5000);
	assert_true(step(300));
	assert_int_equal(due(), 5000);
	assert_int_equal(fake.interval_ns, 5000 * MS);
	wish(400);
	assert_true(step(350));
	assert_int_equal(due(), 400);
	wish(100);
	assert_true(step(360));		/* over already */
	assert_int_equal(exchange_latest(exchange)->interval_ns, 360 * MS);
	assert_int_equal(due(), 460);
}

TEST(the_source_hears_of_the_interval_before_it_starts)
{
	make(false);
	fake.fail_start = EACCES;
	(void)collector_begin(collector, START_NS);
	assert_int_equal(fake.interval_ns, 1000 * MS);
}

TEST(a_start_that_fails_is_reported_by_a_snapshot)
{
	make(false);
	fake.fail_start = EACCES;
	fake.say_why = true;
	assert_false(collector_begin(collector, START_NS));
	assert_true(ui_was_woken());
	assert_string_equal(exchange_latest(exchange)->trouble, "the counter fell off");
	assert_int_equal(exchange_latest(exchange)->table[ROW_CPU].n, 1);
	assert_non_null(snapshot_machine(exchange_latest(exchange)));
}

TEST(a_tick_that_fails_keeps_what_was_counted)
{
	begin(true);
	fake.fail_tick = EIO;
	fake.say_why = true;
	assert_false(step(1000));
	assert_string_equal(exchange_latest(exchange)->trouble, "the counter fell off");
	assert_non_null(snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10));
}

TEST(a_drain_that_fails_without_a_sentence_gets_one)
{
	begin(true);
	fake.fail_drain = EIO;
	assert_false(step(10));
	assert_non_null(strstr(exchange_latest(exchange)->trouble, strerror(EIO)));
}

TEST(the_end_of_the_watched_tasks_ends_the_interval_at_once)
{
	begin(true);
	assert_true(step(1000));
	assert_false(exchange_latest(exchange)->last);
	fake.ended = true;
	assert_false(step(1010));
	assert_true(exchange_latest(exchange)->last);
	assert_string_equal(exchange_latest(exchange)->trouble, "");
	assert_true(exchange_latest(exchange)->interval_ns == 10 * MS);
	assert_non_null(snapshot_find(exchange_latest(exchange), ROW_PROCESS, 10));
}

/* -n 1 has no interval but the first. */
TEST(level_2_is_wanted_from_the_start_of_the_first_interval)
{
	atomic_store(&control.level2, LEVEL2_NEEDED);
	begin(true);
	assert_true(fake.started && fake.level2 && fake.level2_before_start);
	atomic_store(&control.level2, LEVEL2_WELCOME);
	assert_true(step(10));
	assert_false(fake.level2);
}

TEST(wanted_slices_come_with_whole_intervals)
{
	const struct slice_cells *slices;

	begin(true);
	assert_true(step(1000));
	assert_false(exchange_latest(exchange)->slices.on);
	atomic_store(&control.slices, true);
	assert_true(step(2000));	/* this interval had begun without */
	assert_false(exchange_latest(exchange)->slices.on);
	assert_true(step(3000));
	slices = &exchange_latest(exchange)->slices;
	assert_true(slices->on);
	assert_int_equal(slices->n, 50);
	assert_int_equal(slices->cells[0].tid, 10);
	atomic_store(&control.slices, false);
	assert_true(step(4000));
	assert_true(exchange_latest(exchange)->slices.on);
	assert_true(step(5000));
	assert_false(exchange_latest(exchange)->slices.on);
}

TEST(sums_of_slices_are_no_slices_and_the_reason_is_told)
{
	begin(true);
	fake.source.machine.engine = ENGINE_BPF;
	atomic_store(&control.slices, true);
	assert_true(step(1000));
	(void)err_set(&fake.source.no_slices, EBUSY, "no ring here");
	assert_true(step(2000));
	assert_false(exchange_latest(exchange)->slices.on);
	assert_string_equal(exchange_latest(exchange)->slices.why_not, "no ring here");
}

TEST(stop_ends_it_without_another_snapshot)
{
	begin(true);
	atomic_store(&control.stop, true);
	assert_false(step(1000));
	assert_int_equal(fake.ticked, 0);
	assert_false(exchange_fresh(exchange));
}

TEST(a_run_that_is_cut_short_ends_its_interval_if_it_is_recorded_or_summed)
{
	const struct recorder_options options = { .path = "never" };

	atomic_store(&control.cut_short, true);
	stop_ends_it_without_another_snapshot(state);	/* nobody would keep it */
	collector_free(collector);
	recorder = recorder_new(&options, &fake.source);
	begin(true);
	assert_false(step(400));
	assert_int_equal(fake.ticked, 1);
	assert_int_equal(exchange_latest(exchange)->interval_ns, 400 * MS);
	assert_true(exchange_latest(exchange)->last);
	recorder_free(recorder);
	recorder = NULL;
}

/* The real thread; the test does not depend on its speed. */
TEST(the_thread_publishes_until_it_is_stopped)
{
	struct pollfd ui = { .fd = control.wake_ui, .events = POLLIN };
	uint64_t seq = 0, one = 1;
	sigset_t before, after;
	struct err err = { .text = "" };

	fake.last_ns = fake_clock(&fake.source);
	wish(10000);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	collector = collector_start(&fake.source, exchange, &control, NULL, &err);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	assert_non_null(collector);
	assert_int_equal(sigismember(&before, SIGINT), sigismember(&after, SIGINT));
	wish(2);
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
		assert_true(row->counts.value[EV_SLOTS] == (double)row->busy_ns);
	}
	assert_true(collector_stop(collector));
	collector = NULL;
	assert_true(fake.signals_blocked);
	assert_int_equal(fake.started, 1);
}

/* This source cannot be recorded: the wish must be answered all the same, once. */
TEST(a_wish_to_record_is_followed_at_the_end_of_the_interval)
{
	const struct recorder_options options = { .path = "never" };
	const struct snapshot *snapshot;

	recorder = recorder_new(&options, &fake.source);
	begin(true);
	atomic_store(&control.record_toggles, 1);
	assert_true(step(1000));
	snapshot = exchange_latest(exchange);
	assert_int_equal(snapshot->recording.news, 1);
	assert_non_null(strstr(snapshot->recording.text, "only what is counted on this machine"));
	assert_false(snapshot->recording.on);
	assert_true(step(2000));
	assert_int_equal(exchange_latest(exchange)->recording.news, 1);
	recorder_free(recorder);
	recorder = NULL;
}
