/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine that tdtop runs on, for the BPF source; see bpf_sys.h. */
#include "config.h"
#include "collect/bpf/bpf_sys.h"

#include "collect/perf/perf_probe.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/facts.h"
#include "collect/sys/topology.h"

const struct bpf_sys bpf_sys_real = {
	.engine = &bpf_engine_real,
	.clock_ns = clock_ns,
	.pid_namespace = facts_pid_namespace,
	.read_topology = topology_read,
	.poll_hotplug = hotplug_poll,
	.probe_group = perf_probe_group_here,
	.probe_cpu = perf_probe_cpu_here,
	.count_tasks = facts_tasks,
};
