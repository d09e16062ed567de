/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of tdtop that runs in the kernel: at each context switch it reads the group of this CPU
 * and adds what was counted since the last reading to the task that leaves. So slices are made and
 * added up where they happen, and none can be lost. bpf_engine.c loads it; the layout of the maps
 * is in slices_abi.h.
 *
 * One call of bpf_perf_event_read_value() on SLOTS brings all metric events of the CPU up to date
 * (kernel: icl_update_topdown_event(), which takes the slots event and all metric events from
 * cpu_hw_events), so their counts are then read from memory, without another access to the PMU.
 *
 * Only fields of the kernel's structures that are named here are used, and the loader relocates
 * them (CO-RE): no header of a kernel is needed.
 */
#include <stdbool.h>

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "collect/bpf/slices_abi.h"

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

/* Set before the programs are loaded: the verifier then knows the number of rounds. */
const volatile __u32 n_members;		/* of the largest group, at least 1: the leader */
const volatile _Bool in_namespace;	/* tdtop is in a pid namespace, whose numbers it wants */
const volatile __u32 wake_bytes;	/* tdtop is woken when this much of `events` waits */

__u64 lost_events;	/* that had no room in `events` */

/* The pid namespace of tdtop, if in_namespace; set by find_counters(). */
__u32 our_level;
__u64 our_namespace;

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u32));
} counters SEC(".maps");	/* member m of group g at [g * SLICES_MEMBERS + m] */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__type(key, __u32);
	__type(value, struct slices_members);
} members SEC(".maps");		/* by group */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct slices_cpu);
} cpus SEC(".maps");

struct task_sums {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct slices_key);
	__type(value, struct slices_sum);
	__uint(max_entries, 1);		/* the loader knows how many */
} sums_0 SEC(".maps"), sums_1 SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
} events SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__type(key, __u32);
	__type(value, __u64);
} fds SEC(".maps");		/* by fd: address of the struct perf_event */

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

/* Finds tdtop's pid namespace, and the kernel's structures behind its file descriptors. */
SEC("iter/task_file")
int find_counters(struct bpf_iter__task_file *ctx)
{
	struct file *file = ctx->file;
	struct task_struct *task = ctx->task;
	__u32 fd = ctx->fd;
	__u64 address;

	if (!file || !task || task->tgid != (int)(bpf_get_current_pid_tgid() >> 32))
		return 0;
	our_level = BPF_CORE_READ(task, thread_pid, level);
	(void)number_at(BPF_CORE_READ(task, thread_pid), our_level, &our_namespace);
	address = (__u64)file->private_data;
	bpf_map_update_elem(&fds, &fd, &address, BPF_ANY);
	return 0;
}

/* The task whose slice ends. */
struct owner {
	__u32 tid, pid;
	__u64 start_ns;
};

/*
 * The owner as tdtop sees it in its pid namespace. A dying task has no number any more; then it is
 * the one that it had when it came, or at the last cut.
 */
static __always_inline void see_inside(struct slices_cpu *state, struct task_struct *task,
				       struct owner *owner)
{
	const __u32 tid = inside_tid(task);

	if (tid != SLICES_UNKNOWN || state->runs != owner->tid) {
		state->inside_tid = tid;
		state->inside_pid = inside_tid(BPF_CORE_READ(task, group_leader));
	}
	owner->pid = state->inside_pid;
	owner->tid = state->inside_tid;
	if (owner->tid == SLICES_OUTSIDE || owner->tid == SLICES_UNKNOWN)
		owner->start_ns = 0;	/* one for all */
}

static __always_inline void comes_inside(struct slices_cpu *state, struct task_struct *next)
{
	state->inside_tid = inside_tid(next);
	state->inside_pid = inside_tid(BPF_CORE_READ(next, group_leader));
}

static const struct slices_sum zero;

/* NULL: there is no room for another one. */
static __always_inline struct slices_sum *find_or_add(void *map, const struct slices_key *key)
{
	struct slices_sum *sum = bpf_map_lookup_elem(map, key);

	if (sum)
		return sum;
	bpf_map_update_elem(map, key, &zero, BPF_NOEXIST);
	return bpf_map_lookup_elem(map, key);
}

