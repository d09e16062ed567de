/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns: the table itself, the fields of JSON and CSV, and the texts of cells. */
#include "config.h"

#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/format.h"
#include "ui/table/column_set.h"

TEST(every_column_of_the_table_is_complete)
{
	for (size_t i = 0; i < columns_n; i++) {
		const struct column *column = &columns[i];

		assert_true(column_key(column)[0] && column_title(column)[0]);
		assert_true(column_help(column)[0]);
		assert_true(column->kinds != 0);
		assert_true(column->priority > 0);
		assert_true(format_text_width(column_title(column)) <= column->width);
		/* Either a bar, or it can be printed and ordered. */
		assert_true(!column->print == !(column->value || column->text));
		assert_ptr_equal(columns_find(column_key(column)), column);
		if (column->metric != M_NONE) {
			assert_string_equal(column_key(column), metrics[column->metric].key);
			assert_string_equal(column_title(column), metrics[column->metric].column);
			assert_int_equal(column_level(column), metric_level(column->metric));
		}
	}
	assert_null(columns_find("nonsense"));
}

/* Programs read CSV by position, so places never change; a gap is a mistake. */
TEST(fields_have_places_of_their_own_without_a_gap)
{
	bool taken[FIELDS_MAX] = { false };
	int last = 0;

	for (int kind = 0; kind < ROW_KINDS; kind++) {
		const struct column *list[FIELDS_MAX];
		size_t n = columns_list_fields((enum row_kind)kind, list);

		for (size_t i = 0; i < n; i++) {
			const struct column *field = list[i];

			assert_true(field->type != FIELD_NULL);
			assert_true(field->type == FIELD_TEXT ? !!field->text : !!field->value);
			for (size_t k = 0; k < i; k++)
				assert_string_not_equal(column_field(field), column_field(list[k]));
			if (field->metric != M_NONE)
				continue;
			assert_in_range(field->place, 1, PLACES_MAX - 1);
			taken[field->place] = true;
			last = field->place > last ? field->place : last;
		}
	}
	for (int place = 1; place <= last; place++)
		assert_true(taken[place]);
}

/* Two digits of percent are not enough for a sum of short processes. */
TEST(rows_with_cpu_percent_have_their_time_too)
{
	for (int kind = 0; kind < ROW_KINDS; kind++) {
		const struct column *list[FIELDS_MAX];
		size_t n = columns_list_fields((enum row_kind)kind, list);
		bool percent = false, time = false;

		for (size_t i = 0; i < n; i++) {
			percent |= !strcmp(column_field(list[i]), "cpu_percent");
			time |= !strcmp(column_field(list[i]), "busy_ns");
		}
		assert_true(time || !percent);
	}
}

TEST(every_metric_has_a_column)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		assert_non_null(columns_of_metric(m));
}

TEST(a_level_shows_its_own_classes_only)
{
	static const struct column_set usual;
	struct column_choice list[COLUMNS_MAX];

	for (int level = 1; level <= 2; level++) {
		size_t n = column_set_list(&usual, VIEW_PROCESSES, level, NULL, list);
		size_t metric_columns = 0;

		for (size_t i = 0; i < n; i++) {
			int of = column_level(list[i].column);

			metric_columns += list[i].column->metric != M_NONE;
			assert_true(!of || of == level);
		}
		assert_int_equal(metric_columns, level == 1 ? 4 : 8);
	}
}

