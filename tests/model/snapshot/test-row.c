/* SPDX-License-Identifier: GPL-2.0-only */
/* One row: whether its ratios can be trusted, its percentages, its slots. */
#include "config.h"
#include "model/snapshot/snapshot.h"

#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

enum { INTERVAL = 1000000, SLOTS_MIN = 255 * 64 };

FORMULA(backend, EV(BE_BOUND) / SUM)

static const struct formula formulas[] = { { .metric = M_BACKEND_BOUND, FORM(backend) } };
static const struct family family = { .name = "test", .levels = 1,
				      .formulas = formulas, .n_formulas = 1 };

static struct snapshot interval = { .interval_ns = INTERVAL };
static struct row_extra extra;

/* Of a row of this test, until it has made many more. */
static struct row_numbers *numbers_of(double slots)
{
	static struct row_numbers numbers[8];
	static unsigned int n;

	numbers[++n % 8] = (struct row_numbers){ .counts = fixture_level1(slots, 0.25, 0.25, 0.25, 0.25) };
	return &numbers[n % 8];
}

static struct row ran(uint64_t busy_ns, double slots, double idle_slots)
{
	struct row row = { .busy_ns = busy_ns, .numbers = numbers_of(slots), .room = EV_COUNT, .extra = &extra };

	extra.idle_slots = idle_slots;
	family_evaluate(&family, &row.numbers->counts, row_has_low_slots(&interval, &row), &row.numbers->values);
	return row;
}

static bool few(uint64_t busy_ns, double slots, double idle_slots)
{
	const struct row row = ran(busy_ns, slots, idle_slots);

	assert_int_equal(row.numbers->values.quality[M_BACKEND_BOUND] == Q_LOW_SLOTS, row_has_low_slots(&interval, &row));
	return row_has_low_slots(&interval, &row);
}

TEST(less_than_a_thousandth_of_the_interval_is_low)
{
	assert_true(few(INTERVAL / 1000 - 1, 1e9, 0));
	assert_false(few(INTERVAL / 1000, 1e9, 0));
}

TEST(slots_that_the_register_cannot_split_are_low)
{
	assert_true(few(INTERVAL, SLOTS_MIN - 4, 0));
	assert_false(few(INTERVAL, SLOTS_MIN, 0));
	assert_true(few(INTERVAL, 0, 0));
}

TEST(the_slots_of_idle_do_not_help_a_cpu_over_the_limit)
{
	assert_true(few(INTERVAL, 100000, 100000 - SLOTS_MIN / 2));
	assert_false(few(INTERVAL, 100000, 100000 - SLOTS_MIN * 2));
}

/*
 * Idle slots are subtracted in proportion to the sum of the four fields, not as a difference of two
 * counts.
 */
TEST(idle_slots_count_by_their_share_of_all_slots)
{
	struct row row = ran(INTERVAL, 100000, 110000);

	row.numbers->counts.value[EV_SLOTS] *= 1.5;
	assert_false(row_has_low_slots(&interval, &row));
	extra.idle_slots = 149000;
	assert_true(row_has_low_slots(&interval, &row));
}

TEST(class_slots_are_share_times_slots)
{
	struct row row = ran(INTERVAL, 400000, 0);

	assert_true(fabs(row_class_slots(&row, M_BACKEND_BOUND) - 100000) < 1);
}

TEST(class_slots_of_a_missing_or_untrusted_share_are_not_a_number)
{
	const struct row plenty = ran(INTERVAL, 400000, 0), little = ran(INTERVAL, 40, 0);

	assert_true(isnan(row_class_slots(&plenty, M_MEMORY_BOUND)));
	assert_true(isnan(row_class_slots(&little, M_BACKEND_BOUND)));
}

TEST(a_process_of_four_busy_threads_has_400_percent)
{
	const struct row process = { .kind = ROW_PROCESS, .busy_ns = 4 * INTERVAL, .threads = 9 };

	assert_true(fabs(row_cpu_percent(&interval, &process) - 400) < 1e-9);
}

TEST(no_interval_is_no_percentage)
{
	const struct snapshot none = { .interval_ns = 0 };
	const struct row process = { .kind = ROW_PROCESS, .busy_ns = 5 };

	assert_true(fabs(row_cpu_percent(&none, &process)) < 1e-9);
}

TEST(busy_is_a_share_of_all_cpus_below_the_row)
{
	const struct row cpu = { .kind = ROW_CPU, .busy_ns = INTERVAL / 2 };
	const struct row socket = { .kind = ROW_SOCKET, .busy_ns = INTERVAL, .threads = 4 };

	assert_true(fabs(row_busy_percent(&interval, &cpu) - 50) < 1e-9);
	assert_true(fabs(row_busy_percent(&interval, &socket) - 25) < 1e-9);
}

