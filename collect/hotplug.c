/* SPDX-License-Identifier: GPL-2.0-only */
/* See hotplug.h. */
#include "config.h"
#include "collect/hotplug.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sysfs.h"

#define ONLINE "/sys/devices/system/cpu/online"

int hotplug_init(struct hotplug *hotplug, const struct machine *machine)
{
	hotplug->list[0] = '\0';
	hotplug->online = malloc(machine->n_cpus * sizeof(hotplug->online[0]) + 1);
	if (!hotplug->online)
		return -ENOMEM;
	for (size_t i = 0; i < machine->n_cpus; i++)
		hotplug->online[i] = true;
	return 0;
}

void hotplug_done(struct hotplug *hotplug)
{
	free(hotplug->online);
	hotplug->online = NULL;
}

static bool contains(const int *cpus, size_t n, int cpu)
{
	for (size_t i = 0; i < n; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

bool hotplug_look(struct hotplug *hotplug, const struct machine *machine, const char *root)
{
	char list[sizeof(hotplug->list)];
	bool came = false;
	size_t n;
	int *cpus;

	if (sysfs_read(root, ONLINE, list, sizeof(list)) <= 0 || !strcmp(list, hotplug->list))
		return false;
	if (sysfs_read_cpus(root, ONLINE, &cpus, &n))
		return false;
	memcpy(hotplug->list, list, sizeof(list));
	for (size_t i = 0; i < machine->n_cpus; i++) {
		bool online = contains(cpus, n, machine->cpus[i].cpu);

		came |= online && !hotplug->online[i];
		hotplug->online[i] = online;
	}
	free(cpus);
	return came;
}
