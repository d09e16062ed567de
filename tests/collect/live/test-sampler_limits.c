/* SPDX-License-Identifier: GPL-2.0-only */
/* What the sampler loses, and when it gives way: to the budget, to SLOTS, to the kernel. */
#include "config.h"
#include "collect/live/sampler.h"

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

	sampling_look_at_threads(1, LIVE_OF_NODE);
	fake_thread_writes(PID, &lost, sizeof(lost));
	run_for(300 * MS, 1e9);
	sampling_look_at_process(LIVE_OF_NODE);
	fake_thread_writes(PID, &lost, sizeof(lost));
	run_for(2 * SECOND, 1e6);
	assert_int_equal(heard.news.live.lost, 11);
}

TEST(samples_that_the_queue_refuses_are_lost)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	heard.full = true;
	run_for(2 * SECOND, 3.1e9);
	assert_in_range(heard.news.live.lost, 900, 2100);
}

TEST(a_record_that_wraps_around_the_ring_is_whole)
{
	sampling_look_at_threads(1, LIVE_OF_BRANCHES);
	run_for(300 * MS, 1e9);
	for (int i = 0; i < 20; i++)
		run_for(SECOND, 1e9);
	assert_in_range(heard.samples, 19600, 20600);
	assert_int_equal(heard.news.live.lost, 0);
}

TEST(what_goes_on_is_recorded_too)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	sampling_recorded = 0;
	heard.samples = 0;
	run_for(300 * MS, 3.1e9);
	assert_true(sampling_recorded > 200);
	assert_int_equal(sampling_recorded, heard.samples);
}

TEST(nothing_is_recorded_while_no_file_is_open)
{
	sampling_no_file = true;
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(300 * MS, 3.1e9);
	assert_true(heard.samples > 0 && sampling_recorded == 0);
	sampling_no_file = false;
	run_for(300 * MS, 3.1e9);
	assert_true(sampling_recorded > 200);
}

TEST(an_event_that_seldom_has_a_counter_is_said)
{
	fake_events.running = 0.5;
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_interval_of(1e9, 1);
	sampling_remarks("the event had a counter 50 % of the time");
}

TEST(sampling_that_takes_the_counters_of_slots_stops_and_says_so)
{
	sampling_begin_threads(PID, 1);
	sampling_interval_of_none();
	sampling_look_at_process(LIVE_OF_NODE);
	sampling_interval_of(1e9, 1);
	assert_true(heard.news.live.slots_running == 1);
	sampling_interval_of(1e9, 0.7);
	sampling_interval_of(1e9, 0.7);
	assert_int_equal(fake_events.n_open, 0);
	sampling_remarks("paused: the SLOTS groups ran 70 % of the time");
	sampling_interval_of(1e9, 0.9);
	sampling_interval_of(1e9, 1);
	assert_int_equal(fake_events.n_open, 0);
	assert_int_equal(sampling_room_requested, 0);
	sampling_remarks("stopped: beside it the SLOTS groups ran 70 %");
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 1);
}

TEST(slots_that_do_not_run_without_sampling_either_are_no_reason_to_stop)
{
	sampling_begin_threads(PID, 1);
	sampling_interval_of_none();
	sampling_look_at_process(LIVE_OF_NODE);
	for (int i = 0; i < 5; i++)
		sampling_interval_of(1e9, i ? 0.7 : 1);
	assert_int_equal(fake_events.n_open, 1);
	sampling_remarks("the SLOTS groups run 70 % of the time, without sampling too");
}

TEST(slots_of_which_nothing_was_known_before_are_not_said_to_be_of_others)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	for (int i = 0; i < 4; i++)
		sampling_interval_of(1e9, i ? 0.7 : 1);
	assert_int_equal(fake_events.n_open, 1);
	sampling_remarks("the SLOTS groups run 70 % of the time, which may be for the sampling");
}

TEST(an_event_without_general_counters_takes_none_from_slots)
{
	sampling_begin_threads(PID, 1);
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = CLOCK });
	for (int i = 0; i < 5; i++)
		sampling_interval_of(1e9, 0.7);
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(sampling_room_requested, 0);
}

TEST(above_the_budget_the_period_becomes_longer_and_threads_fewer)
{
	open_sampler(0, 1);	/* 1 % of 4 CPUs: 40 ms of a second */
	sampling_look_at_threads(64, LIVE_OF_NODE);
	run_for(250 * MS, 1e9);
	fake_events.look_ns = 5 * MS;	/* each step: 100 ms of a second */
	run_for(4 * SECOND, 1e9);
	assert_in_range(heard.news.live.period, 2000003, 2000100);
	sampling_remarks("to keep to --budget: period x 2");
	run_for(10 * SECOND, 1e9);
	assert_int_equal(fake_events.n_open, 32);
	run_for(30 * SECOND, 1e9);
	assert_int_equal(fake_events.n_open, 16);
	sampling_remarks("of a CPU, more than --budget");
}

