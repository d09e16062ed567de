/* SPDX-License-Identifier: GPL-2.0-only */
/* The rules of HACKING.md, "The one decision", one test each: records in, slices out. */
#include "config.h"
#include "collect/slice/slicer.h"

#include <string.h>

#include "tests/fixtures/test_main.h"

enum { SWITCH_ID = 7, CLOCK_ID = 8, A = 101, B = 102, C = 103, D = 104 };

static const struct reading_member members[] = {
	{ .event = EV_SLOTS, .scale = 1 },
	{ .event = EV_COUNT },
	{ .event = EV_RETIRING, .scale = 1 },
};

/* What came out, and the slicer under test with one CPU. */
static struct {
	struct slicer *slicer;
	struct slice slices[64];
	size_t n;
	uint64_t lost, enabled_ns, running_ns;
} seen;

static void keep_slice(void *data, const struct slice *slice)
{
	assert_true(seen.n < 64);
	seen.slices[seen.n] = *slice;
	slice_counts(slice, &seen.slices[seen.n++].counts);
}

static void keep_lost(void *data, int cpu, uint64_t records)
{
	seen.lost += records;
}

static void keep_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	seen.enabled_ns += enabled_ns;
	seen.running_ns += running_ns;
}

static const struct sink sink = { .slice = keep_slice, .lost = keep_lost, .times = keep_times };

static void begin(struct slicer_config config)
{
	config.n_cpus = 1;
	config.members = members;
	config.n_members = 3;
	seen.slicer = slicer_new(&config);
	assert_non_null(seen.slicer);
	slicer_set_switch_id(seen.slicer, 0, SWITCH_ID);
}

AROUND(setup)
{
	memset(&seen, 0, sizeof(seen));
	begin((struct slicer_config){ .switch_records = true });
}

AROUND(teardown)
{
	slicer_free(seen.slicer);
}

static struct reading group(uint64_t slots, uint64_t enabled_ns, uint64_t running_ns)
{
	return (struct reading){ .n = 3, .enabled_ns = enabled_ns, .running_ns = running_ns,
				 .value = { slots, 999, slots / 2 } };
}

static void feed_switch(enum record_kind kind, uint64_t time_ns, int32_t tid, int32_t next_prev)
{
	struct record record = { .kind = kind, .time_ns = time_ns, .pid = tid, .tid = tid,
				 .next_prev_pid = next_prev, .next_prev_tid = next_prev };

	slicer_record(seen.slicer, 0, &record, &sink);
}

static void feed(enum record_kind kind, uint64_t time_ns, int32_t tid)
{
	feed_switch(kind, time_ns, tid, -1);
}

static void sample_reading(uint64_t id, uint64_t time_ns, int32_t tid, struct reading reading)
{
	struct record record = { .kind = REC_SAMPLE, .id = id, .time_ns = time_ns, .pid = tid,
				 .tid = tid, .reading = reading };

	slicer_record(seen.slicer, 0, &record, &sink);
}

static void sample_multiplexed(uint64_t id, uint64_t time_ns, int32_t tid, uint64_t slots,
			       uint64_t running_ns)
{
	sample_reading(id, time_ns, tid, group(slots, time_ns, running_ns));
}

/* A sample with the group on all the time: enabled = running = time. */
static void sample(uint64_t id, uint64_t time_ns, int32_t tid, uint64_t slots)
{
	sample_multiplexed(id, time_ns, tid, slots, time_ns);
}

/* A reading at the end of an interval, likewise. */
static void read_at(uint64_t time_ns, uint64_t slots)
{
	const struct reading reading = group(slots, time_ns, time_ns);

	slicer_reading(seen.slicer, 0, time_ns, &reading, &sink);
}

/* The records of a switch without its sample. */
static void switch_from(uint64_t time_ns, int32_t from, int32_t to)
{
	feed(REC_SWITCH_OUT, time_ns, from);
	feed(REC_SWITCH_IN, time_ns, to);
}

/* A whole switch as the kernel writes it. */
static void change(uint64_t time_ns, int32_t from, uint64_t slots, int32_t to)
{
	sample(SWITCH_ID, time_ns, from, slots);
	switch_from(time_ns, from, to);
}

static void lost(uint64_t n)
{
	struct record record = { .kind = REC_LOST, .lost = n };

	slicer_record(seen.slicer, 0, &record, &sink);
}

static void assert_runs(int32_t tid)
{
	int32_t running;

	assert_true(slicer_running(seen.slicer, 0, &running));
	assert_int_equal(running, tid);
}

static void assert_unknown_runs(void)
{
	int32_t running;

	assert_false(slicer_running(seen.slicer, 0, &running));
}

