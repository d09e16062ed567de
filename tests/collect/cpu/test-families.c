/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of all families. Are their formulas a tree over events that are opened, and do their
 * groups fit the counters? Is each model in one row, and are the numbers of events those of
 * tests/metrics/events.tsv? test-simulated_cores.c tests what the formulas compute.
 */
#include "config.h"

#include <inttypes.h>
#include <strings.h>

#include "collect/cpu/cpu_match.h"
#include "collect/perf/perf_open.h"
#include "model/profile/class_samples.h"
#include "tests/fixtures/each_family.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define MUX_GROUPS 4

/* ---- events and formulas ---- */

TEST_FAMILIES(slots_lead_and_no_event_is_listed_twice)
{
	uint32_t seen[CORE_TYPES] = { 0 };

	assert_true(strlen(family->name) > 5);
	assert_true(strlen(family->formulas_from) > 20);
	assert_true(family->events[0].id == EV_SLOTS || family->events[0].sums_slots);
	assert_in_range(family->counters, 2, !strcmp(family->name, "HiSilicon Kunpeng 920") ? 12 : 8);
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		/* An event of one group may also be a part of what all groups count. */
		uint32_t bits = 1U << event->id | (event->also && !event->mux ? 1U << event->also : 0);

		assert_false(seen[event->core_type] & bits);
		seen[event->core_type] |= bits;
		assert_true(family->hybrid || event->core_type == TYPE_CORE);
		assert_in_range(event->level, 1, family->levels);
		assert_in_range(event->mux, 0, MUX_GROUPS - 1);
		/* Groups that rotate may be open or not, so level 1 is in group 0. */
		assert_true(!event->mux || event->level == 2);
	}
}

/*
 * Does the family have all four classes? N1 has no slots; Silvermont cannot tell bad speculation
 * from backend bound.
 */
static bool has_all_classes(const struct family *family)
{
	return family != cpu_family_find("Arm Neoverse N1") && family != cpu_family_find("Intel Silvermont");
}

TEST_FAMILIES(nodes_are_a_tree_made_of_events_that_are_opened)
{
	struct counts counts = all_counted(family);
	int classes = 0;

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		const struct formula *formula = family_formula(family, id);
		enum metric_id parent = metrics[id].parent;

		if (!metrics[id].optional && metric_level(id) == 1 && has_all_classes(family))
			assert_non_null(formula);
		if (!formula)
			continue;
		classes += parent == M_NONE;
		assert_true(metric_level(id) <= family->levels);
		assert_true(parent == M_NONE || family_formula(family, parent));
		assert_true(isfinite(formula->eval(&counts)));
		/* Each node is listed once. */
		assert_ptr_equal(formula, family_formula(family, formula->metric));
	}
	if (has_all_classes(family))
		assert_in_range(classes, 4, 5);
	else
		assert_int_equal(classes, family == cpu_family_find("Arm Neoverse N1") ? 2 : 3);
	assert_true(family->n_formulas <= M_COUNT);
}

/*
 * Slots of E-cores and of their group 1 may be missing: they say whether the row ran there at all.
 */
static bool may_be_missing(const struct family *family, enum event_id id)
{
	return family->hybrid && (id == EV_ATOM_SLOTS || id == EV_ATOM_SLOTS_1);
}

/*
 * A formula must be missing without an event that changes its result, unless that is a correction.
 */
static void check_missing_event(const struct family *family, const struct formula *formula,
				enum event_id id)
{
	const struct family_event *event = find_event(family, id);
	struct counts counts = all_counted(family);
	double whole = formula->eval(&counts), changed;

	if (!(counts.present & 1U << id))
		return;
	counts.value[id] *= 1.01;
	changed = formula->eval(&counts);
	counts.value[id] = 0;
	counts.present &= ~(1U << id);
	if (event->use == USE_CORRECTION)
		assert_true(isfinite(formula->eval(&counts)));
	else if (!may_be_missing(family, id) && fabs(changed - whole) > 1e-12 &&
		 isfinite(formula->eval(&counts)))
		fail_msg("%s: %s does without %s", family->name, metrics[formula->metric].slug, event->name);
}

