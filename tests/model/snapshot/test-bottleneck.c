/* SPDX-License-Identifier: GPL-2.0-only */
/* What limits the machine in one interval, who has most of it, and what is shown over time. */
#include "config.h"
#include "model/snapshot/bottleneck.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

#define SECOND UINT64_C(1000000000)

static const double memory_bound[4] = { 20, 5, 5, 70 };
static const double frontend_bound[4] = { 20, 5, 70, 5 };
static const double even[4] = { 25, 25, 25, 25 };

static struct snapshot *now;
static struct bottleneck found;
static struct bottleneck_filter filter;	/* what is shown over time */
static uint64_t seq;

TEARDOWN
{
	snapshot_free(now);
	now = NULL;
	fixture_machine.watched[0] = '\0';
}

/* A machine of nothing but idle CPUs. */
static void begin(void)
{
	snapshot_free(now);
	now = fixture_draft(1);
	for (int kind = 0; kind < ROW_KINDS; kind++)
		if (kind != ROW_CPU)
			now->table[kind].n = 0;
	for (size_t i = 0; i < now->table[ROW_CPU].n; i++) {
		struct row *cpu = &now->table[ROW_CPU].rows[i];

		cpu->busy_ns = 0;
		snapshot_extra(now, cpu)->idle_ns = SECOND;
		for (int event = 0; event < EV_COUNT; event++)
			cpu->numbers->counts.value[event] = 0;
	}
}

SETUP
{
	bottleneck_filter_done(&filter);
	seq = 0;
	begin();
}

/* A process of this name that ran for so many seconds on the first CPU. */
static void runs(const char *name, double busy, const double split[4])
{
	static int32_t pid = 100;
	struct row *cpu = &now->table[ROW_CPU].rows[0], *threads;

	(void)fixture_add_process(now, ++pid, name, busy, split, 0.8);
	threads = now->table[ROW_THREAD].rows;
	counts_add(&cpu->numbers->counts, &threads[now->table[ROW_THREAD].n - 1].numbers->counts);
	cpu->busy_ns += (uint64_t)(busy * (double)SECOND);
}

static void find(void)
{
	assert_int_equal(snapshot_finish(now), 0);
	bottleneck_find(now, &found);
}

/* Is this name among those found, with this percent of the node? */
static bool has(const struct bottleneck *bottleneck, const char *name, double percent)
{
	for (size_t i = 0; i < bottleneck->n_names; i++)
		if (!strcmp(bottleneck->names[i].name, name))
			return fabs(bottleneck->names[i].percent - percent) < 0.1;
	return false;
}

TEST(the_node_is_the_end_of_the_worst_path_of_the_machine)
{
	enum metric_id path[2], worst[2];

	runs("stream", 1, memory_bound);
	find();
	assert_int_equal(found.kind, BOTTLENECK_NODE);
	assert_int_equal(bottleneck_node(&found), M_MEMORY_BOUND);
	assert_int_equal(bottleneck_path(&found, path), 2);
	assert_int_equal(worst_path(&snapshot_machine(now)->numbers->values, 2, worst), 2);
	assert_memory_equal(path, worst, sizeof(path));
}

TEST(where_level_2_is_not_counted_the_node_is_a_class)
{
	fixture_machine.levels = 1;
	runs("stream", 1, memory_bound);
	find();
	fixture_machine.levels = 2;
	assert_int_equal(bottleneck_node(&found), M_BACKEND_BOUND);
}

TEST(processes_of_one_name_are_one_contributor)
{
	runs("nginx", 0.3, memory_bound);
	runs("stream", 0.4, memory_bound);
	runs("nginx", 0.3, memory_bound);
	find();
	assert_int_equal(found.n_names, 2);
	assert_string_equal(found.names[0].name, "nginx");
	assert_true(has(&found, "nginx", 60));
	assert_true(has(&found, "stream", 40));
}

TEST(many_short_runs_of_one_name_are_added_before_they_are_judged)
{
	for (int i = 0; i < 1000; i++)	/* each has too few slots for a ratio */
		runs("cc1", 0.0006, frontend_bound);
	runs("stream", 0.4, frontend_bound);
	find();
	assert_true(has(&found, "cc1", 60));
}

TEST(names_follow_until_those_before_have_most_of_the_node)
{
	runs("first", 0.85, memory_bound);
	runs("second", 0.15, memory_bound);
	find();
	assert_int_equal(found.n_names, 1);
}

