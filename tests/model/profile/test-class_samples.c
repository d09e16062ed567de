/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TopDown of functions from samples whose truth is known: are the classes right, and are the errors
 * that are stated those that chance makes? Samples are drawn with one seed: Poisson numbers of each event.
 */
#include "config.h"
#include "model/profile/functions.h"

#include <math.h>

#include "collect/cpu/cpu_match.h"
#include "model/profile/jackknife.h"
#include "model/profile/profile_builder.h"
#include "model/profile/share.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/test_main.h"

#define LEVEL1 4
static const enum metric_id class_of[LEVEL1] = {
	M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND, M_BACKEND_BOUND
};

/* Truth of three functions, as in the lab: retiring, bad speculation, frontend and backend bound. */
static const double truth_of[][LEVEL1] = {
	{ .10, .05, .05, .80 }, { .30, .25, .30, .15 }, { .80, .02, .08, .10 },
};

static uint64_t seed;
static struct class_samples samples;

SETUP
{
	seed = 40;
	samples = (struct class_samples){ .table = NULL };
}

/* All rows of level 1 of a family are sampled, all the time. */
static void sample_all(const char *family, double width)
{
	samples.table = cpu_family_find(family)->classes;
	assert_non_null(samples.table);
	for (size_t i = 0; i < samples.table->n_events; i++) {
		const struct family_event *event = &samples.table->events[i].event;

		samples.events |= event->level == 1 ? 1U << i : 0;
		samples.period[i] = (double)samples.table->events[i].period;
		samples.unit[i] = family_event_scale(event) * width *
				  (event->sysfs_scale > 0 ? event->sysfs_scale : 1);
		samples.running[i] = 1;
	}
}

/* What slots of such a truth are, as counts of this row. */
static double of_row(const char *event, const double truth[LEVEL1])
{
	static const struct {
		const char *event;
		double part[LEVEL1];
	} rows[] = {
		{ "uops_retired.slots", { 1, 0, 0, 0 } }, { "topdown.bad_spec_slots", { 0, 1, 0, 0 } },
		{ "idq_bubbles.core", { 0, 0, 1, 0 } }, { "topdown.backend_bound_slots", { 0, 0, 0, 1 } },
		/* 60 % of what is bad speculation was issued, the rest is recovery. */
		{ "uops_issued.any", { 1, .6, 0, 0 } }, { "int_misc.recovery_cycles", { 0, .4, 0, 0 } },
		{ "idq_uops_not_delivered.core", { 0, 0, 1, 0 } },
		{ "topdown-total-slots", { 1, 1, 1, 1 } }, { "topdown-slots-retired", { 1, 0, 0, 0 } },
		{ "topdown-fetch-bubbles", { 0, 0, 1, 0 } }, { "topdown-slots-issued", { 1, .6, 0, 0 } },
		{ "topdown-recovery-bubbles", { 0, .4, 0, 0 } },
		{ "ex_ret_ops", { 1, 0, 0, 0 } }, { "de_src_op_disp.all", { 1, 1, 0, 0 } },
		{ "de_no_dispatch_per_slot.no_ops_from_frontend", { 0, 0, 1, 0 } },
		{ "de_no_dispatch_per_slot.backend_stalls", { 0, 0, 0, 1 } },
		{ "de_no_dispatch_per_slot.smt_contention", { 0, 0, 0, 0 } },
		{ "topdown-retiring", { 1, 0, 0, 0 } }, { "topdown-bad-spec", { 0, 1, 0, 0 } },
		{ "topdown-fe-bound", { 0, 0, 1, 0 } }, { "topdown-be-bound", { 0, 0, 0, 1 } },
		{ "cpu-cycles", { 1, 1, 1, 1 } }, { "cpu_cycles", { 1, 1, 1, 1 } },
		{ "stall_slot_frontend", { 0, 0, 1, 0 } }, { "stall_slot_backend", { 0, 0, 0, 1 } },
		{ "op_retired", { 1, 0, 0, 0 } }, { "op_spec", { 1, 1, 0, 0 } },
		{ "br_mis_pred", { 0, 0, 0, 0 } }, { "stall_frontend_flush", { 0, 0, 0, 0 } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].event, event)) {
			double sum = 0;

			for (int c = 0; c < LEVEL1; c++)
				sum += rows[i].part[c] * truth[c];
			return sum;
		}
	fail_msg("no truth of %s", event);
	return 0;
}

/* A number of samples whose mean is this. */
static int poisson(double mean)
{
	int n = -1;

	for (double at = 0; at <= mean; n++)
		at -= log1p(-splitmix64_share(&seed));
	return n;
}

