/* SPDX-License-Identifier: GPL-2.0-only */
/* The price of a sample: what counting adds to a burst of switches, whatever else the machine does. */
#include "config.h"
#include "collect/percpu/sample_cost.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>

#include "tests/fixtures/test.h"

/* A machine: a switch costs this, a counted one so much more, and a disturbance comes now and then. */
static struct {
	double switch_ns, sample_ns;
	uint64_t switches;
	uint64_t disturbance_ns;	/* of every burst but the fourth and fifth */
	int fails;			/* errno of count() */
	int bursts;
	bool on;
} machine;

static int count(void *data, bool on)
{
	(void)data;
	machine.on = on && !machine.fails;
	return on ? -machine.fails : 0;
}

static int burst(void *data, uint64_t *cpu_ns, uint64_t *switches)
{
	double each = machine.switch_ns + (machine.on ? machine.sample_ns : 0);
	bool quiet = machine.bursts == 4 || machine.bursts == 5;

	(void)data;
	machine.bursts++;
	*switches = machine.switches;
	*cpu_ns = (uint64_t)(each * (double)machine.switches) + (quiet ? 0 : machine.disturbance_ns);
	return 0;
}

static const struct price_trial trial = { .count = count, .burst = burst };

static int setup(void **state)
{
	(void)state;
	machine.switch_ns = 1500;
	machine.sample_ns = 1200;
	machine.switches = 512;
	machine.disturbance_ns = 0;
	machine.fails = machine.bursts = 0;
	machine.on = true;
	return 0;
}

static void near(double price, double expected)
{
	assert_true(fabs(price - expected) < expected / 100);
}

TEST(it_is_what_counting_adds_to_a_switch)
{
	near(price_learn(&trial), 1200);
	assert_false(machine.on);
}

TEST(bare_metal_and_a_guest_a_hundred_times_as_dear_both_come_out)
{
	machine.sample_ns = 900;
	near(price_learn(&trial), 900);
	machine.sample_ns = 90000;
	machine.switch_ns = 4000;
	machine.switches = 32;	/* fewer fit into a burst */
	near(price_learn(&trial), 90000);
}

TEST(disturbances_are_not_its_price)
{
	machine.disturbance_ns = 3000000;
	near(price_learn(&trial), 1200);
}

TEST(it_is_never_below_0)
{
	machine.sample_ns = -100;
	assert_true(price_learn(&trial) == 0);
}

TEST(a_trial_that_fails_tells_no_price)
{
	machine.fails = EBUSY;
	assert_true(isnan(price_learn(&trial)));
	machine.fails = 0;
	machine.switches = 0;
	assert_true(isnan(price_learn(&trial)));
	assert_false(machine.on);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(it_is_what_counting_adds_to_a_switch, setup),
		cmocka_unit_test_setup(bare_metal_and_a_guest_a_hundred_times_as_dear_both_come_out, setup),
		cmocka_unit_test_setup(disturbances_are_not_its_price, setup),
		cmocka_unit_test_setup(it_is_never_below_0, setup),
		cmocka_unit_test_setup(a_trial_that_fails_tells_no_price, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
