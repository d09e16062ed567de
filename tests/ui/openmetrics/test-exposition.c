/* SPDX-License-Identifier: GPL-2.0-only */
/* Counters as text in both formats: which series there are, their values, what breaks nothing. */
#include "config.h"

#include "tests/fixtures/each_family.h"
#include "tests/fixtures/exposition_fault.h"
#include "tests/fixtures/fixture_view.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"
#include "ui/openmetrics/exposition.h"

static struct buffer buffer;

/* The text of the view, which is without fault; until the next call. */
static const char *put(const struct totals_view *view, enum exposition format)
{
	const char *fault;

	buffer_clear(&buffer);
	exposition_put(&buffer, view, format);
	assert_false(buffer.broken);
	fault = exposition_fault(buffer.bytes, buffer.n, format);
	if (fault)
		fail_msg("%s", fault);
	buffer_put(&buffer, "", 1);
	buffer.n--;
	return buffer.bytes;
}

static void put_both(const struct totals_view *view)
{
	(void)put(view, EXPOSITION_PROMETHEUS);
	(void)put(view, EXPOSITION_OPENMETRICS);
}

/* The value of a series, as it stands in the text; NAN: there is none. */
static double value_of(const char *series)
{
	size_t n = strlen(series);

	for (const char *at = buffer.bytes; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (!strncmp(at, series, n) && at[n] == ' ')
			return strtod(at + n, NULL);
	}
	return NAN;
}

static bool has(const char *part)
{
	return strstr(buffer.bytes, part) != NULL;
}

/* The sum of all samples that begin so. */
static double sum_of(const char *start)
{
	double sum = 0;

	for (const char *at = buffer.bytes; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (!strncmp(at, start, strlen(start)))
			sum += strtod(strrchr(at, '}') ? strchr(strstr(at, "} "), ' ') : at, NULL);
	}
	return sum;
}

static size_t count_series(void)
{
	size_t n = 0;

	for (const char *at = buffer.bytes; *at; at = strchr(at, '\n') + 1)
		n += *at != '#';
	return n;
}

static struct totals_view *hostile_view(void)
{
	struct totals_view *view = fixture_view(5, 2, 10);

	(void)strcpy(view->top[0].label, "docker nginx");
	(void)strcpy(view->top[1].label, "quote \" back \\slash\nline");
	(void)strcpy(view->top[2].label, "caf\xE9\x1B[31m");
	(void)strcpy(view->top[3].label, "caf\xE8\x1B[31m");
	(void)strcpy(view->top[4].label, "dev-disk-by\\x2dlabel.mount \xE2\x82\xAC");
	return view;
}

/* Compares, with another version of tdtop: the golden text is the same for all. */
static void compare(const char *name, const char *text)
{
	static const char version[] = "version=\"" PACKAGE_VERSION "\"";
	const char *at = strstr(text, version);
	char *copy;

	assert_non_null(at);
	assert_true(asprintf(&copy, "%.*sversion=\"1.2.3\"%s", (int)(at - text), text,
			     at + strlen(version)) > 0);
	compare_with_golden(name, copy);
	free(copy);
}

TEST(an_exposition_is_as_a_person_has_read_it)
{
	compare("exposition.openmetrics", put(hostile_view(), EXPOSITION_OPENMETRICS));
	compare("exposition.prom", put(hostile_view(), EXPOSITION_PROMETHEUS));
}

TEST(classes_and_other_add_up_to_what_the_machine_had)
{
	double all, rest;

	put_both(fixture_view(7, 3, 10));
	all = sum_of("tdtop_machine_slots_total{");
	rest = value_of("tdtop_machine_idle_slots_total") +
	       value_of("tdtop_machine_unaccounted_slots_total");
	assert_true(all > 1e9);
	assert_true(fabs(all - rest - sum_of("tdtop_slots_total{")) < 200);
	assert_true(fabs(all - rest - sum_of("tdtop_level2_slots_total{")) < 200);
	assert_true(fabs(all - sum_of("tdtop_machine_level2_slots_total{")) < 20);
	assert_true(fabs(all - sum_of("tdtop_socket_slots_total{")) < 60);
}

