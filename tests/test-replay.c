/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of a recording to intervals: recordings by hand (tests/perfdata_builder.h) whose numbers are known,
 * one rule each.
 */
#include "config.h"
#include "collect/source_replay.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "collect/perfdata.h"
#include "tests/perfdata_builder.h"

#define T0 (1000 * SECOND)	/* the first sample: what came before it was not counted */
#define WORK 1000000UL		/* slots of a slice */

enum { ALPHA = 10, BETA = 11, GAMMA = 12 };

static struct builder b;
static struct tally tally;
static struct err err;

/* cmocka's compares floats, which cannot tell one second from another. */
#define assert_near(a, b, most) assert_true(fabs((double)(a) - (double)(b)) <= (most))

static int setup(void **state)
{
	(void)state;
	builder_init(&b);
	err.text[0] = '\0';
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	builder_done(&b);
	return 0;
}

static void replay(uint64_t interval_ns)
{
	int ret = builder_replay(&b, interval_ns, &tally, &err);

	if (ret)
		print_message("%s\n", err.text);
	assert_int_equal(ret, 0);
}

static double slots(int32_t pid)
{
	const struct tally_task *task = tally_pid(&tally, pid);

	return task ? task->slots : -1;
}

static uint64_t busy_ms(int32_t pid)
{
	const struct tally_task *task = tally_pid(&tally, pid);

	return task ? task->busy_ns / MS : UINT64_MAX;
}

static void assert_shares(int32_t pid)
{
	const struct tally_task *task = tally_pid(&tally, pid);

	assert_non_null(task);
	assert_near(task->percent[M_RETIRING], 10, 0.01);
	assert_near(task->percent[M_BAD_SPECULATION], 20, 0.01);
	assert_near(task->percent[M_FRONTEND_BOUND], 30, 0.01);
	assert_near(task->percent[M_BACKEND_BOUND], 40, 0.01);
}

/* Two tasks take turns on CPU 0 for two seconds, a tenth of one each. */
static void two_take_turns(void)
{
	builder_comm(&b, ALPHA, "alpha", 0);
	builder_comm(&b, BETA, "beta", 0);
	for (uint64_t i = 0; i <= 20; i++) {
		builder_ran(&b, 0, i % 2 ? ALPHA : BETA, T0 + i * 100 * MS, i ? WORK : 0);
		if (i % 5 == 4)
			builder_round(&b);
	}
}

static void assert_turns(void)
{
	assert_string_equal(err.text, "");
	assert_int_equal(tally.intervals, 2);
	assert_int_equal(tally.ns, 2 * SECOND);
	assert_true(tally.slots == 20.0 * WORK);
	assert_true(tally.unaccounted == 0);
	assert_true(slots(ALPHA) == 10.0 * WORK);
	assert_true(slots(BETA) == 10.0 * WORK);
	assert_int_equal(busy_ms(ALPHA), 1000);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "alpha");
	assert_shares(ALPHA);
	assert_shares(BETA);
}

static void a_file_of_our_byte_order_is_replayed(void **state)
{
	(void)state;
	builder_level1(&b);
	two_take_turns();
	replay(0);
	assert_turns();
	assert_int_equal(tally.levels, 1);
}

static void a_file_of_the_other_byte_order_gives_the_same(void **state)
{
	(void)state;
	b.swapped = true;
	builder_level1(&b);
	two_take_turns();
	replay(0);
	assert_turns();
}

static void a_stream_gives_the_same(void **state)
{
	(void)state;
	b.pipe = true;
	builder_level1(&b);
	two_take_turns();
	replay(0);
	assert_turns();
}

static void a_stream_of_the_other_byte_order_gives_the_same(void **state)
{
	(void)state;
	b.pipe = b.swapped = true;
	builder_level1(&b);
	two_take_turns();
	replay(0);
	assert_turns();
}

static void level_2_is_shown_when_it_was_recorded(void **state)
{
	(void)state;
	builder_level2(&b);
	two_take_turns();
	replay(0);
	assert_turns();
	assert_int_equal(tally.levels, 2);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_HEAVY_OPERATIONS], 4, 0.01);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_MEMORY_BOUND], 30, 0.01);
}

static void with_times_and_lost_in_the_readings_the_numbers_are_the_same(void **state)
{
	(void)state;
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
					   PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_LOST;
	two_take_turns();
	replay(0);
	assert_turns();
}

