/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions by either engine, on a fake machine (tests/fixtures/fake_cpus.h) whose programs have
 * markers.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/fixture_engine.h"
#include "tests/fixtures/test_main.h"

enum { MARK = 0x1000, OUTER = 0x2000, INNER = 0x2010 };
#define US 1000ULL

static struct regions *regions;
static struct {
	double slots[FAKE_PIDS], in_regions[FAKE_PIDS], outer[FAKE_PIDS];
	uint32_t entries;
	uint64_t beside_ns;	/* that another task ran on the core beside 11 */
	size_t n;
} seen;

static void take_slice(void *data, const struct slice *slice)
{
	struct counts counts = { .present = 0 };

	slice_counts(slice, &counts);
	seen.n++;
	seen.entries += slice->entries;
	seen.beside_ns += slice->tid == 11 ? slice->sibling_busy_ns : 0;
	if (slice->tid <= 0 || slice->tid >= FAKE_PIDS)
		return;
	if (counts.present & 1U << EV_SLOTS) {
		seen.slots[slice->tid] += counts.value[EV_SLOTS];
		seen.in_regions[slice->tid] += slice->region ? counts.value[EV_SLOTS] : 0;
		seen.outer[slice->tid] += slice->region == region_of_mark(1, OUTER, MARK) ?
						  counts.value[EV_SLOTS] : 0;
	}
}

static const struct sink sink = { .slice = take_slice };

static void add_object(void)
{
	struct region_object object = { .fd = 3, .path = "/bin/program" };

	assert_true(regions_add(regions, &object) > 0);
}

static int watch(bool on)
{
	struct err err = { .text = "" };
	const int ret = live.source->ops->watch_regions(live.source, on, &err);

	assert_true(!ret || err.text[0]);
	return ret;
}

static void take(void)
{
	struct err err = { .text = "" };

	fake_advance(1);	/* what has the time of the drain itself waits for the next one */
	assert_int_equal(live.source->ops->drain(live.source, &sink, &err), 0);
}

static void tick(void)
{
	struct err err = { .text = "" };

	fake_advance(1);
	assert_int_equal(live.source->ops->tick(live.source, kernel.now_ns, &sink, &err), 0);
}

static void forget(void)
{
	memset(&seen, 0, sizeof(seen));
}

static void new_regions(void)
{
	forget();
	regions = regions_new();
	assert_non_null(regions);
	add_object();
}

static void start_expecting(const char *machine, bool regions_expected)
{
	new_regions();
	start(machine, 0);
	live.source->regions = regions;
	live.source->regions_expected = regions_expected;
	begin();
}

static void start_without(const char *machine)
{
	start_expecting(machine, true);
}

static void start_watched(const char *machine)
{
	start_without(machine);
	assert_int_equal(watch(true), 0);
}

static int end(void **state)
{
	const int ret = engine_teardown(state);

	for (uint32_t i = 1; i <= regions_objects(regions); i++)
		((struct region_object *)(uintptr_t)regions_object(regions, i))->fd = -1;
	regions_free(regions);
	regions = NULL;
	return ret;
}

static void enter(size_t cpu, uint64_t place)
{
	pass_marker(cpu, 1, place | 1, MARK);
}

static void leave(size_t cpu, uint64_t place)
{
	pass_marker(cpu, 1, place, MARK);
}

static double slots(uint64_t ns)
{
	return (double)(FAKE_SLOTS * ns);
}

TEST_BOTH(a_marker_of_a_running_group_ends_a_slice_when_its_probe_was_added)
{
	start_watched("intel-spr");
	fake_run_for(1, 11, 100 * US);
	enter(1, OUTER);
	fake_advance(200 * US);
	leave(1, 0);
	fake_advance(300 * US);
	fake_run(1, 0);
	tick();
	near(seen.slots[11], slots(600 * US));
	near(seen.outer[11], slots(200 * US));
	assert_int_equal(seen.entries, 1);
}

TEST_BOTH(probes_are_on_all_cpus_and_closed_when_nobody_looks)
{
	start_watched("intel-spr");
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		assert_int_equal(kernel.probed[cpu], 1);
	assert_int_equal(watch(false), 0);
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		assert_int_equal(kernel.probed[cpu], 0);
}

