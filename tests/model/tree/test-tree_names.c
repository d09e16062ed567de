/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf calls nodes, and which names a binary of perf has. */
#include "config.h"
#include "model/tree/tree_names.h"

#include "collect/perf/perf_binary.h"
#include "tests/fixtures/test_main.h"

#define BINARY(bytes) (bytes), sizeof(bytes) - 1

/* Says what perf_name_of() has of it: "name (other) since", "newer" and "missing" where they hold. */
static const char *told(const char *slug, const char *bytes, size_t n)
{
	struct perf_names names = { 0 };
	static char text[160];
	struct perf_name name;

	if (bytes)
		perf_binary_search(bytes, n, &names);
	name = perf_name_of(slug, bytes ? &names : NULL);
	(void)snprintf(text, sizeof(text), "%s (%s) %s%s%s", name.name,
		       name.other ? name.other : "", name.since ? name.since : "",
		       name.other_is_newer ? "newer" : "", name.missing ? " missing" : "");
	return text;
}

TEST(a_node_has_the_name_that_the_installed_perf_knows_and_the_other_one_beside_it)
{
	static const struct {
		const char *slug, *bytes;
		size_t n;
		const char *told;
	} cases[] = {
		{ "tma_l3_miss_bound", NULL, 0, "tma_l3_miss_bound (tma_dram_bound) " },
		{ "tma_l3_miss_bound", BINARY("\0tma_dram_bound\0"),
		  "tma_dram_bound (tma_l3_miss_bound) newer" },
		{ "tma_l3_miss_bound", BINARY("\0tma_dram_bound\0tma_l3_miss_bound\0"),
		  "tma_l3_miss_bound (tma_dram_bound) " },
		{ "tma_ms", BINARY("\0tma_ms_switches\0 tma_ms\0x\0tma_ms"),	/* no such name */
		  "tma_ms () newer than 6.12 missing" },
		{ "tma_c01_wait", BINARY("\0tma_dram_bound\0"), "tma_c01_wait () 6.12 missing" },
		{ "tma_c01_wait", BINARY("\0tma_c01_wait\0"), "tma_c01_wait () 6.12" },
		{ "tma_retiring", BINARY("\0tma_dram_bound\0"), "tma_retiring () " },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(told(cases[i].slug, cases[i].bytes, cases[i].n),
				    cases[i].told);
}
