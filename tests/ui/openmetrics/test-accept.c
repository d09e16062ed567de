/* SPDX-License-Identifier: GPL-2.0-only */
/* Which format an Accept header asks for. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "ui/openmetrics/exposition.h"
#include "ui/openmetrics/exposition_parts.h"

#define OPENMETRICS "application/openmetrics-text"

struct header {
	const char *accept;
	enum exposition format;
};

static void check(const struct header *headers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (exposition_accepted(headers[i].accept) != headers[i].format)
			fail_msg("Accept: %s", headers[i].accept ? headers[i].accept : "(none)");
}

#define CHECK(headers) check(headers, sizeof(headers) / sizeof((headers)[0]))

TEST(clients_of_this_world_get_what_they_prefer)
{
	static const struct header headers[] = {
		/* Prometheus 2.42, 2.20, 3.0 */
		{ OPENMETRICS ";version=1.0.0," OPENMETRICS ";version=0.0.1;q=0.75,"
		  "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", EXPOSITION_OPENMETRICS },
		{ OPENMETRICS "; version=0.0.1,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
		  EXPOSITION_OPENMETRICS },
		{ OPENMETRICS ";version=1.0.0;escaping=allow-utf-8;q=0.6," OPENMETRICS
		  ";version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
		  "text/plain;version=0.0.4;q=0.3,*/*;q=0.2", EXPOSITION_OPENMETRICS },
		/* Prometheus that is told to prefer the text format, and 1.x */
		{ "text/plain;version=0.0.4;q=0.6," OPENMETRICS ";version=1.0.0;q=0.5,*/*;q=0.1",
		  EXPOSITION_PROMETHEUS },
		{ "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
		  "encoding=delimited;q=0.7,text/plain;version=0.0.4;q=0.3,*/*;q=0.1",
		  EXPOSITION_PROMETHEUS },
		/* curl, a browser, Java, none */
		{ "*/*", EXPOSITION_PROMETHEUS },
		{ "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
		  EXPOSITION_PROMETHEUS },
		{ "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", EXPOSITION_PROMETHEUS },
		{ NULL, EXPOSITION_PROMETHEUS },
		{ "", EXPOSITION_PROMETHEUS },
	};

	CHECK(headers);
}

TEST(the_greatest_q_decides_and_the_most_specific_range_gives_it)
{
	static const struct header headers[] = {
		{ "text/plain;q=0.4, " OPENMETRICS ";q=0.5", EXPOSITION_OPENMETRICS },
		{ "text/plain;q=0.5, " OPENMETRICS ";q=0.4", EXPOSITION_PROMETHEUS },
		{ "text/plain;q=0.001, " OPENMETRICS ";q=0.000", EXPOSITION_PROMETHEUS },
		{ "*/*;q=1, text/plain;q=0.1", EXPOSITION_OPENMETRICS },
		{ "*/*, text/plain;q=0", EXPOSITION_OPENMETRICS },
		{ "text/*;q=0.3, */*;q=0.2", EXPOSITION_PROMETHEUS },
		{ "application/*", EXPOSITION_OPENMETRICS },
		{ "application/*;q=0.1, text/plain;q=0.2", EXPOSITION_PROMETHEUS },
		{ "text/*;q=0.9, text/plain;q=0.1, application/*;q=0.5", EXPOSITION_OPENMETRICS },
		{ "text/plain;version=0.0.4;q=0.1, text/plain;q=0.9, " OPENMETRICS ";q=0.5",
		  EXPOSITION_OPENMETRICS },
		{ OPENMETRICS ";version=1.0.0;q=0.1," OPENMETRICS ";version=0.0.1;q=0.6,"
		  "text/plain;q=0.5", EXPOSITION_OPENMETRICS },
		{ "text/html;q=1," OPENMETRICS ";q=0", EXPOSITION_PROMETHEUS },
	};

	CHECK(headers);
}

TEST(of_equal_ranges_the_first_that_names_a_type_decides)
{
	static const struct header headers[] = {
		{ OPENMETRICS ", text/plain", EXPOSITION_OPENMETRICS },
		{ "text/plain, " OPENMETRICS, EXPOSITION_PROMETHEUS },
		{ "*/*, " OPENMETRICS, EXPOSITION_OPENMETRICS },
		{ "text/*, " OPENMETRICS, EXPOSITION_OPENMETRICS },
		{ "*/*, application/*", EXPOSITION_OPENMETRICS },
		{ "text/plain, " OPENMETRICS ";version=1.0.0", EXPOSITION_PROMETHEUS },
	};

	CHECK(headers);
}

TEST(a_version_that_tdtop_does_not_write_is_no_match)
{
	static const struct header headers[] = {
		{ OPENMETRICS ";version=2.0.0", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";version=2.0.0, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";version=1.0, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";version=\"1.0.0\", text/plain;q=0.1", EXPOSITION_OPENMETRICS },
		{ OPENMETRICS ";VERSION=1.0.0;Q=0.5, text/plain;q=0.1", EXPOSITION_OPENMETRICS },
		{ "APPLICATION/OpenMetrics-Text, text/plain;q=0.1", EXPOSITION_OPENMETRICS },
	};

	CHECK(headers);
}

TEST(what_is_no_range_is_passed_over)
{
	static const struct header headers[] = {
		{ OPENMETRICS ";q=2, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";q=-1, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";q=, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";q=x, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";q=1.5, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS ";q=0.5.5, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ OPENMETRICS " x, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ "*/openmetrics-text, text/plain;q=0.1", EXPOSITION_PROMETHEUS },
		{ ",,, ;;, /, " OPENMETRICS " ; ; q=0.2 ,,text/plain;q=0.1,",
		  EXPOSITION_OPENMETRICS },
		{ "x/y;a=\", text/plain, \\\"\";q=1, " OPENMETRICS ";q=0.5",
		  EXPOSITION_OPENMETRICS },
		{ OPENMETRICS ";a=\"no end, text/plain", EXPOSITION_PROMETHEUS },
		{ "\t" OPENMETRICS "\t;\tq=1.000\t", EXPOSITION_OPENMETRICS },
		{ "\xFF\xFE/\x01, " OPENMETRICS, EXPOSITION_OPENMETRICS },
	};

	CHECK(headers);
}

TEST(without_an_acceptable_type_there_is_none)
{
	static const struct accept_offer offers[] = { { "text/plain", " 1 " }, { "a/b", " 2 " } };

	assert_int_equal(accept_best(NULL, offers, 2), -1);
	assert_int_equal(accept_best("", offers, 2), -1);
	assert_int_equal(accept_best("*/*;q=0", offers, 2), -1);
	assert_int_equal(accept_best("c/d", offers, 2), -1);
	assert_int_equal(accept_best("text/plain;version=2", offers, 2), -1);
	assert_int_equal(accept_best("a/b;version=2", offers, 2), 1);
	assert_int_equal(accept_best("*/*", offers, 2), 0);
	assert_int_equal(accept_best("*/*", offers, 0), -1);
}
