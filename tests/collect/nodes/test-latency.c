/* SPDX-License-Identifier: GPL-2.0-only */
/* Retire latencies of opened nodes: what is opened, in which turns, what samples add up to. */
#include "config.h"
#include "collect/nodes/latency.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/fake_events.h"
#include "tests/fixtures/test_main.h"

#define PID 500
#define MS 1000000ULL
#define PMU_TYPE 4
#define SEEN 64

enum { BRANCH, LOADS, L2_MISS, DSB, UNKNOWN_DSB, CYCLES, EVENTS };

static const struct tree_event events[EVENTS] = {
	[BRANCH] = { .name = "BR_MISP_RETIRED.COND", .config = 0x11c5, .period = 400009,
		     .precise = true, .latency = 6.1F },
	[LOADS] = { .name = "MEM_INST_RETIRED.LOADS", .config = 0x81d0, .period = 1000003,
		    .precise = true },
	[L2_MISS] = { .name = "FRONTEND_RETIRED.L2_MISS", .config = 0x3c6, .config1 = 0x13,
		      .period = 100007, .precise = true },
	[DSB] = { .name = "FRONTEND_RETIRED.ANY_DSB_MISS", .config = 0x1c6, .config1 = 0x1,
		  .period = 100007, .precise = true },
	[UNKNOWN_DSB] = { .name = "FRONTEND_RETIRED.UNKNOWN_BRANCH", .config = 0x2c6,
			  .config1 = 0x17, .precise = true },
	[CYCLES] = { .name = "CPU_CLK_UNHALTED.THREAD", .config = 0x3c, .origin = TREE_CYCLES },
};

static const struct tree tree = { .name = "test", .event_table = events, .n_events = EVENTS };
static const struct family timed = { .tree = { &tree }, .retire_latency = true };
static const struct family not_timed = { .tree = { &tree } };

static struct latency *latency;
static struct tree_readings readings;
static struct event_task tasks[SEEN + 16];

static void start(const struct family *family)
{
	const struct latency_options options = {
		.family = family, .pmu = { PMU_TYPE }, .sys = &fake_events_sys,
	};

	fake_events_reset();
	latency = latency_new(&options);
	assert_non_null(latency);
	for (int i = 0; i < SEEN + 16; i++) {
		fake_thread_begins(PID, PID + i);
		tasks[i] = (struct event_task){ .tid = PID + i, .pid = PID };
	}
}

SETUP
{
	start(&timed);
}

TEARDOWN
{
	latency_free(latency);
	assert_int_equal(fake_events.n_open, 0);
	assert_int_equal(fake_events.mapped_pages, 0);
}

/* These events are looked at, bits; in the first n threads. */
static void look(uint32_t which, size_t n)
{
	struct tree_event_set set[CORE_TYPES] = { { { which } } };

	latency_look(latency, set, fake_events.now_ns);
	latency_see(latency, tasks, n, fake_events.now_ns);
}

/* A sample of the event in this thread. */
static void sample_on(struct fake_event *event, uint16_t cycles)
{
	const struct {
		struct perf_event_header header;
		uint64_t id, ip;
		int32_t pid, tid;
		uint64_t weight;
	} sample = {
		{ PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sizeof(sample) },
		event->id, 0x401000, PID, event->tid,
		(uint64_t)cycles << 48 | 7ULL << 32 | 123,
	};

	fake_event_writes(event, &sample, sizeof(sample));
}

static void sample(int event, int32_t tid, uint16_t cycles)
{
	struct fake_event *at = fake_event_with(events[event].config, tid, -1);

	assert_non_null(at);
	sample_on(at, cycles);
}

/* So much time passes; the collector wakes when it is asked to. */
static void pass(uint64_t ns)
{
	const uint64_t until_ns = fake_events.now_ns + ns;

	while (latency_next_ns(latency) <= until_ns) {
		fake_events.now_ns = latency_next_ns(latency);
		latency_step(latency, fake_events.now_ns);
	}
	fake_events.now_ns = until_ns;
}

