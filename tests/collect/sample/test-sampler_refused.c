/* SPDX-License-Identifier: GPL-2.0-only */
/* The sampler where the kernel refuses it something: what is sampled instead, and what is said. */
#include "config.h"
#include "collect/sample/sampler.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/fixture_sampling.h"
#include "tests/fixtures/sampling_doubles.h"
#include "tests/fixtures/test_main.h"

TEST(the_precise_level_is_the_highest_that_the_kernel_accepts)
{
	sampling.precise_most = 1;
	sampling_begin_threads(PID, 2);
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 2);
	assert_int_equal(fake_event_of(PID + 1, -1)->attr.precise_ip, 1);
	assert_int_equal(heard.news.live.precise, 1);
	assert_int_equal(heard.target.event.event.precise, 1);
}

TEST(without_memory_for_rings_they_are_smaller_and_it_says_so)
{
	sampling_begin_threads(PID, 20);
	sampling.locked_pages = 40;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 20);
	sampling_remarks("small rings");
}

TEST(without_any_memory_threads_are_left_out_and_it_says_so)
{
	sampling_begin_threads(PID, 30);
	sampling.locked_pages = 40;
	sampling_interval(1);
	sampling_add_process(PID, 30);
	for (int i = 0; i < 30; i++)
		sampling_add_thread(PID, PID + i, 100);
	sampling_see();
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 20);
	sampling_remarks("10 threads left out: no more memory may be locked");
}

TEST(without_descriptors_threads_are_left_out_and_it_says_so)
{
	sampling_begin_threads(PID, 30);
	sampling.files = 7;
	sampling_interval(1);
	sampling_add_process(PID, 30);
	for (int i = 0; i < 30; i++)
		sampling_add_thread(PID, PID + i, 100);
	sampling_see();
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 7);
	assert_int_equal(sampling.raised, 1);
	sampling_remarks("23 threads left out: too many open files");
}

TEST(listed_threads_without_descriptors_are_counted_too)
{
	sampling_begin_threads(PID, 30);
	sampling.files = 7;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 7);
	sampling_remarks("23 threads left out: too many open files");
	assert_true(isnan(heard.news.live.part));
}

TEST(a_process_of_another_user_is_refused_with_a_sentence)
{
	sampling_begin_threads(PID, 2);
	sampling.refuse_pid = EACCES;
	sampling.refused_pid = PID;
	sampling.facts.caps_known = true;
	sampling.facts.paranoid = 2;
	open_sampler(0, 0);
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 0);
	assert_false(heard.news.live.on);
	assert_non_null(strstr(heard.news.trouble, "cannot sample \"cycles:pp\": not permitted "
						  "(kernel.perf_event_paranoid is 2)"));
}

TEST(what_is_not_sampled_has_a_reason_and_no_note)
{
	choices.choice[CYCLES].note = "about the event";
	sampling_begin_threads(PID, 1);
	sampling.refuse_all = EACCES;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_not_equal(heard.news.trouble[0], '\0');
	assert_string_equal(heard.news.live.remark, "");
	sampling.refuse_all = 0;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_string_equal(heard.news.live.remark, "about the event");
}

TEST(functions_are_shown_without_stacks_if_something_else_has_these)
{
	sampling_begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].attr[TYPE_CORE].branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	choices.choice[CYCLES].event.has_branches = true;
	sampling.refuse_stacks = EBUSY;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 1);
	assert_int_equal(heard.target.event.layout.sample_type & PERF_SAMPLE_BRANCH_STACK, 0);
	assert_false(heard.target.event.event.has_branches);
	sampling_remarks("without branch stacks, which the kernel "
		"refuses now: Device or resource busy");
}

TEST(threads_of_others_in_a_scope_are_left_out_and_it_says_so)
{
	fake_thread_begins(PID, PID);
	fake_thread_begins(200, 200);
	sampling.refuse_pid = EACCES;
	sampling.refused_pid = 200;
	sampling_interval(1);
	snapshot_add(sampling_snapshot, ROW_NAME, 0)->start_ns = 9;
	sampling_add_process(PID, 1)->of_name = 0;
	sampling_add_thread(PID, PID, 100);
	sampling_add_process(200, 1)->of_name = 0;
	sampling_add_thread(200, 200, 100);
	sampling_see();
	wish_live((struct live_wish){ .scope = LIVE_NAME, .start_ns = 9 });
	assert_int_equal(sampling.n_open, 1);
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
	sampling_begin_threads(PID, 1);
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(sampling.n_open, 2);
	assert_int_equal(sampling.event[1].into, FAKE_FD);
	assert_true(sampling.event[1].enabled);
	assert_int_equal(sampling.event[0].attr.type, PERF_TYPE_RAW);
	assert_int_equal(sampling.event[1].attr.type, 10);
	/* records of one ring have one layout */
	assert_int_equal(sampling.event[0].attr.sample_type, sampling.event[1].attr.sample_type);
	assert_int_equal(heard.news.live.sampled, 1);
}

