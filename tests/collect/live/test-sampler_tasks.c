/* SPDX-License-Identifier: GPL-2.0-only */
/* The sampler while threads and processes begin, exec, sleep and exit, and CPUs go offline. */
#include "config.h"

#include "tests/fixtures/fixture_sampling.h"
#include "tests/fixtures/sampling_doubles.h"
#include "tests/fixtures/test_main.h"

TEST(a_thread_that_a_sampled_one_begins_is_sampled_before_the_interval_ends)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	fake_thread_begins(PID, PID + 1);
	fork_record(PID, PID, PID + 1);
	sampling_step_after(50 * MS);
	assert_true(fake_event_of(PID + 1, -1)->enabled);
}

TEST(a_birth_that_the_events_of_two_core_types_tell_is_one)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	for (int i = 0; i < 40; i++) {
		fork_record(PID, PID, 1000 + i);
		fork_record(PID, PID, 1000 + i);
	}
	sampling_interval_of(1e9, 1);
	assert_false(heard.news.live.cpus);
	for (int i = 0; i < 60; i++)
		fork_record(PID, PID, 2000 + i);
	sampling_interval_of(1e9, 1);
	assert_true(heard.news.live.cpus);
}

TEST(a_child_process_is_not_part_of_the_process)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	fake_thread_begins(300, 300);
	fork_record(PID, 300, 300);
	sampling_step_after(50 * MS);
	assert_int_equal(fake_events.n_open, 1);
}

TEST(what_is_watched_is_sampled_at_once_with_all_that_it_starts)
{
	sampling_begin_threads(PID, 1);
	request_live((struct live_request){ .scope = LIVE_WATCHED, .id = PID });
	assert_true(fake_event_of(PID, -1)->enabled);
	fake_thread_begins(300, 300);
	fork_record(PID, 300, 300);
	sampling_step_after(50 * MS);
	assert_true(fake_event_of(300, -1)->enabled);
	fake_thread_begins(400, 400);		/* an orphan: only the sampling_snapshot knows it */
	fake_thread_exits(PID);
	sampling_interval(1);
	sampling_add_process(400, 1);
	sampling_add_thread(400, 400, 100);
	sampling_see();
	assert_non_null(fake_event_of(400, -1));
	assert_null(strstr(heard.news.live.remark, "exited"));
}

TEST(a_thread_that_exits_is_closed_and_its_samples_are_kept)
{
	sampling_look_at_threads(2, LIVE_OF_NODE);
	fake_thread_runs(PID + 1, 0, 50 * MS, fake_event_of(PID + 1, -1)->period, 1);
	fake_thread_exits(PID + 1);
	sampling_step();
	assert_int_equal(heard.samples, 1);
	assert_int_equal(fake_events.n_open, 1);
}

TEST(a_process_that_exits_is_said_and_nobody_else_with_its_pid_is_opened)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	fake_thread_exits(PID);
	sampling_step_after(50 * MS);
	sampling_interval_of_none();
	assert_false(heard.news.live.on);
	sampling_remarks("the process 100 has exited");
	fake_thread_begins(PID, PID);
	sampling_interval_of_none();
	assert_int_equal(fake_events.n_open, 0);
}

TEST(a_thread_that_execs_keeps_its_event_under_the_number_of_the_process)
{
	sampling_look_at_threads(2, LIVE_OF_NODE);
	{
		const struct {
			struct perf_event_header header;
			int32_t pid, tid;
			char name[8];
			int32_t id_pid, id_tid;
			uint64_t id_time_ns, id_cpu, id;
		} comm = { { PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, sizeof(comm) }, PID, PID,
			   "other", PID, PID, fake_events.now_ns, 0, fake_event_of(PID + 1, -1)->id };

		fake_thread_writes(PID + 1, &comm, sizeof(comm));
	}
	fake_thread_exits(PID);
	fake_events.task[0].exited = false;
	sampling_step_after(50 * MS);
	sampling_interval_of_threads(1, 0, 1, 100);
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(fake_events.opened, 2);
	assert_non_null(fake_event_of(PID + 1, -1));
}

TEST(an_event_that_the_kernel_has_removed_is_opened_again)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_interval_of(3e9, 1);
	assert_int_equal(fake_events.n_open, 1);
	{
		const uint64_t id = fake_event_of(PID, -1)->id;

		sampling_interval(1);	/* it runs in this one, and its event is enabled for no time */
		sampling_add_process(PID, 1);
		sampling_add_thread(PID, PID, 1e9);
		sampling_see();
		assert_int_equal(fake_events.n_open, 1);
		assert_int_not_equal(fake_event_of(PID, -1)->id, id);
	}
}

