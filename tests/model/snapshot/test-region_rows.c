/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of regions in snapshots: their order, their process, its rest, sums over intervals. */
#include "config.h"
#include "model/snapshot/region_rows.h"

#include "model/history/row_history.h"
#include "model/history/snapshot_history.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/opened_row.h"
#include "model/snapshot/summed_tasks.h"
#include "model/snapshot/sums.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

#define WALK 3
#define PARSE 7

/* memhog is in two regions, compute in one of them. */
static struct snapshot *make(uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);

	(void)fixture_add_region(s, PID_COMPUTE, PARSE, "parse", 0.5, 4);
	(void)fixture_add_region(s, PID_MEMHOG, PARSE, "parse", 0.25, 100);
	(void)fixture_add_region(s, PID_MEMHOG, WALK, "walk", 0.5, 3);
	assert_int_equal(snapshot_finish(s), 0);
	return s;
}

static void near(double value, double expected)
{
	assert_true(fabs(value - expected) <= 1e-9 * fabs(expected));
}

static double slots(const struct row *row)
{
	assert_non_null(row);
	return counts_get(&row->numbers->counts, EV_SLOTS);
}

/* The region of this owner with this name. */
static const struct row *named(const struct snapshot *s, const struct row *owner, const char *name)
{
	size_t n;
	const struct row *rows = snapshot_regions(s, owner, &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(snapshot_text(s, rows[i].name), name))
			return &rows[i];
	return NULL;
}

static const struct row *find_command(const struct snapshot *s, const char *name)
{
	const struct row_table *table = &s->table[ROW_COMMAND];

	for (size_t i = 0; i < table->n; i++)
		if (!strcmp(snapshot_text(s, table->rows[i].name), name))
			return &table->rows[i];
	return NULL;
}

TEST(regions_lie_together_with_the_rest_first)
{
	OWNED(snapshot) *s = make(1);
	const struct row *process = snapshot_find(s, ROW_PROCESS, PID_MEMHOG), *rows;
	size_t n;

	rows = snapshot_regions(s, process, &n);
	assert_int_equal(n, 3);
	assert_int_equal(rows[0].id, REGION_OTHER);
	assert_int_equal(rows[1].id, WALK);
	assert_int_equal(rows[2].id, PARSE);
	for (size_t i = 0; i < n; i++)
		assert_ptr_equal(snapshot_region_owner(s, &rows[i]), process);
	assert_ptr_equal(snapshot_find_region(s, PID_MEMHOG, PARSE), &rows[2]);
	assert_ptr_equal(snapshot_find_region(s, PID_MEMHOG, REGION_OTHER), &rows[0]);
	assert_null(snapshot_find_region(s, PID_COMPUTE, WALK));
	assert_null(snapshot_regions(s, snapshot_find(s, ROW_PROCESS, PID_SCALED), &n));
	assert_null(snapshot_regions(s, snapshot_machine(s), &n));
}

TEST(the_rest_is_what_the_regions_leave_and_has_values_of_its_own)
{
	OWNED(snapshot) *s = make(1);
	const struct row *process = snapshot_find(s, ROW_PROCESS, PID_MEMHOG);
	const struct row *rest = snapshot_find_region(s, PID_MEMHOG, REGION_OTHER);

	near(slots(rest), slots(process) - 0.75 * 0.9 * 18e9);
	assert_int_equal(rest->busy_ns, process->busy_ns - 225000000 - 450000000);
	assert_int_equal(rest->numbers->values.quality[M_BACKEND_BOUND], Q_COUNTED);
	assert_true(rest->numbers->values.percent[M_BACKEND_BOUND] > 65);
	assert_int_equal(rest->numbers->values.quality[M_MEMORY_BOUND], Q_COUNTED);
}

