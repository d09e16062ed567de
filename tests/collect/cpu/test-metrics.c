/* SPDX-License-Identifier: GPL-2.0-only */
/* The formulas against the cases of tests/metrics/. test-families.c tests the tables themselves. */
#include "config.h"
#include "collect/cpu/cpu_match.h"
#include "collect/cpu/cpu_table.h"

#include <dirent.h>

#include "tests/fixtures/family_counts.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define CASES_MIN 55		/* an empty directory must not pass */
#define PRINTED 0.051		/* points: perf prints one decimal */

/* A file while it is read. */
struct metric_case {
	const char *file;
	int line;
	const struct family *family;
	struct counts counts;
	int caps_slots;
	double tolerance;	/* points; 0: depends on how the value is written */
	int expectations;
};

static void count_event(struct metric_case *c, const char *name, double value)
{
	assert_non_null(c->family);
	if (!family_count(c->family, c->caps_slots, name, value, &c->counts))
		fail_msg("%s:%d: %s has no event \"%s\"", c->file, c->line, c->family->name, name);
}

static void expect(struct metric_case *c, const char *slug, const char *text)
{
	enum metric_id id = metric_find(slug);
	const struct formula *formula;
	double tolerance = c->tolerance, want, got;
	char *end;

	assert_int_not_equal(id, M_NONE);
	c->expectations++;
	formula = family_formula(c->family, id);
	got = formula ? formula->eval(&c->counts) * 100 : (double)NAN;
	if (!strcmp(text, "missing")) {
		if (isfinite(got))
			fail_msg("%s:%d: %s is %f, not missing", c->file, c->line, slug, got);
		return;
	}
	want = strtod(text, &end);
	if (*end == '%')
		tolerance = tolerance > 0 ? tolerance : PRINTED;
	else
		want *= 100;
	if (!(fabs(got - want) <= (tolerance > 0 ? tolerance : 1e-9)))
		fail_msg("%s:%d: %s is %f, not %f", c->file, c->line, slug, got, want);
}

static void run_line(struct metric_case *c, const char *line)
{
	char first[64], second[64], third[64];
	int n = sscanf(line, "%63s %63s %63s", first, second, third);

	if (n <= 0 || first[0] == '#')
		return;
	if (n == 3 && !strcmp(first, "="))
		expect(c, second, third);
	else if (n == 2 && !strcmp(first, "cpu"))
		c->family = cpu_family_find(second);
	else if (n >= 2 && !strcmp(first, "cpu"))	/* its name, of several words */
		c->family = cpu_family_find(line + strcspn(line, " ") + 1);
	else if (n == 2 && !strcmp(first, "caps/slots"))
		c->caps_slots = (int)strtol(second, NULL, 10);
	else if (n == 2 && !strcmp(first, "tolerance"))
		c->tolerance = strtod(second, NULL);
	else if (n == 2)
		count_event(c, first, strtod(second, NULL));
	else
		fail_msg("%s:%d: cannot understand \"%s\"", c->file, c->line, line);
}

static void run_case(const char *name)
{
	struct metric_case c = { .file = name };
	FILE *file = fopen(fixture("metrics", name), "re");
	char line[512];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		c.line++;
		line[strcspn(line, "\n")] = '\0';
		run_line(&c, line);
	}
	(void)fclose(file);
	if (!c.expectations)
		fail_msg("%s expects nothing", name);
}

TEST(every_case_comes_out)
{
	DIR *dir = opendir(fixture("metrics", ""));
	struct dirent *entry;
	int cases = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		size_t length = strlen(entry->d_name);

		if (length < 6 || strcmp(entry->d_name + length - 5, ".case"))
			continue;
		run_case(entry->d_name);
		cases++;
	}
	closedir(dir);
	assert_true(cases >= CASES_MIN);
}

TEST(formulas_say_what_they_compute)
{
	const struct family *family = cpu_family_find("Intel Sapphire Rapids");

	assert_string_equal(family_formula(family, M_RETIRING)->text, "EV(RETIRING) / SUM");
	assert_string_equal(family_formula(family, M_CORE_BOUND)->text, "rest(EV(BE_BOUND), EV(MEM_BOUND)) / SUM");
}

TEST(families_are_found_by_name)
{
	assert_ptr_equal(cpu_family_find("Intel Ice Lake"), &cpu_intel_icl.models[0].family);
	assert_string_equal(cpu_family_find("Intel Granite Rapids")->name, "Intel Granite Rapids");
	assert_null(cpu_family_find("Intel"));
}