/* What an interval says of the event; NULL: nothing. */
static const struct tree_latency *read_of(int event)
{
	latency_read(latency, &readings);
	for (size_t i = 0; i < readings.n_latencies; i++) {
		if (readings.latency[i].event == event)
			return &readings.latency[i];
	}
	return NULL;
}

static bool is_open(int event)
{
	return fake_event_with(events[event].config, PID, -1);
}

TEST(nothing_is_open_before_something_is_looked_at)
{
	latency_see(latency, tasks, 3, fake_events.now_ns);
	assert_int_equal(fake_events.opened, 0);
	assert_int_equal(latency_next_ns(latency), UINT64_MAX);
	assert_string_equal(latency_remark(latency), "");
}

TEST(an_event_is_opened_so_that_pebs_needs_no_interrupts)
{
	const uint64_t type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_WEIGHT_STRUCT;
	const struct fake_event *event;

	look(1 << BRANCH, 1);
	event = fake_event_of(PID, -1);
	assert_non_null(event);
	assert_true(event->enabled);
	assert_int_equal(event->attr.type, PMU_TYPE);
	assert_int_equal(event->attr.config, 0x11c5);
	assert_int_equal(event->attr.sample_period, 400009);
	assert_int_equal(event->attr.freq, 0);
	assert_int_equal(event->attr.precise_ip, 2);
	assert_true(event->attr.sample_type == type);
	assert_int_equal(event->attr.use_clockid, 0);
	assert_int_equal(event->attr.wakeup_events && !event->attr.watermark, 0);
	assert_int_equal(event->attr.pinned, 0);
	assert_int_equal(event->attr.inherit, 0);
	assert_int_equal(event->attr.mmap2 | event->attr.task | event->attr.comm, 0);
}

TEST(an_event_of_the_frontend_has_its_msr)
{
	look(1 << L2_MISS, 1);
	assert_int_equal(fake_event_of(PID, -1)->attr.config1, 0x13);
}

TEST(an_interval_has_number_sum_and_squares_of_all_threads)
{
	const struct tree_latency *sum;

	look(1 << BRANCH, 2);
	sample(BRANCH, PID, 10);
	sample(BRANCH, PID + 1, 7);
	sample(BRANCH, PID + 1, 0);
	sum = read_of(BRANCH);
	assert_non_null(sum);
	assert_int_equal(sum->core_type, TYPE_CORE);
	assert_int_equal(sum->samples, 3);
	assert_int_equal(sum->saturated, 0);
	assert_true(sum->sum == 17);
	assert_true(sum->squares == 149);
}

TEST(the_next_interval_has_only_what_is_new)
{
	look(1 << BRANCH, 1);
	sample(BRANCH, PID, 10);
	assert_non_null(read_of(BRANCH));
	assert_null(read_of(BRANCH));
	sample(BRANCH, PID, 4);
	assert_true(read_of(BRANCH)->sum == 4);
}

TEST(saturated_latencies_are_counted_apart)
{
	const struct tree_latency *sum;

	look(1 << BRANCH, 1);
	sample(BRANCH, PID, 65535);
	sample(BRANCH, PID, 65534);
	sum = read_of(BRANCH);
	assert_int_equal(sum->samples, 1);
	assert_int_equal(sum->saturated, 1);
	assert_true(sum->sum == 65534);
}

static void tells_held(struct fake_event *event)
{
	sample_on(event, 21);
}

/* A thread that never leaves its CPU: only read(2) takes its records out of the PEBS buffer. */
TEST(an_interval_reads_the_event_before_the_ring)
{
	look(1 << BRANCH, 1);
	fake_events.on_read = tells_held;
	assert_true(read_of(BRANCH)->sum == 21);
}

