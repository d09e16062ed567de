/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Levels 1 and 2 twice: by the formulas that are written by hand (collect/cpu), and by the
 * expressions of the generated trees (model/tree). Of the same random counts, both say the same.
 */
#include "config.h"

#include <strings.h>

#include "model/tree/tree_expr.h"
#include "tests/fixtures/each_family.h"
#include "tests/fixtures/test_main.h"

#define ROUNDS 50
#define NEAR 1e-9
#define CYCLES 1e9
#define CAPS_SLOTS 5

/* ---- where tdtop deliberately differs ---- */

/* clang-format off */
#define NO_COUNTER "E-cores of hybrids count level 2 with three events in one group: the other " \
		   "child is what its sibling leaves of the parent, and is not counted"
#define INCOMPLETE "the event of bad speculation lacks a part: it is what the others leave"
static const struct difference {
	enum core_type type;	/* of hybrids */
	const char *slug;
	const char *reason;
	const char *family;	/* NULL: of a hybrid */
} differences[] = {
	{ TYPE_CORE, "tma_bad_speculation", INCOMPLETE, "Intel Tremont" },
	{ TYPE_CORE, "tma_backend_bound", "Linux has no alias of its event: it is what the others leave",
	  "Intel Goldmont" },
	{ TYPE_ATOM, "tma_machine_clears", NO_COUNTER, NULL },
	{ TYPE_ATOM, "tma_ifetch_bandwidth", NO_COUNTER, NULL },
	{ TYPE_LOWPOWER, "tma_machine_clears", NO_COUNTER, NULL },
	{ TYPE_LOWPOWER, "tma_ifetch_bandwidth", NO_COUNTER, NULL },
};
/* clang-format on */
#define N_DIFFERENCES (sizeof(differences) / sizeof(differences[0]))

static bool may_differ(const struct family *family, enum core_type type, const char *slug)
{
	for (size_t i = 0; i < N_DIFFERENCES; i++)
		if ((differences[i].family ? !strcmp(family->name, differences[i].family) :
					     family->hybrid) &&
		    differences[i].type == type && !strcmp(differences[i].slug, slug))
			return true;
	return false;
}

/* ---- counts ---- */

static uint32_t seed;

static double random_ratio(double from, double to)
{
	seed = seed * 1664525U + 1013904223U;
	return from + (to - from) * (double)(seed >> 8) / (double)(1U << 24);
}

/*
 * What events count in each cycle, at least and at most, where that is not some 5 %: so that
 * classes are shares, children smaller than their parents, and nothing is limited to 0 or 1.
 */
static const struct {
	const char *event;
	double least, most;
} usual[] = {
	{ "CPU_CLK_UNHALTED.THREAD", 1, 1 }, { "CPU_CLK_UNHALTED.CORE", 1, 1 },
	{ "CPU_CLK_UNHALTED.THREAD_ANY", 1.5, 2 }, { "INST_RETIRED.ANY", 1.2, 2.4 },
	{ "TOPDOWN.SLOTS", 6, 6 }, { "PERF_METRICS.RETIRING", 1, 2 },
	{ "PERF_METRICS.BAD_SPECULATION", 1, 2 }, { "PERF_METRICS.FRONTEND_BOUND", 1, 2 },
	{ "PERF_METRICS.BACKEND_BOUND", 1, 2 }, { "PERF_METRICS.HEAVY_OPERATIONS", 0.2, 1 },
	{ "PERF_METRICS.BRANCH_MISPREDICTS", 0.2, 0.5 }, { "PERF_METRICS.FETCH_LATENCY", 0.2, 1 },
	{ "PERF_METRICS.MEMORY_BOUND", 0.2, 1 }, { "UOPS_RETIRED.RETIRE_SLOTS", 0.5, 1 },
	{ "UOPS_ISSUED.ANY", 1, 1.2 }, { "IDQ_UOPS_NOT_DELIVERED.CORE", 0.3, 0.9 },
	{ "UOPS_DECODED.DEC0", 0.1, 0.2 }, { "CYCLE_ACTIVITY.STALLS_TOTAL", 0.1, 0.3 },
	{ "CYCLE_ACTIVITY.CYCLES_NO_EXECUTE", 0.1, 0.3 }, { "CYCLE_ACTIVITY.CYCLES_NO_DISPATCH", 0.1, 0.3 },
	{ "UOPS_EXECUTED.CYCLES_GE_1_UOP_EXEC", 0.7, 0.9 }, { "UOPS_EXECUTED.CYCLES_GE_2_UOPS_EXEC", 0.4, 0.6 },
	{ "UOPS_EXECUTED.CYCLES_GE_3_UOPS_EXEC", 0.2, 0.3 }, { "UOPS_EXECUTED.CORE:c1", 0.7, 0.9 },
	{ "UOPS_EXECUTED.CORE:c2", 0.4, 0.6 }, { "UOPS_EXECUTED.CORE:c3", 0.2, 0.3 },
	{ "UOPS_DISPATCHED.THREAD:c1", 0.7, 0.9 }, { "UOPS_DISPATCHED.THREAD:c2", 0.4, 0.6 },
	{ "UOPS_DISPATCHED.THREAD:c3", 0.2, 0.3 },
	{ "IDQ_UOPS_NOT_DELIVERED.CYCLES_0_UOPS_DELIV.CORE", 0.02, 0.2 },
	{ "TOPDOWN_RETIRING.ALL", 0.8, 1.2 }, { "TOPDOWN_RETIRING.ALL_P", 0.8, 1.2 },
	{ "TOPDOWN_BAD_SPECULATION.ALL_P", 0.8, 1.2 }, { "TOPDOWN_FE_BOUND.ALL", 0.8, 1.2 },
	{ "TOPDOWN_FE_BOUND.ALL_P", 0.8, 1.2 }, { "TOPDOWN_BE_BOUND.ALL", 0.8, 1.2 },
	{ "TOPDOWN_BE_BOUND.ALL_P", 0.8, 1.2 },
};

