/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of tdtop that runs in the kernel: at each context switch it reads the group of this CPU and
 * adds what was counted since the last reading to the task that leaves. So slices are made and added up
 * where they happen, and none is lost but where a map is full. Where that is too much for the budget, it
 * reads in windows, and takes the time at each switch by a clock. The kernel's account of the task
 * (sum_exec_runtime) does not do: it lacks what a running task had since the last tick, and the idle CPU has none.
 * bpf_engine.c loads it; the layout of the maps is in slices_abi.h.
 *
 * One call of bpf_perf_event_read_value() on SLOTS brings all metric events of the CPU up to date. (The
 * kernel's icl_update_topdown_event() takes the slots event and all metric events from cpu_hw_events.)
 * Their counts are then read from memory, without another access to the PMU.
 * The kernel's structures that they look at: slices_kernel.h. How a slice ends: slices_account.h.
 *
 * It is built three times, as kernels differ: plainly, with SLICES_HELD and with SLICES_PLAIN.
 */
#include <stdbool.h>

#include <linux/bpf.h>
#include <linux/ptrace.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "collect/bpf/slices_abi.h"
#include "collect/bpf/slices_account.h"
#include "collect/bpf/slices_entries.h"
#include "collect/bpf/slices_events.h"
#include "collect/bpf/slices_kernel.h"
#include "collect/bpf/slices_life.h"

/* Set before the programs are loaded: the verifier then knows the number of rounds. */
const volatile __u32 n_members;		/* of the largest group, at least 1: the leader */
const volatile __u32 region_room;	/* sums of regions in each half, at most */

__u32 regions_watched;	/* set by tdtop: tasks pass markers */
__u32 region_sums[2];	/* of each half; tdtop sets it to 0 when it has taken them */

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

struct task_sums {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct slices_key);
	__type(value, struct slices_sum);
	__uint(max_entries, 1);		/* the loader knows how many */
} sums_0 SEC(".maps"), sums_1 SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, __u32);
	__type(value, struct region_stack);
	__uint(max_entries, 1);
} regions SEC(".maps");		/* by the machine's tid: of tasks that passed a marker */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__type(key, __u32);
	__type(value, __u64);
} fds SEC(".maps");		/* by fd: address of the struct perf_event */

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

/*
 * There is another sum of a region. A program can make up regions, so they take a part of the room
 * only: the rest is for tasks, whoever they are.
 */
static __always_inline bool has_region_room(__u32 half)
{
	if (region_sums[half] >= region_room)
		return false;
	__sync_fetch_and_add(&region_sums[half], 1);
	return true;
}

/* Where there is no room for a region, its slices are the task's; what has no room, the CPU's. */
ACCOUNT_INLINE struct slices_sum *account_sum(struct slices_cpu *state,
					      const struct account_owner *owner, region_t region)
{
	struct slices_key key = {
		.start_ns = owner->start_ns,
		.region = region,
		.tid = owner->tid,
		.group = state->group,
	};
	const __u32 half = state->half & 1;
	struct slices_sum *sum;

	if (owner->tid == SLICES_GAP)
		return &state->gap[half][key.group % SLICES_GROUPS];
	sum = half ? bpf_map_lookup_elem(&sums_1, &key) :
		     bpf_map_lookup_elem(&sums_0, &key);
	if (sum)
		return sum;
	state->added++;
	if (region && !has_region_room(half)) {
		state->left_out++;
		key.region = 0;
	}
	sum = half ? find_or_add(&sums_1, &key) : find_or_add(&sums_0, &key);
	return sum ? sum : &state->full[half][key.group % SLICES_GROUPS];
}

