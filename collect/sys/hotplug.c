/* SPDX-License-Identifier: GPL-2.0-only */
/* Follows which CPUs are online; see hotplug.h. Collector thread. */
#include "config.h"
#include "collect/sys/hotplug.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/sys/sysfs.h"
#include "collect/sys/topology.h"

#define ONLINE "/sys/devices/system/cpu/online"

/* A list of CPUs of the kernel. */
struct list {
	int *cpus;
	size_t n;
};

int hotplug_init(struct hotplug *hotplug, const struct machine *machine, const struct pmu *pmu)
{
	hotplug->fd = -1;
	hotplug->list[0] = '\0';
	hotplug->stale = hotplug->new_cpus = false;
	hotplug->uncounted = hotplug->uncounted_at_start = 0;
	memcpy(hotplug->pmu_root, pmu->root, sizeof(hotplug->pmu_root));
	pmu_cpus_path(pmu, hotplug->pmu_cpus, sizeof(hotplug->pmu_cpus));
	hotplug->online = malloc(machine->n_cpus * sizeof(hotplug->online[0]) + 1);
	if (!hotplug->online)
		return -ENOMEM;
	for (size_t i = 0; i < machine->n_cpus; i++)
		hotplug->online[i] = true;
	return 0;
}

void hotplug_done(struct hotplug *hotplug)
{
	if (hotplug->online && hotplug->fd >= 0)
		close(hotplug->fd);
	free(hotplug->online);
	hotplug->online = NULL;
}

/* Reads the list of online CPUs; false if that is not possible. */
static bool read_list(struct hotplug *hotplug, const char *root, char *text, size_t size)
{
	char path[PATH_MAX];
	ssize_t n;

	if (hotplug->fd < 0) {
		(void)snprintf(path, sizeof(path), "%s%s", root, ONLINE);
		hotplug->fd = open(path, O_RDONLY | O_CLOEXEC);
	}
	n = hotplug->fd < 0 ? -1 : pread(hotplug->fd, text, size - 1, 0);
	if (n <= 0)
		return false;
	text[n] = '\0';
	return true;
}

static bool contains(const struct list *list, int cpu)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->cpus[i] == cpu)
			return true;
	return false;
}

/* Reads the CPUs that the PMU counts on now. false: it counts on all. */
static bool read_counted(const struct hotplug *hotplug, struct list *counted)
{
	*counted = (struct list){ .n = 0 };
	if (!hotplug->pmu_cpus[0])
		return false;
	(void)sysfs_read_cpus(hotplug->pmu_root, hotplug->pmu_cpus, &counted->cpus, &counted->n);
	return true;
}

/* Finds online CPUs that the machine does not have. */
static void find_new_cpus(struct hotplug *hotplug, const struct machine *machine,
			  const struct list *online)
{
	struct list counted;
	bool listed = read_counted(hotplug, &counted);

	hotplug->new_cpus = false;
	hotplug->uncounted = 0;
	for (size_t i = 0; i < online->n; i++) {
		if (machine_cpu_index(machine, online->cpus[i]) >= 0)
			continue;
		if (listed && !contains(&counted, online->cpus[i]))
			hotplug->uncounted++;
		else
			hotplug->new_cpus = true;
	}
	free(counted.cpus);
}

bool hotplug_poll(struct hotplug *hotplug, const struct machine *machine, const char *root)
{
	char text[sizeof(hotplug->list)];
	struct list list;
	bool came;

	if (!read_list(hotplug, root, text, sizeof(text)) ||
	    (!hotplug->stale && !strcmp(text, hotplug->list)))
		return false;
	if (sysfs_read_cpus(root, ONLINE, &list.cpus, &list.n))
		return false;
	find_new_cpus(hotplug, machine, &list);
	if (!hotplug->list[0])
		hotplug->uncounted_at_start = hotplug->uncounted;
	memcpy(hotplug->list, text, sizeof(text));
	hotplug->stale = false;
	came = hotplug->new_cpus;
	for (size_t i = 0; i < machine->n_cpus; i++) {
		bool online = contains(&list, machine->cpus[i].cpu);

		came |= online && !hotplug->online[i];
		hotplug->online[i] = online;
	}
	free(list.cpus);
	return came;
}

void hotplug_not_usable(struct hotplug *hotplug, size_t cpu)
{
	hotplug->online[cpu] = false;
	hotplug->stale = true;
}

bool hotplug_check_usable(struct hotplug *hotplug, const struct machine *machine, size_t cpu,
			  bool (*probe_cpu)(int cpu))
{
	if (probe_cpu(machine->cpus[cpu].cpu))
		return true;
	hotplug_not_usable(hotplug, cpu);
	return false;
}

void hotplug_check_online(struct hotplug *hotplug, const struct machine *machine,
			  bool (*probe_cpu)(int cpu))
{
	for (size_t cpu = 0; cpu < machine->n_cpus; cpu++)
		if (hotplug->online[cpu])
			(void)hotplug_check_usable(hotplug, machine, cpu, probe_cpu);
}

int hotplug_first_online(const struct hotplug *hotplug, const struct machine *machine)
{
	size_t cpu = 0;

	while (cpu + 1 < machine->n_cpus && !hotplug->online[cpu])
		cpu++;
	return machine->cpus[cpu].cpu;
}

int hotplug_add_cpus(struct hotplug *hotplug, const struct machine *now, struct machine *machine)
{
	struct cpu_place *places = calloc(now->n_cpus + 1, sizeof(places[0]));
	bool *online = calloc(machine->n_cpus + now->n_cpus + 1, sizeof(online[0]));
	struct list counted;
	bool listed = read_counted(hotplug, &counted);
	size_t n = 0;

	for (size_t i = 0; places && i < now->n_cpus; i++) {
		if (machine_cpu_index(machine, now->cpus[i].cpu) >= 0 ||
		    (listed && !contains(&counted, now->cpus[i].cpu)))
			continue;
		places[n] = now->cpus[i];
		places[n++].core_type = machine->cpus[0].core_type;	/* of the PMU */
	}
	free(counted.cpus);
	if (!places || !online || machine_add_cpus(machine, places, n)) {
		free(places);
		free(online);
		return -ENOMEM;
	}
	free(places);
	free(hotplug->online);
	hotplug->online = online;
	hotplug->new_cpus = false;
	for (size_t i = 0; i < machine->n_cpus; i++)
		online[i] = machine_cpu_index(now, machine->cpus[i].cpu) >= 0;
	return 0;
}

int hotplug_read_new_cpus(struct hotplug *hotplug,
			  int (*read_topology)(struct machine *machine, struct err *err),
			  struct machine *machine, struct err *err)
{
	struct machine now = { .n_cpus = 0 };
	int ret;

	if (!hotplug->new_cpus)
		return 0;
	ret = read_topology(&now, err);
	if (!ret && hotplug_add_cpus(hotplug, &now, machine))
		ret = err_set(err, ENOMEM, "not enough memory for %zu CPU%s", now.n_cpus, plural(now.n_cpus));
	topology_done(&now);
	return ret;
}