TEST(the_modes_of_cpu_seconds_add_up_to_the_time_of_all_cpus)
{
	struct totals_view *view = fixture_view(1, 1, 8);

	put_both(view);
	assert_true(fabs(sum_of("tdtop_machine_cpu_seconds_total{") -
			 (view->all.total.cpu_ns + view->all.idle_ns) / 1e9) < 1e-6);
}

/* Its family: the series are these nodes, and no others. */
static void check_nodes(const struct family *family)
{
	char series[160];

	fixture_view_machine.family = family;
	fixture_view_machine.levels = family->levels;
	put_both(fixture_view(2, 1, 10));
	for (int id = 0; id < M_COUNT; id++) {
		const char *slug = metrics[id].slug;

		slug += strncmp(slug, "tma_", 4) ? 0 : 4;
		(void)snprintf(series, sizeof(series),
			       "tdtop_slots_total{cgroup=\"other\",class=\"%s\"}", slug);
		assert_int_equal(!isnan(value_of(series)),
				 family_node_is_on(family, (enum metric_id)id, 1));
		(void)snprintf(series, sizeof(series),
			       "tdtop_machine_level2_slots_total{class=\"%s\"}", slug);
		assert_int_equal(!isnan(value_of(series)), family->levels == 2 &&
				 family_node_is_on(family, (enum metric_id)id, 2));
	}
}

TEST(each_family_of_cpus_has_the_classes_that_it_has)
{
	for_each_family(check_nodes);
	fixture_view_family("Intel Sapphire Rapids");
	fixture_view_machine.levels = 2;
}

TEST(before_the_first_interval_there_is_the_build_and_no_count)
{
	put_both(NULL);
	assert_int_equal(value_of("tdtop_intervals_total"), 0);
	assert_true(has("tdtop_build_info{version=\"" PACKAGE_VERSION "\"} 1\n"));
	assert_false(has("slots_total"));
	assert_false(has("tdtop_machine"));
}

TEST(what_is_not_counted_is_missing_and_not_zero)
{
	struct totals_view *view = fixture_view(1, 1, 10);
	memset(&view->all.total, 0, sizeof(view->all.total));
	view->all.total.cpu_ns = 5e9;
	view->own_known = false;
	put_both(view);
	assert_false(has("slots_total"));
	assert_false(has("instructions_total"));
	assert_false(has("cycles_total"));
	assert_false(has("counted_ratio"));
	assert_false(has("tdtop_self"));
	assert_true(value_of("tdtop_machine_cpu_seconds_total{mode=\"busy\"}") == 5);
}

TEST(level_2_is_missing_where_only_level_1_is_counted)
{
	fixture_view_machine.levels = 1;
	put_both(fixture_view(1, 1, 10));
	assert_false(has("level2"));
	assert_true(has("tdtop_slots_total"));
	fixture_view_machine.levels = 2;
}

TEST(commands_have_another_label_than_cgroups_and_their_paths)
{
	struct totals_view *view = fixture_view(1, 1, 10);

	view->by = TOTALS_BY_PATH;
	put_both(view);
	assert_true(has("tdtop_cpu_seconds_total{cgroup=\"label 1\"} "));
	view->by = TOTALS_BY_COMMAND;
	put_both(view);
	assert_true(has("tdtop_cpu_seconds_total{command=\"label 1\"} "));
	assert_false(has("cgroup=\""));
}

