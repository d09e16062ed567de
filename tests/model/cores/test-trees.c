/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The generated trees: do they give what perf's own expressions give (reference.tsv, made by
 * reference.py), are their events encoded as Intel's tables say, and are they well-formed?
 */
#include "config.h"
#include "model/cores/trees.h"

#include <inttypes.h>

#include "model/hash.h"
#include "model/tree/tree_expr.h"
#include "tests/fixtures/fixture_small_tree.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define TREE_ROW(name) { #name, &(name) },

static const struct {
	const char *name;
	const struct tree *tree;
} trees[] = { TREES(TREE_ROW) };

/* As in reference.py. */
static const struct state {
	bool smt, core_wide, pmem;
	double ghz;
	bool by_config, scattered;
	int seed;
} states[] = {
	{ .ghz = 2.5 },
	{ .smt = true, .pmem = true, .ghz = 3.125, .seed = 1 },
	{ .smt = true, .core_wide = true, .ghz = 1.75, .by_config = true, .seed = 2 },
	{ .pmem = true, .ghz = 4.5, .scattered = true, .seed = 18 },
	{ .smt = true, .ghz = 2.25, .scattered = true, .seed = 88 },
};
#define STATES N(states)

struct evaluated {
	double value[TREE_NODES_MAX];
	bool over[TREE_NODES_MAX];
};

/* Counts and latencies that the state makes of an event. */
static void invent(const struct tree_event *event, size_t state, double *count, double *latency)
{
	char text[160], timed[164];
	uint64_t value;

	if (states[state].by_config)
		(void)snprintf(text, sizeof(text), "%d:0x%" PRIx64 ",0x%" PRIx64, states[state].seed,
			       event->config, event->config1);
	else
		(void)snprintf(text, sizeof(text), "%d:%s", states[state].seed, event->name);
	(void)snprintf(timed, sizeof(timed), "%s:R", text);
	value = hash_text(text) >> 20;
	*count = (double)((100000 + value % 900000) >>
			  (states[state].scattered ? value / 900000 % 15 : 0));
	*latency = 1 + (double)((hash_text(timed) >> 20) % 200);
}

/* Arm's slots are made of cycles, so are their counts. AmpereOne: as many a cycle as in reference.py. */
static void make_slots(const struct tree *tree, double *count)
{
	const double slots = tree->slots ? tree->slots : 4;
	double cycles = NAN;

	for (size_t i = 0; i < tree->n_events; i++)
		if (tree_event(tree, i)->origin == TREE_CYCLES)
			cycles = count[i];
	for (size_t i = 0; i < tree->n_events; i++)
		if (!strcmp(tree_event(tree, i)->name, "SLOTS"))
			count[i] = slots * cycles;
}

static void evaluate(const struct tree *tree, size_t state, struct evaluated *result)
{
	double count[TREE_EVENTS_MAX], latency[TREE_EVENTS_MAX];
	struct tree_code *code = compiled_tree(tree);
	const struct tree_known known = {
		.count = count, .latency = latency, .smt = states[state].smt,
		.core_wide = states[state].core_wide, .pmem = states[state].pmem,
		.ghz = states[state].ghz,
	};

	for (size_t i = 0; i < tree->n_events; i++)
		invent(tree_event(tree, i), state, &count[i], &latency[i]);
	make_slots(tree, count);
	for (size_t i = 0; i < tree->n_nodes; i++)
		result->value[i] = tree_eval(code, i, &known);
	for (size_t i = 0; i < tree->n_nodes; i++)
		result->over[i] = tree_is_over(code, i, result->value);
	tree_code_free(code);
}

static const struct tree *find_tree(const char *name)
{
	for (size_t i = 0; i < N(trees); i++)
		if (!strcmp(trees[i].name, name))
			return trees[i].tree;
	return NULL;
}

/* The threshold is the vendor's, apart from spaces. */
static uint64_t hash_of_threshold(const struct tree_node *node)
{
	char text[512];
	size_t n = 0;

	for (const char *from = node->threshold; *from && n < sizeof(text) - 1; from++)
		if (*from != ' ')
			text[n++] = *from;
	text[n] = '\0';
	return hash_text(text) >> 32;
}

