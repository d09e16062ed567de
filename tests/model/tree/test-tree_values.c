/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of nodes from readings: scaling, quality, shares, thresholds, retire latencies. */
#include "config.h"
#include "model/tree/tree_values.h"

#include "tests/fixtures/fixture_small_tree.h"
#include "tests/fixtures/test_main.h"

#define SECOND 1000000000ULL
#define CYCLES 3e9		/* of a second */

static struct tree_values *values;
static struct tree_readings readings;
static struct opened opened;
static uint64_t now_ns;

SETUP
{
	const struct tree *const trees[CORE_TYPES] = { [TYPE_CORE] = &fixture_small_tree };

	values = tree_values_new(trees);
	assert_non_null(values);
	memset(&opened, 0, sizeof(opened));
	memset(&readings, 0, sizeof(readings));
	readings.request = (struct tree_request){ .serial = 1, .scope = LIVE_PROCESS, .id = 2311 };
	readings.part = 1;
	fixture_small_open(&readings, FN_MEMORY);
	now_ns = 100 * SECOND;
}

TEARDOWN
{
	tree_values_free(values);
}

/* A second ends; the readings begin again. */
static void see_row(const struct tree_row *row)
{
	struct tree_row rows[CORE_TYPES] = { *row };

	readings.began_ns = now_ns;
	now_ns += SECOND;
	readings.end_ns = now_ns;
	tree_values_see(values, &readings, rows, &opened);
	readings.n = readings.n_latencies = 0;
}

static void see(void)
{
	const struct tree_row row = fixture_small_row(0.7, 0.6, 1e9);

	see_row(&row);
}

/* A reading of a group that had counters for this part of a second. */
static void reading(int group, int event, double count, double running)
{
	fixture_small_reading(&readings, group, event, count, SECOND, (uint64_t)(running * (double)SECOND));
}

/* A second in which its group counted all the time, a this part of the cycles. */
static void see_a(double part)
{
	reading(0, FT_CYCLES, CYCLES, 1);
	reading(0, FT_A, part * CYCLES, 1);
	see();
}

static const struct opened_node *node(int index)
{
	const struct opened_node *found = opened_find(&opened, TYPE_CORE, index);

	assert_non_null(found);
	return found;
}

static void near(double value, double expected)
{
	assert_true(fabs(value - expected) < 0.01);
}

static void see_percent(int index, double expected)
{
	see();
	near((double)node(index)->percent, expected);
}

TEST(nothing_opened_is_nothing)
{
	opened.n = 5;
	readings.request.scope = LIVE_NOTHING;
	see();
	assert_int_equal(opened.scope, LIVE_NOTHING);
	assert_int_equal(opened.n, 0);
}

TEST(the_children_of_open_nodes_are_listed_in_the_order_of_the_tree)
{
	readings.groups = 2;
	readings.threads = 340;
	see();
	assert_int_equal(opened.serial, 1);
	assert_int_equal(opened.id, 2311);
	assert_int_equal(opened.groups, 2);
	assert_int_equal(opened.threads, 340);
	assert_int_equal(opened.n, 3);
	assert_int_equal(opened.node[0].node, FN_A);
	assert_int_equal(opened.node[1].node, FN_B);
	assert_int_equal(opened.node[2].node, FN_MISSED);
}

TEST(a_group_that_counted_all_the_time_is_exact)
{
	see_a(0.44);
	near((double)node(FN_A)->percent, 44);
	assert_int_equal(node(FN_A)->quality, Q_COUNTED);
	near((double)node(FN_A)->running, 100);
	assert_true(node(FN_A)->at_once);
}

TEST(a_part_of_the_time_is_scaled_with_the_cycles_of_its_own_group)
{
	/* it ran at half the clock rate while this group was on */
	reading(3, FT_CYCLES, CYCLES * 0.33 * 0.5, 0.33);
	reading(3, FT_A, CYCLES * 0.33 * 0.5 * 0.44, 0.33);
	see_percent(FN_A, 44);
	near((double)node(FN_A)->running, 33);
	assert_int_equal(node(FN_A)->quality, Q_SCALED);
	assert_true(node(FN_A)->at_once);
}

TEST(without_cycles_in_the_group_they_come_from_the_clock_rate)
{
	reading(0, FT_A, 0.2 * CYCLES * 0.25, 0.25);
	see_percent(FN_A, 20);
	assert_false(node(FN_A)->at_once);
}

