// SPDX-License-Identifier: GPL-2.0-only
/*
 * The personalities: the PMU that each one simulates. What its general events count is in
 * lab_events.h and lab_arl.h.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "lab.h"
#include "lab_arl.h"

static const struct lab_personality models[] = {
	{ .name = "icl", .pmu_name = "icelake", .metrics = 4, .width = 5, .generals = 8, .events = icl_events,
	  .clears = true },
	{ .name = "adl", .pmu_name = "alderlake_hybrid", .metrics = 8, .width = 6, .generals = 8,
	  .events = spr_events, .atom_width = 5, .atom_events = gracemont_events, .atom_generals = 6 },
	{ .name = "arl", .pmu_name = "arrowlake_h_hybrid", .metrics = 8, .width = 8, .generals = 10,
	  .events = lion_cove_events, .atom_width = 8, .atom_events = skymont_events, .atom_generals = 8,
	  .wide_umask = true },
	{ .name = "spr", .pmu_name = "sapphire_rapids", .metrics = 8, .width = 6, .generals = 8,
	  .events = spr_events },
	{ .name = "guest", .pmu_name = "sapphire_rapids", .width = 6, .generals = 6, .events = guest_events },
	{ .name = "skl", .pmu_name = "skylake", .aliases = true, .width = 4, .generals = 4, .events = skl_events },
	{ .name = "skl-smt", .pmu_name = "skylake", .aliases = true, .smt = true, .width = 4, .generals = 4,
	  .events = skl_smt_events },
	{ .name = "zen4", .amd = true, .width = 6, .generals = 6, .events = zen4_events },
	{ .name = "zen5", .amd = true, .width = 8, .generals = 6, .events = zen5_events },
};

const struct lab_personality *lab_model_find(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(models); i++)
		if (!strcmp(name, models[i].name))
			return &models[i];
	return NULL;
}

void lab_model_derive(u32 *part)
{
	lab_derive(part, lab_corrections, lab_model->clears);
}
