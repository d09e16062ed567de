/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which groups the BPF source counts on a fake machine with known truth: rotation, level 2 on
 * demand, other users of the counters, CPUs that come and go.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "tests/fixtures/fake_bpf.h"
#include "tests/fixtures/fixture_live.h"
#include "tests/fixtures/test_main.h"

/* Slots of each group of Ice Lake: EV_SLOTS_0 and so on of collect/cpu/cpu_intel_icl.h. */
static const enum event_id slots_in[3] = { EV_X18, EV_X2, EV_X11 };

/* Two tasks alternate on this CPU for so long, tdtop drains when it wants to. */
static void alternate(size_t cpu, uint64_t ns)
{
	const uint64_t until_ns = fake_bpf.now_ns + ns;

	for (int32_t i = 0; fake_bpf.now_ns < until_ns; i++) {
		fake_bpf_run_for(cpu, 10 + (int32_t)cpu * 2 + i % 2, MS);
		if (fake_bpf.now_ns >= live.source->ops->next_ns(live.source))
			drain();
	}
}

static void need_level2(void)
{
	live.source->ops->want_level2(live.source, LEVEL2_NEEDED);
}

TEST(groups_rotate_while_level_2_is_wanted_and_no_slot_is_lost)
{
	double slots[3] = { 0 }, of[2] = { 0 };

	fake_bpf_start("intel-icl");
	need_level2();
	for (int i = 0; i < 10; i++) {
		alternate(1, SECOND);
		end_interval();
		for (int mux = 0; mux < 3; mux++)
			slots[mux] += counts_or_0(&row_of(ROW_CPU, 1)->counts, slots_in[mux]);
		of[0] += slots_of(ROW_PROCESS, 12);
		of[1] += slots_of(ROW_PROCESS, 13);
	}
	near(slots[0] + slots[1] + slots[2], (double)fake_bpf.slots_on[1]);
	for (int mux = 0; mux < 3; mux++)
		assert_true(slots[mux] > 0.25 * (double)fake_bpf.slots_on[1]);
	near(of[0], (double)fake_bpf.slots_of[12]);
	near(of[1], (double)fake_bpf.slots_of[13]);
}

TEST(tasks_keep_their_shares_in_rotation)
{
	fake_bpf_start("intel-icl");
	need_level2();
	alternate(1, SECOND);
	end_interval();
	for (int32_t tid = 12; tid <= 13; tid++) {
		const struct counts *counts = &row_of(ROW_PROCESS, tid)->counts;

		near(counts_or_0(counts, EV_RETIRING) / counts_or_0(counts, EV_SLOTS),
		     fake_retiring(tid) / (double)FAKE_SLOTS);
	}
}

TEST(an_idle_cpu_keeps_its_group_and_is_not_woken)
{
	fake_bpf_start("intel-icl");
	need_level2();
	alternate(1, 3 * SECOND);
	end_interval();
	assert_int_equal(fake_bpf.rotated[0], 0);
	assert_true(fake_bpf.rotated[1] > 3);
}

TEST(groups_do_not_rotate_unasked)
{
	fake_bpf_start("intel-icl");
	alternate(1, 3 * SECOND);
	end_interval();
	assert_int_equal(fake_bpf.rotated[1], 0);
	assert_true(live.source->ops->next_ns(live.source) == UINT64_MAX);
}

TEST(when_level_2_is_left_the_first_group_is_on_again)
{
	fake_bpf_start("intel-icl");
	need_level2();
	alternate(1, SECOND);
	live.source->ops->want_level2(live.source, LEVEL2_WELCOME);
	alternate(1, SECOND);
	end_interval();
	alternate(1, SECOND);
	end_interval();
	near(counts_or_0(&row_of(ROW_CPU, 1)->counts, slots_in[0]), FAKE_SLOTS * (double)SECOND);
	assert_true(live.source->ops->next_ns(live.source) == UINT64_MAX);
}

TEST(tasks_without_room_are_unaccounted_in_rotation_too)
{
	double slots = 0, unaccounted = 0;

	fake_bpf_start("intel-icl");
	need_level2();
	fake_bpf.room = 0;
	for (int i = 0; i < 4; i++) {
		alternate(1, SECOND);
		end_interval();
		slots += slots_of(ROW_CPU, 1);
		unaccounted += row_of(ROW_CPU, 1)->unaccounted_slots;
	}
	near(slots, (double)fake_bpf.slots_on[1]);
	near(unaccounted, slots);
}

