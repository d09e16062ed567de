/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which slices of the CPUs belong to the watched processes (tests/scenarios/process_filter.txt).
 * /proc is a directory of this test.
 */
#include "config.h"
#include "collect/percpu/process_filter.h"

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

#define PIDS 100
#define SELF 99

#define ID(n) ((int32_t)number_arg(n))

static const struct scenario_word words[] = { { "idle", TID_IDLE }, { "us", SELF }, { NULL, 0 } };
const struct scenarios scenarios = { .files = { "process_filter" }, .words = words };

static struct {
	double slots[PIDS];
	double nameless;	/* slots in windows of tasks that are not watched */
	int exits[PIDS];
	uint64_t lost, lost_ns;
} shown;

static struct process_filter *filter;
static uint64_t now_ns;
static bool thread_is_known;

static void show_slice(void *data, const struct slice *slice)
{
	if (slice->tid == TID_UNKNOWN)
		shown.nameless += slice_slots(slice);
	else
		shown.slots[slice->pid] += slice_slots(slice);
}

static void show_task(void *data, const struct task_event *event)
{
	shown.exits[event->pid] += event->kind == TASK_EXIT;
}

static void show_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	shown.lost += records;
	shown.lost_ns += ns == LOST_NS_UNKNOWN ? 0 : ns;
}

static const struct sink to = { .slice = show_slice, .task = show_task, .lost = show_lost };

static void proc_has(int32_t pid, int32_t ppid, char state)
{
	fake_proc_task(pid, pid, 0, "");
	fake_proc_stat(pid, ppid, "x", state, 0, 0);
}

static void runs(int32_t tid, double slots, enum slice_part part)
{
	const struct sink *sink = process_filter_sink(filter, &to);
	const struct slice slice = { .time_ns = ++now_ns, .duration_ns = 1, .pid = tid,
				     .tid = thread_is_known ? tid : TID_UNKNOWN, .part = part,
				     .counts = { .present = 1U << EV_SLOTS,
						 .value = { [EV_SLOTS] = slots } } };

	sink->slice(sink->data, &slice);
}

static void event(enum task_event_kind kind, int32_t pid, int32_t ppid)
{
	const struct sink *sink = process_filter_sink(filter, &to);
	const struct task_event event = { .kind = kind, .time_ns = ++now_ns, .pid = pid,
					  .tid = pid, .ppid = ppid, .ptid = ppid };

	sink->task(sink->data, &event);
}

SETUP
{
	memset(&shown, 0, sizeof(shown));
	now_ns = 1000;
	thread_is_known = true;
	assert_non_null(fake_proc_new());
	proc_has(1, 0, 'S');
	proc_has(10, 1, 'S');
	proc_has(20, 1, 'S');
	filter = process_filter_new(fake_proc_root, SELF);
	assert_non_null(filter);
	assert_int_equal(process_filter_add(filter, 10, false), 0);
}

TEARDOWN
{
	process_filter_free(filter);
	fake_proc_done();
}

/* ---- /proc: PID PARENT [STATE] ---- */

COMMAND(has)
{
	proc_has(ID(1), ID(2), n_args() > 2 ? text_arg(3)[0] : 'S');
}

COMMAND(gone)
{
	fake_proc_remove("%d", ID(1));
}

/* Processes that exist when counting begins. */
COMMAND(list)
{
	process_filter_list(filter, now_ns);
}

/* PID: it is watched from its exec on. */
COMMAND(command)
{
	assert_int_equal(process_filter_add(filter, ID(1), true), 0);
}

/* ---- what the CPUs tell ---- */

/* NS: so much later, or earlier. */
COMMAND(time)
{
	now_ns += (uint64_t)number_arg(1);
}

static void run_all(enum slice_part part)
{
	for (size_t i = 1; i < n_args(); i += 2)
		runs(ID(i), (double)number_arg(i + 1), part);
}

/* PID SLOTS ... */
COMMAND(run)
{
	run_all(SLICE_WHOLE);
}

COMMAND(run_unknown_thread)
{
	thread_is_known = false;
	run_all(SLICE_WHOLE);
}

COMMAND(run_window)
{
	run_all(SLICE_WINDOW);
}

/* SLOTS */
COMMAND(run_gap)
{
	runs(TID_UNKNOWN, (double)number_arg(1), SLICE_GAP);
}

/* PID PARENT */
COMMAND(fork)
{
	event(TASK_FORK, ID(1), ID(2));
}

COMMAND(exec)
{
	event(TASK_EXEC, ID(1), 0);
}

COMMAND(exit)
{
	event(TASK_EXIT, ID(1), 1);
}

COMMAND(lose)
{
	const struct sink *sink = process_filter_sink(filter, &to);

	sink->lost(sink->data, 0, (uint64_t)number_arg(1), LOST_NS_UNKNOWN);
}

/* [TIMES]: rings were read; intervals have ended. */
COMMAND(read)
{
	for (int64_t i = number_arg_or(1, 1); i; i--)
		process_filter_settle(filter, ++now_ns, FILTER_READ_RECORDS);
}

COMMAND(end)
{
	for (int64_t i = number_arg_or(1, 1); i; i--)
		process_filter_settle(filter, ++now_ns, FILTER_READ_SUMS);
}

COMMAND(last)
{
	process_filter_settle(filter, ++now_ns, FILTER_READ_LAST);
}

/* ---- what comes of it ---- */

COMMAND(shown)
{
	for (int pid = 0; pid < PIDS; pid++) {
		if (shown.slots[pid] > 0)
			say("%d: %g", pid, shown.slots[pid]);
		if (shown.exits[pid])
			say("%d exits", pid);
	}
	if (shown.nameless > 0)
		say("%g of others", shown.nameless);
	if (shown.lost)
		say("%d lost of %d ns", (int)shown.lost, (int)shown.lost_ns);
}

COMMAND(over)
{
	say(process_filter_is_over(filter) ? "yes" : "no");
}
