/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened nodes of a region: which events are handed over to the source that sums them up, and what
 * becomes of the sums. The source is a fake with the sums that a test gives it.
 */
#include "config.h"

#include "collect/slice/source.h"
#include "tests/fixtures/fixture_counting.h"
#include "tests/fixtures/test_main.h"

#define MEMORY_OPEN (OPEN(BACKEND) | OPEN(MEMORY))
#define EVENTS 5		/* of a thread, for these */
#define PLACE(number) ((region_t)1 << 32 | (number))

static struct {
	int32_t tid[REGION_SLOTS];	/* 0: the slot is free */
	size_t n[REGION_SLOTS];
	struct region_count sum[REGION_SLOTS][2][REGION_EVENTS];	/* of two regions */
	int error;
	bool cannot;
	unsigned int opened, closed;
} sums;

static int open_slot(void *data, uint32_t slot, int32_t tid, const int *fds, size_t n)
{
	assert_ptr_equal(data, &sums);
	assert_int_equal(sums.tid[slot], 0);
	for (size_t i = 0; i < n; i++) {
		assert_true(fds[i] >= FAKE_FD);
		assert_int_equal(fake_events.event[fds[i] - FAKE_FD].attr.inherit, 0);
	}
	sums.tid[slot] = tid;
	sums.n[slot] = n;
	memset(sums.sum[slot], 0, sizeof(sums.sum[slot]));
	sums.opened++;
	return 0;
}

static void close_slot(void *data, uint32_t slot, int32_t tid)
{
	assert_ptr_equal(data, &sums);
	assert_int_equal(sums.tid[slot], tid);
	sums.tid[slot] = 0;
	sums.closed++;
}

static int read_sums(void *data,
		     void (*sum)(void *to, uint32_t slot, region_t region,
				 const struct region_count counts[REGION_EVENTS]),
		     void *to)
{
	assert_ptr_equal(data, &sums);
	for (uint32_t slot = 0; slot < REGION_SLOTS && !sums.error; slot++)
		for (uint32_t i = 0; sums.tid[slot] && i < 2; i++)
			sum(to, slot, PLACE(100 + i), sums.sum[slot][i]);
	return sums.error;
}

static void say(struct source *source, struct source_remarks *remarks)
{
	static const struct region_counters ops = { .open = open_slot, .close = close_slot, .read = read_sums };

	remarks->region_data = &sums;
	remarks->region_counters = sums.cannot ? NULL : &ops;
}

static const struct source_ops source_ops = { .name = "switch", .say = say };
static struct source source = { .ops = &source_ops };
static uint32_t name;		/* of the first region */

static void add_object(void)
{
	static const struct region_site sites[] = { { .from_mark = 100, .name = "parse" },
						    { .from_mark = 101, .name = "print" } };
	struct region_object object = { .fd = -1, .path = "test", .notes = { .n = 2 } };

	object.notes.sites = malloc(sizeof(sites));
	assert_non_null(object.notes.sites);
	memcpy(object.notes.sites, sites, sizeof(sites));
	assert_int_equal(regions_add(source.regions, &object), 1);
}

SETUP_MAY_FAIL
{
	const struct region_user user = { .pid = PID };

	memset(&sums, 0, sizeof(sums));
	source.regions = regions_new();
	assert_non_null(source.regions);
	add_object();
	name = regions_name_id(source.regions, &user, PLACE(100));
	assert_true(name > 0);
	counting_source = &source;
	return counting_setup(state);
}

TEARDOWN_MAY_FAIL
{
	const int ret = counting_teardown(state);

	for (size_t i = 0; i < REGION_SLOTS; i++)
		assert_int_equal(sums.tid[i], 0);
	counting_source = NULL;
	regions_free(source.regions);
	return ret;
}

static void look_at_region(void)
{
	request((struct tree_request){ .scope = LIVE_REGION, .id = PID, .region = name,
				       .open = { { MEMORY_OPEN } }, .latency = RETIRE_DEFAULT });
	steps(600 * MS);
}

