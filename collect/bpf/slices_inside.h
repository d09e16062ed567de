/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of each CPU, and tasks as tdtop sees them in its pid namespace: a part of slices.bpf.c.
 */
#pragma once

#include <stdbool.h>

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#include "collect/bpf/slices_abi.h"
#include "collect/bpf/slices_account.h"
#include "collect/bpf/slices_kernel.h"

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