static void assert_slice(size_t i, int32_t tid, uint64_t duration_ns, double slots, bool unowned)
{
	assert_true(i < seen.n);
	assert_int_equal(seen.slices[i].tid, tid);
	assert_int_equal(seen.slices[i].duration_ns, duration_ns);
	assert_int_equal(seen.slices[i].unowned, unowned);
	assert_float_equal(seen.slices[i].counts.value[EV_SLOTS], slots, 0.001);
}

#define WITH_SETUP(sentence) TEST_WITH(sentence, setup, teardown)

WITH_SETUP(the_first_sample_of_a_cpu_is_only_a_baseline)
{
	change(1000000, A, 500, B);
	assert_int_equal(seen.n, 0);
	change(3000000, B, 800, A);
	assert_int_equal(seen.n, 1);
	assert_slice(0, B, 2000000, 300, false);
}

WITH_SETUP(a_slice_belongs_to_the_task_that_ran_until_the_sample)
{
	change(1000, A, 100, B);
	change(2000, B, 150, C);
	change(5000, C, 450, A);
	assert_int_equal(seen.n, 2);
	assert_slice(0, B, 1000, 50, false);
	assert_slice(1, C, 3000, 300, false);
	assert_float_equal(seen.slices[1].counts.value[EV_RETIRING], 150, 0.001);
	assert_int_equal(seen.slices[1].counts.present, 1U << EV_SLOTS | 1U << EV_RETIRING);
}

WITH_SETUP(the_last_slice_of_a_dying_task_belongs_to_the_task_switched_in)
{
	change(1000, A, 100, B);
	change(4000, TID_UNKNOWN, 400, A);	/* B is past its exit: tid -1 */
	assert_int_equal(seen.n, 1);
	assert_slice(0, B, 3000, 300, false);
	assert_int_equal(seen.slices[0].pid, B);
}

WITH_SETUP(a_dying_task_without_a_switch_in_has_no_owner)
{
	sample(SWITCH_ID, 1000, A, 100);	/* no SWITCH IN after it */
	switch_from(1000, A, TID_UNKNOWN);
	change(4000, TID_UNKNOWN, 400, A);
	assert_slice(0, TID_UNKNOWN, 3000, 300, false);
}

WITH_SETUP(an_idle_task_without_records_has_the_time_between_those_of_others)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	feed_switch(REC_SWITCH_OUT, 3000, B, TID_IDLE);
	assert_runs(TID_IDLE);
	feed_switch(REC_SWITCH_IN, 9000, A, TID_IDLE);
	change(9500, A, 350, B);
	assert_int_equal(seen.n, 3);
	assert_slice(0, B, 2000, 200, false);
	assert_slice(1, TID_IDLE, 6000, 0, true);
	assert_slice(2, A, 500, 50, false);
}

WITH_SETUP(an_idle_task_with_records_has_what_was_counted_until_its_sample)
{
	sample(SWITCH_ID, 3000, B, 300);
	feed_switch(REC_SWITCH_OUT, 3001, B, TID_IDLE);
	feed_switch(REC_SWITCH_IN, 3002, TID_IDLE, B);
	sample(SWITCH_ID, 9000, TID_IDLE, 305);
	feed_switch(REC_SWITCH_OUT, 9001, TID_IDLE, A);
	feed_switch(REC_SWITCH_IN, 9002, A, TID_IDLE);
	change(9500, A, 350, B);
	assert_int_equal(seen.n, 2);
	assert_slice(0, TID_IDLE, 6000, 5, false);
	assert_slice(1, A, 500, 45, false);
}

WITH_SETUP(an_idle_task_without_records_ends_the_doubt_after_lost_records)
{
	change(1000, A, 100, B);
	lost(1);
	feed_switch(REC_SWITCH_OUT, 3000, B, TID_IDLE);
	feed_switch(REC_SWITCH_IN, 9000, A, TID_IDLE);
	assert_int_equal(seen.n, 2);
	assert_slice(0, TID_UNKNOWN, 2000, 0, true);
	assert_slice(1, TID_IDLE, 6000, 0, true);
}

/* B leaves to a task of which the kernel writes no records, or to several; then C comes. */
static void ran_without_records(int32_t first, int32_t last)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	feed_switch(REC_SWITCH_OUT, 3000, B, first);
	feed_switch(REC_SWITCH_IN, 9000, C, last);
	sample(SWITCH_ID, 9500, C, 350);
	feed_switch(REC_SWITCH_OUT, 9500, C, A);
	feed_switch(REC_SWITCH_IN, 9500, A, C);
	change(9900, A, 390, B);
	assert_int_equal(seen.n, 4);
	assert_slice(0, B, 2000, 200, false);
	assert_slice(2, C, 500, 50, true);
	assert_slice(3, A, 400, 40, false);
}

WITH_SETUP(a_task_without_records_has_the_time_between_those_of_others_but_no_counts)
{
	ran_without_records(D, D);
	assert_slice(1, D, 6000, 0, true);
}

