/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Churn: hundreds of intervals in which tasks fork, exec, rename themselves, start threads and
 * exit, through the collector and all that the screen keeps. At the end as much memory is in use as
 * in the middle, and each interval has the slots of every task once. There is no clock: an interval
 * is a step.
 */
#include "config.h"

#include <malloc.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/fixture_collector.h"
#include "tests/fixtures/test_main.h"
#include "ui/screen/state_options.h"
#include "ui/time/state_show.h"

#define S_NS 1000000000ULL
#define BORN 500		/* processes in an interval */
#define BORN_IN_STORM 20000
#define PID_FIRST 300
#define LOSSES_EVERY 10		/* every so many intervals half of the EXIT records are lost */

/* Allocated bytes that are not free; sanitizers have their own malloc. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t bytes_in_use(void)
{
	struct mallinfo2 info;

	if (__sanitizer_get_current_allocated_bytes)
		return __sanitizer_get_current_allocated_bytes();
	info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

static struct churn {
	int32_t pids;		/* the kernel's pid_max */
	int born;		/* processes in an interval */
	int32_t next;
	uint64_t interval;
} churn;

static struct ui_state shown;

static int32_t next_pid(void)
{
	if (++churn.next >= churn.pids)
		churn.next = PID_FIRST;
	return churn.next;
}

static void report(const struct sink *sink, enum task_event_kind kind, uint64_t time_ns,
		   int32_t pid, int32_t tid)
{
	struct task_event event = { .kind = kind, .time_ns = time_ns, .pid = pid, .tid = tid,
				    .ppid = kind == TASK_FORK && pid == tid ? 1 : pid, .ptid = 1 };

	if (kind == TASK_FORK && pid != tid)
		event.ptid = pid;
	(void)snprintf(event.comm, sizeof(event.comm), "job %d", pid % 5000);
	sink->task(sink->data, &event);
}

static void run_for(const struct sink *sink, uint64_t end_ns, int32_t pid, int32_t tid)
{
	struct slice slice = { .time_ns = end_ns, .duration_ns = 1000, .pid = pid, .tid = tid };

	slice.counts.present = 1U << EV_SLOTS;
	slice.counts.value[EV_SLOTS] = 1000;
	sink->slice(sink->data, &slice);
}

/* The life of a task in three slices: it forks, execs, is renamed, and has a thread for a while. */
static void live(const struct sink *sink, uint64_t at_ns, bool exit_is_lost)
{
	int32_t pid = next_pid(), tid = next_pid();

	report(sink, TASK_FORK, at_ns, pid, pid);
	report(sink, TASK_EXEC, at_ns + 1000, pid, pid);
	run_for(sink, at_ns + 3000, pid, pid);
	report(sink, TASK_FORK, at_ns + 3000, pid, tid);
	run_for(sink, at_ns + 5000, pid, tid);
	report(sink, TASK_COMM, at_ns + 5000, pid, pid);
	run_for(sink, at_ns + 7000, pid, pid);
	if (exit_is_lost)
		return;
	report(sink, TASK_EXIT, at_ns + 8000, pid, tid);
	report(sink, TASK_EXIT, at_ns + 9000, pid, pid);
}

static bool loses(void)
{
	return churn.interval % LOSSES_EVERY == LOSSES_EVERY - 1;
}

static int churn_tick(struct source *source, uint64_t now_ns, const struct sink *sink,
		      struct err *err)
{
	for (int i = 0; i < churn.born; i++)
		live(sink, now_ns - S_NS + (uint64_t)i * 10000, loses() && i % 2);
	if (loses())
		sink->lost(sink->data, 0, (uint64_t)churn.born, LOST_NS_UNKNOWN);
	churn.interval++;
	return 0;
}

static uint64_t churn_clock(struct source *source)
{
	return churn.interval * S_NS;
}

