/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the BPF source asks of the machine and of the kernel, as a struct of functions: the seam at
 * which tests put a machine of their own (tests/fixtures/fake_bpf.h).
 */
#ifndef TDTOP_COLLECT_BPF_BPF_SYS_H
#define TDTOP_COLLECT_BPF_BPF_SYS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "collect/bpf/bpf_engine.h"
#include "collect/slice/optional_events.h"
#include "collect/sys/hotplug.h"
#include "model/err.h"
#include "model/machine.h"

struct bpf_sys {
	const struct bpf_engine_ops *engine;
	uint64_t (*clock_ns)(clockid_t clock);
	bool (*pid_namespace)(const char *root);			/* facts_pid_namespace() */
	int (*read_topology)(struct machine *machine, struct err *err);	/* topology_read() */
	bool (*poll_hotplug)(struct hotplug *hotplug, const struct machine *machine,
			     const char *root);				/* hotplug_poll() */
	probe_group_fn *probe_group;					/* perf_probe_group() */
	bool (*probe_cpu)(int cpu);					/* perf_probe_cpu() */
	uint32_t (*count_tasks)(const char *root);			/* facts_tasks() */
};

extern const struct bpf_sys bpf_sys_real;

#endif