/* Each event of the slot counts so much in a region, and is on for a part of the time. */
static void counts(size_t slot, size_t region, uint64_t count)
{
	for (size_t i = 0; i < sums.n[slot]; i++) {
		struct region_count *sum = &sums.sum[slot][region][i];

		sum->count += count;
		sum->enabled_ns += 400 * MS;
		sum->running_ns += 100 * MS;
	}
}

static void region_interval(int threads)
{
	interval_begins();
	(void)add_process(PID, (uint32_t)threads);
	for (int i = 0; i < threads; i++)
		(void)add_thread(PID, PID + i, 1e9);
	see();
	steps(5 * MS);
}

TEST(events_of_the_threads_are_handed_over_alone)
{
	begin_threads(PID, 2);
	look_at_region();
	assert_int_equal(sums.opened, 2);
	assert_int_equal(sums.n[0], EVENTS);
	assert_int_equal(fake_events.n_open, 2 * EVENTS);
}

TEST(a_node_of_a_region_has_what_was_counted_in_it_since_the_last_interval)
{
	begin_threads(PID, 2);
	look_at_region();
	region_interval(2);
	counts(0, 0, 1000);
	counts(1, 0, 500);
	counts(0, 1, 70000);	/* another region */
	region_interval(2);
	assert_true(fabs(scaled(E1) / 6000 - 1) < 1e-9);
	counts(1, 0, 100);
	region_interval(2);
	assert_true(fabs(scaled(E1) / 400 - 1) < 1e-9);
	assert_int_equal(counting_snapshot->opened.scope, LIVE_REGION);
	assert_int_equal(counting_snapshot->opened.region, name);
	remarks_nothing();
}

TEST(no_more_threads_than_slots_have_events)
{
	begin_threads(PID, REGION_SLOTS + 10);
	look_at_region();
	assert_int_equal(sums.opened, REGION_SLOTS);
	assert_int_equal(fake_events.n_open, REGION_SLOTS * EVENTS);
}

TEST(a_thread_that_has_exited_frees_its_slot)
{
	begin_threads(PID, 2);
	look_at_region();
	region_interval(2);
	fake_thread_exits(PID + 1);
	for (int i = 0; i < 15; i++)
		region_interval(1);
	assert_int_equal(sums.closed, 1);
	assert_int_equal(fake_events.n_open, EVENTS);
}

TEST(a_source_that_restarted_gets_all_events_again)
{
	begin_threads(PID, 1);
	look_at_region();
	region_interval(1);
	sums.error = -ENOENT;
	region_interval(1);
	assert_true(isnan(scaled(E1)));
	sums.error = 0;
	steps(5 * MS);
	assert_int_equal(sums.opened, 2);
	counts(0, 0, 100);
	region_interval(1);
	assert_true(fabs(scaled(E1) / 400 - 1) < 1e-9);
}

TEST(without_a_source_that_sums_up_it_says_what_is_needed)
{
	sums.cannot = true;
	begin_threads(PID, 1);
	look_at_region();
	region_interval(1);
	remarks("levels 3 to 6 of a region need the BPF engine");
	assert_int_equal(fake_events.n_open, 0);
}

TEST(a_region_that_no_task_was_in_is_said_to_be_so)
{
	begin_threads(PID, 1);
	request((struct tree_request){ .scope = LIVE_REGION, .id = PID, .region_name = "nosuch",
				       .open = { { MEMORY_OPEN } }, .latency = RETIRE_DEFAULT });
	steps(600 * MS);
	region_interval(1);
	remarks("process 100 was in no region \"nosuch\" yet");
}

TEST(the_process_can_be_looked_at_after_its_region)
{
	begin_threads(PID, 2);
	look_at_region();
	region_interval(2);
	look_at_process(MEMORY_OPEN);
	assert_int_equal(sums.closed, sums.opened);
	memset(fake_events.truth, 0, sizeof(fake_events.truth));
	interval_of(2, SECOND);
	counts_are_true(1e-6);
}
