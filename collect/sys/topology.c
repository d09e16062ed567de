/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the places of the online CPUs; see topology.h. libcpupower knows cores and packages. NUMA
 * nodes and the core types of a hybrid come from sysfs.
 */
#include "config.h"
#include "collect/sys/topology.h"

#include <cpupower.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sys/pmu.h"

/* The NUMA node of a CPU: a link `nodeM` in its directory. -1 without one. */
static int read_node(const char *root, int cpu)
{
	char path[PATH_MAX];
	struct dirent *entry;
	int node = -1;
	DIR *dir;

	if (snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/cpu%d", root, cpu) >=
	    (int)sizeof(path))
		return -1;
	dir = opendir(path);
	if (!dir)
		return -1;
	while (node < 0 && (entry = readdir(dir))) {
		int number, used = 0;

		if (sscanf(entry->d_name, "node%d%n", &number, &used) == 1 && !entry->d_name[used])
			node = number;
	}
	closedir(dir);
	return node;
}

static int compare_cpus(const void *a, const void *b)
{
	const struct cpu_place *x = a, *y = b;

	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static int compare_places(const void *a, const void *b)
{
	const struct cpu_place *x = a, *y = b;

	if (x->socket != y->socket)
		return (x->socket > y->socket) - (x->socket < y->socket);
	return (x->core > y->core) - (x->core < y->core);
}

static void read_core_type(const char *root, enum core_type core_type, struct machine *machine)
{
	struct pmu pmu;

	if (pmu_open_core_type(root, core_type, &pmu, NULL))
		return;
	for (size_t i = 0; pmu.n_cpus && i < machine->n_cpus; i++)
		if (pmu_covers(&pmu, machine->cpus[i].cpu))
			machine->cpus[i].core_type = core_type;
	pmu_close(&pmu);
}

int topology_from(const struct topology_cpu *cpus, size_t n, const char *root,
		  struct machine *machine, struct err *err)
{
	machine->n_cpus = 0;
	machine->cpus = calloc(n ? n : 1, sizeof(*machine->cpus));
	if (!machine->cpus)
		return err_set(err, ENOMEM, "not enough memory for %zu CPU%s", n, plural(n));
	for (size_t i = 0; i < n; i++) {
		const struct topology_cpu *from = &cpus[i];

		if (!from->online)
			continue;
		/*
		 * Some guests and boards name no core: then each CPU is a core of its own in
		 * socket 0, so that not all of them look like one core.
		 */
		machine->cpus[machine->n_cpus++] = (struct cpu_place){
			.cpu = from->cpu,
			.core = from->core < 0 ? from->cpu : from->core,
			.socket = from->socket < 0 ? 0 : from->socket,
			.node = read_node(root, from->cpu),
			.core_type = TYPE_CORE,
		};
	}
	if (!machine->n_cpus) {
		topology_done(machine);
		return err_set(err, ENODEV, "cannot find out which CPUs are online: "
					    "/sys/devices/system/cpu lists none");
	}
	qsort(machine->cpus, machine->n_cpus, sizeof(*machine->cpus), compare_cpus);
	for (enum core_type core_type = TYPE_ATOM; core_type < CORE_TYPES; core_type++)
		read_core_type(root, core_type, machine);
	return 0;
}

int topology_read(struct machine *machine, struct err *err)
{
	struct cpupower_topology topology;
	struct topology_cpu *cpus;
	int n = get_cpu_topology(&topology);
	int ret;

	if (n <= 0)
		return err_set(err, n < 0 ? -n : ENODEV, "cannot read the topology of the CPUs: %s",
			       strerror(n < 0 ? -n : ENODEV));
	cpus = calloc((size_t)n, sizeof(*cpus));
	for (int i = 0; cpus && i < n; i++) {
		cpus[i].cpu = topology.core_info[i].cpu;
		cpus[i].core = topology.core_info[i].core;
		cpus[i].socket = topology.core_info[i].pkg;
		cpus[i].online = topology.core_info[i].is_online;
	}
	cpu_topology_release(topology);
	if (!cpus)
		return err_set(err, ENOMEM, "not enough memory for %d CPU%s", n, plural((uint64_t)n));
	ret = topology_from(cpus, (size_t)n, "", machine, err);
	free(cpus);
	return ret;
}

void topology_done(struct machine *machine)
{
	machine_unpublish(machine);
	free(machine->cpus);
	machine->cpus = NULL;
	machine->n_cpus = 0;
}

struct topology_sizes topology_sizes(const struct machine *machine)
{
	struct topology_sizes sizes = { .cpus = machine->n_cpus };
	struct cpu_place *places = calloc(machine->n_cpus ? machine->n_cpus : 1, sizeof(*places));

	if (!places)
		return sizes;
	memcpy(places, machine->cpus, machine->n_cpus * sizeof(*places));
	qsort(places, machine->n_cpus, sizeof(*places), compare_places);
	for (size_t i = 0; i < machine->n_cpus; i++) {
		bool first = i == 0;

		sizes.sockets += first || places[i].socket != places[i - 1].socket;
		sizes.cores += first || compare_places(&places[i], &places[i - 1]) != 0;
	}
	free(places);
	return sizes;
}