TEST(without_a_clock_rate_they_are_those_of_the_row)
{
	struct tree_row row = fixture_small_row(0.7, 0.6, 1e9);

	row.ghz = NAN;
	readings.part = 0.5F;		/* half of the threads are counted */
	reading(0, FT_A, 0.2 * 0.5 * CYCLES * 0.25, 0.25);
	see_row(&row);
	near((double)node(FN_A)->percent, 20);
	assert_false(node(FN_A)->at_once);
}

TEST(events_of_several_groups_are_brought_to_the_same_cycles)
{
	fixture_small_open(&readings, FN_CORE);
	reading(0, FT_CYCLES, CYCLES * 0.5, 0.5);
	reading(0, FT_A, CYCLES * 0.5 * 0.1, 0.5);
	reading(1, FT_CYCLES, CYCLES * 0.2 * 0.5, 0.2);		/* a lower clock rate */
	reading(1, FT_D, CYCLES * 0.2 * 0.5 * 0.3, 0.2);
	see_percent(FN_TORN, 40);
	near((double)node(FN_TORN)->running, 20);
	assert_false(node(FN_TORN)->at_once);
}

TEST(a_group_with_all_events_is_preferred)
{
	fixture_small_open(&readings, FN_CORE);
	reading(0, FT_CYCLES, CYCLES * 0.5, 0.5);
	reading(0, FT_A, CYCLES * 0.5 * 0.9, 0.5);
	reading(1, FT_CYCLES, CYCLES * 0.2, 0.2);
	reading(1, FT_A, CYCLES * 0.2 * 0.1, 0.2);
	reading(1, FT_D, CYCLES * 0.2 * 0.3, 0.2);
	see_percent(FN_TORN, 40);
	assert_true(node(FN_TORN)->at_once);
}

TEST(slots_and_levels_1_and_2_come_from_the_slices)
{
	fixture_small_open(&readings, FN_CORE);
	reading(0, FT_CYCLES, CYCLES * 0.5, 0.5);
	reading(0, FT_A, CYCLES * 0.5 * 1.2, 0.5);
	reading(0, FT_D, 0, 0.5);
	see_percent(FN_SLOTTED, 100 * 0.7 * 1.2 / 6);
}

TEST(what_never_had_a_counter_is_missing)
{
	reading(0, FT_CYCLES, 0, 0);
	reading(0, FT_A, 0, 0);
	see();
	assert_int_equal(node(FN_A)->quality, Q_MISSING);
	assert_int_equal(node(FN_B)->quality, Q_MISSING);	/* not even opened */
	assert_true(node(FN_A)->percent == 0 && isnan(node(FN_A)->error));
	assert_false(node(FN_A)->over);
}

TEST(below_5_percent_of_the_time_there_is_no_value)
{
	reading(0, FT_CYCLES, CYCLES * 0.04, 0.04);
	reading(0, FT_A, CYCLES * 0.04 * 0.5, 0.04);
	see();
	assert_int_equal(node(FN_A)->quality, Q_LOW_SLOTS);
	near((double)node(FN_A)->running, 4);
	assert_true(node(FN_A)->percent == 0);
}

TEST(a_row_that_hardly_ran_has_no_value)
{
	const struct tree_row row = fixture_small_row(0.7, 0.6, 800);

	fixture_small_reading(&readings, 0, FT_CYCLES, 2400, 800, 800);
	fixture_small_reading(&readings, 0, FT_A, 1200, 800, 800);
	see_row(&row);
	assert_int_equal(node(FN_A)->quality, Q_LOW_SLOTS);
}

TEST(a_row_that_sleeps_keeps_its_values_until_they_are_too_old)
{
	static const struct tree_row asleep = { .ghz = NAN };

	see_a(0.44);
	for (int i = 0; i < 9; i++) {
		see_row(&asleep);
		near((double)node(FN_A)->percent, 44);
	}
	see_row(&asleep);
	assert_int_equal(node(FN_A)->quality, Q_MISSING);
	assert_true(node(FN_A)->percent == 0);
}

TEST(sums_are_added_and_the_newest_counts_most)
{
	see_a(0.1);
	reading(0, FT_CYCLES, CYCLES / 10, 1);		/* it ran for a tenth of this second */
	reading(0, FT_A, 0.9 * CYCLES / 10, 1);
	see_percent(FN_A, 100 * (0.8 * 0.1 + 0.1 * 0.9) / (0.8 + 0.1));
	assert_true(isnan(node(FN_A)->error));		/* of two intervals */
	see_a(0.5);
	near((double)node(FN_A)->percent, 100 * (0.64 * 0.1 + 0.8 * 0.1 * 0.9 + 0.5) / (0.64 + 0.08 + 1));
}