TEST(durations_go_with_a_region_into_copies_sums_and_the_history)
{
	OWNED(snapshot) *s = make(1), *copy = snapshot_new(), *back = snapshot_new();
	struct durations given = { .of = { [3] = { .entries = 2, .ns = 17000 },
					   [20] = { .entries = 1, .ns = 1u << 30, .slots = 8, .divided = { 8, 4 },
						    .node = { [M_MEMORY_BOUND] = 2.5 } } } }, got;
	struct row *row = (struct row *)snapshot_find_region(s, PID_MEMHOG, PARSE);
	OWNED(snapshot_history) *history = snapshot_history_new(2, 2, 1 << 20);
	OWNED(sums) *sums = sums_new(SUMS_OF_TASKS);
	const struct snapshot *of[3] = { copy, back };

	assert_true(snapshot_put_durations(s, row, &given));
	assert_int_equal(snapshot_copy(copy, s), 0);
	assert_int_equal(snapshot_history_add(history, s), 0);
	assert_int_equal(snapshot_history_restore(history, 0, back), 0);
	assert_true(sums_add(sums, s) == 0 && sums_add(sums, copy) == 0);
	of[2] = sums_finish(sums, SUMS_OF_TASKS);
	for (int i = 0; i < 3; i++) {
		const double times = i == 2 ? 2 : 1;

		assert_true(snapshot_durations(of[i], snapshot_find_region(of[i], PID_MEMHOG, PARSE), &got));
		assert_true((double)got.of[3].entries == 2 * times && (double)got.of[3].ns == 17000 * times);
		assert_true(got.of[20].slots == 8 * times && got.of[20].divided[1] == 4 * times);
		assert_true(got.of[20].node[M_MEMORY_BOUND] == 2.5 * times);
	}
	assert_false(snapshot_durations(s, snapshot_find_region(s, PID_MEMHOG, REGION_OTHER), &got));
}

TEST(the_rest_is_not_what_is_opened_while_only_a_name_is_known)
{
	OWNED(snapshot) *s = make(1);
	struct tree_request request = { .scope = LIVE_REGION, .id = PID_MEMHOG, .region_name = "nosuch" };

	assert_null(opened_row_of(s, &request));
	request.region = PARSE;
	assert_ptr_equal(opened_row_of(s, &request), snapshot_find_region(s, PID_MEMHOG, PARSE));
}

TEST(a_region_that_is_all_of_its_process_leaves_nothing)
{
	OWNED(snapshot) *s = fixture_draft(1);
	const struct row *rest;

	(void)fixture_add_region(s, PID_COMPUTE, PARSE, "parse", 1, 1);
	assert_int_equal(snapshot_finish(s), 0);
	rest = snapshot_find_region(s, PID_COMPUTE, REGION_OTHER);
	assert_true(slots(rest) == 0 && rest->busy_ns == 0);
	assert_int_equal(rest->numbers->values.quality[M_BACKEND_BOUND], Q_LOW_SLOTS);
}

TEST(level_2_that_only_the_regions_counted_is_missing_in_the_rest)
{
	struct counts whole = { .present = 1U << EV_SLOTS | 1U << EV_BE_BOUND };
	struct counts part = whole, sum;

	whole.value[EV_SLOTS] = 100;
	whole.value[EV_BE_BOUND] = 50;
	part.present |= 1U << EV_MEM_BOUND;
	part.value[EV_SLOTS] = 40;
	part.value[EV_BE_BOUND] = 20;
	part.value[EV_MEM_BOUND] = 10;
	sum = whole;
	counts_add(&sum, &part);
	assert_true(sum.partial);
	counts_subtract(&sum, &part);
	assert_true(sum.value[EV_SLOTS] == 100 && sum.value[EV_BE_BOUND] == 50);
	assert_true(isnan(counts_complete(&sum).value[EV_MEM_BOUND]));
	counts_add(&sum, &part);	/* and back: as if it had never been taken away */
	assert_true(counts_coverage(&sum, EV_MEM_BOUND) == 20.0 / 70);
	counts_subtract(&sum, &whole);
	assert_false(sum.partial);
	assert_true(sum.value[EV_MEM_BOUND] == 10);
}

TEST(rounding_never_makes_less_than_nothing)
{
	struct counts whole = { .present = 1U << EV_SLOTS }, part = whole;

	whole.value[EV_SLOTS] = 1;
	part.value[EV_SLOTS] = 1.0000001;
	counts_subtract(&whole, &part);
	assert_true(whole.value[EV_SLOTS] == 0);
}

