/* SPDX-License-Identifier: GPL-2.0-only */
/* What sampling of this machine needs, opened and closed. */
#include "config.h"

#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"
#include "ui/main/profile_screen.h"
#include "ui/options/options.h"

static struct live_session live;
static struct profile_screen screen;
static struct options options;
static int wake;

SETUP_MAY_FAIL
{
	options_init(&options);
	wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	live = (struct live_session){ .exchange = NULL };
	return wake < 0;
}

TEARDOWN
{
	profile_screen_close(&screen);
	profile_live_close(&live);
	close(wake);
}

static int open_live(void)
{
	const struct live_how how = { .options = &options, .pmu_root = "", .wake_ui = -1,
				      .wake_collector = wake };

	return profile_live_open(&live, &how);
}

/* Skips the test where the kernel lets no process sample, as in some containers. */
static void open_or_skip(void)
{
	if (open_live())
		skip();
}

TEST(what_can_be_sampled_is_known_after_opening)
{
	open_or_skip();
	assert_true(live.choices.n > 0);
	assert_non_null(live.exchange);
	assert_non_null(live.sampler);
	assert_string_equal(live.why_not.text, "");
}

TEST(without_a_pmu_there_is_at_least_a_clock)
{
	const struct live_request of_node = { .what = LIVE_OF_NODE, .any_node = true };
	struct sample_choices choices;
	struct err err;
	const int ret = sample_choices_make(machine_root("software"), NULL, &choices, &err);

	if (ret == -EACCES || ret == -EPERM || ret == -ENOSYS)
		skip();
	assert_int_equal(ret, 0);
	assert_int_equal(sample_choices_find(&choices, &of_node, &err), 0);
	assert_string_equal(choices.choice[0].event.name, "cpu-clock");
}

TEST(a_request_wakes_the_collector_and_is_there)
{
	struct profile_request request = { .serial = 3, .live.scope = LIVE_MACHINE };
	uint64_t n;

	open_or_skip();
	profile_live_request(&live, &request);
	assert_int_equal(read(wake, &n, sizeof(n)), sizeof(n));
	assert_true(profile_exchange_requested(live.exchange, &request));
	assert_int_equal(request.serial, 3);
}

TEST(what_cannot_be_opened_says_why_and_leaves_nothing_open)
{
	struct rlimit before, none;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_true(open_live() < 0);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	assert_null(live.exchange);
	assert_null(live.sampler);
	assert_true(live.why_not.text[0]);
}

TEST(the_screen_has_the_exchange_or_the_sentence)
{
	open_or_skip();
	profile_screen_live(&screen, &live, &options, -1);
	assert_ptr_equal(screen.seams.profiles, live.exchange);
	assert_true(screen.seams.live && !screen.seams.why_not);
	profile_live_close(&live);
	(void)err_set(&live.why_not, 0, "there is no clock");
	profile_screen_live(&screen, &live, &options, -1);
	assert_true(!screen.seams.profiles && !screen.seams.names);
	assert_string_equal(screen.seams.why_not, "there is no clock");
}

TEST(closing_twice_and_without_opening_is_fine)
{
	profile_live_close(&live);
	open_or_skip();
	profile_live_close(&live);
	profile_live_close(&live);
	assert_null(live.exchange);
}

TEST(without_anything_open_no_right_is_needed)
{
	assert_false(profile_live_needs_trace(&live));
}