TEST(counts_are_whole_numbers_and_large_ones_have_no_exponent)
{
	struct totals_view *view = fixture_view(0, 1, 10);
	view->other.instructions = 1e18;
	view->other.cycles = 123456.7;
	view->other.cpu_ns = 1234567890123456;
	view->counted_ratio = 1.0 / 3;
	put_both(view);
	assert_true(has("tdtop_instructions_total{cgroup=\"other\"} 1000000000000000000\n"));
	assert_true(has("tdtop_cycles_total{cgroup=\"other\"} 123457\n"));
	assert_true(has("tdtop_cpu_seconds_total{cgroup=\"other\"} 1234567.890123456\n"));
	assert_true(has("tdtop_counted_ratio 0.3333333333333333\n"));
	assert_true(value_of("tdtop_counted_ratio") == 1.0 / 3);
}

/* Of years on a large machine: nothing is lost in the text that doubles have. */
TEST(counts_beyond_what_integers_hold_are_read_back_as_they_were)
{
	static const double counts[] = { 0x1p53 - 1, 0x1p53, 0x1p53 + 2, 178129481930155, 0x1p63 - 1024,
					 0x1p63, 0x1p64 - 2048, 0x1p64, 0x1.23456789abcdep+70, 1e300 };
	struct totals_view *view = fixture_view(0, 1, 10);

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		view->other.cycles = counts[i];
		view->other.cpu_ns = counts[i];
		put_both(view);
		assert_true(value_of("tdtop_cycles_total{cgroup=\"other\"}") == counts[i]);
		assert_true(value_of("tdtop_cpu_seconds_total{cgroup=\"other\"}") ==
			    counts[i] / 1e9);
	}
	view->other.cycles = 0x1p64 - 2048;
	put_both(view);
	assert_true(has("tdtop_cycles_total{cgroup=\"other\"} 18446744073709549568\n"));
}

TEST(names_that_would_look_the_same_are_added_up)
{
	struct totals_view *view = fixture_view(3, 1, 10);
	(void)strcpy(view->top[0].label, "");
	(void)strcpy(view->top[1].label, "(none)");
	(void)strcpy(view->top[2].label, "other");
	for (int i = 0; i < 3; i++)
		view->top[i].total.cpu_ns = 1e9;
	view->other.cpu_ns = 4e9;
	put_both(view);
	assert_true(value_of("tdtop_cpu_seconds_total{cgroup=\"(none)\"}") == 2);
	assert_true(value_of("tdtop_cpu_seconds_total{cgroup=\"other\"}") == 5);
}

TEST(labels_of_any_bytes_do_not_break_an_exposition)
{
	uint64_t random = 22;

	for (int round = 0; round < 50; round++) {
		struct totals_view *view = fixture_view(TOTALS_TOP, 1, 10);

		for (size_t i = 0; i < view->n_top; i++) {
			size_t n = 1 + i % 3 * (TOTALS_LABEL_LEN - 2) / 2;

			for (size_t k = 0; k < n; k++) {
				random = random * 6364136223846793005u + 1442695040888963407u;
				view->top[i].label[k] = (char)(1 + (random >> 33) % 255);
			}
			view->top[i].label[n] = '\0';
		}
		put_both(view);
	}
}

/* The formula of the manual: 17 for each label and "other", 26 for a region, 16 for each socket, on this CPU. */
TEST(the_number_of_series_is_bounded_by_the_labels_and_sockets)
{
	for (size_t labels = 0; labels <= TOTALS_TOP; labels += 25)
		for (size_t sockets = 0; sockets <= TOTALS_SOCKETS; sockets += 32) {
			put_both(fixture_view(labels, sockets, 10));
			assert_int_equal(count_series(), 17 + 34 + 26 + 17 * labels + 16 * sockets);
		}
}

TEST(the_types_are_those_that_prometheus_knows)
{
	assert_string_equal(exposition_type(EXPOSITION_PROMETHEUS),
			    "text/plain; version=0.0.4; charset=utf-8");
	assert_string_equal(exposition_type(EXPOSITION_OPENMETRICS),
			    "application/openmetrics-text; version=1.0.0; charset=utf-8");
}