TEST(a_region_of_nobody_has_no_owner)
{
	OWNED(snapshot) *s = fixture_draft(1);
	struct row *row = fixture_add(s, ROW_REGION, REGION_OTHER);

	row->pid = 99999;
	row->busy_ns = 5;
	row = fixture_add(s, ROW_REGION, PARSE);	/* of a command, where there are none */
	row->start_ns = 1;
	assert_int_equal(snapshot_finish(s), 0);
	assert_null(snapshot_region_owner(s, snapshot_find_region(s, 99999, REGION_OTHER)));
	assert_null(snapshot_region_owner(s, snapshot_find_region(s, 0, PARSE)));
}

TEST(the_same_region_is_found_by_its_process_and_its_name)
{
	OWNED(snapshot) *s = make(1), *t = fixture_draft(2);
	const struct row *same;

	/* In another session names have other numbers. */
	(void)fixture_add_region(t, PID_MEMHOG, PARSE, "walk", 0.1, 1);
	(void)fixture_add_region(t, PID_MEMHOG, WALK, "parse", 0.1, 1);
	assert_int_equal(snapshot_finish(t), 0);
	same = snapshot_find_same(t, s, snapshot_find_region(s, PID_MEMHOG, WALK));
	assert_ptr_equal(same, snapshot_find_region(t, PID_MEMHOG, PARSE));
	assert_ptr_equal(snapshot_find_same(t, s, snapshot_find_region(s, PID_MEMHOG, REGION_OTHER)),
			 snapshot_find_region(t, PID_MEMHOG, REGION_OTHER));
	assert_null(snapshot_find_same(t, s, snapshot_find_region(s, PID_COMPUTE, PARSE)));
}

TEST(a_sum_of_tasks_has_the_regions_of_each_process)
{
	OWNED(sums) *sums = sums_new(SUMS_OF_TASKS);
	OWNED(snapshot) *one = make(1), *two = fixture_snapshot(2), *three = make(3);
	const struct snapshot *all;
	const struct row *process;

	assert_int_equal(sums_add(sums, one), 0);
	assert_int_equal(sums_add(sums, two), 0);	/* in which it was in no region */
	assert_int_equal(sums_add(sums, three), 0);
	all = sums_finish(sums, SUMS_OF_TASKS);
	process = snapshot_find(all, ROW_PROCESS, PID_MEMHOG);
	assert_int_equal(snapshot_find_region(all, PID_MEMHOG, PARSE)->extra->entries, 200);
	near(slots(named(all, process, "walk")), 2 * 0.5 * 0.9 * 18e9);
	near(slots(named(all, process, REGION_OTHER_NAME)), slots(process) - 2 * 0.75 * 0.9 * 18e9);
}

TEST(a_sum_of_commands_has_the_regions_of_each_name)
{
	OWNED(sums) *sums = sums_new(SUMS_OF_COMMANDS);
	OWNED(snapshot) *one = make(1), *two = make(2);
	const struct snapshot *all;
	const struct row *command, *walk;

	assert_int_equal(sums_add(sums, one), 0);
	assert_int_equal(sums_add(sums, two), 0);
	all = sums_finish(sums, SUMS_OF_COMMANDS);
	command = find_command(all, "memhog");
	assert_non_null(command);
	walk = named(all, command, "walk");
	assert_non_null(walk);
	assert_int_equal(walk->extra->entries, 6);
	assert_ptr_equal(snapshot_region_owner(all, walk), command);
	near(slots(walk), 2 * 0.5 * 0.9 * 18e9);
	assert_int_equal(walk->numbers->values.quality[M_BACKEND_BOUND], Q_COUNTED);
	near(slots(named(all, command, REGION_OTHER_NAME)), slots(command) - 2 * 0.75 * 0.9 * 18e9);
	assert_null(named(all, find_command(all, "php-fpm"), REGION_OTHER_NAME));
	assert_non_null(sums_finish(sums, SUMS_OF_COMMANDS));	/* once more */
}

