/* SPDX-License-Identifier: GPL-2.0-only */
/* From slices with regions to rows: a process is the sum of its regions and its rest. */
#include "config.h"
#include "collect/collector/aggregate_parts.h"

#include "collect/collector/aggregate.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fixture_aggregate.h"
#include "tests/fixtures/test_main.h"

#define POOL 0x1000
#define POOL_ENTRIES 100000

static const struct family family = { .name = "test", .levels = 1 };
static struct cpu_place places[2] = { { .cpu = 0, .core = 0 }, { .cpu = 1, .core = 1 } };
static struct machine machine = { .family = &family, .levels = 1, .n_cpus = 2, .cpus = places };
static struct regions *regions;

static region_t region(uint32_t from_mark)
{
	return (region_t)REGION_WORD(from_mark);
}

SETUP
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

TEARDOWN
{
	(void)fixture_aggregate_teardown(state);
	regions_free(regions);
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

	return row ? counts_get(&row->numbers->counts, EV_SLOTS) : -1;
}

/* Regions and rest are the process, and so are its threads: to the last bit, or nearly. */
static void assert_adds_up(const struct row *process, double tolerance)
{
	size_t n, n_threads;
	const struct row *rows = snapshot_regions(filled, process, &n);
	const struct row *threads = snapshot_children(filled, process, &n_threads);
	struct lone_row sum = { .row.busy_ns = 0 }, of_threads = { .row.busy_ns = 0 };

	for (size_t i = 0; i < n; i++) {
		assert_ptr_equal(snapshot_region_owner(filled, &rows[i]), process);
		sum.row.busy_ns += rows[i].busy_ns;
		sum.row.slices += rows[i].slices;
		counts_add(&sum.numbers.counts, &rows[i].numbers->counts);
	}
	for (size_t i = 0; i < n_threads; i++) {
		of_threads.row.busy_ns += threads[i].busy_ns;
		counts_add(&of_threads.numbers.counts, &threads[i].numbers->counts);
	}
	assert_true(sum.row.busy_ns == process->busy_ns && sum.row.busy_ns == of_threads.row.busy_ns);
	assert_true(sum.row.slices == process->slices);
	for (int event = 0; event < EV_COUNT; event++) {
		const double all = counts_or_0(&process->numbers->counts, (enum event_id)event);

		assert_true(fabs(sum.numbers.counts.value[event] - all) <= tolerance * all);
		assert_true(fabs(sum.numbers.counts.value[event] - of_threads.numbers.counts.value[event]) <=
			    tolerance * all);
	}
}

/* ---- commands of the scenarios ---- */

/* Of a process: how many rows there are, which add up to it. */
static void say_regions(const struct row *process, double tolerance)
{
	size_t n;

	if (snapshot_regions(filled, process, &n))
		assert_adds_up(process, tolerance);
	say("%zu", n);
}

/* PID [nearly] */
COMMAND(regions)
{
	say_regions(snapshot_find(filled, ROW_PROCESS, (int32_t)number_arg(1)), n_args() > 1 ? 1e-12 : 0);
}

/* PID NAME */
COMMAND(region)
{
	const int32_t pid = (int32_t)number_arg(1);
	const struct row *row = find(pid, text_arg(2));

	say_row(row);
	if (!row)
		return;
	assert_int_equal(row->kind, ROW_REGION);
	assert_ptr_equal(snapshot_find_region(filled, pid, row->id), row);
	assert_null(snapshot_find_region(filled, pid + 1, row->id));
}

/* N NAME: of the nth process */
COMMAND(regions_of_nth)
{
	const struct row *process = &filled->table[ROW_PROCESS].rows[number_arg(1)];

	say_regions(process, 0);
	say_row(row_of(process, text_arg(2)));
}

COMMAND(without_regions)
{
	assert_int_equal(aggregate_set_regions(aggregate, NULL), 0);
}

const struct scenarios scenarios = { { "region_sums" }, aggregate_words };

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
	assert_int_equal(find(10, "parse")->extra->entries, 50000);
	assert_int_equal(find(10, "sort")->extra->entries, 50000);
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

TEST(an_entry_that_ends_has_its_duration_and_slots_in_the_row_of_its_name)
{
	static const uint32_t sites[] = { PARSE, PARSE_AGAIN };
	struct region_marker marker = { .pid = 10, .tid = 10, .object = 1, .mark = 0x8000 };
	struct durations durations;

	for (int i = 0; i < 2; i++) {
		marker.argument = (0x8000 + sites[i]) | 1;
		regions_mark(regions, &marker);
		run(10, 10, region(sites[i]), 1, 3);
		marker.argument = 0;
		marker.time_ns += 5 * MS;
		regions_mark(regions, &marker);
	}
	finish();
	assert_true(snapshot_durations(filled, find(10, "parse"), &durations));
	assert_int_equal(durations.of[duration_class_of(5 * MS)].entries, 2);
	assert_int_equal(durations.of[duration_class_of(MS)].cpu_entries, 2);
	assert_true(durations.of[duration_class_of(5 * MS)].slots == 6);
	finish();
	assert_int_equal(filled->durations.n, 0);
}
