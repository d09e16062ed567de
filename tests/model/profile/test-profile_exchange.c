/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles from the reader to the screen, requests back: what each side sees, on one thread. */
#include "config.h"
#include "model/profile/profile_exchange.h"

#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

static struct profile *profile_of(uint64_t samples)
{
	struct profile *profile = calloc(1, sizeof(*profile));

	assert_non_null(profile);
	profile->samples = samples;
	return profile;
}

static void publish(struct profile_exchange *exchange, struct profile *profile, uint32_t serial,
		    double progress)
{
	const struct profile_news news = { .serial = serial, .progress = progress };

	profile_exchange_publish(exchange, profile, &news);
}

static uint64_t samples_shown(struct profile_exchange *exchange)
{
	struct profile_news news;
	const struct profile *profile = profile_exchange_latest(exchange, &news);

	return profile ? profile->samples : 0;
}

TEST(before_the_first_profile_there_is_none)
{
	OWNED(profile_exchange) *exchange = profile_exchange_new();
	struct profile_news news;

	assert_null(profile_exchange_latest(exchange, &news));
	assert_int_equal(news.serial, 0);
}

TEST(the_newest_profile_is_shown_and_others_are_freed)
{
	OWNED(profile_exchange) *exchange = profile_exchange_new();

	publish(exchange, profile_of(1), 1, 0.1);
	publish(exchange, profile_of(2), 1, 0.2);
	publish(exchange, profile_of(3), 1, 0.3);
	assert_int_equal(samples_shown(exchange), 3);
	assert_int_equal(samples_shown(exchange), 3);
	publish(exchange, profile_of(4), 1, 1);
	assert_int_equal(samples_shown(exchange), 4);
}

TEST(news_alone_leave_the_profile_that_is_shown)
{
	OWNED(profile_exchange) *exchange = profile_exchange_new();
	struct profile_news news;

	publish(exchange, profile_of(5), 1, 0.5);
	assert_int_equal(samples_shown(exchange), 5);
	publish(exchange, NULL, 1, 0.7);
	assert_int_equal(profile_exchange_latest(exchange, &news)->samples, 5);
	assert_true(news.progress > 0.6);
}

TEST(news_alone_do_not_lose_a_profile_that_nobody_took)
{
	OWNED(profile_exchange) *exchange = profile_exchange_new();
	struct profile_news news;

	publish(exchange, profile_of(6), 1, 0.5);
	publish(exchange, NULL, 1, 0.7);
	publish(exchange, NULL, 1, 0.8);
	assert_int_equal(profile_exchange_latest(exchange, &news)->samples, 6);
	assert_true(news.progress > 0.75);
}

TEST(a_profile_of_an_older_request_is_not_shown)
{
	OWNED(profile_exchange) *exchange = profile_exchange_new();

	publish(exchange, profile_of(7), 1, 1);
	publish(exchange, NULL, 2, 0);
	assert_int_equal(samples_shown(exchange), 0);
	publish(exchange, profile_of(8), 2, 1);
	assert_int_equal(samples_shown(exchange), 8);
	publish(exchange, NULL, 3, 0);
	assert_int_equal(samples_shown(exchange), 0);
}

TEST(a_kept_profile_belongs_to_the_caller)
{
	struct profile_exchange *exchange = profile_exchange_new();
	struct profile *kept;

	publish(exchange, profile_of(9), 1, 1);
	assert_int_equal(samples_shown(exchange), 9);
	kept = profile_exchange_keep(exchange);
	assert_null(profile_exchange_keep(exchange));
	publish(exchange, profile_of(10), 1, 1);
	assert_int_equal(samples_shown(exchange), 10);
	profile_exchange_free(exchange);
	assert_int_equal(kept->samples, 9);
	profile_free(kept);
}

TEST(the_newest_request_is_told_once)
{
	OWNED(profile_exchange) *exchange = profile_exchange_new();
	struct profile_request request = { .serial = 1 };

	assert_false(profile_exchange_requested(exchange, &request));
	profile_exchange_request(exchange, &request);
	request.serial = 2;
	profile_exchange_request(exchange, &request);
	request.serial = 0;
	assert_true(profile_exchange_requested(exchange, &request));
	assert_int_equal(request.serial, 2);
	assert_false(profile_exchange_requested(exchange, &request));
}

TEST(nothing_is_left_when_both_threads_have_ended)
{
	struct profile_exchange *exchange = profile_exchange_new();

	publish(exchange, profile_of(1), 1, 1);
	assert_int_equal(samples_shown(exchange), 1);
	publish(exchange, profile_of(2), 1, 1);
	profile_exchange_free(exchange);	/* the leak sanitizer tells */
	profile_exchange_free(NULL);
}
