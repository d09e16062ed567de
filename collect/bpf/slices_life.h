/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What happens in the life of tasks: a part of slices.bpf.c, which tells it to tdtop. Forks are told
 * there, as children inherit regions.
 */
#pragma once

#include <stdbool.h>

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "collect/bpf/slices_abi.h"
#include "collect/bpf/slices_kernel.h"

const volatile __u32 wake_bytes;	/* tdtop is woken when this much of `events` waits */

__u64 lost_events;	/* that had no room in `events` */

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
} events SEC(".maps");

/*
 * NULL: lost, or not ours. A task outside of tdtop's pid namespace is not ours. On a hybrid each
 * core type has programs of its own, and an event belongs to those of the CPU on which it happens.
 */
static __always_inline struct slices_event *begin_event(__u32 kind, struct task_struct *task)
{
	struct slices_event *event;
	__u32 pid = (__u32)task->tgid, tid = (__u32)task->pid;

	if (!counted_state())
		return NULL;
	if (in_namespace) {
		tid = inside_tid(task);
		pid = inside_tid(BPF_CORE_READ(task, group_leader));
		if (tid == SLICES_OUTSIDE || tid == SLICES_UNKNOWN)
			return NULL;
	}
	event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);
	if (!event) {
		__sync_fetch_and_add(&lost_events, 1);
		return NULL;
	}
	event->time_ns = bpf_ktime_get_ns();
	event->kind = kind;
	event->pid = pid;
	event->tid = tid;
	return event;
}

static __always_inline void end_event(struct slices_event *event)
{
	const bool wake = bpf_ringbuf_query(&events, BPF_RB_AVAIL_DATA) >= wake_bytes;

	bpf_ringbuf_submit(event, wake ? BPF_RB_FORCE_WAKEUP : BPF_RB_NO_WAKEUP);
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_exec, struct task_struct *task, int old_pid, struct linux_binprm *binary)
{
	struct slices_event *event = begin_event(SLICES_EXEC, task);

	if (!event)
		return 0;
	bpf_probe_read_kernel_str(event->comm, sizeof(event->comm), task->comm);
	end_event(event);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_exit, struct task_struct *task)
{
	struct slices_event *event = begin_event(SLICES_EXIT, task);

	if (event)
		end_event(event);
	return 0;
}

/* The task still has its old name here. */
SEC("tp_btf/task_rename")
int BPF_PROG(on_rename, struct task_struct *task, const char *comm)
{
	struct slices_event *event = begin_event(SLICES_COMM_CHANGE, task);

	if (!event)
		return 0;
	bpf_probe_read_kernel_str(event->comm, sizeof(event->comm), comm);
	end_event(event);
	return 0;
}