static __always_inline struct slices_sum *sum_of(struct slices_cpu *state,
						 const struct owner *owner)
{
	const struct slices_key key = {
		.start_ns = owner->start_ns,
		.tid = owner->tid,
		.group = state->group,
	};
	const __u32 half = state->half & 1;
	struct slices_sum *sum = half ? find_or_add(&sums_1, &key) : find_or_add(&sums_0, &key);

	return sum ? sum : &state->full[half][key.group % SLICES_GROUPS];
}

/*
 * Linux 6.2: makes an address a pointer of that type, which is then read without a helper. Before,
 * libbpf would look for it in the modules, which takes CAP_SYS_ADMIN: so these kernels get the
 * programs without it.
 */
#ifdef SLICES_PLAIN
static void *(*const bpf_rdonly_cast)(const void *object, __u32 btf_id);
#else
extern void *bpf_rdonly_cast(const void *object, __u32 btf_id) __ksym __weak;
#endif

/* The count of the struct perf_event at this address. */
static __always_inline __u64 count_at(__u64 address)
{
	const __u32 offset = bpf_core_field_offset(struct perf_event, count);
	__u64 count = 0;

	if (bpf_rdonly_cast)
		return *(__u64 *)(bpf_rdonly_cast((void *)address,
						  bpf_core_type_id_kernel(struct perf_event)) +
				  offset);
	bpf_probe_read_kernel(&count, sizeof(count), (void *)(address + offset));
	return count;
}

/* What the group has counted, in the order of its members. False: it cannot be read. */
static __always_inline bool read_group(__u32 group, struct bpf_perf_event_value *leader,
				       __u64 count[SLICES_MEMBERS])
{
	const struct slices_members *addresses = bpf_map_lookup_elem(&members, &group);
	const __u32 first = group * SLICES_MEMBERS;

	if (!addresses ||
	    bpf_perf_event_read_value(&counters, first, leader, sizeof(*leader)))
		return false;
	count[0] = leader->counter;
#pragma unroll
	for (__u32 i = 1; i < SLICES_MEMBERS; i++) {
		count[i] = 0;
		if (i >= n_members)
			continue;
		if (addresses->event[i]) {
			count[i] = count_at(addresses->event[i]);
			continue;
		}
		/* No clock is read for this helper: the leader's times are the group's. */
		count[i] = bpf_perf_event_read(&counters, first + i);
		if ((__s64)count[i] < 0)
			return false;
	}
	return true;
}

/*
 * Ends the slice of this task at time_ns. What was counted until now is its own, even if time_ns is
 * a little earlier.
 */
static __always_inline void end_slice(struct slices_cpu *state, const struct owner *owner,
				      __u64 time_ns)
{
	struct bpf_perf_event_value leader;
	__u64 count[SLICES_MEMBERS];
	struct slices_sum *sum = NULL;

	if (!read_group(state->group, &leader, count)) {
		state->unread++;
		return;
	}
	if (state->based)
		sum = sum_of(state, owner);
	if (sum) {
		sum->end_ns = time_ns;
		if (time_ns > state->time_ns)
			sum->duration_ns += time_ns - state->time_ns;
		sum->enabled_ns += leader.enabled - state->enabled_ns;
		sum->running_ns += leader.running - state->running_ns;
		sum->switches++;
		sum->pid = owner->pid;
	}
#pragma unroll
	for (__u32 i = 0; i < SLICES_MEMBERS; i++) {
		if (i >= n_members)
			continue;
		if (sum)
			sum->count[i] += count[i] - state->count[i];
		state->count[i] = count[i];
	}
	if (time_ns > state->time_ns)
		state->time_ns = time_ns;
	state->enabled_ns = leader.enabled;
	state->running_ns = leader.running;
	state->based = 1;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, _Bool preempt, struct task_struct *prev, struct task_struct *next)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);
	struct owner owner = {
		.tid = (__u32)prev->pid,
		.pid = (__u32)prev->tgid,
		.start_ns = prev->pid ? prev->start_time : 0,
	};
	__u64 now_ns;

	if (!state || !state->counted)
		return 0;
	if (in_namespace && owner.tid)
		see_inside(state, prev, &owner);
	if (in_namespace)
		comes_inside(state, next);
	now_ns = bpf_ktime_get_ns();
	end_slice(state, &owner, now_ns);
	state->runs = (__u32)next->pid;
	if (state->switches++ % SLICES_TIMED == 0) {
		state->cost_ns += bpf_ktime_get_ns() - now_ns;
		state->timed++;
	}
	return 0;
}

