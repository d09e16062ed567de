/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes of the simulated machine: each process has a story that agrees with its levels 1 and 2,
 * is counted by groups that take turns, and is the same each time.
 */
#include "config.h"
#include "collect/demo/demo_nodes.h"

#include "collect/collector/collector.h"
#include "collect/demo/source_demo.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "model/tree/tree_expr.h"
#include "tests/fixtures/test_main.h"

#define SECOND_NS 1000000000ULL

enum { STREAM = 3561, PYTHON = 3107, COMPILER = 4460, FFMPEG = 3340, MEMCACHED = 1533 };

static uint64_t now_ns;
static struct source *source;
static struct exchange *exchange;
static struct tree_requests *requests;
static struct node_counter *nodes;
static struct collector *collector;
static struct control control;
static const struct tree *tree;

static uint64_t clock_ns(void)
{
	return now_ns;
}

static double wall_clock(void)
{
	return (double)now_ns / 1e9;
}

SETUP
{
	struct collector_options options = { .wall_clock = wall_clock };

	now_ns = SECOND_NS;
	control = (struct control){ .interval_ns = SECOND_NS, .wake_ui = -1, .wake_collector = -1 };
	exchange = exchange_new();
	requests = tree_requests_new();
	assert_int_equal(source_demo_open_at(&source, clock_ns, NULL), 0);
	assert_int_equal(demo_nodes_new(&source->machine, requests, (struct demo_nodes_record){ NULL }, &nodes, NULL), 0);
	tree = source->machine.family->tree[TYPE_CORE];
	options.companions.nodes = nodes;
	collector = collector_new(source, exchange, &control, &options);
	assert_true(collector && collector_begin(collector, now_ns));
}

TEARDOWN
{
	collector_free(collector);
	nodes->ops->free(nodes);
	source->ops->close(source);
	tree_requests_free(requests);
	exchange_free(exchange);
}

static void put(enum live_scope scope, int32_t id, const char *slug, bool follow)
{
	struct tree_request request = { .scope = scope, .id = id, .follow = follow };

	if (slug)
		tree_open_node(tree, tree_find(tree, slug), request.open[TYPE_CORE]);
	tree_requests_put(requests, &request);
}

static const struct opened *run(int seconds)
{
	const struct snapshot *snapshot = NULL;

	for (int i = 0; i < seconds; i++) {
		now_ns += SECOND_NS;
		assert_true(collector_step(collector, now_ns));
		snapshot = exchange_latest(exchange);
		assert_non_null(snapshot);
	}
	return &snapshot->opened;
}

static const struct opened_node *node(const struct opened *opened, const char *slug)
{
	const struct opened_node *found =
		opened_find(opened, TYPE_CORE, tree_find(tree, slug));

	assert_non_null(found);
	return found;
}

static const struct row *process(int32_t pid)
{
	const struct row *row = snapshot_find(exchange_latest(exchange), ROW_PROCESS, pid);

	assert_non_null(row);
	return row;
}

TEST(nothing_is_counted_before_a_request)
{
	assert_int_equal(run(1)->scope, LIVE_NOTHING);
	put(LIVE_PROCESS, STREAM, "memory_bound", false);
	assert_int_equal(run(1)->scope, LIVE_PROCESS);
	put(LIVE_NOTHING, 0, NULL, false);
	assert_int_equal(run(1)->scope, LIVE_NOTHING);
}

TEST(memory_bound_is_divided_among_its_children)
{
	const struct opened *opened;
	double sum = 0;

	put(LIVE_PROCESS, STREAM, "memory_bound", false);
	opened = run(5);
	for (size_t i = 0; i < opened->n; i++)
		sum += (double)opened->node[i].percent;
	assert_true(fabs(sum - (double)process(STREAM)->numbers->values.percent[M_MEMORY_BOUND]) < 8);
	assert_true(node(opened, "l3_miss_bound")->percent > 50);
	assert_true(node(opened, "l3_miss_bound")->over);
	assert_int_equal(node(opened, "l3_miss_bound")->quality, Q_COUNTED);	/* one group */
	assert_false(node(opened, "l2_bound")->over);
}

TEST(groups_take_turns_and_have_errors)
{
	const struct opened *opened;

	put(LIVE_PROCESS, STREAM, "l1_bound", false);
	opened = run(2);
	assert_true(opened->groups >= 2);
	assert_true(isnan(node(opened, "l3_miss_bound")->error));
	opened = run(4);
	assert_true(node(opened, "l3_miss_bound")->running > 80.0F / (float)opened->groups);
	assert_true(node(opened, "l3_miss_bound")->running < 120.0F / (float)opened->groups);
	assert_true(node(opened, "l3_miss_bound")->error > 0);
	assert_true(node(opened, "l3_miss_bound")->error < 8);
	assert_true(node(opened, "l3_miss_bound")->at_once);
}

