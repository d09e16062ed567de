/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that reads a recording for the screen: what it publishes, and when it begins again. */
#include "config.h"
#include "collect/sample/profile_loader.h"

#include <linux/perf_event.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/test_main.h"

static struct builder b;
static struct profile_exchange *exchange;
static struct profile_loader *loader;
static int wake_ui, fd;
static struct err err;
static struct profile_news news;	/* of the newest profile */
static uint32_t told;		/* objects; of the loader's thread until it has ended */

SETUP_MAY_FAIL
{
	builder_init(&b);
	exchange = profile_exchange_new();
	wake_ui = eventfd(0, EFD_CLOEXEC);
	fd = -1;
	loader = NULL;
	told = 0;
	return !exchange || wake_ui < 0;
}

TEARDOWN
{
	profile_loader_free(loader);
	profile_exchange_free(exchange);
	close(wake_ui);
	if (fd >= 0)
		close(fd);
	builder_done(&b);
}

static int count_object(void *data, uint32_t index, const struct profile_object *object)
{
	assert_int_equal(index, told);
	assert_string_equal(object->path, "/bin/app");
	told++;
	return 0;
}

static void start(int from, struct recording_copy *copy)
{
	struct profile_loader_options options = { .copy = copy, .exchange = exchange, .wake_ui = wake_ui,
						  .add_object = count_object };
	char path[64];

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", from);
	assert_int_equal(profile_reader_open(path, copy, &options.reader, &err), 0);
	assert_int_equal(profile_loader_new(&options, &loader, &err), 0);
}

static void store(size_t missing)
{
	builder_finish(&b);
	fd = memfd_create("recording", MFD_CLOEXEC);
	assert_int_equal(write(fd, b.out.bytes, b.out.n - missing), b.out.n - missing);
}

static void start_built(void)
{
	store(0);
	start(fd, NULL);
}

/* Waits for the complete profile of this request; NULL if it has none. */
static const struct profile *wait_for(uint32_t serial)
{
	for (;;) {
		const struct profile *profile;
		uint64_t n;

		assert_int_equal(read(wake_ui, &n, sizeof(n)), sizeof(n));
		profile = profile_exchange_latest(exchange, &news);
		if (news.serial == serial && news.ended)
			return profile;
	}
}

static const struct built_branch branches[] = { { 0x400210, 0x400300, BUILT_PREDICTED },
						{ 0x400120, 0x400200, BUILT_PREDICTED } };

static void two_events(void)
{
	struct built_event *event;

	(void)builder_branch_event(&b);
	event = builder_event(&b, PERF_TYPE_HARDWARE, 0, "cycles:u");
	event->sample_type = b.events[0].sample_type & ~(uint64_t)PERF_SAMPLE_BRANCH_STACK;
	builder_app(&b);
	for (uint64_t i = 1; i <= 10; i++) {
		builder_branches(&b, i * SECOND, branches, 2);
		builder_put_sample(&b, 1, &(struct built_sample){
			.at = { 0, APP_PID, APP_PID, i * SECOND }, .ip = 0x400400, .period = 5 });
	}
}

TEST(the_best_event_is_published_first)
{
	const struct profile *profile;

	two_events();
	start_built();
	profile = wait_for(0);
	assert_non_null(profile);
	assert_int_equal(profile->stacks, 10);
	assert_int_equal(news.n_events, 2);
	assert_true(news.progress >= 1);
	assert_string_equal(news.trouble, "");
	assert_int_equal(news.first_ns, SECOND);
	assert_int_equal(told, 1);
}

TEST(a_request_is_fulfilled_and_objects_are_told_once)
{
	const struct profile *profile;

	two_events();
	start_built();
	(void)wait_for(0);
	profile_exchange_request(exchange, &(struct profile_request){ .serial = 1, .event = 1 });
	profile_loader_wake(loader);
	profile = wait_for(1);
	assert_int_equal(profile->samples, 10);
	assert_int_equal(profile->stacks, 0);
	assert_string_equal(profile->event.name, "cycles:u");
	profile_exchange_request(exchange, &(struct profile_request){ .serial = 2, .from_ns = SECOND,
								      .to_ns = 4 * SECOND });
	profile_loader_wake(loader);
	assert_int_equal(wait_for(2)->stacks, 3);
	assert_int_equal(told, 1);
}

TEST(a_recording_without_samples_has_news_and_no_profile)
{
	(void)builder_branch_event(&b);
	start_built();
	assert_null(wait_for(0));
	assert_non_null(strstr(news.trouble, "not one sample of code"));
}

TEST(a_recording_that_is_cut_off_says_so)
{
	two_events();
	b.no_data_size = true;
	store(20);
	start(fd, NULL);
	assert_non_null(wait_for(0));
	assert_non_null(strstr(news.trouble, "is cut off"));
}

TEST(the_copy_of_a_pipe_is_read_again_until_the_pipe_has_ended)
{
	struct recording_copy copy;
	int fds[2];

	b.pipe = true;
	two_events();
	store(500);
	assert_int_equal(pipe(fds), 0);
	copy = (struct recording_copy){ .fd = fd, .from = fds[0] };
	start(-1, &copy);
	assert_int_equal(poll(&(struct pollfd){ .fd = wake_ui, .events = POLLIN }, 1, -1), 1);
	(void)profile_exchange_latest(exchange, &news);
	assert_false(news.ended || news.trouble[0]);
	assert_int_equal(write(fds[1], b.out.bytes + b.out.n - 500, 500), 500);
	close(fds[1]);
	assert_int_equal(wait_for(0)->stacks, 10);
}

/* The writer of a pipe has stopped, and never ends. */
TEST(the_thread_ends_while_it_waits_for_a_pipe)
{
	int fds[2];

	b.pipe = true;
	two_events();
	builder_finish(&b);
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], b.out.bytes, b.out.n), b.out.n);
	start(fds[0], NULL);
	assert_int_equal(poll(&(struct pollfd){ .fd = wake_ui, .events = POLLIN }, 1, -1), 1);
	profile_loader_free(loader);
	loader = NULL;
	assert_false(close(fds[0]) || close(fds[1]));
}