/* Lines of a tree follow each other, so that each is evaluated once. */
static void check_reference(const char *line, const struct tree **tree,
			    struct evaluated evaluated[STATES], size_t *nodes)
{
	char name[32], slug[64], over[STATES + 1];
	double value[STATES];
	uint64_t threshold;
	int node;

	assert_int_equal(sscanf(line, "%31s %63s %lf %lf %lf %lf %lf %5s %" SCNx64, name, slug,
				&value[0], &value[1], &value[2], &value[3], &value[4], over,
				&threshold), 9);
	if (*tree != find_tree(name)) {
		assert_true(!*tree || *nodes == (*tree)->n_nodes);
		*tree = find_tree(name);
		if (!*tree)
			fail_msg("there is no %s", name);
		*nodes = 0;
		for (size_t state = 0; state < STATES; state++)
			evaluate(*tree, state, &evaluated[state]);
	}
	node = tree_find(*tree, slug);
	if (node < 0)
		fail_msg("%s has no %s", name, slug);
	++*nodes;
	if (threshold && hash_of_threshold(tree_node(*tree, node)) != threshold)
		fail_msg("%s: the threshold of %s is another one", name, slug);
	for (size_t state = 0; state < STATES; state++) {
		const double ours = evaluated[state].value[node];

		if (!(fabs(ours - value[state]) <= 1e-9 * fabs(value[state]) + 1e-15))
			fail_msg("%s: %s is %.12g, not %.12g (state %zu)", name, slug, ours, value[state], state);
		if (evaluated[state].over[node] != (over[state] == '1'))
			fail_msg("%s: is %s over its threshold? (state %zu)", name, slug, state);
	}
}

TEST(each_node_is_what_the_expression_of_its_vendor_gives)
{
	static struct evaluated evaluated[STATES];
	const struct tree *tree = NULL;
	FILE *file = fopen(fixture("model/tree", "reference.tsv"), "re");
	char line[256];
	size_t nodes = 0, n_trees = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		const struct tree *before = tree;

		if (line[0] == '#')
			continue;
		check_reference(line, &tree, evaluated, &nodes);
		n_trees += tree != before;
	}
	(void)fclose(file);
	assert_int_equal(nodes, tree->n_nodes);
	assert_int_equal(n_trees, N(trees));
}

/* ---- encodings ---- */

/* The tables of tests/metrics/samples.tsv that a tree's events come from. */
static const struct {
	const char *tree, *table, *pmu;
} listed[] = {
	{ "tree_intel_snb", "sandybridge", "-" }, { "tree_intel_jkt", "jaketown", "-" },
	{ "tree_intel_ivb", "ivybridge", "-" }, { "tree_intel_ivt", "ivytown", "-" },
	{ "tree_intel_hsw", "haswell", "-" }, { "tree_intel_hsx", "haswellx", "-" },
	{ "tree_intel_bdw", "broadwell", "-" }, { "tree_intel_bdwde", "broadwellde", "-" },
	{ "tree_intel_bdx", "broadwellx", "-" }, { "tree_intel_skl", "skylake", "-" },
	{ "tree_intel_skx", "skylakex", "-" }, { "tree_intel_clx", "cascadelakex", "-" },
	{ "tree_intel_icl", "icelake", "-" }, { "tree_intel_icl", "rocketlake", "-" },
	{ "tree_intel_icx", "icelakex", "-" }, { "tree_intel_tgl", "tigerlake", "-" },
	{ "tree_intel_spr", "sapphirerapids", "-" }, { "tree_intel_emr", "emeraldrapids", "-" },
	{ "tree_intel_gnr", "graniterapids", "-" }, { "tree_intel_adl", "alderlake", "core" },
	{ "tree_intel_mtl", "meteorlake", "core" }, { "tree_intel_lnl", "lunarlake", "core" },
	{ "tree_intel_arl", "arrowlake", "core" }, { "tree_intel_grt", "alderlake", "atom" },
	{ "tree_intel_grt", "alderlaken", "-" }, { "tree_intel_cmt", "meteorlake", "atom" },
	{ "tree_intel_cmt", "sierraforest", "-" }, { "tree_intel_cmt", "grandridge", "-" },
	{ "tree_intel_ptl", "pantherlake", "core" }, { "tree_intel_glm", "goldmont", "-" },
	{ "tree_intel_tnt", "elkhartlake", "-" }, { "tree_intel_tnt", "snowridgex", "-" },
	{ "tree_intel_skt", "lunarlake", "atom" }, { "tree_intel_skt", "arrowlake", "atom" },
};

