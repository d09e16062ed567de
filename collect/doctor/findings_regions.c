/* SPDX-License-Identifier: GPL-2.0-only */
/* The finding about regions; see findings_regions.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings_regions.h"

#include "collect/sys/capabilities.h"

#define SELF_COUNTING "start the program with TDTOP_REGIONS=rdpmc; then it counts its regions itself"

/*
 * Probes of markers are uprobes: the kernel asks for CAP_SYS_ADMIN whatever perf_event_paranoid is
 * (perf_uprobe_event_init()).
 */
void findings_of_regions(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	const long long type = diagnosis->surroundings.uprobe_type;

	if (!type || !facts->perf)
		return;
	if (type < 0) {
		findings_add(findings, VERDICT_NOTE, "regions",
			     "markers of programs (tdtop_region.h) cannot be watched: this kernel "
			     "has no uprobes (CONFIG_UPROBE_EVENTS)");
		if (diagnosis->has_pmu)
			findings_fix(findings, SELF_COUNTING);
	} else if (!facts_has_cap(facts, CAP_SYS_ADMIN)) {
		findings_add(findings, VERDICT_NOTE, "regions",
			     "markers of programs (tdtop_region.h) cannot be watched by this user: "
			     "uprobes need CAP_SYS_ADMIN%s",
			     facts->user_ns ? ", and not only in a user namespace" : "");
		if (facts->user_ns)
			findings_fix(findings, SELF_COUNTING);
		else
			findings_fix(findings, "run tdtop as root; or " SELF_COUNTING);
	} else if (!diagnosis->opened && !diagnosis->times) {
		findings_add(findings, VERDICT_NOTE, "regions",
			     "not available without counters of whole CPUs");
	} else {
		findings_add(findings, VERDICT_OK, "regions",
			     "markers of programs (tdtop_region.h) are watched%s",
			     diagnosis->opened ? "" : ": their time and entries");
	}
}
