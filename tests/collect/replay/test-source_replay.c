/* SPDX-License-Identifier: GPL-2.0-only */
/* What only tdtop records: intervals as they were counted, and answers of /proc. */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <linux/perf_event.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

/* Two intervals of tdtop; the first ends with a reading of the group in the middle of a slice. */
COMMAND(record_as_tdtop)
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

TEST(answers_of_proc_are_used)
{
	const struct tally_task *alpha;

	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_update_process(&b, PERFDATA_UPDATE_PROCESS, ALPHA, 1,
		   "\3\0\0\0\1\0\0\0alpha\0ada\0/user.slice\0alpha --all\0\0\0\0\0\0\0", 48);
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay(0);
	alpha = tally_pid(&tally, ALPHA);
	assert_string_equal(alpha->name, "alpha");
	assert_string_equal(alpha->user, "ada");
	assert_string_equal(alpha->cgroup, "/user.slice");
	assert_int_equal(alpha->ppid, 1);
}

/* tdtop has recorded all tasks while it showed ALPHA, and what ALPHA started. */
static void record_watched(void)
{
	builder_level1(&b);
	builder_watched(&b, ALPHA);
	two_tasks_alternate();
	builder_task(&b, PERF_RECORD_FORK, (struct built_at){ 0, ALPHA, ALPHA, T0 + 2001 * MS }, GAMMA, ALPHA);
	builder_ran(&b, 0, BETA, T0 + 2100 * MS, WORK);
	builder_ran(&b, 0, GAMMA, T0 + 2200 * MS, WORK);
}

TEST(a_recording_of_watched_processes_shows_what_was_shown_live)
{
	record_watched();
	replay(0);
	assert_true(slots(ALPHA) == 10.0 * WORK);
	assert_true(slots(GAMMA) == 1.0 * WORK);
	assert_null(tally_pid(&tally, BETA));
	assert_true(tally.slots == 11.0 * WORK);
}

static struct source *open_bytes(const void *bytes, size_t n, uint64_t interval_ns)
{
	struct source *source = NULL;
	char path[64];
	int fd = memfd_create("recording", MFD_CLOEXEC);

	assert_true(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_int_equal(source_replay_open(path, interval_ns, NULL, &source, &err), 0);
	(void)close(fd);
	return source;
}

/* A sink that stops the replay at its first task, and counts those that come after. */
static _Atomic bool stop;
static int tasks_taken;

static void stop_at_task(void *data, const struct task_event *event)
{
	tasks_taken++;
	atomic_store(&stop, true);
}

static int slices_of_beta;

static void count_beta(void *data, const struct slice *slice)
{
	slices_of_beta += slice->pid == BETA;
}

static void ignore_task(void *data, const struct task_event *event)
{
}

static void ignore_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
}

static uint64_t lost;

static void ignore_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	lost += records;
}