/* Samples of this many slots; each `changed`-th has the double period. By group, if groups are given. */
static void draw(double slots, const double truth[LEVEL1], int changed, struct weighed of[],
		 struct weighed groups[GROUPS][CLASS_EVENTS_MAX])
{
	for (size_t i = 0; i < samples.table->n_events; i++) {
		const double period = samples.period[i], unit = samples.unit[i] * samples.running[i];
		double each = changed ? period * (1 + 1.0 / changed) : period;
		int n = samples.events & 1U << i ?
			poisson(slots * of_row(samples.table->events[i].event.name, truth) / unit / each) : 0;

		of[i] = (struct weighed){ 0, 0 };
		for (int s = 0; s < n; s++) {
			const double weight = changed && s % changed == 0 ? 2 * period : period;
			struct weighed *group = groups ? &groups[splitmix64_next(&seed) % GROUPS][i] : NULL;

			of[i].weight += weight;
			of[i].squares += weight * weight;
			if (group)
				group->weight += weight;
		}
	}
}

/* In how many of 100 cases is the truth within two stated errors? */
static double covered(int changed, double worst)
{
	int n = 0, within = 0;

	for (int run = 0; run < 600; run++)
		for (int f = 0; f < 3; f++) {
			struct weighed of[CLASS_EVENTS_MAX];
			struct estimate classes[M_COUNT];

			draw(700 * 17500013.0, truth_of[f], changed, of, NULL);
			class_estimates(&samples, of, classes);
			for (int c = 0; c < LEVEL1; c++) {
				const struct estimate is = classes[class_of[c]];
				const double off = fabs(is.value - truth_of[f][c]);

				n++;
				within += off <= 2 * is.error;
				if (off > worst)
					fail_msg("%s of function %d is %.3f, not %.3f",
						 metrics[class_of[c]].slug, f, is.value, truth_of[f][c]);
			}
		}
	return 100.0 * within / n;
}