/* Nobody may have taken what a shared counter did not count: all is scaled by enabled / running. */
static void a_group_that_was_on_for_half_of_the_time_is_scaled(void **state)
{
	(void)state;
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
					   PERF_FORMAT_TOTAL_TIME_RUNNING;
	b.switch_records = true;
	builder_comm(&b, ALPHA, "alpha", 0);
	for (uint64_t i = 0; i <= 10; i++) {
		b.enabled_ns[0] = i * 100 * MS;
		b.running_ns[0] = i * 50 * MS;
		builder_ran(&b, 0, ALPHA, T0 + i * 100 * MS, WORK);
	}
	builder_round(&b);
	replay(0);
	assert_near(tally.slots, 20.0 * WORK, 1);
}

static void an_event_of_another_layout_is_read_by_its_own(void **state)
{
	(void)state;
	builder_level1(&b);
	/* The leader writes samples, too, and of other fields: as with cpu-clock and slots:S. */
	b.events[0].sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				  PERF_SAMPLE_CPU | PERF_SAMPLE_READ;
	builder_ran(&b, 0, ALPHA, T0, WORK);
	b.counts[0][EV_SLOTS] += WORK;
	builder_sample(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 100 * MS });
	builder_ran(&b, 0, ALPHA, T0 + 200 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(slots(ALPHA) == 2.0 * WORK);
}

static void samples_of_other_events_are_passed_over(void **state)
{
	struct built_event *event;

	(void)state;
	builder_level1(&b);
	two_take_turns();
	event = builder_event(&b, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles");
	event->sample_type &= ~(uint64_t)PERF_SAMPLE_READ;
	builder_sample(&b, b.n_events - 1, (struct built_at){ 0, GAMMA, GAMMA, T0 + 1500 * MS });
	replay(0);
	assert_true(tally.slots == 20.0 * WORK);
	assert_null(tally_pid(&tally, GAMMA));
}

/* A record says that it is of an event which no attr is of: it is read as most are. */
static void an_id_that_nobody_knows_is_no_harm(void **state)
{
	uint64_t id = 77777777;

	(void)state;
	builder_level1(&b);
	two_take_turns();
	builder_ran(&b, 0, GAMMA, T0 + 2100 * MS, WORK);
	for (size_t at = b.data.n - 8 * (7 + 2 * 6); at < b.data.n; at += 8)
		if (!memcmp(b.data.bytes + at, (uint64_t[]){ builder_id(0, 0) }, 8))
			memcpy(b.data.bytes + at, &id, 8);	/* the leader of its group */
	replay(0);
	assert_true(tally.slots == 20.0 * WORK);
}

static void events_without_names_are_known_by_intels_numbers(void **state)
{
	(void)state;
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].name = NULL;
	two_take_turns();
	replay(0);
	assert_turns();
}

static void events_with_other_numbers_are_known_by_their_names(void **state)
{
	(void)state;
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		if (b.events[i].type == PERF_TYPE_RAW)
			b.events[i].type = 8 + (uint32_t)(b.events[i].config += 0x123456);
	two_take_turns();
	replay(0);
	assert_turns();
}

/* What a group counts, in the words of a family: as much as builder_ran() says of these events. */
static const struct counted {
	const char *name;
	enum event_id counts;
} zen4[] = {
	{ "ls_not_halted_cyc", EV_SLOTS },
	{ "ex_ret_ops", EV_RETIRING },
	{ "de_src_op_disp.all", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.no_ops_from_frontend", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.backend_stalls", EV_BE_BOUND },
	{ "de_no_dispatch_per_slot.smt_contention", EV_BAD_SPEC },
}, gracemont[] = {
	{ "cpu-cycles", EV_SLOTS },
	{ "topdown-retiring", EV_RETIRING },
	{ "topdown-bad-spec", EV_BAD_SPEC },
	{ "topdown-fe-bound", EV_FE_BOUND },
	{ "topdown-be-bound", EV_BE_BOUND },
};

