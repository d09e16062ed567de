/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a reading takes its place among the records of a ring, on a fake machine
 * (tests/fixtures/fake_kernel.h) whose collector comes late.
 */
#include "config.h"
#include "tests/fixtures/fixture_switch.h"

#include <stdlib.h>

#include "tests/fixtures/test_main.h"

#define SWITCH_EVERY_NS 10000
#define SWITCHES 100000		/* of three records each */

/* The collector gets no CPU for a second while tasks 11 and 12 alternate; then 13 stays. */
static void run_a_backlog(void)
{
	for (int i = 0; i < SWITCHES; i++) {
		fake_run(1, 11 + i % 2);
		fake_advance(SWITCH_EVERY_NS);
	}
	fake_run(1, 13);
	fake_advance(SWITCH_EVERY_NS);
}

TEST(a_backlog_of_any_length_is_counted_once)
{
	double slots = 0;

	start("intel-spr", 0);
	begin();
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
	start("intel-spr", 0);
	begin();
	run_a_backlog();
	end_interval();
	for (int32_t pid = 11; pid <= 13; pid++)
		near(slots_of(ROW_PROCESS, pid), (double)kernel.slots_of[pid]);
}

TEST(groups_rotate_at_the_end_of_a_backlog)
{
	double slots[2] = { 0, 0 };

	start("intel-icl", 0);
	live.source->ops->want_level2(live.source, LEVEL2_NEEDED);
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
	live.source->ops->want_level2(live.source, LEVEL2_NEEDED);
	begin();
	for (int interval = 0; interval < 4; interval++) {
		run_a_backlog();
		drain();
		end_interval();
		slots += slots_of(ROW_CPU, 1);
	}
	near(slots, (double)kernel.slots_on[1]);
}

const struct around_tests around_tests = {.teardown = switch_teardown};
