/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events that families name for perf record, and their metrics for perf stat: does each node
 * have one, and do Intel's tables have it (tests/metrics/samples.tsv)?
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"

#include <inttypes.h>

#include "model/perf_command.h"
#include "tests/fixtures/each_family.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define ROWS_MAX 1024
#define TABLES_MAX 4

/* A row of samples.tsv. */
static struct listed {
	char table[24], pmu[12], kind[8], name[56];
	int pebs;
	uint64_t config, config1, period;
	char counters[12];	/* "0xff", "fixed0" */
} rows[ROWS_MAX];
static size_t n_rows;

/* perf's tables of a family (mapfile.csv), and how its precise events are known. */
static const struct {
	const char *family;
	const char *tables[TABLES_MAX];
	bool says_pebs;		/* the table says which events can be precise */
} known[] = {
	{ "Intel Sandy Bridge", { "sandybridge" }, true },
	{ "Intel Sandy Bridge-EP", { "jaketown" }, true },
	{ "Intel Ivy Bridge", { "ivybridge" }, true },
	{ "Intel Ivy Bridge-EP", { "ivytown" }, true },
	{ "Intel Haswell", { "haswell" }, true },
	{ "Intel Haswell-EP", { "haswellx" }, true },
	{ "Intel Broadwell", { "broadwell" }, true },
	{ "Intel Broadwell-EP", { "broadwellx" }, true },
	{ "Intel Broadwell-DE", { "broadwellde" }, true },
	{ "Intel Skylake", { "skylake" }, true },
	{ "Intel Skylake-SP", { "skylakex" }, true },
	{ "Intel Cascade Lake-SP", { "cascadelakex" }, true },
	{ "Intel Silvermont", { "silvermont" }, true },
	{ "Intel Goldmont", { "goldmont" }, true },
	{ "Intel Goldmont Plus", { "goldmontplus" }, true },
	{ "Intel Ice Lake", { "icelake" }, false },
	{ "Intel Ice Lake-SP", { "icelakex" }, false },
	{ "Intel Tiger Lake", { "tigerlake" }, false },
	{ "Intel Rocket Lake", { "rocketlake" }, false },
	{ "Intel Ice Lake without PERF_METRICS", { "icelake" }, false },
	{ "Intel Ice Lake-SP without PERF_METRICS", { "icelakex" }, false },
	{ "Intel Tiger Lake without PERF_METRICS", { "tigerlake" }, false },
	{ "Intel Rocket Lake without PERF_METRICS", { "rocketlake" }, false },
	{ "Intel Sapphire Rapids", { "sapphirerapids" }, false },
	{ "Intel Emerald Rapids", { "emeraldrapids" }, false },
	{ "Intel Granite Rapids", { "graniterapids" }, false },
	{ "Intel Sapphire Rapids without PERF_METRICS", { "sapphirerapids" }, false },
	{ "Intel Emerald Rapids without PERF_METRICS", { "emeraldrapids" }, false },
	{ "Intel Granite Rapids without PERF_METRICS", { "graniterapids" }, false },
	{ "Intel Alder Lake", { "alderlake" }, false },
	{ "Intel Raptor Lake", { "alderlake" }, false },
	{ "Intel Meteor Lake", { "meteorlake" }, false },
	{ "Intel Arrow Lake-U", { "meteorlake" }, false },
	{ "Intel Lunar Lake", { "lunarlake" }, false },
	{ "Intel Arrow Lake", { "arrowlake" }, false },
	{ "Intel Panther Lake", { "pantherlake" }, false },
	{ "Intel Wildcat Lake", { "pantherlake" }, false },
	{ "Intel Nova Lake", { "novalake" }, false }, { "Intel Nova Lake hybrid", { "novalake" }, false },
	{ "Intel Alder Lake hybrid", { "alderlake" }, false },
	{ "Intel Raptor Lake hybrid", { "alderlake" }, false },
	{ "Intel Meteor Lake hybrid", { "meteorlake" }, false },
	{ "Intel Arrow Lake-U hybrid", { "meteorlake" }, false },
	{ "Intel Lunar Lake hybrid", { "lunarlake" }, false },
	{ "Intel Arrow Lake hybrid", { "arrowlake" }, false },
	{ "Intel Panther Lake hybrid", { "pantherlake" }, false },
	{ "Intel Wildcat Lake hybrid", { "pantherlake" }, false },
	{ "Intel Tremont", { "elkhartlake", "snowridgex" }, false },
	{ "Intel Gracemont", { "alderlaken" }, false },
	{ "Intel Crestmont", { "sierraforest", "grandridge" }, false },
	{ "Intel Skymont", { "lunarlake" }, false },	/* its cpu_atom */
	{ "Intel Darkmont", { "clearwaterforest" }, false },
};

/* perf's and the kernel's names, which no table of a CPU lists. */
static const char *const generic[] = { "cycles", "instructions", "branch-misses",
				       "topdown-fe-bound", "topdown-be-bound" };

static void read_rows(void)
{
	FILE *file = fopen(fixture("metrics", "samples.tsv"), "re");
	char line[160];

	assert_non_null(file);
	for (n_rows = 0; fgets(line, sizeof(line), file);) {
		struct listed *row = &rows[n_rows];

		if (line[0] == '#')
			continue;
		assert_true(n_rows < ROWS_MAX);
		*row = (struct listed){ .pebs = 0 };
		assert_int_equal(sscanf(line, "%23s %11s %7s %55s %d %" SCNx64 " %" SCNx64
					" %" SCNu64 " %11s", row->table, row->pmu, row->kind,
					row->name, &row->pebs, &row->config, &row->config1,
					&row->period, row->counters),
				 strstr(line, "\tevent\t") ? 9 : 5);
		n_rows++;
	}
	(void)fclose(file);
}

