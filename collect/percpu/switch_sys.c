/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine that tdtop runs on, for the switch source; see switch_sys.h. */
#include "config.h"
#include "collect/percpu/switch_sys.h"

#include "collect/sys/clock_ns.h"
#include "collect/sys/facts.h"
#include "collect/sys/sysfs.h"
#include "collect/sys/topology.h"

static uint64_t sample_rate(void)
{
	long long rate;

	return !sysfs_read_number("", "/proc/sys/kernel/perf_event_max_sample_rate", &rate) &&
	       rate > 0 ? (uint64_t)rate : UINT64_MAX;
}

const struct switch_sys switch_sys_real = {
	.groups = &groups_real,
	.burst = &burst_real,
	.clock_ns = clock_ns,
	.sample_rate = sample_rate,
	.pid_namespace = facts_pid_namespace,
	.read_topology = topology_read,
	.poll_hotplug = hotplug_poll,
	.probe_group = perf_probe_group_here,
	.find_mux_timer = mux_timer_find,
	.probe_cpu = perf_probe_cpu_here,
};
