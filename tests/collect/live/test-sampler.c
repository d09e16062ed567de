/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sampler above a fake kernel (fixture_sampling.h): what it opens for a request, when it closes it,
 * and which period it finds.
 */
#include "config.h"
#include "collect/live/sampler.h"

#include "tests/fixtures/fixture_sampling.h"
#include "tests/fixtures/sampling_doubles.h"
#include "tests/fixtures/test_main.h"

/* ---- what is opened ---- */

TEST(nothing_is_open_before_somebody_looks)
{
	sampling_begin_threads(PID, 1);
	sampling_interval_of_threads(1, 0, 1, 1e9);
	sampling_step();
	assert_int_equal(fake_events.opened, 0);
	assert_int_equal(heard.told, 0);
	assert_true(sampler_next_ns(sampling_under_test) == UINT64_MAX);
}

TEST(a_process_is_sampled_at_once_by_the_threads_that_proc_lists)
{
	sampling_look_at_threads(3, LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 3);
	assert_true(fake_event_of(PID + 2, -1)->enabled);
	assert_true(heard.news.live.on);
	assert_int_equal(heard.news.live.sampled, 3);
	assert_int_equal(heard.news.serial, serial);
}

TEST(events_are_never_pinned_and_have_what_a_profile_needs)
{
	const uint64_t fields = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
				PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
	const struct perf_event_attr *attr;

	sampling_look_at_threads(1, LIVE_OF_BRANCHES);
	attr = &fake_event_of(PID, -1)->attr;
	assert_int_equal(attr->pinned, 0);
	assert_int_equal(attr->inherit, 0);
	assert_int_equal(attr->sample_type, fields | PERF_SAMPLE_BRANCH_STACK);
	assert_int_equal(attr->freq, 0);
	assert_int_equal(attr->mmap2 & attr->task & attr->comm & attr->sample_id_all, 1);
	assert_int_equal(heard.target.event.layout.sample_type, attr->sample_type);
	assert_int_equal(heard.target.event.layout.branch_type, PERF_SAMPLE_BRANCH_ANY);
	assert_int_equal(heard.target.pid, PID);
}

TEST(the_busiest_threads_have_events_those_below_a_percent_none)
{
	sampling_begin_threads(PID, 200);
	sampling_interval(1);
	sampling_add_process(PID, 200);
	for (int i = 0; i < 200; i++)
		sampling_add_thread(PID, PID + i, i < 10 ? 97 : 0.16);
	sampling_see();
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, 10);
	assert_non_null(fake_event_of(PID + 9, -1));
	assert_int_equal(heard.news.live.threads, 200);
	assert_true(fabs(heard.news.live.part - 0.97) < 0.001);
}

TEST(of_many_threads_that_are_equally_busy_64_have_events)
{
	sampling_begin_threads(PID, 100);
	sampling_interval(1);
	sampling_add_process(PID, 100);
	for (int i = 0; i < 100; i++)
		sampling_add_thread(PID, PID + i, i == 99 ? 120 : 100);
	sampling_see();
	sampling_look_at_process(LIVE_OF_NODE);
	assert_int_equal(fake_events.n_open, SAMPLER_THREADS);
	assert_non_null(fake_event_of(PID + 99, -1));
}

TEST(a_thread_that_becomes_busy_takes_the_place_of_one_that_idles)
{
	sampling_begin_threads(PID, 65);
	sampling_interval_of_threads(65, 0, 64, 100);
	sampling_look_at_process(LIVE_OF_NODE);
	sampling_interval_of_threads(65, 1, 65, 100);
	assert_null(fake_event_of(PID, -1));
	assert_true(fake_event_of(PID + 64, -1)->enabled);
}