ACCOUNT_INLINE __u64 *account_entry(const struct slices_cpu *state, const struct account_owner *owner,
				    region_t region, __u64 ran_ns)
{
	struct slices_entries *of;
	int place;

	if (!region || !owner->runs || owner->tid == SLICES_GAP)
		return NULL;
	of = entries_of(owner->runs, false);
	if (!of)
		return NULL;
	of->cpu_ns += ran_ns;
	place = region_open_top(&of->open);
	if (place < 0 || state->group % SLICES_GROUPS)
		return NULL;
	return of->entry[(__u32)place % REGION_OPEN_MAX].count;
}

ACCOUNT_INLINE __u32 account_members(void)
{
	return n_members;
}

ACCOUNT_INLINE __u64 account_now(void)
{
	return bpf_ktime_get_ns();
}

/*
 * r0 = cmpxchg_64(r1 + 0, r0, r2), in bytes: compilers have it for newer kernels' instructions only
 * (-mcpu=v3), which all of the programs would then be made of.
 */
ACCOUNT_INLINE bool account_exchange(__u64 *word, __u64 before, __u64 after)
{
	register __u64 *place __asm__("r1") = word;
	register __u64 new __asm__("r2") = after;
	register __u64 seen __asm__("r0") = before;

	__asm__ volatile(".byte 0xdb, 0x21, 0, 0, 0xf1, 0, 0, 0"
			 : "+r"(seen) : "r"(place), "r"(new) : "memory");
	return seen == before;
}

/* What the group that is on has counted, in the order of its members. */
ACCOUNT_INLINE bool account_read(const struct slices_cpu *state, struct account_reading *reading)
{
	const __u32 group = state->group;
	const struct slices_members *addresses = bpf_map_lookup_elem(&members, &group);
	const __u32 first = group * SLICES_MEMBERS;
	struct bpf_perf_event_value leader;

	if (!addresses ||
	    bpf_perf_event_read_value(&counters, first, &leader, sizeof(leader)))
		return false;
	reading->enabled_ns = leader.enabled;
	reading->running_ns = leader.running;
	reading->count[0] = leader.counter;
#pragma unroll
	for (__u32 i = 1; i < SLICES_MEMBERS; i++) {
		reading->count[i] = 0;
		if (i >= n_members)
			continue;
		if (addresses->event[i]) {
			reading->count[i] = count_at(addresses->event[i]);
			continue;
		}
		/* No clock is read for this helper: the leader's times are the group's. */
		reading->count[i] = bpf_perf_event_read(&counters, first + i);
		if ((__s64)reading->count[i] < 0)
			return false;
	}
	return true;
}

/* Where a task that comes to the CPU left off. */
static __always_inline region_t region_of(__u32 tid)
{
	const struct region_stack *stack;

	if (!regions_watched)
		return 0;
	stack = bpf_map_lookup_elem(&regions, &tid);
	return stack ? region_stack_top(stack) : 0;
}

/* The task goes on where it is. */
static __always_inline region_t same_region(const struct slices_cpu *state)
{
	return regions_watched ? account_region(state) : 0;
}

/*
 * From begin_ns until now; not on each run. More often at the beginning, so that it is known before much
 * was spent what it costs; but the first runs take longer than later ones.
 */
static __always_inline void add_cost(struct slices_cost *cost, __u64 begin_ns)
{
	const __u64 n = cost->n++;

	if (n % SLICES_TIMED && (n < SLICES_TIMED || n >= 2 * SLICES_TIMED))
		return;
	cost->ns += bpf_ktime_get_ns() - begin_ns;
	cost->timed++;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, _Bool preempt, struct task_struct *prev, struct task_struct *next)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);
	struct account_owner owner = {
		.tid = (__u32)prev->pid,
		.pid = (__u32)prev->tgid,
		.start_ns = prev->pid ? prev->start_time : 0,
		.runs = (__u32)prev->pid,
	};
	bool was_closed, has_read;
	__u64 now_ns;

	if (!state || !state->counted) {
		entries_run_elsewhere(owner.runs, regions_watched);
		return 0;
	}
	now_ns = bpf_ktime_get_ns();
	was_closed = state->closed;
	if (in_namespace && owner.tid)
		see_inside(state, prev, &owner);
	if (in_namespace)
		comes_inside(state, next, (__u32)next->pid, next->start_time);
	has_read = account_switch(state, cpu, &owner, now_ns, (__u32)next->pid,
				  region_of((__u32)next->pid), false);
	state->switches += !was_closed;
	add_cost(has_read ? &state->read : &state->passed, now_ns);
	return 0;
}