WITH_SETUP(where_a_task_without_records_left_to_idle_the_time_is_idle)
{
	ran_without_records(D, TID_IDLE);
	assert_slice(1, TID_IDLE, 6000, 0, true);
}

WITH_SETUP(where_idle_left_to_a_task_without_records_the_time_is_idle)
{
	ran_without_records(TID_IDLE, D);
	assert_slice(1, TID_IDLE, 6000, 0, true);
}

WITH_SETUP(time_that_two_tasks_without_records_share_has_no_owner)
{
	ran_without_records(D, A);
	assert_slice(1, TID_UNKNOWN, 6000, 0, true);
}

/* Another slicer gets the state and the rest of the records: as a file that begins here has them. */
static void hand_over(void)
{
	struct slicer *before = seen.slicer;
	struct slicer_now now;

	begin((struct slicer_config){ .switch_records = true });
	slicer_now(before, 0, &now);
	if (now.base[0])
		slicer_set_base(seen.slicer, 0, 0, now.time_ns, now.base[0]);
	if (now.known)
		feed(REC_SWITCH_IN, now.time_ns, now.tid);
	slicer_go_on(seen.slicer, 0, &now);
	slicer_free(before);
}

WITH_SETUP(a_slicer_that_goes_on_in_a_switch_finds_the_task_without_records)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	feed_switch(REC_SWITCH_OUT, 3000, B, D);
	hand_over();
	feed_switch(REC_SWITCH_IN, 9000, C, D);
	sample(SWITCH_ID, 9500, C, 350);
	assert_int_equal(seen.n, 3);
	assert_slice(1, D, 6000, 0, true);
	assert_slice(2, C, 500, 50, true);
}

WITH_SETUP(a_slicer_that_goes_on_before_an_out_knows_that_it_has_its_sample)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	hand_over();
	feed_switch(REC_SWITCH_OUT, 3000, B, C);
	feed_switch(REC_SWITCH_IN, 3000, C, B);
	sample(SWITCH_ID, 9500, C, 350);
	assert_int_equal(seen.n, 2);
	assert_slice(1, C, 6500, 50, false);
}

WITH_SETUP(a_task_is_certain_to_run_once_its_own_record_says_so)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	feed_switch(REC_SWITCH_OUT, 3000, B, C);
	assert_unknown_runs();
	feed_switch(REC_SWITCH_IN, 3000, C, B);
	assert_runs(C);
}

WITH_SETUP(a_reading_between_the_two_records_of_a_switch_belongs_to_the_task_that_comes)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 3000, B, 300);
	feed_switch(REC_SWITCH_OUT, 3000, B, C);
	read_at(3001, 301);
	feed_switch(REC_SWITCH_IN, 3002, C, B);
	change(9500, C, 350, A);
	assert_int_equal(seen.n, 3);
	assert_slice(1, C, 1, 1, false);
	assert_slice(2, C, 6499, 49, false);
}

WITH_SETUP(a_task_that_never_leaves_is_sliced_by_the_clock)
{
	sample(CLOCK_ID, 250, A, 100);
	sample(CLOCK_ID, 500, A, 200);
	sample(CLOCK_ID, 750, A, 300);
	assert_int_equal(seen.n, 2);
	assert_slice(0, A, 250, 100, false);
	assert_slice(1, A, 250, 100, false);
}

WITH_SETUP(after_a_clock_sample_it_is_certain_who_runs)
{
	assert_unknown_runs();
	sample(CLOCK_ID, 250, A, 100);
	assert_runs(A);
}

WITH_SETUP(a_reading_at_a_tick_gives_the_rest_to_the_running_task)
{
	change(1000, A, 100, B);
	read_at(9000, 700);
	change(10000, B, 800, A);
	assert_int_equal(seen.n, 2);
	assert_slice(0, B, 8000, 600, false);
	assert_slice(1, B, 1000, 100, false);
}

WITH_SETUP(a_cpu_that_is_offline_idles_whatever_ran_there_last)
{
	change(1000, A, 100, B);
	slicer_offline(seen.slicer, 0, 5000, &sink);
	slicer_offline(seen.slicer, 0, 9000, &sink);
	assert_int_equal(seen.n, 2);
	assert_slice(0, TID_IDLE, 4000, 0, true);
	assert_slice(1, TID_IDLE, 4000, 0, true);
	assert_int_equal(seen.slices[1].counts.present, 0);
	assert_runs(TID_IDLE);
}

WITH_SETUP(a_cpu_that_was_offline_from_the_start_begins_with_the_first_tick)
{
	slicer_offline(seen.slicer, 0, 1000000, &sink);
	slicer_offline(seen.slicer, 0, 1004000, &sink);
	assert_slice(0, TID_IDLE, 0, 0, true);
	assert_slice(1, TID_IDLE, 4000, 0, true);
}