static const struct counted skylake[] = {
	{ "topdown-total-slots", EV_SLOTS },
	{ "topdown-slots-retired", EV_RETIRING },
	{ "topdown-fetch-bubbles", EV_FE_BOUND },
	{ "topdown-slots-issued", EV_FE_BOUND },
	{ "topdown-recovery-bubbles", EV_BAD_SPEC },
}, neoverse[] = {
	{ "cpu_cycles", EV_SLOTS },
	{ "stall_slot_frontend", EV_FE_BOUND },
	{ "stall_slot_backend", EV_BE_BOUND },
	{ "stall_slot", EV_BAD_SPEC },
	{ "op_retired", EV_RETIRING },
	{ "op_spec", EV_RETIRING },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void add_events(const char *cpuid, const struct counted *events, size_t n)
{
	b.no_topology = true;	/* no SMT */
	builder_feature_string(&b, PERFDATA_CPUID, cpuid);
	for (size_t i = 0; i < n; i++) {
		builder_event(&b, PERF_TYPE_RAW, 0x9900 + i, events[i].name)->counts = events[i].counts;
		if (i == 0)
			builder_event(&b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES,
				      "context-switches");
	}
}

static void record_of(const char *cpuid, const struct counted *events, size_t n)
{
	add_events(cpuid, events, n);
	two_take_turns();
	replay(0);
}

static void slots_are_as_many_per_count_as_the_familys_table_says(void **state)
{
	(void)state;
	record_of("AuthenticAMD,25,97,2", zen4, N(zen4));
	assert_true(slots(ALPHA) == 6 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_RETIRING], 10 / 6.0, 0.01);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_SMT_CONTENTION], 20 / 6.0, 0.01);
}

/* Other families count cpu-cycles as nothing but cycles. */
static void the_leader_of_an_e_core_is_its_slots(void **state)
{
	(void)state;
	record_of("GenuineIntel,6,190,0", gracemont, N(gracemont));
	assert_true(slots(ALPHA) == 5 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_FRONTEND_BOUND], 30 / 5.0, 0.01);
}

static void a_scale_that_tdtop_recorded_holds(void **state)
{
	(void)state;
	add_events("GenuineIntel,6,85,4", skylake, N(skylake));
	b.events[0].scale = 3;
	b.events[5].scale = 0.5;
	builder_by_tdtop(&b);
	two_take_turns();
	replay(SECOND);
	assert_true(slots(ALPHA) == 3 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_BAD_SPECULATION], (30 + 0.5 * 20 - 10) / 3, 0.01);
}

static void of_the_other_byte_order_a_scale_holds(void **state)
{
	b.swapped = true;
	a_scale_that_tdtop_recorded_holds(state);
}

/* sysfs' .scale is nothing that perf records. */
static void a_scale_that_perf_did_not_record_is_the_documented_one(void **state)
{
	(void)state;
	record_of("GenuineIntel,6,85,4", skylake, N(skylake));
	assert_true(slots(ALPHA) == 4 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_BAD_SPECULATION], (30 + 4 * 20 - 10) / 4.0, 0.01);
}

/* Each thread counts half of them; the other one was offline. */
static void with_smt_a_thread_alone_has_all_slots_of_its_core(void **state)
{
	(void)state;
	add_events("GenuineIntel,6,85,4", skylake, N(skylake));	/* any=1 */
	b.events[0].config = b.events[5].config = 0x20003c;
	two_take_turns();
	replay(0);
	assert_true(tally.slots == 4 * 20.0 * WORK);
	assert_true(slots(ALPHA) == 4 * 10.0 * WORK);
}

static void an_arm_core_is_known_by_its_midr_and_has_its_slots(void **state)
{
	(void)state;
	record_of("0x00000000410fd493", neoverse, N(neoverse));
	assert_true(slots(ALPHA) == 5 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_BACKEND_BOUND], 40 / 5.0, 0.01);
}

static void without_any_scale_one_is_told_who_records_it(void **state)
{
	(void)state;
	add_events("0x00000000c00fac34", neoverse, N(neoverse));
	two_take_turns();
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "how many slots the CPU has in a cycle"));
	assert_non_null(strstr(err.text, "AmpereOne"));
	assert_non_null(strstr(err.text, "tdtop --record"));
}

static void a_streams_names_come_in_records(void **state)
{
	b.pipe = true;
	events_with_other_numbers_are_known_by_their_names(state);
}

