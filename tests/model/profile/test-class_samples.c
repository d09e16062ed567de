/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TopDown of functions from samples whose truth is known: are the classes right, and are the errors
 * that are stated those that chance makes? Samples are drawn with one seed: Poisson numbers of each event.
 */
#include "config.h"
#include "model/profile/class_samples.h"

#include "collect/cpu/cpu_match.h"
#include "model/branches/tallies.h"
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
}

/* All rows of level 1 of a family are sampled, all the time. */
static void sample_all(const char *family)
{
	samples = (struct class_samples){ .table = cpu_family_find(family)->classes };
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

/* Of 100 cases of so many samples, those with the truth within two stated errors; those shown that are wrong. */
struct coverage {
	int all, of_shown;
	double wrong;
};

static struct coverage covered(double n_samples, int changed, double worst)
{
	int n = 0, within = 0, shown = 0, right = 0;

	for (int run = 0; run < 1500; run++)
		for (int f = 0; f < 3; f++) {
			struct weighed of[CLASS_EVENTS_MAX];
			struct estimate classes[M_COUNT];

			draw(n_samples * 17500013, truth_of[f], changed, of, NULL);
			class_estimates(&samples, of, classes);
			for (int c = 0; c < LEVEL1 && class_slots(&samples, of).weight > 0; c++) {
				const struct estimate is = classes[class_of[c]];
				const double off = fabs(is.value - truth_of[f][c]);
				n++;
				within += off <= 2 * is.error;
				shown += class_known(is) == CLASS_KNOWN;
				right += class_known(is) == CLASS_KNOWN && off <= 2 * is.error;
				assert_false(off > worst);
			}
		}
	return (struct coverage){ 100 * within / n, shown ? 100 * right / shown : 0, 100. * (shown - right) / n };
}

TEST(the_truth_is_within_two_stated_errors_in_92_to_98_of_100_cases_and_90_to_98_of_those_shown)
{
	static const struct {
		const char *family;
		double width, worst;
	} cases[] = {
		{ "Intel Sapphire Rapids", 1, .09 }, { "Intel Crestmont", 1, .09 }, { "Intel Ice Lake", 1, .2 },
		{ "Intel Ice Lake-SP without PERF_METRICS", 1, .2 }, { "Intel Skylake-SP", 1, .25 },
		{ "Intel Gracemont", 1, .25 }, { "AMD Zen 5", 1, .2 }, { "Arm Neoverse V2", 8, .25 },
		{ "AmpereOne A", 10, .3 },
		{ "Intel Meteor Lake hybrid", 1, .2 }, { "Intel Alder Lake hybrid", 1, .2 },	/* both as one */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		sample_all(cases[i].family);
		samples.unit[0] *= cases[i].width;
		assert_in_range(covered(700, 0, cases[i].worst).all, 92, 97);
		for (int n = 5; n < 100; n *= 2) {
			const struct coverage of = covered(n, 0, 1);
			assert_in_range(of.all, 92, 98);
			if (of.wrong > .05)	/* else there are next to none that are shown */
				assert_in_range(of.of_shown, 90, 98);
		}
	}
}

TEST(a_period_that_changes_and_turns_change_no_class_and_are_in_the_error)
{
	sample_all("Intel Sapphire Rapids");
	samples.running[1] = 2;		/* bad speculation, half the time */
	assert_in_range(covered(700, 3, .12).all, 92, 98);
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

/* The classes of so many samples of each event. */
#define CLASSES_OF(family, ...) classes_of(family, (double[CLASS_EVENTS_MAX]){ __VA_ARGS__ })
static const struct estimate *classes_of(const char *family, const double n[])
{
	static struct estimate classes[M_COUNT];
	struct weighed of[CLASS_EVENTS_MAX];

	sample_all(family);
	for (size_t i = 0; i < samples.table->n_events; i++)
		of[i] = (struct weighed){ n[i] * samples.period[i], n[i] * samples.period[i] * samples.period[i] };
	class_estimates(&samples, of, classes);
	return classes;
}

TEST(one_sample_is_too_few_and_none_is_missing)
{
	const struct estimate *classes = CLASSES_OF("Intel Sapphire Rapids", 0);

	assert_int_equal(class_known(classes[M_RETIRING]), CLASS_MISSING);
	classes = CLASSES_OF("Intel Sapphire Rapids", 1);
	assert_int_equal(class_known(classes[M_RETIRING]), CLASS_ROUGH);
	assert_true(classes[M_RETIRING].error > .5);
	assert_int_equal(class_known(classes[M_HEAVY_OPERATIONS]), CLASS_MISSING);	/* not sampled */
}

TEST(a_difference_below_0_is_0_within_its_error)
{
	/* More was retired than issued; no recovery. */
	const struct estimate bad = CLASSES_OF("Intel Ice Lake", 1150, 1000, 0, 1000, 1000)[M_BAD_SPECULATION];

	assert_true(bad.value == 0 && bad.error > .008 && bad.error < .02);
}

TEST(a_class_without_a_sample_has_the_error_of_not_having_seen_one)
{
	const struct estimate bad = CLASSES_OF("Intel Sapphire Rapids", 1000)[M_BAD_SPECULATION];

	assert_true(bad.value == 0 &&
		    fabs(bad.error - sqrt(2) * samples.period[1] / (1000 * samples.period[0])) < 1e-5);
}
