// SPDX-License-Identifier: GPL-2.0-only
/*
 * The perf driver: which events are accepted, which fit on a CPU together, and
 * how an event's count follows the counts of its CPU (clock.c).
 *
 * The rules are those of arch/x86/events/intel/core.c, intel_pmu_hw_config(),
 * and arch/x86/events/core.c, validate_group(), as far as TopDown is concerned.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/perf_event.h>

#include "lab.h"

/* event, umask, edge, any, inv, cmask: the bits that format/ names */
#define LAB_RAW_MASK	0xffa4ffffULL
#define LAB_WIDE_RAW_MASK	(LAB_RAW_MASK | 0xff0000000000ULL)
#define LAB_AMD_RAW_MASK	0xfff84ffffULL

static enum lab_kind kind_of(const struct perf_event *event)
{
	return event->hw.event_base;
}

static int metric_of(const struct perf_event *event)
{
	return event->hw.idx;
}

static const struct lab_general *general_of(const struct perf_event *event)
{
	return (const struct lab_general *)event->hw.config_base;
}

static int key_of(const struct perf_event *event)
{
	return event->hw.extra_reg.idx;
}

/* Where the CPU counts an event that is on. */
static int slot_of(const struct perf_event *event)
{
	return event->hw.extra_reg.alloc;
}

static bool is_ours(const struct pmu *pmu)
{
	return pmu == &lab_pmu || pmu == &lab_atom_pmu;
}

static bool leads(const struct perf_event *event)
{
	return event->group_leader == event;
}

/* A member of one of our groups: its leader has fixed the instant. */
static bool follows(const struct perf_event *event)
{
	return !leads(event) && is_ours(event->group_leader->pmu);
}

static u64 count_of(const struct lab_cpu *cpu, const struct perf_event *event)
{
	switch (kind_of(event)) {
	case LAB_SLOTS:
		return cpu->slots;
	case LAB_CYCLES:
		return cpu->cycles;
	case LAB_CORE_CYCLES:
		return cpu->core_ns;
	case LAB_INSTRUCTIONS:
		return cpu->exact[0];	/* one instruction per retiring slot */
	case LAB_REFERENCE:
		return cpu->cycles;
	case LAB_METRIC:
		return cpu->shown[metric_of(event)];
	default:
		return cpu->slot[slot_of(event)].count +
		       (general_of(event) ? lab_general_count(general_of(event),
							      cpu->slot[slot_of(event)].exact) : 0);
	}
}

static int counters_of(const struct pmu *pmu)
{
	bool few = pmu == &lab_atom_pmu && lab_model->atom_generals;

	return few ? min(lab_model->atom_generals, lab_generals) : lab_generals;
}

/*
 * On Intel cycles and instructions have one fixed counter each; a second such event takes a general
 * one, any of them. Reference cycles have nothing but theirs.
 */
static bool fits(const struct lab_load *load, int counters)
{
	int fixed = lab_model->amd ? 0 : 1;
	const int *used = load->used;
	int generals = used[LAB_OTHER];

	generals += max(used[LAB_CYCLES] + used[LAB_CORE_CYCLES] - fixed, 0);
	generals += max(used[LAB_INSTRUCTIONS] - fixed, 0);
	return used[LAB_SLOTS] <= 1 && used[LAB_REFERENCE] <= 1 && generals <= counters &&
	       lab_keys_fit(load->key, load->n, counters);
}

/* False: there are more events than any CPU has counters. */
static bool load_add(struct lab_load *load, const struct perf_event *event)
{
	if (kind_of(event) == LAB_OTHER) {
		if (load->n == LAB_SLOTS_MAX)
			return false;
		load->key[load->n++] = key_of(event);
	}
	load->used[kind_of(event)]++;
	return true;
}

static void load_remove(struct lab_load *load, const struct perf_event *event)
{
	int i;

	load->used[kind_of(event)]--;
	if (kind_of(event) != LAB_OTHER)
		return;
	for (i = 0; load->key[i] != key_of(event); i++)
		;
	load->key[i] = load->key[--load->n];
}

static void bring_up_to_date(const struct lab_cpu *cpu, struct perf_event *event)
{
	u64 count = count_of(cpu, event);

	local64_add(count - local64_read(&event->hw.prev_count), &event->count);
	local64_set(&event->hw.prev_count, count);
}

/*
 * Reading SLOTS brings all metrics of the CPU up to date, as icl_update_topdown_event() of
 * arch/x86/events/intel/core.c does: who knows their perf_event may read the counts from memory.
 */
static void lab_read(struct perf_event *event)
{
	struct lab_cpu *cpu;
	unsigned long flags;
	int i;

	local_irq_save(flags);
	cpu = lab_this_cpu();
	if (!follows(event))
		lab_clock_read(cpu);
	bring_up_to_date(cpu, event);
	if (kind_of(event) == LAB_SLOTS) {
		lab_metrics_read(cpu);
		for (i = 0; i < LAB_METRICS; i++)
			if (cpu->counts[i])
				bring_up_to_date(cpu, cpu->counts[i]);
	}
	local_irq_restore(flags);
}

