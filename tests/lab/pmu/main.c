// SPDX-License-Identifier: GPL-2.0-only
/*
 * tdtop_lab_pmu: a PMU whose truth is known, for the tests of tdtop.
 *
 * It takes the place of the x86 driver ("cpu", PERF_TYPE_RAW) in a virtual
 * machine without a PMU, and counts TopDown slots as a table says. Only for the
 * lab's virtual machine: it hooks the scheduler and gives made-up numbers.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/string.h>

#include "lab.h"

static const struct lab_personality models[] = {
	{ .name = "icl", .pmu_name = "icelake", .metrics = 4, .width = 5, .generals = 4 },
	{ .name = "spr", .pmu_name = "sapphire_rapids", .metrics = 8, .width = 6, .generals = 8 },
};

const struct lab_personality *lab_model;

static char *personality = "spr";
module_param(personality, charp, 0444);
MODULE_PARM_DESC(personality, "icl: 4 metrics, 5 slots per cycle; spr: 8 metrics, 6 slots");

int lab_generals;
module_param_named(generals, lab_generals, int, 0444);
MODULE_PARM_DESC(generals, "general counters per CPU (0: as many as the model has)");

unsigned int lab_hold_us = 100;
module_param_named(hold_us, lab_hold_us, uint, 0644);
MODULE_PARM_DESC(hold_us, "microseconds for which a reading stays what it is");

bool lab_rounding;
module_param_named(rounding, lab_rounding, bool, 0644);
MODULE_PARM_DESC(rounding, "metrics are 8-bit fractions, as on hardware");

static int __init lab_init(void)
{
	int ret;
	int i;

	for (i = 0; i < ARRAY_SIZE(models); i++)
		if (!strcmp(personality, models[i].name))
			lab_model = &models[i];
	if (!lab_model)
		return -EINVAL;
	if (lab_generals <= 0)
		lab_generals = lab_model->generals;
	ret = lab_truth_start();
	if (ret)
		return ret;
	ret = lab_clock_start();
	if (ret)
		goto no_clock;
	ret = perf_pmu_register(&lab_pmu, "cpu", PERF_TYPE_RAW);
	if (ret)
		goto no_pmu;
	return 0;

no_pmu:
	lab_clock_stop();
no_clock:
	lab_truth_stop();
	return ret;
}

static void __exit lab_exit(void)
{
	perf_pmu_unregister(&lab_pmu);
	lab_clock_stop();
	lab_truth_stop();
}

module_init(lab_init);
module_exit(lab_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("TopDown PMU with known truth, for the tests of tdtop");
