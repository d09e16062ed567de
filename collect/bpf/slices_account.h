/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the programs in the kernel end a slice (slices.bpf.c); tests/collect/bpf/test-slices_account.c
 * compiles the same text. A slice is what was counted since the CPU's base, and its end sets a new
 * base.
 *
 * All of it happens on the CPU itself, and switches, cuts and the kernel's multiplexing run with
 * interrupts off. But a program at a marker can be interrupted by the latter two. From Linux 5.19 to
 * 6.9 its task can even be taken off the CPU (later it holds the CPU). It comes back to the same CPU,
 * as it must not migrate.
 * So a marker does all its work aside, and makes it hold by one instruction that fails if anything
 * has ended a slice since the marker began to read; then it begins again:
 *
 *   marker                                        what interrupts it
 *   l = live
 *   read the group; deltas to base[l]
 *   find the sum of the task's region
 *   base[1 or 2, not l] = what was read           slice since base[live]; base[0] = now; live += 4
 *   live == l ? live = l + 4, that base : again
 *   add the deltas to the sum
 *
 * Nothing is lost or counted twice: deltas belong to whoever has changed `live` from the base that
 * they are from. base[0] is written by what interrupts only, [1] and [2] by markers only; and while
 * a task runs, the base that holds is [0] or of its own last marker, because each switch sets [0].
 * So no marker writes into a base that holds, however many tasks were taken off the CPU in theirs.
 *
 * One case is left: a task is taken off its CPU while it adds to the sum, which takes some 20 ns, and
 * stays away until that sum was taken out. It then adds to a sum that is not there any more (that
 * slice is lost), or that is of another task by then.
 *
 * The includer defines what is declared first. Compiler barriers suffice: a CPU sees what itself has
 * written. ACCOUNT_STEP() is a place where a test interrupts.
 */
#pragma once

#include <stdbool.h>

#include "collect/bpf/slices_abi.h"

#define ACCOUNT_TRIES 4		/* each is interrupted only if something comes in a microsecond */
#define ACCOUNT_INLINE static inline __attribute__((always_inline))
#define ACCOUNT_BARRIER() __asm__ volatile("" ::: "memory")

#ifdef __bpf__			/* of members, so that their places on the stack are constant */
#define ACCOUNT_UNROLL _Pragma("unroll")
#define ACCOUNT_NO_UNROLL _Pragma("nounroll")
#else
#define ACCOUNT_UNROLL
#define ACCOUNT_NO_UNROLL
#endif

#ifndef ACCOUNT_STEP
#define ACCOUNT_STEP()
#endif

/* The task whose slice ends, as tdtop sees it. */
struct account_owner {
	__u32 tid, pid;
	__u64 start_ns;
	__u32 runs;		/* its tid outside of all namespaces; 0: none */
};

/* What the group has counted since it was opened. */
struct account_reading {
	__u64 enabled_ns, running_ns;
	__u64 count[SLICES_MEMBERS];
};

/* A slice without its counts. */
struct account_slice {
	__u64 end_ns, duration_ns;
	__u64 enabled_ns, running_ns;
	__u64 entries;
	region_t region;
	__u64 passed;		/* so many slices that have a time only: the group was not read; 0 */
};

/* The number of members that are read, at most SLICES_MEMBERS. */
ACCOUNT_INLINE __u32 account_members(void);
ACCOUNT_INLINE __u64 account_now(void);	/* CLOCK_MONOTONIC */
/* False: the group cannot be read. */
ACCOUNT_INLINE bool account_read(const struct slices_cpu *state, struct account_reading *reading);
/* The sum of a task in a region, in the half and group that are on. NULL: there is none. */
ACCOUNT_INLINE struct slices_sum *account_sum(struct slices_cpu *state,
					      const struct account_owner *owner, region_t region);
/*
 * The entries into regions of a task that is in one: for *ran_ns more it ran in the innermost, and to its
 * count[] goes what was counted. NULL: they are not timed, or not of the group that is on.
 */