TEST(a_marker_whose_probe_was_closed_changes_no_region)
{
	start_watched("intel-spr");
	fake_run_for(1, 11, 100 * US);
	enter(1, OUTER);
	assert_int_equal(watch(false), 0);
	fake_advance(100 * US);
	fake_run(1, 0);
	take();
	near(seen.slots[11], slots(200 * US));
	near(seen.in_regions[11], 0);
}

TEST_BOTH(objects_are_added_while_others_are_watched)
{
	start_watched("intel-spr");
	fake_run(1, 11);
	enter(1, OUTER);
	fake_advance(100 * US);
	add_object();
	assert_int_equal(kernel.probed[1], 1);
	assert_int_equal(watch(true), 0);
	assert_int_equal(kernel.probed[1], 2);
	pass_marker(1, 2, INNER | 1, MARK);
	fake_advance(100 * US);
	fake_run(1, 0);
	tick();
	near(seen.outer[11], slots(100 * US));
	near(seen.in_regions[11], slots(200 * US));
	assert_int_equal(seen.entries, 2);
}

TEST_BOTH(an_object_that_cannot_be_probed_leaves_the_others_as_they_are)
{
	start_watched("intel-spr");
	add_object();
	add_object();
	kernel.refused_object = 3;
	assert_int_equal(watch(true), -EPERM);
	assert_int_equal(kernel.probed[1], 1);
	fake_run(1, 11);
	enter(1, OUTER);
	fake_advance(100 * US);
	fake_run(1, 0);
	tick();
	near(seen.outer[11], slots(100 * US));
}

/* The file of one program is no reason not to watch others: it may be a hostile one's. */
static void expect_the_others(uint32_t refused, uint32_t other)
{
	struct err err = { .text = "" };

	seen.in_regions[11] = 0;
	kernel.refused_object = refused;
	kernel.refused_errno = EINVAL;
	assert_int_equal(live.source->ops->watch_regions(live.source, true, &err), 0);
	assert_string_equal(err.text, "refused");
	fake_run(1, 11);
	pass_marker(1, other, OUTER | 1, MARK);
	fake_advance(100 * US);
	fake_run(1, 0);
	take();
	near(seen.in_regions[11], slots(100 * US));
}

TEST(the_others_are_probed_if_the_file_of_one_object_is_refused)
{
	start_without("intel-spr");
	add_object();
	add_object();
	expect_the_others(2, 3);
}

TEST(the_others_are_probed_anew_if_one_is_refused)
{
	start_watched("intel-spr");
	add_object();
	expect_the_others(2, 1);
	assert_int_equal(watch(false), 0);
	expect_the_others(2, 1);
	assert_int_equal(kernel.probed[1], 1);
}

TEST_BOTH(an_object_that_is_refused_alone_is_told_as_an_error)
{
	start_without("intel-spr");
	kernel.refused_object = 1;
	kernel.refused_errno = EINVAL;
	assert_int_equal(watch(true), -EINVAL);
	assert_int_equal(kernel.probed[1], 0);
}

TEST_BOTH(a_region_is_known_on_the_cpu_to_which_its_task_migrates)
{
	start_watched("intel-spr");
	fake_run_for(3, 11, 10 * US);
	enter(3, OUTER);
	fake_advance(10 * US);
	fake_run(3, 0);
	fake_run(0, 11);	/* whose ring is read before that of CPU 3 */
	fake_advance(20 * US);
	leave(0, 0);
	fake_advance(40 * US);
	fake_run(0, 0);
	fake_run_for(2, 11, 80 * US);
	fake_run(2, 0);
	tick();
	near(seen.outer[11], slots(30 * US));
	near(seen.slots[11], slots(160 * US));
}

TEST(a_migration_between_two_readings_of_a_tick_loses_no_marker)
{
	start_watched("intel-spr");
	fake_run(0, 12);
	fake_run(3, 11);
	take();
	fake_advance(10 * US);
	enter(3, OUTER);
	fake_advance(10 * US);
	tick();
	near(seen.outer[11], slots(10 * US + 1));
	near(seen.slots[12], slots(20 * US + 2));
}

TEST(a_record_of_the_instant_of_a_drain_waits_for_the_next_one)
{
	struct err err = { .text = "" };
	size_t n;

	start_watched("intel-spr");
	take();
	n = seen.n;
	fake_run_for(1, 11, 100 * US);
	fake_run(1, 0);
	assert_int_equal(live.source->ops->drain(live.source, &sink, &err), 0);
	assert_int_equal(seen.n, n + 1);
	take();
	assert_int_equal(seen.n, n + 2);
}