TEST(what_pebs_holds_is_not_lost_when_another_event_takes_its_turn)
{
	look(1 << DSB | 1 << L2_MISS, 1);
	assert_true(is_open(L2_MISS));
	fake_events.on_read = tells_held;
	pass(LATENCY_TURN_NS);
	fake_events.on_read = NULL;
	assert_false(is_open(L2_MISS));
	assert_true(read_of(L2_MISS)->sum >= 21);
}

TEST(other_and_damaged_records_are_left_out)
{
	const uint64_t other[3] = { PERF_RECORD_THROTTLE | (uint64_t)sizeof(other) << 48 };
	const uint64_t cut[3] = { PERF_RECORD_SAMPLE | (uint64_t)sizeof(cut) << 48, 1, 2 };

	look(1 << BRANCH, 1);
	fake_event_writes(fake_event_of(PID, -1), other, sizeof(other));
	fake_event_writes(fake_event_of(PID, -1), cut, sizeof(cut));
	sample(BRANCH, PID, 9);
	assert_int_equal(read_of(BRANCH)->samples, 1);
}

TEST(a_record_that_wraps_around_the_ring_is_read)
{
	struct fake_event *event;
	uint64_t n = 0, sum = 0;

	look(1 << BRANCH, 1);
	event = fake_event_of(PID, -1);
	for (int round = 0; round < 40; round++) {
		for (int i = 0; i < 100; i++)
			sample_on(event, 3);
		assert_non_null(read_of(BRANCH));
		n += readings.latency[0].samples;
		sum += (uint64_t)readings.latency[0].sum;
	}
	assert_int_equal(event->lost, 0);
	assert_int_equal(n, 4000);
	assert_int_equal(sum, 12000);
}

TEST(events_that_fit_are_sampled_all_the_time)
{
	look(1 << BRANCH | 1 << L2_MISS, 1);
	assert_int_equal(fake_events.n_open, 2);
	pass(10 * LATENCY_TURN_NS);
	assert_true(is_open(BRANCH) && is_open(L2_MISS));
}

TEST(of_the_frontend_one_event_is_sampled_at_a_time)
{
	unsigned int on[EVENTS] = { 0 };

	look(1 << BRANCH | 1 << L2_MISS | 1 << DSB | 1 << UNKNOWN_DSB, 1);
	for (int turn = 0; turn < 12; turn++) {
		assert_int_equal(is_open(L2_MISS) + is_open(DSB) + is_open(UNKNOWN_DSB), 1);
		for (int i = 0; i < EVENTS; i++)
			on[i] += is_open(i);
		pass(LATENCY_TURN_NS);
	}
	assert_int_equal(on[BRANCH], 12);
	assert_int_equal(on[L2_MISS], 4);
	assert_int_equal(on[DSB], 4);
	assert_int_equal(on[UNKNOWN_DSB], 4);
}

TEST(an_event_that_goes_on_is_not_opened_anew_at_a_turn)
{
	const struct fake_event *event;
	uint64_t id;

	look(1 << BRANCH | 1 << L2_MISS | 1 << DSB, 1);
	event = fake_event_with(events[BRANCH].config, PID, -1);
	id = event->id;
	for (int i = 0; i < 8; i++) {		/* few samples would make the period shorter */
		for (int j = 0; j < 100; j++)
			sample(BRANCH, PID, 5);
		pass(250 * MS);
	}
	event = fake_event_with(events[BRANCH].config, PID, -1);
	assert_int_equal(event->id, id);
}

TEST(sums_of_all_turns_are_in_the_interval)
{
	look(1 << L2_MISS | 1 << DSB, 1);
	sample(L2_MISS, PID, 100);
	pass(LATENCY_TURN_NS);
	sample(DSB, PID, 2);
	latency_read(latency, &readings);
	assert_int_equal(readings.n_latencies, 2);
}

TEST(an_event_that_is_frequent_gets_a_longer_period)
{
	const struct fake_event *event;

	look(1 << BRANCH, 1);
	for (int i = 0; i < 400; i++)
		sample(BRANCH, PID, 5);
	pass(250 * MS);		/* 400 in a quarter of a second: four times the rate */
	event = fake_event_of(PID, -1);
	assert_in_range(event->attr.sample_period, 1600036, 1600200);
	assert_true(event->enabled);
	assert_int_equal(read_of(BRANCH)->samples, 400);
}