TEST_FAMILIES(a_missing_event_is_not_taken_for_zero)
{
	for (size_t i = 0; i < family->n_formulas; i++)
		for (enum event_id id = 0; id < EV_COUNT; id++)
			check_missing_event(family, &family->formulas[i], id);
}

/*
 * perf's formulas of these cores need the event. If no counter is left for it, the shares that it
 * corrects are estimates; the others are not.
 */
TEST(a_share_without_its_correction_is_marked)
{
	static const struct {
		const char *family;
		enum metric_id metric;
		enum quality quality;
	} rows[] = {
		{ "Arm Neoverse N2", M_BAD_SPECULATION, Q_PARTIAL },
		{ "Arm Neoverse N2", M_FRONTEND_BOUND, Q_PARTIAL },
		{ "Arm Neoverse N2", M_BACKEND_BOUND, Q_PARTIAL }, { "Arm Neoverse N2", M_RETIRING, Q_COUNTED },
		{ "Arm Neoverse N2 r0p0-r0p2", M_BAD_SPECULATION, Q_PARTIAL },
		{ "Arm Neoverse N2 r0p0-r0p2", M_BACKEND_BOUND, Q_PARTIAL },
		{ "Arm Neoverse V1", M_FRONTEND_BOUND, Q_PARTIAL },
		{ "Arm Neoverse V1", M_BACKEND_BOUND, Q_COUNTED },
		{ "Arm Neoverse V3", M_FRONTEND_BOUND, Q_PARTIAL },
		{ "Arm Neoverse V3", M_BAD_SPECULATION, Q_PARTIAL },
		{ "Arm Neoverse V3", M_RETIRING, Q_COUNTED },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct family *family = cpu_family_find(rows[i].family);
		struct counts counts = all_counted(family);
		struct values values;

		family_evaluate(family, &counts, false, &values);
		assert_int_equal(values.quality[rows[i].metric], Q_COUNTED);
		for (size_t j = 0; j < family->n_events; j++)
			if (family->events[j].use == USE_CORRECTION)
				counts.present &= ~(1U << family->events[j].id);
		family_evaluate(family, &counts, false, &values);
		if (values.quality[rows[i].metric] != rows[i].quality)
			fail_msg("%s: %s", rows[i].family, metrics[rows[i].metric].slug);
	}
}

/* The leader of a group counts slots in the same unit as the leader of group 0. */
static void check_leader(const struct family_event *leader, const struct family_event *slots)
{
	if (!leader)
		return;
	assert_non_null(slots);
	assert_string_equal(leader->name, slots->name);
	assert_true(leader->scale == slots->scale);
}

TEST_FAMILIES(each_group_begins_with_its_slots_and_its_formulas_say_so)
{
	uint32_t events_of_mux[MUX_GROUPS] = { 0 };

	for (size_t i = 0; i < family->n_events; i++)
		events_of_mux[family->events[i].mux] |=
			1U << family->events[i].id |
			(family->events[i].also ? 1U << family->events[i].also : 0) |
			(family->events[i].cycles ? 1U << EV_CYCLES : 0);
	for (size_t i = 0; i < family->n_formulas; i++) {
		uint32_t needed = formula_events(&family->formulas[i]);
		bool rotation = needed & ~events_of_mux[0];

		/* On a hybrid, group 1 of the E-cores may have been on for some rows only. */
		if (rotation != family->formulas[i].in_rotation && !family->hybrid)
			fail_msg("%s: %s", family->name, family->formulas[i].text);
	}
	for (enum core_type core_type = 0; core_type < CORE_TYPES; core_type++)
		for (int mux = 1; mux < MUX_GROUPS; mux++)
			check_leader(group_leader(family, core_type, mux), group_leader(family, core_type, 0));
}

