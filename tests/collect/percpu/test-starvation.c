/* SPDX-License-Identifier: GPL-2.0-only */
/* When to do without what needs general counters, and when to take it back. */
#include "config.h"
#include "collect/percpu/starvation.h"

#include <stddef.h>
#include <string.h>

#include "collect/perf/perf_open.h"
#include "tests/fixtures/test.h"

static struct starvation starvation;
static uint64_t enabled_ns, running_ns;

static int setup(void **state)
{
	(void)state;
	starvation = (struct starvation){ 0 };
	enabled_ns = running_ns = 0;
	starvation_opened(&starvation);
	return 0;
}

/* A tick after which the groups were on for this part of the time. */
static bool tick(unsigned int percent)
{
	enabled_ns += 100;
	running_ns += percent;
	return starvation_asks(&starvation, enabled_ns, running_ns);
}

/* How many ticks like this until it asks. */
static int ticks_until_it_asks(unsigned int percent)
{
	int n = 1;

	while (n < 1000 && !tick(percent))
		n++;
	return n;
}

/* All was opened anew. */
static void reopen(void)
{
	enabled_ns = running_ns = 0;
	starvation_opened(&starvation);
}

static void make_lean(void)
{
	(void)tick(100);
	(void)ticks_until_it_asks(0);
	assert_true(starvation_answered(&starvation, false));
	reopen();
}

TEST(nothing_is_asked_while_the_groups_run_at_all)
{
	for (int i = 0; i < 100; i++)
		assert_false(tick(i % 2 ? 1 : 100));
}

TEST(an_idle_machine_that_was_not_read_is_not_starved)
{
	(void)tick(100);
	for (int i = 0; i < 100; i++)
		assert_false(starvation_asks(&starvation, enabled_ns, running_ns));
}

TEST(groups_that_never_ran_make_it_ask)
{
	(void)tick(100);
	assert_int_equal(ticks_until_it_asks(0), 2);
}

TEST(without_general_counters_it_goes_lean)
{
	make_lean();
	assert_true(starvation.lean);
	assert_false(tick(100));
}

TEST(when_they_are_free_it_is_slots_that_somebody_holds)
{
	int first, second;

	(void)tick(100);
	first = ticks_until_it_asks(0);
	assert_false(starvation_answered(&starvation, true));
	assert_false(starvation.lean);
	second = ticks_until_it_asks(0);
	assert_true(second > first);	/* and again, ever more seldom */
	for (int i = 0; i < 10; i++)
		second = ticks_until_it_asks(0);
	assert_int_equal(second, 64);
}

TEST(when_they_are_free_again_it_takes_all_back)
{
	make_lean();
	assert_int_equal(ticks_until_it_asks(100), 2);
	assert_false(starvation_answered(&starvation, false));
	assert_int_equal(ticks_until_it_asks(100), 4);
	assert_true(starvation_answered(&starvation, true));
	assert_false(starvation.lean);
}

TEST(the_optional_members_of_a_group_are_one_by_themselves)
{
	static const enum member_role roles[] = { MEMBER_LEADER, MEMBER_SWITCH, MEMBER_CLOCK, MEMBER_METRIC,
						  MEMBER_OPTIONAL, MEMBER_METRIC, MEMBER_OPTIONAL };
	struct group group = { .n = sizeof(roles) / sizeof(roles[0]) }, left;

	for (size_t i = 0; i < group.n; i++) {
		group.member[i].role = roles[i];
		group.member[i].attr.config = i;
	}
	group_leave_optional(&group, &left);
	assert_int_equal(group.n, 5);
	assert_int_equal(group.member[4].attr.config, 5);
	assert_int_equal(left.n, 2);
	assert_int_equal(left.member[0].attr.config, 4);
	assert_true(left.member[0].attr.disabled);	/* the leader: enabled when it may count */
	assert_false(left.member[1].attr.disabled);
	group_leave_optional(&group, &left);
	assert_int_equal(group.n, 5);
	assert_int_equal(left.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(nothing_is_asked_while_the_groups_run_at_all, setup),
		cmocka_unit_test_setup(an_idle_machine_that_was_not_read_is_not_starved, setup),
		cmocka_unit_test_setup(groups_that_never_ran_make_it_ask, setup),
		cmocka_unit_test_setup(without_general_counters_it_goes_lean, setup),
		cmocka_unit_test_setup(when_they_are_free_it_is_slots_that_somebody_holds, setup),
		cmocka_unit_test_setup(when_they_are_free_again_it_takes_all_back, setup),
		cmocka_unit_test_setup(the_optional_members_of_a_group_are_one_by_themselves, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
