/* SPDX-License-Identifier: GPL-2.0-only */
/* From slices with regions to rows: a process is the sum of its regions and its rest. */
#include "config.h"
#include "collect/region_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/aggregate.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fixture_aggregate.h"
#include "tests/fixtures/test_main.h"

#define PARSE 0x100
#define SORT 0x200
#define PARSE_AGAIN 0x300	/* another place in the program, of the same name */
#define POOL 0x1000
#define POOL_ENTRIES 100000

static const struct family family = { .name = "test", .levels = 1 };
static struct cpu_place places[2] = { { .cpu = 0, .core = 0 }, { .cpu = 1, .core = 1 } };
static struct machine machine = { .family = &family, .levels = 1, .n_cpus = 2, .cpus = places };
static struct regions *regions;

static region_t region(uint32_t from_mark)
{
	return 1ULL << 32 | from_mark;
}

AROUND(setup)
{
	static const struct region_site sites[] = {
		{ .from_mark = PARSE, .name = "parse" },
		{ .from_mark = SORT, .name = "sort" },
		{ .from_mark = PARSE_AGAIN, .name = "parse" },
		{ .from_mark = POOL, .entry_size = 8, .entries = POOL_ENTRIES },
	};
	struct region_object object = { .fd = -1, .path = "/usr/bin/app",
					.notes = { .n = sizeof(sites) / sizeof(sites[0]) } };

	machine.watched[0] = '\0';
	object.notes.sites = malloc(sizeof(sites));
	assert_non_null(object.notes.sites);
	memcpy(object.notes.sites, sites, sizeof(sites));
	regions = regions_new();
	assert_non_null(regions);
	assert_int_equal(regions_add(regions, &object), 1);
	fixture_aggregate_begin(&machine);
	assert_int_equal(aggregate_set_regions(aggregate, regions), 0);
}

static int teardown(void **state)
{
	(void)fixture_aggregate_teardown(state);
	regions_free(regions);
	return 0;
}

static void take(struct slice slice, region_t of, uint32_t entries)
{
	slice.region = of;
	slice.entries = entries;
	sink->slice(sink->data, &slice);
}

/* A slice of a millisecond on the first CPU, half of it retiring. */
static void run(int32_t pid, int32_t tid, region_t of, uint32_t entries, double slots)
{
	take(make_slice(0, pid, tid, MS, slots, slots / 2), of, entries);
}

static void report(enum task_event_kind kind, int32_t pid)
{
	const struct task_event event = { .kind = kind, .time_ns = now_ns, .pid = pid, .tid = pid,
					  .ppid = 1, .ptid = 1, .comm = "app" };

	sink->task(sink->data, &event);
}

static void finish(void)
{
	fill(1000 * MS);
}

/* The region of this process with this name; NULL: it has none. */
static const struct row *row_of(const struct row *process, const char *name)
{
	size_t n;
	const struct row *rows = snapshot_regions(filled, process, &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(snapshot_text(filled, rows[i].name), name))
			return &rows[i];
	return NULL;
}

static const struct row *find(int32_t pid, const char *name)
{
	const struct row *process = snapshot_find(filled, ROW_PROCESS, pid);

	assert_non_null(process);
	return row_of(process, name);
}

static double slots_of(int32_t pid, const char *name)
{
	const struct row *row = find(pid, name);

	return row ? counts_get(&row->counts, EV_SLOTS) : -1;
}

/* Regions and rest are the process, and so are its threads: to the last bit, or nearly. */
static void assert_adds_up(const struct row *process, double tolerance)
{
	size_t n, n_threads;
	const struct row *rows = snapshot_regions(filled, process, &n);
	const struct row *threads = snapshot_children(filled, process, &n_threads);
	struct row sum = { .busy_ns = 0 }, of_threads = { .busy_ns = 0 };

	for (size_t i = 0; i < n; i++) {
		assert_ptr_equal(snapshot_region_owner(filled, &rows[i]), process);
		sum.busy_ns += rows[i].busy_ns;
		sum.slices += rows[i].slices;
		counts_add(&sum.counts, &rows[i].counts);
	}
	for (size_t i = 0; i < n_threads; i++) {
		of_threads.busy_ns += threads[i].busy_ns;
		counts_add(&of_threads.counts, &threads[i].counts);
	}
	assert_true(sum.busy_ns == process->busy_ns && sum.busy_ns == of_threads.busy_ns);
	assert_true(sum.slices == process->slices);
	for (int event = 0; event < EV_COUNT; event++) {
		const double all = process->counts.value[event];

		assert_true(fabs(sum.counts.value[event] - all) <= tolerance * all);
		assert_true(fabs(sum.counts.value[event] - of_threads.counts.value[event]) <=
			    tolerance * all);
	}
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown };

TEST(a_region_has_the_time_the_counts_and_the_entries_of_its_slices)
{
	const struct row *row;

	run(10, 10, 0, 0, 100);
	run(10, 10, region(PARSE), 1, 40);
	run(10, 10, region(SORT), 3, 7);
	run(10, 10, region(PARSE), 0, 2);
	finish();
	row = find(10, "parse");
	assert_non_null(row);
	assert_int_equal(row->kind, ROW_REGION);
	assert_true(counts_get(&row->counts, EV_SLOTS) == 42);
	assert_int_equal(row->busy_ns, 2 * MS);
	assert_int_equal(row->entries, 1);
	assert_int_equal(row->slices, 2);
	assert_int_equal(find(10, "sort")->entries, 3);
	assert_true(slots_of(10, REGION_OTHER_NAME) == 100);
	assert_int_equal(find(10, REGION_OTHER_NAME)->entries, 0);
	assert_adds_up(snapshot_find(filled, ROW_PROCESS, 10), 0);
	assert_ptr_equal(snapshot_find_region(filled, 10, row->id), row);
	assert_null(snapshot_find_region(filled, 11, row->id));
}

TEST(places_of_one_name_and_threads_of_one_process_are_one_row)
{
	size_t n;

	run(10, 10, region(PARSE), 1, 40);
	run(10, 11, region(PARSE_AGAIN), 2, 2);
	finish();
	assert_non_null(snapshot_regions(filled, snapshot_find(filled, ROW_PROCESS, 10), &n));
	assert_int_equal(n, 2);
	assert_true(slots_of(10, "parse") == 42);
	assert_int_equal(find(10, "parse")->entries, 3);
}

TEST(what_came_before_the_first_marker_is_of_the_rest)
{
	run(10, 10, 0, 0, 1000);
	run(10, 11, 0, 0, 500);
	run(10, 10, region(PARSE), 1, 1);
	finish();
	assert_true(slots_of(10, REGION_OTHER_NAME) == 1500);
}

TEST(a_process_without_regions_has_no_rows_of_them)
{
	size_t n;

	run(10, 10, region(PARSE), 1, 1);
	run(12, 12, 0, 0, 1);
	finish();
	assert_null(snapshot_regions(filled, snapshot_find(filled, ROW_PROCESS, 12), &n));
	assert_int_equal(n, 0);
	assert_int_equal(filled->table[ROW_REGION].n, 2);
}

TEST(the_rest_of_a_process_stays_for_some_intervals_without_regions)
{
	size_t n;

	run(10, 10, region(PARSE), 1, 1);
	finish();
	run(10, 10, 0, 0, 5);
	finish();
	assert_true(slots_of(10, REGION_OTHER_NAME) == 5);
	assert_null(find(10, "parse"));
	for (int i = 0; i < 20; i++) {
		run(10, 10, 0, 0, 5);
		finish();
	}
	assert_null(snapshot_regions(filled, snapshot_find(filled, ROW_PROCESS, 10), &n));
}

TEST(counts_without_an_owner_are_of_no_region)
{
	struct slice slice = make_slice(0, 10, 10, MS, 100, 50);

	run(10, 10, region(PARSE), 1, 1);
	slice.unowned = true;
	take(slice, region(PARSE), 0);
	finish();
	assert_true(slots_of(10, "parse") == 1);
	assert_int_equal(find(10, "parse")->busy_ns, 2 * MS);
	assert_adds_up(snapshot_find(filled, ROW_PROCESS, 10), 0);
}

TEST(a_process_that_exits_has_its_regions_once_more)
{
	run(10, 10, region(PARSE), 1, 1);
	report(TASK_EXIT, 10);
	finish();
	assert_true(slots_of(10, "parse") == 1);
	assert_true(snapshot_find(filled, ROW_PROCESS, 10)->exited);
	run(12, 12, 0, 0, 1);
	finish();
	assert_int_equal(filled->table[ROW_REGION].n, 0);
}

TEST(the_regions_of_a_reused_pid_are_those_of_two_processes)
{
	const struct row *processes;
	size_t n;

	report(TASK_FORK, 10);
	run(10, 10, region(PARSE), 1, 1);
	report(TASK_EXIT, 10);
	now_ns += 10 * MS;
	report(TASK_FORK, 10);
	run(10, 10, region(PARSE), 1, 5);
	run(10, 10, 0, 0, 2);
	finish();
	processes = filled->table[ROW_PROCESS].rows;
	assert_int_equal(filled->table[ROW_PROCESS].n, 2);
	assert_true(counts_get(&row_of(&processes[0], "parse")->counts, EV_SLOTS) == 1);
	assert_true(counts_get(&row_of(&processes[1], "parse")->counts, EV_SLOTS) == 5);
	assert_non_null(snapshot_regions(filled, &processes[1], &n));
	assert_int_equal(n, 2);
	assert_adds_up(&processes[0], 0);
	assert_adds_up(&processes[1], 0);
}