/* ---- trees ---- */

/* Its tree counts itself what the family does not, and has its counters. */
TEST_FAMILIES(a_metric_tree_counts_the_level_that_its_family_does_not)
{
	for (int type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = family->tree[type];

		if (!tree)
			continue;
		if (tree->n_nodes && tree_find(tree, "tma_branch_mispredicts") >= 0)
			assert_int_equal(tree->only_level_1, family->levels == 1);
		assert_true(family->hybrid || tree->counters >= family->counters);
		if (type != TYPE_CORE)
			assert_true(family->hybrid);
	}
}

static int numbers_compared;

/* Events of both are encoded alike. Those that guests count are no other. */
static void check_tree_numbers(const struct family *family)
{
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		const struct tree *tree = family->tree[event->core_type];

		for (size_t k = 0; event->config && tree && k < tree->n_events; k++) {
			if (strcasecmp(tree_event(tree, k)->name, event->name) != 0)
				continue;
			if (tree_event(tree, k)->config != event->config)
				fail_msg("%s: %s is 0x%" PRIx64 " in its tree", family->name,
					 event->name, tree_event(tree, k)->config);
			numbers_compared++;
		}
	}
}

TEST(events_of_a_family_are_those_of_its_metric_tree)
{
	for_each_family(check_tree_numbers);
	assert_true(numbers_compared > 100);
}

/* ---- models ---- */

static bool has_ids(const struct cpu_model *model)
{
	return model->ids[0].vendor || model->ids[0].midr;
}

/* Do these have a model of x86 in common? Later steppings of a model may have a row of their own. */
static bool is_same_x86(const struct cpu_id *a, const struct cpu_id *b)
{
	return a->vendor && b->vendor && !strcmp(a->vendor, b->vendor) && a->family == b->family &&
	       a->first_model <= b->last_model && b->first_model <= a->last_model &&
	       a->first_stepping == b->first_stepping;
}

static int rows_with(const struct cpu_id *id, const struct cpu_table *table)
{
	int rows = 0;

	for (size_t i = 0; i < table->n; i++)
		for (size_t j = 0; j < CPU_IDS; j++)
			rows += is_same_x86(id, &table->models[i].ids[j]);
	return rows;
}

/* A variant names a row that has CPUs, and has none itself; each x86 model is in one row of all. */
static void check_models(const struct cpu_table *table)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct cpu_model *model = &table->models[i];

		if (model->variant_of) {
			assert_non_null(cpu_family_find(model->variant_of));
			assert_false(has_ids(model) || model->pmu_name || model->any_model);
		}
		for (size_t j = 0; j < CPU_IDS && model->ids[j].vendor; j++) {
			int rows = 0;

#define ROWS_OF(name) rows += rows_with(&model->ids[j], &(name));
			CPU_FAMILIES(ROWS_OF)
			assert_int_equal(rows, 1);
		}
	}
}

TEST(each_model_is_in_one_row_and_each_variant_names_one)
{
#define CHECK_MODELS(name) check_models(&(name));
	CPU_FAMILIES(CHECK_MODELS)
}

/* ---- do the groups fit? ---- */

TEST_FAMILIES(each_group_fits_the_counters)
{
	for (int mux = 0; mux < MUX_GROUPS; mux++)
		for (enum core_type core_type = 0; core_type < CORE_TYPES; core_type++)
			if (counters_needed(family, core_type, mux, false, false) > family->counters)
				fail_msg("%s: group %d of %s", family->name, mux, core_types[core_type].title);
}

