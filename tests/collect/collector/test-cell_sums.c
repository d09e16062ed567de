/* SPDX-License-Identifier: GPL-2.0-only */
/* Slices in cells of 20 ms: time where it was, slots by part, who ran, and the bounds. */
#include "config.h"
#include "collect/collector/cell_sums.h"

#include "collect/cpu/cpu_match.h"
#include "model/task.h"
#include "tests/fixtures/test_main.h"

#define MS UINT64_C(1000000)

static struct cpu_place places[] = { { .cpu = 0 }, { .cpu = 4 }, { .cpu = 9 } };
static struct machine machine = { .n_cpus = 2, .cpus = places };
static struct cell_sums *sums;
static struct slice_cells cells;
static size_t passed;

static void pass_slice(void *data, const struct slice *slice)
{
	assert_ptr_equal(data, &passed);
	assert_non_null(slice);
	passed++;
}

static const struct sink to = { .data = &passed, .slice = pass_slice };

SETUP_MAY_FAIL
{
	machine.family = cpu_family_find("Intel Sapphire Rapids");
	machine.n_cpus = 2;
	machine.counts_cores = false;
	passed = 0;
	sums = cell_sums_new(&machine, &to);
	return sums ? 0 : -1;
}

TEARDOWN
{
	cell_sums_free(sums);
	slice_cells_done(&cells);
}

/* tid ran on this CPU from .. to (ms); all its slots are backend bound, 1000 a millisecond. */
static void run(int32_t cpu, int32_t tid, double from, double until)
{
	struct slice slice = { .time_ns = (uint64_t)(until * 1e6),
			       .duration_ns = (uint64_t)((until - from) * 1e6),
			       .cpu = cpu, .pid = tid, .tid = tid };
	const double slots = (until - from) * 1000;

	slice.counts.present = 1U << EV_SLOTS | 1U << EV_RETIRING | 1U << EV_BAD_SPEC |
			       1U << EV_FE_BOUND | 1U << EV_BE_BOUND;
	slice.counts.value[EV_SLOTS] = slice.counts.value[EV_BE_BOUND] = slots;
	cell_sums_sink(sums)->slice(cell_sums_sink(sums)->data, &slice);
}

static void end(void)
{
	slice_cells_clear(&cells);
	cell_sums_fill(sums, &cells);
	assert_true(cells.on);
}

static const struct slice_cell *cell_of(uint64_t cell, int32_t cpu, int32_t tid)
{
	for (size_t i = 0; i < cells.n; i++)
		if (cells.cells[i].cell == cell && cells.cells[i].cpu == cpu &&
		    cells.cells[i].tid == tid)
			return &cells.cells[i];
	return NULL;
}

/* Index of backend bound among the classes of this family. */
#define BE 3

static void assert_cell(uint64_t number, int32_t cpu, int32_t tid, double ms)
{
	const struct slice_cell *cell = cell_of(number, cpu, tid);

	assert_non_null(cell);
	assert_true(fabs((double)cell->ran_ns / 1e6 - ms) < 0.001);
	assert_true(fabs((double)cell->slots[BE] - 1000 * ms) < 0.1);
}

TEST(every_slice_is_passed_on)
{
	run(0, 10, 1, 2);
	run(0, TID_IDLE, 2, 90);
	assert_int_equal(passed, 2);
}

TEST(slices_of_a_task_in_a_cell_are_one_entry)
{
	run(0, 10, 1, 3);
	run(0, 11, 3, 4);
	run(0, 10, 4, 9);
	end();
	assert_int_equal(cells.n, 2);
	assert_cell(0, 0, 10, 7);
	assert_cell(0, 0, 11, 1);
	assert_int_equal(cell_of(0, 0, 10)->longest_us, 5000);
	assert_int_equal(cell_of(0, 0, 10)->spread_ns, 0);
}

TEST(a_third_task_loses_nothing_of_the_others)
{
	for (int round = 0; round < 3; round++)
		for (int32_t tid = 10; tid < 14; tid++)
			run(0, tid, 4 * round + tid - 10, 4 * round + tid - 9);
	end();
	assert_int_equal(cells.n, 4);
	for (int32_t tid = 10; tid < 14; tid++)
		assert_cell(0, 0, tid, 3);
}

TEST(cpus_are_apart_and_have_the_numbers_of_the_kernel)
{
	run(0, 10, 1, 3);
	run(1, 10, 1, 4);
	run(CPU_UNKNOWN, 10, 1, 5);
	end();
	assert_cell(0, 0, 10, 2);
	assert_cell(0, 4, 10, 3);
	assert_cell(0, -1, 10, 4);
}

TEST(a_slice_over_an_edge_has_in_each_cell_what_lies_there)
{
	run(0, 10, 15, 30);
	end();
	assert_cell(0, 0, 10, 5);
	assert_cell(1, 0, 10, 10);
	assert_int_equal(cell_of(1, 0, 10)->spread_ns, 0);
}

TEST(a_slice_longer_than_a_cell_is_spread_evenly_and_marked)
{
	run(0, 10, 30, 90);
	end();
	assert_int_equal(cells.n, 4);
	assert_cell(1, 0, 10, 10);
	assert_cell(2, 0, 10, 20);
	assert_cell(3, 0, 10, 20);
	assert_cell(4, 0, 10, 10);
	assert_int_equal(cell_of(2, 0, 10)->spread_ns, 20 * MS);
	assert_int_equal(cell_of(2, 0, 10)->longest_us, 60000);
}

TEST(time_of_which_it_is_not_known_who_ran_has_a_cell_without_slots)
{
	run(0, TID_UNKNOWN, 1, 5);
	end();
	assert_int_equal(cell_of(0, 0, TID_UNKNOWN)->ran_ns, 4 * MS);
	assert_true(cell_of(0, 0, TID_UNKNOWN)->slots[BE] == 0);
}

TEST(where_slots_are_of_cores_cells_have_time_only)
{
	machine.counts_cores = true;
	run(0, 10, 1, 5);
	end();
	assert_int_equal(cell_of(0, 0, 10)->ran_ns, 4 * MS);
	assert_true(cell_of(0, 0, 10)->slots[BE] == 0);
}

TEST(each_interval_begins_anew)
{
	run(0, 10, 1, 5);
	end();
	run(0, 11, 21, 22);
	end();
	assert_int_equal(cells.n, 1);
	assert_cell(1, 0, 11, 1);
}

TEST(what_finds_no_room_is_told)
{
	for (int32_t tid = 1; tid <= SLICE_CELLS_MOST + 5; tid++)
		run(0, tid, 1, 2);
	end();
	assert_int_equal(cells.n, SLICE_CELLS_MOST);
	assert_int_equal(cells.dropped_ns, 5 * MS);
	run(0, 10, 30, 31);	/* and the next interval has room again */
	end();
	assert_int_equal(cells.n, 1);
}

TEST(a_slice_of_years_ends_in_its_last_cells)
{
	run(0, 10, 1, 1e9);
	end();
	assert_int_equal(cells.n, 4096);
	assert_true(cells.dropped_ns > 0);
}