/* The cost is far above the budget, for long. */
static void exhaust_the_budget(enum live_event what)
{
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	open_sampler(0, 1);
	sampling_look_at_threads(1, what);
	run_for(250 * MS, 1e9);
	fake_events.look_ns = 5 * MS;
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
	sampling_look_at_threads(1, LIVE_OF_NODE);
	fake_events.look_ns = MS;
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

	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(300 * MS, 1e9);
	for (int i = 0; i < 3; i++)
		fake_thread_writes(PID, &throttle, sizeof(throttle));
	run_for(SECOND, 1e9);
	assert_in_range(heard.news.live.period, 2000003, 2000100);
}

TEST(the_end_of_the_collector_closes_all)
{
	sampling_look_at_threads(3, LIVE_OF_NODE);
	sampler_end(sampling_under_test);
	assert_int_equal(fake_events.n_open, 0);
}

/* ---- where the kernel refuses something: what is sampled instead, and what is reported ---- */

TEST(the_precise_level_is_the_highest_that_the_kernel_accepts)
{
	fake_events.precise_most = 1;
	sampling_look_at_threads(2, LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 2);
	assert_int_equal(fake_event_of(PID + 1, -1)->attr.precise_ip, 1);
	assert_int_equal(heard.news.live.precise, 1);
	assert_int_equal(heard.target.event.event.precise, 1);
}

TEST(without_memory_for_rings_they_are_smaller_and_it_says_so)
{
	fake_events.locked_pages = 60;
	sampling_look_at_threads(20, LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 20);
	sampling_remarks("small rings");
}

TEST(without_any_memory_threads_are_left_out_and_it_says_so)
{
	sampling_begin_threads(PID, 30);
	fake_events.locked_pages = 60;
	sampling_interval_of_threads(30, 0, 30, 100);
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 20);
	sampling_remarks("10 threads left out: no more memory may be locked");
}

TEST(without_descriptors_threads_are_left_out_and_it_says_so)
{
	sampling_begin_threads(PID, 30);
	fake_events.files = 7;
	sampling_interval_of_threads(30, 0, 30, 100);
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 7);
	assert_int_equal(fake_events.raised, 1);
	sampling_remarks("23 threads left out: too many open files");
}

TEST(listed_threads_without_descriptors_are_counted_too)
{
	fake_events.files = 7;
	sampling_look_at_threads(30, LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 7);
	sampling_remarks("23 threads left out: too many open files");
	assert_true(isnan(heard.news.live.part));
}

TEST(a_process_of_another_user_is_refused_with_a_sentence)
{
	sampling_begin_threads(PID, 2);
	fake_events.refuse_pid = EACCES;
	fake_events.refused_pid = PID;
	fake_events.facts.caps_known = true;
	fake_events.facts.paranoid = 2;
	open_sampler(0, 0);
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 0);
	assert_false(heard.news.live.on);
	assert_non_null(strstr(heard.news.trouble, "cannot sample \"cycles:pp\": not permitted "
						  "(kernel.perf_event_paranoid is 2)"));
}

TEST(what_is_not_sampled_has_a_reason_and_no_note)
{
	choices.choice[CYCLES].note = "about the event";
	fake_events.refuse_all = EACCES;
	sampling_look_at_threads(1, LIVE_OF_NODE);
	assert_int_not_equal(heard.news.trouble[0], '\0');
	assert_string_equal(heard.news.live.remark, "");
	fake_events.refuse_all = 0;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_string_equal(heard.news.live.remark, "about the event");
}

static void refuse_stacks(void)
{
	sampling_begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	fake_events.refuse_stacks = EBUSY;
	sampling_look_at_process(LIVE_OF_NODE);
}

TEST(functions_are_shown_without_stacks_if_something_else_has_these)
{
	choices.choice[CYCLES].attr[TYPE_CORE].branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	refuse_stacks();
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(heard.target.event.layout.sample_type & PERF_SAMPLE_BRANCH_STACK, 0);
	assert_false(heard.target.event.event.has_branches);
	sampling_remarks("without branch stacks, which the kernel refuses now: Device or resource busy");
}

