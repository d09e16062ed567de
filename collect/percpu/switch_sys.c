/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine that tdtop runs on, for the switch source; see switch_sys.h. */
#include "config.h"
#include "collect/percpu/switch_sys.h"

#include "collect/sys/clock_ns.h"
#include "collect/sys/facts.h"
#include "collect/sys/topology.h"

static enum probe_counts probe_group(const struct group *group, int cpu)
{
	return perf_probe_group(&perf_sys_real, group, cpu);
}

const struct switch_sys switch_sys_real = {
	.groups = &groups_real,
	.burst = &burst_real,
	.clock_ns = clock_ns,
	.pid_namespace = facts_pid_namespace,
	.read_topology = topology_read,
	.poll_hotplug = hotplug_poll,
	.probe_group = probe_group,
};