/*
 * Another group is read from now on. It is off like the one before, so both counts stand still:
 * those of the old one until now have been added to their tasks, those of the new one are the base.
 */
static __always_inline void change_group(struct slices_cpu *state, __u32 group)
{
	static const struct owner none;

	state->last_enabled_ns = state->enabled_ns;
	state->last_running_ns = state->running_ns;
	state->group = group;
	state->based = 0;
	end_slice(state, &none, state->time_ns);
}

/* The task that runs, for programs that are not told; *tid is the machine's number of it. */
static __always_inline struct owner running_task(struct slices_cpu *state, __u32 *tid)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct owner owner;

	owner.tid = *tid = (__u32)BPF_CORE_READ(task, pid);
	owner.pid = (__u32)BPF_CORE_READ(task, tgid);
	owner.start_ns = owner.tid ? BPF_CORE_READ(task, start_time) : 0;
	if (in_namespace && owner.tid)
		see_inside(state, task, &owner);
	return owner;
}

/*
 * tdtop runs it on a busy CPU at the end of an interval (BPF_PROG_RUN): the running task gets its
 * due, and slices go into the other half from then on. Also when groups rotate, while none is on.
 * An interrupt, so no switch comes in between.
 */
SEC("raw_tp/sched_switch")
int cut(struct slices_cut *ctx)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);
	const __u64 now_ns = bpf_ktime_get_ns();
	struct owner owner;
	__u32 runs;

	if (!state || !state->counted)
		return 0;
	owner = running_task(state, &runs);
	end_slice(state, &owner, ctx->time_ns < now_ns ? ctx->time_ns : now_ns);
	state->runs = runs;
	state->half = ctx->half & 1;
	if (ctx->group != state->group)
		change_group(state, ctx->group);
	return 0;
}

/*
 * The kernel is about to put another group on the counters, which it does each 4 ms where they do
 * not suffice for all groups: what was counted is read, so that ours begins from zero when it is on
 * again. Else the driver would go on with the shares of PERF_METRICS, in 8 bits, of all that was
 * counted since the last switch at which the group was on. Where tasks and groups change at the
 * same ticks that is long ago, and a task's counts are a small difference of large numbers (kernel:
 * icl_set_topdown_event_period()).
 */
SEC("fentry/perf_mux_hrtimer_handler")
int on_mux(void *ctx)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);
	struct owner owner;
	__u32 tid;

	if (!state || !state->counted)
		return 0;
	owner = running_task(state, &tid);
	end_slice(state, &owner, bpf_ktime_get_ns());
	return 0;
}

/*
 * NULL: lost, or not ours: a task outside of tdtop's pid namespace; or on a hybrid, where each core
 * type has programs of its own, and each event is told by those of the CPU on which it happens.
 */
static __always_inline struct slices_event *begin_event(__u32 kind, struct task_struct *task)
{
	__u32 cpu = bpf_get_smp_processor_id();
	const struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);
	struct slices_event *event;
	__u32 pid = (__u32)task->tgid, tid = (__u32)task->pid;

	if (!state || !state->counted)
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

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child)
{
	struct slices_event *event = begin_event(SLICES_FORK, child);

	if (!event)
		return 0;
	event->ppid = (__u32)parent->tgid;
	event->ptid = (__u32)parent->pid;
	if (in_namespace) {
		event->ptid = inside_tid(parent);
		event->ppid = inside_tid(BPF_CORE_READ(parent, group_leader));
	}
	if (event->ptid == SLICES_OUTSIDE)
		event->ppid = event->ptid = 0;	/* as perf says */
	end_event(event);
	return 0;
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

char LICENSE[] SEC("license") = "GPL";
