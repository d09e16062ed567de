// SPDX-License-Identifier: GPL-2.0-only
//
// Why the kernel's account of a load (rusage) is not the time that its tasks are on a CPU, for truth_witness.c. At each
// switch it compares the time since the last one with what the kernel has added to the task's account. Sums by name of
// the cgroup, of names that begin with "t_".

#include <stdbool.h>

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "tests/truth_witness.h"

#define KERNEL_TYPE __attribute__((preserve_access_index))

struct sched_entity {
	__u64 sum_exec_runtime;
} KERNEL_TYPE;

struct kernfs_node {
	const char *name;
} KERNEL_TYPE;

struct cgroup {
	struct kernfs_node *kn;
} KERNEL_TYPE;

struct css_set {
	struct cgroup *dfl_cgrp;
} KERNEL_TYPE;

struct task_struct {
	struct sched_entity se;
	struct css_set *cgroups;
} KERNEL_TYPE;

struct arrival {	// at this CPU
	const struct task_struct *task;
	__u64 time_ns, accounted_ns;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct arrival);
} arrivals SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, char[WITNESS_NAME]);
	__type(value, struct witness_sum);
} sums SEC(".maps");

static __always_inline void leaves(const struct arrival *arrival, struct task_struct *task, __u64 now_ns)
{
	static const struct witness_sum zero;
	const __u64 ns = now_ns - arrival->time_ns;
	char name[WITNESS_NAME] = { 0 };
	struct witness_sum *sum;

	bpf_probe_read_kernel_str(name, sizeof(name), BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, name));
	if (name[0] != 't' || name[1] != '_')
		return;
	bpf_map_update_elem(&sums, name, &zero, BPF_NOEXIST);
	sum = bpf_map_lookup_elem(&sums, name);
	if (!sum)
		return;
	if (arrival->task == task)
		__sync_fetch_and_add(&sum->unaccounted_ns, ns - (task->se.sum_exec_runtime - arrival->accounted_ns));
	else
		__sync_fetch_and_add(&sum->unseen_ns, ns);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, _Bool preempt, struct task_struct *prev, struct task_struct *next)
{
	const __u64 now_ns = bpf_ktime_get_ns();
	const __u32 zero = 0;
	struct arrival *arrival = bpf_map_lookup_elem(&arrivals, &zero);

	if (!arrival)
		return 0;
	if (arrival->task)
		leaves(arrival, prev, now_ns);
	arrival->task = next;
	arrival->time_ns = now_ns;
	arrival->accounted_ns = next->se.sum_exec_runtime;
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
