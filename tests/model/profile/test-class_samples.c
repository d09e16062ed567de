/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TopDown of functions from samples whose truth is known: are the classes right, and are the errors
 * that are stated those that chance makes? Samples are drawn with one seed: Poisson numbers of each event.
 */
#include "config.h"
#include "model/profile/class_samples.h"

#include "collect/cpu/cpu_match.h"
#include "model/branches/jackknife.h"
#include "model/splitmix64.h"
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
static void sample_all(const char *family)
{
	samples.table = cpu_family_find(family)->classes;
	assert_non_null(samples.table);
	for (size_t i = 0; i < samples.table->n_events; i++) {
		const struct family_event *event = &samples.table->events[i].event;

		samples.events |= event->level == 1 ? 1U << i : 0;
		samples.period[i] = (double)samples.table->events[i].period;
		samples.unit[i] = family_event_scale(event) * (event->sysfs_scale > 0 ? event->sysfs_scale : 1);
		samples.running[i] = 1;
	}
}

/* What slots of such a truth are, as counts of this row: by a part of its event's name, the first that is found. */
static double of_row(const char *event, const double truth[LEVEL1])
{
	static const struct {
		const char *part;
		double of[LEVEL1];
	} rows[] = {
		{ "retir", { 1, 0, 0, 0 } }, { "ret_ops", { 1, 0, 0, 0 } }, { "bad", { 0, 1, 0, 0 } },
		/* 60 % of what is bad speculation was issued, the rest is recovery. */
		{ "issued", { 1, .6, 0, 0 } }, { "recovery", { 0, .4, 0, 0 } },
		{ "src_op_disp", { 1, 1, 0, 0 } }, { "op_spec", { 1, 1, 0, 0 } },
		{ "smt", { 0 } }, { "mis_pred", { 0 } },
		{ "frontend", { 0, 0, 1, 0 } }, { "fe-", { 0, 0, 1, 0 } }, { "fetch", { 0, 0, 1, 0 } },
		{ "idq", { 0, 0, 1, 0 } }, { "backend", { 0, 0, 0, 1 } }, { "be-", { 0, 0, 0, 1 } },
		{ "", { 1, 1, 1, 1 } },	/* cycles, slots */
	};
	double sum = 0;
	size_t i = 0;

	while (!strstr(event, rows[i].part))
		i++;
	for (int c = 0; c < LEVEL1; c++)
		sum += rows[i].of[c] * truth[c];
	return sum;
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

/* Of functions with slots for so many samples: in how many of 100 cases is the truth within two stated errors? */
static int covered(double n_samples, int changed, double worst, bool shown)
{
	int n = 0, within = 0;

	for (int run = 0; run < 600; run++)
		for (int f = 0; f < 3; f++) {
			struct weighed of[CLASS_EVENTS_MAX];
			struct estimate classes[M_COUNT];

			draw(n_samples * 17500013, truth_of[f], changed, of, NULL);
			class_estimates(&samples, of, classes);
			for (int c = 0; c < LEVEL1 && class_slots(&samples, of).weight > 0; c++) {
				const struct estimate is = classes[class_of[c]];
				const double off = fabs(is.value - truth_of[f][c]);

				if (shown && class_known(is) != CLASS_KNOWN)
					continue;
				n++;
				within += off <= 2 * is.error;
				if (off > worst)
					fail_msg("%s of function %d is %.3f, not %.3f",
						 metrics[class_of[c]].slug, f, is.value, truth_of[f][c]);
			}
		}
	return 100 * within / n;
}

TEST(the_truth_is_within_two_stated_errors_in_92_to_98_of_100_cases)
{
	static const struct {
		const char *family;
		double width, worst;
		int shown;	/* from so many samples on it is so of those values, too, whose error is small enough */
	} cases[] = {
		{ "Intel Sapphire Rapids", 1, .09, 40 }, { "Intel Crestmont", 1, .09, 40 },
		{ "Intel Ice Lake", 1, .2, 40 }, { "Intel Ice Lake-SP without PERF_METRICS", 1, .2, 40 },
		{ "Intel Skylake-SP", 1, .25, 40 }, { "Intel Gracemont", 1, .25, 40 }, { "AMD Zen 5", 1, .2, 40 },
		{ "Arm Neoverse V2", 8, .25, 80 }, { "AmpereOne A", 10, .3, 80 },
		/* Both core types are one function. */
		{ "Intel Meteor Lake hybrid", 1, .2, 40 }, { "Intel Alder Lake hybrid", 1, .2, 40 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		samples.events = 0;
		sample_all(cases[i].family);
		samples.unit[0] *= cases[i].width;
		assert_in_range(covered(700, 0, cases[i].worst, false), 92, 97);
		for (int n = 5; n < 100; n *= 2)
			assert_in_range(covered(n, 0, 1, n >= cases[i].shown), 92, 98);
	}
}

TEST(a_period_that_changes_and_turns_change_no_class_and_are_in_the_error)
{
	sample_all("Intel Sapphire Rapids");
	samples.running[1] = 2;		/* bad speculation, half the time */
	assert_in_range(covered(700, 3, .12, false), 92, 98);
}

TEST(the_error_is_that_of_32_random_groups)
{
	double ratio[LEVEL1] = { 0 };

	sample_all("Intel Sapphire Rapids");
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

	sample_all("Intel Sapphire Rapids");
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

	sample_all("Intel Ice Lake");
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

	sample_all("Intel Sapphire Rapids");
	of[0] = (struct weighed){ n * samples.period[0], n * samples.period[0] * samples.period[0] };
	class_estimates(&samples, of, classes);
	assert_true(classes[M_BAD_SPECULATION].value == 0);
	assert_true(fabs(classes[M_BAD_SPECULATION].error -
			 sqrt(2) * samples.period[1] / (n * samples.period[0])) < 1e-5);
}
