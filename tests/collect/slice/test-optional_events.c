/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When optional events are left out, and when they come back. Without level 2 only over the budget,
 * only while it is not on the screen. Without what needs general counters only while others hold
 * these; and neither back and forth.
 */
#include "config.h"
#include "collect/slice/optional_events.h"

#include "collect/perf/perf_open.h"
#include "tests/fixtures/test_main.h"

/* Level 2 and the budget. */

enum { WANTED = 1, OVER = 2, CALM = 4, UNWANTED = 8 };

static struct level2_shedding level2;
static int changes;

AROUND(setup_level2)
{
	level2 = (struct level2_shedding){ .left_out = false };
	changes = 0;
}

static void ticks(int n, int how)
{
	while (n-- > 0)
		changes += level2_step(&level2, how & WANTED ? LEVEL2_NEEDED :
						how & UNWANTED ? LEVEL2_UNWANTED : LEVEL2_WELCOME,
				       how & OVER, how & CALM);
}

#define WITH_SETUP_LEVEL2(sentence) TEST_WITH(sentence, setup_level2, NULL)

static const struct {
	const char *sentence;
	struct {
		int ticks;
		int how;
		bool left_out;		/* then */
	} steps[6];		/* up to one without ticks */
	int changes;
} courses[] = {
	{ "within the budget nothing is left out", { { 100, 0, false }, { 100, CALM, false } }, 0 },
	{ "over it level 2 stays if it is wanted", { { 50, OVER | WANTED, false } }, 0 },
	{ "over it level 2 goes at once", { { 1, OVER, true } }, 1 },
	/* A user who looked at it may look again soon. */
	{ "who chooses level 1 has no level 2 even within the budget",
	  { { 1, CALM | UNWANTED, true }, { 100, CALM | UNWANTED, true }, { 1, CALM | WANTED, false },
	    { 5, CALM | UNWANTED, false }, { 50, CALM | UNWANTED, true } }, 3 },
	{ "it comes back at once when it is wanted", { { 5, OVER, true }, { 1, OVER | WANTED, false } }, 2 },
	/* That all costs less without level 2 is no reason to take it back. */
	{ "it comes back only after a long calm", { { 1, OVER, true }, { 100, 0, true }, { 29, CALM, true },
	  { 1, 0, true }, { 29, CALM, true }, { 1, CALM, false } }, 2 },
};

WITH_SETUP_LEVEL2(level_2_goes_and_comes_back)
{
	for (size_t i = 0; i < sizeof(courses) / sizeof(courses[0]); i++) {
		setup_level2(NULL);
		for (size_t k = 0; k < 6 && courses[i].steps[k].ticks; k++) {
			ticks(courses[i].steps[k].ticks, courses[i].steps[k].how);
			if (level2.left_out != courses[i].steps[k].left_out)
				fail_msg("%s: step %zu", courses[i].sentence, k);
		}
		assert_int_equal(changes, courses[i].changes);
	}
}

WITH_SETUP_LEVEL2(who_begins_with_level_1_begins_without_level_2)
{
	assert_false(level2_begin(&level2, LEVEL2_WELCOME));
	assert_false(level2_begin(&level2, LEVEL2_NEEDED));
	assert_true(level2_begin(&level2, LEVEL2_UNWANTED));
	assert_true(level2.left_out);
	assert_false(level2_begin(&level2, LEVEL2_UNWANTED));
}

WITH_SETUP_LEVEL2(switching_views_back_and_forth_does_not_reopen_the_groups_each_time)
{
	for (int i = 0; i < 20; i++) {
		ticks(2, OVER | WANTED);
		ticks(3, OVER);
	}
	assert_int_equal(changes, 0);
	ticks(10, OVER);
	assert_int_equal(changes, 1);
}

/* Contention for general counters. */

static struct contention contention;
static uint64_t enabled_ns, running_ns;

AROUND(setup_contention)
{
	contention = (struct contention){ 0 };
	enabled_ns = running_ns = 0;
	contention_reset(&contention);
}

/* A tick after an interval in which the groups were on for this part. */
static bool tick(unsigned int percent)
{
	enabled_ns += 100;
	running_ns += percent;
	return contention_probe_due(&contention, enabled_ns, running_ns);
}

/* Number of ticks like this until a probe is due. */
static int ticks_until_a_probe(unsigned int percent)
{
	int n = 1;

	while (n < 1000 && !tick(percent))
		n++;
	return n;
}

/* All groups were reopened. */
static void reopen(void)
{
	enabled_ns = running_ns = 0;
	contention_reset(&contention);
}

static void take_counters(void)
{
	(void)tick(100);
	(void)ticks_until_a_probe(0);
	assert_true(contention_probed(&contention, false));
	reopen();
}

#define WITH_SETUP_CONTENTION(sentence) TEST_WITH(sentence, setup_contention, NULL)

WITH_SETUP_CONTENTION(no_probe_is_due_while_the_groups_run_at_all)
{
	for (int i = 0; i < 100; i++)
		assert_false(tick(i % 2 ? 1 : 100));
}

WITH_SETUP_CONTENTION(an_idle_machine_that_was_not_read_is_not_contended)
{
	(void)tick(100);
	for (int i = 0; i < 100; i++)
		assert_false(contention_probe_due(&contention, enabled_ns, running_ns));
}

WITH_SETUP_CONTENTION(groups_that_never_ran_cause_a_probe)
{
	(void)tick(100);
	assert_int_equal(ticks_until_a_probe(0), 2);
}

WITH_SETUP_CONTENTION(without_general_counters_optional_events_are_left_out)
{
	take_counters();
	assert_true(contention.contended);
	assert_false(tick(100));
}

WITH_SETUP_CONTENTION(if_they_are_free_others_hold_slots_and_probes_become_rare)
{
	int first, second;

	(void)tick(100);
	first = ticks_until_a_probe(0);
	assert_false(contention_probed(&contention, true));
	assert_false(contention.contended);
	second = ticks_until_a_probe(0);
	assert_true(second > first);	/* and less and less often */
	for (int i = 0; i < 10; i++)
		second = ticks_until_a_probe(0);
	assert_int_equal(second, 64);
}

WITH_SETUP_CONTENTION(when_they_are_free_again_all_events_come_back)
{
	take_counters();
	assert_int_equal(ticks_until_a_probe(100), 2);
	assert_false(contention_probed(&contention, false));
	assert_int_equal(ticks_until_a_probe(100), 4);
	assert_true(contention_probed(&contention, true));
	assert_false(contention.contended);
}

WITH_SETUP_CONTENTION(the_optional_members_of_a_group_form_a_group)
{
	static const enum member_role roles[] = { MEMBER_LEADER,  MEMBER_SWITCH,   MEMBER_CLOCK,
						  MEMBER_METRIC,  MEMBER_OPTIONAL, MEMBER_METRIC,
						  MEMBER_OPTIONAL };
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
	assert_true(left.member[0].attr.disabled); /* as the leader: enabled when it may count */
	assert_false(left.member[1].attr.disabled);
	group_leave_optional(&group, &left);
	assert_int_equal(group.n, 5);
	assert_int_equal(left.n, 0);
}
