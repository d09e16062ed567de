/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns by the names that people type. */
#include "config.h"
#include "ui/table/column_names.h"

#include <strings.h>

#include "tests/fixtures/test_main.h"

#define PROCESSES (1U << ROW_PROCESS)

static const char *key_of(const char *name, unsigned int kinds)
{
	const struct column *column = column_named(name, strlen(name), kinds);

	return column ? column_key(column) : "";
}

TEST(a_column_has_the_names_that_the_screen_shows)
{
	assert_string_equal(key_of("be", PROCESSES), "be");
	assert_string_equal(key_of("BE", PROCESSES), "be");
	assert_string_equal(key_of("CPU%", PROCESSES), "cpu");
	assert_string_equal(key_of("cpu%", PROCESSES), "cpu");
	assert_string_equal(key_of("RESRC", PROCESSES), "resource");
	assert_string_equal(key_of("BE+BAD", PROCESSES), "rest");
	assert_string_equal(key_of("E%", PROCESSES), "ecores");
	assert_string_equal(key_of("EXITED", 1U << ROW_EXITED), "ended");
	assert_string_equal(key_of("CORE", 1U << ROW_CPU), "core");
	assert_string_equal(key_of("CORE#", 1U << ROW_CPU), "core#");
	assert_string_equal(key_of("socket", PROCESSES), "");
	assert_string_equal(key_of("", PROCESSES), "");
}

static bool have_one_name(const char *a, const char *b)
{
	return a && b && !strcasecmp(a, b);
}

TEST(no_name_stands_for_two_columns_of_a_row)
{
	for (size_t i = 0; i < columns_n; i++)
		for (size_t k = 0; k < columns_n; k++) {
			const struct column *a = &columns[i], *b = &columns[k];

			if (i == k || !(a->kinds & b->kinds))
				continue;
			assert_false(have_one_name(column_key(a), column_key(b)));
			assert_false(have_one_name(column_key(a), column_title(b)));
			assert_false(have_one_name(column_title(a), column_title(b)));
			assert_false(have_one_name(a->alias, column_key(b)));
			assert_false(have_one_name(a->alias, column_title(b)));
			assert_false(have_one_name(a->alias, b->alias));
		}
}

TEST(the_distance_counts_what_was_mistyped)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} cases[] = {
		{ "mem", "mem", 0 }, { "mem", "MEM", 0 }, { "men", "mem", 1 }, { "me", "mem", 1 },
		{ "mmem", "mem", 1 }, { "mme", "mem", 1 },	/* two neighbours are swapped */
		{ "bakend", "backend", 1 }, { "kitten", "sitting", 3 }, { "", "mem", 3 }, { "", "", 0 },
		{ "a234567890123456789012345678901234567890", "a", 40 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(column_name_distance(cases[i].a, strlen(cases[i].a), cases[i].b, strlen(cases[i].b)),
				 cases[i].distance);
}

static const char *nearest(const char *name, unsigned int kinds)
{
	const struct column *column = column_nearest(name, strlen(name), kinds);

	return column ? column_key(column) : "";
}

TEST(a_misspelt_name_leads_to_the_nearest_column)
{
	static const char *const cases[][2] = {
		{ "bakend", "be" }, { "backend", "be" }, { "memory", "mem" }, { "retirng", "ret" },
		{ "comand", "command" }, { "usr", "user" }, { "pdi", "pid" }, { "cpuu", "cpu" },
		{ "cpu%%", "cpu" }, { "mispredict", "" }, { "branch", "misp" }, { "qqq", "" },
		{ "", "" }, { "topdwn", "" },
		{ "a-name-that-is-longer-than-any-column-may-have", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(nearest(cases[i][0], PROCESSES), cases[i][1]);
	assert_string_equal(nearest("sokcet", 1U << ROW_CPU), "socket");
}

TEST(a_hint_names_the_column_in_words)
{
	char text[COLUMN_HINT];

	column_hint("bakend", 6, PROCESSES, text);
	assert_string_equal(text, ": did you mean \"be\" (Backend bound)?");
	column_hint("usr=1", 3, PROCESSES, text);
	assert_string_equal(text, ": did you mean \"user\"?");
	column_hint("qqq", 3, PROCESSES, text);
	assert_string_equal(text, "");
}
