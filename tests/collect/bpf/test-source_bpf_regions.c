/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions from the BPF source on a fake machine with known truth (tests/fixtures/fake_bpf.h): whose
 * slices end at markers, and that this lasts while engines come and go.
 */
#include "config.h"

#include <errno.h>

#include "tests/fixtures/fake_bpf.h"
#include "tests/fixtures/fixture_live.h"
#include "tests/fixtures/test_main.h"

#define PARSE ((region_t)1 << 32 | 0x40)
#define PRINT ((region_t)1 << 32 | 0x60)
#define OF_SECOND ((region_t)2 << 32 | 0x40)
#define TASK 7

static struct regions *regions;
static double slots;
static uint64_t entries, duration_ns;

/* What the task had in this region in the interval that ends. */
static region_t wanted;

static void see_slice(void *data, const struct slice *slice)
{
	struct counts counts;

	if (slice->tid != TASK || slice->region != wanted)
		return;
	slice_counts(slice, &counts);
	slots += counts_or_0(&counts, EV_SLOTS);
	entries += slice->entries;
	duration_ns += slice->duration_ns;
}

/* Ends the interval: slots, entries and duration_ns are those of the task in this region. */
static void end_interval_of(region_t region)
{
	static const struct sink sink = { .slice = see_slice };
	struct err err = { .text = "" };

	wanted = region;
	slots = 0;
	entries = duration_ns = 0;
	assert_int_equal(live.source->ops->tick(live.source, kernel.now_ns, &sink, &err), 0);
}

static void add_object(void)
{
	struct region_object object = { .fd = -1, .path = "program" };

	assert_true(regions_add(regions, &object) > 0);
}

static int watch(bool on)
{
	struct err err = { .text = "" };

	return live.source->ops->watch_regions(live.source, on, &err);
}

static void start_expecting(bool expected)
{
	struct source *source = fake_bpf_open("intel-spr");

	regions = regions_new();
	assert_non_null(regions);
	add_object();
	source->regions = regions;
	source->regions_expected = expected;
	live_open(source, 2);
	live_start();
}

static void start(void)
{
	start_expecting(true);
}

static int teardown(void **state)
{
	(void)live_teardown(state);
	regions_free(regions);
	regions = NULL;
	return 0;
}

/* A second in PARSE, half of one outside. */
static void run_in_region(void)
{
	fake_run(0, TASK);
	fake_bpf_mark(0, PARSE, true);
	fake_advance(SECOND);
	fake_bpf_mark(0, 0, false);
	fake_advance(SECOND / 2);
}

TEST(a_task_has_slices_of_its_region_and_of_the_rest)
{
	start();
	assert_int_equal(watch(true), 0);
	run_in_region();
	end_interval_of(PARSE);
	near(slots, FAKE_SLOTS * (double)SECOND);
	assert_int_equal(duration_ns, SECOND);
	assert_int_equal(entries, 1);
	fake_bpf_mark(0, PARSE, true);
	fake_advance(SECOND);
	fake_bpf_mark(0, PRINT, true);
	fake_advance(SECOND);
	end_interval_of(0);
	assert_int_equal(duration_ns, 0);
}

/* They take a tenth of a second to load, which nobody waits for who does not look at regions. */
TEST(programs_for_regions_are_loaded_when_they_are_asked_for_and_then_count)
{
	start_expecting(false);
	assert_int_equal(watch(true), -EAGAIN);
	run_in_region();
	end_interval_of(PARSE);
	assert_int_equal(entries, 0);
	assert_int_equal(watch(true), 0);
	run_in_region();
	end_interval_of(PARSE);
	near(slots, FAKE_SLOTS * (double)SECOND);
	assert_int_equal(entries, 1);
}

TEST(a_region_lasts_over_the_end_of_an_interval_and_is_entered_once)
{
	start();
	assert_int_equal(watch(true), 0);
	fake_run(0, TASK);
	fake_bpf_mark(0, PARSE, true);
	for (int i = 0; i < 3; i++) {
		fake_advance(SECOND);
		end_interval_of(PARSE);
		near(slots, FAKE_SLOTS * (double)SECOND);
		assert_int_equal(entries, i == 0);
	}
	fake_run_for(0, 8, SECOND);
	fake_run_for(0, TASK, SECOND);
	end_interval_of(PARSE);
	assert_int_equal(duration_ns, SECOND);
	assert_int_equal(entries, 0);
}

