/* SPDX-License-Identifier: GPL-2.0-only */
/* Which regular expressions are too costly for glibc, and where. */
#include "config.h"
#include "ui/table/expression.h"

#include "tests/fixtures/test_main.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

TEST(usual_patterns_pass)
{
	static const char *const patterns[] = {
		"", "^(java|node)$", "worker[0-9]+", "^(foo[0-9]+,)*bar?$", "a{3}b{2,}c{,4}d{1,32}",
		"((a+b)+c)+", "[]*+]+", "[^]{9}{9}]*", "[[:alpha:]+*]+", "a\\++", "\\(\\\\1", "a{", "a{x}{y}",
		"{", "a|b|c", "(", ")", "[", "[[:alpha", "\\", "x{1000}",
	};

	for (size_t i = 0; i < N(patterns); i++) {
		int at;

		if (pattern_too_costly(patterns[i], &at))
			fail_msg("\"%s\" is refused at %d", patterns[i], at);
	}
}

static void assert_refused(const char *pattern, int where, const char *why)
{
	int at = -1;
	const char *text = pattern_too_costly(pattern, &at);

	if (!text || !strstr(text, why) || at != where)
		fail_msg("\"%s\" at %d: %s", pattern, at, text ? text : "passes");
}

TEST(a_repeated_repetition_is_refused)
{
	assert_refused("a++", 2, "repeated");
	assert_refused("ba*+", 3, "repeated");
	assert_refused("a{2}{3}", 4, "repeated");
	assert_refused("(a?*)", 3, "repeated");
	assert_refused("[+]++", 4, "repeated");
	assert_refused("a|++", 3, "repeated");
}

TEST(bounds_that_multiply_are_refused)
{
	assert_refused("a{1001}", 0, "too much");
	assert_refused("a{1,1001}", 0, "too much");
	assert_refused("a{,1001}", 0, "too much");
	assert_refused("a{1000,}", 0, "too much");
	assert_refused("xy((a{1,255}){1,255}){1,9}", 3, "too much");
	assert_refused("((((((((((a+)+)+)+)+)+)+)+)+)+)", 1, "too much");
	assert_refused("a{999999999999999999999999}", 0, "too much");
}

TEST(back_references_are_refused)
{
	assert_refused("(.*)(.*)\\2\\1x", 8, "back-reference");
}
