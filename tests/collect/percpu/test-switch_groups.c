/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the switch source reopens its groups, on a fake machine (tests/fixtures/fake_kernel.h): CPUs
 * come and go, rings were too small.
 */
#include "config.h"
#include "tests/fixtures/fixture_switch.h"

#include <errno.h>
#include <string.h>

#include "collect/slice/tap.h"
#include "tests/fixtures/test_main.h"

TEST(a_cpu_that_comes_back_gets_its_groups)
{
	start("intel-spr", 0);
	begin();
	fake_run(0, 7);
	fake_advance(SECOND);
	kernel.cpu_came = true;
	end_interval();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(live.source->restarted_ns, kernel.now_ns);
	fake_run(0, 8);
	fake_advance(SECOND);
	end_interval();
	near(slots_of(ROW_CPU, 0), FAKE_SLOTS * (double)SECOND);
	assert_int_equal(kernel.opened, 2);
}

TEST(a_cpu_that_was_never_there_is_counted_when_it_comes)
{
	start_with("intel-spr", FAKE_CPUS - 1, 0);
	begin();
	fake_run(0, 7);
	fake_advance(SECOND);
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
	fake_advance(SECOND);
	end_interval();
	each_cpu_is_exact();
	near(slots_of(ROW_PROCESS, 9), FAKE_SLOTS * (double)SECOND);
}

TEST(new_cpus_of_a_core_type_that_was_not_there_are_reported)
{
	start("intel-spr", 0);
	begin();
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

/* Nothing shows it in the list of online CPUs. */
TEST(a_cpu_that_was_off_and_on_between_two_ticks_gets_its_groups)
{
	start("intel-spr", 0);
	begin();
	fake_run(1, 7);
	fake_advance(SECOND);
	end_interval();
	fake_off_and_on(1);
	fake_run(1, 8);
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(live.source->restarted_ns, kernel.now_ns);
	fake_run(1, 9);
	fake_advance(SECOND);
	end_interval();
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
	assert_int_equal(kernel.opened, 2);
}

TEST(time_without_events_is_not_attributed_and_reported)
{
	const struct row *row;

	start("intel-spr", 0);
	begin();
	fake_run(1, 7);
	fake_off_and_on(1);
	fake_advance(SECOND);
	end_interval();
	row = snapshot_find(live.snapshot, ROW_PROCESS, FAKE_CPUHP);
	assert_true(!row || row->busy_ns == 0);
	assert_int_equal(live.snapshot->were_offline, 1);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->unknown_ns, SECOND);
}

TEST(after_a_suspension_groups_are_reopened)
{
	start("intel-spr", 0);
	begin();
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(kernel.opened, 1);
	kernel.suspended_ns += 3 * SECOND;
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(kernel.opened, 2);
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(kernel.opened, 2);
}

/* It is in the list until it is off; before, no event can be opened. */
TEST(a_cpu_that_is_going_offline_is_left_alone)
{
	start("intel-spr", 0);
	begin();
	fake_off_and_on(1);
	kernel.closed[1] = true;
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(live.snapshot->were_offline, 0);
	kernel.offline[1] = true;
	fake_run(1, 0);
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(kernel.opened, 1);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->idle_ns, SECOND);
}

TEST(a_cpu_that_takes_no_events_yet_is_waited_for)
{
	start("intel-spr", 0);
	begin();
	fake_go_offline(1);
	fake_advance(SECOND);
	end_interval();
	kernel.offline[1] = false;
	fake_advance(SECOND);
	end_interval();
	kernel.closed[1] = false;
	fake_advance(SECOND);
	end_interval();
	fake_run(1, 8);
	fake_advance(SECOND);
	end_interval();
	near(slots_of(ROW_CPU, 1), FAKE_SLOTS * (double)SECOND);
}

TEST(a_cpu_that_is_offline_idles_and_no_thread_seems_to_run_there)
{
	const struct row *row;

	start("intel-spr", 0);
	begin();
	fake_go_offline(1);
	fake_advance(SECOND);
	end_interval();
	row = snapshot_find(live.snapshot, ROW_PROCESS, FAKE_CPUHP);
	assert_true(!row || row->busy_ns == 0);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->idle_ns, SECOND);
	kernel.offline[1] = kernel.closed[1] = false;
	fake_advance(SECOND);
	end_interval();
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
	fake_run(0, 7);
	fake_advance(SECOND / 4);
	fake_go_offline(FAKE_CPUS / 2);
	fake_advance(SECOND / 2);
	fake_run(0, 9);
	fake_advance(MS);
	fake_run(0, 7);
	fake_advance(SECOND / 4);
	end_interval();
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
	fake_advance(SECOND / 4);
	end_interval();
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
	fake_advance(SECOND / 2);
	end_interval();
	near(beside_another(7), 1);
	near(beside_another(9), 0);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, FAKE_CPUS / 2)->busy_ns, SECOND / 2);
}

TEST(a_recording_goes_on_without_a_cpu_and_it_comes_back_after_that)
{
	const struct row *row;

	start("intel-spr", 0);
	begin();
	live.source->tap = &tap_of_nothing;
	fake_off_and_on(1);
	for (int i = 0; i < 3; i++) {
		fake_advance(SECOND);
		end_interval();
		assert_int_equal(kernel.opened, 1);
		row = snapshot_find(live.snapshot, ROW_CPU, 1);
		assert_true(!row || row->busy_ns + row->idle_ns == 0);
	}
	live.source->tap = NULL;
	fake_advance(SECOND);
	end_interval();
	assert_int_equal(kernel.opened, 2);
	assert_int_equal(snapshot_find(live.snapshot, ROW_CPU, 1)->unknown_ns, SECOND);
}

TEST(rings_that_were_too_small_grow_up_to_a_bound)
{
	start("intel-spr", 0);
	begin();
	for (unsigned int i = 1; i <= 5; i++) {
		fake_run(0, 7);
		fake_advance(SECOND);
		fake_lose(0, 1000);
		end_interval();
		assert_int_equal(live.snapshot->lost, 1000);
		assert_int_equal(kernel.grow, i < 3 ? i : 3);
	}
	assert_int_equal(kernel.opened, 1 + 3);
}

const struct around_tests around_tests = {.teardown = switch_teardown};