TEST(nothing_is_probed_before_it_is_asked_for)
{
	start();
	run_in_region();
	end_interval_of(PARSE);
	assert_int_equal(duration_ns, 0);
	assert_int_equal(fake_bpf.probed, 0);
}

TEST(objects_that_come_later_are_probed_by_the_next_call)
{
	start();
	assert_int_equal(watch(true), 0);
	add_object();
	assert_int_equal(fake_bpf.probed, 1 << 1);
	assert_int_equal(watch(true), 0);
	assert_int_equal(fake_bpf.probed, 1 << 1 | 1 << 2);
	fake_run(0, TASK);
	fake_bpf_mark(0, OF_SECOND, true);
	fake_advance(SECOND);
	end_interval_of(OF_SECOND);
	assert_int_equal(duration_ns, SECOND);
}

TEST(regions_are_watched_after_the_groups_were_opened_again)
{
	start();
	assert_int_equal(watch(true), 0);
	kernel.cpu_came = true;
	end_interval_of(PARSE);
	assert_int_equal(kernel.opened, 3);
	run_in_region();
	end_interval_of(PARSE);
	assert_int_equal(duration_ns, SECOND);
}

TEST(after_the_end_nothing_is_probed_also_when_groups_are_opened_again)
{
	start();
	assert_int_equal(watch(true), 0);
	fake_run(0, TASK);
	fake_bpf_mark(0, PARSE, true);
	assert_int_equal(watch(false), 0);
	assert_int_equal(fake_bpf.probed, 0);
	kernel.cpu_came = true;
	end_interval_of(PARSE);
	assert_int_equal(fake_bpf.probed, 0);
	run_in_region();
	end_interval_of(PARSE);
	assert_int_equal(duration_ns, 0);
}

TEST(what_cannot_be_probed_is_told_and_not_tried_with_the_next_engine)
{
	struct err err = { .text = "" };

	start();
	fake_bpf.no_probes = EPERM;
	assert_int_equal(live.source->ops->watch_regions(live.source, true, &err), -EPERM);
	assert_string_equal(err.text, "no probes");
	fake_bpf.no_probes = 0;
	kernel.cpu_came = true;
	end_interval_of(PARSE);
	assert_int_equal(fake_bpf.probed, 0);
}

TEST(markers_are_counted_over_all_engines_with_their_cost)
{
	double cost_ns = 0;

	start();
	assert_int_equal(watch(true), 0);
	fake_run(0, TASK);
	assert_int_equal(live.source->ops->markers(live.source, &cost_ns), 0);
	for (int i = 0; i < 100; i++)
		fake_bpf_mark(0, i % 2 ? PARSE : 0, i % 2);
	assert_int_equal(live.source->ops->markers(live.source, &cost_ns), 100);
	near(cost_ns, FAKE_BPF_MARK_NS);
	kernel.cpu_came = true;
	end_interval_of(PARSE);
	fake_bpf_mark(0, PARSE, true);
	assert_int_equal(live.source->ops->markers(live.source, &cost_ns), 101);
}

TEST(where_the_map_is_full_of_regions_it_is_opened_again_twice_as_large)
{
	size_t before;

	start();
	assert_int_equal(watch(true), 0);
	before = fake_bpf.asked_room;
	fake_run(0, TASK);
	fake_bpf.room = 3;
	for (int i = 0; i < 10; i++) {
		fake_bpf_mark(0, PARSE + (region_t)i, true);
		fake_advance(MS);
	}
	end_interval_of(PARSE);
	assert_int_equal(kernel.opened, 3);
	assert_int_equal(fake_bpf.asked_room, 2 * before);
	assert_int_equal(fake_bpf.probed, 1 << 1);
}

const struct around_tests around_tests = {.teardown = teardown};