#ifdef __bpf__
ACCOUNT_INLINE __u64 *account_entry(const struct slices_cpu *state, const struct account_owner *owner,
				    region_t region, __u64 ran_ns);
#else	/* tests time no entries */
#define account_entry(state, owner, region, ran_ns) ((__u64 *)0)
#endif
/* If *word is `before`, makes it `after`, in one instruction. */
ACCOUNT_INLINE bool account_exchange(__u64 *word, __u64 before, __u64 after);

/* The base that holds. */
ACCOUNT_INLINE __u32 account_place(__u64 live)
{
	const __u32 place = live & 3;

	return place < SLICES_BASES ? place : 0;
}

ACCOUNT_INLINE __u64 account_next(__u64 live, __u32 place)
{
	return (live & ~3ULL) + 4 + place;
}

/* That of the running task. */
ACCOUNT_INLINE region_t account_region(const struct slices_cpu *state)
{
	return state->base[account_place(state->live)].region;
}

/* From `since` to time_ns, which may be a little earlier, and to a reading. */
ACCOUNT_INLINE struct account_slice account_slice(const struct slices_base *since, __u64 time_ns,
						  const struct account_reading *reading)
{
	return (struct account_slice){
		.end_ns = time_ns,
		.duration_ns = time_ns > since->time_ns ? time_ns - since->time_ns : 0,
		.enabled_ns = reading->enabled_ns - since->enabled_ns,
		.running_ns = reading->running_ns - since->running_ns,
		.entries = since->entries,
		.region = since->region,
	};
}

ACCOUNT_INLINE void account_add(struct slices_sum *sum, const struct account_owner *owner,
				const struct account_slice *slice)
{
	sum->pid = owner->pid;
	sum->end_ns = slice->end_ns;
	sum->entries += (__u32)slice->entries;
	if (slice->passed) {
		sum->passed += (__u32)slice->passed;
		sum->passed_ns += slice->duration_ns;
		return;
	}
	sum->slices++;
	sum->duration_ns += slice->duration_ns;
	sum->enabled_ns += slice->enabled_ns;
	sum->running_ns += slice->running_ns;
}

/* All of a base but its counts, after this slice. */
ACCOUNT_INLINE void account_set_base(struct slices_base *base, const struct account_slice *slice,
				     __u64 since_ns, const struct account_reading *reading)
{
	base->time_ns = since_ns + slice->duration_ns;
	base->enabled_ns = reading->enabled_ns;
	base->running_ns = reading->running_ns;
}

/* Nothing is read: what is counted from the base on is of whoever runs at the next reading. */
ACCOUNT_INLINE void account_go_on(struct slices_cpu *state, __u32 place, region_t region)
{
	if (place)
		state->base[0] = state->base[place];
	state->base[0].region = region;
	state->base[0].entries = 0;
	state->live = account_next(state->live, 0);
}

/* Puts what a task had in gaps into its sum. */
ACCOUNT_INLINE void account_forget(struct slices_cpu *state, struct slices_recent *recent)
{
	const struct account_owner owner = { .tid = recent->tid, .pid = recent->pid,
					     .start_ns = recent->start_ns };
	const struct account_slice slice = { .end_ns = recent->end_ns, .duration_ns = recent->passed_ns,
					     .entries = recent->entries, .passed = recent->passed };
	struct slices_sum *sum = account_sum(state, &owner, recent->region);

	if (sum)
		account_add(sum, &owner, &slice);
	recent->passed = 0;
}

/* As account_end(), in a gap between two windows: without its counts, so nothing is read. */
ACCOUNT_INLINE void account_pass(struct slices_cpu *state, const struct account_owner *owner,
				 __u64 time_ns, region_t next)
{
	const __u32 place = account_place(state->live);
	const struct slices_base *since = &state->base[place];
	const __u64 duration_ns = time_ns > since->time_ns ? time_ns - since->time_ns : 0;
	struct slices_recent *recent =
		&state->recent[state->half & 1][owner->tid & (SLICES_RECENT - 1)];

	if (recent->passed && (recent->tid != owner->tid || recent->start_ns != owner->start_ns ||
			       recent->region != since->region))
		account_forget(state, recent);
	if (!recent->passed) {
		recent->tid = owner->tid;
		recent->start_ns = owner->start_ns;
		recent->region = since->region;
		recent->passed_ns = 0;
		recent->entries = 0;
	}
	recent->pid = owner->pid;
	recent->end_ns = time_ns;
	recent->passed++;
	recent->passed_ns += duration_ns;
	recent->entries += (__u32)since->entries;
	state->passed_ns += duration_ns;
	(void)account_entry(state, owner, since->region, duration_ns);
	account_go_on(state, place, next);
	state->base[0].time_ns += duration_ns;
}