TEST(regions_that_a_sum_has_no_room_for_are_of_the_rest)
{
	OWNED(sums) *sums = sums_new(SUMS_OF_TASKS);
	OWNED(snapshot) *s = fixture_draft(1);
	const struct snapshot *all;
	const struct row *process;
	size_t n;

	for (int32_t id = 1; id <= SUMMED_REGIONS_MOST + 10; id++)
		(void)fixture_add_region(s, PID_MEMHOG, id, "many", 1e-6, 1);
	assert_int_equal(snapshot_finish(s), 0);
	assert_int_equal(sums_add(sums, s), 0);
	all = sums_finish(sums, SUMS_OF_TASKS);
	process = snapshot_find(all, ROW_PROCESS, PID_MEMHOG);
	assert_non_null(snapshot_regions(all, process, &n));
	assert_int_equal(n, SUMMED_REGIONS_MOST);	/* with the rest */
	near(slots(snapshot_find_region(all, PID_MEMHOG, REGION_OTHER)),
	     slots(process) - (SUMMED_REGIONS_MOST - 1) * 0.9 * 18e3);
}

TEST(a_process_that_a_sum_folds_takes_its_regions_along)
{
	struct summed_tasks tasks = { .most = 4 };
	OWNED(snapshot) *s = make(1), *into = snapshot_new();

	assert_int_equal(summed_tasks_add(&tasks, s), 0);
	snapshot_clear(into);
	into->machine = s->machine;
	into->interval_ns = s->interval_ns;
	assert_int_equal(summed_tasks_put(&tasks, into), 0);
	assert_int_equal(snapshot_finish(into), 0);
	assert_null(snapshot_find(into, ROW_PROCESS, PID_COMPUTE));
	assert_null(snapshot_find_region(into, PID_COMPUTE, PARSE));
	assert_non_null(snapshot_find_region(into, PID_MEMHOG, PARSE));
	for (size_t i = 0; i < into->table[ROW_REGION].n; i++)
		assert_non_null(snapshot_region_owner(into, &into->table[ROW_REGION].rows[i]));
	summed_tasks_clear(&tasks);
}

TEST(sums_say_for_how_long_regions_were_watched)
{
	OWNED(sums) *sums = sums_new(SUMS_OF_COMMANDS);
	OWNED(snapshot) *one = make(1), *two = make(2);
	const struct snapshot *all;

	one->regions = (struct region_state){ .wanted = true, .objects = 1, .markers = 100, .watched = 1 };
	two->regions = (struct region_state){ .wanted = true, .objects = 2, .markers = 50,
					      .watched = 0.5, .left_out = 2, .remark = "less" };
	assert_int_equal(sums_add(sums, one), 0);
	assert_int_equal(sums_add(sums, two), 0);
	all = sums_finish(sums, SUMS_OF_COMMANDS);
	assert_true(all->regions.wanted);
	assert_int_equal(all->regions.markers, 150);
	assert_int_equal(all->regions.objects, 2);
	assert_int_equal(all->regions.left_out, 2);
	near(all->regions.watched, 0.75);
	assert_string_equal(all->regions.remark, "less");
}

TEST(the_history_of_a_region_is_that_of_one_process)
{
	OWNED(row_history) *history = row_history_new(100);
	OWNED(snapshot) *s = fixture_draft(1);
	struct row_value value;

	(void)fixture_add_region(s, PID_MEMHOG, PARSE, "parse", 0.25, 100);
	(void)fixture_add_region(s, PID_SCALED, PARSE, "parse", 0.5, 4);
	for (size_t i = 0; i < s->table[ROW_REGION].n; i++)	/* nothing else differs */
		s->table[ROW_REGION].rows[i].start_ns = 5;
	s->table[ROW_PROCESS].rows[0].start_ns = s->table[ROW_PROCESS].rows[1].start_ns = 5;
	assert_int_equal(snapshot_finish(s), 0);
	row_history_add(history, s);
	row_history_series(history, snapshot_find_region(s, PID_MEMHOG, PARSE), 1, &value, 1);
	assert_int_equal(value.metric, M_BACKEND_BOUND);
	row_history_series(history, snapshot_find_region(s, PID_SCALED, PARSE), 1, &value, 1);
	assert_int_equal(value.metric, M_FRONTEND_BOUND);
}