TEST(a_rest_carried_over_makes_no_cpu_more_than_busy)
{
	const struct row cpu = { .kind = ROW_CPU, .busy_ns = INTERVAL + 50000 };

	assert_true(fabs(row_busy_percent(&interval, &cpu) - 100) < 1e-9);
}

/* One second on a CPU with 3e9 cycles and 6e9 instructions, in an interval of two seconds. */
static struct machine counting = { .family = &family };
static struct snapshot two_seconds = { .interval_ns = 2000000000, .machine = &counting };

static struct row one_second(void)
{
	struct row row = { .busy_ns = 1000000000, .numbers = numbers_of(12e9), .room = EV_COUNT, .extra = &row_no_extra };

	row.numbers->counts.value[EV_CYCLES] = 3e9;
	row.numbers->counts.value[EV_INSTRUCTIONS] = 6e9;
	row.numbers->counts.present |= 1U << EV_CYCLES | 1U << EV_INSTRUCTIONS;
	return row;
}

static double ghz_of(const struct row *row, enum quality want)
{
	enum quality quality;
	double ghz = row_ghz(&two_seconds, row, &quality);

	assert_int_equal(quality, want);
	return ghz;
}

static void check_near(double value, double want)
{
	assert_true(fabs(value - want) < 1e-9 * fabs(want) + 1e-12);
}

TEST(the_clock_rate_is_cycles_by_time_on_a_cpu)
{
	struct row row = one_second();

	check_near(ghz_of(&row, Q_COUNTED), 3);
	row.numbers->counts.scaled = true;
	check_near(ghz_of(&row, Q_SCALED), 3);
	row.numbers->counts.scaled = false;
	row.uncounted_ns = 750000000;	/* the cycles are those of a quarter of the time */
	check_near(ghz_of(&row, Q_SCALED), 12);
	check_near(row_instruction_rate(&two_seconds, &row, &(enum quality){ Q_MISSING }), 12e9);
	row.uncounted_ns = (float)row.busy_ns;
	check_near(ghz_of(&row, Q_LOW_SLOTS), 0);
}

TEST(cycles_of_the_idle_task_are_no_clock_rate)
{
	struct row row = one_second();

	extra.idle_slots = 3e9;
	row.extra = &extra;
	check_near(ghz_of(&row, Q_COUNTED), 2.25);
	counting.counts_cores = true;	/* those are the sibling's */
	check_near(ghz_of(&row, Q_COUNTED), 3);
	counting.counts_cores = false;
}

TEST(the_clock_rate_is_missing_where_cycles_were_not_counted)
{
	struct row row = one_second();

	row.numbers->counts.off = true;
	check_near(ghz_of(&row, Q_MISSING), 0);
	row = one_second();
	row.numbers->counts.present &= ~(1U << EV_CYCLES);
	check_near(ghz_of(&row, Q_MISSING), 0);
	row = one_second();
	counting.user_only = true;	/* the time has the kernel's part, the cycles do not */
	check_near(ghz_of(&row, Q_MISSING), 0);
	counting.user_only = false;
	row.busy_ns = 1000;
	check_near(ghz_of(&row, Q_LOW_SLOTS), 0);
}

TEST(on_a_hybrid_the_cycles_of_one_core_type_are_no_clock_rate)
{
	static const struct family_event events[] = {
		{ .id = EV_SLOTS, .level = 1 },
		{ .id = EV_CYCLES, .level = 1 },
		{ .id = EV_SLOTS, .core_type = TYPE_ATOM, .level = 1, .scale = 5, .cycles = true },
	};
	const struct family hybrid = { .name = "hybrid", .levels = 1, .hybrid = true,
				       .events = events, .n_events = 3,
				       .formulas = formulas, .n_formulas = 1 };
	struct row row = one_second();

	counting.family = &hybrid;
	row.numbers->counts.present |= 1U << EV_ATOM_SLOTS;
	row.numbers->counts.value[EV_ATOM_SLOTS] = 6e9;	/* half of the slots: 1.2e9 cycles of E-cores */
	assert_true(ghz_of(&row, Q_COUNTED) > 0);
	row.numbers->counts.value[EV_CYCLES] = 1.2e9;	/* those alone */
	check_near(ghz_of(&row, Q_MISSING), 0);
	counting.family = &family;
}

TEST(instructions_are_by_the_second_of_the_interval)
{
	const struct row row = one_second();
	enum quality quality;

	check_near(row_instruction_rate(&two_seconds, &row, &quality), 3e9);
	assert_int_equal(quality, Q_COUNTED);
}

TEST(sums_of_rows_have_the_mean_clock_rate)
{
	const struct row one = one_second(), other = one_second();
	struct lone_row sum = { .row.parent = -1 };

	other.numbers->counts.value[EV_CYCLES] = 1e9;
	row_sum(&sum, &one);
	row_sum(&sum, &other);
	check_near(ghz_of(&sum.row, Q_COUNTED), 2);
}