TEST(a_name_with_little_of_the_node_is_left_out)
{
	runs("first", 0.5, memory_bound);
	runs("second", 0.09, memory_bound);
	for (int i = 0; i < 41; i++) {
		char name[24];

		(void)snprintf(name, sizeof(name), "small%d", i);
		runs(name, 0.01, memory_bound);
	}
	find();
	assert_int_equal(found.n_names, 1);
	assert_string_equal(found.names[0].name, "first");
}

TEST(a_process_without_slots_of_the_node_is_no_contributor)
{
	runs("stream", 0.6, memory_bound);
	runs("compute", 0.4, (double[]){ 100, 0, 0, 0 });
	find();
	assert_int_equal(found.n_names, 1);
	assert_true(has(&found, "stream", 100));
}

TEST(slots_of_no_process_are_told_apart)
{
	struct row *cpu;

	runs("stream", 0.25, memory_bound);
	cpu = &now->table[ROW_CPU].rows[0];
	counts_add(&cpu->numbers->counts, &now->table[ROW_THREAD].rows[0].numbers->counts);
	counts_add(&cpu->numbers->counts, &cpu->numbers->counts);
	find();
	assert_true(fabs(found.tasks_percent - 25) < 0.1);
	assert_true(has(&found, "stream", 25));
}

TEST(processes_with_more_slots_than_their_cpus_have_no_more_than_all)
{
	runs("stream", 1, memory_bound);
	(void)fixture_add_process(now, 9000, "other", 1, memory_bound, 0.8);
	find();
	assert_true(has(&found, "stream", 50));
	assert_true(has(&found, "other", 50));
}