TEST(a_thread_that_sleeps_keeps_its_event)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_interval_of(3e9, 1);
	fake_events.opened = 0;
	for (int i = 0; i < 5; i++) {
		sampling_interval(1);
		sampling_add_process(PID, 1);
		sampling_see();
	}
	assert_int_equal(fake_events.opened, 0);
	assert_int_equal(fake_events.n_open, 1);
}

TEST(threads_that_idle_keep_their_events_while_there_is_room)
{
	sampling_begin_threads(PID, 64);
	for (int busy = 64; busy >= 40; busy -= 24) {
		sampling_interval_of_threads(64, 0, busy, 100);
		sampling_look_at_process(LIVE_OF_NODE);
		assert_int_equal(fake_events.n_open, 64);
	}
	assert_int_equal(fake_events.opened, 64);
}

TEST(threads_that_were_only_listed_lose_their_events_if_others_are_busy)
{
	sampling_look_at_threads(64, LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 64);
	sampling_interval_of_threads(64, 0, 6, 100);
	assert_int_equal(fake_events.n_open, 6);
}

TEST(a_cpu_that_was_offline_is_opened_again)
{
	uint64_t id;

	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_CPU, .id = 2 });
	for (int i = 0; i < 2; i++) {
		fake_thread_runs(0, 2, SECOND, 1, 1);
		sampling_interval_of_none();
	}
	id = fake_event_of(-1, 2)->id;
	sampling_interval_of_none();
	assert_int_not_equal(fake_event_of(-1, 2)->id, id);
}

TEST(many_births_are_sampled_by_cpu_with_a_filter)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	interval_with_births(60);
	assert_int_equal(fake_events.n_open, 4);
	assert_null(fake_event_of(PID, -1));
	assert_true(heard.news.live.cpus);
	sampling_remarks("60 threads begin each second: sampled by CPU");
	fake_thread_begins(300, 300);
	fake_thread_begins(PID, PID + 7);
	fake_thread_runs(300, 1, 50 * MS, 8000006, 1);
	fake_thread_runs(PID + 7, 2, 50 * MS, fake_event_of(-1, 2)->period, 1);
	sampling_step();
	assert_int_equal(heard.samples, 1);
	assert_int_equal(heard.last_pid, PID);
}

TEST(threads_that_all_begin_at_once_are_sampled_as_threads)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_interval_of(1e9, 1);
	sampling_interval(1);
	sampling_add_process(PID, 201);
	for (int i = 0; i <= 200; i++) {
		struct row *row = sampling_add_thread(PID, PID + i, 1);

		row->born = i > 0;
	}
	for (int i = 1; i <= 200; i++)
		fork_record(PID, PID, PID + i);
	sampling_step();
	sampling_see();
	assert_false(heard.news.live.cpus);
	assert_non_null(fake_event_of(PID, -1));
}

TEST(births_that_no_interval_shows_are_those_of_the_records)
{
	sampling_begin_threads(PID, 1);
	request_live((struct live_request){ .scope = LIVE_WATCHED, .id = PID });
	for (int i = 0; i < 120; i++) {
		fork_record(PID, 500 + i, 500 + i);	/* it has ended before anybody looks */
		sampling_step_after(10 * MS);
		if (i % 60 < 59)
			continue;
		sampling_interval_of_threads(1, 0, 1, 1e9);
	}
	assert_true(heard.news.live.cpus);
	sampling_remarks("60 threads begin each second: sampled by CPU");
}

TEST(when_births_end_threads_are_sampled_again)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	interval_with_births(60);
	for (int i = 0; i < 5; i++)
		interval_with_births(1);
	assert_non_null(fake_event_of(PID, -1));
	assert_int_equal(fake_events.n_open, 1);
	assert_false(heard.news.live.cpus);
}

TEST(a_process_that_exits_while_cpus_are_sampled_is_said)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	interval_with_births(60);
	assert_int_equal(fake_events.n_open, 4);
	fake_thread_exits(PID);
	sampling_interval_of_none();
	assert_int_equal(fake_events.n_open, 0);
	sampling_remarks("the process 100 has exited");
}

