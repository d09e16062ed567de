/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Both engines on a fake machine with known truth (tests/fixtures/fake_cpus.h): what they do alike
 * is told in tests/scenarios/engines.txt, which both run; what only one of them does in
 * engine_ring.txt and engine_bpf.txt. Times of tasks are told by their slots, in milliseconds.
 */
#include "config.h"

#include "tests/fixtures/engine_commands.h"
#include "tests/fixtures/fake_bpf.h"
#include "tests/fixtures/fixture_engine.h"
#include "tests/fixtures/test_main.h"

#define MARK 0x1000

const struct scenarios scenarios = {
	.files = { "engine_ring", "engines", "engine_bpf", "engines" }, .words = engine_words,
};

static struct err err;
static bool all_by_bpf;

static struct regions *regions;
static struct {
	double slots[FAKE_PIDS], in_regions[FAKE_PIDS], outer[FAKE_PIDS];
	uint32_t entries;
	uint64_t beside_ns;	/* that another task ran on the core beside 11 */
	size_t n;
} seen;
static int lost_on;

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

static void take_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	lost_on = cpu;
}

static const int32_t others[FAKE_CPUS] = { 10, 11, 12, 13 };	/* as of a hybrid */
static const struct sink sink = { .cpus = others, .slice = take_slice, .lost = take_lost };

static void add_object(void)
{
	struct region_object object = { .fd = 3, .path = "/bin/program" };

	assert_true(regions_add(regions, &object) > 0);
}

static int watch(bool on)
{
	const int ret = source_watch_regions(live.source, on, &err);

	assert_true(!ret || err.text[0]);
	return ret;
}

static void take(void)
{
	fake_advance(1);	/* what has the time of the drain itself waits for the next one */
	assert_int_equal(live.source->ops->drain(live.source, &sink, &err), 0);
}

static int try_tick(void)
{
	fake_advance(1);
	return live.source->ops->tick(live.source, kernel.now_ns, &sink, &err);
}

static void tick(void)
{
	assert_int_equal(try_tick(), 0);
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
	live.source->requests.regions_expected = regions_expected;
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

FIXTURE(setup)
{
	regions = NULL;
	engine_commands_begin();
	return all_by_bpf ? engine_of_bpf(state) : 0;
}

static int end(void **state)
{
	const int ret = engine_teardown(state);

	for (uint32_t i = 1; regions && i <= regions_objects(regions); i++)
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

/* ---- regions ---- */

COMMAND(all_by_bpf)
{
	all_by_bpf = true;
}

COMMAND(lost_on)
{
	say("%d", lost_on);
}

/* MACHINE [unexpected] */
COMMAND(count_regions)
{
	start_expecting(text_arg(1), n_args() == 1);
}

/* CPU PLACE [OBJECT]: the task that runs there passes a marker. */
COMMAND(enter)
{
	pass_marker(CPU(1), (uint32_t)number_arg_or(3, 1), (uint64_t)number_arg(2) | 1, MARK);
}

COMMAND(leave)
{
	leave(CPU(1), 0);
}

COMMAND(fork)
{
	fake_fork(CPU(1), ID(2));
}

COMMAND(add_object)
{
	add_object();
}

/* OBJECT [invalid]: cannot be probed. */
COMMAND(refuse)
{
	kernel.refused_object = (uint32_t)number_arg(1);
	kernel.refused_errno = n_args() > 1 ? EINVAL : 0;
}

static void watch_and_say(bool on)
{
	int ret;

	err.text[0] = '\0';
	ret = source_watch_regions(live.source, on, &err);
	if (ret)
		say("%s", strerror(-ret));
	if (err.text[0])
		say("%s", err.text);
}

COMMAND(watch)
{
	watch_and_say(true);
}

COMMAND(unwatch)
{
	watch_and_say(false);
}

/* Objects on each CPU. */
COMMAND(probed)
{
	for (size_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		say("%u", kernel.probed[cpu]);
}

/* Of each task since the last time. */
static void say_seen(void)
{
	for (int32_t tid = 1; tid < FAKE_PIDS; tid++) {
		if (!(seen.slots[tid] > 0))
			continue;
		say("%d: %.9g", tid, seen.slots[tid] / engine_slots(MS));
		if (seen.in_regions[tid] > 0)
			say_more(", %.9g in regions", seen.in_regions[tid] / engine_slots(MS));
		if (seen.outer[tid] > 0)
			say_more(", %.9g in OUTER", seen.outer[tid] / engine_slots(MS));
	}
	if (seen.entries)
		say("%u entered", seen.entries);
	forget();
}

/* What is certain until now, or is there without waiting. */
COMMAND(tick)
{
	const int ret = try_tick();

	if (ret)
		say("%s; %s", strerror(-ret), err.text);
	say_seen();
}

COMMAND(drain)
{
	take();
	say_seen();
}

/* [each] */
COMMAND(markers)
{
	const struct source_remarks remarks = source_remarks(live.source);

	say("%d", (int)remarks.markers);
	say(remarks.marker_ns > 0 ? "they cost" : "they cost nothing");
	if (n_args())
		say_more(" %.9g ns each", remarks.marker_ns);
}

/* ---- of the ring engine ---- */

TEST(a_record_of_the_instant_of_a_drain_waits_for_the_next_one)
{
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
	near(seen.outer[11], engine_slots(200 * 3 * MS));
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

/* ---- of BPF ---- */

LIST_TEST(markers_in_gaps_of_bpf_keep_regions_and_entries_right,
	  markers_in_gaps_between_windows_keep_regions_and_entries_right, engine_of_bpf, end);

const struct around_tests around_tests = { .setup = setup, .teardown = end };
