/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks for functions of the running kernel; see kernel_code.h. Main thread. */
#include "config.h"
#include "collect/doctor/kernel_code.h"

#include <string.h>

#include "collect/sys/kallsyms.h"

static bool look_at(void *data, uint64_t address, char type, const char *name)
{
	enum fix *found = data;

	(void)address;
	if (type != 'T')
		return true;
	if (!strcmp(name, "intel_pmu_auto_reload_read"))
		*found = FIX_ABSENT;
	else if (!strcmp(name, "intel_pmu_drain_pebs_buffer") && *found == FIX_UNKNOWN)
		*found = FIX_PRESENT;
	return true;
}

enum fix kernel_code_sample_read(const char *root)
{
	enum fix found = FIX_UNKNOWN;

	kallsyms_each(root, look_at, &found);
	return found;
}