TEST_BOTH(a_region_lasts_over_the_end_of_an_interval_and_is_entered_once)
{
	start_watched("intel-spr");
	fake_run(1, 11);
	enter(1, OUTER);
	for (int i = 0; i < 3; i++) {
		forget();
		fake_advance(100 * US);
		tick();		/* it never leaves */
		near(seen.outer[11], slots(100 * US + 1));
		assert_int_equal(seen.entries, i == 0);
	}
	forget();
	fake_run_for(1, 12, 100 * US);
	fake_run_for(1, 11, 100 * US);
	tick();
	near(seen.outer[11], slots(100 * US + 1));
	assert_int_equal(seen.entries, 0);
}

TEST(a_forked_process_is_in_the_region_of_its_parent)
{
	start_watched("intel-spr");
	fake_run(1, 11);
	enter(1, OUTER);
	fake_advance(10 * US);
	fake_fork(1, 12);
	fake_run_for(0, 12, 100 * US);
	fake_run(0, 0);
	take();
	near(seen.outer[12], slots(100 * US));
}

TEST_BOTH(when_groups_are_opened_anew_they_are_probed_but_markers_may_have_been_missed)
{
	unsigned int opened;

	start_watched("intel-spr");
	fake_run(1, 11);
	enter(1, OUTER);
	fake_advance(100 * US);
	opened = kernel.opened;
	kernel.cpu_came = true;
	tick();
	assert_int_equal(kernel.opened, opened + 1);
	assert_int_equal(kernel.probed[1], 1);
	seen.in_regions[11] = 0;
	fake_advance(100 * US);
	enter(1, INNER);
	fake_advance(300 * US);
	fake_run(1, 0);
	tick();
	near(seen.in_regions[11], slots(300 * US));
}

TEST(groups_that_could_not_be_probed_anew_are_tried_again_at_the_next_tick)
{
	start_watched("intel-spr");
	kernel.cpu_came = true;
	kernel.refused_object = 1;
	tick();
	tick();
	assert_int_equal(kernel.probed[1], 0);
	kernel.refused_object = 0;
	tick();
	assert_int_equal(kernel.probed[1], 1);
	fake_run(1, 11);
	enter(1, OUTER);
	fake_advance(100 * US);
	fake_run(1, 0);
	tick();
	near(seen.outer[11], slots(100 * US));
}

TEST_BOTH(what_was_refused_at_once_is_not_tried_again)
{
	start_without("intel-spr");
	kernel.refused_object = 1;
	assert_int_equal(watch(true), -EPERM);
	kernel.refused_object = 0;
	tick();
	kernel.cpu_came = true;
	tick();
	assert_int_equal(kernel.probed[1], 0);
}

TEST_BOTH(nothing_is_probed_unasked_also_when_groups_are_opened_anew)
{
	start_without("intel-spr");
	assert_int_equal(kernel.probed[1], 0);
	assert_int_equal(watch(true), 0);
	assert_int_equal(watch(false), 0);
	kernel.cpu_came = true;
	tick();
	assert_int_equal(kernel.probed[1], 0);
	fake_run(1, 11);
	enter(1, OUTER);
	fake_advance(100 * US);
	tick();
	near(seen.in_regions[11], 0);
	near(seen.slots[11], slots(100 * US + 1));
}

TEST(markers_are_sampled_whichever_group_is_on)
{
	start_watched("intel-icl");
	need_level2();
	fake_run(1, 11);
	take();
	for (int i = 0; i < 200; i++) {
		fake_advance(1 * MS);
		enter(1, OUTER);
		fake_advance(3 * MS);
		leave(1, 0);
		take();
	}
	tick();
	near(seen.slots[11], (double)kernel.slots_of[11]);
	near(seen.outer[11], slots(200 * 3 * MS));
	assert_int_equal(seen.entries, 200);
}

TEST(markers_in_gaps_between_windows_keep_regions_and_entries_right)
{
	(void)setenv("TDTOP_DUTY", "20", 1);
	start_watched("intel-spr");
	for (int i = 0; i < 40; i++) {
		for (int k = 0; k < 100; k++) {
			fake_run(1, 11);
			if (k % 50 == 0)
				enter(1, OUTER);
			fake_advance(250 * US);
			fake_run_for(1, 12, 250 * US);
			take();
		}
		fake_run_for(1, 11, 1 * US);
		leave(1, 0);
		fake_run(1, 12);
		tick();
	}
	assert_int_equal(seen.entries, 80);
	assert_true(seen.slots[11] < (double)kernel.slots_of[11] / 2);
	near(seen.outer[11] / seen.slots[11], 1);
	near(seen.in_regions[12], 0);
}