static size_t members_of(const char *machine, enum level2_demand demand)
{
	live_open(fake_bpf_open(machine), 2);
	live.source->ops->want_level2(live.source, demand);
	fake_bpf_begin();
	return fake_bpf.n_members;
}

TEST(level_2_that_was_never_wanted_is_not_opened_until_it_is)
{
	const size_t whole = members_of("intel-spr", LEVEL2_WELCOME);

	live_teardown(state);
	assert_true(members_of("intel-spr", LEVEL2_UNWANTED) < whole);
	fake_bpf_interval(SECOND);
	assert_int_equal(fake_bpf.opened, 2);
	need_level2();
	fake_bpf_interval(SECOND);
	assert_int_equal(fake_bpf.n_members, whole);
	assert_int_equal(live.source->restarted_ns, fake_bpf.now_ns);
}

/* PERF_METRICS has it whenever the register is read: it costs no reading. */
TEST(level_2_that_was_wanted_stays)
{
	(void)members_of("intel-spr", LEVEL2_NEEDED);
	for (int i = 0; i < 20; i++) {
		fake_bpf_interval(SECOND);
		live.source->ops->want_level2(live.source, LEVEL2_UNWANTED);
	}
	assert_int_equal(fake_bpf.opened, 1);
}

TEST(optional_events_are_left_out_while_others_hold_general_counters)
{
	size_t whole;

	fake_bpf_start("intel-spr");
	whole = fake_bpf.n_members;
	fake_bpf_run(1, 7);
	fake_bpf.general_taken = true;
	for (int i = 0; i < 4; i++) {
		fake_bpf_interval(SECOND);
		fake_bpf_run(1, 7 + i % 2);
	}
	assert_true(fake_bpf.n_members < whole);
	fake_bpf_run(1, 7);
	fake_bpf_interval(SECOND);
	assert_true(slots_of(ROW_CPU, 1) > 0);
	fake_bpf.general_taken = false;
	for (int i = 0; i < 10; i++) {
		fake_bpf_interval(SECOND);
	}
	assert_int_equal(fake_bpf.n_members, whole);
}

TEST(a_task_that_ran_only_while_the_group_was_off_has_no_counts_but_its_cpu)
{
	fake_bpf_start("intel-icl");
	for (int i = 0; i < 1000; i++) {
		fake_bpf.general_taken = i % 2;
		fake_bpf_run_for(1, 7 + i % 2, MS);
	}
	end_interval();
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
	assert_false(row_of(ROW_PROCESS, 8)->counts.present & 1U << EV_SLOTS);
	assert_true(row_of(ROW_PROCESS, 8)->counts.off);
	near((double)row_of(ROW_PROCESS, 8)->busy_ns, SECOND / 2.0);
}

TEST(a_moment_in_which_the_group_is_off_is_no_multiplexing)
{
	fake_bpf_start("intel-icl");
	fake_bpf_run_for(1, 7, SECOND - MS);
	fake_bpf.general_taken = true;
	fake_bpf_run_for(1, 8, MS / 10);
	fake_bpf.general_taken = false;
	fake_bpf_run(1, 7);
	fake_bpf_interval(MS);
	assert_false(row_of(ROW_PROCESS, 7)->counts.scaled);
	assert_false(row_of(ROW_PROCESS, 8)->counts.off);
}

TEST(after_a_suspension_groups_are_reopened)
{
	fake_bpf_start("intel-spr");
	fake_bpf_interval(SECOND);
	fake_bpf.suspended_ns += 3 * SECOND;
	fake_bpf_interval(SECOND);
	assert_int_equal(fake_bpf.opened, 2);
	fake_bpf_interval(SECOND);
	assert_int_equal(fake_bpf.opened, 2);
}

TEST(a_cpu_that_was_off_and_on_within_an_interval_is_counted_in_the_next)
{
	fake_bpf_start("intel-spr");
	fake_bpf_run_for(1, 7, SECOND / 2);
	fake_bpf_remove(1);
	fake_bpf_interval(SECOND / 2);
	assert_int_equal(fake_bpf.opened, 2);
	assert_int_equal(live.snapshot->were_offline, 1);
	fake_bpf_interval(SECOND);
	near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * (double)SECOND);
	assert_int_equal(fake_bpf.opened, 2);
}

