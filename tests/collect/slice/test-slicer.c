/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rules of doc/internals.md, "The one decision", and those of markers and regions: records in, slices
 * out (tests/scenarios/slicer.txt, slicer_regions.txt). Also how much of a slice the other thread of the
 * core ran as well (slicer_siblings.txt), and what holds for any records.
 */
#include "config.h"
#include "collect/slice/slicer.h"

#include <inttypes.h>

#include "model/splitmix64.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

enum { SWITCH_ID = 7, CLOCK_ID = 8, TIMER_ID = 9, MARKER_ID = 10, N_CPUS = 3 };
enum { A = 101, B = 102, C = 103, D = 104, THREAD_OF_D = 105 };
enum { MARK = 0x1000, OUTER = 0x2000, INNER = 0x2010 };	/* addresses in the program */

static const struct reading_member members[] = {
	{ .event = EV_SLOTS, .scale = 1 },
	{ .event = EV_COUNT },
	{ .event = EV_RETIRING, .scale = 1 },
};

static const struct reading_member mux_members[] = {
	{ .event = EV_X2, .scale = 1, .slots = true },
	{ .event = EV_COUNT },
	{ .event = EV_X3, .scale = 1 },
};

/* What came out of the slicer. */
static struct {
	struct slicer *slicer;
	struct regions *regions;
	size_t cpu;		/* of the next records */
	struct slice last;
	double slots, slots_of[3];	/* of all slices, and of A, B and C */
	uint64_t ns, enabled_ns, running_ns;
	uint64_t entries, entries_of_outer;
} seen;

static region_t region(uint64_t place)
{
	return region_of_mark(1, place, MARK);
}

/* Task, time, slots ("-": no counts), and what is not as usual. */
static void say_slice(const struct slice *slice)
{
	static const char *const parts[] = { [SLICE_WHOLE] = "", [SLICE_GAP] = " gap", [SLICE_WINDOW] = " window" };

	say("%s", word_of(slice->tid));
	if (slice->pid != slice->tid)
		say_more(" of %s", word_of(slice->pid));
	say_more(" %" PRIu64, slice->duration_ns);
	if (slice->counts.present)
		say_more(" %.12g", slice->counts.value[EV_SLOTS]);
	else
		say_more(" -");
	say_more("%s%s", slice->unowned ? " unowned" : "", slice->counts.scaled ? " scaled" : "");
	say_more("%s%s", slice->counts.off ? " off" : "", parts[slice->part]);
	if (slice->region)
		say_more(" in %s", slice->region == region(OUTER) ? "OUTER" :
				   slice->region == region(INNER) ? "INNER" : "another region");
	if (slice->entries)
		say_more(" entries %u", slice->entries);
	if (slice->sibling_busy_ns)
		say_more(" sibling %" PRIu64, slice->sibling_busy_ns);
}

static void keep_slice(void *data, const struct slice *slice)
{
	seen.last = *slice;
	slice_counts(slice, &seen.last.counts);
	say_slice(&seen.last);
	seen.slots += seen.last.counts.value[EV_SLOTS];
	if (slice->tid >= A && slice->tid <= C)
		seen.slots_of[slice->tid - A] += seen.last.counts.value[EV_SLOTS];
	seen.ns += slice->duration_ns;
	seen.entries += slice->entries;
	seen.entries_of_outer += slice->region == region(OUTER) ? slice->entries : 0;
}

static void keep_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	say("%" PRIu64 " lost", records);
}

static void keep_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	seen.enabled_ns += enabled_ns;
	seen.running_ns += running_ns;
}

static const struct sink sink = { .slice = keep_slice, .lost = keep_lost, .times = keep_times };

static void begin(struct slicer_config config)
{
	config.n_cpus = N_CPUS;
	config.members = members;
	config.n_members = 3;
	seen.slicer = slicer_new(&config);
	assert_non_null(seen.slicer);
	slicer_set_regions(seen.slicer, seen.regions);
	for (size_t cpu = 0; cpu < N_CPUS; cpu++)
		slicer_set_switch_id(seen.slicer, cpu, SWITCH_ID);
}

SETUP
{
	memset(&seen, 0, sizeof(seen));
	seen.regions = regions_new();
	assert_non_null(seen.regions);
	begin((struct slicer_config){ .switch_records = true });
}

TEARDOWN
{
	slicer_free(seen.slicer);
	regions_free(seen.regions);
}

/* ---- records ---- */