static void tasks_from_before_the_recording_have_names_and_parents(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_task(&b, PERF_RECORD_FORK, (struct built_at){ 0, ALPHA, ALPHA, 0 }, ALPHA, 7);
	two_take_turns();
	replay(0);
	assert_turns();
	assert_int_equal(tally_pid(&tally, ALPHA)->ppid, 7);
}

static void a_new_name_holds_from_its_time_on(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_comm(&b, ALPHA, "before", 0);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 500 * MS, WORK);
	builder_comm(&b, ALPHA, "after", T0 + 1200 * MS);
	builder_ran(&b, 0, ALPHA, T0 + 1500 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "after");
	assert_true(slots(ALPHA) == 2.0 * WORK);
}

/* --all-cgroups: records name them, and each sample tells which its task is in. */
static void cgroups_are_told_by_records_and_samples(void **state)
{
	struct bag bag = { 0 };

	(void)state;
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type |= PERF_SAMPLE_CGROUP;
	b.cgroup = 4711;
	put_u64(&b, &bag, 4711);
	put_bytes(&bag, "/system.slice/db.service", 25);
	builder_kernel(&b, PERF_RECORD_CGROUP, 0, &bag, (struct built_at){ 0 });
	free(bag.bytes);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_string_equal(tally_pid(&tally, ALPHA)->cgroup, "/system.slice/db.service");
}

