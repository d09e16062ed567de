// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counts of each CPU and the rule by which time becomes slots.
 *
 * A CPU's account is closed at each task switch, at each rename and when a counter is read. The
 * time since the last closing goes to the task that ran, split as the truth table says for its
 * name.
 */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/topology.h>
#include <linux/tracepoint.h>

#include "lab.h"

static DEFINE_PER_CPU(struct lab_cpu, lab_cpus);
static struct tracepoint *switch_point;
static struct tracepoint *rename_point;

struct lab_cpu *lab_this_cpu(void)
{
	return this_cpu_ptr(&lab_cpus);
}

static u64 cycles_of(struct lab_cpu *cpu, u64 ns)
{
	if (!is_idle_task(current))
		return ns;
	ns += cpu->idle_rest;
	cpu->idle_rest = ns % LAB_IDLE;
	return ns / LAB_IDLE;
}

/* A core with two threads: the time in which at least one ran. Stored with the first thread. */
struct lab_core {
	raw_spinlock_t lock;
	u64 busy_ns;		/* up to since_ns */
	u64 since_ns;
	int running;		/* threads that run now */
};

static DEFINE_PER_CPU(struct lab_core, lab_cores) = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(lab_cores.lock),
};

static struct lab_core *lock_core(void)
{
	int first = cpumask_first(topology_sibling_cpumask(smp_processor_id()));
	struct lab_core *core = per_cpu_ptr(&lab_cores, first);

	raw_spin_lock(&core->lock);
	return core;
}

static void core_until(struct lab_core *core, u64 now_ns)
{
	if (now_ns <= core->since_ns)
		return;
	if (core->running)
		core->busy_ns += now_ns - core->since_ns;
	core->since_ns = now_ns;
}

static void read_core(struct lab_cpu *cpu)
{
	struct lab_core *core = lock_core();

	core_until(core, cpu->now_ns);
	cpu->core_ns = core->busy_ns;
	raw_spin_unlock(&core->lock);
}

/* Records that this CPU begins to run, or to idle. */
static void count_in_core(struct lab_cpu *cpu, bool runs)
{
	struct lab_core *core;

	if (!lab_model->smt || cpu->core_counts == runs)
		return;
	core = lock_core();
	core_until(core, cpu->now_ns);
	core->running += runs ? 1 : -1;
	raw_spin_unlock(&core->lock);
	cpu->core_counts = runs;
}

static void close_account(struct lab_cpu *cpu)
{
	u64 now = local_clock();
	u64 ns = now > cpu->now_ns ? now - cpu->now_ns : 0;
	u64 cycles = cycles_of(cpu, ns);
	bool atom = lab_is_atom(smp_processor_id());
	u64 slots = cycles * (atom ? lab_model->atom_width : lab_model->width);
	struct lab_name *name = lab_truth_find(current);
	const u32 *part = lab_truth_parts(name);
	u64 added[LAB_PARTS];
	int i;

	cpu->now_ns += ns;
	cpu->cycles += cycles;
	if (lab_model->smt)
		read_core(cpu);
	cpu->slots += slots;
	for (i = 0; i < LAB_PARTS; i++) {
		u64 fine = slots * part[i] + cpu->rest[i];

		added[i] = fine / LAB_WHOLE;
		cpu->exact[i] += added[i];
		cpu->rest[i] = fine % LAB_WHOLE;
	}
	lab_count_keys(cpu, name, cycles, added);
	atomic64_add(slots, &name->slots);
	if (atom)
		atomic64_add(slots, &name->atom_slots);
	atomic64_add(ns, &name->ns);
}

/*
 * Bring the counts up to now, or leave them where they are:
 *
 * - between sched_switch and the switch itself, where the kernel takes the
 *   context-switches sample (kernel/events/core.c, __perf_event_task_sched_out):
 *   that sample must show the slots of the outgoing task and no more;
 * - between the members of a group, which on hardware are a few instructions
 *   apart and in an emulator may be milliseconds apart;
 * - for lab_hold_us after the last closing, for readers of single events.
 *
 * Time that is held back is not lost: it is accounted at the next closing.
 */
void lab_clock_read(struct lab_cpu *cpu)
{
	if (cpu->running != current || cpu->in_txn)
		return;
	if (local_clock() - cpu->now_ns < (u64)lab_hold_us * NSEC_PER_USEC)
		return;
	close_account(cpu);
}

static int largest(const u64 *value)
{
	int best = 0;
	int i;

	for (i = 1; i < LAB_LEVEL1; i++)
		if (value[i] > value[best])
			best = i;
	return best;
}