static void lab_start(struct perf_event *event, int flags)
{
	struct lab_cpu *cpu = lab_this_cpu();

	lab_clock_read(cpu);
	if (kind_of(event) == LAB_SLOTS)
		lab_metrics_read(cpu);
	local64_set(&event->hw.prev_count, count_of(cpu, event));
	if (kind_of(event) == LAB_METRIC)
		cpu->counts[metric_of(event)] = event;
	event->hw.state = 0;
}

static void lab_stop(struct perf_event *event, int flags)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	lab_read(event);
	if (kind_of(event) == LAB_METRIC)
		lab_this_cpu()->counts[metric_of(event)] = NULL;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

/* The kernel rotates events that get -EAGAIN: this is how two SLOTS owners share the counter. */
static int lab_add(struct perf_event *event, int flags)
{
	struct lab_cpu *cpu = lab_this_cpu();

	if (lab_is_atom(smp_processor_id()) != (event->pmu == &lab_atom_pmu))
		return -EAGAIN;		/* a task's event, on the other core type */
	if (!load_add(&cpu->load, event))
		return -EAGAIN;
	if (!fits(&cpu->load, counters_of(event->pmu) - lab_watchdog)) {
		load_remove(&cpu->load, event);
		return -EAGAIN;
	}
	if (kind_of(event) == LAB_OTHER) {
		lab_clock_read(cpu);	/* what was before is not counted */
		event->hw.extra_reg.alloc = lab_slot_get(cpu, key_of(event));
	}
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		lab_start(event, flags);
	return 0;
}

static void lab_del(struct perf_event *event, int flags)
{
	lab_stop(event, PERF_EF_UPDATE);
	load_remove(&lab_this_cpu()->load, event);
	if (kind_of(event) == LAB_OTHER)
		lab_slot_put(lab_this_cpu(), slot_of(event));
}

/* Adding or reading a group is one transaction: one instant for all members. */
static void lab_start_txn(struct pmu *pmu, unsigned int flags)
{
	struct lab_cpu *cpu = lab_this_cpu();

	lab_clock_read(cpu);
	cpu->in_txn = true;
}

static int lab_commit_txn(struct pmu *pmu)
{
	lab_this_cpu()->in_txn = false;
	return 0;
}

static void lab_cancel_txn(struct pmu *pmu)
{
	lab_this_cpu()->in_txn = false;
}

/* An event on a general counter, or on the fixed counter of cycles or instructions. */
static void set_general(struct perf_event *event, u64 config, u64 cycles, const struct lab_general *table)
{
	const struct lab_general *general = lab_general_find(table, config);

	event->hw.config_base = (unsigned long)general;
	event->hw.event_base = config == cycles ? LAB_CYCLES :
			       config == LAB_CONFIG_INSTRUCTIONS ? LAB_INSTRUCTIONS : LAB_OTHER;
	if (!lab_model->amd && config == LAB_CONFIG_REFERENCE)
		event->hw.event_base = LAB_REFERENCE;
	if (lab_model->metrics && config == LAB_CONFIG_PRECISE)
		event->hw.event_base = LAB_INSTRUCTIONS;
	if (kind_of(event) == LAB_OTHER)
		event->hw.extra_reg.idx = lab_key(config, event->attr.config1,
						  event->pmu == &lab_atom_pmu);
}

/*
 * An E-core has neither SLOTS nor metrics: opening them there has hung kernels (CVE-2025-38322). Attempts are
 * counted, and the tests expect none.
 */
static int set_atom_kind(struct perf_event *event, u64 config)
{
	if (!(config & 0xff)) {
		atomic_inc(&lab_violations);
		return -EINVAL;
	}
	set_general(event, config, LAB_CONFIG_CYCLES, lab_model->atom_events);
	return 0;
}

static int set_kind(struct perf_event *event)
{
	u64 config = event->attr.config & (lab_model->amd ? LAB_AMD_RAW_MASK :
					   lab_model->wide_umask ? LAB_WIDE_RAW_MASK : LAB_RAW_MASK);
	u64 cycles = lab_model->amd ? LAB_CONFIG_AMD_CYCLES : LAB_CONFIG_CYCLES;

	if (event->attr.type == PERF_TYPE_HARDWARE) {
		if (event->attr.config == PERF_COUNT_HW_CPU_CYCLES)
			config = cycles;
		else if (event->attr.config == PERF_COUNT_HW_INSTRUCTIONS)
			config = LAB_CONFIG_INSTRUCTIONS;
		else
			return -ENOENT;
	}
	event->hw.config = config;
	if (event->pmu == &lab_atom_pmu)
		return set_atom_kind(event, config);
	if (lab_model->metrics && (config & 0xffff) == LAB_CONFIG_SLOTS) {
		event->hw.event_base = LAB_SLOTS;
	} else if (lab_model->metrics && (config & 0x80ff) == LAB_CONFIG_METRIC) {
		event->hw.event_base = LAB_METRIC;
		event->hw.idx = (config >> 8) & 0x7f;
	} else if (lab_model->smt && config == (LAB_CONFIG_CYCLES | LAB_CONFIG_ANY)) {
		event->hw.event_base = LAB_CORE_CYCLES;
	} else {
		set_general(event, config, cycles, lab_model->events);
	}
	return 0;
}

