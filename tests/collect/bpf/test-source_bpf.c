/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The BPF source on a fake machine with known truth (tests/fixtures/fake_bpf.h): whose time and
 * counts a sum is, what is not woken, and what is reported when something is missing.
 */
#include "config.h"

#include "tests/fixtures/fixture_engine.h"
#include "tests/fixtures/request.h"
#include "tests/fixtures/test_main.h"

TEST(the_cost_is_told_with_its_limit)
{
	start_counting("intel-spr");
	live.source->requests.own_share = 1;
	REQUEST(live.source, budget_percent = 2);
	interval_after(SECOND);
	assert_true(live.snapshot->self.known);
	assert_true(live.snapshot->self.budget_percent == 2);
	assert_true(live.snapshot->self.duty == 1);
}

/* The ring engine tells idle time from such tasks by their slots; here they are known. */
TEST(tasks_outside_of_the_pid_namespace_are_one_row_without_idle_time)
{
	struct source *source = NULL;
	struct err err = { .text = "" };

	assert_int_equal(fake_bpf_try("intel-spr", true, &source, &err), 0);
	live_open(source, 2);
	begin();
	fake_run(0, FAKE_BPF_OUTSIDE);
	fake_run_for(1, 7, SECOND / 2);
	fake_run_for(1, 0, SECOND / 2);
	fake_run(1, 7);
	end_interval();
	near((double)row_of(ROW_PROCESS, PID_OTHER_NS)->busy_ns, SECOND);
	near(slots_of(ROW_PROCESS, PID_OTHER_NS), FAKE_SLOTS * (double)SECOND);
	near((double)row_of(ROW_CPU, 1)->idle_ns, SECOND / 2.0);
}

TEST(machines_that_only_the_ring_can_count_are_refused_with_the_reason)
{
	struct source *source = NULL;
	struct err err = { .text = "" };

	assert_int_equal(fake_bpf_try("intel-skx", false, &source, &err), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "per core"));
}

/* ---- which groups are counted: rotation, level 2 on demand ---- */

/* Slots of each group of Ice Lake: EV_SLOTS_0 and so on of collect/cpu/cpu_intel_icl.h. */
static const enum event_id slots_in[3] = { EV_X18, EV_X2, EV_X11 };

/* Two tasks alternate on this CPU for so long, tdtop drains when it wants to. */
static void alternate(size_t cpu, uint64_t ns)
{
	const uint64_t until_ns = kernel.now_ns + ns;

	for (int32_t i = 0; kernel.now_ns < until_ns; i++) {
		fake_run_for(cpu, 10 + (int32_t)cpu * 2 + i % 2, MS);
		if (kernel.now_ns >= source_next_ns(live.source))
			drain();
	}
}

/* An interval in which two tasks alternate on CPU 1. */
static void end_interval_of(uint64_t ns)
{
	alternate(1, ns);
	end_interval();
}

TEST(groups_rotate_while_level_2_is_wanted_and_no_slot_is_lost)
{
	double slots[3] = { 0 }, of[2] = { 0 };

	start_counting("intel-icl");
	need_level2();
	for (int i = 0; i < 10; i++) {
		end_interval_of(SECOND);
		for (int mux = 0; mux < 3; mux++)
			slots[mux] += counts_or_0(&row_of(ROW_CPU, 1)->counts, slots_in[mux]);
		of[0] += slots_of(ROW_PROCESS, 12);
		of[1] += slots_of(ROW_PROCESS, 13);
	}
	near(slots[0] + slots[1] + slots[2], (double)kernel.slots_on[1]);
	for (int mux = 0; mux < 3; mux++)
		assert_true(slots[mux] > 0.25 * (double)kernel.slots_on[1]);
	near(of[0], (double)kernel.slots_of[12]);
	near(of[1], (double)kernel.slots_of[13]);
}

TEST(tasks_keep_their_shares_in_rotation)
{
	start_counting("intel-icl");
	need_level2();
	end_interval_of(SECOND);
	for (int32_t tid = 12; tid <= 13; tid++) {
		const struct counts *counts = &row_of(ROW_PROCESS, tid)->counts;

		near(counts_or_0(counts, EV_RETIRING) / counts_or_0(counts, EV_SLOTS),
		     fake_retiring(tid) / (double)FAKE_SLOTS);
	}
}

TEST(an_idle_cpu_keeps_its_group_and_is_not_woken)
{
	start_counting("intel-icl");
	need_level2();
	end_interval_of(3 * SECOND);
	assert_int_equal(fake_bpf.rotated[0], 0);
	assert_true(fake_bpf.rotated[1] > 3);
}

