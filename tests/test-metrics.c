/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The formulas of all families: tests/metrics/ has the cases, and the tables are checked
 * themselves.
 */
#include "config.h"
#include "collect/cpu.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/machine.h"

#define CASES_MIN 15		/* an empty directory must not pass */
#define PRINTED 0.051		/* points: perf prints one decimal */

/* One file while it is read. */
struct metric_case {
	const char *file;
	int line;
	const struct family *family;
	struct counts counts;
	double tolerance;	/* points; 0: as the way the value is written */
	int expectations;
};

static const struct family *const all[] = { cpu_intel_icl, cpu_intel_spr };
static const size_t all_n[] = { CPU_ICL_COUNT, CPU_SPR_COUNT };

static void count_event(struct metric_case *c, const char *name, double value)
{
	assert_non_null(c->family);
	for (size_t i = 0; i < c->family->n_events; i++) {
		if (!strcmp(c->family->events[i].name, name)) {
			c->counts.value[c->family->events[i].id] = value;
			c->counts.present |= 1U << c->family->events[i].id;
			return;
		}
	}
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
		run_line(&c, line);
	}
	(void)fclose(file);
	if (!c.expectations)
		fail_msg("%s expects nothing", name);
}

static void every_case_comes_out(void **state)
{
	DIR *dir = opendir(fixture("metrics", ""));
	struct dirent *entry;
	int cases = 0;

	(void)state;
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

static struct counts all_counted(const struct family *family)
{
	struct counts counts = { .present = 0 };

	for (size_t i = 0; i < family->n_events; i++) {
		counts.present |= 1U << family->events[i].id;
		counts.value[family->events[i].id] = 100;
	}
	return counts;
}

/* Every family of every table. */
static void for_each_family(void (*check)(const struct family *family))
{
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		for (size_t j = 0; j < all_n[i]; j++)
			check(&all[i][j]);
	}
}

static void check_events(const struct family *family)
{
	uint32_t seen = 0;

	assert_non_null(family->name);
	assert_true(strlen(family->formulas_from) > 20);
	assert_int_equal(family->events[0].id, EV_SLOTS);
	for (size_t i = 0; i < family->n_events; i++) {
		assert_false(seen & 1U << family->events[i].id);
		seen |= 1U << family->events[i].id;
		assert_in_range(family->events[i].level, 0, family->levels);
	}
}

static void slots_lead_and_no_event_is_listed_twice(void **state)
{
	(void)state;
	for_each_family(check_events);
}

static void check_formulas(const struct family *family)
{
	struct counts counts = all_counted(family);

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		const struct formula *formula = family_formula(family, id);

		if (!metrics[id].some)
			assert_int_equal(formula != NULL, metric_level(id) <= family->levels);
		if (formula)
			assert_true(isfinite(formula->eval(&counts)));
	}
}

static void each_level_has_all_its_formulas_from_events_that_are_opened(void **state)
{
	(void)state;
	for_each_family(check_formulas);
}

static void check_missing(const struct family *family)
{
	for (size_t i = 0; i < family->n_formulas; i++) {
		for (size_t j = 1; j < family->n_events; j++) {
			const struct family_event *event = &family->events[j];
			struct counts counts = all_counted(family);
			double whole = family->formulas[i].eval(&counts);
			double changed;

			/* does the formula depend on it? then it must not do without it */
			counts.value[event->id] *= 0.5;
			changed = family->formulas[i].eval(&counts);
			counts.value[event->id] = 0;
			counts.present &= ~(1U << event->id);
			if (event->use == USE_CORRECTION)
				assert_true(isfinite(family->formulas[i].eval(&counts)));
			else if (fabs(changed - whole) > 1e-12)
				assert_true(!isfinite(family->formulas[i].eval(&counts)));
		}
	}
}

static void a_missing_event_is_not_taken_for_zero(void **state)
{
	(void)state;
	for_each_family(check_missing);
}

static void formulas_say_what_they_compute(void **state)
{
	const struct family *family = cpu_family_find("intel_spr");

	(void)state;
	assert_string_equal(family_formula(family, M_RETIRING)->text, "EV(RETIRING) / SUM");
	assert_string_equal(family_formula(family, M_CORE_BOUND)->text,
			    "rest(EV(BE_BOUND), EV(MEM_BOUND)) / SUM");
}

static void families_are_found_by_key_and_by_name(void **state)
{
	(void)state;
	assert_ptr_equal(cpu_family_find("intel_icl"), &cpu_intel_icl[CPU_ICL]);
	assert_ptr_equal(cpu_family_find("Intel Granite Rapids"), &cpu_intel_spr[CPU_GNR]);
	assert_null(cpu_family_find("Intel"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_case_comes_out),
		cmocka_unit_test(slots_lead_and_no_event_is_listed_twice),
		cmocka_unit_test(each_level_has_all_its_formulas_from_events_that_are_opened),
		cmocka_unit_test(a_missing_event_is_not_taken_for_zero),
		cmocka_unit_test(formulas_say_what_they_compute),
		cmocka_unit_test(families_are_found_by_key_and_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
