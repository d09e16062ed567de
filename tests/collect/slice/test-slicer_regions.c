/* SPDX-License-Identifier: GPL-2.0-only */
/* The rules of markers and regions in the slicer, one test each: records in, slices out. */
#include "config.h"
#include "collect/slice/slicer.h"

#include <string.h>

#include "model/splitmix64.h"
#include "tests/fixtures/test_main.h"

enum { SWITCH_ID = 7, CLOCK_ID = 8, MARKER_ID = 9, A = 101, B = 102, C = 103, N_CPUS = 2 };
enum { MARK = 0x1000, OUTER = 0x2000, INNER = 0x2010 };	/* addresses in the program */

static const struct reading_member members[] = { { .event = EV_SLOTS, .scale = 1 } };

static struct {
	struct slicer *slicer;
	struct regions *regions;
	struct slice slices[4096];
	size_t n;
} seen;

static void keep_slice(void *data, const struct slice *slice)
{
	assert_true(seen.n < 4096);
	seen.slices[seen.n] = *slice;
	slice_counts(slice, &seen.slices[seen.n++].counts);
}

static const struct sink sink = { .slice = keep_slice };

AROUND(setup)
{
	const struct slicer_config config = { .n_cpus = N_CPUS, .members = members,
					      .n_members = 1, .switch_records = true };

	memset(&seen, 0, sizeof(seen));
	seen.slicer = slicer_new(&config);
	seen.regions = regions_new();
	assert_non_null(seen.slicer);
	assert_non_null(seen.regions);
	slicer_set_regions(seen.slicer, seen.regions);
	for (size_t cpu = 0; cpu < N_CPUS; cpu++)
		slicer_set_switch_id(seen.slicer, cpu, SWITCH_ID);
}

AROUND(teardown)
{
	slicer_free(seen.slicer);
	regions_free(seen.regions);
}

static region_t region(uint64_t place)
{
	return region_of_mark(1, place, MARK);
}

/* The group is on all the time, and counts a slot a nanosecond. */
static void sample_of(size_t cpu, struct record *record, uint64_t time_ns, int32_t tid)
{
	record->kind = REC_SAMPLE;
	record->time_ns = time_ns;
	record->tid = tid;
	record->pid = record->pid ? record->pid : tid;
	record->reading = (struct reading){ .n = 1, .enabled_ns = time_ns, .running_ns = time_ns,
					    .value = { time_ns } };
	slicer_record(seen.slicer, cpu, record, &sink);
}

static void event(size_t cpu, enum record_kind kind, uint64_t time_ns, int32_t tid)
{
	struct record record = { .kind = kind, .time_ns = time_ns, .pid = tid, .tid = tid,
				 .next_prev_pid = -1, .next_prev_tid = -1 };

	slicer_record(seen.slicer, cpu, &record, &sink);
}

static void change_dying(size_t cpu, uint64_t time_ns, int32_t named, int32_t from, int32_t to)
{
	struct record record = { .id = SWITCH_ID };

	sample_of(cpu, &record, time_ns, named);
	event(cpu, REC_SWITCH_OUT, time_ns, from);
	event(cpu, REC_SWITCH_IN, time_ns, to);
}

static void change(size_t cpu, uint64_t time_ns, int32_t from, int32_t to)
{
	change_dying(cpu, time_ns, from, from, to);
}

static void mark(size_t cpu, uint64_t time_ns, int32_t tid, uint64_t argument)
{
	struct record record = { .id = MARKER_ID, .object = 1, .argument = argument,
				 .mark = MARK };

	sample_of(cpu, &record, time_ns, tid);
}

static void enter(size_t cpu, uint64_t time_ns, int32_t tid, uint64_t place)
{
	mark(cpu, time_ns, tid, place | 1);
}

/* A inside of OUTER from 1000 on, on CPU 0, which was another's until then. */
static void begin_in_outer(void)
{
	change(0, 500, B, A);
	enter(0, 1000, A, OUTER);
}

static void assert_slice(size_t i, int32_t tid, uint64_t duration_ns, region_t is, uint32_t entries)
{
	assert_true(i < seen.n);
	assert_int_equal(seen.slices[i].tid, tid);
	assert_int_equal(seen.slices[i].duration_ns, duration_ns);
	assert_int_equal(seen.slices[i].region, is);
	assert_int_equal(seen.slices[i].entries, entries);
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown };

TEST(a_marker_ends_the_slice_of_what_was_before_it)
{
	begin_in_outer();
	change(0, 1700, A, B);
	assert_int_equal(seen.n, 2);
	assert_slice(0, A, 500, 0, 0);
	assert_slice(1, A, 700, region(OUTER), 1);
	assert_float_equal(seen.slices[1].counts.value[EV_SLOTS], 700, 0.001);
}

TEST(a_marker_does_not_end_the_time_of_its_task)
{
	int32_t tid;

	begin_in_outer();
	assert_true(slicer_running(seen.slicer, 0, &tid));
	assert_int_equal(tid, A);
}