TEST(one_process_tells_what_limits_the_machine_if_anything_does)
{
	static const struct {
		const char *what;
		double busy, split[4];
		enum bottleneck_kind kind;
		uint32_t nodes;
	} cases[] = {
		{ "an idle machine", 0.1, { 20, 5, 5, 70 }, BOTTLENECK_IDLE, 0 },
		{ "nothing over its threshold", 1, { 60, 10, 12, 18 }, BOTTLENECK_NONE, 0 },
		{ "useful work over its threshold", 1, { 85, 5, 5, 5 }, BOTTLENECK_NODE,
		  1U << M_LIGHT_OPERATIONS },
		{ "classes too close to each other", 1, { 25, 25, 25, 25 }, BOTTLENECK_SEVERAL,
		  1U << M_BAD_SPECULATION | 1U << M_FRONTEND_BOUND | 1U << M_BACKEND_BOUND },
		{ "invalid counters", 1, { 0, 100, 0, 0 }, BOTTLENECK_UNKNOWN, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin();
		runs("task", cases[i].busy, cases[i].split);
		find();
		if (found.kind != cases[i].kind || (cases[i].nodes && found.nodes != cases[i].nodes))
			fail_msg("%s: kind %d, nodes %#x", cases[i].what, found.kind, found.nodes);
	}
}

TEST(watched_tasks_have_a_bottleneck_however_little_they_ran)
{
	runs("stream", 0.1, memory_bound);
	fixture_make_watched(now, "pid 7");
	find();
	assert_int_equal(found.kind, BOTTLENECK_NODE);
}

TEST(each_of_several_classes_has_the_name_with_most_of_it)
{
	runs("stream", 0.45, memory_bound);
	runs("java", 0.45, frontend_bound);
	find();
	assert_int_equal(found.kind, BOTTLENECK_SEVERAL);
	assert_int_equal(found.n_names, 2);
	assert_string_equal(found.names[0].name, "java");
	assert_int_equal(found.names[0].node, M_FRONTEND_BOUND);
	assert_string_equal(found.names[1].name, "stream");
	assert_int_equal(found.names[1].node, M_BACKEND_BOUND);
}

TEST(counters_that_were_never_on_say_nothing)
{
	runs("stream", 1, memory_bound);
	for (size_t i = 0; i < now->table[ROW_CPU].n; i++)
		now->table[ROW_CPU].rows[i].numbers->counts = (struct counts){ .off = true };
	find();
	assert_int_equal(found.kind, BOTTLENECK_UNKNOWN);
}

TEST(before_the_first_interval_nothing_is_known)
{
	bottleneck_find(now, &found);
	assert_int_equal(found.kind, BOTTLENECK_UNKNOWN);
}

/* ---- over time ---- */

/* The interval ends, and the filter sees it; the next one has begun before. */
static void end_interval(void)
{
	now->seq = ++seq;
	assert_int_equal(snapshot_finish(now), 0);
	bottleneck_filter_add(&filter, now);
}

/* The next interval, in which one process runs; returns the node that is shown then. */
static enum metric_id next(const char *name, const double split[4], uint64_t interval_ns)
{
	begin();
	runs(name, 1, split);
	now->interval_ns = interval_ns;
	for (size_t i = 0; i < now->table[ROW_CPU].n; i++)
		now->table[ROW_CPU].rows[i].busy_ns = interval_ns;
	end_interval();
	return bottleneck_node(&filter.shown);
}

TEST(the_first_finding_is_shown_at_once)
{
	assert_int_equal(next("stream", memory_bound, SECOND), M_MEMORY_BOUND);
}

TEST(another_finding_is_shown_from_its_third_second_on)
{
	(void)next("stream", memory_bound, SECOND);
	assert_int_equal(next("java", frontend_bound, SECOND), M_MEMORY_BOUND);
	assert_int_equal(next("java", frontend_bound, SECOND), M_MEMORY_BOUND);
	assert_int_equal(next("java", frontend_bound, SECOND), M_FETCH_LATENCY);
}

TEST(a_machine_that_becomes_busy_is_not_said_to_be_idle)
{
	runs("stream", 0.1, memory_bound);
	now->interval_ns = SECOND;
	end_interval();
	assert_int_equal(filter.shown.kind, BOTTLENECK_IDLE);
	assert_int_equal(next("stream", memory_bound, SECOND), M_MEMORY_BOUND);
}

TEST(a_finding_that_comes_back_is_never_left)
{
	(void)next("stream", memory_bound, SECOND);
	for (int i = 0; i < 10; i++) {
		assert_int_equal(next("java", frontend_bound, SECOND), M_MEMORY_BOUND);
		assert_int_equal(next("java", frontend_bound, SECOND), M_MEMORY_BOUND);
		assert_int_equal(next("stream", memory_bound, SECOND), M_MEMORY_BOUND);
	}
}

TEST(short_intervals_change_it_no_sooner)
{
	(void)next("stream", memory_bound, SECOND / 10);
	for (int i = 0; i < 24; i++)
		assert_int_equal(next("java", frontend_bound, SECOND / 10), M_MEMORY_BOUND);
	assert_int_equal(next("java", frontend_bound, SECOND / 10), M_FETCH_LATENCY);
}

TEST(an_interval_of_a_minute_is_sure_by_itself)
{
	(void)next("stream", memory_bound, 60 * SECOND);
	assert_int_equal(next("java", frontend_bound, 60 * SECOND), M_FETCH_LATENCY);
}

TEST(names_stay_as_long_as_findings_do)
{
	(void)next("stream", memory_bound, SECOND);
	(void)next("other", memory_bound, SECOND);
	assert_string_equal(filter.shown.names[0].name, "stream");
	assert_true(has(&filter.shown, "stream", 0));	/* it did not run in this interval */
	(void)next("other", memory_bound, SECOND);
	(void)next("other", memory_bound, SECOND);
	assert_string_equal(filter.shown.names[0].name, "other");
}

/* Two processes share the node; the filter sees it. */
static void share(double first, double second)
{
	begin();
	runs("first", first, memory_bound);
	runs("second", second, memory_bound);
	end_interval();
}

TEST(names_stay_in_their_order_and_their_numbers_are_new)
{
	share(0.6, 0.4);
	share(0.4, 0.6);
	assert_string_equal(filter.shown.names[0].name, "first");
	assert_true(has(&filter.shown, "first", 40) && has(&filter.shown, "second", 60));
}

TEST(findings_that_alternate_do_not_keep_an_old_one)
{
	(void)next("stream", memory_bound, SECOND);
	for (int i = 0; i < 4; i++) {
		(void)next("java", frontend_bound, SECOND);
		(void)next("loop", even, SECOND);
	}
	assert_int_not_equal(bottleneck_node(&filter.shown), M_MEMORY_BOUND);
}

TEST(invalid_counters_are_told_at_once)
{
	(void)next("stream", memory_bound, SECOND);
	(void)next("loop", (double[]){ 0, 100, 0, 0 }, SECOND);
	assert_int_equal(filter.shown.kind, BOTTLENECK_UNKNOWN);
}

TEST(an_interval_is_added_once)
{
	(void)next("stream", memory_bound, SECOND);
	(void)next("java", frontend_bound, SECOND);
	bottleneck_filter_add(&filter, now);
	bottleneck_filter_add(&filter, now);
	assert_int_equal(bottleneck_node(&filter.shown), M_MEMORY_BOUND);
}
