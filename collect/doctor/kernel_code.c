/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks for functions of the running kernel; see kernel_code.h. Main thread. */
#include "config.h"
#include "collect/doctor/kernel_code.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/*
 * "ffffffff81262f90 T intel_pmu_drain_pebs_buffer": T is a global function, t one of a file.
 * Functions of modules have "[module]" behind the name.
 */
static void look_at(const char *line, enum fix *found)
{
	char type, name[64], module;

	if (sscanf(line, "%*x %c %63s %c", &type, name, &module) != 2 || type != 'T')
		return;
	if (!strcmp(name, "intel_pmu_auto_reload_read"))
		*found = FIX_ABSENT;
	else if (!strcmp(name, "intel_pmu_drain_pebs_buffer") && *found == FIX_UNKNOWN)
		*found = FIX_PRESENT;
}

enum fix kernel_code_sample_read(const char *root)
{
	enum fix found = FIX_UNKNOWN;
	char path[PATH_MAX], line[512];
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/proc/kallsyms", root);
	file = fopen(path, "re");
	if (!file)
		return FIX_UNKNOWN;
	while (fgets(line, sizeof(line), file))
		if (strstr(line, " intel_pmu_"))
			look_at(line, &found);
	(void)fclose(file);
	return found;
}