TEST(it_says_since_when_events_are_open)
{
	uint64_t since_ns;

	sampling_begin_threads(PID, 1);
	sampling_interval(1);
	sampling_add_process(PID, 1);
	sampling_add_thread(PID, PID, 100);
	assert_int_equal(sampling_see(), 0);
	sampling_look_at_process(LIVE_OF_NODE);
	since_ns = fake_events.now_ns;
	sampling_interval_of(2e9, 1);
	assert_int_equal(sampling_see(), since_ns);
	fake_events.now_ns += SECOND;
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = 4711 });
	assert_int_equal(sampling_see(), 0);
}

TEST(a_user_is_sampled_by_the_threads_of_his_processes)
{
	fake_thread_begins(PID, PID);
	fake_thread_begins(200, 200);
	sampling_interval(1);
	snapshot_add(sampling_snapshot, ROW_USER, 0)->start_ns = 77;
	sampling_add_process(PID, 1)->of_user = 0;
	sampling_add_thread(PID, PID, 100);
	sampling_add_process(200, 1);
	sampling_add_thread(200, 200, 100);
	sampling_see();
	request_live((struct live_request){ .scope = LIVE_USER, .start_ns = 77 });
	assert_int_equal(fake_events.n_open, 1);
	assert_non_null(fake_event_of(PID, -1));
}

TEST(another_process_with_the_same_pid_is_not_sampled)
{
	sampling_begin_threads(PID, 1);
	sampling_interval(1);
	sampling_add_process(PID, 1)->start_ns = 5;
	sampling_add_thread(PID, PID, 100);
	sampling_add_process(200, 1);
	sampling_see();
	fake_thread_exits(PID);
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .start_ns = 4 });
	assert_int_equal(fake_events.n_open, 0);
}

TEST(the_machine_is_sampled_by_cpu)
{
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_MACHINE });
	assert_int_equal(fake_events.n_open, 4);
	assert_non_null(fake_event_of(-1, 3));
	assert_true(heard.news.live.cpus);
	assert_int_equal(heard.news.live.threads, 4);
}

TEST(a_large_machine_is_sampled_on_all_cpus)
{
	static struct cpu_place many[200];

	for (int i = 0; i < 200; i++)
		many[i].cpu = i;
	sampling_machine.n_cpus = 200;
	sampling_machine.cpus = many;
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_MACHINE });
	sampling_machine.n_cpus = 4;
	sampling_machine.cpus = sampling_places;
	assert_int_equal(fake_events.n_open, 200);
	assert_non_null(fake_event_of(-1, 199));
}

TEST(one_cpu_is_sampled_alone)
{
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_CPU, .id = 2 });
	assert_int_equal(fake_events.n_open, 1);
	assert_non_null(fake_event_of(-1, 2));
	assert_int_equal(heard.news.live.threads, 1);
	assert_true(heard.news.live.part == 1);
}

TEST(where_only_some_tasks_are_counted_the_machine_is_these_tasks)
{
	sampling_begin_threads(PID, 1);
	(void)strcpy(sampling_machine.watched, "your processes");
	sampling_interval_of_threads(1, 0, 1, 100);
	request_live((struct live_request){ .scope = LIVE_MACHINE });
	assert_int_equal(fake_events.n_open, 1);
	assert_non_null(fake_event_of(PID, -1));
}

TEST(the_idle_task_of_a_cpu_has_no_samples)
{
	sampling_interval_of_none();
	request_live((struct live_request){ .scope = LIVE_MACHINE });
	sampling_begin_threads(PID, 1);
	fake_thread_runs(0, 1, 50 * MS, 20000030, 1);
	fake_thread_runs(PID, 0, 50 * MS, fake_event_of(-1, 0)->period, 1);
	sampling_step();
	assert_int_equal(heard.samples, 1);
	assert_int_equal(heard.last_pid, PID);
}

/* ---- beginning and ending ---- */