/* Families whose groups do not fit next to a watchdog: they need all counters that there are. */
TEST_FAMILIES(each_group_fits_next_to_a_watchdog_where_that_is_possible)
{
	bool needs_all = is_of_table(family, &cpu_intel_skl) ||
			 is_of_table(family, &cpu_intel_snb) || family == cpu_family_find("Intel Tremont");
	bool fits = true;

	for (enum core_type core_type = 0; core_type < CORE_TYPES; core_type++)
		for (int mux = 0; mux < MUX_GROUPS; mux++)
			fits &= counters_needed(family, core_type, mux, false, true) <= family->counters;
	if (fits == needs_all)
		fail_msg("%s: %s next to a watchdog", family->name, fits ? "fits" : "does not fit");
}

/* By hand: general counters for group 0, the same next to a watchdog, and for groups 1 to 3. */
TEST(general_counters_are_those_of_the_hardware)
{
	static const struct {
		const char *family;
		int needed, watched, rotation[MUX_GROUPS];
	} rows[] = {
		{ "Intel Sapphire Rapids", 0, 0, { 0 } }, { "Intel Ice Lake", 0, 0, { 0, 8, 6 } },
		{ "Intel Sapphire Rapids without PERF_METRICS", 4, 4, { 0, 3, 3 } },
		{ "Intel Ice Lake without PERF_METRICS", 4, 4, { 0, 8, 8 } },
		{ "Intel Skylake-SP", 4, 5, { 0, 4, 4, 2 } }, { "Intel Broadwell", 4, 5, { 0, 4, 4, 4 } },
		{ "Intel (before Ice Lake)", 4, 5, { 0 } }, { "Intel Tremont", 4, 5, { 0 } },
		{ "Intel Gracemont", 4, 5, { 0, 5 } }, { "AMD Zen 4", 5, 6, { 0, 4, 5 } },
		{ "AMD Zen 5", 5, 6, { 0, 4, 5 } }, { "Arm Neoverse N2", 5, 6, { 0 } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct family *family = cpu_family_find(rows[i].family);

		assert_non_null(family);
		assert_int_equal(counters_needed(family, TYPE_CORE, 0, false, false), rows[i].needed);
		assert_int_equal(counters_needed(family, TYPE_CORE, 0, false, true), rows[i].watched);
		for (int mux = 1; mux < MUX_GROUPS; mux++)
			assert_int_equal(counters_needed(family, TYPE_CORE, mux, false, false),
					 rows[i].rotation[mux]);
	}
	/*
	 * E-cores of a hybrid: cycles are their slots, and take a general counter next to a
	 * watchdog.
	 */
	assert_int_equal(counters_needed(cpu_family_find("Intel Alder Lake hybrid"), TYPE_CORE, 0, true, false), 1);
	assert_int_equal(counters_needed(cpu_family_find("Intel Alder Lake hybrid"), TYPE_ATOM, 0, false, false), 4);
	assert_int_equal(counters_needed(cpu_family_find("Intel Alder Lake hybrid"), TYPE_ATOM, 0, false, true), 5);
}

TEST(with_ipc_and_corrections_the_newest_fit_at_once)
{
	const struct cpu_table *const tables[] = { &cpu_intel_spr, &cpu_intel_icl };

	for (size_t table = 0; table < 2; table++)
		for (size_t i = 0; i < tables[table]->n; i++)
			assert_in_range(counters_needed(&tables[table]->models[i].family, TYPE_CORE, 0, true, true),
					0, 8);
	/* Neoverse: six and one for cycles, so either the correction or IPC. */
	assert_int_equal(counters_needed(cpu_family_find("Arm Neoverse N2"), TYPE_CORE, 0, true, false), 7);
}

/* ---- numbers ---- */

/* A row: what a family's event is, and which general counters can count it; 0: all can. */
struct number {
	const struct family *family;
	const char *name;
	uint64_t config;
	unsigned int counters;
};

/* Calls see() for each row of the file; returns how many there were. */
static int for_each_number(void (*see)(const struct number *number))
{
	FILE *file = fopen(fixture("metrics", "events.tsv"), "re");
	char line[256], key[64], name[96], config[32], counters[32];
	int rows = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '#')
			continue;
		struct number number = { .name = name };
		int n = sscanf(line, "%63[^\t]\t%95[^\t]\t%31s\t%31s", key, name, config, counters);

		assert_in_range(n, 3, 4);
		number.family = cpu_family_find(key);
		number.config = strtoull(config, NULL, 16);
		number.counters = n > 3 ? (unsigned int)strtoul(counters, NULL, 16) : 0;
		see(&number);
		rows++;
	}
	(void)fclose(file);
	return rows;
}