static struct reading group(uint64_t slots, uint64_t enabled_ns, uint64_t running_ns)
{
	return (struct reading){ .n = 3, .enabled_ns = enabled_ns, .running_ns = running_ns,
				 .value = { slots, 999, slots / 2 } };
}

static void put(struct record record)
{
	slicer_record(seen.slicer, seen.cpu, &record, &sink);
}

static void feed(enum record_kind kind, uint64_t time_ns, int32_t tid, int32_t next_prev)
{
	put((struct record){ .kind = kind, .time_ns = time_ns, .pid = tid, .tid = tid,
			     .next_prev_pid = next_prev == THREAD_OF_D ? D : next_prev,
			     .next_prev_tid = next_prev });
}

static void sample_multiplexed(uint64_t id, uint64_t time_ns, int32_t tid, uint64_t slots,
			       uint64_t running_ns, uint64_t enabled_ns)
{
	put((struct record){ .kind = REC_SAMPLE, .id = id, .time_ns = time_ns, .pid = tid,
			     .tid = tid, .reading = group(slots, enabled_ns, running_ns) });
}

/* A sample with the group on all the time: enabled = running = time. */
static void sample(uint64_t id, uint64_t time_ns, int32_t tid, uint64_t slots)
{
	sample_multiplexed(id, time_ns, tid, slots, time_ns, time_ns);
}

static void read_group(uint64_t time_ns, struct reading reading)
{
	slicer_reading(seen.slicer, seen.cpu, time_ns, &reading, &sink);
}

/* The records of a switch without its sample. */
static void switch_from(uint64_t time_ns, int32_t from, int32_t to)
{
	feed(REC_SWITCH_OUT, time_ns, from, -1);
	feed(REC_SWITCH_IN, time_ns, to, -1);
}

/* A whole switch as the kernel writes it. */
static void change(uint64_t time_ns, int32_t from, uint64_t slots, int32_t to)
{
	sample(SWITCH_ID, time_ns, from, slots);
	switch_from(time_ns, from, to);
}

static void lost(uint64_t n)
{
	put((struct record){ .kind = REC_LOST, .lost = n });
}

/* The group is on all the time here, and counts a slot a nanosecond. */
static void mark_of(int32_t pid, uint64_t time_ns, int32_t tid, uint64_t argument)
{
	put((struct record){ .kind = REC_SAMPLE, .id = MARKER_ID, .time_ns = time_ns, .pid = pid,
			     .tid = tid, .object = 1, .argument = argument, .mark = MARK,
			     .reading = group(time_ns, time_ns, time_ns) });
}

/* The group that is on is switched off and read; the next one goes on. */
static void mux(uint64_t time_ns, uint64_t slots, uint64_t on_ns, uint32_t next)
{
	read_group(time_ns, group(slots, on_ns, on_ns));
	slicer_rotate(seen.slicer, 0, next);
}

/* ---- commands of the scenarios: times in nanoseconds ---- */

#define TIME ((uint64_t)number_arg(1))
#define TID(n) ((int32_t)number_arg(n))
#define NUMBER(n) ((uint64_t)number_arg(n))

/* TIME TID SLOTS NEXT */
COMMAND(change)
{
	change(TIME, TID(2), NUMBER(3), TID(4));
}

/* TIME TID TID: no sample. */
COMMAND(switch)
{
	switch_from(TIME, TID(2), TID(3));
}

/* TIME TID [NEXT]: the first record of a switch, or the second: TIME TID [PREVIOUS]. */
COMMAND(out)
{
	feed(REC_SWITCH_OUT, TIME, TID(2), (int32_t)number_arg_or(3, -1));
}

COMMAND(in)
{
	feed(REC_SWITCH_IN, TIME, TID(2), (int32_t)number_arg_or(3, -1));
}

/* ID TIME TID SLOTS [RUNNING [ENABLED]] */
COMMAND(sample)
{
	const int64_t time_ns = number_arg(2), running_ns = number_arg_or(5, time_ns);

	sample_multiplexed(NUMBER(1), (uint64_t)time_ns, TID(3), NUMBER(4), (uint64_t)running_ns,
			   (uint64_t)number_arg_or(6, time_ns));
}

/* TIME SLOTS [RUNNING ENABLED]: a reading at the end of an interval. */
COMMAND(read)
{
	read_group(TIME, group(NUMBER(2), (uint64_t)number_arg_or(4, number_arg(1)),
			       (uint64_t)number_arg_or(3, number_arg(1))));
}

