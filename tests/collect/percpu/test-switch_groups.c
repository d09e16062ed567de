/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the switch source reopens its groups, on a fake machine (tests/fixtures/fake_cpus.h): CPUs
 * come and go, rings were too small.
 */
#include "config.h"
#include "tests/fixtures/fixture_engine.h"

#include "collect/slice/tap.h"
#include "tests/fixtures/test_main.h"

TEST(a_cpu_that_was_never_there_is_counted_when_it_comes)
{
	start_with("intel-spr", FAKE_CPUS - 1, 0);
	begin();
	fake_run_for(0, 7, SECOND);
	kernel.n_cpus++;
	kernel.cpu_came = true;
	end_interval();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(live.source->machine.n_cpus, FAKE_CPUS);
	/* Not counted in that interval. */
	assert_null(snapshot_find(live.snapshot, ROW_CPU, FAKE_CPUS - 1));
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	fake_forget();
	fake_run(0, 8);
	fake_run(FAKE_CPUS - 1, 9);
	interval_after(SECOND);
	each_cpu_is_exact();
	near(slots_of(ROW_PROCESS, 9), FAKE_SLOTS * (double)SECOND);
}

TEST(new_cpus_of_a_core_type_that_was_not_there_are_reported)
{
	start_counting("intel-spr");
	end_interval();
	assert_string_equal(live.snapshot->machine->left_out, "");
	kernel.cpus_of_others = 2;
	end_interval();
	end_interval();
	assert_non_null(strstr(live.snapshot->machine->left_out, "2 new CPUs are not counted"));
}

/* On a machine whose other CPUs are cores of their own. */
static void the_first_second_thread_comes(const char *machine)
{
	start_with(machine, FAKE_CPUS - 1, 0);
	begin();
	kernel.n_cpus++;
	kernel.n_cores = FAKE_CPUS - 1;
	kernel.cpu_came = true;
}

TEST(a_second_thread_that_changes_the_events_of_its_core_ends_it)
{
	struct err e = { .text = "" };

	the_first_second_thread_comes("intel-hsw");
	assert_int_equal(live.source->ops->tick(live.source, kernel.now_ns,
						aggregate_sink(live.aggregate), &e),
			 -EAGAIN);
	assert_non_null(strstr(e.text, "start tdtop again"));
}

TEST(where_threads_count_for_themselves_it_goes_on)
{
	the_first_second_thread_comes("intel-spr");
	end_interval();
	assert_int_equal(kernel.opened, 2);
}

TEST(time_without_events_is_not_attributed_and_reported)
{
	const struct row *row;

	start_counting("intel-spr");
	fake_run(1, 7);
	fake_off_and_on(1);
	interval_after(SECOND);
	row = snapshot_find(live.snapshot, ROW_PROCESS, FAKE_CPUHP);
	assert_true(!row || row->busy_ns == 0);
	assert_int_equal(live.snapshot->were_offline, 1);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->unknown_ns, SECOND);
}

/* It is in the list until it is off; before, no event can be opened. */
TEST(a_cpu_that_is_going_offline_is_left_alone)
{
	start_counting("intel-spr");
	fake_off_and_on(1);
	kernel.closed[1] = true;
	interval_after(SECOND);
	assert_int_equal(live.snapshot->were_offline, 0);
	kernel.offline[1] = true;
	fake_run(1, 0);
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 1);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->idle_ns, SECOND);
}

TEST(a_cpu_that_is_offline_idles_and_no_thread_seems_to_run_there)
{
	const struct row *row;

	start_counting("intel-spr");
	fake_go_offline(1);
	interval_after(SECOND);
	row = snapshot_find(live.snapshot, ROW_PROCESS, FAKE_CPUHP);
	assert_true(!row || row->busy_ns == 0);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->idle_ns, SECOND);
	kernel.offline[1] = kernel.closed[1] = false;
	interval_after(SECOND);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->idle_ns, SECOND);
}

