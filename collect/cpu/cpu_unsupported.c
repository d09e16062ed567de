/* SPDX-License-Identifier: GPL-2.0-only */
/* The reasons why this version cannot count a CPU, as a table of sentences. Main thread. */
#include "config.h"
#include "collect/cpu/cpu_unsupported.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/cpu/cpu_kernel.h"

static bool seen_partial(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return pmu_has_event(pmu, "slots") && pmu_has_event(pmu, "topdown-retiring");
}

static bool seen_e_core(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return !pmu_has_event(pmu, "slots") && pmu_has_event(pmu, "topdown-retiring");
}

static bool seen_old_aliases(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return pmu_has_event(pmu, "topdown-total-slots");
}

static bool seen_amd_without_model(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	return !strcmp(facts->vendor, "AuthenticAMD") && facts->cpu_model < 0;
}

static bool seen_amd(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	return !strcmp(facts->vendor, "AuthenticAMD");
}

static bool seen_arm(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return !strncmp(pmu->name, "armv", 4);
}

static bool seen_guest(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	return facts->hypervisor;
}

static bool seen_anything(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	(void)facts;
	return true;
}

/* The first row whose condition holds is the reason. */
static const struct {
	bool (*seen)(const struct pmu *pmu, const struct facts *facts);
	const char *sentence;
} reasons[] = {
	{ seen_partial, "it has slots, but not all of topdown-retiring, -bad-spec, -fe-bound and "
			"-be-bound: no CPU that tdtop knows is like that" },
	{ seen_e_core, "it has topdown-retiring but no slots, as an Intel E-core, and not all of "
		       "topdown-bad-spec, -fe-bound and -be-bound as slot events" },
	{ seen_old_aliases, "it has topdown-total-slots, but not all of topdown-slots-issued, "
			    "-slots-retired, -fetch-bubbles and -recovery-bubbles" },
	{ seen_amd_without_model, "its model number is not known, so it may be older than Zen 4 and "
				  "have no events that count slots" },
	{ seen_amd, "AMD CPUs before Zen 4 have no events that count slots" },
	{ seen_arm, "it has no stall_slot events, or its PMU does not say how many slots a cycle "
		    "has (caps/slots)" },
	{ seen_guest, "it has no slots and no topdown-* events. This is a virtual machine: its "
		      "hypervisor may show only a part of the CPU's counters" },
	{ seen_anything, "it has no slots and no topdown-* events" },
};

int cpu_unsupported(const struct pmu *pmu, const struct facts *facts, struct err *err)
{
	char cpu[160], old_kernel[128];
	const char *reason = old_kernel;
	size_t i = 0;

	while (!reasons[i].seen(pmu, facts))
		i++;
	if (!cpu_kernel_is_too_old(pmu, facts, old_kernel, sizeof(old_kernel)))
		reason = reasons[i].sentence;
	(void)snprintf(cpu, sizeof(cpu), "%s", facts->cpu_name[0] ? facts->cpu_name : "this CPU");
	return err_set(err, EOPNOTSUPP,
		       "cannot count TopDown on %s (PMU \"%s\"%s%s): %s; try 'tdtop --demo'", cpu,
		       pmu->name, pmu->caps_name[0] ? ", " : "", pmu->caps_name,
		       reason);
}
