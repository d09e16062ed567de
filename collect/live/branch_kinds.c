/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which hardware records branches; see branch_kinds.h. Linux tells the depth in caps/branches
 * (branches_show() of arch/x86/events/intel/core.c, amd/core.c and drivers/perf/arm_pmuv3.c), which
 * is absent or 0 without such hardware.
 */
#include "config.h"
#include "collect/live/branch_kinds.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collect/sys/sysfs.h"

static const char *const names[] = {
	[BRANCHES_BY_NONE] = "",
	[BRANCHES_BY_LBR] = "LBR",
	[BRANCHES_BY_ARCH_LBR] = "Arch LBR",
	[BRANCHES_BY_AMD_LBR] = "LBR (LbrExtV2)",
	[BRANCHES_BY_BRS] = "BRS",
	[BRANCHES_BY_BRBE] = "BRBE",
};

const char *branch_unit_name(enum branch_unit unit)
{
	return names[unit];
}

/* A number of caps/; 0: not there. */
static int cap(const struct pmu *pmu, const char *name)
{
	char path[PATH_MAX];
	long long number;
	const int n = snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/caps/%s",
			       pmu->name, name);

	if (n < 0 || (size_t)n >= sizeof(path) || sysfs_read_number(pmu->root, path, &number))
		return 0;
	return number > 0 && number < INT_MAX ? (int)number : 0;
}

static enum branch_unit unit_of(const struct pmu *pmu, const struct facts *facts)
{
	if (pmu_has_event(pmu, "branch-brs"))
		return BRANCHES_BY_BRS;
	if (!strncmp(pmu->name, "armv", 4))
		return BRANCHES_BY_BRBE;
	if (!strcmp(facts->vendor, "GenuineIntel"))
		return facts->arch_lbr ? BRANCHES_BY_ARCH_LBR : BRANCHES_BY_LBR;
	return BRANCHES_BY_AMD_LBR;
}

void branch_kinds_read(const struct pmu *pmu, const struct facts *facts,
		       struct branch_kinds *kinds)
{
	*kinds = (struct branch_kinds){ .depth = cap(pmu, "branches") };
	if (!kinds->depth && !pmu_has_event(pmu, "branch-brs"))
		return;
	kinds->unit = unit_of(pmu, facts);
	kinds->counters = cap(pmu, "branch_counter_nr");
	kinds->counter_width = cap(pmu, "branch_counter_width");
}