static void a_dying_task_without_switch_records_is_the_one_of_the_exit(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_task(&b, PERF_RECORD_EXIT, (struct built_at){ 0, BETA, BETA, T0 + 150 * MS }, BETA, 1);
	builder_ran(&b, 0, -1, T0 + 200 * MS, 3 * WORK);
	builder_ran(&b, 0, ALPHA, T0 + 300 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(slots(BETA) == 3.0 * WORK);
	assert_true(slots(ALPHA) == 2.0 * WORK);
	assert_true(tally.unaccounted == 0);
	assert_true(tally_pid(&tally, BETA)->exited);
}

static void switch_out(int cpu, int32_t pid, uint64_t time_ns, bool out)
{
	struct bag bag = { 0 };

	put_u64(&b, &bag, 0);
	builder_kernel(&b, PERF_RECORD_SWITCH_CPU_WIDE, out ? PERF_RECORD_MISC_SWITCH_OUT : 0, &bag,
		       (struct built_at){ cpu, pid, pid, time_ns });
	free(bag.bytes);
}

/* --switch-events: a dying task is the one that was switched in. */
static void a_dying_task_with_switch_records_is_the_one_that_came_in(void **state)
{
	(void)state;
	b.switch_records = true;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	switch_out(0, ALPHA, T0, true);
	switch_out(0, GAMMA, T0, false);
	builder_ran(&b, 0, -1, T0 + 200 * MS, 2 * WORK);
	switch_out(0, -1, T0 + 200 * MS, true);
	switch_out(0, ALPHA, T0 + 200 * MS, false);
	builder_ran(&b, 0, ALPHA, T0 + 300 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(slots(GAMMA) == 2.0 * WORK);
	assert_true(slots(ALPHA) == 1.0 * WORK);
	assert_true(tally.unaccounted == 0);
}

/* perf reads ring after ring: the second CPU's records come later in the file than newer ones of the first. */
static void rounds_out_of_order_between_cpus_are_put_in_order(void **state)
{
	(void)state;
	builder_level1(&b);
	for (uint64_t round = 0; round < 4; round++) {
		for (int cpu = 1; cpu >= 0; cpu--)
			for (uint64_t i = 0; i < 10; i++)
				builder_ran(&b, cpu, ALPHA + cpu,
					    T0 + (10 * round + i) * 50 * MS + (cpu ? MS : 0),
					    round + i ? WORK : 0);
		builder_round(&b);
	}
	replay(500 * MS);
	assert_true(tally.slots == 78.0 * WORK);
	assert_true(slots(ALPHA) == 39.0 * WORK);
	assert_true(slots(BETA) == 39.0 * WORK);
	/* Each interval has ten slices of each CPU, or their parts. */
	assert_near(tally.interval_slots[1], 20.0 * WORK, WORK);
}

/* It never leaves its CPU for ten seconds, so there is one sample at the end: cut, shared out by time. */
static void a_hog_without_a_clock_is_shared_out_over_the_intervals(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 0, BETA, T0, 0);
	builder_ran(&b, 0, ALPHA, T0 + 8 * SECOND, 8 * WORK + 7);
	builder_round(&b);
	replay(0);
	assert_int_equal(tally.intervals, 8);
	for (int i = 0; i < 8; i++)
		assert_near(tally.interval_slots[i], (double)WORK, 8);
	assert_true(slots(ALPHA) == 8.0 * WORK + 7);
	assert_int_equal(busy_ms(ALPHA), 8000);
	assert_shares(ALPHA);
}

static void the_length_of_intervals_changes_no_sum(void **state)
{
	static const uint64_t lengths_ms[] = { 100, 300, 500, 1000, 7000, 60000 };

	(void)state;
	builder_level2(&b);
	two_take_turns();
	builder_ran(&b, 1, GAMMA, T0 + 50 * MS, 0);
	builder_ran(&b, 1, GAMMA, T0 + 1950 * MS, 12345678);
	builder_finish(&b);
	for (size_t i = 0; i < 6; i++) {
		tally = (struct tally){ 0 };
		assert_int_equal(replay_bytes(b.out.bytes, b.out.n, lengths_ms[i] * MS, UINT64_MAX,
					      tally_look, &tally, &err), 0);
		assert_true(tally.slots == 20.0 * WORK + 12345678);
		assert_true(slots(GAMMA) == 12345678);
		assert_int_equal(busy_ms(GAMMA), 1900);
		assert_int_equal(tally.ns, 2 * SECOND);
		assert_true(tally.unaccounted == 0);
	}
}

/* The machine slept: no intervals of nothing, and nobody is charged for it. */
static void a_gap_is_no_interval(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 500 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 3600 * SECOND, 5 * WORK);
	builder_ran(&b, 0, ALPHA, T0 + 3600 * SECOND + 500 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(tally.intervals <= 3);
	assert_true(slots(ALPHA) == 2.0 * WORK);
	assert_int_equal(busy_ms(ALPHA), 1000);
	assert_true(tally.unaccounted == 5.0 * WORK);
}

static void after_lost_records_the_next_counts_are_nobodys(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_lost(&b, 0, 42, T0 + 150 * MS);
	builder_ran(&b, 0, BETA, T0 + 200 * MS, 3 * WORK);
	builder_ran(&b, 0, BETA, T0 + 300 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_int_equal(tally.lost, 42);
	assert_true(tally.unaccounted == 3.0 * WORK);
	assert_true(slots(BETA) == 1.0 * WORK);
}

static void idle_time_is_no_tasks(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, 0, T0 + 100 * MS, 5);
	builder_ran(&b, 0, ALPHA, T0 + 200 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(tally.idle_slots == 5);
	assert_true(slots(ALPHA) == 1.0 * WORK);
}

/* 100 members: more than a group of ours can have, so it is none. */
static void samples_of_a_huge_group_are_passed_over(void **state)
{
	struct bag bag = { 0 };

	(void)state;
	builder_level1(&b);
	two_take_turns();
	put_u64(&b, &bag, builder_id(1, 0));
	put_u64(&b, &bag, 0);
	put_u32(&b, &bag, GAMMA);
	put_u32(&b, &bag, GAMMA);
	put_u64(&b, &bag, T0 + SECOND);
	put_u64(&b, &bag, 0);
	put_u64(&b, &bag, 1);
	put_u64(&b, &bag, 1000);
	for (uint64_t i = 0; i < 2000; i++)
		put_u64(&b, &bag, builder_id(0, 0));
	builder_record(&b, PERF_RECORD_SAMPLE, 0, &bag);
	free(bag.bytes);
	replay(0);
	assert_turns();
}

static void without_a_sample_of_slots_one_is_told_so(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_comm(&b, ALPHA, "alpha", 0);
	builder_round(&b);
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "no samples of a group of slots"));
}

static void without_a_group_of_slots_one_is_told_what_to_record(void **state)
{
	(void)state;
	builder_event(&b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock");
	builder_sample(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 });
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "perf record -a -e '{slots,context-switches/period=1/,"));
}

/* Sums of such times would wrap around, and intervals begin anew for ever. */
static void a_time_at_the_end_of_all_times_is_damage(void **state)
{
	(void)state;
	builder_level1(&b);
	two_take_turns();
	builder_ran(&b, 1, GAMMA, UINT64_MAX - 5, WORK);
	builder_ran(&b, 1, GAMMA, UINT64_MAX, WORK);
	replay(0);
	assert_turns();
}