static bool is_generic(const char *event)
{
	for (size_t i = 0; i < sizeof(generic) / sizeof(generic[0]); i++)
		if (!strcmp(event, generic[i]))
			return true;
	return false;
}

/* pmu NULL: any. */
static const struct listed *find_listed(const char *table, const char *pmu, const char *kind,
					const char *name)
{
	for (size_t i = 0; i < n_rows; i++)
		if (!strcmp(rows[i].table, table) && !strcmp(rows[i].kind, kind) &&
		    !strcmp(rows[i].name, name) &&
		    (!pmu || rows[i].pmu[0] == '-' || !strcmp(rows[i].pmu, pmu)))
			return &rows[i];
	return NULL;
}

TEST_FAMILIES(each_node_of_each_family_has_one_event_to_sample)
{
	for (size_t i = 0; i < family->n_formulas; i++) {
		enum metric_id metric = family->formulas[i].metric;

		if (!perf_sample(family, metric, TYPE_CORE) &&
		    !(family->hybrid && perf_sample(family, metric, TYPE_ATOM)))
			fail_msg("%s: no event to sample for %s", family->name, metrics[metric].slug);
	}
	for (size_t i = 0; i < family->n_samples; i++)
		for (size_t k = 0; k < i; k++)
			assert_false(family->samples[i].metric == family->samples[k].metric &&
				     family->samples[i].core_type == family->samples[k].core_type);
}

/*
 * How the event is opened is what Intel's table says; the period is near its own, but prime, so
 * that it keeps no step with a loop.
 */
static void check_encoding(const struct family *family, const struct node_sample *sample, const struct listed *row)
{
	const bool fixed = !strncmp(row->counters, "fixed", 5);
	const uint32_t counters = (uint32_t)strtoul(fixed ? "0" : row->counters, NULL, 16);
	const uint32_t all = (1U << family->counters) - 1;
	const uint32_t only = fixed || (counters & all) == all ? 0 : counters;

	if (sample->config != row->config || sample->config1 != row->config1)
		fail_msg("%s: %s is 0x%" PRIx64 ", 0x%" PRIx64, row->table, row->name, row->config, row->config1);
	if (sample->fixed != fixed || sample->only_counters != only)
		fail_msg("%s: %s is counted on %s", row->table, row->name, row->counters);
	if (!is_prime(sample->period) || sample->period > 10 * row->period || 10 * sample->period < row->period)
		fail_msg("%s: %s has a period of %" PRIu64, row->table, row->name, row->period);
}

static void check_sample(const struct family *family, const char *table, const struct node_sample *sample, bool alone_atom,
			 bool says_pebs)
{
	const char *pmu = alone_atom || sample->core_type == TYPE_ATOM ? "atom" : "core";
	const struct listed *row = find_listed(table, pmu, "event", sample->event);

	if (!row)
		fail_msg("%s (%s) has no %s", table, pmu, sample->event);
	else if (says_pebs && (sample->kind == SAMPLE_PRECISE) != (row->pebs > 0))
		fail_msg("%s: is %s precise?", table, sample->event);
	check_encoding(family, sample, row);
	/* Without such a column: events of what retired are of an instruction. */
	if (!says_pebs)
		assert_int_equal(sample->kind == SAMPLE_PRECISE, strstr(sample->event, "_retired.") != NULL);
}

static void check_table(const struct family *family, const char *table, bool says_pebs)
{
	bool alone_atom = !strcmp(family->name, "Intel Skymont");

	for (size_t i = 0; i < family->n_samples; i++) {
		const struct node_sample *sample = &family->samples[i];
		/* Rows for nodes of hybrids that E-cores alone, or Tremont at level 1, lack. */
		bool used = sample->metric == M_NONE || family_formula(family, sample->metric);

		if (used && !is_generic(sample->event))
			check_sample(family, table, sample, alone_atom, says_pebs);
	}
}

TEST(perf_knows_the_events_by_these_names_and_numbers)
{
	read_rows();
	assert_true(n_rows > 300);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const struct family *family = cpu_family_find(known[i].family);

		assert_non_null(family);
		for (size_t k = 0; k < TABLES_MAX && known[i].tables[k]; k++)
			check_table(family, known[i].tables[k], known[i].says_pebs);
	}
}

static void check_metrics(const struct family *family, const char *table)
{
	for (size_t i = 0; i < family->n_formulas; i++) {
		const char *name = perf_metric_name(family, family->formulas[i].metric);

		if (name && !find_listed(table, NULL, "metric", name))
			fail_msg("%s has no metric %s", table, name);
	}
}

TEST(perf_knows_the_metrics_by_these_names)
{
	read_rows();
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		for (size_t k = 0; k < TABLES_MAX && known[i].tables[k]; k++)
			check_metrics(cpu_family_find(known[i].family), known[i].tables[k]);
}

/* An Intel family that no table above is of names nothing that only some CPUs have. */
TEST_FAMILIES(a_cpu_without_a_table_gets_generic_events)
{
	if (strncmp(family->name, "Intel", 5) != 0)
		return;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(family->name, known[i].family))
			return;
	assert_int_equal(family->perf_metrics, PERF_NONE);
	for (size_t i = 0; i < family->n_samples; i++)
		assert_true(is_generic(family->samples[i].event));
}
