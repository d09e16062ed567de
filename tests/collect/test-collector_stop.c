/* SPDX-License-Identifier: GPL-2.0-only */
/* The end of a replay whose thread cannot end: its read(2) waits for a disk. */
#include "config.h"
#include "collect/collector.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/slice/source.h"
#include "model/control.h"
#include "model/snapshot/exchange.h"
#include "tests/fixtures/test.h"

static struct control control;
static int disk[2];		/* a pipe, for a disk that does not answer */

static int slow_interval(struct source *source, const struct sink *sink, struct interval *interval,
			 struct err *err)
{
	uint64_t one = 1;
	char byte;

	(void)source;
	(void)sink;
	(void)interval;
	(void)err;
	(void)!write(control.wake_ui, &one, sizeof(one));	/* it begins to wait */
	return (int)read(disk[0], &byte, 1) - 1;
}

static int no_fd(struct source *source)
{
	(void)source;
	return -1;
}

TEST(a_replay_that_waits_for_its_disk_does_not_keep_the_program)
{
	static struct cpu_place place = { .core_type = TYPE_CORE };
	static const struct family family = { .name = "test", .levels = 1 };
	static const struct source_ops ops = { .name = "slow", .interval = slow_interval,
					       .poll_fd = no_fd };
	struct source source = { .ops = &ops };
	struct exchange *exchange = exchange_new();
	struct err err = { .text = "" };
	struct collector *collector;
	struct pollfd ui;

	source.machine = (struct machine){ .family = &family, .levels = 1, .n_cpus = 1,
					   .cpus = &place, .source = "slow" };
	control.wake_collector = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	control.wake_ui = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	ui = (struct pollfd){ .fd = control.wake_ui, .events = POLLIN };
	assert_int_equal(pipe(disk), 0);
	collector = collector_start(&source, exchange, &control, NULL, &err);
	assert_non_null(collector);
	assert_int_equal(poll(&ui, 1, -1), 1);
	assert_false(collector_stop(collector));
	assert_int_equal(write(disk[1], "", 1), 1);
	while (!collector_stop(collector))
		;
	exchange_free(exchange);
	(void)close(disk[0]);
	(void)close(disk[1]);
	(void)close(control.wake_collector);
	(void)close(control.wake_ui);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_replay_that_waits_for_its_disk_does_not_keep_the_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
