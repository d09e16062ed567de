/* SPDX-License-Identifier: GPL-2.0-only */
/* What a source tells of its cost, asked before anything is watched. */
#include "config.h"
#include "collect/doctor/cost_trial.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tests/fixtures/test.h"

/* A source of two kinds of cores, each with its price. */
static struct {
	int start, tick;	/* what they return */
	bool tells, started;
} played;

static int play_start(struct source *source, struct err *err)
{
	(void)source;
	played.started = true;
	return played.start ? err_set(err, -played.start, "cannot start") : 0;
}

static int play_tick(struct source *source, uint64_t now_ns, const struct sink *sink, struct err *err)
{
	const struct self_cost p = { .known = true, .sample_ns = 1000, .own_sample_ns = 100, .cpus = 4 };
	const struct self_cost e = { .known = true, .sample_ns = 2000, .own_sample_ns = 90, .cpus = 8 };
	const struct slice slice = { .tid = 1 };

	(void)source;
	assert_true(played.started);
	assert_int_equal(now_ns, 77);
	sink->slice(sink->data, &slice);
	if (played.tells) {
		sink->cost(sink->data, &p);
		sink->cost(sink->data, &e);
	}
	return played.tick ? err_set(err, -played.tick, "cannot go on") : 0;
}

static uint64_t play_clock(struct source *source)
{
	(void)source;
	return 77;
}

static const struct source_ops ops = { .name = "switch", .start = play_start, .tick = play_tick,
				       .clock_ns = play_clock };

static int ask(struct self_cost *cost, struct err *err)
{
	struct source source = { .ops = &ops };

	memset(cost, 0xff, sizeof(*cost));
	return cost_trial(&source, cost, err);
}

static int set_up(void **state)
{
	(void)state;
	memset(&played, 0, sizeof(played));
	return 0;
}

TEST(the_dearest_kind_of_core_is_told_and_all_cpus_are_counted)
{
	struct self_cost cost;
	struct err err;

	played.tells = true;
	assert_int_equal(ask(&cost, &err), 0);
	assert_true(cost.known);
	assert_true(fabs(cost.sample_ns - 2000) < 1e-9);
	assert_true(fabs(cost.own_sample_ns - 100) < 1e-9);
	assert_int_equal(cost.cpus, 12);
}

TEST(a_source_that_tells_nothing_has_no_cost)
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

	played.start = -EMFILE;
	assert_int_equal(ask(&cost, &err), -EMFILE);
	assert_string_equal(err.text, "cannot start");
	played.start = 0;
	played.tick = -ENODEV;
	assert_int_equal(ask(&cost, &err), -ENODEV);
	assert_string_equal(err.text, "cannot go on");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(the_dearest_kind_of_core_is_told_and_all_cpus_are_counted, set_up),
		cmocka_unit_test_setup(a_source_that_tells_nothing_has_no_cost, set_up),
		cmocka_unit_test_setup(a_source_that_fails_says_why, set_up),
	};

	return cmocka_run_group_tests_name("cost_trial", tests, NULL, NULL);
}