/*
 * Ends the slice of this task at time_ns: what was counted until now is its own, even if time_ns is
 * a little earlier. The task that goes on is in the region `next`. Not for markers: nothing of this
 * file may interrupt it.
 */
ACCOUNT_INLINE void account_end(struct slices_cpu *state, const struct account_owner *owner,
				__u64 time_ns, region_t next)
{
	const __u32 place = account_place(state->live);
	const struct slices_base *since = &state->base[place];
	struct slices_base *base = &state->base[0];
	struct account_reading reading;
	struct account_slice slice;
	struct slices_sum *sum = NULL;
	__u64 *entry = NULL;

	if (!account_read(state, &reading)) {
		account_go_on(state, place, next);
		state->unread++;
		return;
	}
	slice = account_slice(since, time_ns, &reading);
	if (state->based)
		sum = account_sum(state, owner, slice.region);
	if (sum) {
		account_add(sum, owner, &slice);
		entry = account_entry(state, owner, slice.region, slice.duration_ns);
	}
	ACCOUNT_UNROLL
	for (__u32 i = 0; i < SLICES_MEMBERS; i++) {
		if (i >= account_members())
			continue;
		if (sum)
			sum->count[i] += reading.count[i] - since->count[i];
		if (entry)
			entry[i] += reading.count[i] - since->count[i];
		base->count[i] = reading.count[i];
	}
	account_set_base(base, &slice, since->time_ns, &reading);
	base->region = next;
	base->entries = 0;
	state->live = account_next(state->live, 0);
	state->read_ns = base->time_ns;
	state->based = 1;
}

/* Is the slice read that begins now on this CPU, of task state->runs? Few are in a cycle. */
ACCOUNT_INLINE bool account_begins(struct slices_cpu *state, __u32 cpu, __u64 time_ns)
{
	const __u64 cycle = time_ns / SLICES_CYCLE_NS;
	const __u32 seen = state->seen[state->runs & (SLICES_RECENT - 1)];

	if (state->cycle != cycle) {
		state->cycle = cycle;
		state->extras_now = state->slices_now = 0;
	}
	if (slices_in_window(state->window_ns, cpu, time_ns) && state->slices_now < state->slices_most) {
		state->slices_now++;
		state->windows += state->closed;
		return true;
	}
	if (seen == slices_seen(state->runs, state->half, 0) || state->extras_now >= state->extras_most)
		return false;
	state->extras_now++;
	state->extras++;
	return true;
}

/*
 * A slice of the owner ends, and one of task `next` begins on this CPU. The next one is read if it begins
 * in a window. It is also read if it is the first one of its task in this half, or will take long, as
 * there is room. So few readings see what is no part of a storm of switches beside it, and most of the
 * time. In a gap only time is known; all that was counted in it is one sum of the CPU, at the next
 * reading, which is now if `reads`. False: nothing was read.
 */
ACCOUNT_INLINE bool account_switch(struct slices_cpu *state, __u32 cpu, struct account_owner *owner, __u64 time_ns,
				   __u32 next, region_t next_region, bool reads)
{
	const __u64 since_ns = state->base[account_place(state->live)].time_ns;
	bool begins;

	state->seen[state->runs & (SLICES_RECENT - 1)] =
		slices_seen(state->runs, state->half, time_ns >= since_ns + SLICES_LONG_NS);
	state->runs = next;
	begins = account_begins(state, cpu, time_ns);
	if (state->closed) {
		account_pass(state, owner, time_ns, next_region);
		if (!begins && !reads)
			return false;
		owner->tid = SLICES_GAP;
	}
	account_end(state, owner, time_ns, next_region);
	state->closed = !begins;
	return true;
}