static size_t n_classes(const struct family *family)
{
	return family->classes ? family->classes->n_events : 0;
}

/* Those that are counted, then those that are sampled for the classes of functions. */
static const struct family_event *event_at(const struct family *family, size_t i)
{
	return i < family->n_events ? &family->events[i] : &family->classes->events[i - family->n_events].event;
}

static const char *wanted_name;
static uint64_t wanted_config;
static bool found;

static void see_number(const struct number *number)
{
	const char *name = number->name;

	(void)family_count_core_type(&name);
	found |= !strcmp(name, wanted_name) && number->config == wanted_config;
}

static void check_number(const struct number *number)
{
	const struct family *family = number->family;
	const char *name = number->name;
	enum core_type core_type = family_count_core_type(&name);
	bool listed = false;

	assert_non_null(family);
	for (size_t i = 0; i < family->n_events + n_classes(family); i++) {
		const struct family_event *event = event_at(family, i);

		if (strcmp(event->name, name) != 0 || (core_type != TYPE_CORE && event->core_type != core_type))
			continue;
		if (event->config != number->config || event->only_counters != number->counters)
			fail_msg("%s: %s", family->name, name);
		listed = true;
	}
	if (!listed)
		fail_msg("%s has no %s", family->name, name);
}

static void check_numbers(const struct family *family)
{
	for (size_t i = 0; i < family->n_events + n_classes(family); i++) {
		wanted_name = event_at(family, i)->name;
		wanted_config = event_at(family, i)->config;
		found = !wanted_config;
		(void)for_each_number(see_number);
		if (!found)
			fail_msg("%s: events.tsv does not list %s", family->name, wanted_name);
	}
}

TEST(numbers_of_events_are_those_of_the_kernels_tables)
{
	assert_true(for_each_number(check_number) >= 50);
	for_each_family(check_numbers);
}

/* ---- what is sampled for the classes of functions ---- */

TEST_FAMILIES(events_that_are_sampled_make_each_class_and_have_prime_periods_of_one_number_of_slots)
{
	struct class_samples samples = { .table = family->classes };
	struct weighed of[CLASS_EVENTS_MAX];
	struct estimate classes[M_COUNT];

	for (size_t i = 0; i < n_classes(family); i++) {
		const struct class_event *event = &family->classes->events[i];
		const double per_event = family_event_scale(&event->event) *
					 (event->event.sysfs_scale > 0 ? event->event.sysfs_scale : 1) *
					 (event->event.id == EV_SLOTS && family->slots_from_caps ? 6 : 1);

		assert_true(is_prime(event->period));
		assert_true((double)event->period * per_event < 1.1 * 17500000);
		/* Half of it for what a difference needs; corrections of Arm's are rare events. */
		assert_true((double)event->period * per_event > .47 * 17500000 || !event->slots);
		samples.period[i] = samples.unit[i] = samples.running[i] = 1;
		of[i] = (struct weighed){ 1000 + 10.0 * (double)i, 1000 };
	}
	for (int level = 1; n_classes(family) && level <= class_table_levels(family->classes); level++) {
		for (size_t i = 0; i < n_classes(family); i++)
			samples.events |= family->classes->events[i].event.level <= level ? 1U << i : 0;
		class_estimates(&samples, of, classes);
		for (enum metric_id m = 0; m < M_COUNT; m++)
			if (family_formula(family, m) && metric_level(m) <= level)
				assert_int_not_equal(class_known(classes[m]), CLASS_MISSING);
	}
}