TEST(another_row_begins_again)
{
	see_a(0.1);
	readings.request.id++;
	see_a(0.9);
	near((double)node(FN_A)->percent, 90);
	readings.request.serial++;		/* more is opened of the same row */
	see_a(0.5);
	near((double)node(FN_A)->percent, 100 * (0.8 * 0.9 + 0.5) / 1.8);
}

/* a 40, b 10, missed: 10000 * 200 cycles of 3e9. */
static void read_memory(double running)
{
	reading(0, FT_CYCLES, CYCLES * running, running);
	reading(0, FT_A, 0.4 * CYCLES * running, running);
	reading(0, FT_B, 0.2 * CYCLES * running, running);
	reading(0, FT_C, 0.1 * CYCLES * running, running);
	reading(0, FT_D, 0.3 * CYCLES * running, running);
	reading(0, FT_MISS, 0.001 * CYCLES * running, running);
	reading(0, FT_HIT, 0, running);
}

TEST(shares_of_the_parent_and_of_the_slots_go_down_the_tree)
{
	fixture_small_open(&readings, FN_A);
	read_memory(1);
	see_percent(FN_A, 40);
	near((double)node(FN_B)->percent, 10);
	near((double)node(FN_MISSED)->percent, 20);
	near((double)node(FN_A)->of_parent, 100 * 40.0 / 70);
	near((double)node(FN_A)->slots, 60 * 40.0 / 70);	/* memory bound has 60 */
	near((double)node(FN_A_X)->percent, 10);
	near((double)node(FN_A_X)->of_parent, 25);
	near((double)node(FN_A_X)->slots, 0.25 * 60 * 40.0 / 70);
}

TEST(a_share_is_not_known_where_a_sibling_is_not)
{
	fixture_small_open(&readings, FN_A);
	see_a(0.4);
	near((double)node(FN_A)->percent, 40);
	assert_true(isnan(node(FN_A)->of_parent) && isnan(node(FN_A)->slots));
}

TEST(a_parent_that_is_not_divided_completely_keeps_the_rest)
{
	fixture_small_open(&readings, FN_A_X);
	read_memory(1);
	readings.reading[4].count = 0.1 * CYCLES;	/* a_x: 20 of the 40 of a */
	see();
	near((double)node(FN_A_X)->of_parent, 50);
	near((double)node(FN_A_XY)->percent, 10);	/* its only child, of the same unit */
	near((double)node(FN_A_XY)->of_parent, 50);
	near((double)node(FN_A_XY)->slots, (double)node(FN_A_X)->slots / 2);
}

TEST(a_sibling_below_0_takes_nothing_away)
{
	read_memory(1);
	readings.reading[2].count = 0;	/* b: -10 percent */
	see_percent(FN_B, -10);
	near((double)node(FN_B)->of_parent, 0);
	near((double)node(FN_A)->of_parent, 100 * 40.0 / 60);
}

TEST(a_node_is_over_where_its_parents_are)
{
	const struct tree_row other = fixture_small_row(0.7, 0.1, 1e9);

	fixture_small_open(&readings, FN_A_X);
	read_memory(1);
	see();
	assert_true(node(FN_A)->over);
	assert_true(node(FN_A_X)->over);
	assert_false(node(FN_B)->over);		/* not above 10 */
	assert_false(node(FN_A_XY)->over);	/* has no threshold */
	read_memory(1);
	see_row(&other);			/* hardly memory bound */
	assert_false(node(FN_A)->over);
	assert_false(node(FN_A_X)->over);
}

/* Ice Lake: level 2 takes turns that opened nodes need. */
TEST(level_2_that_is_not_counted_any_more_follows_level_1)
{
	struct tree_row row = fixture_small_row(0.35, 0.3, 1e9);

	fixture_small_open(&readings, FN_A);
	see();				/* 60 of 70 */
	row.values.quality[M_MEMORY_BOUND] = Q_MISSING;
	for (int i = 0; i < 20; i++) {
		read_memory(1);
		see_row(&row);
	}
	assert_true(node(FN_A)->over);
	near((double)node(FN_A)->slots, 35 * 60.0 / 70 * 40 / 70);
	row = fixture_small_row(0.22, 0.2, 1e9);
	row.values.quality[M_MEMORY_BOUND] = Q_MISSING;
	read_memory(1);
	see_row(&row);
	assert_false(node(FN_A)->over);		/* as 22 * 60 / 70 is below 20 */
	readings.request.id++;
	read_memory(1);
	see_row(&row);
	assert_false(node(FN_A)->over);		/* nothing is known of another row */
	assert_true(isnan(node(FN_A)->slots));
}