TEST(the_truth_is_within_two_stated_errors_in_92_to_98_of_100_cases)
{
	static const struct {
		const char *family;
		double width, worst;
	} cases[] = {
		{ "Intel Sapphire Rapids", 1, .09 }, { "Intel Crestmont", 1, .09 },
		{ "Intel Ice Lake", 1, .2 }, { "Intel Ice Lake-SP without PERF_METRICS", 1, .2 },
		{ "Intel Skylake-SP", 1, .25 }, { "Intel Gracemont", 1, .25 }, { "AMD Zen 5", 1, .2 },
		{ "Arm Neoverse V2", 8, .25 }, { "AmpereOne A", 10, .3 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		samples.events = 0;
		sample_all(cases[i].family, 1);
		if (cases[i].width > 1)
			samples.unit[0] = cases[i].width;
		assert_true(covered(0, cases[i].worst) >= 92);
		assert_true(covered(0, cases[i].worst) <= 98);
	}
}

TEST(a_period_that_changes_and_turns_change_no_class_and_are_in_the_error)
{
	sample_all("Intel Sapphire Rapids", 1);
	samples.running[1] = 2;		/* bad speculation, half the time */
	assert_in_range((int)covered(3, .12), 92, 98);
}

TEST(the_error_is_that_of_32_random_groups)
{
	double ratio[LEVEL1] = { 0 };

	sample_all("Intel Sapphire Rapids", 1);
	for (int run = 0; run < 200; run++) {
		struct weighed of[CLASS_EVENTS_MAX], rest[CLASS_EVENTS_MAX];
		struct weighed groups[GROUPS][CLASS_EVENTS_MAX] = { { { 0, 0 } } };
		struct estimate all[M_COUNT], part[M_COUNT];
		double without[LEVEL1][GROUPS];

		draw(2000 * 17500013.0, truth_of[1], 0, of, groups);
		class_estimates(&samples, of, all);
		for (int g = 0; g < GROUPS; g++) {
			for (int i = 0; i < LEVEL1; i++)
				rest[i] = (struct weighed){ of[i].weight - groups[g][i].weight, 1 };
			class_estimates(&samples, rest, part);
			for (int c = 0; c < LEVEL1; c++)
				without[c][g] = part[class_of[c]].value;
		}
		for (int c = 0; c < LEVEL1; c++)
			ratio[c] += jackknife_error(without[c]) / all[class_of[c]].error / 200;
	}
	for (int c = 0; c < LEVEL1; c++)
		assert_true(fabs(ratio[c] - 1) < .05);
}

TEST(one_sample_is_too_few_and_none_is_missing)
{
	struct weighed of[CLASS_EVENTS_MAX] = { { 0, 0 } };
	struct estimate classes[M_COUNT];

	sample_all("Intel Sapphire Rapids", 1);
	class_estimates(&samples, of, classes);
	assert_int_equal(class_known(classes[M_RETIRING]), CLASS_MISSING);
	of[0] = (struct weighed){ samples.period[0], samples.period[0] * samples.period[0] };
	class_estimates(&samples, of, classes);
	assert_int_equal(class_known(classes[M_RETIRING]), CLASS_ROUGH);
	assert_true(classes[M_RETIRING].error > .5);
	assert_int_equal(class_known(classes[M_HEAVY_OPERATIONS]), CLASS_MISSING);	/* not sampled */
}

TEST(a_difference_below_0_is_0_within_its_error)
{
	struct weighed of[CLASS_EVENTS_MAX] = { { 0, 0 } };
	struct estimate classes[M_COUNT];

	sample_all("Intel Ice Lake", 1);
	for (int i = 0; i < 5; i++) {	/* more was retired than issued; no recovery */
		const double n = i == 0 ? 1150 : i == 2 ? 0 : 1000;

		of[i] = (struct weighed){ n * samples.period[i], n * samples.period[i] * samples.period[i] };
	}
	class_estimates(&samples, of, classes);
	assert_true(classes[M_BAD_SPECULATION].value == 0);
	assert_true(classes[M_BAD_SPECULATION].error > .008 && classes[M_BAD_SPECULATION].error < .02);
}

TEST(a_class_without_a_sample_has_the_error_of_not_having_seen_one)
{
	struct weighed of[CLASS_EVENTS_MAX] = { { 0, 0 } };
	struct estimate classes[M_COUNT];
	const double n = 1000;

	sample_all("Intel Sapphire Rapids", 1);
	of[0] = (struct weighed){ n * samples.period[0], n * samples.period[0] * samples.period[0] };
	class_estimates(&samples, of, classes);
	assert_true(classes[M_BAD_SPECULATION].value == 0);
	assert_true(fabs(classes[M_BAD_SPECULATION].error -
			 SEEN_BY_NONE * samples.period[1] / (n * samples.period[0])) < 1e-5);
}

TEST(cores_of_a_hybrid_are_one_function)
{
	static const char *const families[] = { "Intel Meteor Lake hybrid", "Intel Alder Lake hybrid" };

	for (int i = 0; i < 2; i++) {
		samples.events = 0;
		sample_all(families[i], 1);
		assert_in_range((int)covered(0, .2), 92, 98);
	}
}

/* A builder whose samples are of two functions, at two addresses each. */
static struct profile *profile_of_two(void)
{
	const struct profile_event event = { .name = "topdown" };
	const struct profile_code no_code = { 0 };
	struct profile_builder *builder = profile_builder_new(&event, NULL);
	struct profile *profile;

	profile_builder_set_classes(builder, &samples);
	for (int f = 0; f < 2; f++)
		for (size_t i = 0; i < LEVEL1; i++) {
			const int n = (int)lround(truth_of[f][i] * (f ? 1000 : 3000) * 17500013.0 /
						  samples.period[i]);

			for (int s = 0; s < n; s++) {
				const struct profile_sample sample = {
					.time_ns = 1, .pid = 7, .tid = 7, .row = (uint8_t)i,
					.period = (uint64_t)samples.period[i],
					.at = { .offset = (f ? 0x2000 : 0x1000) + (uint64_t)(s % 2) },
				};

				assert_int_equal(profile_builder_add(builder, &sample), 0);
			}
		}
	profile = profile_builder_finish(builder, NULL, 0, &no_code);
	profile_builder_free(builder);
	return profile;
}

TEST(samples_of_a_builder_become_functions_with_slots_and_classes)
{
	static const struct fake_symbol symbols[] = {
		{ 0, 0x1000, 0x100, "hash", NULL, 0 }, { 0, 0x2000, 0x100, "parse", NULL, 0 },
	};
	struct fake_names fake = { .symbols = symbols, .n = 2 };
	const struct code_names names = fake_names(&fake);
	struct functions functions;
	struct profile *profile;

	sample_all("Intel Sapphire Rapids", 1);
	profile = profile_of_two();
	assert_int_equal(functions_init(&functions, profile, &names, FUNCTIONS_OF_ALL), 0);
	assert_int_equal(functions.n, 2);
	assert_true(fabs(functions.rows[0].share.value - .75) < .001);
	assert_true(fabs(functions.rows[0].share.error - sqrt(.75 * .25 / 4000)) < .0002);
	assert_true(fabs((double)functions.rows[1].weight / (1000 * 17500013.0) - 1) < .002);
	for (int f = 0; f < 2; f++)
		for (int c = 0; c < LEVEL1; c++) {
			enum class_known known;
			struct estimate is = functions_class(&functions.rows[f], class_of[c], &known);

			assert_int_equal(known, CLASS_KNOWN);
			assert_true(fabs(is.value - truth_of[f][c]) < .002);
		}
	functions_done(&functions);
	profile_free(profile);
}
