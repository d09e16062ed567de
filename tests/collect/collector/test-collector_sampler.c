/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the collector calls the sampler, which is one of the test's own; and its end while a source
 * waits.
 */
#include "config.h"
#include "collect/collector/collector.h"

#include <poll.h>
#include <semaphore.h>
#include <unistd.h>

#include "collect/live/sampler.h"
#include "collect/sys/clock_ns.h"
#include "tests/fixtures/fixture_collector.h"
#include "tests/fixtures/test_main.h"

static sem_t stepped;

static struct sampler {
	unsigned int steps, seen, ended;
	uint64_t step_ns, seen_seq;
	uint64_t next_ns;
	bool ran;		/* the snapshot had the task that ran */
} sampler;

void sampler_step(struct sampler *self, uint64_t now_ns)
{
	self->step_ns = now_ns;
	self->steps++;
	(void)sem_post(&stepped);
}

uint64_t sampler_see(struct sampler *self, const struct snapshot *snapshot, uint64_t now_ns)
{
	assert_true(now_ns == snapshot->end_ns);
	self->seen++;
	self->seen_seq = snapshot->seq;
	self->ran = snapshot_find(snapshot, ROW_THREAD, 10) != NULL;
	return 0;
}

uint64_t sampler_next_ns(const struct sampler *self)
{
	return self->next_ns ? clock_ns(CLOCK_MONOTONIC) + self->next_ns : UINT64_MAX;
}

void sampler_end(struct sampler *self)
{
	self->ended++;
}

FIXTURE(setup)
{
	sampler = (struct sampler){ .steps = 0 };
	(void)collector_setup(state);
	control_init(&control, 60000 * MS);
	collector_options.companions.sampler = &sampler;
	return sem_init(&stepped, 0, 0);
}

const struct around_tests around_tests = { .setup = setup, .teardown = collector_teardown };

TEST(a_request_from_before_the_start_is_followed_at_the_start)
{
	begin_collecting();
	assert_int_equal(sampler.steps, 1);
}

TEST(each_step_is_one_of_the_sampler_and_each_interval_is_seen_before_it_is_published)
{
	begin_collecting();
	assert_true(step_at(10));
	assert_int_equal(sampler.steps, 2);
	assert_true(sampler.step_ns == START_NS + 10 * MS);
	assert_int_equal(sampler.seen, 0);
	assert_true(step_at(60000));
	assert_int_equal(sampler.seen, 1);
	assert_int_equal(sampler.seen_seq, 1);
	assert_true(sampler.ran);
}

TEST(the_thread_wakes_for_the_sampler_and_ends_it)
{
	struct err err;

	fake_source.now_ns = 0;
	sampler.next_ns = MS;
	collector = collector_start(&fake_source.source, exchange, &control, &collector_options, &err);
	assert_non_null(collector);
	for (int i = 0; i < 5; i++)
		assert_int_equal(sem_wait(&stepped), 0);
	assert_true(collector_stop(collector));
	collector = NULL;
	assert_int_equal(sampler.ended, 1);
}

static int disk[2];		/* a pipe, for a disk that does not answer */

static int slow_interval(struct source *self, const struct sink *sink, struct interval *interval, struct err *err)
{
	uint64_t one = 1;
	char byte;

	(void)!write(control.wake_ui, &one, sizeof(one));	/* it begins to wait */
	return (int)read(disk[0], &byte, 1) - 1;
}

/* The thread cannot end: its read(2) waits. */
TEST(a_replay_that_waits_for_its_disk_does_not_keep_the_program)
{
	struct pollfd ui = { .fd = control.wake_ui, .events = POLLIN };
	struct err err = { .text = "" };

	fake_source.ops.interval = slow_interval;
	assert_int_equal(pipe(disk), 0);
	collector = collector_start(&fake_source.source, exchange, &control, NULL, &err);
	assert_non_null(collector);
	assert_int_equal(poll(&ui, 1, -1), 1);
	assert_false(collector_stop(collector));
	assert_int_equal(write(disk[1], "", 1), 1);
	while (!collector_stop(collector))
		;
	collector = NULL;
	(void)close(disk[0]);
	(void)close(disk[1]);
}