static void sample(int event, uint32_t samples, double mean, double spread)
{
	readings.latency[readings.n_latencies++] = (struct tree_latency){
		.core_type = TYPE_CORE, .event = (uint16_t)event, .samples = samples,
		.saturated = 2, .sum = mean * samples,
		.squares = (mean * mean + spread * spread) * samples };
}

TEST(a_retire_latency_is_the_mean_of_the_samples)
{
	read_memory(1);
	sample(FT_MISS, 1000, 300, 50);
	sample(FT_HIT, 400, 30, 5);
	see_percent(FN_MISSED, 30);
	near((double)node(FN_MISSED)->latency, 300);
	near((double)node(FN_MISSED)->latency_table, 200);
	near((double)node(FN_MISSED)->latency_error, 50 / sqrt(999));
	assert_int_equal(node(FN_MISSED)->latency_samples, 1000);
	assert_int_equal(node(FN_MISSED)->latency_saturated, 2);
	assert_false(node(FN_MISSED)->latency_default);
	assert_true(isnan(node(FN_A)->latency));	/* has none */
}

TEST(below_50_samples_it_is_that_of_the_table)
{
	read_memory(1);
	sample(FT_MISS, 49, 300, 50);
	see_percent(FN_MISSED, 20);
	near((double)node(FN_MISSED)->latency, 200);
	assert_true(isnan(node(FN_MISSED)->latency_error));
	assert_int_equal(node(FN_MISSED)->latency_samples, 49);
	assert_true(node(FN_MISSED)->latency_default);
}

TEST(samples_of_the_last_10_seconds_count)
{
	read_memory(1);
	sample(FT_MISS, 1000, 300, 50);
	see();
	for (int i = 0; i < 9; i++) {
		read_memory(1);
		see();
		assert_int_equal(node(FN_MISSED)->latency_samples, 1000);
	}
	read_memory(1);
	see();
	assert_int_equal(node(FN_MISSED)->latency_samples, 0);
	assert_true(node(FN_MISSED)->latency_default);
}

TEST(default_latencies_take_no_samples_and_off_has_no_value)
{
	readings.request.latency = RETIRE_DEFAULT;
	read_memory(1);
	sample(FT_MISS, 1000, 300, 50);
	see_percent(FN_MISSED, 20);
	assert_true(node(FN_MISSED)->latency_default);
	readings.request.latency = RETIRE_OFF;
	read_memory(1);
	see();
	assert_int_equal(node(FN_MISSED)->quality, Q_MISSING);
	assert_true(isnan(node(FN_MISSED)->latency));
	assert_int_equal(node(FN_A)->quality, Q_COUNTED);
}

TEST(the_error_of_a_latency_is_one_of_its_node)
{
	for (int i = 0; i < 4; i++) {
		read_memory(1);
		sample(FT_MISS, 250, 300, 50);
		sample(FT_HIT, 100, 30, 5);
		see();
	}
	near((double)node(FN_MISSED)->error, 100 * 0.001 * 50 / sqrt(999));
	assert_true(node(FN_A)->error == 0);	/* counted all the time */
}

TEST(readings_that_make_no_sense_are_ignored)
{
	read_memory(1);
	reading(0, 300, 5, 1);
	readings.reading[readings.n++] = (struct tree_reading){ .core_type = 200, .count = 1, .enabled_ns = 1 };
	readings.reading[readings.n++] = (struct tree_reading){ .core_type = TYPE_ATOM, .count = 1, .enabled_ns = 1 };
	reading(0, FT_A, NAN, 1);
	reading(7, FT_A, 1, 2);		/* ran longer than it was enabled */
	see();
	near((double)node(FN_A)->percent, 20);	/* the mean of groups 0 and 7 */
	readings.n = TREE_READINGS_MAX + 5;
	memset(readings.reading, 0xff, sizeof(readings.reading));
	see();
	readings.end_ns = 1;		/* a replay goes back */
	now_ns = 50 * SECOND;
	read_memory(1);
	see_percent(FN_A, 40);
}

TEST(many_groups_are_bounded)
{
	for (int i = 0; i < TREE_READINGS_MAX; i++)
		reading(i % 256, FT_A, 1e6, 1);
	see();
	assert_int_equal(opened.n, 3);
}
