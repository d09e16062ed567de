/* SPDX-License-Identifier: GPL-2.0-only */
/* TopDown of functions in recordings of the stock perf: which recordings have it, and what it is. */
#include "config.h"

#include <linux/perf_event.h>

#include "collect/perfdata/perfdata.h"
#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/fixture_branches.h"
#include "tests/fixtures/test_main.h"

#define SAPPHIRE_RAPIDS "GenuineIntel,6,143,4"
#define PERIOD 17500013.0
#define OTHER UINT64_C(0x100)	/* bytes to the second function */

struct event {
	uint64_t config;
	const char *name;
	double part[2];		/* of 4,000 samples of two functions */
};

static const struct event own[] = {
	{ 0x02c2, "uops_retired.slots", { .10, .30 } }, { 0x04a4, "mine/u", { .05, .25 } },
	{ 0x019c, "idq_bubbles.core", { .05, .30 } }, { 0x02a4, "BE", { .80, .15 } },
};
#define OWN 4
const struct around_tests around_tests = { .setup = branches_setup, .teardown = branches_teardown };

static struct built_event *put_event(uint32_t type, uint64_t config, const char *name)
{
	struct built_event *event = builder_event(&built, type, config, name);

	event->sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			     PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
	event->period = (uint64_t)PERIOD;
	return event;
}

static void put_events(const char *cpu, const struct event *events, size_t n)
{
	builder_feature_string(&built, PERFDATA_CPUID, cpu);
	for (size_t i = 0; i < n; i++)
		(void)put_event(PERF_TYPE_RAW, events[i].config, events[i].name);
}

/* 4,000 samples of the first function, 2,000 of the other one. */
static void put_samples(const struct event *events, size_t n)
{
	uint64_t time_ns = SECOND;

	builder_app(&built);
	for (size_t i = 0; i < n; i++)
		for (int f = 0; f < 2; f++)
			for (uint64_t s = 0; s < (uint64_t)lround(events[i].part[f] * (f ? 2000 : 4000)); s++)
				builder_put_sample(&built, i, &(struct built_sample){
					.at = { 0, APP_PID, APP_PID, time_ns++ },
					.ip = 0x400300 + (f ? OTHER : 0) + s % 2, .period = (uint64_t)PERIOD,
				});
}

static const struct profile *read_events(const char *cpu, const struct event *events, size_t n)
{
	put_events(cpu, events, n);
	put_samples(events, n);
	return read_all();
}

static bool has_topdown(void)
{
	for (int i = 0; i < got.news.n_events; i++)
		if (!strcmp(got.news.events[i].name, "topdown"))
			return true;
	return false;
}

static struct place start_of(void *data, struct place at)
{
	(void)data;
	at.offset &= ~(OTHER - 1);
	return at;
}

/* All slots of hash are of its one line, with its classes; the line of parse is not known. */
static void assert_lines(const struct profile *profile, const struct code_names *names)
{
	struct function_line line[2];
	size_t pending;

	assert_int_equal(function_lines(profile, names, (struct place){ 0x300, 0 }, line, 2, &pending), 1);
	assert_true(line[0].share.value == 1 && line[0].samples == 4000 && !pending);
	assert_true(fabs(line[0].classes[M_BACKEND_BOUND].value - own[3].part[0]) < .001);
	assert_int_equal(function_lines(profile, names, (struct place){ 0x400, 0 }, line, 2, &pending), 0);
}

/* The functions of the profile are of the truth, with errors of counting. */
static void assert_truth(const struct profile *profile)
{
	static const enum metric_id metric[] = {
		M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND, M_BACKEND_BOUND
	};
	static const struct fake_symbol symbols[] = {
		{ 0, 0x300, 0x100, "hash", "hash.c", 7 }, { 0, 0x400, 0x100, "parse", NULL, 0 },
	};
	struct fake_names fake = { .symbols = symbols, .n = 2 };
	const struct code_names names = fake_names(&fake);
	struct functions functions;

	assert_string_equal(profile->event.name, "topdown");
	assert_int_equal(profile->event.trigger, TRIGGER_SLOTS);
	assert_int_equal(functions_init(&functions, profile, &names, FUNCTIONS_OF_ALL), 0);
	assert_int_equal(functions.n, 2);
	assert_lines(profile, &names);
	assert_true(fabs(functions.rows[0].share.value - 2. / 3) < .001);
	for (int f = 0; f < 2; f++)
		for (int i = 0; i < OWN; i++) {
			const double p = own[i].part[f], n = f ? 2000 : 4000;
			struct estimate is = functions_class(&functions.rows[f], metric[i], NULL);

			assert_true(fabs(is.value - p) < .001);
			assert_true(fabs(is.error - sqrt(p * (1 - p) / n)) < .001);
		}
	functions_done(&functions);
}

TEST(events_of_all_classes_are_one_event_that_is_read_first_in_a_stream_too)
{
	assert_truth(read_events(SAPPHIRE_RAPIDS, own, OWN));
	assert_int_equal(got.news.n_events, OWN + 1);
	assert_true(has_topdown());
	assert_int_equal(got.profile->samples, 6000);
	assert_true(fabs((double)got.profile->weight / (6000 * PERIOD) - 1) < .001);
	begin_anew();
	built.pipe = true;
	assert_truth(read_events(SAPPHIRE_RAPIDS, own, OWN));
}