COMMAND(lost)
{
	lost(NUMBER(1));
}

COMMAND(offline)
{
	slicer_offline(seen.slicer, seen.cpu, TIME, &sink);
}

COMMAND(cpu)
{
	seen.cpu = (size_t)number_arg(1);
}

COMMAND(runs)
{
	int32_t running;

	say("%s", slicer_running(seen.slicer, seen.cpu, &running) ? word_of(running) : "unknown");
}

/* Of the last slice. */
COMMAND(counts)
{
	static const struct {
		const char *name;
		enum event_id event;
	} events[] = { { "slots", EV_SLOTS }, { "retiring", EV_RETIRING }, { "x2", EV_X2 },
		       { "x3", EV_X3 } };

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		if (seen.last.counts.present & 1U << events[i].event)
			say("%s %.12g", events[i].name, seen.last.counts.value[events[i].event]);
}

COMMAND(times)
{
	say("enabled %" PRIu64 " running %" PRIu64, seen.enabled_ns, seen.running_ns);
}

COMMAND(multiplexed)
{
	say(slicer_multiplexed(seen.slicer, seen.cpu) ? "yes" : "no");
}

/* B leaves to a task about which the kernel writes no records, or to several; then C comes. */
COMMAND(ran_without_records)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	feed(REC_SWITCH_OUT, 3000, B, TID(1));
	feed(REC_SWITCH_IN, 9000, C, TID(2));
	sample(SWITCH_ID, 9500, C, 350);
	feed(REC_SWITCH_OUT, 9500, C, A);
	feed(REC_SWITCH_IN, 9500, A, C);
	change(9900, A, 390, B);
}

/* Another slicer gets the state and the rest of the records, as a file that begins here. */
COMMAND(hand_over)
{
	struct slicer *before = seen.slicer;
	struct slicer_now now;

	begin((struct slicer_config){ .switch_records = true });
	slicer_now(before, 0, &now);
	if (now.base[0])
		slicer_set_base(seen.slicer, 0, 0, now.time_ns, now.base[0]);
	if (now.known)
		feed(REC_SWITCH_IN, now.time_ns, now.tid, -1);
	slicer_go_on(seen.slicer, 0, &now);
	slicer_free(before);
}

/* A runs until the kernel's mux timer puts another group on; then B, and C when it is on again. */
COMMAND(leave_at_the_timer)
{
	slicer_set_timer_id(seen.slicer, 0, TIMER_ID);
	sample_multiplexed(SWITCH_ID, 1000000, D, 100, 1000000, 1000000);
	switch_from(1000000, D, A);
	sample_multiplexed(TIMER_ID, 2000000, A, 300, 2000000, 2000000);
	switch_from(3000000, A, B);
	switch_from(5000000, B, C);
}

COMMAND(without_switch_records)
{
	slicer_free(seen.slicer);
	begin((struct slicer_config){ .switch_records = false });
}

/* CPUs 0 and 1 are threads of a core: slices say how long the other one ran. */
COMMAND(siblings)
{
	static const int32_t siblings[N_CPUS] = { 1, 0, -1 };

	slicer_free(seen.slicer);
	begin((struct slicer_config){ .switch_records = true, .siblings = siblings });
}

/*
 * Mux 0 counts EV_SLOTS and EV_RETIRING, mux 1 its own slots, which are also EV_SLOTS, and EV_X3.
 */
static void rotate(void)
{
	slicer_free(seen.slicer);
	begin((struct slicer_config){
		.mux_groups = { { .members = mux_members, .n_members = 3 } },
		.n_mux = 1,
		.switch_records = true,
	});
	slicer_set_rotating(seen.slicer, true);
}

COMMAND(rotating)
{
	rotate();
}

COMMAND(do_not_rotate)
{
	slicer_set_rotating(seen.slicer, false);
}

/* TIME SLOTS ON NEXT */
COMMAND(mux)
{
	mux(TIME, NUMBER(2), NUMBER(3), (uint32_t)number_arg(4));
}

/* TID ENABLED RUNNING: the task leaves, or comes. Was the group that ends so off before? */
static void say_rotated_before(enum record_kind kind)
{
	const struct record record = { .kind = kind, .pid = TID(1), .tid = TID(1) };
	const struct reading end = group(300, NUMBER(2), NUMBER(3));

	say(slicer_rotated_before(seen.slicer, 0, &record, &end) ? "yes" : "no");
}

COMMAND(rotated_before_out)
{
	say_rotated_before(REC_SWITCH_OUT);
}

