/* SPDX-License-Identifier: GPL-2.0-only */
/* What only tdtop records: intervals as they were counted, and answers of /proc. */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

/* Two intervals of tdtop; the first ends with a reading of the group in the middle of a slice. */
static void record_as_tdtop(void)
{
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, BETA, T0 + 100 * MS, WORK);
	b.counts[0][EV_SLOTS] += 3 * WORK;
	builder_read(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 250 * MS });
	builder_mark(&b, 7, T0, T0 + 250 * MS);
	builder_ran(&b, 0, ALPHA, T0 + 900 * MS, 2 * WORK);
	builder_mark(&b, 8, T0 + 250 * MS, T0 + SECOND);
}

TEST(intervals_of_tdtop_are_those_of_the_live_run)
{
	record_as_tdtop();
	replay(0);
	assert_int_equal(tally.intervals, 2);
	assert_int_equal(tally.ns, SECOND);
	assert_true(tally.interval_slots[0] == 4.0 * WORK);
	assert_true(tally.interval_slots[1] == 2.0 * WORK);
	assert_near(tally.first_wall, 1763683200, 0.001);
}

TEST(the_other_byte_order_gives_the_same)
{
	b.swapped = true;
	intervals_of_tdtop_are_those_of_the_live_run(state);
}

TEST(a_recording_of_tdtop_can_be_cut)
{
	record_as_tdtop();
	replay(100 * MS);
	assert_int_equal(tally.intervals, 9);
	assert_true(tally.slots == 6.0 * WORK);
	assert_near(tally.interval_slots[0], 1.0 * WORK, 1);
	/* The mark has the wall clock: its end was 1763683200. */
	assert_near(tally.last_wall, 1763683200 - 0.1, 0.001);
}

/* A mark of an empty interval, or one that ends before it begins, only ends a round. */
TEST(marks_of_impossible_intervals_are_ignored)
{
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_mark(&b, 1, T0, T0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_mark(&b, 2, T0 + SECOND, T0);
	builder_mark(&b, 3, T0, T0 + SECOND);
	replay(0);
	assert_int_equal(tally.intervals, 1);
	assert_true(slots(ALPHA) == 1.0 * WORK);
}

/* A starved tdtop begins a file, and no sample comes before the interval ends. */
TEST(an_interval_of_tdtop_without_a_sample_is_an_interval)
{
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay(0);
	assert_int_equal(tally.intervals, 1);
	assert_int_equal(tally.ns, SECOND);
	assert_true(tally.slots == 0);
}

TEST(answers_of_proc_are_used)
{
	struct buffer buffer = { 0 };
	const struct tally_task *alpha;

	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	put_u64(&b, &buffer, PERFDATA_UPDATE_PROCESS);
	put_u64(&b, &buffer, builder_id(0, 0));
	put_u32(&b, &buffer, ALPHA);
	put_u32(&b, &buffer, 1);
	put_u32(&b, &buffer, 3);
	put_u32(&b, &buffer, 1);
	put_bytes(&buffer, "alpha\0ada\0/user.slice\0alpha --all\0\0\0\0\0\0\0", 40);
	builder_record(&b, PERFDATA_EVENT_UPDATE, 0, &buffer);
	free(buffer.bytes);
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay(0);
	alpha = tally_pid(&tally, ALPHA);
	assert_string_equal(alpha->name, "alpha");
	assert_string_equal(alpha->user, "ada");
	assert_string_equal(alpha->cgroup, "/user.slice");
	assert_int_equal(alpha->ppid, 1);
}

static struct source *open_bytes(const void *bytes, size_t n, uint64_t interval_ns)
{
	struct source *source = NULL;
	char path[64];
	int fd = memfd_create("recording", MFD_CLOEXEC);

	assert_true(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_int_equal(source_replay_open(path, interval_ns, &source, &err), 0);
	(void)close(fd);
	return source;
}

/* A sink that stops the replay at its first task, and counts those that come after. */
static _Atomic bool stop;
static int tasks_taken;

static void stop_at_task(void *data, const struct task_event *event)
{
	(void)data;
	(void)event;
	tasks_taken++;
	atomic_store(&stop, true);
}

static void ignore_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

static void ignore_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	(void)data;
	(void)cpu;
	(void)enabled_ns;
	(void)running_ns;
}

static void ignore_lost(void *data, int cpu, uint64_t records)
{
	(void)data;
	(void)cpu;
	(void)records;
}

/* Replays one interval of many forks, of which the first one stops the collector. */
static void stop_within_an_interval(uint64_t interval_ns)
{
	static const struct sink sink = { .slice = ignore_slice, .task = stop_at_task,
					  .lost = ignore_lost, .times = ignore_times };
	struct interval interval;
	struct source *source;

	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	for (int32_t i = 0; i < 1000; i++)
		builder_task(&b, PERF_RECORD_FORK, (struct built_at){ 0, 1, 1, T0 + MS },
			     100 + i, 1);
	builder_mark(&b, 1, T0, T0 + SECOND);
	builder_finish(&b);
	tasks_taken = 0;
	atomic_store(&stop, false);
	source = open_bytes(b.out.bytes, b.out.n, interval_ns);
	source->stop = &stop;
	(void)source->ops->interval(source, &sink, &interval, &err);
	source->ops->close(source);
	assert_int_equal(tasks_taken, 1);
}

TEST(a_replay_as_counted_stops_within_an_interval)
{
	stop_within_an_interval(0);
}

TEST(a_cut_replay_stops_within_an_interval)
{
	stop_within_an_interval(SECOND);
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