TEST(lost_samples_make_the_period_longer_too)
{
	const uint64_t lost[4] = { PERF_RECORD_LOST | (uint64_t)sizeof(lost) << 48, 7000, 4000 };

	look(1 << BRANCH, 1);
	fake_event_writes(fake_event_of(PID, -1), lost, sizeof(lost));
	pass(250 * MS);
	assert_true(fake_event_of(PID, -1)->attr.sample_period > 10 * 400009);
}

/* A thread that sleeps, or an event that is rare: a burst must not flood the rings. */
TEST(the_period_of_a_rare_event_falls_in_steps_to_a_sixteenth)
{
	look(1 << BRANCH, 1);
	pass(250 * MS);
	assert_in_range(fake_event_of(PID, -1)->attr.sample_period, 100003, 100100);
	pass(20 * LATENCY_TURN_NS);
	assert_in_range(fake_event_of(PID, -1)->attr.sample_period, 25001, 25100);
}

TEST(an_event_keeps_its_period_from_turn_to_turn)
{
	uint64_t period;

	look(1 << L2_MISS | 1 << DSB, 1);
	pass(300 * MS);
	period = fake_event_of(PID, -1)->attr.sample_period;
	assert_true(period < 100007);
	pass(2 * LATENCY_TURN_NS - 200 * MS);
	assert_true(is_open(L2_MISS));
	assert_int_equal(fake_event_of(PID, -1)->attr.sample_period, period);
}

TEST(at_most_64_threads_have_an_event)
{
	look(1 << BRANCH | 1 << LOADS, SEEN + 16);
	assert_int_equal(fake_events.n_open, 2 * LATENCY_TASKS);
}

TEST(threads_that_come_and_go_are_followed)
{
	look(1 << BRANCH, 2);
	latency_see(latency, tasks + 1, 2, fake_events.now_ns);
	assert_null(fake_event_of(PID, -1));
	assert_non_null(fake_event_of(PID + 1, -1));
	assert_non_null(fake_event_of(PID + 2, -1));
	assert_true(fake_event_of(PID + 2, -1)->enabled);
}

TEST(a_thread_that_has_exited_does_not_keep_others_out)
{
	fake_thread_exits(PID);
	look(1 << BRANCH, 2);
	assert_non_null(fake_event_of(PID + 1, -1));
	assert_string_equal(latency_remark(latency), "");
}

TEST(when_all_threads_were_replaced_the_new_ones_are_sampled)
{
	look(1 << BRANCH, 1);
	latency_see(latency, tasks + 5, 1, fake_events.now_ns);
	assert_non_null(fake_event_of(PID + 5, -1));
	sample(BRANCH, PID + 5, 12);
	assert_true(read_of(BRANCH)->sum == 12);
}

/* Sapphire Rapids and older write 0 there; a latency of 0 alone says nothing. */
TEST(where_all_are_zero_there_is_no_latency)
{
	look(1 << BRANCH, 1);
	for (int i = 0; i < LATENCY_ALL_ZERO - 1; i++)
		sample(BRANCH, PID, 0);
	assert_null(read_of(BRANCH));
	assert_string_equal(latency_remark(latency), "");
	assert_int_equal(fake_events.n_open, 1);
	sample(BRANCH, PID, 0);
	assert_null(read_of(BRANCH));
	assert_non_null(strstr(latency_remark(latency), "this machine tells none"));
	assert_int_equal(fake_events.n_open, 0);
	assert_int_equal(latency_next_ns(latency), UINT64_MAX);
	look(1 << LOADS, 1);
	assert_int_equal(fake_events.n_open, 0);
}