COMMAND(rotated_before_in)
{
	say_rotated_before(REC_SWITCH_IN);
}

/* TIME SLOTS: a window in which A ran ends. */
COMMAND(close_after)
{
	change(1000, B, 100, A);
	change(TIME, A, NUMBER(2), B);
	slicer_close_window(seen.slicer, 0);
}

COMMAND(close)
{
	slicer_close_window(seen.slicer, 0);
}

/* [last] */
COMMAND(open)
{
	slicer_open_window(seen.slicer, 0, n_args() > 0);
}

/* A inside of OUTER from 1000 on, on CPU 0, which was another's until then. */
COMMAND(begin_in_outer)
{
	change(500, B, 500, A);
	mark_of(A, 1000, A, OUTER | 1);
}

/* TIME TID PLACE [PID] */
COMMAND(enter)
{
	mark_of((int32_t)number_arg_or(4, number_arg(2)), TIME, TID(2), NUMBER(3) | 1);
}

/* TIME TID PLACE: leaves a region to this one, or to none (0). */
COMMAND(mark)
{
	mark_of(TID(2), TIME, TID(2), NUMBER(3));
}

/* TIME TID TID TID: a switch from a task that its sample names otherwise. */
COMMAND(change_dying)
{
	sample(SWITCH_ID, TIME, TID(2), TIME);
	switch_from(TIME, TID(3), TID(4));
}

COMMAND(exit)
{
	feed(REC_EXIT, TIME, TID(2), -1);
}

COMMAND(comm)
{
	feed(REC_COMM, TIME, TID(2), -1);
}

/* TIME: A executes a program. */
COMMAND(exec)
{
	put((struct record){ .kind = REC_COMM, .time_ns = TIME, .pid = A, .tid = A, .exec = true });
}

/* PID TID: A has a child, to which it leaves. */
COMMAND(fork)
{
	put((struct record){ .kind = REC_FORK, .time_ns = 1200, .pid = TID(1), .tid = TID(2), .ppid = A, .ptid = A });
	change(1300, A, 1300, TID(2));
	change(1400, TID(2), 1400, B);
}

/* TIME TID PID: a thread comes. */
COMMAND(thread_in)
{
	put((struct record){ .kind = REC_SWITCH_IN, .time_ns = TIME, .pid = TID(3), .tid = TID(2),
			     .next_prev_pid = -1, .next_prev_tid = -1 });
}

COMMAND(without_regions)
{
	slicer_set_regions(seen.slicer, NULL);
}

static const struct scenario_word words[] = {
	{ "A", A }, { "B", B }, { "C", C }, { "D", D }, { "thread_of_D", THREAD_OF_D },
	{ "idle", TID_IDLE }, { "?", TID_UNKNOWN },
	{ "SWITCH", SWITCH_ID }, { "CLOCK", CLOCK_ID }, { "TIMER", TIMER_ID }, { "OUTER", OUTER },
	{ "INNER", INNER }, { NULL, 0 },
};

const struct scenarios scenarios = { { "slicer", "slicer_regions", "slicer_siblings" }, words };

/* ---- what holds for any records ---- */

TEST(readings_and_samples_are_ordered_by_their_counts)
{
	struct reading early = group(100, 0, 0), late = group(101, 0, 0);

	assert_true(reading_is_before(&early, &late));
	assert_false(reading_is_before(&late, &early));
	assert_false(reading_is_before(&early, &early));
}

TEST(a_reading_with_another_number_of_members_is_missing)
{
	struct reading reading = group(700, 2000, 2000);

	sample(CLOCK_ID, 1000, A, 500);
	reading.n = 2;
	read_group(2000, reading);
	assert_int_equal(seen.last.tid, A);
	assert_int_equal(seen.last.duration_ns, 1000);
	assert_false(seen.last.unowned);
	assert_int_equal(seen.last.counts.present, 0);
}

/* On and off alternately, switches in both: the scaled counts come near the whole. */
TEST(scaled_slices_of_a_multiplexed_counter_add_up_to_what_would_have_been_counted)
{
	uint64_t slots = 0, running = 0;

	for (uint64_t ms = 1; ms <= 2000; ms++) {
		int32_t tid = (int32_t)(A + ms % 3);

		if (ms / 4 % 2 == 0) {	/* on in every other mux interval of 4 ms */
			slots += 1000;
			running += 1000000;
			sample_multiplexed(SWITCH_ID, ms * 1000000, tid, slots, running, ms * 1000000);
		}
		switch_from(ms * 1000000, tid, tid + 1);
	}
	assert_true(seen.slots > 0.98 * 2000 * 1000);
	assert_true(seen.slots < 1.02 * 2000 * 1000);
}