TEST(groups_do_not_rotate_unasked)
{
	start_counting("intel-icl");
	end_interval_of(3 * SECOND);
	assert_int_equal(fake_bpf.rotated[1], 0);
	assert_true(source_next_ns(live.source) > kernel.now_ns + SECOND);
}

TEST(when_level_2_is_left_the_first_group_is_on_again)
{
	start_counting("intel-icl");
	need_level2();
	alternate(1, SECOND);
	REQUEST(live.source, level2 = LEVEL2_WELCOME);
	end_interval_of(SECOND);
	end_interval_of(SECOND);
	near(counts_or_0(&row_of(ROW_CPU, 1)->counts, slots_in[0]), FAKE_SLOTS * (double)SECOND);
	assert_true(source_next_ns(live.source) > kernel.now_ns + SECOND);
}

TEST(tasks_without_room_are_unaccounted_in_rotation_too)
{
	double slots = 0, unaccounted = 0;

	start_counting("intel-icl");
	need_level2();
	fake_bpf.room = 0;
	for (int i = 0; i < 4; i++) {
		end_interval_of(SECOND);
		slots += slots_of(ROW_CPU, 1);
		unaccounted += row_of(ROW_CPU, 1)->unaccounted_slots;
	}
	near(slots, (double)kernel.slots_on[1]);
	near(unaccounted, slots);
}

static size_t members_of(const char *machine, enum level2_demand demand)
{
	live_open(fake_bpf_open(machine), 2);
	REQUEST(live.source, level2 = demand);
	begin();
	return kernel.n_members;
}

TEST(level_2_that_was_never_wanted_is_not_opened_until_it_is)
{
	const size_t whole = members_of("intel-spr", LEVEL2_WELCOME);

	live_teardown(state);
	assert_true(members_of("intel-spr", LEVEL2_UNWANTED) < whole);
	interval_after(SECOND);
	assert_int_equal(kernel.opened, 2);
	need_level2();
	interval_after(SECOND);
	assert_int_equal(kernel.n_members, whole);
	assert_int_equal(live.source->restarted_ns, kernel.now_ns);
}

/* PERF_METRICS has it whenever the register is read: it costs no reading. */
TEST(level_2_that_was_wanted_stays)
{
	(void)members_of("intel-spr", LEVEL2_NEEDED);
	for (int i = 0; i < 20; i++) {
		interval_after(SECOND);
		REQUEST(live.source, level2 = LEVEL2_UNWANTED);
	}
	assert_int_equal(kernel.opened, 1);
}

TEST(rotation_goes_on_after_the_groups_are_opened_again)
{
	start_counting("intel-icl");
	need_level2();
	end_interval_of(SECOND);
	kernel.cpu_came = true;
	end_interval_of(SECOND);
	assert_int_equal(kernel.opened, 2);
	fake_bpf.rotated[1] = 0;
	end_interval_of(SECOND);
	assert_true(fake_bpf.rotated[1] > 0);
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
}

TEST(in_a_long_interval_perf_metrics_is_read_every_two_seconds)
{
	start_counting("intel-spr");
	REQUEST(live.source, interval_ns = 10 * SECOND);
	fake_run(1, 7);
	end_interval();
	kernel.reads[0] = kernel.reads[1] = 0;
	for (int i = 0; i < 9; i++) {
		fake_advance(SECOND);
		if (kernel.now_ns >= source_next_ns(live.source))
			drain();
	}
	assert_int_equal(kernel.reads[1], 4);
	assert_int_equal(kernel.reads[0], 0);
	end_interval();
	near(slots_of(ROW_PROCESS, 7), FAKE_SLOTS * 9.0 * SECOND);
}

TEST(in_a_long_interval_sums_are_taken_before_new_tasks_fill_the_room)
{
	start_counting("intel-spr");
	end_interval();
	fake_bpf.room = 3;
	for (int32_t tid = 7; tid <= 9; tid++) {
		fake_run_for(1, tid, SECOND);
		for (int born = 0; tid == 8 && born < 4096; born++) {
			fake_bpf_fork(7, 8);
			drain();
		}
	}
	end_interval();
	near(row_of(ROW_CPU, 1)->unaccounted_slots, 0);
	near(slots_of(ROW_PROCESS, 9), FAKE_SLOTS * (double)SECOND);
}

const struct around_tests around_tests = {.setup = engine_of_bpf, .teardown = engine_teardown};
