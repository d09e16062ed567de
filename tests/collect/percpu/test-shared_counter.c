/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The switch source on a fake machine (tests/fixtures/fake_kernel.h) where others multiplex the
 * counters: how soon it sees that, and what samples its groups then.
 */
#include "config.h"
#include "tests/fixtures/fixture_switch.h"

#include "tests/fixtures/test_main.h"

/* The period of the clock of a CPU whose counters others share, at this sample rate. */
static uint64_t shared_period(uint64_t rate)
{
	kernel.sample_rate = rate;
	fake_advance(SECOND);
	end_interval();
	return kernel.clock_period_ns[0];
}

/* Linux 6.16 and later stop the whole group of a clock that is throttled. */
TEST(the_clock_of_a_shared_counter_is_never_throttled)
{
	start("intel-spr", 0);
	begin();
	kernel.shared = true;
	fake_run(0, 7);
	assert_int_equal(shared_period(100000), SECOND / 1000);
	assert_int_equal(shared_period(4000), SECOND / 1000);
	assert_int_equal(shared_period(2000), SECOND / 500);
	assert_true(shared_period(1000) > 3600 * SECOND);
}

/* Nothing but the collector's wake-ups. */
static void run_ms(int ms)
{
	while (ms-- > 0) {
		fake_advance(MS);
		if (kernel.now_ns >= live.source->ops->next_ns(live.source))
			drain();
	}
}

TEST(others_that_multiplex_are_seen_long_before_the_first_interval_ends)
{
	start("intel-spr", 0);
	begin();
	kernel.shared = true;
	fake_run(0, 7);
	run_ms(25);
	assert_int_equal(kernel.clock_period_ns[0], SECOND / 1000);
	assert_int_equal(kernel.clock_period_ns[1], 0);	/* it idles: left as it was opened */
}

TEST(a_shared_counter_is_sampled_at_the_mux_timer_and_not_by_the_clock)
{
	start("intel-spr", 0);
	kernel.mux_timer_known = kernel.shared = true;
	begin();
	fake_run(0, 7);
	run_ms(25);
	assert_true(kernel.at_mux_timer[0]);
	assert_false(kernel.at_mux_timer[1]);
	run_ms(975);
	end_interval();
	assert_true(kernel.clock_period_ns[0] > 3600 * SECOND);
	for (int i = 0; i < 2; i++) {	/* with a member more in each reading */
		run_ms(1000);
		end_interval();
		near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
	}
}

TEST(samples_at_the_mux_timer_end_when_the_other_user_was_gone_for_two_ticks)
{
	start("intel-spr", 0);
	kernel.mux_timer_known = kernel.shared = true;
	begin();
	fake_run(0, 7);
	run_ms(1000);
	end_interval();
	kernel.shared = false;
	run_ms(1000);
	end_interval();
	assert_true(kernel.at_mux_timer[0]);
	kernel.shared = true;		/* it was only tdtop that had stood still */
	run_ms(1000);
	end_interval();
	kernel.shared = false;
	for (int i = 0; i < 2; i++) {
		assert_true(kernel.at_mux_timer[0]);
		run_ms(1000);
		end_interval();
	}
	assert_false(kernel.at_mux_timer[0]);
}

TEST(during_a_recording_the_group_has_the_members_of_its_header)
{
	start("intel-spr", 0);
	kernel.mux_timer_known = kernel.shared = true;
	begin();
	fake_run(0, 7);
	run_ms(25);
	assert_true(kernel.at_mux_timer[0]);
	begin_recording();
	assert_false(kernel.at_mux_timer[0]);
	run_ms(1000);
	end_interval();
	assert_false(kernel.at_mux_timer[0]);
	assert_int_equal(kernel.clock_period_ns[0], SECOND / 1000);
}

const struct around_tests around_tests = {.teardown = switch_teardown};
