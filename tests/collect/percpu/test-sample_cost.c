/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The cost of a sample: what counting adds to a burst of switches, whatever else the machine does.
 */
#include "config.h"
#include "collect/percpu/sample_cost.h"

#include "tests/fixtures/test_main.h"

/*
 * A machine: the cost of a switch, the additional cost of a counted one, and disturbances now and
 * then.
 */
static struct {
	double switch_ns, sample_ns;
	uint64_t switches;
	uint64_t disturbance_ns;	/* of every burst but the fourth and fifth */
	int off;			/* so many of the first bursts have the group off */
	int fails;			/* errno of count() */
	int bursts;
	bool on;
} machine;

static int count(void *data, bool on)
{
	if (!on && machine.bursts <= machine.off)
		return -EAGAIN;
	machine.on = on && !machine.fails;
	return on ? -machine.fails : 0;
}

static int burst(void *data, uint64_t *cpu_ns, uint64_t *switches)
{
	bool samples = machine.on && machine.bursts >= machine.off;
	double each = machine.switch_ns + (samples ? machine.sample_ns : 0);
	bool quiet = machine.bursts == 4 || machine.bursts == 5;

	machine.bursts++;
	*switches = machine.switches;
	*cpu_ns =
		(uint64_t)(each * (double)machine.switches) + (quiet ? 0 : machine.disturbance_ns);
	return 0;
}

static const struct sample_cost_trial trial = { .count = count, .burst = burst };

SETUP
{
	machine.switch_ns = 1500;
	machine.sample_ns = 1200;
	machine.switches = 512;
	machine.disturbance_ns = 0;
	machine.off = 0;
	machine.fails = machine.bursts = 0;
	machine.on = true;
}

static void near(double cost, double expected)
{
	assert_true(fabs(cost - expected) < expected / 100);
}

TEST(it_is_what_counting_adds_to_a_switch)
{
	near(sample_cost_measure(&trial), 1200);
	assert_false(machine.on);
}

TEST(bare_metal_and_a_guest_a_hundred_times_as_expensive_both_come_out)
{
	machine.sample_ns = 900;
	near(sample_cost_measure(&trial), 900);
	machine.sample_ns = 90000;
	machine.switch_ns = 4000;
	machine.switches = 32;	/* fewer fit into a burst */
	near(sample_cost_measure(&trial), 90000);
}

TEST(disturbances_are_no_part_of_it)
{
	machine.disturbance_ns = 3000000;
	near(sample_cost_measure(&trial), 1200);
}

TEST(bursts_with_the_group_off_are_no_part_of_it)
{
	machine.off = 9;
	near(sample_cost_measure(&trial), 1200);
}

TEST(it_is_never_below_0)
{
	machine.sample_ns = -100;
	assert_true(sample_cost_measure(&trial) == 0);
}

TEST(a_trial_that_fails_yields_no_cost)
{
	machine.fails = EBUSY;
	assert_true(isnan(sample_cost_measure(&trial)));
	machine.fails = 0;
	machine.switches = 0;
	assert_true(isnan(sample_cost_measure(&trial)));
	assert_false(machine.on);
}