/* The path that key A follows in this process. */
static const struct opened *follow(int32_t pid)
{
	put(LIVE_PROCESS, pid, NULL, true);
	return run(6);
}

TEST(each_process_has_its_own_story)
{
	const struct opened *opened = follow(STREAM);

	assert_true(node(opened, "mem_bandwidth")->over);
	assert_true(node(opened, "mem_bandwidth")->percent > node(opened, "mem_latency")->percent);
	opened = follow(MEMCACHED);
	assert_true(node(opened, "mem_latency")->over);
	assert_true(node(opened, "mem_latency")->percent > node(opened, "mem_bandwidth")->percent);
	opened = follow(COMPILER);
	assert_true(node(opened, "icache_misses")->over);
	assert_true(node(opened, "code_l2_hit")->percent > 0);
	opened = follow(PYTHON);
	assert_true(node(opened, "other_mispredicts")->percent >= 0);
}

TEST(the_same_requests_give_the_same_numbers)
{
	struct opened first;

	put(LIVE_PROCESS, MEMCACHED, "l3_miss_bound", false);
	first = *run(5);
	(void)teardown_of_each(state);
	(void)setup_of_each(state);
	put(LIVE_PROCESS, MEMCACHED, "l3_miss_bound", false);
	assert_memory_equal(run(5)->node, first.node, first.n * sizeof(first.node[0]));
}

TEST(the_machine_is_the_sum_of_its_processes_and_a_cpu_has_nodes)
{
	const struct opened *opened;

	put(LIVE_MACHINE, 0, "memory_bound", false);
	opened = run(4);
	assert_true(opened->cpus);
	assert_int_equal(opened->counted, 8);
	assert_true(node(opened, "l3_miss_bound")->percent > 5);
	assert_true(node(opened, "l3_miss_bound")->percent < 30);
	put(LIVE_CPU, 3, "memory_bound", false);
	assert_true(node(run(4), "l3_miss_bound")->percent > 0);
}

/* The user of stream_c has it, python3 and openssl. */
TEST(a_user_is_the_sum_of_its_processes)
{
	struct tree_request request = { .scope = LIVE_USER };
	const struct snapshot *snapshot;
	double user, stream;

	put(LIVE_PROCESS, STREAM, "memory_bound", false);
	stream = (double)node(run(4), "l3_miss_bound")->percent;
	snapshot = exchange_latest(exchange);
	request.start_ns =
		snapshot->table[ROW_USER].rows[process(STREAM)->of_user].start_ns;
	tree_open_node(tree, tree_find(tree, "memory_bound"), request.open[TYPE_CORE]);
	tree_requests_put(requests, &request);
	user = (double)node(run(4), "l3_miss_bound")->percent;
	assert_true(user > stream * 0.25 && user < stream * 0.75);
}

TEST(whoever_has_exited_has_no_values)
{
	put(LIVE_PROCESS, 999999, "memory_bound", false);
	assert_int_equal(node(run(3), "l3_miss_bound")->quality, Q_MISSING);
}

/* Values of all nodes of all processes with a story: shares are shares. */
TEST(no_value_is_absurd)
{
	static const int32_t pids[] = { STREAM, PYTHON, COMPILER, FFMPEG, MEMCACHED, 20110, 3702,
					3777, 2755, 1622, 2311, 1205, 1701 };

	for (size_t p = 0; p < sizeof(pids) / sizeof(pids[0]); p++) {
		for (int parent = 0; parent < (int)tree->n_nodes; parent++) {
			const struct opened *opened;

			if (tree_node(tree, parent)->level < 2 || tree_child(tree, parent, -1) < 0)
				continue;
			put(LIVE_PROCESS, pids[p], tree_node(tree, parent)->slug, false);
			opened = run(1);
			for (size_t i = 0; i < opened->n; i++) {
				const struct opened_node *at = &opened->node[i];

				if (at->percent >= -0.01F && at->percent < 100)
					continue;
				fail_msg("%d: %s is %.2f", pids[p], tree_node(tree, at->node)->slug,
					 (double)at->percent);
			}
		}
	}
}

TEST(each_event_of_the_tree_has_a_rate)
{
	struct tree_code *code;
	struct tree_event_set events;

	assert_int_equal(tree_compile(tree, &code, NULL), 0);
	for (size_t i = 0; i < tree->n_nodes; i++) {
		tree_events_of(code, i, &events, NULL);
		for (size_t e = 0; e < tree->n_events; e++)
			if (tree_event_set_has(&events, e) &&
			    tree_event(tree, e)->origin == TREE_COUNTED &&
			    !demo_has_rate(tree_event(tree, e)->name))
				fail_msg("%s of %s", tree_event(tree, e)->name, tree_node(tree, i)->slug);
	}
	tree_code_free(code);
}