/* /proc is empty: a task whose EXIT record was lost does not exist. */
SETUP
{
	const struct ui_options looks = { .look.level = 1 };

	churn = (struct churn){ .next = PID_FIRST, .born = BORN };
	(void)collector_setup(state);
	fake_source.ops.tick = churn_tick;
	fake_source.ops.cut = NULL;
	fake_source.ops.clock_ns = churn_clock;
	fake_source.ops.asks_proc = true;
	collector_make();
	assert_true(collector_begin(collector, 0));
	state_init(&shown, &looks, S_NS);
}

TEARDOWN_MAY_FAIL
{
	state_done(&shown);
	return collector_teardown(state);
}

/* The next interval, shown on the screen. */
static const struct snapshot *next(void)
{
	const struct snapshot *snapshot;

	assert_true(collector_step(collector, (churn.interval + 1) * S_NS));
	snapshot = exchange_latest(exchange);
	assert_non_null(snapshot);
	assert_int_equal(state_show(&shown, snapshot), 0);
	return snapshot;
}

/* The most memory in use after one of so many intervals. */
static size_t most_bytes(int intervals)
{
	size_t most = 0;

	for (int i = 0; i < intervals; i++) {
		size_t bytes;

		(void)next();
		bytes = bytes_in_use();
		if (bytes > most)
			most = bytes;
	}
	return most;
}

TEST(memory_does_not_grow_with_the_intervals)
{
	size_t early, late;

	churn.pids = 1 << 22;	/* pid_max of a large machine: no pid is reused here */
	(void)most_bytes(600);	/* the bounded histories have filled up */
	early = most_bytes(100);
	late = most_bytes(400);
	print_message("in use at most: %zu kB, then %zu kB\n", early >> 10, late >> 10);
	/*
	 * Thinning of the history changes the memory by 1 or 2 %; an entry leaked per task would be
	 * 20 times as much.
	 */
	assert_true(late < early + early / 20);
}

static double slots_of_processes(const struct snapshot *snapshot)
{
	double slots = 0;

	for (size_t i = 0; i < snapshot->table[ROW_PROCESS].n; i++)
		slots += snapshot->table[ROW_PROCESS].rows[i].numbers->counts.value[EV_SLOTS];
	return slots;
}

static void check_accounted(const struct snapshot *snapshot)
{
	assert_true(slots_of_processes(snapshot) == 3000.0 * churn.born);
	assert_true(snapshot_machine(snapshot)->numbers->counts.value[EV_SLOTS] == 3000.0 * churn.born);
	assert_int_equal(snapshot->tasks_ran, 2 * churn.born);
}

TEST(when_pids_are_reused_no_task_is_lost_or_counted_twice)
{
	churn.pids = 4 * BORN;	/* each pid is reused in the third interval */
	for (int i = 0; i < 4 * LOSSES_EVERY; i++)
		check_accounted(next());
}

/*
 * A storm of so many seconds, after which the machine's pids are reused. Returns the memory in use
 * after some quiet intervals.
 */
static size_t bytes_after_storm(int seconds)
{
	churn.born = BORN_IN_STORM;
	for (int i = 0; i < seconds; i++)
		check_accounted(next());
	churn.born = BORN;
	(void)most_bytes(60);
	return most_bytes(20);
}

/* Entries of tasks are kept for the next storm. */
TEST(all_of_20000_forks_a_second_are_accounted_and_the_next_storm_adds_no_memory)
{
	size_t before, first, second;

	churn.pids = PID_FIRST + 2 * BORN_IN_STORM;
	before = most_bytes(100);
	first = bytes_after_storm(10);
	second = bytes_after_storm(2);
	print_message("in use at most: %zu kB, after a storm %zu kB, after two %zu kB\n",
		      before >> 10, first >> 10, second >> 10);
	/*
	 * A hash table doubles its buckets, 2 MB, if addresses in its keys happen to collide; a
	 * leaked entry of 200 bytes per task would be 80 MB.
	 */
	assert_true(second < first + first / 4);
}

const struct around_tests around_tests = {
	.setup_all = fake_proc_setup,
	.teardown_all = fake_proc_teardown,
};
