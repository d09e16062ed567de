/* SPDX-License-Identifier: GPL-2.0-only */
/* What tdtop itself costs. */
#include "config.h"
#include "ui/state/self_usage.h"

#include "tests/fixtures/test_main.h"

TEST(the_first_look_says_nothing_of_the_share)
{
	struct self_usage self_usage = { 0 };

	self_usage_update(&self_usage, 5000, 1000);
	assert_true(isnan(self_usage.cpu_percent));
}

TEST(the_share_is_that_since_the_last_look)
{
	struct self_usage self_usage = { 0 };

	self_usage_update(&self_usage, 5000, 1000);
	self_usage_update(&self_usage, 5500, 3000);
	assert_true(fabs(self_usage.cpu_percent - 25) < 1e-9);
	self_usage_update(&self_usage, 5500, 4000);
	assert_true(self_usage.cpu_percent == 0);
	self_usage_update(&self_usage, 9500, 6000);	/* two threads */
	assert_true(fabs(self_usage.cpu_percent - 200) < 1e-9);
}

TEST(what_is_shed_is_said_and_nothing_else)
{
	struct self_cost self = {
		.known = true, .budget_percent = 2, .cpus = 64, .sampled_cpus = 12, .duty = 0.1, .time_estimated = true
	};
	char text[SELF_USAGE_SHED];

	assert_true(self_usage_print_shed(&self, false, text, sizeof(text)));
	assert_string_equal(text, "partial: 10 % of the time on 12 of 64 CPUs, tasks ~ (budget 2 %)");
	assert_true(self_usage_print_shed(&self, true, text, sizeof(text)));
	assert_string_equal(text, "partial: 10 %");
	self.level2_left_out = true;
	self.time_estimated = false;
	assert_true(self_usage_print_shed(&self, false, text, sizeof(text)));
	assert_string_equal(text, "level 2 not counted, partial: 10 % of the time on 12 of 64 "
				  "CPUs, tasks ~, CPU time exact (budget 2 %)");
	self.sampled_cpus = 0;
	assert_true(self_usage_print_shed(&self, true, text, sizeof(text)));
	assert_string_equal(text, "level 2 not counted");
	self.level2_left_out = false;
	self.optional_left_out = true;
	assert_true(self_usage_print_shed(&self, true, text, sizeof(text)));
	assert_string_equal(text, "IPC not counted");
	self.optional_left_out = false;
	assert_false(self_usage_print_shed(&self, false, text, sizeof(text)));
}

TEST(what_sampling_takes_is_said)
{
	struct self_cost self = { .known = true, .room = ROOM_WITHOUT_LEVEL2, .level1_part = 1 };
	char text[SELF_USAGE_SHED];

	assert_true(self_usage_print_room(&self, false, text, sizeof(text)));
	assert_string_equal(text, "sampling: level 2 not counted");
	self.room = ROOM_WINDOWS;
	self.level1_part = 0.75;
	assert_true(self_usage_print_room(&self, false, text, sizeof(text)));
	assert_string_equal(text, "sampling: level 1 counted 75 % of the time ~");
	assert_true(self_usage_print_room(&self, true, text, sizeof(text)));
	assert_string_equal(text, "sampling: level 1 75 %");
	self.room = ROOM_NONE;
	assert_true(self_usage_print_room(&self, false, text, sizeof(text)));
	assert_string_equal(text, "sampling: no counter is left for it");
	self.room = ROOM_UNUSED;
	assert_false(self_usage_print_room(&self, false, text, sizeof(text)));
}
