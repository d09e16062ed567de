/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the collector calls the sampler, which is one of the test's own; and its end while a source
 * waits.
 */
#include "config.h"
#include "collect/collector.h"

#include <poll.h>
#include <semaphore.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/sample/sampler.h"
#include "collect/slice/source.h"
#include "collect/sys/clock_ns.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define START_NS (7000 * MS)

static sem_t stepped;
static uint64_t fixed_ns;		/* 0: the real clock */

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

static struct cpu_place place = { .core_type = TYPE_CORE };
static const struct family family = { .name = "test", .levels = 1 };
static struct source source;
static struct exchange *exchange;
static struct control control;

static int start(struct source *self, struct err *err)
{
	return 0;
}

static int poll_fd(struct source *self)
{
	return -1;
}

static int drain(struct source *self, const struct sink *sink, struct err *err)
{
	return 0;
}

static int tick(struct source *self, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	struct slice slice = { .time_ns = now_ns, .pid = 10, .tid = 10, .duration_ns = 10 * MS };

	slice.counts.present = 1U << EV_SLOTS;
	slice.counts.value[EV_SLOTS] = 1e6;
	sink->slice(sink->data, &slice);
	return 0;
}

static uint64_t now(struct source *self)
{
	return fixed_ns ? fixed_ns : clock_ns(CLOCK_MONOTONIC);
}

static const struct source_ops ops = {
	.name = "demo", .start = start, .poll_fd = poll_fd, .drain = drain, .tick = tick,
	.clock_ns = now,
};

SETUP
{
	memset(&sampler, 0, sizeof(sampler));
	fixed_ns = 0;
	assert_int_equal(sem_init(&stepped, 0, 0), 0);
	source = (struct source){ .ops = &ops, .machine = { .family = &family, .levels = 1,
							    .n_cpus = 1, .cpus = &place,
							    .source = "demo" } };
	exchange = exchange_new();
	assert_non_null(exchange);
	control_init(&control, 60000 * MS);
	control.wake_collector = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	control.wake_ui = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

TEARDOWN
{
	exchange_free(exchange);
	close(control.wake_collector);
	close(control.wake_ui);
}

static const struct collector_options options = { .batch = true, .beside = { .sampler = &sampler } };

TEST(a_wish_from_before_the_start_is_followed_at_the_start)
{
	struct collector *collector = collector_new(&source, exchange, &control, &options);

	assert_true(collector_begin(collector, START_NS));
	assert_int_equal(sampler.steps, 1);
	collector_free(collector);
}

TEST(each_step_is_one_of_the_sampler_and_each_interval_is_seen_before_it_is_published)
{
	struct collector *collector = collector_new(&source, exchange, &control, &options);

	fixed_ns = START_NS;
	assert_true(collector_begin(collector, START_NS));
	assert_true(collector_step(collector, START_NS + 10 * MS));
	assert_int_equal(sampler.steps, 2);
	assert_true(sampler.step_ns == START_NS + 10 * MS);
	assert_int_equal(sampler.seen, 0);
	assert_true(collector_step(collector, START_NS + 60000 * MS));
	assert_int_equal(sampler.seen, 1);
	assert_int_equal(sampler.seen_seq, 1);
	assert_true(sampler.ran);
	collector_free(collector);
}

TEST(the_thread_wakes_for_the_sampler_and_ends_it)
{
	struct collector *collector;
	struct err err;

	sampler.next_ns = MS;
	collector = collector_start(&source, exchange, &control, &options, &err);
	assert_non_null(collector);
	for (int i = 0; i < 5; i++)
		assert_int_equal(sem_wait(&stepped), 0);
	assert_true(collector_stop(collector));
	assert_int_equal(sampler.ended, 1);
}

static int disk[2];		/* a pipe, for a disk that does not answer */

static int slow_interval(struct source *self, const struct sink *sink, struct interval *interval,
			 struct err *err)
{
	uint64_t one = 1;
	char byte;

	(void)!write(control.wake_ui, &one, sizeof(one));	/* it begins to wait */
	return (int)read(disk[0], &byte, 1) - 1;
}

/* The thread cannot end: its read(2) waits. */
TEST(a_replay_that_waits_for_its_disk_does_not_keep_the_program)
{
	static const struct source_ops slow = { .name = "slow", .interval = slow_interval,
						.poll_fd = poll_fd };
	struct pollfd ui = { .fd = control.wake_ui, .events = POLLIN };
	struct err err = { .text = "" };
	struct collector *collector;

	source.ops = &slow;
	assert_int_equal(pipe(disk), 0);
	collector = collector_start(&source, exchange, &control, NULL, &err);
	assert_non_null(collector);
	assert_int_equal(poll(&ui, 1, -1), 1);
	assert_false(collector_stop(collector));
	assert_int_equal(write(disk[1], "", 1), 1);
	while (!collector_stop(collector))
		;
	(void)close(disk[0]);
	(void)close(disk[1]);
}