/* As when each ring was read long after the one before. */
static void a_time_in_far_future_holds_nothing_up(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 1, GAMMA, T0, WORK);
	builder_ran(&b, 1, GAMMA, T0 * 1000000, WORK);
	builder_round(&b);
	builder_round(&b);
	two_take_turns();
	builder_round(&b);
	replay(0);
	assert_true(slots(ALPHA) == 10.0 * WORK);
}

static void samples_of_a_time_before_the_last_one_are_no_negative_time(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 500 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 300 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 600 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_int_equal(busy_ms(ALPHA), 600);
	assert_true(slots(ALPHA) == 3.0 * WORK);
}

/* CLOCK_DATA: version, clock, the same moment by the wall and by that clock. */
static void the_wall_clock_is_told_by_clock_data(void **state)
{
	struct bag *bag;

	(void)state;
	builder_level1(&b);
	two_take_turns();
	bag = builder_feature(&b, PERFDATA_CLOCK_DATA);
	put_u32(&b, bag, 1);
	put_u32(&b, bag, 1);
	put_u64(&b, bag, 1763683200 * SECOND);
	put_u64(&b, bag, T0 - 10 * SECOND);
	replay(0);
	assert_near(tally.first_wall, 1763683200 + 11, 0.01);
	assert_near(tally.last_wall, 1763683200 + 12, 0.01);
}

/* SAMPLE_TIME: a file was last written to at its last sample, that is now. */
static void the_wall_clock_is_told_by_the_age_of_the_file(void **state)
{
	double now = (double)time(NULL);
	struct bag *bag;

	(void)state;
	builder_level1(&b);
	two_take_turns();
	bag = builder_feature(&b, PERFDATA_SAMPLE_TIME);
	put_u64(&b, bag, T0);
	put_u64(&b, bag, T0 + 2 * SECOND);
	replay(0);
	assert_near(tally.last_wall, now, 60);
	assert_near(tally.last_wall - tally.first_wall, 1, 0.01);
}

/* Its clock began when that machine was started, which says nothing about today. */
static void without_any_word_about_time_it_begins_now(void **state)
{
	double now = (double)time(NULL);

	(void)state;
	b.pipe = true;
	builder_level1(&b);
	two_take_turns();
	replay(0);
	assert_near(tally.first_wall, now, 60);
}

/* Two intervals as tdtop counted them; the second began with a reading of the group in the midst of a slice. */
static void record_as_tdtop(void)
{
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, BETA, T0 + 100 * MS, WORK);
	b.counts[0][EV_SLOTS] += 3 * WORK;
	builder_read(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 250 * MS });
	builder_mark(&b, 7, T0, T0 + 250 * MS);
	builder_ran(&b, 0, ALPHA, T0 + 900 * MS, 2 * WORK);
	builder_mark(&b, 8, T0 + 250 * MS, T0 + SECOND);
}

static void tdtops_own_intervals_are_those_of_the_live_run(void **state)
{
	(void)state;
	record_as_tdtop();
	replay(0);
	assert_int_equal(tally.intervals, 2);
	assert_int_equal(tally.ns, SECOND);
	assert_true(tally.interval_slots[0] == 4.0 * WORK);
	assert_true(tally.interval_slots[1] == 2.0 * WORK);
	assert_near(tally.first_wall, 1763683200, 0.001);
}

static void of_the_other_byte_order_too(void **state)
{
	b.swapped = true;
	tdtops_own_intervals_are_those_of_the_live_run(state);
}

static void tdtops_own_recording_can_be_cut_anew(void **state)
{
	(void)state;
	record_as_tdtop();
	replay(100 * MS);
	assert_int_equal(tally.intervals, 9);
	assert_true(tally.slots == 6.0 * WORK);
	assert_near(tally.interval_slots[0], 1.0 * WORK, 1);
	/* The mark tells the time: its end was 1763683200. */
	assert_near(tally.last_wall, 1763683200 - 0.1, 0.001);
}