/* Replays one interval of many forks, where the first one stops the collector. */
static void stop_within_an_interval(uint64_t interval_ns)
{
	static const struct sink sink = { .slice = count_beta, .task = stop_at_task,
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

/* ---- cut into intervals: order of records, cut slices, gaps, the wall clock ---- */

/* perf reads one ring after the other: records of CPU 0 follow newer ones of CPU 1 in the file. */
TEST(records_out_of_order_between_cpus_are_sorted)
{
	builder_level1(&b);
	for (uint64_t round = 0; round < 4; round++) {
		for (int cpu = 1; cpu >= 0; cpu--)
			for (uint64_t i = 0; i < 10; i++)
				builder_ran(&b, cpu, ALPHA + cpu,
					    T0 + (10 * round + i) * 50 * MS + (cpu ? MS : 0),
					    round + i ? WORK : 0);
		builder_round(&b);
	}
	replay(500 * MS);
	assert_true(tally.slots == 78.0 * WORK);
	assert_true(slots(ALPHA) == 39.0 * WORK);
	assert_true(slots(BETA) == 39.0 * WORK);
	/* Each interval has ten slices per CPU, some of them cut. */
	assert_near(tally.interval_slots[1], 20.0 * WORK, WORK);
}

TEST(the_length_of_intervals_changes_no_sum)
{
	static const uint64_t lengths_ms[] = { 100, 300, 500, 1000, 7000, 60000 };

	builder_level2(&b);
	two_tasks_alternate();
	builder_ran(&b, 1, GAMMA, T0 + 50 * MS, 0);
	builder_ran(&b, 1, GAMMA, T0 + 1950 * MS, 12345678);
	builder_finish(&b);
	for (size_t i = 0; i < 6; i++) {
		tally = (struct tally){ 0 };
		assert_int_equal(replay_bytes(b.out.bytes, b.out.n, lengths_ms[i] * MS, UINT64_MAX,
					      tally_visit, &tally, &err), 0);
		assert_true(tally.slots == 20.0 * WORK + 12345678);
		assert_true(slots(GAMMA) == 12345678);
		assert_int_equal(busy_ms(GAMMA), 1900);
		assert_int_equal(tally.ns, 2 * SECOND);
		assert_true(tally.unaccounted == 0);
	}
}

static void keep_machine(const struct snapshot *snapshot, void *data)
{
	*(struct machine *)data = *snapshot->machine;
}

TEST(a_recording_of_tdtop_says_that_guests_were_not_counted_and_what_came_from_a_manual)
{
	struct machine machine = { 0 };

	b.without_guests = true;
	b.manual_slots = "8";
	builder_level1(&b);
	builder_by_tdtop(&b);
	two_tasks_alternate();
	builder_finish(&b);
	assert_int_equal(replay_bytes(b.out.bytes, b.out.n, SECOND, UINT64_MAX, keep_machine, &machine, &err), 0);
	assert_true(machine.without_guests);
	assert_int_equal(machine.manual_slots, 8);
}

/* Sums of such times wrap around, and intervals would never end. */
TEST(a_time_at_the_end_of_all_times_is_damage)
{
	builder_level1(&b);
	two_tasks_alternate();
	builder_ran(&b, 1, GAMMA, UINT64_MAX - 5, WORK);
	builder_ran(&b, 1, GAMMA, UINT64_MAX, WORK);
	replay(0);
	assert_two_tasks();
}

/* CLOCK_DATA: version, clock, one point in time: since 1970, and on that clock. */
TEST(the_wall_clock_comes_from_clock_data)
{
	struct built_bytes *buffer;

	builder_level1(&b);
	two_tasks_alternate();
	buffer = builder_feature(&b, PERFDATA_CLOCK_DATA);
	put_u32(&b, buffer, 1);
	put_u32(&b, buffer, 1);
	put_u64(&b, buffer, 1763683200 * SECOND);
	put_u64(&b, buffer, T0 - 10 * SECOND);
	replay(0);
	assert_near(tally.first_wall, 1763683200 + 11, 0.01);
	assert_near(tally.last_wall, 1763683200 + 12, 0.01);
}

/* SAMPLE_TIME: a file was last modified at its last sample, here: now. */
TEST(the_wall_clock_comes_from_the_age_of_the_file)
{
	double now = (double)time(NULL);
	struct built_bytes *buffer;

	builder_level1(&b);
	two_tasks_alternate();
	buffer = builder_feature(&b, PERFDATA_SAMPLE_TIME);
	put_u64(&b, buffer, T0);
	put_u64(&b, buffer, T0 + 2 * SECOND);
	replay(0);
	assert_true(tally.last_wall >= now - 1 && tally.last_wall <= (double)time(NULL) + 1);
	assert_near(tally.last_wall - tally.first_wall, 1, 0.01);
}

/* The clock of records starts with the machine, so it does not give the date. */
TEST(without_a_recorded_date_a_stream_starts_now)
{
	double now = (double)time(NULL);

	b.pipe = true;
	replay_two_tasks();
	/* the first interval ends a second later */
	assert_true(tally.first_wall >= now && tally.first_wall <= (double)time(NULL) + 2);
}

/* ---- recordings of all formats and with any events, one rule per test ---- */

TEST(an_event_of_another_layout_is_read_by_its_own)
{
	builder_level1(&b);
	/* The leader also writes samples, with other fields: as with cpu-clock and slots:S. */
	b.events[0].sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				  PERF_SAMPLE_CPU | PERF_SAMPLE_READ;
	builder_ran(&b, 0, ALPHA, T0, WORK);
	b.counts[0][EV_SLOTS] += WORK;
	builder_sample(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 100 * MS });
	builder_ran(&b, 0, ALPHA, T0 + 200 * MS, WORK);
	replay_round(0);
	assert_true(slots(ALPHA) == 2.0 * WORK);
}

TEST(samples_of_other_events_are_ignored)
{
	struct built_event *event;

	builder_level1(&b);
	two_tasks_alternate();
	event = builder_event(&b, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles");
	event->sample_type &= ~(uint64_t)PERF_SAMPLE_READ;
	builder_sample(&b, b.n_events - 1, (struct built_at){ 0, GAMMA, GAMMA, T0 + 1500 * MS });
	replay(0);
	assert_true(tally.slots == 20.0 * WORK);
	assert_null(tally_pid(&tally, GAMMA));
}

/* A record with an id that no attr has is read with the layout of most records. */
TEST(an_unknown_id_does_no_harm)
{
	uint64_t id = 77777777;

	builder_level1(&b);
	two_tasks_alternate();
	builder_ran(&b, 0, GAMMA, T0 + 2100 * MS, WORK);
	for (size_t at = b.data.n - 8 * (7 + 2 * 6); at < b.data.n; at += 8)
		if (!memcmp(b.data.bytes + at, (uint64_t[]){ builder_id(0, 0) }, 8))
			memcpy(b.data.bytes + at, &id, 8);	/* the leader of its group */
	replay(0);
	assert_true(tally.slots == 20.0 * WORK);
}

/* 1000 members: more than a group of tdtop can have. */
TEST(samples_of_a_huge_group_are_ignored)
{
	struct built_bytes buffer = { 0 };

	builder_level1(&b);
	two_tasks_alternate();
	put_u64(&b, &buffer, builder_id(1, 0));
	put_u64(&b, &buffer, 0);
	put_u32(&b, &buffer, GAMMA);
	put_u32(&b, &buffer, GAMMA);
	put_u64(&b, &buffer, T0 + SECOND);
	put_u64(&b, &buffer, 0);
	put_u64(&b, &buffer, 1);
	put_u64(&b, &buffer, 1000);
	for (uint64_t i = 0; i < 2000; i++)
		put_u64(&b, &buffer, builder_id(0, 0));
	builder_record(&b, PERF_RECORD_SAMPLE, 0, &buffer);
	free(buffer.bytes);
	replay(0);
	assert_two_tasks();
}

TEST(without_a_group_of_slots_the_error_says_what_to_record)
{
	builder_event(&b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock");
	builder_sample(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 });
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "but no group of slots, context-switches and topdown events"));
	assert_non_null(strstr(err.text, "record with 'tdtop --record "));
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
const struct scenarios scenarios = { { "source_replay" }, recording_words };

TEST(of_a_recording_of_watched_processes_all_tasks_are_shown_if_wanted_else_unknown_ones_are_lost)
{
	static const struct sink sink = { .slice = count_beta, .task = ignore_task,
					  .lost = ignore_lost, .times = ignore_times };
	struct interval interval;
	struct source *source;

	record_watched();
	/* whose it was is not known */
	builder_update_process(&b, PERFDATA_UPDATE_WATCHED, BETA, 1, (char[24]){ "" }, 24);
	builder_finish(&b);
	for (int all = 0; all <= 1; all++) {
		source = open_bytes(b.out.bytes, b.out.n, SECOND);
		assert_string_equal(source->machine.watched, "pid 10");
		if (all)
			source_replay_show_all(source);
		assert_string_equal(source->machine.watched, all ? "" : "pid 10");
		slices_of_beta = 0;
		lost = 0;
		assert_int_equal(source->ops->interval(source, &sink, &interval, &err), 1);
		source->ops->close(source);
		assert_int_equal(slices_of_beta, all ? 5 : 0);
		assert_int_equal(lost, all ? 0 : 5);
	}
}
