/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the switch source asks of the machine and of the kernel, as a struct of functions: the seam
 * at which tests put a machine of their own (tests/fixtures/fake_kernel.h).
 */
#ifndef TDTOP_COLLECT_PERCPU_SWITCH_SYS_H
#define TDTOP_COLLECT_PERCPU_SWITCH_SYS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "collect/percpu/sample_cost.h"
#include "collect/perf/groups.h"
#include "collect/perf/perf_open.h"
#include "collect/perf/perf_probe.h"
#include "collect/sys/hotplug.h"
#include "model/err.h"
#include "model/machine.h"

struct switch_sys {
	const struct groups_ops *groups;
	const struct burst_ops *burst;
	uint64_t (*clock_ns)(clockid_t clock);
	uint64_t (*sample_rate)(void);		/* kernel.perf_event_max_sample_rate */
	bool (*pid_namespace)(const char *root);			/* facts_pid_namespace() */
	int (*read_topology)(struct machine *machine, struct err *err);	/* topology_read() */
	bool (*poll_hotplug)(struct hotplug *hotplug, const struct machine *machine,
			     const char *root);			/* hotplug_poll() */
	enum probe_counts (*probe_group)(const struct group *group,
					 int cpu);			/* perf_probe_group() */
	bool (*find_mux_timer)(const char *root, struct mux_timer *timer);	/* mux_timer_find() */
	bool (*probe_cpu)(int cpu);					/* perf_probe_cpu() */
};

extern const struct switch_sys switch_sys_real;

#endif
