/* SPDX-License-Identifier: GPL-2.0-only */
/* What --level and --node open: bits are nodes of batch_deep. */
#include "config.h"

#include "model/cores/trees.h"
#include "tests/fixtures/fixture_batch.h"
#include "model/hash.h"
#include "ui/main/nodes.h"
#include "ui/options/options.h"

static struct options options;
static struct tree_request request;
static struct err err;

SETUP
{
	options_init(&options);
}

static uint64_t opened(const char *node, int level, int32_t watched)
{
	options.node = node;
	options.look.level = level;
	options.retire_latency = RETIRE_OFF;
	assert_int_equal(nodes_request_make(&options, &batch_deep, watched, &request, &err), 0);
	assert_int_equal(request.scope, watched ? LIVE_WATCHED : LIVE_MACHINE);
	assert_int_equal(request.id, watched);
	assert_int_equal(request.latency, RETIRE_OFF);
	assert_int_equal(request.open[TYPE_ATOM][0], 0);
	return request.open[TYPE_CORE][0];
}

TEST(a_level_opens_all_nodes_above_it)
{
	assert_int_equal(opened(NULL, 3, 0), 1 << 0 | 1 << 1 | 1 << 7);
	assert_int_equal(opened(NULL, 4, 7), 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 6 | 1 << 7);
}

TEST(a_node_opens_the_path_to_it_and_its_children)
{
	assert_int_equal(opened("tma_dram_bound", 1, 0), 1 << 0 | 1 << 1 | 1 << 3);
	assert_int_equal(opened("mem_bandwidth", 1, 7), 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4);
	assert_int_equal(opened("dram_bound", 3, 7), 1 << 0 | 1 << 1 | 1 << 3 | 1 << 7);
	assert_int_equal(opened("dram Bound", 3, 7), 1 << 0 | 1 << 1 | 1 << 3 | 1 << 7);
}

TEST(a_node_of_levels_1_and_2_has_all_its_names)
{
	assert_int_equal(opened("memory_bound", 2, 0), 1 << 0 | 1 << 1);
	assert_int_equal(opened("mem", 2, 0), 1 << 0 | 1 << 1);
}

TEST(an_unknown_node_is_refused_with_near_names)
{
	static const struct {
		const char *node, *sentence;
	} cases[] = {
		{ "tma_dram_bond",
		  "--node tma_dram_bond: Test CPU has no such node: did you mean tma_dram_bound?" },
		{ "bandwidth",
		  "--node bandwidth: Test CPU has no such node: did you mean "
		  "Memory bandwidth (tma_mem_bandwidth)?" },
		{ "tma_l2_bound",
		  "--node tma_l2_bound: Test CPU has no such node: did you mean tma_l3_bound?" },
		{ "qqq", "--node qqq: Test CPU has no such node" },
	};
	struct family renamed = *batch_deep.family;
	const struct machine machine = { .family = &renamed };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		options.node = cases[i].node;
		assert_int_equal(nodes_request_make(&options, &batch_deep, 0, &request, &err), -ENOENT);
		assert_string_equal(err.text, cases[i].sentence);
	}
	renamed.tree[TYPE_CORE] = &tree_intel_spr;
	options.node = cases[0].node;
	assert_int_equal(nodes_request_make(&options, &machine, 0, &request, &err), -ENOENT);
	assert_non_null(strstr(err.text, "did you mean DRAM bound (tma_l3_miss_bound)?"));
}

TEST(a_row_is_named_by_its_kind_and_number_or_name)
{
	static const struct {
		const char *of;
		enum live_scope scope;
		int32_t id;
		const char *hashed;
	} cases[] = {
		{ "cpu:3", LIVE_CPU, 3, NULL }, { "pid:2311", LIVE_PROCESS, 2311, NULL },
		{ "tid:7", LIVE_THREAD, 7, NULL }, { "user:shop", LIVE_USER, 0, "shop" },
		{ "cgroup:/a.slice/b:c", LIVE_CGROUP, 0, "/a.slice/b:c" },
		{ "command:java", LIVE_NAME, 0, "java" },
	};
	static const char *const bad[] = { "cpu", "cpu:", "cpu:x", "pid:-1", "pid:1x", "node:3", ":3",
					   "pid:99999999999" };

	options.look.level = 3;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		options.node_of = cases[i].of;
		assert_int_equal(nodes_request_make(&options, &batch_deep, 0, &request, &err), 0);
		assert_int_equal(request.scope, cases[i].scope);
		assert_int_equal(request.id, cases[i].id);
		assert_int_equal(request.start_ns, cases[i].hashed ? hash_text(cases[i].hashed) : 0);
		assert_int_not_equal(request.open[TYPE_CORE][0], 0);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		options.node_of = bad[i];
		assert_int_equal(nodes_request_make(&options, &batch_deep, 0, &request, &err), -EINVAL);
		assert_non_null(strstr(err.text, ": must be cpu:N, pid:N, "));
	}
}