TEST(a_region_that_nobody_knows_the_name_of_is_of_the_rest)
{
	run(10, 10, 9ULL << 32 | PARSE, 1, 30);
	run(10, 10, region(PARSE), 1, 1);
	finish();
	assert_true(slots_of(10, REGION_OTHER_NAME) == 30);
}

TEST(gaps_between_windows_are_divided_among_the_regions_of_their_tasks)
{
	struct slice slice = make_slice(0, 10, 10, 6 * MS, 600, 300);

	slice.part = SLICE_WINDOW;
	take(slice, region(PARSE), 6);
	slice = make_slice(0, 10, 10, 3 * MS, 300, 30);
	slice.part = SLICE_WINDOW;
	take(slice, region(SORT), 1);
	slice = make_slice(0, 10, 10, MS, 100, 10);
	slice.part = SLICE_WINDOW;
	take(slice, 0, 0);
	slice = make_slice(0, -1, TID_UNKNOWN, 90 * MS, 9000, 0);
	slice.part = SLICE_GAP;
	take(slice, 0, 0);
	slice = make_slice(0, 10, 10, 0, 0, 0);	/* entered in a gap */
	slice.part = SLICE_WINDOW;
	take(slice, region(PARSE), 1);
	fill(100 * MS);
	assert_true(fabs(slots_of(10, "parse") - 6000) < 1e-6);
	assert_true(fabs(slots_of(10, "sort") - 3000) < 1e-6);
	assert_true(fabs(slots_of(10, REGION_OTHER_NAME) - 1000) < 1e-6);
	assert_int_equal(find(10, "parse")->busy_ns, 60 * MS);
	assert_int_equal(find(10, "parse")->entries, 7);	/* markers of gaps are seen, too */
	assert_true(find(10, "parse")->counts.scaled);
	assert_adds_up(snapshot_find(filled, ROW_PROCESS, 10), 1e-12);
}

TEST(whatever_happens_regions_and_rest_are_the_process)
{
	uint64_t random = 21;

	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < 300; i++) {
			const uint64_t dice = splitmix64_next(&random);
			const int32_t pid = 10 + (int32_t)(dice % 3) * 10;
			const region_t of = dice >> 8 & 3 ?
				region((uint32_t)(dice >> 8 & 3) * 0x100) : 0;
			struct slice slice = make_slice((int32_t)(dice >> 16 & 1), pid,
							pid + (int32_t)(dice >> 20 & 3),
							1000 + (dice >> 24 & 0xffff),
							(double)(dice >> 40 & 0xffff),
							(double)(dice >> 48 & 0xff));

			if (!(dice >> 56 & 15))
				slice.counts.present &= ~(1U << EV_RETIRING);
			slice.unowned = dice >> 60 == 0;
			take(slice, of, dice >> 61 & 1);
		}
		finish();
		for (size_t i = 0; i < filled->table[ROW_PROCESS].n; i++)
			assert_adds_up(&filled->table[ROW_PROCESS].rows[i], 0);
	}
}

TEST(so_many_entries_are_all_counted)
{
	for (int i = 0; i < 100000; i++)
		run(10, 10, region(i % 2 ? PARSE : SORT), 1, 3);
	finish();
	assert_int_equal(find(10, "parse")->entries, 50000);
	assert_int_equal(find(10, "sort")->entries, 50000);
	assert_true(slots_of(10, "sort") == 150000);
}

TEST(regions_beyond_the_limit_are_of_the_rest)
{
	for (uint32_t i = 0; i < POOL_ENTRIES; i++)
		run(10, 10, region(POOL + 8 * i), 1, 1);
	finish();
	/* the first ones of a pool are rows, and one of all others; the rest */
	assert_int_equal(filled->table[ROW_REGION].n, 1024 + 2);
	assert_true(slots_of(10, "(more names)") == REGION_SUMS_MAX - 1024);
	assert_true(slots_of(10, REGION_OTHER_NAME) == POOL_ENTRIES - REGION_SUMS_MAX);
	assert_int_equal(filled->regions.left_out, POOL_ENTRIES - REGION_SUMS_MAX);
	assert_adds_up(snapshot_find(filled, ROW_PROCESS, 10), 0);
}

TEST(without_regions_slices_are_those_of_their_tasks_alone)
{
	assert_int_equal(aggregate_set_regions(aggregate, NULL), 0);
	run(10, 10, region(PARSE), 1, 1);
	finish();
	assert_int_equal(filled->table[ROW_REGION].n, 0);
}