/*
 * Eight bits per metric, as in MSR_PERF_METRICS: fractions of 0xff, those of
 * level 1 adding up to 0xff (largest remainders first), a level-2 fraction
 * rounded, and not above its parent's.
 */
static void round_to_bytes(const u64 *exact, u64 slots, u64 *byte)
{
	u64 rest[LAB_LEVEL1];
	int left = 0xff;
	int i;

	for (i = 0; i < LAB_LEVEL1; i++) {
		byte[i] = min_t(u64, exact[i] * 0xff / slots, 0xff);
		rest[i] = exact[i] * 0xff % slots;
		left -= byte[i];
	}
	for (; left > 0; left--) {
		i = largest(rest);
		byte[i]++;
		rest[i] = 0;
	}
	for (; left < 0; left++)
		byte[largest(byte)]--;
	for (i = LAB_LEVEL1; i < LAB_METRICS; i++)
		byte[i] = min((exact[i] * 0xff + slots / 2) / slots, byte[i - LAB_LEVEL1]);
}

/*
 * Updates the metrics as the owner of SLOTS sees them. With rounding a metric grows by
 * slots * fraction / 0xff of the slots since the last reading (arch/x86/events/intel/core.c,
 * icl_get_metrics_event_value), without rounding by the exact number.
 */
void lab_metrics_read(struct lab_cpu *cpu)
{
	u64 slots = cpu->slots - cpu->shown_slots;
	u64 exact[LAB_PARTS];
	u64 byte[LAB_METRICS];
	int i;

	if (!slots)
		return;
	for (i = 0; i < LAB_PARTS; i++) {
		exact[i] = cpu->exact[i] - cpu->shown_exact[i];
		cpu->shown_exact[i] = cpu->exact[i];
	}
	lab_register(exact);
	cpu->shown_slots = cpu->slots;
	if (lab_rounding)
		round_to_bytes(exact, slots, byte);
	for (i = 0; i < LAB_METRICS; i++)
		cpu->shown[i] += lab_rounding ? slots * byte[i] / 0xff : exact[i];
}

/* __schedule() calls this with interrupts off, before `current` changes. */
static void probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	struct lab_cpu *cpu = lab_this_cpu();

	if (cpu->running)
		close_account(cpu);
	else
		cpu->now_ns = local_clock();
	cpu->running = next;
	count_in_core(cpu, !is_idle_task(next));
}

/*
 * The time before a rename belongs to the old name. Known limit: when another task does the
 * renaming (a write to /proc/PID/comm), the account stays open and that slice goes to the new name.
 */
static void probe_rename(void *data, struct task_struct *task, const char *comm)
{
	unsigned long flags;

	local_irq_save(flags);
	if (task == current && lab_this_cpu()->running == current)
		close_account(lab_this_cpu());
	local_irq_restore(flags);
}

static void start_here(void *unused)
{
	struct lab_cpu *cpu = lab_this_cpu();

	if (!cpu->running) {
		cpu->now_ns = local_clock();
		cpu->running = current;
	}
}

static void sync_here(void *unused)
{
	struct lab_cpu *cpu = lab_this_cpu();

	if (cpu->running == current)
		close_account(cpu);
}

/* Close the accounts of all CPUs; wakes idle ones. */
void lab_clock_sync(void)
{
	on_each_cpu(sync_here, NULL, 1);
}

/* Tracepoint symbols are not exported to modules; their list can be walked. */
static void find_point(struct tracepoint *point, void *unused)
{
	if (!strcmp(point->name, "sched_switch"))
		switch_point = point;
	else if (!strcmp(point->name, "task_rename"))
		rename_point = point;
}

int lab_clock_start(void)
{
	int ret;

	for_each_kernel_tracepoint(find_point, NULL);
	if (!switch_point || !rename_point)
		return -ENOENT;
	ret = tracepoint_probe_register(switch_point, probe_switch, NULL);
	if (ret)
		return ret;
	ret = tracepoint_probe_register(rename_point, probe_rename, NULL);
	if (ret) {
		tracepoint_probe_unregister(switch_point, probe_switch, NULL);
		tracepoint_synchronize_unregister();
		return ret;
	}
	on_each_cpu(start_here, NULL, 1);
	return 0;
}

void lab_clock_stop(void)
{
	tracepoint_probe_unregister(rename_point, probe_rename, NULL);
	tracepoint_probe_unregister(switch_point, probe_switch, NULL);
	tracepoint_synchronize_unregister();
}