WITH_SETUP(readings_and_samples_are_ordered_by_their_counts)
{
	struct reading early = group(100, 0, 0), late = group(101, 0, 0);

	assert_true(reading_is_before(&early, &late));
	assert_false(reading_is_before(&late, &early));
	assert_false(reading_is_before(&early, &early));
}

WITH_SETUP(after_a_reading_at_the_start_the_first_sample_has_an_owner)
{
	read_at(1000, 100);
	assert_int_equal(seen.n, 0);
	assert_unknown_runs();
	change(5000, A, 300, B);
	assert_slice(0, A, 4000, 200, false);
}

/* The event that watches switches is on before the group is. */
WITH_SETUP(a_task_that_left_without_a_sample_before_the_baseline_mixes_no_counts)
{
	read_at(1000, 100);
	feed_switch(REC_SWITCH_OUT, 900, B, A);
	feed_switch(REC_SWITCH_IN, 901, A, B);
	change(5000, A, 300, B);
	assert_int_equal(seen.n, 1);
	assert_slice(0, A, 4000, 200, false);
}

WITH_SETUP(idle_is_tid_0_and_known_to_run)
{
	change(1000, A, 100, TID_IDLE);
	assert_runs(TID_IDLE);
	change(9000, TID_IDLE, 101, A);
	assert_slice(0, TID_IDLE, 8000, 1, false);
}

WITH_SETUP(the_slice_after_lost_records_has_no_owner)
{
	change(1000, A, 100, B);
	lost(12);
	assert_unknown_runs();
	change(3000, C, 300, A);
	change(4000, A, 400, C);
	assert_int_equal(seen.lost, 12);
	assert_int_equal(seen.n, 2);
	assert_slice(0, TID_UNKNOWN, 2000, 200, true);
	assert_slice(1, A, 1000, 100, false);
}

WITH_SETUP(a_switch_in_after_lost_records_gives_time_an_owner_but_not_the_counts)
{
	change(1000, A, 100, B);
	lost(1);
	feed(REC_SWITCH_IN, 2000, C);
	change(3000, C, 300, A);
	assert_int_equal(seen.n, 2);
	assert_slice(0, TID_UNKNOWN, 1000, 0, true);
	assert_slice(1, C, 1000, 200, true);
}

WITH_SETUP(scales_when_the_group_ran_half_the_time_of_one_task)
{
	sample_multiplexed(CLOCK_ID, 1000000, A, 100, 1000000);
	sample_multiplexed(CLOCK_ID, 3000000, A, 400, 2000000);
	assert_slice(0, A, 2000000, 600, false);
	assert_true(seen.slices[0].counts.scaled);
	assert_int_equal(seen.enabled_ns, 2000000);
	assert_int_equal(seen.running_ns, 1000000);
}

WITH_SETUP(a_group_that_never_ran_gives_missing_counts_not_zero)
{
	sample_multiplexed(CLOCK_ID, 1000000, A, 100, 500000);
	sample_multiplexed(CLOCK_ID, 3000000, A, 100, 500000);
	assert_slice(0, A, 2000000, 0, false);
	assert_int_equal(seen.slices[0].counts.present, 0);
	assert_true(seen.slices[0].counts.off);
	sample_multiplexed(CLOCK_ID, 5000000, A, 400, 1500000);
	assert_false(seen.slices[1].counts.off);
}

WITH_SETUP(microseconds_off_are_not_multiplexing)
{
	sample_multiplexed(CLOCK_ID, 1000000, A, 100, 1000000);
	sample_multiplexed(CLOCK_ID, 3000000, A, 400, 2999000);
	assert_slice(0, A, 2000000, 300, false);
	assert_false(seen.slices[0].counts.scaled);
}

/*
 * The group was off from A's last sample on: A left, B came and left, C runs when it is on again.
 */
WITH_SETUP(tasks_that_switch_while_the_group_is_off_keep_their_time_but_share_no_counts)
{
	sample_multiplexed(CLOCK_ID, 1000000, A, 100, 1000000);
	switch_from(2000000, A, B);
	switch_from(5000000, B, C);
	sample_multiplexed(SWITCH_ID, 9000000, C, 300, 3000000);
	assert_int_equal(seen.n, 3);
	assert_slice(0, A, 1000000, 0, true);
	assert_slice(1, B, 3000000, 0, true);
	assert_slice(2, C, 4000000, 800, true);
	assert_int_equal(seen.slices[0].counts.present, 0);
}

enum { TIMER_ID = 9 };

/* A runs until the kernel's mux timer puts another group on; then B, and C when it is on again. */
static void leave_at_the_timer(void)
{
	slicer_set_timer_id(seen.slicer, 0, TIMER_ID);
	sample_multiplexed(SWITCH_ID, 1000000, D, 100, 1000000);
	switch_from(1000000, D, A);
	sample_multiplexed(TIMER_ID, 2000000, A, 300, 2000000);
	switch_from(3000000, A, B);
	switch_from(5000000, B, C);
}