TEST(a_cpu_of_a_hybrid_has_the_event_of_its_core_type)
{
	struct sample_choice *choice = &choices.choice[CYCLES];

	choice->has[TYPE_ATOM] = true;
	choice->attr[TYPE_ATOM] = choice->attr[TYPE_CORE];
	choice->attr[TYPE_ATOM].type = 10;
	sampling_places[3].core_type = TYPE_ATOM;
	sampling_interval(1);
	sampling_see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	sampling_places[3].core_type = TYPE_CORE;
	assert_int_equal(sampling.n_open, 4);
	assert_int_equal(fake_event_of(-1, 0)->attr.type, PERF_TYPE_RAW);
	assert_int_equal(fake_event_of(-1, 3)->attr.type, 10);
}

TEST(stacks_that_were_refused_are_tried_again_for_the_next_wish)
{
	sampling_begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	sampling.refuse_stacks = EBUSY;
	sampling_look_at_process(LIVE_OF_NODE);
	sampling.refuse_stacks = 0;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_true(heard.target.event.event.has_branches);
	assert_string_equal(heard.news.live.remark, "");
}

TEST(stacks_that_were_refused_stay_away_when_the_events_are_opened_anew)
{
	sampling_begin_threads(PID, 1);
	choices.choice[CYCLES].attr[TYPE_CORE].sample_type = PERF_SAMPLE_BRANCH_STACK;
	choices.choice[CYCLES].event.has_branches = true;
	sampling.refuse_stacks = EBUSY;
	sampling_look_at_process(LIVE_OF_NODE);
	interval_with_births(60);
	assert_true(heard.news.live.cpus);
	assert_int_equal(fake_event_of(-1, 0)->attr.sample_type & PERF_SAMPLE_BRANCH_STACK, 0);
	sampling_remarks("without branch stacks");
}

TEST(a_core_type_without_the_event_is_named)
{
	sampling_places[3].core_type = TYPE_ATOM;
	sampling_interval(1);
	sampling_see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE });
	assert_int_equal(sampling.n_open, 3);
	assert_int_equal(heard.news.live.threads, 4);
	assert_true(isnan(heard.news.live.part));
	sampling_remarks("E-cores do not have this event");
	sampling_places[3].core_type = TYPE_CORE;
}

TEST(a_clock_is_the_same_on_all_core_types)
{
	sampling_places[3].core_type = TYPE_ATOM;
	sampling_interval(1);
	sampling_see();
	wish_live((struct live_wish){ .scope = LIVE_MACHINE, .what = LIVE_OF_EVENT,
				      .event = CLOCK });
	sampling_places[3].core_type = TYPE_CORE;
	assert_int_equal(sampling.n_open, 4);
	assert_string_equal(heard.news.live.remark, "");
	assert_true(heard.news.live.part == 1);
}

TEST(branches_without_stacks_are_refused_with_a_sentence)
{
	sampling_begin_threads(PID, 1);
	sampling.refuse_stacks = EBUSY;
	sampling_look_at_process(LIVE_OF_BRANCHES);
	assert_int_equal(sampling.n_open, 0);
	assert_non_null(strstr(heard.news.trouble, "Intel PT and LBR exclude each other"));
}

TEST(what_was_refused_is_tried_again_at_the_next_interval)
{
	sampling_begin_threads(PID, 1);
	sampling.refuse_all = EBUSY;
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_not_equal(heard.news.trouble[0], '\0');
	sampling.refuse_all = 0;
	sampling_interval_of(3e9, 1);
	assert_int_equal(sampling.n_open, 1);
	assert_string_equal(heard.news.trouble, "");
}

const struct around_tests around_tests = {.setup = sampling_setup, .teardown = sampling_teardown};