/* Part of the time in which this pid ran beside another on its core. */
static double beside_another(int32_t pid)
{
	const struct row *row = snapshot_find(live.snapshot, ROW_PROCESS, pid);

	assert_non_null(row);
	return counts_or_0(&row->counts, EV_SIBLING_BUSY) / (double)row->busy_ns;
}

TEST(a_task_is_alone_when_the_other_thread_of_its_core_goes_offline)
{
	start_smt("intel-skx");
	begin();
	fake_run_for(0, 7, SECOND / 4);
	fake_go_offline(FAKE_CPUS / 2);
	fake_advance(SECOND / 2);
	fake_run_for(0, 9, MS);
	fake_run(0, 7);
	interval_after(SECOND / 4);
	near(beside_another(7), 0);
	near(beside_another(9), 0);
}

TEST(that_is_known_before_the_interval_ends)
{
	start_smt("intel-skx");
	begin();
	fake_run(0, 7);
	drain();
	fake_advance(SECOND / 2);
	fake_go_offline(FAKE_CPUS / 2);
	fake_advance(SECOND / 4);
	fake_run(0, 9);
	drain();
	interval_after(SECOND / 4);
	near(beside_another(7), 0);
	near(beside_another(9), 0);
}

/* Until it was seen offline the thread may run that takes it off, beside the other CPU's task. */
TEST(a_cpu_is_busy_while_it_is_going_offline)
{
	start_smt("intel-skx");
	begin();
	fake_run(0, 7);
	fake_off_and_on(FAKE_CPUS / 2);
	kernel.closed[FAKE_CPUS / 2] = true;
	fake_advance(SECOND / 2);
	fake_run(0, 9);
	drain();
	fake_go_offline(FAKE_CPUS / 2);
	interval_after(SECOND / 2);
	near(beside_another(7), 1);
	near(beside_another(9), 0);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, FAKE_CPUS / 2)->busy_ns, SECOND / 2);
}

TEST(a_recording_goes_on_without_a_cpu_and_it_comes_back_after_that)
{
	const struct row *row;

	start_counting("intel-spr");
	live.source->tap = &tap_of_nothing;
	fake_off_and_on(1);
	for (int i = 0; i < 3; i++) {
		interval_after(SECOND);
		assert_int_equal(kernel.opened, 1);
		row = snapshot_find(live.snapshot, ROW_CPU, 1);
		assert_true(!row || row->busy_ns + row->idle_ns == 0);
	}
	live.source->tap = NULL;
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->unknown_ns, SECOND);
}

TEST(rings_that_were_too_small_grow_up_to_a_bound)
{
	start_counting("intel-spr");
	for (unsigned int i = 1; i <= 5; i++) {
		fake_run_for(0, 7, SECOND);
		fake_lose(0, 1000);
		end_interval();
		assert_int_equal(live.snapshot->lost, 1000);
		assert_int_equal(kernel.grow, i < 3 ? i : 3);
	}
	assert_int_equal(kernel.opened, 1 + 3);
}

/* ---- others multiplex the counters ---- */

/* The period of the clock of a CPU whose counters others share, at this sample rate. */
static uint64_t shared_period(uint64_t rate)
{
	kernel.sample_rate = rate;
	interval_after(SECOND);
	return kernel.clock_period_ns[0];
}

/* Linux 6.16 and later stop the whole group of a clock that is throttled. */
TEST(the_clock_of_a_shared_counter_is_never_throttled)
{
	start_counting("intel-spr");
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
		if (kernel.now_ns >= source_next_ns(live.source))
			drain();
	}
}

static void a_second(void)
{
	run_ms(1000);
	end_interval();
}

TEST(others_that_multiplex_are_seen_long_before_the_first_interval_ends)
{
	start_counting("intel-spr");
	kernel.shared = true;
	fake_run(0, 7);
	run_ms(25);
	assert_int_equal(kernel.clock_period_ns[0], SECOND / 1000);
	assert_int_equal(kernel.clock_period_ns[1], 0);	/* it idles: left as it was opened */
}

static void count_beside_another(void)
{
	start("intel-spr", 0);
	kernel.mux_timer_known = kernel.shared = true;
	begin();
	fake_run(0, 7);
}