WITH_SETUP(a_sample_at_the_mux_timer_gives_what_is_counted_after_it_to_the_next_owner)
{
	leave_at_the_timer();
	sample_multiplexed(SWITCH_ID, 8000000, C, 700, 4000000);
	assert_int_equal(seen.n, 4);
	assert_slice(0, A, 1000000, 200, false);
	assert_slice(1, A, 1000000, 0, true);
	assert_slice(2, B, 2000000, 0, true);
	assert_slice(3, C, 3000000, 1200, false);
	assert_true(seen.slices[3].counts.scaled);
}

WITH_SETUP(a_slicer_that_goes_on_after_the_mux_timer_finds_the_next_owner)
{
	leave_at_the_timer();
	hand_over();
	feed(REC_SWITCH_OUT, 6000000, C);	/* mixed, as the first slicer would say too */
	feed(REC_SWITCH_IN, 6000000, A);
	sample_multiplexed(SWITCH_ID, 8000000, A, 700, 4000000);
	assert_slice(seen.n - 1, A, 2000000, 1200, false);
}

WITH_SETUP(a_reading_while_the_group_is_off_leaves_the_next_counts_their_owner)
{
	const struct reading off = group(300, 4000000, 2000000);

	leave_at_the_timer();
	slicer_reading(seen.slicer, 0, 6000000, &off, &sink);
	switch_from(6500000, C, A);
	sample_multiplexed(SWITCH_ID, 8000000, A, 700, 4000000);
	assert_int_equal(seen.slices[seen.n - 1].tid, A);
	assert_false(seen.slices[seen.n - 1].unowned);
}

WITH_SETUP(records_lost_after_the_mux_timer_leave_the_counts_without_owner)
{
	leave_at_the_timer();
	feed(REC_LOST, 6000000, 0);
	feed(REC_SWITCH_IN, 7000000, C);
	sample_multiplexed(SWITCH_ID, 8000000, C, 700, 4000000);
	assert_true(seen.slices[seen.n - 1].unowned);
}

WITH_SETUP(without_switch_records_a_slice_with_the_group_off_is_unowned)
{
	slicer_free(seen.slicer);
	begin((struct slicer_config){ .switch_records = false });
	sample_multiplexed(SWITCH_ID, 1000000, A, 100, 1000000);
	sample_multiplexed(SWITCH_ID, 3000000, B, 400, 2000000);
	sample_multiplexed(SWITCH_ID, 4000000, A, 500, 3000000);
	assert_slice(0, B, 2000000, 600, true);
	/* Wholly counted, but on for 2 of the last 3 ms: it stands for what was not counted. */
	assert_slice(1, A, 1000000, 150, false);
}

WITH_SETUP(multiplexing_is_over_when_the_group_was_not_off_for_a_tenth_of_a_second)
{
	sample_multiplexed(CLOCK_ID, 1000000, A, 100, 1000000);
	sample_multiplexed(CLOCK_ID, 3000000, A, 400, 2000000);
	assert_true(slicer_multiplexed(seen.slicer, 0));
	sample_multiplexed(CLOCK_ID, 53000000, A, 500, 52000000);
	assert_true(slicer_multiplexed(seen.slicer, 0));
	sample_multiplexed(CLOCK_ID, 153000000, A, 600, 152000000);
	assert_false(slicer_multiplexed(seen.slicer, 0));
	assert_slice(2, A, 100000000, 100, false);
	assert_false(seen.slices[2].counts.scaled);
}

/* On and off alternately, switches in both: the scaled counts come near the whole. */
WITH_SETUP(scaled_slices_of_a_multiplexed_counter_add_up_to_what_would_have_been_counted)
{
	uint64_t slots = 0, running = 0;
	double sum = 0;

	for (uint64_t ms = 1; ms <= 2000; ms++) {
		int32_t tid = (int32_t)(A + ms % 3);

		if (ms / 4 % 2 == 0) {	/* on in every other mux interval of 4 ms */
			slots += 1000;
			running += 1000000;
			sample_multiplexed(SWITCH_ID, ms * 1000000, tid, slots, running);
		}
		switch_from(ms * 1000000, tid, tid + 1);
		for (size_t i = 0; i < seen.n; i++)
			sum += seen.slices[i].counts.value[EV_SLOTS];
		seen.n = 0;
	}
	assert_true(sum > 0.98 * 2000 * 1000);
	assert_true(sum < 1.02 * 2000 * 1000);
}

WITH_SETUP(a_counter_that_went_back_makes_the_slice_missing)
{
	sample(CLOCK_ID, 1000, A, 500);
	sample(CLOCK_ID, 2000, A, 20);
	sample(CLOCK_ID, 3000, A, 40);
	assert_int_equal(seen.slices[0].counts.present, 0);
	assert_slice(1, A, 1000, 20, false);
}