TEST(threads_of_others_in_a_scope_are_left_out_and_it_says_so)
{
	fake_thread_begins(PID, PID);
	fake_thread_begins(200, 200);
	fake_events.refuse_pid = EACCES;
	fake_events.refused_pid = 200;
	sampling_interval(1);
	snapshot_add(sampling_snapshot, ROW_NAME, 0)->start_ns = 9;
	sampling_add_process(PID, 1)->of_name = 0;
	sampling_add_thread(PID, PID, 100);
	sampling_add_process(200, 1)->of_name = 0;
	sampling_add_thread(200, 200, 100);
	sampling_see();
	request_live((struct live_request){ .scope = LIVE_NAME, .start_ns = 9 });
	assert_int_equal(fake_events.n_open, 1);
	assert_string_equal(heard.news.trouble, "");
	sampling_remarks("1 thread left out: not permitted");
}

TEST(on_a_hybrid_a_thread_has_an_event_of_each_core_type_in_one_ring)
{
	struct sample_choice *choice = &choices.choice[CYCLES];

	choice->has[TYPE_ATOM] = true;
	choice->attr[TYPE_ATOM] = choice->attr[TYPE_CORE];
	choice->attr[TYPE_ATOM].type = 10;
	choice->attr[TYPE_ATOM].sample_type = PERF_SAMPLE_WEIGHT_STRUCT;
	sampling_look_at_threads(1, LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 2);
	assert_int_equal(fake_events.event[1].into, FAKE_FD);
	assert_true(fake_events.event[1].enabled);
	assert_int_equal(fake_events.event[0].attr.type, PERF_TYPE_RAW);
	assert_int_equal(fake_events.event[1].attr.type, 10);
	/* records of one ring have one layout */
	assert_int_equal(fake_events.event[0].attr.sample_type, fake_events.event[1].attr.sample_type);
	assert_int_equal(heard.news.live.sampled, 1);
}

TEST(a_cpu_of_a_hybrid_has_the_event_of_its_core_type)
{
	struct sample_choice *choice = &choices.choice[CYCLES];

	choice->has[TYPE_ATOM] = true;
	choice->attr[TYPE_ATOM] = choice->attr[TYPE_CORE];
	choice->attr[TYPE_ATOM].type = 10;
	sampling_places[3].core_type = TYPE_ATOM;
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_MACHINE });
	sampling_places[3].core_type = TYPE_CORE;
	assert_int_equal(fake_events.n_open, 4);
	assert_int_equal(fake_event_of(-1, 0)->attr.type, PERF_TYPE_RAW);
	assert_int_equal(fake_event_of(-1, 3)->attr.type, 10);
}

TEST(stacks_that_were_refused_are_tried_again_for_the_next_request)
{
	refuse_stacks();
	fake_events.refuse_stacks = 0;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_true(heard.target.event.event.has_branches);
	assert_string_equal(heard.news.live.remark, "");
}

TEST(stacks_that_were_refused_stay_away_when_the_events_are_opened_anew)
{
	refuse_stacks();
	interval_with_births(60);
	assert_true(heard.news.live.cpus);
	assert_int_equal(fake_event_of(-1, 0)->attr.sample_type & PERF_SAMPLE_BRANCH_STACK, 0);
	sampling_remarks("without branch stacks");
}

TEST(a_core_type_without_the_event_is_named)
{
	sampling_places[3].core_type = TYPE_ATOM;
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_MACHINE });
	assert_int_equal(fake_events.n_open, 3);
	assert_int_equal(heard.news.live.threads, 4);
	assert_true(isnan(heard.news.live.part));
	sampling_remarks("E-cores do not have this event");
	sampling_places[3].core_type = TYPE_CORE;
}

TEST(a_clock_is_the_same_on_all_core_types)
{
	sampling_places[3].core_type = TYPE_ATOM;
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_MACHINE, .what = LIVE_OF_EVENT, .event = CLOCK });
	sampling_places[3].core_type = TYPE_CORE;
	assert_int_equal(fake_events.n_open, 4);
	assert_string_equal(heard.news.live.remark, "");
	assert_true(heard.news.live.part == 1);
}

TEST(branches_without_stacks_are_refused_with_a_sentence)
{
	fake_events.refuse_stacks = EBUSY;
	sampling_look_at_threads(1, LIVE_OF_BRANCHES);
	assert_int_equal(fake_events.n_open, 0);
	assert_non_null(strstr(heard.news.trouble, "Intel PT and LBR exclude each other"));
}

TEST(what_was_refused_is_tried_again_at_the_next_interval)
{
	fake_events.refuse_all = EBUSY;
	sampling_look_at_threads(1, LIVE_OF_NODE);
	assert_int_not_equal(heard.news.trouble[0], '\0');
	fake_events.refuse_all = 0;
	sampling_interval_of(3e9, 1);
	assert_int_equal(fake_events.n_open, 1);
	assert_string_equal(heard.news.trouble, "");
}

const struct around_tests around_tests = {.setup = sampling_setup, .teardown = sampling_teardown};
