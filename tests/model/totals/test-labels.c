/* SPDX-License-Identifier: GPL-2.0-only */
/* Labels that are known: found, forgotten in the order in which they were seen, and bounded. */
#include "config.h"
#include "model/hash.h"
#include "model/totals/totals_parts.h"

#include "model/splitmix64.h"
#include "tests/fixtures/test_main.h"

static struct labels *labels;

SETUP_MAY_FAIL
{
	labels = labels_new();
	return labels ? 0 : -1;
}

TEARDOWN
{
	labels_free(labels);
}

static const char *name_of(int i)
{
	static char name[16];

	(void)snprintf(name, sizeof(name), "label-%d", i);
	return name;
}

static struct label *find(int i)
{
	return labels_find(labels, name_of(i), hash_text(name_of(i)));
}

static struct label *add(int i)
{
	return labels_add(labels, name_of(i), hash_text(name_of(i)));
}

/* It was in the top for a moment, so its counters are kept. */
static void keep(int i)
{
	struct label *label = add(i);

	labels_enter(labels, label, 0);
	labels_leave(labels, label);
}

TEST(a_label_is_found_by_its_text)
{
	assert_null(find(1));
	assert_non_null(add(1));
	assert_non_null(add(2));
	assert_string_equal(find(1)->text, "label-1");
	assert_string_equal(find(2)->text, "label-2");
	assert_int_equal(find(1)->place, NOT_IN_TOP);
}

TEST(labels_with_one_hash_are_told_apart)
{
	(void)labels_add(labels, "a", 7);
	(void)labels_add(labels, "b", 7);
	assert_string_equal(labels_find(labels, "a", 7)->text, "a");
	assert_string_equal(labels_find(labels, "b", 7)->text, "b");
	assert_null(labels_find(labels, "c", 7));
}

TEST(a_long_text_is_cut_at_its_start)
{
	char text[1000];

	memset(text, 'a', sizeof(text));
	memcpy(text + sizeof(text) - 5, "tail", 5);
	assert_int_equal(strlen(labels_cut(text)), TOTALS_LABEL_LEN - 1);
	assert_non_null(strstr(labels_cut(text), "tail"));
	assert_string_equal(labels_cut("short"), "short");
}

TEST(of_the_new_ones_the_one_not_seen_for_longest_is_dropped)
{
	for (int i = 0; i < LABELS_NEW; i++)
		(void)add(i);
	labels_see(labels, find(0));
	(void)add(LABELS_NEW);
	assert_non_null(find(0));
	assert_null(find(1));
	assert_non_null(find(LABELS_NEW));
	assert_int_equal(labels_known(labels), 0);
	assert_int_equal(labels_forgotten(labels), 0);	/* they had no counters */
}

TEST(kept_ones_are_not_dropped_for_new_ones)
{
	keep(0);
	for (int i = 1; i < 2 * LABELS_NEW; i++)
		(void)add(i);
	assert_non_null(find(0));
	assert_int_equal(labels_known(labels), 1);
}

TEST(of_the_kept_ones_the_one_not_seen_for_longest_is_forgotten)
{
	for (int i = 0; i < TOTALS_LABELS; i++)
		keep(i);
	labels_see(labels, find(0));
	keep(TOTALS_LABELS);
	assert_non_null(find(0));
	assert_null(find(1));
	assert_int_equal(labels_known(labels), TOTALS_LABELS);
	assert_int_equal(labels_forgotten(labels), 1);
}

TEST(those_of_the_top_are_never_forgotten)
{
	struct label *top = add(0);

	labels_enter(labels, top, 0);
	for (int i = 1; i <= 2 * TOTALS_LABELS; i++)
		keep(i);
	assert_ptr_equal(find(0), top);
	assert_int_equal(labels_known(labels), TOTALS_LABELS);
}

TEST(weights_halve_each_minute)
{
	assert_true(labels_now(labels, 0) == 1);
	assert_true(labels_now(labels, LABELS_HALF_NS) == 2);
	assert_true(labels_now(labels, 3 * LABELS_HALF_NS) == 8);
}

TEST(weights_stay_in_proportion_when_their_unit_grew_too_large)
{
	struct label *old = add(1), *late = add(2);

	old->weight = 1e12 * labels_now(labels, 499 * LABELS_HALF_NS);
	late->weight = 1e12 * labels_now(labels, 500 * LABELS_HALF_NS);
	assert_true(late->weight == 1e12);
	assert_true(old->weight == 5e11);
	assert_true(labels_now(labels, 501 * LABELS_HALF_NS) == 2);
}

/* Against a plain list in the order in which they were seen. */
TEST(random_calls_keep_the_order_of_forgetting)
{
	enum { N = LABELS_NEW + 300 };
	static uint64_t seen[N];
	uint64_t seed = 11, clock = 0;
	int known = 0;

	memset(seen, 0, sizeof(seen));
	for (int round = 0; round < 20000; round++) {
		const int i = (int)(splitmix64_next(&seed) % N);
		int oldest = -1;

		if (seen[i]) {
			assert_non_null(find(i));
			labels_see(labels, find(i));
			seen[i] = ++clock;
			continue;
		}
		assert_null(find(i));
		for (int k = 0; k < N && known == LABELS_NEW; k++)
			if (seen[k] && (oldest < 0 || seen[k] < seen[oldest]))
				oldest = k;
		if (oldest >= 0)
			seen[oldest] = 0;
		else
			known++;
		(void)add(i);
		seen[i] = ++clock;
	}
	assert_int_equal(known, LABELS_NEW);
}