/* The task is in `region` from now on; its slice goes on, and is that region's from its beginning. */
ACCOUNT_INLINE bool account_rename(struct slices_cpu *state, __u64 live, region_t region,
				   __u32 entries)
{
	const __u32 place = account_place(live), spare = place == 1 ? 2 : 1;
	struct slices_base *base = &state->base[spare];
	const bool same = state->base[place].region == region;

	*base = state->base[place];
	ACCOUNT_STEP();
	base->region = region;
	base->entries = (same ? base->entries : 0) + entries;
	ACCOUNT_STEP();
	return account_exchange(&state->live, live, account_next(live, spare));
}

/* In a gap between two windows nothing is read: the counts stay as they are. */
ACCOUNT_INLINE bool account_read_at_mark(const struct slices_cpu *state, const struct slices_base *since, bool closed,
					 struct account_reading *reading)
{
	if (!closed)
		return account_read(state, reading);
	reading->enabled_ns = since->enabled_ns;
	reading->running_ns = since->running_ns;
	ACCOUNT_UNROLL
	for (__u32 i = 0; i < SLICES_MEMBERS; i++)
		reading->count[i] = since->count[i];
	return true;
}

/* False: something has ended a slice meanwhile, and nothing is done. */
ACCOUNT_INLINE bool account_try_mark(struct slices_cpu *state, const struct account_owner *owner,
				     region_t region, __u32 entries)
{
	const __u64 live = state->live;
	const __u32 place = account_place(live), spare = place == 1 ? 2 : 1;
	const struct slices_base *since = &state->base[place];
	struct slices_base *base = &state->base[spare];
	struct account_reading reading;
	struct account_slice slice;
	struct slices_sum *sum;
	__u64 *entry;
	bool closed;

	ACCOUNT_BARRIER();
	closed = state->closed;
	ACCOUNT_STEP();
	if (since->region == region)
		return !entries || account_rename(state, live, region, entries);
	ACCOUNT_STEP();
	if (!account_read_at_mark(state, since, closed, &reading))
		return account_rename(state, live, region, entries);
	ACCOUNT_STEP();
	slice = account_slice(since, account_now(), &reading);
	slice.passed = closed;
	sum = account_sum(state, owner, slice.region);
	ACCOUNT_STEP();
	account_set_base(base, &slice, since->time_ns, &reading);
	base->region = region;
	base->entries = entries;
	ACCOUNT_UNROLL
	for (__u32 i = 0; i < SLICES_MEMBERS; i++) {
		if (i >= account_members())
			continue;
		ACCOUNT_STEP();
		base->count[i] = reading.count[i];
		reading.count[i] -= since->count[i];
	}
	ACCOUNT_STEP();
	if (!account_exchange(&state->live, live, account_next(live, spare)))
		return false;
	ACCOUNT_STEP();
	if (!sum)
		return true;
	account_add(sum, owner, &slice);
	entry = account_entry(state, owner, slice.region, slice.duration_ns);
	ACCOUNT_UNROLL
	for (__u32 i = 0; i < SLICES_MEMBERS; i++) {
		if (i >= account_members())
			continue;
		ACCOUNT_STEP();
		sum->count[i] += reading.count[i];
		if (entry)
			entry[i] += reading.count[i];
	}
	return true;
}

/*
 * The running task, the owner, is in `region` from now on, which it entered so many times (0 or 1):
 * ends its slice. On failure, the slice goes on: what follows is of the region before, until the
 * task's next slice.
 */
ACCOUNT_INLINE void account_mark(struct slices_cpu *state, const struct account_owner *owner,
				 region_t region, __u32 entries)
{
	if (!state->based)
		return;
	ACCOUNT_NO_UNROLL
	for (__u32 i = 0; i < ACCOUNT_TRIES; i++)
		if (account_try_mark(state, owner, region, entries))
			return;
}