WITH_SETUP(a_reading_with_another_number_of_members_is_missing)
{
	struct reading reading = group(700, 2000, 2000);

	sample(CLOCK_ID, 1000, A, 500);
	reading.n = 2;
	slicer_reading(seen.slicer, 0, 2000, &reading, &sink);
	assert_int_equal(seen.slices[0].counts.present, 0);
	assert_slice(0, A, 1000, 0, false);
}

WITH_SETUP(time_that_goes_back_makes_an_empty_slice)
{
	sample(CLOCK_ID, 5000, A, 500);
	sample(CLOCK_ID, 4000, A, 600);
	sample(CLOCK_ID, 6000, A, 700);
	assert_slice(0, A, 0, 100, false);
	assert_slice(1, A, 1000, 100, false);
}

/* For any input the slices add up to last - first snapshot, in slots and in time. */
WITH_SETUP(all_slices_add_up_to_the_whole)
{
	uint32_t dice = 1;
	uint64_t now = 1000, slots = 10, first;
	int32_t tid = A;
	double sum_slots = 0;
	uint64_t sum_ns = 0;

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
		for (size_t k = 0; k < seen.n; k++) {
			sum_slots += seen.slices[k].counts.value[EV_SLOTS];
			sum_ns += seen.slices[k].duration_ns;
		}
		seen.n = 0;
	}
	sample(CLOCK_ID, now + 1, tid, slots + 1);
	sum_slots += seen.slices[0].counts.value[EV_SLOTS];
	sum_ns += seen.slices[0].duration_ns;
	assert_float_equal(sum_slots, (double)(slots + 1 - first), 0.001);
	assert_int_equal(sum_ns, now + 1 - 1000);
}

static const struct reading_member mux_members[] = {
	{ .event = EV_X2, .scale = 1, .slots = true },
	{ .event = EV_COUNT },
	{ .event = EV_X3, .scale = 1 },
};

/*
 * Mux 0 counts EV_SLOTS and EV_RETIRING, mux 1 its own slots, which are also EV_SLOTS, and EV_X3.
 */
AROUND(setup_rotation)
{
	memset(&seen, 0, sizeof(seen));
	begin((struct slicer_config){
		.mux_groups = { { .members = mux_members, .n_members = 3 } },
		.n_mux = 1,
		.switch_records = true,
	});
	slicer_set_rotating(seen.slicer, true);
}

/* A sample of a group that was on for this long by now, in all. */
static void sample_mux(uint64_t id, uint64_t time_ns, int32_t tid, uint64_t slots, uint64_t on_ns)
{
	sample_reading(id, time_ns, tid, group(slots, on_ns, on_ns));
}

/* The group that is on is switched off and read; the next one goes on. */
static void mux(uint64_t time_ns, uint64_t slots, uint64_t on_ns, uint32_t next)
{
	struct reading reading = group(slots, on_ns, on_ns);

	slicer_reading(seen.slicer, 0, time_ns, &reading, &sink);
	slicer_rotate(seen.slicer, 0, next);
}

static double counted(size_t i, enum event_id event)
{
	return counts_get(&seen.slices[i].counts, event);
}

#define TEST_MUX_GROUPS(sentence) TEST_WITH(sentence, setup_rotation, teardown)

TEST_MUX_GROUPS(each_group_counts_from_where_it_was_switched_off)
{
	change(1000, A, 100, B);
	mux(2000, 300, 2000, 1);
	sample_mux(CLOCK_ID, 3000, B, 70, 1000);
	mux(4000, 170, 2000, 0);
	sample_mux(CLOCK_ID, 6000, B, 340, 4000);
	mux(6500, 340, 4500, 1);
	mux(7000, 172, 2500, 0);
	assert_slice(0, B, 1000, 200, false);
	assert_slice(1, B, 1000, 70, false);
	assert_slice(2, B, 1000, 100, false);
	assert_slice(3, B, 2000, 40, false);
	assert_slice(5, B, 500, 2, false);
	assert_int_equal(seen.n, 6);
}

TEST_MUX_GROUPS(slots_of_all_groups_are_slots_and_those_of_one_its_own)
{
	change(1000, A, 100, B);
	mux(2000, 300, 2000, 1);
	mux(3000, 80, 1000, 0);
	assert_float_equal(counted(0, EV_SLOTS), 200, 0.001);
	assert_float_equal(counted(0, EV_RETIRING), 100, 0.001);
	assert_float_equal(counted(1, EV_SLOTS), 80, 0.001);
	assert_float_equal(counted(1, EV_X2), 80, 0.001);
	assert_float_equal(counted(1, EV_X3), 40, 0.001);
	/* events of the other group are present, with no slots of its mux */
	assert_float_equal(counted(0, EV_X2), 0, 0.001);
	assert_float_equal(counted(1, EV_RETIRING), 0, 0.001);
}

