/* SPDX-License-Identifier: GPL-2.0-only */
/* The checker of expositions, by which all others are judged, finds each fault. */
#include "config.h"

#include "tests/fixtures/exposition_fault.h"
#include "tests/fixtures/test_main.h"

#define A_HEAD "# TYPE a counter\n# HELP a Help.\n"
#define END "# EOF\n"

struct text {
	const char *text, *fault;	/* NULL: none */
};

static void check(const struct text *texts, size_t n, enum exposition format)
{
	for (size_t i = 0; i < n; i++) {
		const char *text = texts[i].text, *expected = texts[i].fault;
		const char *fault = exposition_fault(text, strlen(text), format);

		if (!fault != !expected || (fault && strncmp(fault, expected, strlen(expected)) != 0))
			fail_msg("%s\nfound: %s", text, fault ? fault : "(nothing)");
	}
}

#define CHECK(texts, format) check(texts, sizeof(texts) / sizeof((texts)[0]), format)

TEST(whole_expositions_have_no_fault)
{
	static const struct text newer[] = {
		{ END, NULL }, { A_HEAD "a_total 1\n" END, NULL },
		{ A_HEAD "a_total{x=\"\\\\\\\"\\n\",y=\"\"} 1.5e9\na_total{x=\"\",y=\"\"} 0\n" END, NULL },
		{ "# TYPE a_x_s gauge\n# UNIT a_x_s x_s\na_x_s -Inf\n" END, NULL },
		{ "# TYPE a info\na_info{v=\"1\"} 1\n# TYPE b gauge\nb NaN\n" END, NULL },
		{ "# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n" END, NULL },
	}, older[] = {
		{ "# TYPE a_total counter\n# HELP a_total Help.\na_total 1\n", NULL },
		{ "# TYPE a_info gauge\na_info{v=\"1\"} 1\n", NULL },
	};

	CHECK(newer, EXPOSITION_OPENMETRICS);
	CHECK(older, EXPOSITION_PROMETHEUS);
}

TEST(families_that_are_torn_or_described_wrongly_are_found)
{
	static const struct text texts[] = {
		{ A_HEAD "a_total 1\n# TYPE b gauge\nb 1\n" A_HEAD "a_total{x=\"\"} 2\n" END,
		  "a family that was there before" },
		{ A_HEAD "a_total 1\n# TYPE b gauge\nb 1\na_total{x=\"\"} 2\n" END,
		  "a sample of another family" },
		{ A_HEAD "a_total 1\n# HELP a Help.\n" END, "comes too late" },
		{ A_HEAD "# UNIT a a\na_total 1\n" END, "comes too late" },
		{ A_HEAD "# HELP b Help.\n" END, "describes another family" },
		{ A_HEAD "# TYPE b gauge\nb 1\n" END, "a family without samples before" },
		{ A_HEAD END, "the last family has no samples" },
		{ "# TYPE a_s gauge\n# UNIT a_s seconds\na_s 1\n" END,
		  "the name does not end in the unit" },
		{ "# TYPE a_total counter\na_total 1\n" END, "the name of a family has the suffix" },
		{ "# TYPE a summary\n" END, "a type that the format does not know" },
		{ "# help a x\n" END, "no descriptor" }, { "a 1\n" END, "a sample of another family" },
	};

	CHECK(texts, EXPOSITION_OPENMETRICS);
}

TEST(samples_that_cannot_be_read_are_found)
{
	static const struct text texts[] = {
		{ A_HEAD "a 1\n" END, "a sample of another family" },
		{ A_HEAD "a_total NaN\n" END, "no number" }, { A_HEAD "a_total -1\n" END, "no number" },
		{ A_HEAD "a_total +Inf\n" END, "no number" }, { A_HEAD "a_total 1 x\n" END, "no number" },
		{ A_HEAD "a_total\n" END, "no number" }, { A_HEAD "a_total{x=\"\\t\"} 1\n" END, "no sample" },
		{ A_HEAD "a_total{x=\"} 1\n" END, "no sample" },
		{ A_HEAD "a_total{x=\"\",x=\"\"} 1\n" END, "no sample" },
		{ A_HEAD "a_total{x:y=\"\"} 1\n" END, "no sample" },
		{ A_HEAD "a_total{x=\"\"\n" END, "no sample" },
		{ A_HEAD "a_total{x=\"1\"} 1\na_total{x=\"2\"} 1\na_total{x=\"1\"} 2\n" END,
		  "two samples of one series" },
		{ A_HEAD "a_total{x=\"\xE9\"} 1\n" END, "not clean UTF-8" },
		{ A_HEAD "a_total{x=\"\x1B\"} 1\n" END, "not clean UTF-8" },
	};

	CHECK(texts, EXPOSITION_OPENMETRICS);
}

TEST(a_text_without_an_end_or_with_something_behind_it_is_found)
{
	static const struct text texts[] = {
		{ A_HEAD "a_total 1\n", "it has no end" },
		{ A_HEAD "a_total 1\n# EOF", "a NUL, or no line end" }, { END END, "something behind the end" },
		{ "", "a NUL, or no line end" },
	}, older[] = {
		{ "# TYPE a gauge\na 1\n" END, "no descriptor" },
		{ "# TYPE a_s gauge\n# UNIT a_s s\na_s 1\n", "a unit" },
		{ "# TYPE a info\na_info 1\n", "a type that the format does not know" },
	};

	CHECK(texts, EXPOSITION_OPENMETRICS);
	CHECK(older, EXPOSITION_PROMETHEUS);
	assert_non_null(exposition_fault("# E\0F\n", 6, EXPOSITION_OPENMETRICS));
}
