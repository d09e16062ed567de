/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens the source of this machine: what counts each core type, by the engine that is possible
 * here; see source_machine.h. Main's thread, and the collector's when engines are exchanged.
 *
 * Both engines open one group of counters on each CPU, read it at each context switch, and give the
 * difference of two readings to the task that ran between them. The ring engine (source_switch.c)
 * has the kernel write each reading as a sample into a ring, and decodes, subtracts and adds up;
 * its cost grows with the number of switches, and the budget limits it. The BPF engine
 * (source_bpf.c) does that in the kernel, by a program at each switch, and takes the sums of the
 * tasks out once an interval, so nothing is lost at any rate. One reading of SLOTS brings all
 * metrics of PERF_METRICS up to date, which the program then reads from memory: 4 writes to
 * registers a switch in place of 32. BPF counts where that is allowed, the ring elsewhere and while
 * a recording is made, which consists of samples.
 */
#include "config.h"
#include "collect/percpu/source_machine.h"

#include <errno.h>
#include <stdlib.h>

#include "collect/bpf/bpf_engine.h"
#include "collect/bpf/source_bpf.h"
#include "collect/percpu/sample_cost.h"
#include "collect/percpu/source_cores.h"
#include "collect/percpu/source_switch.h"
#include "collect/perf/cores.h"
#include "collect/perf/groups.h"
#include "collect/perf/perf_probe.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/facts.h"
#include "collect/sys/sysfs.h"
#include "collect/sys/topology.h"
#include "model/control.h"

static uint64_t sample_rate(void)
{
	long long rate;

	return !sysfs_read_number("", "/proc/sys/kernel/perf_event_max_sample_rate", &rate) &&
	       rate > 0 ? (uint64_t)rate : UINT64_MAX;
}

const struct cpu_sys cpu_sys_real = {
	.groups = &groups_real,
	.begin_burst = burst_begin,
	.run_burst = burst_run,
	.end_burst = burst_end,
	.engine = &bpf_engine_real,
	.clock_ns = clock_ns,
	.pid_namespace = facts_pid_namespace,
	.read_topology = topology_read,
	.poll_hotplug = hotplug_poll,
	.probe_group = perf_probe_group_here,
	.probe_cpu = perf_probe_cpu_here,
	.sample_rate = sample_rate,
	.find_mux_timer = mux_timer_find,
	.count_tasks = facts_tasks,
};

static int open_type(const struct cores *cores, size_t type, enum engine engine,
		     struct source **out, struct err *err)
{
	if (engine == ENGINE_BPF)
		return source_bpf_open(cores, type, &cpu_sys_real, out, err);
	return source_switch_open(cores, type, &cpu_sys_real, out, err);
}

/* As struct engines has it; data is the struct cores. */
static int open_types(void *data, enum engine engine, struct source *types[CORE_TYPES],
		      struct err *err)
{
	const struct cores *cores = data;
	size_t n = 0;
	int ret = 0;

	for (size_t i = 0; !ret && i < cores->n; i++)
		if (cores->group[i].counted)
			ret = open_type(cores, i, engine, &types[n++], err);
	for (size_t i = 0; ret && i + 1 < n; i++)	/* the last one did not open */
		types[i]->ops->close(types[i]);
	return ret;
}

static void free_cores(void *data)
{
	cores_done(data);
	free(data);
}

static size_t count_types(const struct cores *cores)
{
	size_t n = 0;

	for (size_t i = 0; i < cores->n; i++)
		n += cores->group[i].counted;
	return n;
}

/*
 * Opens the sources of all core types. *engine: in the request, out the engine that was opened. no_bpf:
 * why it is the ring, where BPF may be; else "".
 */
static int choose_types(struct cores *cores, enum engine *engine, struct source *types[CORE_TYPES],
			struct err *no_bpf, struct err *err)
{
	struct err why = { .text = "" };
	int ret;

	no_bpf->text[0] = '\0';
	if (*engine != ENGINE_RING) {
		ret = open_types(cores, ENGINE_BPF, types, &why);
		if (ret && *engine == ENGINE_BPF)
			return err_set(err, -ret, "--engine bpf is not possible here: %s; use "
				       "--engine ring", why.text);
		*engine = ret ? ENGINE_RING : ENGINE_BPF;
		*no_bpf = why;
	}
	return *engine == ENGINE_BPF ? 0 : open_types(cores, ENGINE_RING, types, err);
}

/* Takes over cores; it is freed with the source, or at once. */
static int open_source(struct cores *cores, const struct facts *facts,
		       const struct source_machine_options *options, struct source **out,
		       struct err *err)
{
	enum engine engine = options->records ? ENGINE_RING : options->engine;
	struct engines engines = { .data = cores, .open = open_types, .free = free_cores };
	struct source *types[CORE_TYPES];
	struct err no_bpf;
	const size_t n = count_types(cores);
	int ret = choose_types(cores, &engine, types, &no_bpf, err);
	bool exchanged;

	if (ret) {
		free_cores(cores);
		return ret;
	}
	exchanged = engine == ENGINE_BPF || (options->records && options->engine != ENGINE_RING);
	engines.best = exchanged ? ENGINE_BPF : ENGINE_RING;
	engines.falls_back = options->engine == ENGINE_AUTO;
	if (exchanged || n > 1)
		ret = source_cores_join(types, n, exchanged ? &engines : NULL, out, err);
	else
		*out = types[0];
	if (!ret) {
		cores_describe(cores, facts, options->root, &(*out)->machine);
		(*out)->machine.no_bpf = no_bpf;
	}
	if (!exchanged)
		free_cores(cores);
	return ret;
}

int source_machine_open(const struct source_machine_options *options, struct source **out,
			struct err *err)
{
	const struct cores_want want = {
		.root = options->root,
		.sys = &perf_sys_real,
		.group = { .levels = 2, .with_ipc = true, .with_corrections = true,
			   .interval_ns = INTERVAL_FIRST_NS },
		.try_counting = true,
	};
	struct cores *cores = calloc(1, sizeof(*cores));
	struct facts facts;
	int ret;

	if (!cores)
		return err_set(err, ENOMEM, "not enough memory to start");
	ret = cores_open_here(&want, &facts, cores, err);
	if (ret) {
		free_cores(cores);
		return ret;
	}
	ret = open_source(cores, &facts, options, out, err);
	if (ret)
		return ret;
	if (!machine_publish(&(*out)->machine))
		return 0;
	(*out)->ops->close(*out);
	return err_set(err, ENOMEM, "not enough memory to start");
}
