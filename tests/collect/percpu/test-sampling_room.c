/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Either engine while code is sampled beside, on a fake machine with known truth and few
 * general counters: for how long sampling finds one, and what the tasks then have.
 */
#include "config.h"
#include "tests/fixtures/fixture_engine.h"

#include "tests/fixtures/request.h"
#include "tests/fixtures/test_main.h"

#define ZEN4_SLOTS_0 EV_X0	/* collect/cpu/cpu_amd_zen.c: slots while level 1 is on */
#define ZEN4_COUNTERS 6

/* Two tasks alternate on CPU 0 by milliseconds, for a second; CPU 1 has one, the others idle. */
static void run(void)
{
	const uint64_t until_ns = kernel.now_ns + SECOND;

	fake_run(1, 20);
	for (int i = 0; kernel.now_ns < until_ns; i++) {
		fake_run_for(0, 10 + i % 2, MS);
		if (kernel.now_ns >= source_next_ns(live.source))
			drain();
	}
	end_interval();
}

static void start_sampled(const char *machine, size_t counters)
{
	start(machine, 0);
	kernel.counters = counters;
	begin();
	run();
	REQUEST(live.source, room = 1);
	run();
	fake_forget();
}

static double part_of(const struct row *row, enum event_id event, enum event_id of)
{
	return counts_or_0(&row->numbers->counts, event) / counts_or_0(&row->numbers->counts, of);
}

/* A count of Zen 4 is six slots, and the fake counts whole ones. */
static void about(double value, double expected)
{
	assert_true(fabs(value - expected) <= 1e-5 * expected);
}

static void level1_is_true(enum event_id slots)
{
	for (int32_t pid = 10; pid <= 11; pid++)
		about(part_of(row_of(ROW_PROCESS, pid), EV_RETIRING, slots),
		      fake_retiring(pid) / (double)FAKE_SLOTS);
}

TEST_BOTH(ice_lake_sheds_the_rotation_of_level_2)
{
	start("intel-icl", 0);
	kernel.counters = 8;
	begin();
	need_level2();
	run();
	fake_forget();
	run();
	assert_true(kernel.left_ns[0] < SECOND);
	REQUEST(live.source, room = 1);
	run();
	fake_forget();
	run();
	assert_true(kernel.left_ns[0] == SECOND);
	assert_int_equal(live.snapshot->self.room, ROOM_WITHOUT_LEVEL2);
	level1_is_true(EV_SLOTS);
}

TEST_BOTH(rotation_goes_on_when_the_room_is_not_needed_any_more)
{
	start_sampled("intel-icl", 8);
	need_level2();
	run();
	fake_forget();
	run();
	assert_true(kernel.left_ns[0] == SECOND);
	REQUEST(live.source, room = 0);
	run();
	assert_true(kernel.left_ns[0] < 2 * SECOND);
	assert_int_equal(live.snapshot->self.room, ROOM_UNUSED);
}

TEST_BOTH(where_counters_are_left_nothing_changes)
{
	start_sampled("intel-spr", 8);
	run();
	assert_true(kernel.left_ns[0] == SECOND);
	assert_int_equal(kernel.reads[1], 1);
	assert_int_equal(live.snapshot->self.room, ROOM_UNUSED);
	level1_is_true(EV_SLOTS);
}

TEST_BOTH(zen_4_opens_windows_in_which_a_counter_is_left)
{
	start_sampled("amd-zen4", ZEN4_COUNTERS);
	for (int i = 0; i < 4; i++)
		run();
	assert_true(kernel.left_ns[0] > SECOND * 8 / 10);
	assert_true(kernel.left_ns[0] < SECOND * 12 / 10);
	assert_int_equal(live.snapshot->self.room, ROOM_WINDOWS);
	near(live.snapshot->self.level1_part, 0.75);
}

TEST_BOTH(in_windows_no_slot_is_lost_and_level_1_is_true)
{
	start_sampled("amd-zen4", ZEN4_COUNTERS);
	run();
	about(slots_of(ROW_PROCESS, 10), (double)kernel.slots_of[10]);
	about(slots_of(ROW_PROCESS, 20), (double)kernel.slots_of[20]);
	level1_is_true(ZEN4_SLOTS_0);
}

TEST_BOTH(with_windows_level_1_is_shown_as_extrapolated)
{
	start_sampled("amd-zen4", ZEN4_COUNTERS);
	run();
	assert_int_equal(row_of(ROW_PROCESS, 20)->numbers->values.quality[M_RETIRING], Q_PARTIAL);
}

TEST_BOTH(windows_have_level_2_where_its_groups_leave_enough)
{
	start_sampled("amd-zen4", ZEN4_COUNTERS);
	need_level2();
	run();
	run();
	assert_int_equal(row_of(ROW_PROCESS, 20)->numbers->values.quality[M_MEMORY_BOUND], Q_PARTIAL);
	assert_int_equal(row_of(ROW_PROCESS, 20)->numbers->values.quality[M_FETCH_LATENCY], Q_PARTIAL);
	assert_int_equal(live.snapshot->self.room, ROOM_WINDOWS);
}

TEST(skylake_with_smt_opens_windows_for_the_group_that_leaves_a_counter)
{
	start_smt("intel-skx");
	kernel.counters = 4;
	begin();
	REQUEST(live.source, room = 1);
	run();
	fake_forget();
	for (int i = 0; i < 4; i++)
		run();
	assert_true(kernel.left_ns[0] > SECOND * 8 / 10);
	assert_int_equal(live.snapshot->self.room, ROOM_WINDOWS);
}

TEST(skylake_without_smt_has_counters_left)
{
	start_sampled("intel-skx", 8);
	run();
	assert_true(kernel.left_ns[0] == SECOND);
	assert_int_equal(live.snapshot->self.room, ROOM_UNUSED);
}

TEST_BOTH(a_cpu_that_idles_is_not_woken_for_windows)
{
	start_sampled("amd-zen4", ZEN4_COUNTERS);
	run();
	assert_int_equal(kernel.reads[2], 0);
}

TEST(without_room_that_can_be_made_it_is_told)
{
	start_sampled("intel-hsw", 4);
	run();
	assert_true(kernel.left_ns[0] == 0);
	assert_int_equal(live.snapshot->self.room, ROOM_NONE);
}

TEST_BOTH(what_is_left_is_tried_once_for_each_time_that_room_is_needed)
{
	start_sampled("amd-zen4", ZEN4_COUNTERS);
	assert_int_equal(kernel.probes, 1);
	REQUEST(live.source, room = 1);
	run();
	assert_int_equal(kernel.probes, 1);
	REQUEST(live.source, room = 0);
	run();
	assert_int_equal(kernel.probes, 1);
	REQUEST(live.source, room = 1);
	run();
	assert_int_equal(kernel.probes, 2);
}

const struct around_tests around_tests = {.teardown = engine_teardown};