TEST(a_cpu_that_takes_no_events_yet_is_waited_for)
{
	fake_bpf_start("intel-spr");
	fake_bpf.offline[1] = fake_bpf.closed[1] = true;
	fake_bpf_interval(SECOND);
	fake_bpf.offline[1] = false;
	fake_bpf.cpu_came = true;
	fake_bpf_interval(SECOND);
	assert_int_equal(fake_bpf.opened, 2);
	fake_bpf.closed[1] = false;
	fake_bpf.cpu_came = true;
	fake_bpf_interval(SECOND);
	fake_bpf_run(1, 7);
	fake_bpf_run(1, 8);
	fake_bpf_interval(SECOND);
	near(slots_of(ROW_PROCESS, 8), FAKE_SLOTS * (double)SECOND);
}

TEST(rotation_goes_on_after_the_groups_are_opened_again)
{
	fake_bpf_start("intel-icl");
	need_level2();
	alternate(1, SECOND);
	end_interval();
	fake_bpf.cpu_came = true;
	alternate(1, SECOND);
	end_interval();
	assert_int_equal(fake_bpf.opened, 2);
	fake_bpf.rotated[1] = 0;
	alternate(1, SECOND);
	end_interval();
	assert_true(fake_bpf.rotated[1] > 0);
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
}

TEST(in_a_long_interval_perf_metrics_is_read_every_two_seconds)
{
	fake_bpf_start("intel-spr");
	live.source->ops->set_interval(live.source, 10 * SECOND);
	fake_bpf_run(1, 7);
	end_interval();
	fake_bpf.cuts[0] = fake_bpf.cuts[1] = 0;
	for (int i = 0; i < 9; i++) {
		fake_bpf_advance(SECOND);
		if (fake_bpf.now_ns >= live.source->ops->next_ns(live.source))
			drain();
	}
	assert_int_equal(fake_bpf.cuts[1], 4);
	assert_int_equal(fake_bpf.cuts[0], 0);
	end_interval();
	near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * 9.0 * SECOND);
}

/* A second with room for sampling, after one to make it. */
static void sample(void)
{
	live.source->ops->make_room(live.source, 1);
	for (int i = 0; i < 2; i++) {
		memset(fake_bpf.left_ns, 0, sizeof(fake_bpf.left_ns));
		alternate(1, SECOND);
		end_interval();
	}
}

TEST(while_code_is_sampled_ice_lake_does_not_rotate)
{
	fake_bpf_start("intel-icl");
	fake_bpf.counters = 8;
	need_level2();
	alternate(1, SECOND);
	assert_true(fake_bpf.left_ns[1] < SECOND * 3 / 4);
	sample();
	assert_true(fake_bpf.left_ns[1] == SECOND);
	assert_int_equal(live.snapshot->self.room, ROOM_WITHOUT_LEVEL2);
}

TEST(while_code_is_sampled_zen_4_has_windows_and_no_slot_is_lost)
{
	double all = 0, of_level1 = 0;

	fake_bpf_start("amd-zen4");
	fake_bpf.counters = 6;
	sample();
	memset(fake_bpf.slots_on, 0, sizeof(fake_bpf.slots_on));
	for (int i = 0; i < 4; i++) {
		alternate(1, SECOND);
		end_interval();
		all += slots_of(ROW_CPU, 1);
		of_level1 += counts_or_0(&row_of(ROW_CPU, 1)->counts, EV_X0);
	}
	assert_true(fabs(all - (double)fake_bpf.slots_on[1]) < 1e-5 * all);
	assert_true(of_level1 > 0.7 * all && of_level1 < 0.8 * all);
	assert_true(fake_bpf.left_ns[1] > SECOND && fake_bpf.left_ns[1] < 3 * SECOND / 2);
	assert_int_equal(live.snapshot->self.room, ROOM_WINDOWS);
	assert_int_equal(fake_bpf.rotated[0], 0);
}

const struct around_tests around_tests = {.teardown = live_teardown};