TEST(an_inner_region_is_not_counted_for_the_outer_one)
{
	begin_in_outer();
	enter(0, 1100, A, INNER);
	mark(0, 1400, A, OUTER);
	mark(0, 1500, A, 0);
	change(0, 1900, A, B);
	assert_slice(1, A, 100, region(OUTER), 1);
	assert_slice(2, A, 300, region(INNER), 1);
	assert_slice(3, A, 100, region(OUTER), 0);
	assert_slice(4, A, 400, 0, 0);
}

TEST(a_task_that_comes_back_is_in_the_region_that_it_left)
{
	begin_in_outer();
	change(0, 1500, A, B);
	change(0, 2500, B, A);
	change(0, 2600, A, B);
	assert_slice(2, B, 1000, 0, 0);
	assert_slice(3, A, 100, region(OUTER), 0);
}

TEST(a_region_goes_with_its_task_to_another_cpu)
{
	begin_in_outer();
	change(0, 1500, A, B);
	change(1, 1600, C, A);
	change(1, 1800, A, C);
	assert_slice(2, A, 200, region(OUTER), 0);
}

TEST(the_last_slice_of_a_thread_that_ends_inside_is_of_the_region)
{
	begin_in_outer();
	event(0, REC_EXIT, 1200, A);
	change_dying(0, 1300, -1, A, B);
	change(0, 1400, B, A);		/* the number of another thread by now */
	change(0, 1500, A, B);
	assert_slice(1, A, 300, region(OUTER), 1);
	assert_slice(3, A, 100, 0, 0);
}

static void fork_of(int32_t pid, int32_t tid)
{
	struct record record = { .kind = REC_FORK, .time_ns = 1200, .pid = pid, .tid = tid,
				 .ppid = A, .ptid = A };

	slicer_record(seen.slicer, 0, &record, &sink);
	change(0, 1300, A, tid);
	change(0, 1400, tid, B);
}

TEST(a_forked_process_goes_on_in_the_region_of_its_parent)
{
	begin_in_outer();
	fork_of(C, C);
	assert_slice(2, C, 100, region(OUTER), 0);
}

TEST(a_new_thread_is_in_no_region)
{
	begin_in_outer();
	fork_of(A, C);
	assert_slice(2, C, 100, 0, 0);
}

static void execute(size_t cpu, uint64_t time_ns)
{
	const struct record exec = { .kind = REC_COMM, .time_ns = time_ns, .pid = A, .tid = A,
				     .exec = true };

	slicer_record(seen.slicer, cpu, &exec, &sink);
}

TEST(a_process_that_is_executed_is_in_no_region)
{
	begin_in_outer();
	change(0, 1100, A, B);
	execute(0, 1200);
	change(0, 1300, B, A);
	change(0, 1400, A, B);
	assert_slice(3, A, 100, 0, 0);
}

/* No snapshot is taken there: counts are divided by time. */
TEST(until_it_executes_a_program_a_task_is_in_its_region)
{
	begin_in_outer();
	execute(0, 1300);
	change(0, 1400, A, B);
	assert_slice(1, A, 300, region(OUTER), 1);
	assert_float_equal(seen.slices[1].counts.value[EV_SLOTS], 300, 0.001);
	assert_slice(2, A, 100, 0, 0);
	assert_float_equal(seen.slices[2].counts.value[EV_SLOTS], 100, 0.001);
}

TEST(a_program_that_begins_with_a_marker_is_in_its_own_region_only)
{
	begin_in_outer();
	execute(0, 1300);
	enter(0, 1400, A, INNER);
	mark(0, 1500, A, 0);
	change(0, 1600, A, B);
	assert_slice(2, A, 100, 0, 0);
	assert_slice(3, A, 100, region(INNER), 1);
	assert_slice(4, A, 100, 0, 0);
}

/* It has the number of its process from then on. */
TEST(a_thread_that_executes_a_program_is_in_its_region_until_then)
{
	struct record in = { .kind = REC_SWITCH_IN, .time_ns = 500, .pid = A, .tid = C,
			     .next_prev_tid = -1 };
	struct record enters = { .id = MARKER_ID, .pid = A, .object = 1, .argument = OUTER | 1,
				 .mark = MARK };

	change(0, 500, B, A);
	slicer_record(seen.slicer, 0, &in, &sink);
	sample_of(0, &enters, 1000, C);
	execute(0, 1300);
	change(0, 1400, A, B);
	assert_slice(1, C, 300, region(OUTER), 1);
	assert_slice(2, A, 100, 0, 0);
	change(0, 1500, B, C);		/* the number of another thread by now */
	change(0, 1600, C, B);
	assert_slice(4, C, 100, 0, 0);
}

TEST(a_thread_that_gets_a_name_stays_in_its_region)
{
	begin_in_outer();
	event(0, REC_COMM, 1200, A);
	change(0, 1300, A, B);
	assert_slice(1, A, 300, region(OUTER), 1);
}