/*
 * Another group is read from now on. It is off like the one before, so both counts stand still:
 * those of the old one until now have been added to their tasks, those of the new one are the base.
 */
static __always_inline void change_group(struct slices_cpu *state, __u32 group)
{
	static const struct account_owner none;

	state->last_enabled_ns = state->base[0].enabled_ns;
	state->last_running_ns = state->base[0].running_ns;
	state->group = group;
	state->based = 0;
	account_end(state, &none, state->base[0].time_ns, state->base[0].region);
}

/* The task that runs, for programs that are not told; *tid is the machine's number of it. */
static __always_inline struct account_owner running_task(struct slices_cpu *state, __u32 *tid)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct account_owner owner;

	owner.tid = owner.runs = *tid = (__u32)BPF_CORE_READ(task, pid);
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
	struct account_owner owner;
	__u32 runs;

	if (!state || !state->counted)
		return 0;
	owner = running_task(state, &runs);
	account_switch(state, cpu, &owner, ctx->time_ns < now_ns ? ctx->time_ns : now_ns, runs,
		       same_region(state), true);
	state->half = ctx->half & 1;
	if (ctx->group != state->group)
		change_group(state, ctx->group);
	return 0;
}

/*
 * The kernel is about to put another group on the counters, which it does each 4 ms where they do
 * not suffice for all groups. What was counted is read, so that our group begins from zero when it
 * is on again. Else the driver would go on with the shares of PERF_METRICS, in 8 bits, of all that
 * was counted since the last switch at which the group was on. Where tasks and groups change at the
 * same ticks that is long ago, and a task's counts are a small difference of large numbers (kernel:
 * icl_set_topdown_event_period()).
 */
SEC("fentry/perf_mux_hrtimer_handler")
int on_mux(void *ctx)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct slices_cpu *state = bpf_map_lookup_elem(&cpus, &cpu);
	struct account_owner owner;
	__u64 now_ns;
	__u32 tid;

	if (!state || !state->counted)
		return 0;
	now_ns = bpf_ktime_get_ns();
	owner = running_task(state, &tid);
	account_switch(state, cpu, &owner, now_ns, tid, same_region(state), true);
	return 0;
}

/* The running task as markers see it, which must not write what switches write. */
static __always_inline struct account_owner marking_task(struct task_struct *task)
{
	const __u32 tid = (__u32)BPF_CORE_READ(task, pid);
	struct account_owner owner = {
		.tid = tid,
		.pid = (__u32)BPF_CORE_READ(task, tgid),
		.start_ns = BPF_CORE_READ(task, start_time),
		.runs = tid,
	};

	if (in_namespace) {
		owner.tid = inside_tid(task);
		owner.pid = inside_tid(BPF_CORE_READ(task, group_leader));
	}
	return owner;
}

static __always_inline bool is_told(const struct account_owner *owner)
{
	return owner->tid != SLICES_OUTSIDE && owner->tid != SLICES_UNKNOWN;
}

/* NULL: there is no room for another task. */
static __always_inline struct region_stack *stack_of(__u32 tid)
{
	static const struct region_stack empty;
	struct region_stack *stack = bpf_map_lookup_elem(&regions, &tid);

	if (stack)
		return stack;
	bpf_map_update_elem(&regions, &tid, &empty, BPF_NOEXIST);
	return bpf_map_lookup_elem(&regions, &tid);
}