TEST(it_closes_3_s_after_nobody_looks)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	request_live((struct live_request){ .scope = LIVE_NOTHING });
	sampling_step_after(2900 * MS);
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(sampling_room_requested, 1);
	fake_events.now_ns += 101 * MS;
	assert_true(sampler_next_ns(sampling_under_test) <= fake_events.now_ns);
	sampling_step();
	assert_int_equal(fake_events.n_open, 0);
	assert_int_equal(sampling_room_requested, 0);
	assert_true(sampler_next_ns(sampling_under_test) == UINT64_MAX);
}

TEST(who_comes_back_within_3_s_finds_the_events_open)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	request_live((struct live_request){ .scope = LIVE_NOTHING });
	fake_events.now_ns += SECOND;
	sampling_look_at_process(LIVE_OF_NODE);
	sampling_step_after(5 * SECOND);
	assert_int_equal(fake_events.opened, 1);
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(heard.target.request.serial, serial);
}

TEST(another_event_replaces_the_one_that_is_open)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_look_at_process(LIVE_OF_BRANCHES);
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(fake_event_of(PID, -1)->attr.config, 0x20c4);
	assert_int_equal(heard.news.live.event, TAKEN);
}

TEST(what_the_machine_cannot_sample_is_said)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_look_at_process(LIVE_OF_CALLS);
	assert_int_equal(fake_events.n_open, 0);
	assert_string_equal(heard.news.trouble, "this machine has no call stacks");
	assert_int_equal(heard.news.serial, serial);
	assert_int_equal(heard.news.live.event, -1);
}

TEST(samples_before_the_request_are_not_in_its_profile)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	fake_thread_runs(PID, 0, 40 * MS, fake_event_of(PID, -1)->period, 1);
	fake_events.now_ns += 1;
	sampling_look_at_process(LIVE_OF_NODE);
	fake_thread_runs(PID, 0, 60 * MS, fake_event_of(PID, -1)->period, 1);
	sampling_step();
	assert_int_equal(heard.samples, 1);
}

TEST(each_round_ends_after_all_rings_were_drained)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_step_after(10 * MS);
	assert_int_equal(heard.rounds, 0);
	fake_events.now_ns = sampler_next_ns(sampling_under_test);
	sampling_step();
	assert_int_equal(heard.rounds, 1);
	assert_true(heard.round_ns == fake_events.now_ns);
}

/* ---- the period ---- */

/* Around the one that is told: sampler_period_varied(). */
static void assert_varies_around(uint64_t period)
{
	const double of_it = (double)fake_event_of(PID, -1)->period / (double)period;

	assert_true(of_it > 0.46 && of_it < 1.86);
	assert_int_equal(heard.news.live.period, period);
}

TEST(the_period_is_prime_and_gives_at_most_the_rate)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(250 * MS, 3.1e9);
	assert_varies_around(3100007);	/* the prime after 3.1e6 */
	assert_int_equal(heard.begun, 2);
	assert_int_equal(heard.target.event.period, 3100007);
	run_for(SECOND, 3.1e9);
	assert_in_range(heard.samples, 950, 1050);
	assert_int_equal(heard.begun, 2);
}

TEST(a_period_that_changes_later_keeps_what_was_sampled)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(250 * MS, 3.1e9);
	run_for(SECOND, 31e9);
	interval_of_ended(1000, 0);
	assert_true(heard.news.live.period > 3100007);
	assert_int_equal(heard.begun, 2);	/* as once it was calibrated */
}

TEST(a_clock_has_its_period_at_once)
{
	open_sampler(50, 0);
	sampling_begin_threads(PID, 1);
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = CLOCK });
	assert_varies_around(20000003);
	run_for(SECOND, 1.01e9);	/* a busy machine is late */
	assert_varies_around(20000003);
	assert_int_equal(heard.begun, 1);
}

TEST(a_rare_event_gets_a_shorter_period)
{
	sampling_begin_threads(PID, 1);
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = MISSES });
	run_for(250 * MS, 2e6);
	assert_varies_around(2003);
}