TEST(after_lost_records_no_task_is_in_a_region)
{
	begin_in_outer();
	change(0, 1100, A, B);
	event(1, REC_LOST, 0, B);
	change(0, 1200, B, A);
	change(0, 1300, A, B);
	assert_slice(3, A, 100, 0, 0);
}

TEST(a_task_that_leaves_while_the_group_is_off_may_have_passed_markers)
{
	begin_in_outer();
	event(0, REC_SWITCH_OUT, 1200, A);
	event(0, REC_SWITCH_IN, 1200, B);
	change(0, 1400, B, A);
	change(0, 1500, A, B);
	assert_slice(1, A, 200, 0, 0);	/* its time only */
	assert_slice(3, A, 100, 0, 0);
}

TEST(a_slice_of_several_tasks_is_in_no_region)
{
	begin_in_outer();
	change(0, 1100, A, B);
	event(0, REC_SWITCH_OUT, 1200, B);
	event(0, REC_SWITCH_IN, 1200, A);
	change(0, 1400, A, B);
	assert_true(seen.slices[3].unowned);
	assert_slice(3, A, 200, 0, 0);
	change(0, 1500, B, A);
	change(0, 1600, A, B);
	assert_slice(5, A, 100, region(OUTER), 0);
}

TEST(a_task_without_markers_is_in_no_region)
{
	begin_in_outer();
	change(0, 1100, A, B);
	change(0, 1200, B, A);
	assert_slice(2, B, 100, 0, 0);
}

TEST(each_entry_is_counted_once)
{
	uint32_t entries = 0;

	change(0, 500, B, A);
	for (uint64_t i = 0; i < 100; i++) {
		enter(0, 1000 + 10 * i, A, OUTER);
		if (i % 3 == 0) {
			change(0, 1003 + 10 * i, A, B);
			change(0, 1004 + 10 * i, B, A);
		}
		mark(0, 1005 + 10 * i, A, 0);
	}
	for (size_t i = 0; i < seen.n; i++) {
		entries += seen.slices[i].entries;
		assert_true(!seen.slices[i].entries || seen.slices[i].region == region(OUTER));
	}
	assert_int_equal(entries, 100);
}

TEST(in_a_gap_between_windows_entries_are_counted_and_the_region_is_known_after_it)
{
	begin_in_outer();
	mark(0, 1100, A, 0);
	slicer_close_window(seen.slicer, 0);
	enter(0, 1200, A, INNER);
	assert_int_equal(seen.slices[2].part, SLICE_GAP);
	assert_slice(2, TID_UNKNOWN, 100, 0, 0);
	assert_slice(3, A, 0, region(INNER), 1);
	assert_int_equal(seen.slices[3].part, SLICE_WINDOW);
	slicer_open_window(seen.slicer, 0, false);
	change(0, 1300, A, B);
	change(0, 1400, B, A);
	change(0, 1500, A, B);
	assert_slice(6, A, 100, region(INNER), 0);
}

TEST(slices_have_no_region_when_regions_are_not_wanted_any_more)
{
	begin_in_outer();
	change(0, 1100, A, B);
	slicer_set_regions(seen.slicer, NULL);
	change(0, 1200, B, A);
	mark(0, 1250, A, INNER | 1);
	change(0, 1300, A, B);
	assert_slice(3, A, 50, 0, 0);
	assert_slice(4, A, 50, 0, 0);
}

/* A random life of three tasks on a CPU; markers or not. Sums of slots by task. */
static void live(bool with_markers, double slots[3])
{
	uint64_t random = 1, time_ns = 1000;
	int32_t runs = A;

	change(0, time_ns, B, A);
	for (int i = 0; i < 1000; i++) {
		const uint64_t what = splitmix64_next(&random) % 8;

		time_ns += 1 + splitmix64_next(&random) % 50;
		if (what < 3) {
			const int32_t next = A + (runs - A + 1 + (int32_t)what % 2) % 3;

			change(0, time_ns, runs, next);
			runs = next;
		} else if (with_markers) {
			mark(0, time_ns, runs,
			     what < 5 ? OUTER + 16 * (what % 2) + 1 : what < 7 ? 0 : OUTER);
		}
	}
	change(0, time_ns + 10, runs, 0);
	for (size_t i = 0; i < seen.n; i++)
		slots[seen.slices[i].tid - A] += seen.slices[i].counts.value[EV_SLOTS];
}

TEST(the_regions_of_a_task_add_up_to_the_task_without_markers)
{
	double without[3] = { 0, 0, 0 }, with[3] = { 0, 0, 0 };

	live(false, without);
	assert_int_equal(teardown(state), 0);
	assert_int_equal(setup(state), 0);
	live(true, with);
	for (int i = 0; i < 3; i++) {
		assert_true(without[i] > 0);
		assert_float_equal(with[i], without[i], 0.001);
	}
}
