/* SPDX-License-Identifier: GPL-2.0-only */
/* Units: values and widths of cells, and that the shares of all rows add up to the machine's. */
#include "config.h"

#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/format.h"
#include "ui/table/units.h"

TEST(every_unit_is_complete)
{
	char text[64];

	for (int i = 0; i < UNITS_COUNT; i++) {
		assert_true(units[i].value && units[i].print);
		assert_string_equal(units_name(i), units[i].name);
		units_describe((enum units_id)i, NULL, text, sizeof(text));
		assert_non_null(strstr(text, "slots"));
	}
	assert_null(units_name(UNITS_COUNT));
	assert_null(units_name(-1));
}

TEST(without_slots_the_unit_is_cycles)
{
	const struct family family = { .unit = "cycles" };
	char text[64];

	units_describe(UNITS_SLOTS, &family, text, sizeof(text));
	assert_string_equal(text, "cycles per second");
	units_describe(UNITS_SHARE, &family, text, sizeof(text));
	assert_string_equal(text, "percent of the machine's cycles");
}

TEST(no_cell_is_wider_than_its_column)
{
	for (double value = 0; value < 1e15; value = value * 1.37 + 0.013) {
		char text[32];

		units[UNITS_SLOTS].print(text, sizeof(text), value, Q_COUNTED);
		assert_true(format_text_width(text) <= 5);
		units[UNITS_SLOTS].print(text, sizeof(text), value, Q_SCALED);
		assert_true(format_text_width(text) <= 5);
		assert_int_equal(text[0], '~');
		assert_null(strstr(text, ".k"));
	}
}

TEST(extrapolated_counts_lose_a_decimal_for_their_sign)
{
	static const struct {
		double value;
		const char *counted, *scaled;
	} cases[] = {
		{ 950, "950", "~950" },	   { 12345, "12.3k", "~12k" },
		{ 4560000, "4.56M", "~4.5M" }, { 789e9, "789G", "~789G" },
	};
	char text[32];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		units[UNITS_SLOTS].print(text, sizeof(text), cases[i].value, Q_COUNTED);
		assert_string_equal(text, cases[i].counted);
		units[UNITS_SLOTS].print(text, sizeof(text), cases[i].value, Q_SCALED);
		assert_string_equal(text, cases[i].scaled);
	}
}

SNAPSHOT_TEST(a_missing_value_is_missing_in_every_unit)
{
	struct row row = *snapshot_find(first_snapshot, ROW_PROCESS, PID_MEMHOG);
	char text[32];

	for (int i = 0; i < UNITS_COUNT; i++) {
		row.numbers->values.quality[M_MEMORY_BOUND] = Q_MISSING;
		units_print((enum units_id)i, first_snapshot, &row, M_MEMORY_BOUND, text,
			    sizeof(text));
		assert_string_equal(text, "-");
		row.numbers->values.quality[M_MEMORY_BOUND] = Q_LOW_SLOTS;
		units_print((enum units_id)i, first_snapshot, &row, M_MEMORY_BOUND, text,
			    sizeof(text));
		assert_string_equal(text, FORMAT_LOW_SLOTS);
	}
}

SNAPSHOT_TEST(slots_are_per_second)
{
	const struct row *row = snapshot_find(first_snapshot, ROW_PROCESS, PID_MEMHOG);
	double before = units[UNITS_SLOTS].value(first_snapshot, row, M_BACKEND_BOUND);

	assert_true(fabs(before - row_class_slots(row, M_BACKEND_BOUND)) < 1);
	first_snapshot->interval_ns *= 4;
	assert_true(fabs(units[UNITS_SLOTS].value(first_snapshot, row, M_BACKEND_BOUND) -
			 before / 4) < 1);
	first_snapshot->interval_ns = 0;
	assert_true(isnan(units[UNITS_SLOTS].value(first_snapshot, row, M_BACKEND_BOUND)));
}

SNAPSHOT_TEST(shares_of_the_classes_add_up)
{
	const struct row_table *table = &first_snapshot->table[ROW_CPU];
	const struct row *machine = snapshot_machine(first_snapshot);
	double all = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		double sum = 0;

		if (metrics[m].parent != M_NONE || machine->numbers->values.quality[m] == Q_MISSING)
			continue;
		for (size_t i = 0; i < table->n; i++)
			if (table->rows[i].numbers->values.quality[m] > Q_LOW_SLOTS)
				sum += units[UNITS_SHARE].value(first_snapshot, &table->rows[i], m);
		assert_true(fabs(sum - (double)machine->numbers->values.percent[m]) < 0.1);
		all += units[UNITS_SHARE].value(first_snapshot, machine, m);
	}
	assert_true(fabs(all - 100) < 0.1);
}