/* For any input the slices add up to last - first snapshot, in slots and in time. */
TEST(all_slices_add_up_to_the_whole)
{
	uint32_t dice = 1;
	uint64_t now = 1000, slots = 10, first;
	int32_t tid = A;

	change(now, B, slots, tid);
	first = slots;
	for (int i = 0; i < 20000; i++) {
		dice = dice * 1664525 + 1013904223;
		now += dice >> 20;
		slots += dice >> 24;
		if (dice % 7 == 0) {
			lost(1);
		} else if (dice % 5 == 0) {
			sample(CLOCK_ID, now, tid, slots);
		} else if (dice % 11 == 0) {
			tid = (int32_t)(A + dice / 11 % 4);
			switch_from(now, tid, tid);
		} else {
			int32_t next = (int32_t)(A + dice / 16 % 4);

			change(now, dice % 13 == 0 ? TID_UNKNOWN : tid, slots, next);
			tid = next;
		}
	}
	sample(CLOCK_ID, now + 1, tid, slots + 1);
	assert_float_equal(seen.slots, (double)(slots + 1 - first), 0.001);
	assert_int_equal(seen.ns, now + 1 - 1000);
}

TEST(time_is_attributed_once_however_groups_rotate)
{
	rotate();
	change(1000, A, 100, B);
	for (uint64_t i = 1; i <= 9; i++)
		mux(1000 + i * 700, 100 + i, 1000 * i, i % 2);
	assert_int_equal(seen.ns, 9 * 700);
}

TEST(all_slices_of_windows_and_gaps_add_up_to_the_whole)
{
	uint64_t time = 1000, slots = 100;

	change(time, A, slots, B);
	for (int i = 0; i < 30; i++) {
		time += 700 + 13 * (uint64_t)i;
		slots += 300 + 7 * (uint64_t)i;
		if (i % 5 == 3)
			slicer_close_window(seen.slicer, 0);
		else if (i % 5 == 4)
			slicer_open_window(seen.slicer, 0, i > 20);
		else
			change(time, i % 2 ? A : B, slots, i % 2 ? B : A);
	}
	time -= 2 * 700 + 13 * (28 + 29);	/* no snapshot since then */
	slots -= 2 * 300 + 7 * (28 + 29);
	assert_float_equal(seen.slots, (double)(slots - 100), 0.001);
	assert_int_equal(seen.ns, time - 1000);
}

TEST(each_entry_is_counted_once)
{
	change(500, B, 500, A);
	for (uint64_t ns = 1000; ns < 2000; ns += 10) {
		mark_of(A, ns, A, OUTER | 1);
		if (ns / 10 % 3 == 1) {
			change(ns + 3, A, ns + 3, B);
			change(ns + 4, B, ns + 4, A);
		}
		mark_of(A, ns + 5, A, 0);
	}
	assert_int_equal(seen.entries, 100);
	assert_int_equal(seen.entries_of_outer, 100);
}

/* A random life of three tasks on a CPU; markers or not. */
static void live(bool with_markers)
{
	uint64_t random = 1, time_ns = 1000;
	int32_t runs = A;

	change(time_ns, B, time_ns, A);
	for (int i = 0; i < 1000; i++) {
		const uint64_t what = splitmix64_next(&random) % 8;

		time_ns += 1 + splitmix64_next(&random) % 50;
		if (what < 3) {
			const int32_t next = A + (runs - A + 1 + (int32_t)what % 2) % 3;

			change(time_ns, runs, time_ns, next);
			runs = next;
		} else if (with_markers) {
			mark_of(runs, time_ns, runs, what < 5 ? OUTER + 16 * (what % 2) + 1 : what < 7 ? 0 : OUTER);
		}
	}
	change(time_ns + 10, runs, time_ns + 10, 0);
}

TEST(the_regions_of_a_task_add_up_to_the_task_without_markers)
{
	double without[3];

	live(false);
	memcpy(without, seen.slots_of, sizeof(without));
	assert_int_equal(teardown_of_each(state), 0);
	assert_int_equal(setup_of_each(state), 0);
	live(true);
	for (int i = 0; i < 3; i++) {
		assert_true(without[i] > 0);
		assert_float_equal(seen.slots_of[i], without[i], 0.001);
	}
}