/* A mark without a length, or one that ends before it begins, is only the end of a round. */
static void marks_that_end_before_they_begin_are_none(void **state)
{
	(void)state;
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_mark(&b, 1, T0, T0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_mark(&b, 2, T0 + SECOND, T0);
	builder_mark(&b, 3, T0, T0 + SECOND);
	replay(0);
	assert_int_equal(tally.intervals, 1);
	assert_true(slots(ALPHA) == 1.0 * WORK);
}

static void what_proc_answered_is_known_again(void **state)
{
	struct bag bag = { 0 };
	const struct tally_task *alpha;

	(void)state;
	builder_level1(&b);
	builder_by_tdtop(&b);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	put_u64(&b, &bag, PERFDATA_UPDATE_PROCESS);
	put_u64(&b, &bag, builder_id(0, 0));
	put_u32(&b, &bag, ALPHA);
	put_u32(&b, &bag, 1);
	put_u32(&b, &bag, 3);
	put_u32(&b, &bag, 1);
	put_bytes(&bag, "alpha\0ada\0/user.slice\0alpha --all\0\0\0\0\0\0\0", 40);
	builder_record(&b, PERFDATA_EVENT_UPDATE, 0, &bag);
	free(bag.bytes);
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay(0);
	alpha = tally_pid(&tally, ALPHA);
	assert_string_equal(alpha->name, "alpha");
	assert_string_equal(alpha->user, "ada");
	assert_string_equal(alpha->cgroup, "/user.slice");
	assert_int_equal(alpha->ppid, 1);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_file_of_our_byte_order_is_replayed),
		TEST(a_file_of_the_other_byte_order_gives_the_same),
		TEST(a_stream_gives_the_same),
		TEST(a_stream_of_the_other_byte_order_gives_the_same),
		TEST(level_2_is_shown_when_it_was_recorded),
		TEST(with_times_and_lost_in_the_readings_the_numbers_are_the_same),
		TEST(a_group_that_was_on_for_half_of_the_time_is_scaled),
		TEST(an_event_of_another_layout_is_read_by_its_own),
		TEST(samples_of_other_events_are_passed_over),
		TEST(an_id_that_nobody_knows_is_no_harm),
		TEST(events_without_names_are_known_by_intels_numbers),
		TEST(events_with_other_numbers_are_known_by_their_names),
		TEST(slots_are_as_many_per_count_as_the_familys_table_says),
		TEST(the_leader_of_an_e_core_is_its_slots),
		TEST(a_scale_that_tdtop_recorded_holds),
		TEST(of_the_other_byte_order_a_scale_holds),
		TEST(a_scale_that_perf_did_not_record_is_the_documented_one),
		TEST(with_smt_a_thread_alone_has_all_slots_of_its_core),
		TEST(an_arm_core_is_known_by_its_midr_and_has_its_slots),
		TEST(without_any_scale_one_is_told_who_records_it),
		TEST(a_streams_names_come_in_records),
		TEST(tasks_from_before_the_recording_have_names_and_parents),
		TEST(a_new_name_holds_from_its_time_on),
		TEST(cgroups_are_told_by_records_and_samples),
		TEST(a_dying_task_without_switch_records_is_the_one_of_the_exit),
		TEST(a_dying_task_with_switch_records_is_the_one_that_came_in),
		TEST(rounds_out_of_order_between_cpus_are_put_in_order),
		TEST(a_hog_without_a_clock_is_shared_out_over_the_intervals),
		TEST(the_length_of_intervals_changes_no_sum),
		TEST(a_gap_is_no_interval),
		TEST(after_lost_records_the_next_counts_are_nobodys),
		TEST(idle_time_is_no_tasks),
		TEST(samples_of_a_huge_group_are_passed_over),
		TEST(without_a_sample_of_slots_one_is_told_so),
		TEST(without_a_group_of_slots_one_is_told_what_to_record),
		TEST(a_time_at_the_end_of_all_times_is_damage),
		TEST(a_time_in_far_future_holds_nothing_up),
		TEST(samples_of_a_time_before_the_last_one_are_no_negative_time),
		TEST(the_wall_clock_is_told_by_clock_data),
		TEST(the_wall_clock_is_told_by_the_age_of_the_file),
		TEST(without_any_word_about_time_it_begins_now),
		TEST(tdtops_own_intervals_are_those_of_the_live_run),
		TEST(of_the_other_byte_order_too),
		TEST(tdtops_own_recording_can_be_cut_anew),
		TEST(marks_that_end_before_they_begin_are_none),
		TEST(what_proc_answered_is_known_again),
	};

	return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
