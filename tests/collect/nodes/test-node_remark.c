/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about opened nodes, and what gives way to the budget. */
#include "config.h"
#include "collect/nodes/live_nodes_parts.h"

#include "collect/nodes/node_groups.h"
#include "collect/nodes/node_targets.h"
#include "tests/fixtures/test_main.h"

static char text[200];

static void says(const struct node_remarks *remarks, const char *expected)
{
	node_remark(remarks, text, sizeof(text));
	assert_string_equal(text, expected);
}

TEST(nothing_is_said_where_all_is_well)
{
	says(&(struct node_remarks){ .trouble = "", .latency = "" }, "");
}

TEST(each_fact_has_a_sentence)
{
	says(&(struct node_remarks){ .trouble = "no" }, "no");
	says(&(struct node_remarks){ .missing.exited = 7 }, "the process 7 has exited");
	says(&(struct node_remarks){ .missing.exited = 7, .missing.exited_thread = true }, "the thread 7 has exited");
	says(&(struct node_remarks){ .missing.left_out = 1, .missing.left_out_errno = EMFILE },
	     "1 thread left out: too many open files (raise 'ulimit -n')");
	says(&(struct node_remarks){ .missing.left_out = 2, .missing.left_out_errno = ENOMEM, .missing.cpus = true },
	     "2 CPUs left out: Cannot allocate memory");
	says(&(struct node_remarks){ .missing.not_permitted = 3 }, "3 threads left out: not permitted");
	says(&(struct node_remarks){ .starved = true }, "others hold the counters: a group of events was never on");
	says(&(struct node_remarks){ .refused = 2, .refused_event = "X", .refused_errno = EINVAL },
	     "2 nodes missing: the kernel refuses \"X\" (Invalid argument)");
	says(&(struct node_remarks){ .unfit = 1 }, "1 node missing: too few counters are free");
	says(&(struct node_remarks){ .shed = 2, .shed_threads = 50 },
	     "for --budget: 50 threads at most; for --budget: 2 nodes missing");
	says(&(struct node_remarks){ .exhausted = true, .own_percent = 4.25 },
	     "own cost 4.2 % of a CPU is still above --budget");
	says(&(struct node_remarks){ .latency = "late" }, "late");
}

TEST(the_most_important_comes_first_and_what_has_no_room_is_left_out_whole)
{
	char small[40];

	node_remark(&(struct node_remarks){ .missing.exited = 7, .starved = true, .latency = "late" }, small, sizeof(small));
	assert_string_equal(small, "the process 7 has exited; late");
}

TEST(the_budget_takes_threads_then_groups_and_never_gives_them_back)
{
	struct event_budget budget = { .limit_percent = 1, .last = NODE_SHEDS - 1 };
	size_t threads = node_sheds[budget.step].threads, groups = node_sheds[budget.step].groups;

	assert_int_equal(threads, EVENT_THREADS_MOST);
	assert_int_equal(groups, NODE_GROUPS_MAX);
	for (int i = 0; i < 60; i++) {
		const bool step = event_budget_see(&budget, 2);

		assert_true(node_sheds[budget.step].threads <= threads);
		assert_true(node_sheds[budget.step].groups <= groups);
		assert_true(step == (node_sheds[budget.step].threads < threads || node_sheds[budget.step].groups < groups));
		threads = node_sheds[budget.step].threads;
		groups = node_sheds[budget.step].groups;
	}
	assert_int_equal(groups, 1);
	assert_true(event_budget_exhausted(&budget));
}

TEST(a_second_above_the_budget_costs_nothing_and_without_a_budget_nothing_does)
{
	struct event_budget budget = { .limit_percent = 1, .last = NODE_SHEDS - 1 };

	for (int i = 0; i < 20; i++) {
		assert_false(event_budget_see(&budget, 5));
		assert_false(event_budget_see(&budget, 5));
		assert_false(event_budget_see(&budget, 0.5));
	}
	budget.limit_percent = 0;
	for (int i = 0; i < 20; i++)
		assert_false(event_budget_see(&budget, 99));
}