static double count_of(const char *event)
{
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (!strcmp(usual[i].event, event))
			return CYCLES * random_ratio(usual[i].least, usual[i].most);
	return CYCLES * random_ratio(0.02, 0.08);
}

/* ---- the events of both ---- */

/* Events that sysfs names, times its .scale, by those of the trees: without SMT, and with it. */
static const struct {
	const char *sysfs;
	double factor, with_smt;
	const char *event, *event_with_smt;
} named[] = {
	{ "slots", 1, 1, "TOPDOWN.SLOTS", NULL }, { "topdown-retiring", 1, 1, "PERF_METRICS.RETIRING", NULL },
	{ "topdown-bad-spec", 1, 1, "PERF_METRICS.BAD_SPECULATION", NULL },
	{ "topdown-fe-bound", 1, 1, "PERF_METRICS.FRONTEND_BOUND", NULL },
	{ "topdown-be-bound", 1, 1, "PERF_METRICS.BACKEND_BOUND", NULL },
	{ "topdown-heavy-ops", 1, 1, "PERF_METRICS.HEAVY_OPERATIONS", NULL },
	{ "topdown-br-mispredict", 1, 1, "PERF_METRICS.BRANCH_MISPREDICTS", NULL },
	{ "topdown-fetch-lat", 1, 1, "PERF_METRICS.FETCH_LATENCY", NULL },
	{ "topdown-mem-bound", 1, 1, "PERF_METRICS.MEMORY_BOUND", NULL },
	{ "topdown-retiring", 1, 1, "TOPDOWN_RETIRING.ALL", NULL },
	{ "topdown-retiring", 1, 1, "TOPDOWN_RETIRING.ALL_P", NULL },
	{ "topdown-bad-spec", 1, 1, "TOPDOWN_BAD_SPECULATION.ALL_P", NULL },
	{ "topdown-fe-bound", 1, 1, "TOPDOWN_FE_BOUND.ALL", NULL },
	{ "topdown-fe-bound", 1, 1, "TOPDOWN_FE_BOUND.ALL_P", NULL },
	{ "topdown-be-bound", 1, 1, "TOPDOWN_BE_BOUND.ALL", NULL },
	{ "topdown-be-bound", 1, 1, "TOPDOWN_BE_BOUND.ALL_P", NULL },
	{ "topdown-total-slots", 4, 2, "CPU_CLK_UNHALTED.THREAD", "CPU_CLK_UNHALTED.THREAD_ANY" },
	{ "topdown-slots-retired", 1, 1, "UOPS_RETIRED.RETIRE_SLOTS", NULL },
	{ "topdown-slots-issued", 1, 1, "UOPS_ISSUED.ANY", NULL },
	{ "topdown-fetch-bubbles", 1, 1, "IDQ_UOPS_NOT_DELIVERED.CORE", NULL },
	{ "topdown-recovery-bubbles", 4, 2, "INT_MISC.RECOVERY_CYCLES", "INT_MISC.RECOVERY_CYCLES_ANY" },
	{ "topdown-total-slots", 3, 3, "CPU_CLK_UNHALTED.CORE", NULL },	/* Goldmont's */
	{ "topdown-slots-retired", 1, 1, "UOPS_RETIRED.ANY", NULL },
	{ "topdown-fetch-bubbles", 1, 1, "UOPS_NOT_DELIVERED.ANY", NULL },
	{ "topdown-recovery-bubbles", 1, 1, "ISSUE_SLOTS_NOT_CONSUMED.RECOVERY", NULL },
	{ "instructions", 1, 1, "INST_RETIRED.ANY", NULL },
	{ "cpu-cycles", 1, 1, "CPU_CLK_UNHALTED.THREAD", NULL },
	{ "cpu-cycles", 1, 1, "CPU_CLK_UNHALTED.CORE", NULL },
};

static const struct tree *tree;
static double counted[TREE_EVENTS_MAX];

/* Arm's tables have capitals. */
static int event_called(const char *name)
{
	for (size_t i = 0; name && i < tree->n_events; i++)
		if (!strcasecmp(tree_event(tree, i)->name, name))
			return (int)i;
	return -1;
}