TEST(a_sleeping_process_is_calibrated_when_it_runs)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	for (int i = 0; i < 20; i++) {
		sampling_step_after(50 * MS);
	}
	assert_int_equal(heard.begun, 1);
	run_for(250 * MS, 3.1e9);
	assert_int_equal(heard.news.live.period, 3100007);
}

TEST(an_event_that_becomes_frequent_gets_a_longer_period)
{
	sampling_look_at_threads(1, LIVE_OF_NODE);
	sampling_interval_of(1e9, 1);
	assert_int_equal(heard.news.live.period, 1000003);
	sampling_interval_of(3.1e9, 1);
	assert_int_equal(heard.news.live.period, 3100007);
}

/* ---- nodes below level 2 ---- */

static const struct tree_event deep_events[] = {
	{ .name = "MEM_LOAD_L3_MISS_RETIRED.LOCAL_DRAM", .config = 0x1d3, .period = 100003,
	  .precise = true },
	{ .name = "ARITH.DIV_ACTIVE", .config = 0x10009b0, .period = 1000003 },
};
static const struct tree_node deep_nodes[] = {
	{ .slug = "tma_memory_bound", .level = 1, .sample = -1 },
	{ .slug = "tma_local_mem", .level = 2, .metric = M_NONE, .sample = 0 },
	{ .slug = "tma_divider", .level = 2, .metric = M_NONE, .sample = 1 },
	{ .slug = "tma_port_0", .level = 2, .metric = M_NONE, .sample = -1 },
};
static const struct tree deep_tree = { .event_table = deep_events, .n_events = 2, .node_table = deep_nodes,
				       .n_nodes = 4 };
static const struct family deep_family = { .name = "hand-made", .tree = { &deep_tree } };

static void look_at_node(int node)
{
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_NODE,
					    .node = M_MEMORY_BOUND, .below = node });
}

static void begin_with_tree(void)
{
	sampling_machine.family = &deep_family;
	sampling_begin_threads(PID, 1);
	sampling_interval_of_threads(1, 0, 1, 1e9);
}

TEST(the_event_of_a_node_below_level_2_is_sampled_as_its_tree_has_it)
{
	begin_with_tree();
	look_at_node(1);
	assert_int_equal(fake_event_of(PID, -1)->attr.config, 0x1d3);
	assert_int_equal(fake_event_of(PID, -1)->attr.type, PERF_TYPE_RAW);
	assert_int_equal(fake_event_of(PID, -1)->attr.precise_ip, 2);
	assert_int_equal(fake_event_of(PID, -1)->attr.exclude_kernel, 1);
	assert_string_equal(heard.target.event.event.name, "mem_load_l3_miss_retired.local_dram");
	assert_string_equal(heard.news.events[heard.news.live.event].name, "mem_load_l3_miss_retired.local_dram");
	assert_string_equal(sampler_choices(sampling_under_test)->choice[heard.news.live.event].event.name,
			    "mem_load_l3_miss_retired.local_dram");	/* for recordings */
	look_at_node(2);
	assert_int_equal(fake_events.n_open, 1);
	assert_int_equal(fake_event_of(PID, -1)->attr.config, 0x10009b0);
	assert_int_equal(fake_event_of(PID, -1)->attr.precise_ip, 0);
	assert_string_equal(heard.target.event.event.name, "arith.div_active");
	sampling_machine.family = NULL;
}

TEST(a_node_without_an_event_is_sampled_as_cycles)
{
	begin_with_tree();
	look_at_node(3);
	assert_int_equal(fake_event_of(PID, -1)->attr.config, 0x3c);
	sampling_machine.family = NULL;
}

TEST(the_rate_of_the_command_line_is_kept)
{
	open_sampler(100, 0);
	sampling_look_at_threads(1, LIVE_OF_NODE);
	run_for(250 * MS, 3.1e9);
	assert_int_equal(heard.news.live.period, 31000003);
}

const struct around_tests around_tests = {.setup = sampling_setup, .teardown = sampling_teardown};
