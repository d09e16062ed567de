/* SPDX-License-Identifier: GPL-2.0-only */
/* What a source of single processes passes on to the source of whole CPUs behind it. */
#include "config.h"
#include "collect/percpu/source_watched.h"

#include <string.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

/* Operations that only sources have which are never behind it: recordings and the demo. */
static const size_t not_of_machines[] = {
	offsetof(struct source_ops, interval), offsetof(struct source_ops, task_facts),
	offsetof(struct source_ops, thread_name), offsetof(struct source_ops, thread_waited),
	offsetof(struct source_ops, region_state),
};

static int fds[2];
static struct cpu_place place;
static struct source cpus;
static struct source_ops ops;
static bool prepared;

static int cpus_poll_fd(struct source *source)
{
	return fds[0];
}

static uint64_t cpus_clock_ns(struct source *source)
{
	return 1;
}

static uint64_t cpus_probes_last_ns(const struct source *source)
{
	return 80000000;
}

static void cpus_prepare_recording(struct source *source, const struct sink *sink)
{
	prepared = true;
	source->restarted_ns = 77;
}

static void cpus_close(struct source *source)
{
}

static struct source *watch_ourselves(void)
{
	static const int32_t pid = 1;
	const struct source_watched_options options = { .pids = &pid, .n_pids = 1, .go = -1 };
	struct source *source = NULL;
	struct err err = { .text = "" };

	assert_int_equal(pipe(fds), 0);
	cpus.ops = &ops;
	assert_int_equal(source_watched_open(&options, &cpus, &source, &err), 0);
	return source;
}

static void forget(struct source *source)
{
	source->ops->close(source);
	close(fds[0]);
	close(fds[1]);
}

SETUP
{
	prepared = false;
	memset(&cpus, 0, sizeof(cpus));
	cpus.machine.cpus = &place;
	cpus.machine.n_cpus = 1;
	ops = (struct source_ops){
		.poll_fd = cpus_poll_fd,
		.clock_ns = cpus_clock_ns,
		.probes_last_ns = cpus_probes_last_ns,
		.prepare_recording = cpus_prepare_recording,
		.close = cpus_close,
	};
}

static bool is_of_machines(size_t at)
{
	for (size_t i = 0; i < sizeof(not_of_machines) / sizeof(not_of_machines[0]); i++)
		if (not_of_machines[i] == at)
			return false;
	return at != offsetof(struct source_ops, opens_tasks);	/* and asks_proc, which is beside it */
}

/* Of an operation that is not passed on the collector believes that the source has none. */
TEST(every_operation_of_a_source_of_cpus_is_passed_on)
{
	struct source *source = watch_ourselves();
	const unsigned char *bytes = (const unsigned char *)source->ops;
	static const unsigned char none[sizeof(void *)];

	for (size_t at = offsetof(struct source_ops, start); at < sizeof(ops); at += sizeof(none))
		if (is_of_machines(at) && !memcmp(bytes + at, none, sizeof(none)))
			fail_msg("the operation at byte %zu of struct source_ops is missing", at);
	forget(source);
}

TEST(how_long_probes_last_is_what_the_source_says)
{
	struct source *source = watch_ourselves();

	assert_int_equal(source->ops->probes_last_ns(source), 80000000);
	ops.probes_last_ns = NULL;
	assert_int_equal(source->ops->probes_last_ns(source), 0);
	forget(source);
}

TEST(a_recording_that_begins_prepares_the_source_and_a_restart_is_told)
{
	struct source *source = watch_ourselves();
	const struct sink sink = { .slice = NULL };

	source->ops->prepare_recording(source, &sink);
	assert_true(prepared);
	assert_int_equal(source->restarted_ns, 77);
	assert_int_equal(cpus.restarted_ns, 0);
	forget(source);
}
