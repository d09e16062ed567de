/* SPDX-License-Identifier: GPL-2.0-only */
/* The first kernels with the TopDown events of each Intel model; see cpu_kernel.h. Main thread. */
#include "config.h"
#include "collect/cpu/cpu_kernel.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
/*
 * Mainline releases; stable kernels and distributions may have an older one patched, and then list
 * the events. Commits of arch/x86/events/intel/core.c, except where it says otherwise. Zen and Arm
 * need none: tdtop knows the numbers of their events, or they are in every kernel.
 */
static const struct {
	int family, model, major, minor;
} first_kernels[] = {
	{ 6, 0x7d, 5, 10 }, { 6, 0x7e, 5, 10 },	/* Ice Lake: 7b2c05a15d29 (metrics) */
	{ 6, 0x6a, 5, 10 }, { 6, 0x6c, 5, 10 },	/* Ice Lake-SP */
	{ 6, 0x8c, 5, 10 }, { 6, 0x8d, 5, 10 },	/* Tiger Lake */
	{ 6, 0x8f, 5, 12 },			/* Sapphire Rapids: 61b985e3e775 */
	{ 6, 0x97, 5, 13 }, { 6, 0x9a, 5, 13 },	/* Alder Lake: f83d2f91d259 */
	{ 6, 0xaa, 6, 3 }, { 6, 0xac, 6, 3 },	/* Meteor Lake: 38aaf921e92d */
	{ 6, 0xad, 6, 4 }, { 6, 0xae, 6, 4 },	/* Granite Rapids: bc4000fdb009 */
	{ 6, 0xaf, 6, 6 }, { 6, 0xb6, 6, 6 },	/* Sierra Forest, Grand Ridge: a430021faad6 */
	{ 6, 0xbd, 6, 11 }, { 6, 0xc6, 6, 11 },	/* Lunar Lake, Arrow Lake: a932aa0e868f */
	{ 6, 0xb5, 6, 13 },			/* Arrow Lake-U: 4e54ed496343 */
	{ 6, 0xc5, 6, 13 },			/* Arrow Lake-H: d3fe6f0a4372 */
	{ 6, 0xcc, 6, 15 },			/* Panther Lake: 7950de14ff5f */
	{ 6, 0xdd, 6, 16 },			/* Clearwater Forest: 48d66c89dce1 */
	{ 6, 0xd5, 6, 18 },			/* Wildcat Lake: tip perf-urgent-2025-11-01 */
	{ 18, 0x01, 7, 0 }, { 18, 0x03, 7, 0 },	/* Nova Lake: tip perf-core-2026-02-09 */
	{ 19, 0x01, 7, 0 },			/* Diamond Rapids: d345b6bb8860 */
};
/* clang-format on */

bool cpu_kernel_is_too_old(const struct pmu *pmu, const struct facts *facts, char *text,
			   size_t size)
{
	char kernel[48] = "this kernel";
	bool has_version = facts->kernel_major > 0;

	if (strcmp(facts->vendor, "GenuineIntel") != 0 || pmu_has_event(pmu, "slots") ||
	    pmu_has_event(pmu, "topdown-retiring"))
		return false;
	if (has_version)
		(void)snprintf(kernel, sizeof(kernel), "Linux %d.%d", facts->kernel_major,
			       facts->kernel_minor);
	for (size_t i = 0; i < sizeof(first_kernels) / sizeof(first_kernels[0]); i++) {
		int major = first_kernels[i].major, minor = first_kernels[i].minor;
		bool older = facts_kernel_before(facts, major, minor);

		if (facts->cpu_family != first_kernels[i].family ||
		    facts->cpu_model != first_kernels[i].model)
			continue;
		if (has_version ? !older : !pmu_is_generic(pmu))
			return false;
		(void)snprintf(text, size, "%s does not have the TopDown events of this CPU, Linux %d.%d does",
			       kernel, major, minor);
		return true;
	}
	return false;
}
