// SPDX-License-Identifier: GPL-2.0-only
/*
 * tdtop_lab_pmu: a PMU whose truth is known, for the tests of tdtop.
 *
 * It takes the place of the x86 driver ("cpu", PERF_TYPE_RAW) in a virtual
 * machine without a PMU, and counts TopDown slots as a table says. Only for the
 * lab's virtual machine: it hooks the scheduler and reports invented numbers.
 */
#include <linux/init.h>
#include <linux/module.h>

#include "lab.h"

const struct lab_personality *lab_model;
int lab_first_atom;
atomic_t lab_violations;

static char *personality = "spr";
module_param(personality, charp, 0444);
MODULE_PARM_DESC(personality, "icl, spr, guest, adl, arl, skl, skl-smt, zen4 or zen5; see model.c");

int lab_generals;
module_param_named(generals, lab_generals, int, 0444);
MODULE_PARM_DESC(generals, "general counters per CPU (0: the number of the personality)");

unsigned int lab_hold_us = 100;
module_param_named(hold_us, lab_hold_us, uint, 0644);
MODULE_PARM_DESC(hold_us, "microseconds for which a reading does not change");

bool lab_rounding;
module_param_named(rounding, lab_rounding, bool, 0644);
MODULE_PARM_DESC(rounding, "metrics are 8-bit fractions, as on hardware");

bool lab_corrections;

bool lab_watchdog;
module_param_named(watchdog, lab_watchdog, bool, 0644);
MODULE_PARM_DESC(watchdog, "one general counter is taken, as by the NMI watchdog");

unsigned int lab_refuse_errno;
unsigned int lab_refuse_from;

static struct perf_event *held;

/*
 * Keeps the kernel's perf branches in schedule() as they are: a task event that counts context
 * switches turns on perf_sched_events and perf_swevent_enabled[], as long as it lives. It counts
 * nothing, since its task, insmod, ends at once. Without it each counter that is opened or closed
 * has the kernel rewrite schedule(). QEMU before 8.1 can run the breakpoint that stands there
 * meanwhile long after it is gone (its commit "accel/tcg: Lock pages before translation"). The
 * machine then dies with "int3" in schedule(), about once in a hundred lab runs on a busy host.
 */
static int __init hold_schedule(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
	};

	held = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	return PTR_ERR_OR_ZERO(held);
}

static int __init lab_init(void)
{
	int ret;

	lab_model = lab_model_find(personality);
	if (!lab_model)
		return -EINVAL;
	if (lab_generals <= 0)
		lab_generals = lab_model->generals;
	lab_first_atom = num_online_cpus() / 2;
	ret = lab_truth_start();
	if (ret)
		return ret;
	ret = lab_clock_start();
	if (ret)
		goto no_clock;
	ret = lab_pmus_start();
	if (ret)
		goto no_pmu;
	ret = hold_schedule();
	if (ret)
		goto no_hold;
	return 0;

no_hold:
	lab_pmus_stop();
no_pmu:
	lab_clock_stop();
no_clock:
	lab_truth_stop();
	return ret;
}

static void __exit lab_exit(void)
{
	perf_event_release_kernel(held);
	lab_pmus_stop();
	lab_clock_stop();
	lab_truth_stop();
}

module_init(lab_init);
module_exit(lab_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("TopDown PMU with known truth, for the tests of tdtop");