TEST_MUX_GROUPS(without_rotation_events_of_other_groups_are_missing)
{
	slicer_set_rotating(seen.slicer, false);
	change(1000, A, 100, B);
	change(2000, B, 300, A);
	assert_true(seen.slices[0].counts.present & 1U << EV_RETIRING);
	assert_false(seen.slices[0].counts.present & 1U << EV_X3);
}

TEST_MUX_GROUPS(time_is_attributed_once_however_groups_rotate)
{
	uint64_t sum_ns = 0;

	change(1000, A, 100, B);
	for (uint64_t i = 1; i <= 9; i++)
		mux(1000 + i * 700, 100 + i, 1000 * i, i % 2);
	for (size_t i = 0; i < seen.n; i++)
		sum_ns += seen.slices[i].duration_ns;
	assert_int_equal(sum_ns, 9 * 700);
}

static bool rotated_before(enum record_kind kind, int32_t tid, uint64_t enabled_ns,
			   uint64_t running_ns)
{
	const struct record record = { .kind = kind, .pid = tid, .tid = tid };
	const struct reading end = group(300, enabled_ns, running_ns);

	return slicer_rotated_before(seen.slicer, 0, &record, &end);
}

/* The last change was at 1000, with the group on until then; it was off for good before B left. */
TEST_MUX_GROUPS(a_task_that_leaves_without_a_sample_left_after_the_rotation)
{
	change(1000, A, 100, B);
	assert_false(rotated_before(REC_SWITCH_IN, C, 2000, 2000));
	assert_true(rotated_before(REC_SWITCH_OUT, B, 2000, 2000));
}

TEST_MUX_GROUPS(a_task_that_leaves_with_a_sample_left_before_the_rotation)
{
	change(1000, A, 100, B);
	sample(SWITCH_ID, 2000, B, 300);
	assert_false(rotated_before(REC_SWITCH_OUT, B, 2500, 2500));
}

/* The same after records were lost: the sample may have been among them. */
TEST_MUX_GROUPS(where_the_group_was_off_at_times_the_place_of_the_rotation_is_unknown)
{
	change(1000, A, 100, B);
	assert_false(rotated_before(REC_SWITCH_OUT, B, 6000000, 2000));
	lost(3);
	assert_false(rotated_before(REC_SWITCH_OUT, B, 2000, 2000));
}

TEST_MUX_GROUPS(a_task_that_leaves_before_the_next_group_is_on_takes_no_counts_of_it)
{
	change(1000, A, 100, B);
	mux(2000, 300, 2000, 1);
	switch_from(2100, B, C);
	sample_mux(SWITCH_ID, 3000, C, 50, 800);
	assert_slice(1, B, 100, 0, true);
	assert_slice(2, C, 900, 50, false);
}

TEST_MUX_GROUPS(a_task_that_leaves_while_the_next_group_is_multiplexed_makes_it_unowned)
{
	change(1000, A, 100, B);
	mux(2000, 300, 2000, 1);
	switch_from(2000000, B, C);
	sample_reading(CLOCK_ID, 6000000, C, group(50, 5000000, 1000000));
	assert_true(seen.slices[2].unowned);
}

TEST_MUX_GROUPS(lost_records_after_a_rotation_make_the_counts_unowned)
{
	change(1000, A, 100, B);
	mux(2000, 300, 2000, 1);
	lost(3);
	sample_mux(SWITCH_ID, 3000, C, 50, 1000);
	assert_slice(1, TID_UNKNOWN, 1000, 50, true);
}

/* A reading that comes too late has the counts of B and the name of C. */
TEST_MUX_GROUPS(a_switch_while_no_group_is_on_makes_the_last_counts_unowned)
{
	change(1000, A, 100, B);
	switch_from(2000, B, C);
	mux(2000, 300, 2000, 1);
	sample_mux(CLOCK_ID, 3000, C, 50, 1000);
	assert_slice(0, B, 1000, 0, true);
	assert_slice(1, C, 0, 200, true);
	assert_slice(2, C, 1000, 50, false);
}

TEST_MUX_GROUPS(counts_at_a_rotation_after_lost_records_are_unowned)
{
	change(1000, A, 100, B);
	lost(3);
	mux(2000, 300, 2000, 1);
	assert_slice(0, TID_UNKNOWN, 1000, 200, true);
	assert_unknown_runs();
	sample_mux(SWITCH_ID, 3000, C, 50, 1000);
	assert_slice(1, C, 1000, 50, false);
}

TEST_MUX_GROUPS(a_task_that_dies_while_another_group_is_on_gets_its_last_slice)
{
	change(1000, A, 100, B);
	mux(2000, 300, 2000, 1);
	sample_mux(SWITCH_ID, 3000, TID_UNKNOWN, 50, 1000);
	assert_slice(1, B, 1000, 50, false);
}