TEST(a_shared_counter_is_sampled_at_the_mux_timer_and_not_by_the_clock)
{
	count_beside_another();
	run_ms(25);
	assert_true(kernel.at_mux_timer[0]);
	assert_false(kernel.at_mux_timer[1]);
	run_ms(975);
	end_interval();
	assert_true(kernel.clock_period_ns[0] > 3600 * SECOND);
	for (int i = 0; i < 2; i++) {	/* with a member more in each reading */
		a_second();
		near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
	}
}

TEST(samples_at_the_mux_timer_end_when_the_other_user_was_gone_for_two_ticks)
{
	count_beside_another();
	a_second();
	kernel.shared = false;
	a_second();
	assert_true(kernel.at_mux_timer[0]);
	kernel.shared = true;		/* it was only tdtop that had stood still */
	a_second();
	kernel.shared = false;
	for (int i = 0; i < 2; i++) {
		assert_true(kernel.at_mux_timer[0]);
		a_second();
	}
	assert_false(kernel.at_mux_timer[0]);
}

TEST(during_a_recording_the_group_has_the_members_of_its_header)
{
	count_beside_another();
	run_ms(25);
	assert_true(kernel.at_mux_timer[0]);
	begin_recording();
	assert_false(kernel.at_mux_timer[0]);
	a_second();
	assert_false(kernel.at_mux_timer[0]);
	assert_int_equal(kernel.clock_period_ns[0], SECOND / 1000);
}

/* ---- a collector that comes late ---- */

#define SWITCH_EVERY_NS 10000
#define SWITCHES 100000		/* of three records each */

/* The collector gets no CPU for a second while tasks 11 and 12 alternate; then 13 stays. */
static void run_a_backlog(void)
{
	for (int i = 0; i < SWITCHES; i++) {
		fake_run_for(1, 11 + i % 2, SWITCH_EVERY_NS);
	}
	fake_run_for(1, 13, SWITCH_EVERY_NS);
}

TEST(a_backlog_of_any_length_is_counted_once)
{
	double slots = 0;

	start_counting("intel-spr");
	run_a_backlog();
	for (int i = 0; i < 3; i++) {
		end_interval();
		slots += slots_of(ROW_CPU, 1);
		fake_advance(SWITCH_EVERY_NS);
	}
	near(slots, (double)kernel.slots_on[1] - FAKE_SLOTS * SWITCH_EVERY_NS);
}

TEST(in_a_backlog_each_task_has_its_own_slots)
{
	start_counting("intel-spr");
	run_a_backlog();
	end_interval();
	for (int32_t pid = 11; pid <= 13; pid++)
		near(slots_of(ROW_PROCESS, pid), (double)kernel.slots_of[pid]);
}

TEST(groups_rotate_at_the_end_of_a_backlog)
{
	double slots[2] = { 0, 0 };

	start("intel-icl", 0);
	need_level2();
	begin();
	fake_run(1, 11);
	drain();
	run_a_backlog();
	for (int i = 0; i < 3; i++) {
		drain();
		fake_advance(SWITCH_EVERY_NS);
	}
	for (int i = 0; i < 2; i++) {
		end_interval();
		slots[0] += slots_of(ROW_PROCESS, 11);
		slots[1] += slots_of(ROW_PROCESS, 12);
		fake_advance(SWITCH_EVERY_NS);
	}
	near(slots[0], (double)kernel.slots_of[11]);
	near(slots[1], (double)kernel.slots_of[12]);
}

TEST(a_window_that_closes_in_a_backlog_has_all_of_it)
{
	double slots = 0;

	(void)setenv("TDTOP_DUTY", "50", 1);
	start("intel-spr", 0);
	need_level2();
	begin();
	for (int interval = 0; interval < 4; interval++) {
		run_a_backlog();
		drain();
		end_interval();
		slots += slots_of(ROW_CPU, 1);
	}
	near(slots, (double)kernel.slots_on[1]);
}

const struct around_tests around_tests = {.teardown = engine_teardown};