static const struct tree *tree_of_table(const char *table, const char *pmu)
{
	for (size_t i = 0; i < N(listed); i++)
		if (!strcmp(listed[i].table, table) && !strcmp(listed[i].pmu, pmu))
			return find_tree(listed[i].tree);
	return NULL;
}

static const struct tree_event *find_event(const struct tree *tree, const char *lower_case)
{
	for (size_t i = 0; i < tree->n_events; i++) {
		const char *name = tree_event(tree, i)->name;
		size_t k = 0;

		while (name[k] && (name[k] | 0x20) == (lower_case[k] | 0x20))
			k++;
		if (!name[k] && !lower_case[k])
			return tree_event(tree, i);
	}
	return NULL;
}

/* Returns whether the tree has the event of this line of samples.tsv. */
static bool check_listed(const char *line)
{
	char table[24], pmu[12], name[56], counters[12];
	uint64_t config, config1, period;
	int pebs;
	const struct tree *tree;
	const struct tree_event *event;

	if (sscanf(line, "%23s %11s event %55s %d %" SCNx64 " %" SCNx64 " %" SCNu64 " %11s", table,
		   pmu, name, &pebs, &config, &config1, &period, counters) != 8)
		return false;
	tree = tree_of_table(table, pmu);
	event = tree ? find_event(tree, name) : NULL;
	if (!event)
		return false;
	if (event->config != config || event->config1 != config1)
		fail_msg("%s: %s is 0x%" PRIx64 ", 0x%" PRIx64, tree->name, name, event->config, event->config1);
	if (!strncmp(counters, "fixed", 5))
		assert_int_not_equal(event->origin, TREE_COUNTED);
	else if (event->counters && event->counters != strtoul(counters, NULL, 16))
		fail_msg("%s: %s is counted on %s", tree->name, name, counters);
	else if (!event->counters)
		assert_true(strtoul(counters, NULL, 16) >= (1UL << tree->counters) - 1);
	if (pebs && !event->precise)
		fail_msg("%s: %s can be precise", tree->name, name);
	return true;
}

TEST(events_are_encoded_as_the_tables_of_samples_have_them)
{
	FILE *file = fopen(fixture("metrics", "samples.tsv"), "re");
	char line[256];
	size_t found = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		found += check_listed(line);
	(void)fclose(file);
	assert_true(found > 150);
}

/* ---- form ---- */

/* Holds for each tree, which the test has as `tree`. */
#define TREE_TEST(sentence)                                                                        \
	static void check_##sentence(const struct tree *tree);                                     \
	TEST(sentence)                                                                             \
	{                                                                                          \
		for (size_t i = 0; i < N(trees); i++)                                              \
			check_##sentence(trees[i].tree);                                           \
	}                                                                                          \
	static void check_##sentence(const struct tree *tree)

TREE_TEST(each_tree_compiles_so_all_names_in_it_are_known)
{
	assert_in_range(tree->n_nodes, 4, TREE_NODES_MAX);
	assert_in_range(tree->n_events, 1, TREE_EVENTS_MAX);
	assert_in_range(tree->counters, 1, 32);
	assert_in_range(tree->slots, 0, 16);
	assert_true(tree->name[0] && tree->source[0]);
	tree_code_free(compiled_tree(tree));
}

TREE_TEST(parents_stand_before_their_children_and_one_level_above)
{
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const int level = tree_node(tree, i)->level, parent = tree_parent(tree, i);

		assert_int_equal(level, parent < 0 ? 1 : tree_node(tree, parent)->level + 1);
	}
}

