/* SPDX-License-Identifier: GPL-2.0-only */
/* Several events of a thread that write into one ring, each with its own period, and take turns. */
#include "config.h"
#include "collect/sample/sampler_set.h"

#include "tests/fixtures/fake_events.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define PID 100
#define N 3

static const uint64_t periods[1 + N] = { 0, 100003, 50021, 20011 };
static struct sampler_set set;
static double counted[1 + N];	/* by config: samples times their period */

SETUP
{
	struct sampler_event events[N];

	fake_events_reset();
	memset(counted, 0, sizeof(counted));
	for (uint64_t i = 0; i < N; i++) {
		events[i] = (struct sampler_event){ .core_type = TYPE_CORE, .attr = {
			.type = PERF_TYPE_RAW, .config = 1 + i, .sample_period = periods[1 + i],
			.sample_type = PERF_SAMPLE_IDENTIFIER, .disabled = 1 } };
		fake_events.rate[1 + i] = 0.5 * (double)(1 + i);
	}
	assert_int_equal(sampler_set_init(&set, &fake_events_sys), 0);
	sampler_set_choose_events(&set, events, N, 16);
	fake_thread_begins(PID, PID);
}

TEARDOWN
{
	sampler_set_done(&set);
	assert_int_equal(fake_events.n_open, 0);
	fake_events_reset();
}

static void open_thread(void)
{
	const struct event_target thread = event_of_thread(PID, PID, 1);

	assert_int_equal(sampler_set_open(&set, &thread, false), 0);
	sampler_set_enable(&set);
}

static void take(void *to, struct sampler_target *target, const void *bytes, size_t size)
{
	uint64_t id;
	const struct perf_event_attr *attr;

	memcpy(&id, (const char *)bytes + sizeof(struct perf_event_header), sizeof(id));
	attr = sampler_set_attr(&set, target, id);
	counted[attr->config] += (double)attr->sample_period;
}

static void run(uint64_t ns)
{
	for (uint64_t done = 0; done < ns; done += MS) {
		fake_events_sample(PID, 0, MS, 0x1000);
		sampler_set_drain(&set, take, NULL);
	}
}

/* Of which event a sample is tells its id; samples times the period are what it counted. */
TEST(several_events_of_a_thread_write_into_one_ring_each_with_its_period)
{
	open_thread();
	assert_int_equal(fake_events.mapped_pages, 17);
	run(1000 * MS);
	for (int i = 1; i <= N; i++)
		assert_float_equal(counted[i], fake_events.truth[i], (double)periods[i]);
}

TEST(an_event_counts_while_it_is_its_turn_and_its_times_tell_how_long)
{
	const struct sampler_counter *counter;

	sampler_set_turn(&set, 1, false);	/* before the thread is open, */
	open_thread();
	run(100 * MS);
	assert_true(counted[1] > 0 && counted[2] == 0);
	sampler_set_turn(&set, 0, false);	/* and while it is */
	sampler_set_turn(&set, 1, true);
	run(300 * MS);
	sampler_set_look(&set);
	counter = sampler_set_at(&set, 0)->counter;
	assert_int_equal(counter[0].step.enabled_ns, 100 * MS);
	assert_int_equal(counter[1].step.enabled_ns, 300 * MS);
	assert_int_equal(counter[2].step.enabled_ns, 400 * MS);
	assert_float_equal(counted[2], 300e6, (double)periods[2]);
	assert_true(counter[1].step.count == 300 * MS);
}

TEST(a_cpu_has_only_the_events_of_its_core_type)
{
	const struct event_target atom = event_of_cpu(1, TYPE_ATOM);
	const struct event_target core = event_of_cpu(0, TYPE_CORE);

	assert_int_equal(sampler_set_open(&set, &atom, false), -ENODEV);
	assert_int_equal(sampler_set_open(&set, &core, false), 0);
	assert_int_equal(fake_events.n_open, N);
}
