/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The exchange of profiles between two threads: no profile may be seen half made, be freed while it
 * is read, or be older than the one before, and each is freed once. As test-exchange-race.c;
 * tests/exchange-weak.sh runs both with ThreadSanitizer and weaker orders.
 */
#include "config.h"
#include "model/profile/profile_exchange.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fixtures/check.h"

enum { ROUNDS = 60000, BRANCHES = 5 };

/* All fields of a profile follow from its number, so that a torn one contradicts itself. */
static struct profile *make(uint64_t number)
{
	struct profile *profile = calloc(1, sizeof(*profile));
	size_t n = 1 + number % BRANCHES;
	struct profile_branch *branches = calloc(n, sizeof(*branches));

	CHECK(profile && branches);
	for (size_t i = 0; i < n; i++)
		branches[i].taken = number + i;
	profile->branches = branches;
	profile->n_branches = n;
	profile->samples = number;
	profile->entries = ~number;
	return profile;
}

static void check(const struct profile *profile)
{
	CHECK(profile->entries == ~profile->samples);
	CHECK(profile->n_branches == 1 + profile->samples % BRANCHES);
	for (size_t i = 0; i < profile->n_branches; i++)
		CHECK(profile->branches[i].taken == profile->samples + i);
}

static void *read_samples(void *argument)
{
	struct profile_exchange *exchange = argument;
	struct profile_request request = { 0 }, last = { 0 };

	for (uint64_t number = 1; number <= ROUNDS; number++) {
		struct profile_news news = { .progress = (double)number };
		bool ended = number == ROUNDS;

		if (profile_exchange_requested(exchange, &request)) {
			CHECK(request.serial > last.serial);
			CHECK(request.from_ns == ~(uint64_t)request.serial);
			last = request;
		}
		news.ended = ended;
		/* now and then news alone, which take an untaken profile back */
		profile_exchange_publish(exchange, number % 3 || ended ? make(number) : NULL, &news);
		if (number % 16 == 0)
			sched_yield();
	}
	return NULL;
}

int main(void)
{
	struct profile_exchange *exchange = profile_exchange_new();
	uint64_t last = 0, taken = 0;
	struct profile_news news = { 0 };
	double progress = 0;
	pthread_t reader;

	CHECK(exchange);
	CHECK(!pthread_create(&reader, NULL, read_samples, exchange));
	while (!news.ended) {
		const struct profile_request request = { .serial = (uint32_t)++taken,
							 .from_ns = ~(uint64_t)(uint32_t)taken };
		const struct profile *profile = profile_exchange_latest(exchange, &news);

		CHECK(news.progress >= progress);
		progress = news.progress;
		profile_exchange_request(exchange, &request);
		if (profile) {
			CHECK(profile->samples >= last);
			last = profile->samples;
			check(profile);
		}
		sched_yield();
		if (profile)
			check(profile);
		if (profile && taken % 64 == 0)
			profile_free(profile_exchange_keep(exchange));
	}
	CHECK(last == ROUNDS);
	CHECK(!pthread_join(reader, NULL));
	printf("%d published, none torn\n", ROUNDS);
	profile_exchange_free(exchange);
	return 0;
}
