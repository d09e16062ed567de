/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of nodes is a tree, and agrees with perf's metric tables. */
#include "config.h"
#include "model/metric.h"

#include <ctype.h>

#include "tests/fixtures/test_main.h"

TEST(every_node_is_filled_in)
{
	for (int id = 0; id < M_COUNT; id++) {
		const struct metric *m = &metrics[id];

		assert_non_null(m->key);
		/* perf has other names for shares of cycles. */
		assert_int_equal(strncmp(m->slug, "tma_", 4) != 0, strstr(m->slug, "_stalled_cycles") != NULL);
		assert_true(isupper((unsigned char)m->title[0]));
		assert_in_range(strlen(m->column), 1, 6);
		assert_true(isupper((unsigned char)m->letter));
		assert_true(m->threshold > 0 && m->threshold <= 1);
		assert_in_range(strlen(m->help) + strlen(m->advice), 250, 400);
		assert_null(strstr(m->help, "Try "));
		assert_non_null(strstr(m->advice, "Try "));
		assert_int_equal(m->help[strlen(m->help) - 1], '.');
		assert_int_equal(m->advice[strlen(m->advice) - 1], '.');
		assert_int_equal(m->sense == SENSE_LOST, m->loss != NULL);
	}
}

TEST(no_two_nodes_share_a_name)
{
	for (int a = 0; a < M_COUNT; a++)
		for (int b = 0; b < a; b++) {
			assert_string_not_equal(metrics[a].key, metrics[b].key);
			assert_string_not_equal(metrics[a].slug, metrics[b].slug);
			assert_string_not_equal(metrics[a].title, metrics[b].title);
			assert_string_not_equal(metrics[a].column, metrics[b].column);
			assert_int_not_equal(metrics[a].letter, metrics[b].letter);
			assert_string_not_equal(metrics[a].help, metrics[b].help);
		}
}

TEST(one_forward_pass_draws_the_tree)
{
	enum metric_id open = M_NONE;

	for (int id = 0; id < M_COUNT; id++)
		if (metrics[id].parent == M_NONE)
			open = (enum metric_id)id;
		else
			assert_int_equal(metrics[id].parent, open);
}

TEST(without_optional_nodes_level_one_has_four_and_each_has_two_below)
{
	int level1 = 0, children[M_COUNT] = { 0 };

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		if (metrics[id].optional)
			continue;
		if (metric_level(id) == 1) {
			level1++;
			continue;
		}
		assert_int_equal(metric_level(id), 2);
		children[metrics[id].parent]++;
	}
	assert_int_equal(level1, 4);
	for (enum metric_id id = 0; id < M_COUNT; id++)
		assert_int_equal(children[id],
				 metric_level(id) == 1 && !metrics[id].optional ? 2 : 0);
}

TEST(keys_slugs_titles_and_thresholds_are_the_promised_ones)
{
	static const struct {
		const char *key, *slug, *column;
		double threshold;
	} promised[M_COUNT] = {
		[M_RETIRING] = { "ret", "tma_retiring", "RET", 0.7 },
		[M_LIGHT_OPERATIONS] = { "light", "tma_light_operations", "LIGHT", 0.6 },
		[M_HEAVY_OPERATIONS] = { "heavy", "tma_heavy_operations", "HEAVY", 0.1 },
		[M_BAD_SPECULATION] = { "bad", "tma_bad_speculation", "BAD", 0.15 },
		[M_BRANCH_MISPREDICTS] = { "misp", "tma_branch_mispredicts", "MISP", 0.1 },
		[M_MACHINE_CLEARS] = { "clears", "tma_machine_clears", "CLEARS", 0.1 },
		[M_FRONTEND_BOUND] = { "fe", "tma_frontend_bound", "FE", 0.15 },
		[M_FETCH_LATENCY] = { "lat", "tma_fetch_latency", "LAT", 0.1 },
		[M_FETCH_BANDWIDTH] = { "bw", "tma_fetch_bandwidth", "BW", 0.2 },
		[M_BACKEND_BOUND] = { "be", "tma_backend_bound", "BE", 0.2 },
		[M_MEMORY_BOUND] = { "mem", "tma_memory_bound", "MEM", 0.2 },
		[M_CORE_BOUND] = { "core", "tma_core_bound", "CORE", 0.1 },
		[M_RESOURCE_BOUND] = { "resource", "tma_resource_bound", "RESRC", 0.2 },
		[M_SMT_CONTENTION] = { "smt", "tma_smt_contention", "SMT", 0.15 },
		[M_BACKEND_OR_BAD] = { "rest", "tma_backend_bound_or_bad_speculation", "BE+BAD",
				       0.2 },
		[M_FRONTEND_STALLED] = { "fecyc", "frontend_stalled_cycles", "FECYC", 0.2 },
		[M_BACKEND_STALLED] = { "becyc", "backend_stalled_cycles", "BECYC", 0.2 },
	};

	for (int id = 0; id < M_COUNT; id++) {
		assert_string_equal(metrics[id].key, promised[id].key);
		assert_string_equal(metrics[id].slug, promised[id].slug);
		assert_string_equal(metrics[id].column, promised[id].column);
		assert_true(metrics[id].threshold == promised[id].threshold);
	}
}

TEST(a_node_is_found_by_key_and_by_slug)
{
	for (int id = 0; id < M_COUNT; id++) {
		assert_int_equal(metric_find(metrics[id].key), id);
		assert_int_equal(metric_find(metrics[id].slug), id);
	}
}

TEST(an_unknown_name_is_no_node)
{
	assert_int_equal(metric_find("backend"), M_NONE);
	assert_int_equal(metric_find("b"), M_NONE);
	assert_int_equal(metric_find(""), M_NONE);
}