/*
 * intel_pmu_hw_config(): no modifiers, no sampling, a metric only under a
 * SLOTS leader. Stricter than the kernel in two points, which tdtop must respect anyway:
 * PERF_FORMAT_GROUP is required, and a metric that the personality lacks is an error (hardware
 * schedules it as a general event and counts rubbish).
 */
static int check_topdown(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (event->hw.config & ~0xffffULL || event->attr.config1 || event->attr.config2)
		return -EINVAL;
	if (is_sampling_event(event))
		return -EINVAL;
	if (kind_of(event) == LAB_SLOTS)
		return 0;
	if (metric_of(event) >= lab_model->metrics)
		return -EINVAL;
	if (leader->pmu != &lab_pmu || leads(event) || kind_of(leader) != LAB_SLOTS)
		return -EINVAL;
	if (!(event->attr.read_format & PERF_FORMAT_GROUP))
		return -EINVAL;
	event->event_caps |= PERF_EV_CAP_SIBLING;
	return 0;
}

/*
 * validate_group(): a group that can never run is refused when it is opened. It
 * does not know of a watchdog's counter: such a group opens and never runs.
 */
static int check_group(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	struct lab_load load = { .n = 0 };
	struct perf_event *sibling;
	bool room = load_add(&load, event);

	if (!leads(event)) {
		if (is_ours(leader->pmu))
			room = load_add(&load, leader) && room;
		for_each_sibling_event(sibling, leader)
			if (is_ours(sibling->pmu))
				room = load_add(&load, sibling) && room;
	}
	return room && fits(&load, counters_of(event->pmu)) ? 0 : -EINVAL;
}

/* Plays a kernel, a hypervisor or a security module that refuses events, with any errno. */
static int check_refused(const struct perf_event *event)
{
	bool all = !lab_refuse_from;

	if (!lab_refuse_errno)
		return 0;
	if (!all && (kind_of(event) != LAB_METRIC || metric_of(event) + 1 < lab_refuse_from))
		return 0;
	return -(int)lab_refuse_errno;
}

static int lab_event_init(struct perf_event *event)
{
	int ret;

	if (event->attr.type != event->pmu->type && event->attr.type != PERF_TYPE_HARDWARE)
		return -ENOENT;
	if (event->cpu >= 0 && lab_is_atom(event->cpu) != (event->pmu == &lab_atom_pmu))
		return -ENOENT;
	ret = set_kind(event);
	if (!ret && (kind_of(event) == LAB_SLOTS || kind_of(event) == LAB_METRIC))
		ret = check_topdown(event);
	if (!ret)
		ret = check_refused(event);
	return ret ? ret : check_group(event);
}

/* As arch/x86/events/core.c does: a task's event of the other core type is not even tried. */
#ifdef PERF_PMU_CAP_HETEROGENEOUS_CPUS		/* until Linux 6.2 */
static int lab_filter(struct perf_event *event)
{
	return lab_is_atom(smp_processor_id()) == (event->pmu == &lab_atom_pmu);
}
#define LAB_FILTER .filter_match = lab_filter
#else
#define PERF_PMU_CAP_HETEROGENEOUS_CPUS 0
static bool lab_filter(struct pmu *pmu, int cpu)	/* true: left out */
{
	return lab_is_atom(cpu) != (pmu == &lab_atom_pmu);
}
#define LAB_FILTER .filter = lab_filter
#endif

struct pmu lab_pmu = {
	.module = THIS_MODULE,
	LAB_FILTER,
	.capabilities = PERF_PMU_CAP_NO_INTERRUPT,
	.event_init = lab_event_init,
	.add = lab_add,
	.del = lab_del,
	.start = lab_start,
	.stop = lab_stop,
	.read = lab_read,
	.start_txn = lab_start_txn,
	.commit_txn = lab_commit_txn,
	.cancel_txn = lab_cancel_txn,
};

struct pmu lab_atom_pmu;

int lab_pmus_start(void)
{
	bool hybrid = lab_model->atom_width;
	int ret;

	lab_atom_pmu = lab_pmu;
	lab_atom_pmu.capabilities |= PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_HETEROGENEOUS_CPUS;
	lab_atom_pmu.attr_groups = lab_atom_sysfs_groups();
	lab_pmu.attr_groups = lab_sysfs_groups();
	ret = perf_pmu_register(&lab_pmu, hybrid ? "cpu_core" : "cpu", PERF_TYPE_RAW);
	if (ret || !hybrid)
		return ret;
	ret = perf_pmu_register(&lab_atom_pmu, "cpu_atom", -1);
	if (ret)
		perf_pmu_unregister(&lab_pmu);
	return ret;
}

void lab_pmus_stop(void)
{
	if (lab_model->atom_width)
		perf_pmu_unregister(&lab_atom_pmu);
	perf_pmu_unregister(&lab_pmu);
}