static bool count_named(const char *sysfs, bool smt, double *count)
{
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
		const bool other = smt && named[i].event_with_smt;
		const int event = event_called(other ? named[i].event_with_smt : named[i].event);

		if (strcmp(named[i].sysfs, sysfs) || event < 0)
			continue;
		*count = counted[event] * (smt ? named[i].with_smt : named[i].factor);
		return true;
	}
	if (event_called(sysfs) >= 0)
		*count = counted[event_called(sysfs)];
	return event_called(sysfs) >= 0;
}

/* Arm's slots are made of cycles, as the family makes them. */
static void make_slots(void)
{
	const int slots = event_called("SLOTS"), cycles = event_called("CPU_CYCLES");

	if (slots >= 0 && cycles >= 0)
		counted[slots] = CAPS_SLOTS * counted[cycles];
}

static bool count_encoded(uint64_t config, double *count)
{
	for (size_t i = 0; config && i < tree->n_events; i++) {
		if (tree_event(tree, i)->config != config || tree_event(tree, i)->config1)
			continue;
		*count = counted[i];
		return true;
	}
	return false;
}

/* family_count() counts all events of a name. */
static bool named_before(const struct family *family, size_t event)
{
	for (size_t i = 0; i < event; i++)
		if (family->events[i].core_type == family->events[event].core_type &&
		    !strcmp(family->events[i].name, family->events[event].name))
			return true;
	return false;
}

/* The counts of a family that are those of the tree. */
static void make_counts(const struct family *family, enum core_type type, bool smt,
			struct counts *counts)
{
	*counts = (struct counts){ .present = 0 };
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		char name[96];
		double count = NAN;

		if (event->core_type != type || named_before(family, i))
			continue;
		/* What the tree does not need, tdtop must not, either. */
		if (!count_named(event->name, smt, &count) && !count_encoded(event->config, &count))
			count = count_of(event->name);
		if (smt && event->both_threads)
			count /= 2;
		(void)snprintf(name, sizeof(name), "%s%s%s", type ? "cpu_" : "",
			       type ? core_types[type].name : "", type ? "/" : "");
		(void)snprintf(name + strlen(name), sizeof(name) - strlen(name), "%s", event->name);
		assert_true(family_count(family, CAPS_SLOTS, name, count, counts));
	}
}

/* ---- comparison ---- */

static int compared;		/* trees, with and without SMT */

static void compare(const struct family *family, enum core_type type, const struct tree_code *code,
		    const struct counts *counts, const struct tree_known *known)
{
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const struct tree_node *node = tree_node(tree, i);
		const struct formula *formula = node->metric == M_NONE ? NULL : family_formula(family, node->metric);
		const double by_tree = tree_eval(code, i, known);
		double by_hand;

		if (!formula)
			continue;
		by_hand = formula->eval(counts);
		if (!isfinite(by_hand) || !isfinite(by_tree) ||
		    (fabs(by_hand - by_tree) < NEAR) == may_differ(family, type, node->slug))
			fail_msg("%s, %s: %s is %f by hand, %f by the tree", family->name, tree->name,
				 node->slug, by_hand, by_tree);
	}
}

/* tdtop counts cores before Ice Lake as a whole. */
static void check_type(const struct family *family, enum core_type type, bool smt)
{
	const struct tree_known known = { .count = counted, .smt = smt, .core_wide = true, .ghz = 2 };
	struct tree_code *code;
	struct err err = { "" };

	tree = family->tree[type];
	if (!tree)
		return;
	if (tree_compile(tree, &code, &err))
		fail_msg("%s", err.text);
	for (int round = 0; round < ROUNDS; round++) {
		struct counts counts;

		for (size_t i = 0; i < tree->n_events; i++)
			counted[i] = count_of(tree_event(tree, i)->name);
		make_slots();
		make_counts(family, type, smt, &counts);
		compare(family, type, code, &counts, &known);
	}
	tree_code_free(code);
	compared++;
}

static void check_family(const struct family *family)
{
	/* Guests count level 1 by other events than the trees do. */
	if (strstr(family->name, " without PERF_METRICS"))
		return;
	for (enum core_type type = TYPE_CORE; type < CORE_TYPES; type++) {
		check_type(family, type, false);
		check_type(family, type, true);
	}
}

TEST(levels_1_and_2_by_hand_and_by_the_tree_are_the_same)
{
	seed = 7;
	for_each_family(check_family);
	assert_in_range(compared, 60, 200);
}

/* A node of a tree that the family does not have would not be compared. */
TEST_FAMILIES(each_node_of_levels_1_and_2_has_a_formula)
{
	for (enum core_type type = TYPE_CORE; type < CORE_TYPES; type++)
		for (size_t i = 0; family->tree[type] && i < family->tree[type]->n_nodes; i++) {
			const struct tree_node *node = tree_node(family->tree[type], i);

			if (!tree_is_counted(family->tree[type], i) && !family_formula(family, node->metric))
				fail_msg("%s: only the tree has %s", family->name, node->slug);
		}
}