SNAPSHOT_TEST(cells_have_the_texts_of_their_rows)
{
	static const struct {
		const char *what, *key;
		enum row_kind kind;
		int32_t id;
		bool ascii;
		const char *text;
	} cells[] = {
		{ "missing", "mem", ROW_PROCESS, PID_LEVEL1, false, "-" },
		{ "low slots", "mem", ROW_PROCESS, PID_IDLE, false, "·" },
		{ "low slots in ASCII", "mem", ROW_PROCESS, PID_IDLE, true, "." },
		{ "scaled", "fe", ROW_PROCESS, PID_SCALED, false, "~45.0" },
		{ "counted", "ret", ROW_PROCESS, PID_COMPUTE, false, "80.0" },
		{ "a command without the path before it", "command", ROW_PROCESS, PID_MEMHOG, false,
		  "memhog --size 4G --walk random" },
		{ "a name", "command", ROW_PROCESS, PID_COMPUTE, false, "compute" },
		{ "exited", "command", ROW_PROCESS, PID_EXITED, false, "(exited) cc1plus" },
		{ "a thread has the user of its process", "user", ROW_THREAD, PID_MEMHOG + 1, false,
		  "root" },
		{ "a busy CPU", "cpu", ROW_CPU, 0, false, "100.0" },
		{ "an idle CPU", "cpu", ROW_CPU, 3, false, "0.0" },
		{ "an idle CPU has no split", "be", ROW_CPU, 3, false, "·" },
		{ "a socket", "cpu", ROW_SOCKET, 0, false, "57.5" },
		{ "the cost of low slots", "cost", ROW_PROCESS, PID_IDLE, false, "·" },
		{ "a scaled cost", "cost", ROW_PROCESS, PID_SCALED, false, "~2.3" },
		{ "the end of the worst path", "limited", ROW_PROCESS, PID_MEMHOG, false, "memory" },
		{ "useful work", "limited", ROW_PROCESS, PID_COMPUTE, false, "none: good" },
		{ "too few slots to tell", "limited", ROW_PROCESS, PID_IDLE, false, "too short" },
	};
	struct row estimate = *snapshot_find(first_snapshot, ROW_PROCESS, PID_MEMHOG);
	char text[COLUMN_TEXT];

	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
		const struct row *row = snapshot_find(first_snapshot, cells[i].kind, cells[i].id);

		assert_non_null(row);
		column_print(columns_find(cells[i].key), first_snapshot, row, cells[i].ascii, text);
		if (strcmp(text, cells[i].text) != 0)
			fail_msg("%s: \"%s\"", cells[i].what, text);
	}
	estimate.variance = 1;
	column_print(columns_find("cpu"), first_snapshot, &estimate, false, text);
	assert_string_equal(text, "~265");
}

TEST(a_process_name_that_differs_is_before_the_command)
{
	static const char *const cases[][3] = {
		/* name, command line, cell */
		{ "memhog", "/usr/bin/labload hog memhog", "memhog: labload hog memhog" },
		{ "bash", "-bash", "-bash" },
		{ "postgres", "postgres: walwriter", "postgres: walwriter" },
		{ "a_long_name_of_", "./a_long_name_of_a_program -v", "a_long_name_of_a_program -v" },
		{ "kthread", "", "kthread" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct snapshot *draft = fixture_draft(1);
		struct row *row = fixture_add_process(draft, 4000, cases[i][0], 0.1,
						      (const double[]){ 25, 25, 25, 25 }, 10);
		char text[COLUMN_TEXT];

		row->command = snapshot_keep(draft, cases[i][1]);
		column_print(columns_find("command"), draft, row, false, text);
		assert_string_equal(text, cases[i][2]);
		snapshot_free(draft);
	}
}

SNAPSHOT_TEST(costs_of_all_processes_add_up_to_the_machine_s_share)
{
	const struct row_table *table = &first_snapshot->table[ROW_PROCESS];
	const struct row *machine = snapshot_machine(first_snapshot);
	const struct column *cost = columns_of_cost(M_FRONTEND_BOUND);
	double sum = 0, all = 0;

	for (size_t i = 0; i < table->n; i++) {
		double slots = row_class_slots(&table->rows[i], M_FRONTEND_BOUND);
		double percent = column_value(cost, first_snapshot, &table->rows[i]);

		assert_int_equal(isnan(slots), isnan(percent));
		sum += isnan(percent) ? 0 : percent;
		all += isnan(slots) ? 0 : slots;
	}
	assert_true(all > 0);
	assert_true(fabs(sum - 100 * all / counts_whole(&machine->numbers->counts)) < 0.01);
}

SNAPSHOT_TEST(cost_is_of_what_limits_the_machine_unless_another_class_is_asked_for)
{
	const struct row *row = snapshot_find(first_snapshot, ROW_PROCESS, PID_MEMHOG);
	char usual[COLUMN_TEXT], of_mem[COLUMN_TEXT], of_ret[COLUMN_TEXT];

	assert_true(column_is_cost(columns_find("cost")));
	column_print(columns_find("cost"), first_snapshot, row, false, usual);
	column_print(columns_of_cost(M_MEMORY_BOUND), first_snapshot, row, false, of_mem);
	column_print(columns_of_cost(M_RETIRING), first_snapshot, row, false, of_ret);
	assert_string_equal(usual, of_mem);
	assert_string_not_equal(usual, of_ret);
}

TEST(each_node_has_its_own_cost)
{
	for (enum metric_id m = 0; m < M_COUNT; m++) {
		assert_true(column_is_cost(columns_of_cost(m)));
		assert_int_equal(columns_of_cost(m)->cost, m);
	}
}