TEST(births_without_the_right_to_sample_cpus_stay_with_threads_and_it_says_so)
{
	fake_events.refuse_cpus = EACCES;
	sampling_look_at_threads(1, LIVE_OF_NODE);
	interval_with_births(60);
	assert_int_equal(fake_events.n_open, 1);
	assert_non_null(fake_event_of(PID, -1));
	assert_string_equal(heard.news.trouble, "");
	sampling_remarks("sampling whole CPUs is not permitted");
}

/* ---- what ends before it has an event ---- */

TEST(threads_that_end_unsampled_with_more_than_2_percent_of_the_time_are_sampled_by_cpu)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(SECOND, 1e6);
	interval_of_ended(1000, 15);
	assert_false(heard.news.live.cpus);
	assert_true(fabs(heard.news.live.part - 1000. / 1015) < .001);
	heard.begun = 0;
	run_for(SECOND, 1e6);
	interval_of_ended(1000, 40);
	assert_true(heard.news.live.cpus);
	assert_non_null(fake_event_of(-1, 3));
	assert_int_equal(heard.begun, 1);	/* what was sampled before is a part of it */
	run_for(SECOND, 1e6);
	interval_of_ended(700, 300);
	assert_true(heard.news.live.part == 1);
}

TEST(a_thread_whose_time_is_read_late_does_not_look_like_one_without_an_event)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(SECOND, 1e6);
	interval_of_ended(1050, 0);
	assert_false(heard.news.live.cpus);
	sampling_remarks("");
}

TEST(the_part_that_was_sampled_is_of_the_whole_profile)
{
	fake_events.refuse_cpus = EACCES;
	sampling_begin_threads(PID, 1);
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = CLOCK });
	run_for(SECOND, 1e6);
	interval_of_ended(1000, 1000);
	run_for(SECOND, 1e6);
	interval_of_ended(1000, 0);
	assert_true(fabs(heard.news.live.part - 2. / 3) < .001);
	sampling_remarks("of its CPU time 33 % was not sampled");
}

TEST(a_source_that_does_not_count_what_has_ended_leaves_the_part_unknown)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(SECOND, 1e6);
	interval_of_ended(300, 0);
	assert_true(isnan(heard.news.live.part));
}

static void watch_a_command(double rate, double budget)
{
	sampling_machine_known = true;
	open_sampler(rate, budget);
	sampling_begin_threads(PID, 1);
	request_live((struct live_request){ .scope = LIVE_WATCHED, .id = PID });
}

TEST(a_command_is_sampled_by_cpu_from_the_beginning)
{
	watch_a_command(0, 1);
	assert_int_equal(fake_events.n_open, 4);
	assert_true(heard.news.live.cpus);
	assert_true(heard.news.live.part == 1);
	for (int i = 0; i < 7; i++)
		interval_of_ended(1000, 0);
	assert_true(heard.news.live.cpus);
	assert_int_equal(heard.begun, 1);
}

TEST(a_command_is_sampled_by_thread_if_cpus_cost_too_much_or_are_refused)
{
	watch_a_command(20000, 1);
	assert_non_null(fake_event_of(PID, -1));
	fake_events.refuse_cpus = EACCES;
	watch_a_command(0, 0);
	assert_non_null(fake_event_of(PID, -1));
	assert_string_equal(heard.news.trouble, "");
	assert_false(heard.news.live.cpus);
}

TEST(a_child_is_of_the_command_wherever_the_ring_is_that_tells_of_its_birth)
{
	watch_a_command(0, 0);
	fork_record_of_cpu(3, 300, 400);	/* by a child that another ring tells of */
	fork_record_of_cpu(2, PID, 300);
	fake_thread_begins(400, 400);
	fake_thread_runs(400, 0, 50 * MS, fake_event_of(-1, 0)->period, 1);
	sampling_step();
	assert_int_equal(heard.samples, 1);
	assert_int_equal(heard.last_pid, 400);
}

TEST(processes_that_only_an_interval_tells_of_begin_the_profile_anew)
{
	watch_a_command(0, 0);
	sampling_interval(1);
	sampling_add_process(PID, 1);
	sampling_add_process(300, 1);
	sampling_see();
	assert_int_equal(heard.begun, 2);
	sampling_see();
	assert_int_equal(heard.begun, 2);
}

const struct around_tests around_tests = {.setup = sampling_setup, .teardown = sampling_teardown};
