/* SPDX-License-Identifier: GPL-2.0-only */
/* Which groups may be on while sampling needs counters: from what was tried to turns. */
#include "config.h"
#include "collect/slice/room.h"

#include "tests/fixtures/test_main.h"

#define COUNTERS 6

static size_t taken;		/* of COUNTERS, by the group that is on */
static unsigned int probes;

static enum probe_counts probe(const struct group *group, int cpu)
{
	assert_int_equal(cpu, 3);
	assert_true(group->member[0].attr.disabled);
	probes++;
	return group_generals(group) + taken <= COUNTERS ? PROBE_COUNTS : PROBE_SHARED;
}

/* Groups with so many general events, the first is on. */
static struct counting_plan plan_of(size_t n_mux, const size_t *generals)
{
	struct counting_plan plan = { .n_mux = n_mux };

	for (size_t mux = 0; mux <= n_mux; mux++) {
		plan.group[mux].n = 1 + generals[mux];	/* behind the slots */
		for (size_t i = 1; i <= generals[mux]; i++)
			plan.group[mux].member[i].general = true;
	}
	taken = generals[0];
	probes = 0;
	return plan;
}

static struct room tried(const struct counting_plan *plan, uint32_t needed)
{
	struct room room = { .needed = 0 };

	room_need(&room, needed);
	room_try(&room, plan, probe, 3);
	return room;
}

TEST(where_nothing_is_sampled_groups_rotate_for_level_2)
{
	const struct counting_plan plan = plan_of(2, (const size_t[]){ 2, 6, 6 });
	const struct room room = { .needed = 0 };

	assert_int_equal(room_turns(&room, &plan, true).groups, 6);
	assert_int_equal(room_turns(&room, &plan, false).groups, 0);
}

TEST(until_it_was_tried_the_first_group_is_on_alone)
{
	const struct counting_plan plan = plan_of(2, (const size_t[]){ 2, 6, 6 });
	struct room room = { .needed = 0 };

	room_need(&room, 1);
	assert_int_equal(room_turns(&room, &plan, true).groups, 0);
}

TEST(rotation_whose_groups_all_leave_a_counter_goes_on)
{
	const struct counting_plan plan = plan_of(2, (const size_t[]){ 2, 4, 5 });
	const struct room room = tried(&plan, 1);

	assert_int_equal(room_turns(&room, &plan, true).groups, 6);
	assert_int_equal(room_turns(&room, &plan, true).first, 1);
}

TEST(one_group_that_leaves_none_ends_it)
{
	const struct counting_plan plan = plan_of(2, (const size_t[]){ 2, 4, 6 });
	const struct room room = tried(&plan, 1);

	assert_int_equal(room_turns(&room, &plan, true).groups, 0);
}

TEST(windows_are_of_the_group_that_leaves_most)
{
	const struct counting_plan plan = plan_of(3, (const size_t[]){ 6, 5, 3, 4 });
	const struct room room = tried(&plan, 1);

	assert_int_equal(room_turns(&room, &plan, false).groups, 1 << 2);
	assert_int_equal(room_turns(&room, &plan, false).first, ROOM_FIRST);
}

TEST(with_level_2_windows_are_of_all_groups_that_leave_enough)
{
	const struct counting_plan plan = plan_of(3, (const size_t[]){ 6, 5, 3, 4 });
	const struct room one = tried(&plan, 1), two = tried(&plan, 2);

	assert_int_equal(room_turns(&one, &plan, true).groups, 14);
	assert_int_equal(room_turns(&two, &plan, true).groups, 12);
	assert_int_equal(room_turns(&two, &plan, true).first, ROOM_FIRST);
}

TEST(fewer_counters_are_tried_until_some_count)
{
	const struct counting_plan plan = plan_of(1, (const size_t[]){ 4, 1 });
	const struct room room = tried(&plan, 4);

	assert_int_equal(room.left, 2);
	assert_int_equal(probes, 3);
	assert_int_equal(room_turns(&room, &plan, false).groups, 2);
}

TEST(the_part_of_the_time_that_level_1_has_is_told)
{
	const struct counting_plan plan = plan_of(2, (const size_t[]){ 6, 4, 5 });
	const struct room room = tried(&plan, 1);
	struct self_cost report = { .known = true };

	room_report(&room, &plan, false, &report);
	assert_int_equal(report.room, ROOM_WINDOWS);
	assert_true(report.level1_part == 0.75);
	room_report(&room, &plan, true, &report);
	assert_true(report.level1_part > 0.33 && report.level1_part < 0.34);
}

TEST(groups_without_general_events_are_not_in_the_way)
{
	const struct counting_plan plan = plan_of(0, (const size_t[]){ 0 });
	const struct room room = tried(&plan, 2);
	struct self_cost report = { .known = true };

	room_report(&room, &plan, true, &report);
	assert_int_equal(report.room, ROOM_UNUSED);
	assert_int_equal(probes, 0);
}

TEST(a_group_that_was_opened_again_is_tried_again)
{
	const struct counting_plan plan = plan_of(1, (const size_t[]){ 6, 1 });
	struct room room = tried(&plan, 1);

	room_forget(&room);
	assert_int_equal(room_turns(&room, &plan, true).groups, 0);
	room_try(&room, &plan, probe, 3);
	assert_int_equal(probes, 2);
	assert_int_equal(room_turns(&room, &plan, true).groups, 2);
}

TEST(a_number_for_tests_is_read)
{
	assert_int_equal(room_forced(NULL), 0);
	assert_int_equal(room_forced("x"), 0);
	assert_int_equal(room_forced("2"), 2);
	assert_true(room_forced("-1") <= 8);
}
