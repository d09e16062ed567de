/* SPDX-License-Identifier: GPL-2.0-only */
/* The rules of OpenMetrics that the table of families keeps. */
#include "config.h"

#include <ctype.h>

#include "tests/fixtures/test_main.h"
#include "ui/openmetrics/exposition_parts.h"

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && !strcmp(text + n - m, end);
}

TEST(each_name_is_tdtops_and_has_no_suffix_of_samples)
{
	static const char *const suffixes[] = {
		"_total", "_info", "_created", "_count", "_sum", "_bucket",
	};

	for (size_t i = 0; i < metric_families_n; i++) {
		const char *name = metric_families[i].name;

		assert_false(strncmp(name, "tdtop_", 6));
		for (const char *c = name; *c; c++)
			assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c) ||
				    *c == '_');
		for (size_t k = 0; k < sizeof(suffixes) / sizeof(suffixes[0]); k++)
			assert_false(ends_in(name, suffixes[k]));
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(name, metric_families[k].name);
	}
}

TEST(each_unit_ends_the_name)
{
	for (size_t i = 0; i < metric_families_n; i++) {
		char end[64];

		if (!metric_families[i].unit)
			continue;
		(void)snprintf(end, sizeof(end), "_%s", metric_families[i].unit);
		assert_true(ends_in(metric_families[i].name, end));
		assert_int_not_equal(metric_families[i].type, METRIC_INFO);
	}
}

TEST(each_help_is_a_sentence_on_one_line_that_needs_no_escapes)
{
	for (size_t i = 0; i < metric_families_n; i++) {
		const char *help = metric_families[i].help;

		assert_true(isupper((unsigned char)help[0]));
		assert_true(ends_in(help, "."));
		assert_null(strpbrk(help, "\\\"\n"));
	}
}

TEST(infos_have_labels_and_all_others_have_values)
{
	for (size_t i = 0; i < metric_families_n; i++) {
		const struct metric_family *family = &metric_families[i];

		if (family->type == METRIC_INFO) {
			assert_non_null(family->info[0].label);
			assert_null(family->info[METRIC_INFOS - 1].label);
			assert_int_equal(family->scope, SCOPE_ONE);
		} else {
			assert_true(!family->value == (family->type == METRIC_HISTOGRAM));
		}
	}
}