/* The tree of each family of CPUs: its nodes form a tree, and each level adds up to the whole. */

TEST_FAMILIES(the_nodes_of_a_family_are_a_tree_in_the_order_of_the_table)
{
	enum metric_id nodes[M_COUNT];
	bool has[M_COUNT] = { false };
	const int n = family_nodes(family, nodes);

	assert_true(n >= 2);	/* Neoverse N1 has two nodes: its stalled cycles */
	assert_true(nodes[0] == M_RETIRING || family == cpu_family_find("Arm Neoverse N1"));
	for (int i = 0; i < n; i++) {
		assert_true(i == 0 || nodes[i] > nodes[i - 1]);
		has[nodes[i]] = true;
	}
	for (enum metric_id metric = 0; metric < M_COUNT; metric++) {
		assert_int_equal(has[metric], family_has_node(family, metric));
		if (has[metric] && metrics[metric].parent != M_NONE)
			assert_true(has[metrics[metric].parent]);
		if (family_formula(family, metric))
			assert_true(has[metric]);
	}
}

/*
 * Either a class is on or some of its children are; nodes that the family does not have never are.
 */
static void check_level(const struct family *family, int level)
{
	int below[M_COUNT] = { 0 };

	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		if (family_node_is_on(family, metric, level)) {
			assert_true(family_has_node(family, metric));
			assert_true(metric_level(metric) <= level);
			if (metrics[metric].parent != M_NONE)
				below[metrics[metric].parent]++;
		}
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		if (metric_level(metric) == 1 && family_has_node(family, metric))
			assert_true(family_node_is_on(family, metric, level) != (below[metric] > 0));
}

TEST_FAMILIES(each_level_is_the_whole)
{
	for (int level = 1; level <= 2; level++)
		check_level(family, level);
}

TEST(on_level_2_a_class_that_is_divided_is_not_on_itself)
{
	const struct family *family = cpu_family_find("Intel Sapphire Rapids");

	assert_true(family_node_is_on(family, M_BACKEND_BOUND, 1));
	assert_false(family_node_is_on(family, M_MEMORY_BOUND, 1));
	assert_false(family_node_is_on(family, M_BACKEND_BOUND, 2));
	assert_true(family_node_is_on(family, M_MEMORY_BOUND, 2));
}

TEST(a_family_of_two_levels_has_no_node_of_others)
{
	assert_false(family_has_node(cpu_family_find("Intel Gracemont"), M_MEMORY_BOUND));
	assert_true(family_has_node(cpu_family_find("Intel Gracemont"), M_RESOURCE_BOUND));
	assert_false(family_has_node(cpu_family_find("Intel Sapphire Rapids"), M_RESOURCE_BOUND));
	assert_true(family_has_node(cpu_family_find("AMD Zen 4"), M_SMT_CONTENTION));
}

/* JSON has all keys then, and the screen shows "-". */
TEST(a_family_of_one_level_keeps_the_places_of_the_second)
{
	assert_int_equal(cpu_family_find("Intel Goldmont")->levels, 1);
	assert_true(family_has_node(cpu_family_find("Intel Goldmont"), M_MEMORY_BOUND));
}

/*
 * Silvermont has backend bound and bad speculation in one class, so it has no memory bound either.
 */
TEST(nothing_is_below_a_class_that_a_family_has_not)
{
	assert_true(family_has_node(cpu_family_find("Intel Silvermont"), M_BACKEND_OR_BAD));
	assert_false(family_has_node(cpu_family_find("Intel Silvermont"), M_BACKEND_BOUND));
	assert_false(family_has_node(cpu_family_find("Intel Silvermont"), M_MEMORY_BOUND));
	assert_false(family_has_node(cpu_family_find("Intel Silvermont"), M_BRANCH_MISPREDICTS));
}

TEST(without_a_family_the_tree_is_what_most_have)
{
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		assert_int_equal(family_has_node(NULL, metric), !metrics[metric].optional);
}
