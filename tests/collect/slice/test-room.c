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

TEST(groups_take_turns_if_they_leave_what_is_needed)
{
	static const struct {
		size_t n_mux, generals[4];
		uint32_t needed;
		bool is_tried, level2;
		uint32_t groups;
		double first;
	} rows[] = {
		{ 2, { 2, 6, 6 }, 0, false, true, 6, 1 },	/* nothing is sampled */
		{ 2, { 2, 6, 6 }, 0, false, false, 0, 1 },
		{ 2, { 2, 6, 6 }, 1, false, true, 0, 1 },	/* until it was tried */
		{ 2, { 2, 4, 5 }, 1, true, true, 6, 1 },	/* all leave a counter */
		{ 2, { 2, 4, 6 }, 1, true, true, 0, 1 },	/* one leaves none */
		{ 3, { 6, 5, 3, 4 }, 1, true, false, 1 << 2, ROOM_FIRST },	/* leaves most */
		/* With level 2 windows are of all groups that leave enough. */
		{ 3, { 6, 5, 3, 4 }, 1, true, true, 14, 1 },
		{ 3, { 6, 5, 3, 4 }, 2, true, true, 12, ROOM_FIRST },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct counting_plan plan = plan_of(rows[i].n_mux, rows[i].generals);
		struct room room = { .needed = 0 };
		struct turns turns;

		room_need(&room, rows[i].needed);
		if (rows[i].is_tried)
			room_try(&room, &plan, probe, 3);
		turns = room_turns(&room, &plan, rows[i].level2);
		assert_int_equal(turns.groups, rows[i].groups);
		assert_true(turns.first == rows[i].first);
	}
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
