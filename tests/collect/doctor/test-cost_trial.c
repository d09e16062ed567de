/* SPDX-License-Identifier: GPL-2.0-only */
/* The cost that a source reports, measured before anything is counted. */
#include "config.h"
#include "collect/doctor/doctor.h"

#include "tests/fixtures/test_main.h"

/* A fake source of two core types, each with its cost. */
static struct {
	int start, tick;	/* their return values */
	bool reports, started;
} fake;

static int fake_start(struct source *source, struct err *err)
{
	fake.started = true;
	return fake.start ? err_set(err, -fake.start, "cannot start") : 0;
}

static int fake_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	const struct self_cost p = { .known = true, .sample_ns = 1000, .own_sample_ns = 100, .cpus = 4 };
	const struct self_cost e = { .known = true, .sample_ns = 2000, .own_sample_ns = 90, .cpus = 8 };
	const struct slice slice = { .tid = 1 };

	assert_true(fake.started);
	assert_int_equal(now_ns, 77);
	sink->slice(sink->data, &slice);
	if (fake.reports) {
		sink->cost(sink->data, &p);
		sink->cost(sink->data, &e);
	}
	return fake.tick ? err_set(err, -fake.tick, "cannot go on") : 0;
}

static uint64_t fake_clock(struct source *source)
{
	return 77;
}

static const struct source_ops ops = { .name = "switch", .start = fake_start, .tick = fake_tick,
				       .clock_ns = fake_clock };

static int ask(struct self_cost *cost, struct err *err)
{
	struct source source = { .ops = &ops };

	memset(cost, 0xff, sizeof(*cost));
	return cost_trial(&source, cost, err);
}

SETUP
{
	memset(&fake, 0, sizeof(fake));
}

TEST(the_highest_cost_is_reported_for_the_cpus_of_all_core_types)
{
	struct self_cost cost;
	struct err err;

	fake.reports = true;
	assert_int_equal(ask(&cost, &err), 0);
	assert_true(cost.known);
	assert_true(fabs(cost.sample_ns - 2000) < 1e-9);
	assert_true(fabs(cost.own_sample_ns - 100) < 1e-9);
	assert_int_equal(cost.cpus, 12);
}

TEST(a_source_that_reports_nothing_has_no_known_cost)
{
	struct self_cost cost;
	struct err err;

	assert_int_equal(ask(&cost, &err), 0);
	assert_false(cost.known);
}

TEST(a_source_that_fails_says_why)
{
	struct self_cost cost;
	struct err err;

	fake.start = -EMFILE;
	assert_int_equal(ask(&cost, &err), -EMFILE);
	assert_string_equal(err.text, "cannot start");
	fake.start = 0;
	fake.tick = -ENODEV;
	assert_int_equal(ask(&cost, &err), -ENODEV);
	assert_string_equal(err.text, "cannot go on");
}
