/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's structures, as far as the programs in the kernel (slices.bpf.c) look at them, and
 * how. They have only the fields that are named here. The loader relocates these (CO-RE), so no
 * header of a kernel is needed. Included by that file and its parts only.
 */
#pragma once

#include <stdbool.h>

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#include "collect/bpf/slices_abi.h"
#include "collect/bpf/slices_account.h"

#define KERNEL_TYPE __attribute__((preserve_access_index))

struct pid_namespace;

struct upid {
	int nr;
	struct pid_namespace *ns;
} KERNEL_TYPE;

/* A task has a number in its own pid namespace, and in each one that this one is in. */
struct pid {
	unsigned int level;
	struct upid numbers[1];		/* by level, up to its own */
} KERNEL_TYPE;

struct task_struct {
	int pid;		/* that is the tid */
	int tgid;
	__u64 start_time;
	char comm[SLICES_COMM];
	struct pid *thread_pid;	/* NULL after release_task() */
	struct task_struct *group_leader;
} KERNEL_TYPE;

struct local64 {
	long a;
};

struct perf_event {
	struct local64 count;	/* local64_t */
} KERNEL_TYPE;

struct file {
	void *private_data;
} KERNEL_TYPE;

struct bpf_iter_meta;

struct bpf_iter__task_file {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
	__u32 fd;
	struct file *file;
} KERNEL_TYPE;

struct linux_binprm;

/* The number of a task's pid in the namespace at this level, and that namespace. */
static __always_inline __u32 number_at(struct pid *pid, __u32 level, __u64 *namespace)
{
	void *upid = (void *)pid + bpf_core_field_offset(struct pid, numbers) +
		     level * bpf_core_type_size(struct upid);
	__u32 number = 0;

	bpf_probe_read_kernel(namespace, sizeof(*namespace),
			      upid + bpf_core_field_offset(struct upid, ns));
	bpf_probe_read_kernel(&number, sizeof(number),
			      upid + bpf_core_field_offset(struct upid, nr));
	return number;
}

/*
 * Linux 6.2: makes an address a pointer of that type, which is then read without a helper. Before,
 * libbpf would look for it in the modules, which takes CAP_SYS_ADMIN: so these kernels get the
 * programs without it. A name of ours, as headers of libbpf 1.4 and later declare the kernel's.
 */
#ifdef SLICES_PLAIN
static void *(*const rdonly_cast)(const void *object, __u32 btf_id);
#else
extern void *bpf_rdonly_cast(const void *object, __u32 btf_id) __ksym __weak;
#define rdonly_cast bpf_rdonly_cast
#endif

/* The count of the struct perf_event at this address. */
static __always_inline __u64 count_at(__u64 address)
{
	const __u32 offset = bpf_core_field_offset(struct perf_event, count);
	__u64 count = 0;

	if (rdonly_cast)
		return *(__u64 *)(rdonly_cast((void *)address,
					      bpf_core_type_id_kernel(struct perf_event)) +
				  offset);
	bpf_probe_read_kernel(&count, sizeof(count), (void *)(address + offset));
	return count;
}

/* ---- the state of each CPU, and tasks as tdtop sees them in its pid namespace ---- */

const volatile _Bool in_namespace;	/* tdtop is in a pid namespace, whose numbers it wants */

/* The pid namespace of tdtop, if in_namespace; set by find_counters(). */
__u32 our_level;
__u64 our_namespace;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct slices_cpu);
} cpus SEC(".maps");

/* The state of this CPU, if it has a group. */
static __always_inline struct slices_cpu *counted_state(void)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);

	return state && state->counted ? state : NULL;
}

/* The tid of a task in tdtop's pid namespace. */
static __always_inline __u32 inside_tid(struct task_struct *task)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	__u64 namespace;
	__u32 number;

	if (!pid)
		return SLICES_UNKNOWN;
	if (BPF_CORE_READ(pid, level) < our_level)
		return SLICES_OUTSIDE;
	number = number_at(pid, our_level, &namespace);
	return namespace == our_namespace ? number : SLICES_OUTSIDE;
}

/*
 * This task runs from now on, which has this tid outside of all namespaces. Its numbers are looked for
 * if it did not run lately: that takes longer than all else at a switch at which nothing is read.
 */
static __always_inline void comes_inside(struct slices_cpu *state, struct task_struct *task, __u32 tid,
					 __u64 start_ns)
{
	struct slices_inside *known = &state->inside[tid & (SLICES_RECENT - 1)];

	if (known->tid != tid || known->start_ns != start_ns) {
		known->inside_tid = inside_tid(task);
		known->inside_pid = inside_tid(BPF_CORE_READ(task, group_leader));
		known->start_ns = start_ns;
		known->tid = known->inside_tid == SLICES_UNKNOWN ? 0 : tid;
	}
	state->inside_tid = known->inside_tid;
	state->inside_pid = known->inside_pid;
}

/*
 * The owner as tdtop sees it in its pid namespace: by the numbers that it had when it came, as a dying
 * task has none any more.
 */
static __always_inline void see_inside(struct slices_cpu *state, struct task_struct *task,
				       struct account_owner *owner)
{
	if (state->runs != owner->tid)
		comes_inside(state, task, owner->tid, owner->start_ns);
	owner->pid = state->inside_pid;
	owner->tid = state->inside_tid;
	if (owner->tid == SLICES_OUTSIDE || owner->tid == SLICES_UNKNOWN)
		owner->start_ns = 0;	/* one for all */
}
