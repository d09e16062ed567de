/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads /proc/kallsyms; see kallsyms.h. */
#include "config.h"
#include "collect/sys/kallsyms.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * "ffffffff81262f90 T intel_pmu_drain_pebs_buffer\n": T is a global function, t one of a file.
 * Symbols of modules have "\t[module]" behind the name. Without sscanf(), as there are some 200,000
 * lines. NULL: no such line.
 */
static char *parse(char *line, uint64_t *address, char *type)
{
	char *name;

	*address = strtoull(line, &name, 16);
	if (name == line || name[0] != ' ' || !name[1] || name[2] != ' ')
		return NULL;
	*type = name[1];
	name += 3;
	name[strcspn(name, "\n")] = '\0';
	return *name && !strpbrk(name, " \t") ? name : NULL;
}

void kallsyms_each(const char *root,
		   bool (*symbol)(void *data, uint64_t address, char type, const char *name),
		   void *data)
{
	char path[PATH_MAX], line[1024], type;
	bool goes_on = true;
	uint64_t address;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/proc/kallsyms", root);
	file = fopen(path, "re");
	if (!file)
		return;
	while (goes_on && fgets(line, sizeof(line), file)) {
		const char *name = parse(line, &address, &type);

		goes_on = !name || symbol(data, address, type, name);
	}
	(void)fclose(file);
}