static __always_inline void mark(struct pt_regs *ctx)
{
	const __u32 object = (__u32)bpf_get_attach_cookie(ctx);
	const __u64 argument = PT_REGS_PARM1(ctx);
	const region_t region = region_of_mark(object, argument, PT_REGS_IP(ctx));
	const int enters = region_enters(argument);
	struct task_struct *task = (void *)bpf_get_current_task();
	struct slices_cpu *state = counted_state();
	const struct account_owner owner = marking_task(task);
	struct region_stack *stack;
	__u64 began_ns = 0;

	if (!regions_watched)		/* the probe is about to go */
		return;
	if (state && state->marks.n % SLICES_TIMED == 0)
		began_ns = bpf_ktime_get_ns();
	stack = stack_of(owner.runs);
	if (!stack)
		return;
	events_end(owner.runs, region_stack_top(stack));
	region_stack_mark(stack, object, region, enters);
	if (state && is_told(&owner))
		account_mark(state, &owner, region_stack_top(stack), enters && region);
	if (!state)
		entries_run_elsewhere(owner.runs, true);
	if (is_told(&owner))
		entries_mark(state, &owner, object, region, enters);
	if (!state)
		return;
	__sync_fetch_and_add(&state->marks.n, 1);
	if (began_ns) {
		state->marks.ns += bpf_ktime_get_ns() - began_ns;
		state->marks.timed++;
	}
}

/*
 * The probe on tdtop_region_mark() of a program or library, whose number is the cookie. The task's
 * stack of regions comes first: if the task is taken off the CPU in between, it comes back in its
 * new region.
 *
 * From Linux 6.13 on a program has its stack in memory of the CPU instead of the task
 * (PRIV_STACK_ADAPTIVE, kernel/bpf/verifier.c). But the program at an uprobe can be taken off the
 * CPU in the middle, and another task can run it there. That one would write over the stack, and
 * crash the kernel (seen on 7.3). So it must not be taken off, which kernels can do from 6.10 on.
 */
#ifdef SLICES_HELD
extern void bpf_preempt_disable(void) __ksym;
extern void bpf_preempt_enable(void) __ksym;
#else
#define bpf_preempt_disable()
#define bpf_preempt_enable()
#endif

SEC("uprobe")
int on_mark(struct pt_regs *ctx)
{
	bpf_preempt_disable();
	mark(ctx);
	bpf_preempt_enable();
	return 0;
}

/* A new process goes on where its parent is; a new thread is in no region. */
static __always_inline void inherit_region(struct task_struct *parent, struct task_struct *child)
{
	const __u32 from = (__u32)parent->pid, to = (__u32)child->pid;
	const struct region_stack *stack;
	struct region_stack copy;

	if (!regions_watched || child->tgid == parent->tgid)
		return;
	stack = bpf_map_lookup_elem(&regions, &from);
	if (!stack)
		return;
	copy = *stack;
	bpf_map_update_elem(&regions, &to, &copy, BPF_ANY);
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child)
{
	struct slices_event *event;

	inherit_region(parent, child);
	event = begin_event(SLICES_FORK, child);
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

/* The running task, which had this tid, leaves all regions for good. */
static __always_inline void leave_regions(struct task_struct *task, __u32 tid)
{
	struct slices_cpu *state;
	struct account_owner owner;

	if (!regions_watched || bpf_map_delete_elem(&regions, &tid))
		return;
	state = counted_state();
	owner = marking_task(task);
	if (state && is_told(&owner))
		account_mark(state, &owner, 0, 0);
	(void)bpf_map_delete_elem(&entries, &tid);
}

/* Apart from the events: kernels before 5.12 load no program that ends slices at markers. */
SEC("tp_btf/sched_process_exec")
int leave_at_exec(__u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	const __u32 before = (__u32)ctx[1];

	leave_regions(task, (__u32)task->pid);
	if (before != (__u32)task->pid)	/* it was not the first thread, whose tid it has now */
		leave_regions(task, before);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int leave_at_exit(__u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];

	leave_regions(task, (__u32)task->pid);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
