/* SPDX-License-Identifier: GPL-2.0-only */
/* What both engines do alike, on a fake machine with known truth (tests/fixtures/fake_cpus.h). */
#include "config.h"

#include "tests/fixtures/fixture_engine.h"
#include "tests/fixtures/test_main.h"

TEST_BOTH(a_cpu_that_idles_is_not_woken)
{
	start_counting("intel-spr");
	fake_run(1, 7);
	interval_after(SECOND);
	assert_int_equal(kernel.reads[0], 0);
	assert_int_equal(kernel.reads[1], 1);
	fake_run(1, 0);
	interval_after(SECOND);
	assert_int_equal(kernel.reads[1], 1);
}

TEST_BOTH(a_task_that_never_leaves_has_all_its_slots_at_each_tick)
{
	start_counting("intel-spr");
	fake_run(2, 7);
	for (int i = 0; i < 3; i++) {
		interval_after(SECOND);
		near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
		near(counts_or_0(&row_of(ROW_PROCESS, 7)->counts, EV_RETIRING),
		     fake_retiring(7) * (double)SECOND);
	}
}

TEST_BOTH(optional_events_are_left_out_while_others_hold_general_counters)
{
	size_t all;

	start_counting("intel-spr");
	all = kernel.n_members;
	kernel.general_taken = true;
	for (int i = 0; i < 4; i++) {
		fake_run(0, 7 + i);	/* after an opening only a switch tells the current task */
		interval_after(SECOND);
	}
	assert_int_equal(kernel.opened, 2);
	assert_true(kernel.n_members < all);
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	kernel.general_taken = false;
	for (int i = 0; i < 64 && kernel.n_members < all; i++)
		interval_after(SECOND);
	assert_int_equal(kernel.opened, 3);
	assert_int_equal(kernel.n_members, all);
}

/* ---- groups are opened again ---- */

TEST_BOTH(a_cpu_that_comes_back_gets_its_groups)
{
	start_counting("intel-spr");
	fake_run_for(0, 7, SECOND);
	kernel.cpu_came = true;
	end_interval();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(live.source->restarted_ns, kernel.now_ns);
	fake_run(0, 8);
	interval_after(SECOND);
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	assert_int_equal(kernel.opened, 2);
}

/* Nothing shows it in the list of online CPUs. */
TEST_BOTH(a_cpu_that_was_off_and_on_between_two_ticks_gets_its_groups)
{
	start_counting("intel-spr");
	fake_run(1, 7);
	interval_after(SECOND);
	fake_off_and_on(1);
	fake_run(1, 8);
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(live.source->restarted_ns, kernel.now_ns);
	fake_run(1, 9);
	interval_after(SECOND);
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
	assert_int_equal(kernel.opened, 2);
}

TEST_BOTH(after_a_suspension_groups_are_reopened)
{
	start_counting("intel-spr");
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 1);
	kernel.suspended_ns += 3 * SECOND;
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 2);
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 2);
}

TEST_BOTH(a_cpu_that_takes_no_events_yet_is_waited_for)
{
	start_counting("intel-spr");
	fake_go_offline(1);
	interval_after(SECOND);
	kernel.offline[1] = false;
	interval_after(SECOND);
	kernel.closed[1] = false;
	interval_after(SECOND);
	fake_run(1, 8);
	interval_after(SECOND);
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
}

const struct around_tests around_tests = {.teardown = engine_teardown};