TEST(what_is_counted_is_the_same_with_markers_and_without)
{
	double sums[2] = { 0, 0 };

	for (int with = 0; with < 2; with++) {
		start_without("intel-spr");
		if (with)
			assert_int_equal(watch(true), 0);
		for (int i = 0; i < 300; i++) {
			fake_run_for((size_t)i % 3, 11, 7 * US);
			enter((size_t)i % 3, OUTER);
			fake_advance(5 * US);
			fake_run_for((size_t)i % 3, i % 2 ? 12 : 0, 2 * US);
			if (i % 50 == 49)
				tick();
		}
		tick();
		sums[with] = seen.slots[11];
		near(seen.slots[11], (double)kernel.slots_of[11]);
		if (!with)
			assert_int_equal(end(state), 0);
	}
	near(sums[0], sums[1]);
	assert_true(seen.outer[11] > 0);
}

TEST(where_slots_are_counted_per_core_both_threads_have_had_the_same_time)
{
	new_regions();
	start_smt("intel-skx");
	live.source->regions = regions;
	begin();
	assert_int_equal(watch(true), 0);
	fake_run(0, 11);
	for (int i = 0; i < 10; i++) {
		enter(0, OUTER);
		fake_advance(10 * US);
		fake_run(2, 12);	/* beside it, half of the time */
		fake_advance(20 * US);
		leave(0, 0);
		fake_run_for(2, 0, 10 * US);
		take();
	}
	fake_run(0, 0);
	take();
	assert_int_equal(seen.entries, 10);
	assert_true(seen.outer[11] > 0);
	near(seen.outer[11] * (10 * 40 * US + 10), seen.slots[11] * 10 * 30 * US);
	assert_int_equal(seen.beside_ns, 10 * 20 * US);
}

static uint64_t markers(double *cost_ns)
{
	return live.source->ops->markers(live.source, cost_ns);
}

TEST_BOTH(markers_are_counted_with_what_they_cost_also_when_groups_are_opened_anew)
{
	double cost_ns = -1;

	start_without("intel-spr");
	assert_int_equal(markers(&cost_ns), 0);
	near(cost_ns, 0);
	assert_int_equal(watch(true), 0);
	fake_run(1, 11);
	for (int i = 0; i < 10; i++)
		enter(1, OUTER);
	tick();
	assert_int_equal(markers(&cost_ns), 10);
	assert_true(cost_ns > 0);
	kernel.cpu_came = true;
	tick();
	enter(1, OUTER);
	tick();
	assert_int_equal(markers(&cost_ns), 11);
}

/* ---- of BPF alone ---- */

#define BY_BPF(sentence) TEST_WITH(sentence, engine_of_bpf, end)

BY_BPF(the_program_at_a_marker_measures_what_it_costs)
{
	double cost_ns = -1;

	start_watched("intel-spr");
	fake_run(1, 11);
	for (int i = 0; i < 100; i++)
		enter(1, OUTER);
	assert_int_equal(markers(&cost_ns), 100);
	near(cost_ns, FAKE_BPF_MARK_NS);
}

/* They take a tenth of a second to load, which nobody waits for who does not look at regions. */
BY_BPF(programs_for_regions_are_loaded_when_they_are_asked_for_and_then_count)
{
	start_expecting("intel-spr", false);
	for (int again = 0; again < 2; again++) {
		assert_int_equal(watch(true), again ? 0 : -EAGAIN);
		fake_run(1, 11);
		enter(1, OUTER);
		fake_advance(100 * US);
		tick();
		assert_int_equal(seen.entries, again);
	}
	near(seen.outer[11], slots(100 * US + 1));
}

BY_BPF(where_the_map_is_full_of_regions_it_is_opened_again_twice_as_large)
{
	size_t before;

	start_watched("intel-spr");
	before = fake_bpf.asked_room;
	fake_run(1, 11);
	fake_bpf.room = 3;
	for (uint64_t i = 0; i < 10; i++) {
		enter(1, OUTER + 16 * i);
		fake_advance(MS);
	}
	tick();
	assert_int_equal(fake_bpf.asked_room, 2 * before);
	assert_int_equal(kernel.probed[1], 1);
}

const struct around_tests around_tests = {.teardown = end};