TREE_TEST(no_two_nodes_and_no_two_events_have_one_name)
{
	for (size_t i = 0; i < tree->n_nodes; i++) {
		assert_int_equal(tree_find(tree, tree_node(tree, i)->slug), i);
	}
	for (size_t i = 0; i < tree->n_events; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(tree_event(tree, i)->name, tree_event(tree, k)->name);
}

/* The limit is the one in the threshold. */
static void check_limit(const struct tree_node *node)
{
	const char *at = strstr(node->threshold, node->slug);
	float limit;

	if (isnan(node->limit))
		return;
	assert_non_null(at);
	assert_int_equal(sscanf(at + strlen(node->slug), " > %f", &limit), 1);
	assert_true(fabsf(limit - node->limit) < 1e-6F);
}

TREE_TEST(each_node_has_a_title_help_and_a_limit_between_0_and_1)
{
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const struct tree_node *node = tree_node(tree, i);

		assert_true(strlen(node->title) > 1 && strlen(node->title) <= 40);
		for (size_t k = 0; k < i; k++)
			assert_true(tree_parent(tree, k) != tree_parent(tree, i) ||
				    strcmp(tree_node(tree, k)->title, node->title) != 0);
		assert_true(strlen(node->help) > 20);
		assert_null(strstr(node->help, "Sample with"));
		assert_true(node->unit < TREE_UNITS);
		if (!isnan(node->limit))
			assert_true(node->limit > 0 && node->limit < 1);
		check_limit(node);
	}
}

TREE_TEST(a_node_is_sampled_with_the_first_event_that_it_names)
{
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const char *sample_with = tree_node(tree, i)->sample_with;
		const struct tree_event *sample = tree_sample(tree, (int)i);
		size_t event = 0;

		if (!sample) {
			assert_string_equal(sample_with, "");
			continue;
		}
		while (event < tree->n_events && tree_event(tree, event) != sample)
			event++;
		assert_true(event < tree->n_events);
		assert_int_equal(strncmp(sample_with, sample->name, strlen(sample->name)), 0);
		assert_true(sample->period > 0);
	}
}

static void mark_used(const struct tree *tree, const char *text, bool *used)
{
	for (size_t i = 0; i < tree->n_events; i++) {
		const char *name = tree_event(tree, i)->name;
		const size_t length = strlen(name);

		for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
			char before = at == text ? ' ' : at[-1], after = at[length];

			if (after == ':' && at[length + 1] == 'R')
				after = ' ';
			used[i] |= strchr(" (,;-+*/", before) && strchr(" ),;-+*/", after);
		}
	}
}

TREE_TEST(each_event_is_used)
{
	bool used[TREE_EVENTS_MAX] = { false };

	for (size_t i = 0; i < tree->n_nodes; i++) {
		mark_used(tree, tree_node(tree, i)->expression, used);
		mark_used(tree, tree_node(tree, i)->sample_with, used);
	}
	for (size_t i = 0; i < tree->n_terms; i++)
		mark_used(tree, tree_term(tree, i)->expression, used);
	for (size_t i = 0; i < tree->n_events; i++)
		if (!used[i])
			fail_msg("%s: nothing uses %s", tree->name, tree_event(tree, i)->name);
}

TREE_TEST(levels_1_and_2_are_the_nodes_that_families_have)
{
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const struct tree_node *node = tree_node(tree, i);

		if (node->level > 2)
			assert_int_equal(node->metric, M_NONE);
		else if (node->metric != M_NONE)
			assert_int_equal(tree_of_metric(tree, node->metric), i);
		if (node->metric != M_NONE && node->level == 1)
			assert_int_equal(metrics[node->metric].parent, M_NONE);
		if (node->metric != M_NONE && node->level == 2)
			assert_int_equal(metrics[node->metric].parent,
					 tree_node(tree, tree_parent(tree, i))->metric);
	}
}

/* The register's fields, and what only E-cores' fixed counters count, come from the slices. */
TREE_TEST(no_node_below_level_2_needs_the_register_itself)
{
	struct tree_code *code = compiled_tree(tree);

	for (size_t i = 0; i < tree->n_nodes; i++) {
		struct tree_event_set events, timed;

		if (!tree_is_counted(tree, i))
			continue;
		tree_events_of(code, i, &events, &timed);
		for (size_t k = 0; k < tree->n_events; k++) {
			const struct tree_event *event = tree_event(tree, k);

			if (tree_event_set_has(&events, k) && event->origin == TREE_METRIC)
				fail_msg("%s: %s needs %s", tree->name, tree_node(tree, i)->slug,
					 event->name);
			if (tree_event_set_has(&timed, k))
				assert_true(event->precise);
			if (event->origin == TREE_COUNTED)
				assert_true(event->config != 0);
		}
	}
	tree_code_free(code);
}
