/* SPDX-License-Identifier: GPL-2.0-only */
/* A source of whole CPUs where single processes are watched: what it is told and remarks. */
#include "config.h"
#include "collect/percpu/source_watched.h"

#include <unistd.h>

#include "tests/fixtures/test_main.h"

static int fds[2];
static struct cpu_place place;
static struct source cpus;
static struct source_ops ops;
static bool prepared;
static const struct sink whole = { .slice = NULL };

static int cpus_wait(struct source *source, uint64_t *until_ns)
{
	return fds[0];
}

static uint64_t cpus_clock_ns(struct source *source)
{
	return 1;
}

static int cpus_request(struct source *source, const struct source_requests *was, const struct sink *sink,
			struct err *err)
{
	prepared |= sink == source->filter->sink(source->filter, &whole) &&
		    source->requests.recordings != was->recordings;
	source->restarted_ns = sink ? 77 : 0;
	return 0;
}

static void cpus_say(struct source *source, struct source_remarks *remarks)
{
	memset(remarks, 0x5a, sizeof(*remarks));
}

static void cpus_close(struct source *source)
{
	machine_unpublish(&source->machine);
}

static struct source *watch_ourselves(void)
{
	static const int32_t pid = 1;
	const struct watched watched = { .pids = &pid, .n_pids = 1, .go = -1 };
	struct err err = { .text = "" };

	assert_int_equal(pipe(fds), 0);
	cpus.ops = &ops;
	assert_int_equal(source_watch(&cpus, &watched, false, &err), 0);
	return &cpus;
}

static void forget(struct source *source)
{
	source_close(source);
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
		.wait = cpus_wait, .clock_ns = cpus_clock_ns, .request = cpus_request, .say = cpus_say,
		.close = cpus_close,
	};
}

/* Also those that come to the struct one day: each of its bytes is another one. */
TEST(every_request_and_all_that_the_source_says_is_passed_on)
{
	struct source *source = watch_ourselves();
	unsigned char *bytes = (unsigned char *)&source->requests;
	struct source_remarks remarks, all;

	for (size_t i = 0; i < sizeof(source->requests); i++)
		bytes[i] = i < offsetof(struct source_requests, slices) ? (unsigned char)(1 + i) : 1;
	source_request(source, NULL, &(struct err){ .text = "" });
	assert_memory_equal(&cpus.told, &source->requests, sizeof(cpus.told));
	remarks = source_remarks(source);
	cpus_say(NULL, &all);
	assert_memory_equal(&remarks, &all, sizeof(remarks));
	forget(source);
}

TEST(a_recording_that_begins_prepares_the_source_and_a_restart_is_told)
{
	struct source *source = watch_ourselves();

	source_prepare_recording(source, &whole);
	assert_true(prepared);
	assert_int_equal(source->restarted_ns, 77);
	forget(source);
}