/* parse is called by hash: the stacks of a recording have the classes of its functions. */
TEST(call_stacks_of_class_events_are_frames_with_classes_own_and_inclusive)
{
	static const struct call_request callees = { .direction = CALLEES };
	static const uint64_t user = PERF_CONTEXT_USER;
	struct call_tree *tree;
	const struct call_node *hash;

	put_events(SAPPHIRE_RAPIDS, own, OWN);
	builder_app(&built);
	for (size_t i = 0; i < OWN; i++) {
		built.events[i].sample_type |= PERF_SAMPLE_CALLCHAIN;
		for (int f = 0; f < 2; f++)
			for (uint64_t s = 0; s < (uint64_t)lround(own[i].part[f] * 1000); s++)
				builder_put_sample(&built, i, &(struct built_sample){
					.at = { 0, APP_PID, APP_PID, SECOND + s }, .ip = 0x400300 + (f ? OTHER : 0),
					.period = (uint64_t)PERIOD, .n_chain = f ? 3 : 2,
					.chain = f ? (const uint64_t[]){ user, 0x400300 + OTHER, 0x400304 } :
						     (const uint64_t[]){ user, 0x400300 },
				});
	}
	assert_string_equal(read_all()->event.name, "topdown");
	assert_true(got.profile->event.has_calls);
	tree = call_tree_new(got.profile, &callees, &(struct function_start){ start_of, NULL });
	hash = &tree->nodes[1];
	assert_int_equal(tree->n_nodes, 3);
	assert_true(fabs((double)hash->weight / (2000 * PERIOD) - 1) < .001 && hash->samples == 2000);
	for (int i = 0; i < OWN; i++) {
		const enum metric_id class[] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND, M_BACKEND_BOUND };

		assert_true(fabs(hash->self_classes[class[i]].value - own[i].part[0]) < .001);
		assert_true(fabs(hash->classes[class[i]].value - (own[i].part[0] + own[i].part[1]) / 2) < .001);
	}
	call_tree_free(tree);
}

TEST(cycles_beside_it_are_an_event_as_before)
{
	static const struct profile_request second = { .event = 1 };

	put_events(SAPPHIRE_RAPIDS, own, OWN);
	(void)put_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles:u");
	put_samples(own, OWN);
	for (uint64_t s = 0; s < 9000; s++)
		builder_put_sample(&built, OWN, &(struct built_sample){
			.at = { 0, APP_PID, APP_PID, 2 * SECOND + s }, .ip = 0x400300, .period = 1,
		});
	assert_string_equal(read_request(&second)->event.name, "cycles:u");
	assert_int_equal(got.profile->samples, 9000);
	assert_null(got.profile->classes.table);
	assert_string_equal(got.news.events[0].name, "topdown");
}

/* Skylake with SMT: sysfs' aliases count the core (any=1), so half of it is a thread's. */
TEST(aliases_of_sysfs_have_the_scale_that_sysfs_has)
{
	static const struct event skylake[] = {
		{ 0x20003c, "cpu/topdown-total-slots,period=4400021/u", { .5, .5 } },
		{ 0x02c2, "topdown-slots-retired", { .10, .30 } },
		{ 0x019c, "topdown-fetch-bubbles", { .05, .30 } },
		{ 0x010e, "topdown-slots-issued", { .13, .50 } },
		{ 0x20010d, "topdown-recovery-bubbles", { .01, .025 } },
	};
	struct functions functions;

	assert_non_null(read_events("GenuineIntel,6,85,4", skylake, 5));
	assert_string_equal(got.profile->event.name, "topdown");
	assert_int_equal(functions_init(&functions, got.profile, NULL, FUNCTIONS_OF_ALL), 0);
	assert_true(fabs(functions_class(&functions.rows[0], M_BAD_SPECULATION, NULL).value - .05) < .001);
	assert_true(fabs(functions_class(&functions.rows[0], M_BACKEND_BOUND, NULL).value - .80) < .001);
	functions_done(&functions);
}

/* Events of level 2, twice the period, take turns; level 1 alone has the period of the table. Memory bound has no sample. */
TEST(what_tdtop_recorded_is_scaled_and_has_level_2_unless_level_1_was_sampled_alone)
{
	for (int alone = 0; alone < 2; alone++) {
		put_events(SAPPHIRE_RAPIDS, own, OWN);
		(void)put_event(PERF_TYPE_RAW, 0x08a4, "topdown.br_mispredict_slots");
		for (size_t i = 0; i <= OWN; i++)
			built.events[i].period = alone ? 18000041 : (uint64_t)(PERIOD / 2);
		builder_by_tdtop(&built);
		put_samples(own, OWN);
		assert_int_equal(read_all()->event.levels, 2 - alone);
		assert_true(fabs(got.profile->classes.period[6] / 18400003 - (alone ? 0 : 4)) < .01);
		begin_anew();
	}
}

TEST(without_what_it_takes_there_are_only_the_events_themselves)
{
	static const struct event turns = { 0x08a4, "topdown.br_mispredict_slots", { .04, .2 } };

	for (int i = 0; i < 6; i++) {
		put_events(i == 1 ? "GenuineIntel,6,60,3" : SAPPHIRE_RAPIDS, own, OWN);
		if (i == 0)
			(void)put_event(PERF_TYPE_RAW, turns.config, turns.name);	/* counter 0, too */
		if (i == 2)
			built.events[1].kernel_only = true;
		if (i == 3)
			built.n_events--;
		if (i == 5)	/* a member of a group, which is only read */
			built.events[2].period = 1;
		for (int k = 0; i == 4 && k < 5; k++)	/* nine of eight counters */
			(void)put_event(PERF_TYPE_RAW, 0x100 + (uint64_t)k, "other");
		put_samples(own, i == 3 ? OWN - 1 : OWN);
		(void)read_all();
		assert_false(has_topdown());
		assert_null(got.profile->classes.table);
		begin_anew();
	}
}
