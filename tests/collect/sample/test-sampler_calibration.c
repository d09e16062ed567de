/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Are the shares that sampling shows as far from the truth as their errors say? Programs of known
 * shares run on a fake kernel with a fake clock, again and again; the sampler, the profile and its
 * functions are the real ones. Random numbers have a fixed seed: always the same.
 */
#include "config.h"
#include "collect/sample/sampler.h"

#include "model/profile/functions.h"
#include "model/profile/profile_builder.h"
#include "tests/fixtures/fixture_sampling.h"
#include "tests/fixtures/sampling_doubles.h"
#include "tests/fixtures/test_main.h"

#define F1 0x1000		/* the function whose share is known */
#define F2 0x2000
#define RUNS 50

static struct profile_builder *builder;
static uint64_t seed;

/* 0..1; the generator of Knuth's MMIX. */
static double any(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(seed >> 11) * 0x1p-53;
}

static void begin_profile(void)
{
	const struct profile_event event = { .name = "cpu-clock" };

	profile_builder_free(builder);
	builder = profile_builder_new(&event, NULL);
	assert_non_null(builder);
}

static void add_sample(uint64_t ip, uint64_t period)
{
	const struct profile_sample sample = {
		.pid = PID, .period = period, .at = { ip, PLACE_NO_OBJECT },
	};

	assert_int_equal(profile_builder_add(builder, &sample), 0);
}

static void take_sample(const char *bytes)
{
	uint64_t ip, period;

	memcpy(&ip, bytes + 16, sizeof(ip));
	memcpy(&period, bytes + 48, sizeof(period));
	add_sample(ip, period);
}

/* What the profile says of F1. */
static struct estimate shown(void)
{
	struct profile *profile = profile_builder_finish(builder, NULL, 0, NULL);
	struct functions functions;
	struct estimate share = { 0, 0 };

	assert_non_null(profile);
	assert_int_equal(functions_init(&functions, profile, NULL, FUNCTIONS_OF_ALL), 0);
	for (size_t i = 0; i < functions.n; i++) {
		if (functions.rows[i].start.offset == F1)
			share = functions.rows[i].share;
	}
	functions_done(&functions);
	profile_free(profile);
	return share;
}

/* ---- programs ---- */

/* The thread is in this function for so long; the sampler does its work in time. */
static void run_in(uint64_t ip, uint64_t ns)
{
	while (ns) {
		const uint64_t due_ns = sampler_next_ns(sampling_under_test);
		uint64_t step_ns = ns;

		if (due_ns > fake_events.now_ns && due_ns - fake_events.now_ns < ns)
			step_ns = due_ns - fake_events.now_ns;
		fake_thread_runs(PID, 0, step_ns, step_ns, ip);
		sampling_step();
		ns -= step_ns;
	}
}

/* Again and again: of each cycle, this part in F1. Begins anywhere in a cycle. */
static struct estimate run_cycles(uint64_t cycle_ns, double part, uint64_t ns)
{
	const uint64_t first_ns = (uint64_t)(part * (double)cycle_ns);
	uint64_t begin_ns = (uint64_t)(any() * (double)cycle_ns);

	for (uint64_t done = 0; done < ns; done += cycle_ns, begin_ns = 0) {
		if (begin_ns < first_ns)
			run_in(F1, first_ns - begin_ns);
		run_in(F2, cycle_ns - (begin_ns > first_ns ? begin_ns : first_ns));
	}
	return shown();
}

static void look(double rate)
{
	(void)sampling_setup(NULL);
	heard.on_begin = begin_profile;
	heard.on_sample = take_sample;
	open_sampler(rate, 0);
	fake_events.now_ns += (uint64_t)(any() * 1e9);
	sampling_begin_threads(PID, 1);
	wish_live((struct live_wish){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = CLOCK });
}

/* ---- what holds of many runs ---- */

struct runs {
	unsigned int n, outside, beyond_doubt;
	double squares;			/* of the errors that were made, in stated errors */
	struct estimate before;
};

static void judge(struct runs *runs, struct estimate share, double truth)
{
	const double z = (share.value - truth) / share.error;
	const double change = share.value - runs->before.value;

	assert_true(share.error > 0);
	runs->outside += fabs(z) > 2;
	runs->squares += z * z;
	/* as model/profile/profile_compare.c judges two of them */
	if (runs->n % 2)
		runs->beyond_doubt += fabs(change) > 3 * hypot(share.error, runs->before.error);
	runs->before = share;
	runs->n++;
}

/* Truth within two errors in 90 % or more; of equal runs one pair in 100 differs, or a single one. */
static void assert_calibrated(const struct runs *runs)
{
	assert_in_range(runs->n - runs->outside, runs->n * 90 / 100, runs->n);
	assert_in_range(runs->beyond_doubt, 0, 1 + runs->n / 200);
	assert_true(sqrt(runs->squares / runs->n) < 1.25);
}

TEST(cycles_of_a_program_that_meet_the_period_are_no_reason_for_wrong_shares)
{
	static const struct {
		double rate;
		uint64_t cycle_ns;
	} cases[] = {
		{ 1000, 1000000 }, { 1000, 500000 }, { 1000, 2000000 }, { 1000, 4000000 },
		{ 1000, 10000000 }, { 1000, 800000 }, { 1000, 1155245 }, { 1000, 1848392 },
		{ 500, 1000000 }, { 500, 2000000 }, { 250, 4000000 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct runs runs = { .n = 0 };

		for (int run = 0; run < RUNS; run++) {
			(void)sampling_teardown(NULL);
			look(cases[i].rate);
			judge(&runs, run_cycles(cases[i].cycle_ns, 0.7, SECOND), 0.7);
		}
		assert_calibrated(&runs);
	}
}

TEST(samples_of_unequal_weights_have_an_error_that_says_so)
{
	struct runs runs = { .n = 0 };

	for (int run = 0; run < 10 * RUNS; run++) {
		begin_profile();
		for (int i = 0; i < 1000; i++)
			add_sample(any() < 0.7 ? F1 : F2, any() < 0.05 ? 100000000 : 1000000);
		judge(&runs, shown(), 0.7);
	}
	assert_calibrated(&runs);
}

FIXTURE(setup)
{
	seed = 20261128;
	return sampling_setup(state);
}

FIXTURE(teardown)
{
	profile_builder_free(builder);
	builder = NULL;
	return sampling_teardown(state);
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown };
