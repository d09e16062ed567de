/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Are the shares that sampling shows as far from the truth as their errors say? Programs of known
 * shares run on a fake kernel with a fake clock, again and again; the sampler, the profile and its
 * functions are the real ones. Random numbers have a fixed seed: always the same.
 */
#include "config.h"
#include "collect/live/sampler.h"

#include <errno.h>

#include "collect/cpu/cpu_match.h"
#include "collect/live/sampler_set.h"
#include "model/branches/profile_builder.h"
#include "model/profile/functions.h"
#include "tests/fixtures/fixture_sampling.h"
#include "tests/fixtures/sampling_doubles.h"
#include "tests/fixtures/test_main.h"

#define F1 0x1000		/* the function whose share is known */
#define F2 0x2000
#define RUNS 50
#define CLASSES 4

/* Slots of each class in a ns: of F1, of F2. */
static double does[2][CLASSES] = { { 1.2, .04, .2, 2.56 }, { 1.8, .6, .9, .3 } };

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
	const struct profile_event event = { .name = "cpu-clock" };	/* or topdown */

	profile_builder_free(builder);
	builder = profile_builder_new(&event, NULL);
	assert_non_null(builder);
	if (heard.target.classes.table)
		profile_builder_set_classes(builder, &heard.target.classes);
}

static void add_sample(uint64_t ip, uint64_t period, uint64_t row)
{
	const struct profile_sample sample = {
		.pid = PID, .period = period, .at = { ip, PLACE_NO_OBJECT }, .row = (uint8_t)row,
	};

	assert_int_equal(profile_builder_add(builder, &sample), 0);
}

static void take_sample(const char *bytes)
{
	uint64_t row, ip, period;

	memcpy(&row, bytes + 8, sizeof(row));
	memcpy(&ip, bytes + 16, sizeof(ip));
	memcpy(&period, bytes + 48, sizeof(period));
	add_sample(ip, period, heard.target.classes.table ? row : 0);
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

static int threads = 1;	/* which take turns */

/* The thread is in this function for so long; the sampler does its work in time. */
static void run_in(uint64_t ip, uint64_t ns)
{
	fake_events.rate[0] = 1;	/* of the clock */
	memcpy(fake_events.rate + 1, does[ip == F2], sizeof(does[0]));
	while (ns) {
		const uint64_t due_ns = sampler_next_ns(sampling_under_test);
		uint64_t step_ns = ns;

		if (due_ns > fake_events.now_ns && due_ns - fake_events.now_ns < ns)
			step_ns = due_ns - fake_events.now_ns;
		fake_events_sample(PID + (int32_t)(fake_events.now_ns / MS) % threads, 0, step_ns, ip);
		sampling_step();
		ns -= step_ns;
	}
}

/* Again and again: of each cycle, this part in F1. Begins anywhere in a cycle. */
static void run_cycles(uint64_t cycle_ns, double part, uint64_t ns)
{
	const uint64_t first_ns = (uint64_t)(part * (double)cycle_ns);
	uint64_t begin_ns = (uint64_t)(any() * (double)cycle_ns);

	for (uint64_t done = 0; done < ns; done += cycle_ns, begin_ns = 0) {
		if (begin_ns < first_ns)
			run_in(F1, first_ns - begin_ns);
		run_in(F2, cycle_ns - (begin_ns > first_ns ? begin_ns : first_ns));
	}
}

static void look(double rate, int event)
{
	(void)sampling_setup(NULL);
	heard.on_begin = begin_profile;
	heard.on_sample = take_sample;
	open_sampler(rate, 0);
	fake_events.now_ns += (uint64_t)(any() * 1e9);
	sampling_begin_threads(PID, threads);
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = event });
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
			look(cases[i].rate, CLOCK);
			run_cycles(cases[i].cycle_ns, 0.7, SECOND);
			judge(&runs, shown(), 0.7);
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
			add_sample(any() < 0.7 ? F1 : F2, any() < 0.05 ? 100000000 : 1000000, 0);
		judge(&runs, shown(), 0.7);
	}
	assert_calibrated(&runs);
}

/* ---- several events: the classes of functions ---- */

/* Those of Sapphire Rapids, with numbers that the fake kernel knows; bad speculation and backend bound in turns. */
static void look_at_classes(bool turns, uint64_t refused)
{
	const struct class_table *table = cpu_family_find("Intel Sapphire Rapids")->classes;
	struct sample_choice *choice = &choices.choice[MISSES];

	(void)sampling_teardown(NULL);
	look(1000, CLOCK);
	fake_events.refused_config = refused;
	fake_events.refuse_config = refused ? EINVAL : 0;
	choices.classes[0] = (struct sample_classes){ .table = table, .n = CLASSES, .counters = CLASSES };
	for (int i = 0; i < CLASSES; i++)
		choices.classes[0].event[i] = (struct sample_class){
			.row = (uint8_t)i, .type = PERF_TYPE_RAW, .config = 1 + (uint64_t)i, .unit = 1,
			.pace = (double)table->events[i].period / (double)table->events[0].period,
			.mux = turns && i % 2 ? i : 0,
		};
	choice->event.levels = 1;
	choice->attr[TYPE_CORE].sample_period = 4000037;
	request_live((struct live_request){ .scope = LIVE_PROCESS, .id = PID, .what = LIVE_OF_EVENT, .event = MISSES });
}

/* Each class of each function has runs of its own. */
static void judge_classes(struct runs runs[2][CLASSES])
{
	static const enum metric_id metric[CLASSES] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND,
							M_BACKEND_BOUND };
	struct functions functions;
	struct profile *profile;

	sampling_interval_of_threads((uint32_t)threads, 0, threads, 1e9);
	profile_builder_set_classes(builder, &heard.news.live.classes);
	profile = profile_builder_finish(builder, NULL, 0, NULL);
	assert_int_equal(functions_init(&functions, profile, NULL, FUNCTIONS_OF_ALL), 0);
	assert_int_equal(functions.n, 2);
	for (int f = 0; f < 2; f++) {
		const int of = functions.rows[f].start.offset == F2;

		for (int i = 0; i < CLASSES; i++)
			judge(&runs[of][i], functions_class(&functions.rows[f], metric[i], NULL),
			      does[of][i] / (of ? 3.6 : 4.0));
	}
	functions_done(&functions);
	profile_free(profile);
}

/* In the end of eight threads, and one that begins meanwhile. */
TEST(classes_of_functions_are_right_within_their_errors_also_where_events_take_turns)
{
	static const uint64_t cycles_ns[] = { 50000, 5000000, 700000 };

	for (int i = 0; i < 5; i++) {
		const bool turns = i % 2 || i == 4;
		struct runs runs[2][CLASSES] = { { { .n = 0 } } }, all = { .n = 0 };
		double recorded = 0, truth = 0;

		for (int run = 0; run < RUNS; run++) {
			threads = i == 4 ? 8 : 1;
			look_at_classes(turns, 0);
			run_cycles(cycles_ns[i / 2], 0.7, 2 * SECOND);
			if (threads > 1) {
				fake_thread_begins(PID, PID + threads);
				fork_record(PID, PID, PID + threads++);
			}
			run_cycles(cycles_ns[i / 2], 0.7, 2 * SECOND);
			judge_classes(runs);
			assert_float_equal(heard.news.live.classes.running[1], (turns ? 2 : 1), .1);
			recorded += sampling_recorded_of[CLASSES];
			truth += fake_events.truth[CLASSES];
		}
		assert_true(fabs(recorded / truth - 1) < .02);	/* what is recorded is scaled */
		for (int k = 0; k < 2 * CLASSES; k++) {
			const struct runs *of = &runs[k % 2][k / 2];

			all = (struct runs){ all.n + of->n, all.outside + of->outside,
					     all.beyond_doubt + of->beyond_doubt, all.squares + of->squares, { 0, 0 } };
		}
		assert_calibrated(&all);
	}
	threads = 1;
}

TEST(classes_of_which_an_event_has_no_counter_or_is_refused_have_no_numbers_and_a_sentence)
{
	look_at_classes(true, 0);
	run_in(F1, SECOND / 20);	/* backend bound had no turn yet: that is no trouble */
	sampling_interval_of_threads(1, 0, 1, 1e9);
	assert_true(!heard.news.live.classes.events && !heard.news.trouble[0]);
	look_at_classes(false, 0);
	does[0][1] = 0;
	run_in(F1, 2 * SECOND);
	does[0][1] = .04;
	sampling_interval_of_threads(1, 0, 1, 1e9);
	assert_non_null(strstr(heard.news.live.remark, "topdown.bad_spec_slots counts nothing here"));
	look_at_classes(false, 0);
	fake_events.running = 0;
	run_in(F1, SECOND);
	sampling_interval_of_threads(1, 0, 1, 1e9);
	assert_true(!heard.news.live.classes.events && strstr(heard.news.trouble, "uops_retired.slots had no counter"));
	look_at_classes(false, 3);
	sampling_interval_of_threads(1, 0, 1, 1e9);
	assert_true(!heard.news.live.classes.events && !heard.news.live.on && heard.news.trouble[0]);
}

TEST(a_cpu_has_only_the_events_of_its_core_type_the_first_of_which_tells_of_mappings_and_tasks)
{
	const struct event_target core = event_of_cpu(0, TYPE_CORE), atom = event_of_cpu(1, TYPE_ATOM);
	struct sample_choice *choice = &choices.choice[MISSES];
	const struct sampler_how how = { .period = 4000037 };
	struct sampler_set set;

	look_at_classes(false, 0);
	sampler_end(sampling_under_test);
	assert_int_equal(sampler_set_init(&set, &fake_events_sys), 0);
	choices.classes[0].event[3].core_type = TYPE_ATOM;
	choice->has[TYPE_ATOM] = true;
	sampler_set_choose(&set, choice, &choices.classes[0], &how, 16);
	assert_true(!sampler_set_open(&set, &core, false) && fake_events.n_open == CLASSES - 1);
	assert_true(!sampler_set_open(&set, &atom, false) && fake_events.n_open == CLASSES);
	for (int i = 0; i < CLASSES; i++)
		assert_int_equal(set.event[i].attr.task && set.event[i].attr.mmap2, i == 0 || i == 3);
	sampler_set_done(&set);
}

SETUP_MAY_FAIL
{
	seed = 20261128;
	return sampling_setup(state);
}

TEARDOWN_MAY_FAIL
{
	profile_builder_free(builder);
	builder = NULL;
	return sampling_teardown(state);
}
