/* SPDX-License-Identifier: GPL-2.0-only */
/* What the sampler loses, and when it gives way: to the budget, to SLOTS, to the kernel. */
#include "config.h"
#include "collect/sample/sampler.h"

#include <math.h>

#include "tests/fixtures/fixture_sampling.h"
#include "tests/fixtures/sampling_doubles.h"
#include "tests/fixtures/test_main.h"

TEST(lost_records_are_counted)
{
	const struct {
		struct perf_event_header header;
		uint64_t of, lost;
		int32_t pid, tid;
		uint64_t time_ns, cpu, id;
	} lost = { { PERF_RECORD_LOST, 0, sizeof(lost) }, 7000, 11, PID, PID, 0, 0, 7000 };

	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	fake_thread_writes(PID, &lost, sizeof(lost));
	run_for(300 * MS, 1e9);
	sampling_look_at_process(LIVE_OF_NODE);
	fake_thread_writes(PID, &lost, sizeof(lost));
	run_for(2 * SECOND, 1e6);
	assert_int_equal(heard.news.live.lost, 11);
}

TEST(samples_that_the_queue_refuses_are_lost)
{
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	heard.full = true;
	run_for(2 * SECOND, 3.1e9);
	assert_in_range(heard.news.live.lost, 900, 2100);
}

TEST(a_record_that_wraps_around_the_ring_is_whole)
{
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_BRANCHES);
	run_for(300 * MS, 1e9);
	for (int i = 0; i < 20; i++)
		run_for(SECOND, 1e9);
	assert_in_range(heard.samples, 20000, 20600);
	assert_int_equal(heard.news.live.lost, 0);
}

TEST(what_goes_on_is_recorded_too)
{
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	sampling_recorded = 0;
	heard.samples = 0;
	run_for(300 * MS, 3.1e9);
	assert_true(sampling_recorded > 200);
	assert_int_equal(sampling_recorded, heard.samples);
}

TEST(an_event_that_seldom_has_a_counter_is_said)
{
	sampling.running = 0.5;
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	sampling_interval_of(1e9, 1);
	sampling_remarks("the event had a counter 50 % of the time");
}

TEST(sampling_that_takes_the_counters_of_slots_stops_and_says_so)
{
	sampling_begin_threads(PID, 1);
	sampling_interval(1);
	sampling_see();
	sampling_look_at_process(LIVE_OF_NODE);
	sampling_interval_of(1e9, 1);
	assert_true(heard.news.live.slots_running == 1);
	sampling_interval_of(1e9, 0.7);
	sampling_interval_of(1e9, 0.7);
	assert_int_equal(sampling.n_open, 0);
	sampling_remarks("paused: the SLOTS groups ran 70 % of the time");
	sampling_interval_of(1e9, 0.9);
	sampling_interval_of(1e9, 1);
	assert_int_equal(sampling.n_open, 0);
	assert_int_equal(sampling_room_wished, 0);
	sampling_remarks("stopped: beside it the SLOTS groups ran 70 %");
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 1);
}

TEST(slots_that_do_not_run_without_sampling_either_are_no_reason_to_stop)
{
	sampling_begin_threads(PID, 1);
	sampling_interval(1);
	sampling_see();
	sampling_look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 5; i++)
		sampling_interval_of(1e9, i ? 0.7 : 1);
	assert_int_equal(sampling.n_open, 1);
	sampling_remarks("the SLOTS groups run 70 % of the time, without sampling too");
}

TEST(slots_of_which_nothing_was_known_before_are_not_said_to_be_of_others)
{
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 4; i++)
		sampling_interval_of(1e9, i ? 0.7 : 1);
	assert_int_equal(sampling.n_open, 1);
	sampling_remarks("the SLOTS groups run 70 % of the time, which may be for the sampling");
}

TEST(an_event_without_general_counters_takes_none_from_slots)
{
	sampling_begin_threads(PID, 1);
	sampling_interval(1);
	sampling_see();
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT,
				      .event = CLOCK });
	for (int i = 0; i < 5; i++)
		sampling_interval_of(1e9, 0.7);
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(sampling_room_wished, 0);
}

TEST(above_the_budget_the_period_becomes_longer_and_threads_fewer)
{
	open_sampler(0, 1);	/* 1 % of 4 CPUs: 40 ms of a second */
	sampling_begin_threads(PID, 64);
	sampling_look_at_process(LIVE_OF_NODE);
	run_for(250 * MS, 1e9);
	sampling.cpu_ns = 5 * MS;	/* each step: 100 ms of a second */
	run_for(4 * SECOND, 1e9);
	assert_in_range(heard.news.live.period, 2000003, 2000100);
	sampling_remarks("to keep to --budget: period x 2");
	run_for(10 * SECOND, 1e9);
	assert_int_equal(sampling.n_open, 32);
	run_for(30 * SECOND, 1e9);
	assert_int_equal(sampling.n_open, 16);
	sampling_remarks("of a CPU, more than --budget");
}

/* The cost is far above the budget, for long. */
static void exhaust_the_budget(enum live_event what)
{
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	open_sampler(0, 1);
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(what);
	run_for(250 * MS, 1e9);
	sampling.cpu_ns = 5 * MS;
	run_for(40 * SECOND, 1e9);
}

TEST(functions_are_shown_without_stacks_if_the_budget_is_not_kept)
{
	exhaust_the_budget(LIVE_OF_NODE);
	assert_false(heard.target.event.event.has_branches);
	sampling_remarks("no stacks");
}

TEST(branches_keep_their_stacks_whatever_the_budget)
{
	exhaust_the_budget(LIVE_OF_BRANCHES);
	assert_true(heard.target.event.event.has_branches);
	sampling_remarks("more than --budget, with period x 8, a quarter of the threads");
}

TEST(within_the_budget_nothing_is_shed_and_the_cost_is_told)
{
	open_sampler(0, 1);
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	sampling.cpu_ns = MS;
	run_for(5 * SECOND, 1e9);
	assert_true(fabs(heard.news.live.own_percent - 2) < 0.5);
	assert_string_equal(heard.news.live.remark, "");
}

TEST(the_kernels_throttling_makes_the_period_longer_and_is_said)
{
	const struct {
		struct perf_event_header header;
		uint64_t time_ns, of, stream;
	} throttle = { { PERF_RECORD_THROTTLE, 0, sizeof(throttle) }, 0, 7000, 0 };

	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	run_for(300 * MS, 1e9);
	for (int i = 0; i < 3; i++)
		fake_thread_writes(PID, &throttle, sizeof(throttle));
	run_for(SECOND, 1e9);
	assert_in_range(heard.news.live.period, 2000003, 2000100);
}

TEST(the_end_of_the_collector_closes_all)
{
	sampling_begin_threads(PID, 3);
	sampling_look_at_process(LIVE_OF_NODE);
	sampler_end(sampling_under_test);
	assert_int_equal(sampling.n_open, 0);
}

const struct around_tests around_tests = {.setup = sampling_setup, .teardown = sampling_teardown};