TEST(zeros_count_once_one_sample_was_not_zero)
{
	const struct tree_latency *sum;

	look(1 << BRANCH, 1);
	for (int i = 0; i < LATENCY_ALL_ZERO - 1; i++)
		sample(BRANCH, PID, 0);
	assert_null(read_of(BRANCH));
	sample(BRANCH, PID, 50);
	sum = read_of(BRANCH);
	assert_int_equal(sum->samples, LATENCY_ALL_ZERO);
	assert_true(sum->sum == 50);
	for (int i = 0; i < 2 * LATENCY_ALL_ZERO; i++)
		sample(BRANCH, PID, 0);
	assert_int_equal(read_of(BRANCH)->samples, 2 * LATENCY_ALL_ZERO);
}

TEST(a_cpu_that_tells_none_is_not_asked)
{
	latency_free(latency);
	start(&not_timed);
	look(1 << BRANCH, 1);
	assert_int_equal(fake_events.opened, 0);
	assert_non_null(strstr(latency_remark(latency), "tells no retire latency"));
	assert_null(read_of(BRANCH));
}

TEST(without_precise_events_there_is_none_and_it_is_said)
{
	fake_events.precise_most = 0;
	look(1 << BRANCH, 1);
	assert_int_equal(fake_events.n_open, 0);
	assert_non_null(strstr(latency_remark(latency), "no precise events"));
	pass(5 * LATENCY_TURN_NS);
	assert_int_equal(fake_events.n_open, 0);
}

TEST(a_lower_precise_level_will_do)
{
	fake_events.precise_most = 1;
	look(1 << BRANCH, 1);
	assert_int_equal(fake_event_of(PID, -1)->attr.precise_ip, 1);
}

TEST(without_permission_it_is_said)
{
	fake_events.refuse_all = EACCES;
	look(1 << BRANCH, 1);
	assert_non_null(strstr(latency_remark(latency), "not permitted"));
	fake_events.refuse_all = 0;
	latency_see(latency, tasks, 1, fake_events.now_ns);
	assert_string_equal(latency_remark(latency), "");
}

TEST(descriptors_or_memory_that_lack_leave_out_the_laziest_threads)
{
	fake_events.locked_pages = 20;
	look(1 << BRANCH, 3);
	assert_int_equal(fake_events.n_open, 2);
	assert_string_equal(latency_remark(latency), "");
}

TEST(another_look_forgets_what_was_not_read)
{
	look(1 << BRANCH, 1);
	sample(BRANCH, PID, 10);
	look(1 << BRANCH, 1);
	sample(BRANCH, PID, 3);
	assert_true(read_of(BRANCH)->sum == 3);
}

static bool has_timed_nodes(const struct tree *of)
{
	struct tree_event_set of_node, waited_for;
	struct tree_code *code;
	struct err err;
	bool some = false;

	assert_int_equal(tree_compile(of, &code, &err), 0);
	for (size_t i = 0; i < of->n_nodes; i++) {
		tree_events_of(code, i, &of_node, &waited_for);
		for (size_t j = 0; j < TREE_EVENT_WORDS; j++)
			some |= waited_for.word[j] != 0;
	}
	tree_code_free(code);
	return some;
}

TEST(families_whose_trees_need_latencies_are_sampled)
{
	size_t n = 0;

	for (size_t i = 0; cpu_family_at(i); i++) {
		const struct family *family = cpu_family_at(i);

		for (int type = 0; type < CORE_TYPES; type++) {
			if (!family->tree[type] || !has_timed_nodes(family->tree[type]))
				continue;
			n++;
			if (!family->retire_latency)
				fail_msg("%s", family->name);
		}
	}
	assert_in_range(n, 5, 100);
}

TEST(leaving_closes_all)
{
	look(1 << BRANCH | 1 << L2_MISS | 1 << DSB, 4);
	latency_leave(latency);
	assert_int_equal(fake_events.n_open, 0);
	assert_int_equal(latency_next_ns(latency), UINT64_MAX);
	assert_string_equal(latency_remark(latency), "");
	latency_read(latency, &readings);
	assert_int_equal(readings.n_latencies, 0);
}