TEST_MUX_GROUPS(a_group_that_is_multiplexed_is_scaled_alone)
{
	change(1000000, A, 100, B);
	mux(2000000, 300, 2000000, 1);
	sample_reading(CLOCK_ID, 4000000, B, group(50, 2000000, 1000000));
	assert_true(slicer_multiplexed(seen.slicer, 0));
	assert_slice(1, B, 2000000, 100, false);
	assert_true(seen.slices[1].counts.scaled);
	mux(4000000, 50, 2000000, 0);
	assert_false(slicer_multiplexed(seen.slicer, 0));
	change(5000000, B, 340, A);
	assert_slice(3, B, 1000000, 40, false);
	assert_false(seen.slices[3].counts.scaled);
}

static void assert_part(size_t i, int32_t tid, uint64_t duration_ns, double slots,
			enum slice_part part)
{
	assert_slice(i, tid, duration_ns, slots, false);
	assert_int_equal(seen.slices[i].part, part);
}

/* A window in which A ran, and the one after it. */
static void close_after(uint64_t time_ns, uint64_t slots)
{
	change(1000, B, 100, A);
	change(time_ns, A, slots, B);
	slicer_close_window(seen.slicer, 0);
}

WITH_SETUP(windows_the_gap_between_two_belongs_to_the_cpu_not_to_a_task)
{
	close_after(2000, 200);
	slicer_open_window(seen.slicer, 0, false);
	change(9000, C, 900, A);
	change(9500, A, 960, B);
	assert_int_equal(seen.n, 3);
	assert_part(0, A, 1000, 100, SLICE_WHOLE);
	assert_part(1, TID_UNKNOWN, 7000, 700, SLICE_GAP);
	assert_part(2, A, 500, 60, SLICE_WINDOW);
}

WITH_SETUP(windows_a_reading_at_the_opening_gives_the_first_task_its_part)
{
	close_after(2000, 200);
	slicer_open_window(seen.slicer, 0, false);
	read_at(8000, 800);
	change(9000, C, 900, A);
	assert_int_equal(seen.n, 3);
	assert_part(1, TID_UNKNOWN, 6000, 600, SLICE_GAP);
	assert_part(2, C, 1000, 100, SLICE_WINDOW);
}

/* Switches are written a moment before they are sampled. */
WITH_SETUP(windows_a_task_that_leaves_before_the_first_snapshot_leaves_the_gap)
{
	close_after(2000, 200);
	slicer_open_window(seen.slicer, 0, false);
	switch_from(5000, C, B);
	change(9000, B, 900, A);
	change(9500, A, 960, B);
	assert_int_equal(seen.n, 3);
	assert_part(1, TID_UNKNOWN, 7000, 700, SLICE_GAP);
	assert_slice(2, A, 500, 60, false);
}

WITH_SETUP(windows_a_tick_in_the_gap_cuts_it)
{
	close_after(2000, 200);
	read_at(5000, 500);
	slicer_open_window(seen.slicer, 0, false);
	change(9000, C, 900, A);
	assert_int_equal(seen.n, 3);
	assert_part(1, TID_UNKNOWN, 3000, 300, SLICE_GAP);
	assert_part(2, TID_UNKNOWN, 4000, 400, SLICE_GAP);
}

/* The kernel uses up the old period: some samples come when the window is closed already. */
WITH_SETUP(windows_while_closed_the_current_task_is_unknown)
{
	close_after(2000, 200);
	assert_unknown_runs();
	change(3000, B, 300, A);
	sample(CLOCK_ID, 4000, A, 400);
	assert_unknown_runs();
	assert_slice(1, TID_UNKNOWN, 1000, 100, false);
	assert_part(2, TID_UNKNOWN, 1000, 100, SLICE_GAP);
}

WITH_SETUP(windows_the_last_one_is_followed_by_ordinary_slices)
{
	close_after(2000, 200);
	slicer_open_window(seen.slicer, 0, true);
	change(9000, C, 900, A);
	change(9500, A, 960, B);
	assert_int_equal(seen.slices[1].part, SLICE_GAP);
	assert_part(2, A, 500, 60, SLICE_WHOLE);
}

WITH_SETUP(windows_all_slices_add_up_to_the_whole)
{
	uint64_t time = 1000, slots = 100, duration = 0;
	double sum = 0;

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
	for (size_t i = 0; i < seen.n; i++) {
		sum += seen.slices[i].counts.value[EV_SLOTS];
		duration += seen.slices[i].duration_ns;
	}
	time -= 2 * 700 + 13 * (28 + 29);	/* no snapshot since then */
	slots -= 2 * 300 + 7 * (28 + 29);
	assert_float_equal(sum, (double)(slots - 100), 0.001);
	assert_int_equal(duration, time - 1000);
}
