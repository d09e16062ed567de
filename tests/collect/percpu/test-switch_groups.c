/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the switch source reopens its groups, on a fake machine (tests/fixtures/fake_kernel.h): CPUs
 * come and go, rings were too small.
 */
#include "config.h"
#include "tests/fixtures/fixture_switch.h"

#include <errno.h>
#include <string.h>

#include "tests/fixtures/test.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		SWITCH_TEST(a_cpu_that_comes_back_gets_its_groups),
		SWITCH_TEST(a_cpu_that_was_never_there_is_counted_when_it_comes),
		SWITCH_TEST(new_cpus_of_a_core_type_that_was_not_there_are_reported),
		SWITCH_TEST(a_second_thread_that_changes_the_events_of_its_core_ends_it),
		SWITCH_TEST(where_threads_count_for_themselves_it_goes_on),
		SWITCH_TEST(rings_that_were_too_small_grow_up_to_a_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
