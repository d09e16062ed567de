/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The slicer. What one switch from A to B writes into the ring of its CPU, with interrupts off and
 * nothing in between (kernel/events/core.c: __perf_event_task_sched_out, perf_event_switch):
 *
 *	SAMPLE  tid A, the whole group		by the context-switches member, if the group is on
 *	SWITCH  OUT, A, next B			if attr.context_switch, also while the group is off
 *	SWITCH  IN, B, previous A
 *
 * A `cpu-clock` sample or a read(2) at a tick is the same snapshot of the group in the middle of a
 * task's time. So the difference between two snapshots belongs to the task of the later one, unless
 * another task came and went in between without a snapshot. The rules, each with its test:
 *
 *  - the first snapshot of a CPU is only a baseline. If it is a reading made at the start, the first
 *    sample already has an owner, since each switch after the baseline would have made a sample;
 *  - a dying task's last sample has tid -1: it belongs to the task of the last SWITCH IN; in a
 *    recording without SWITCH records, to the task of the last EXIT record of this CPU;
 *  - a SWITCH OUT without a sample (the group was off: the counter is multiplexed) ends the *time*
 *    of the task; the counts up to the next snapshot are of several tasks then: not attributed;
 *  - after LOST it is unknown who ran: neither time nor counts of the next slice have an owner. But
 *    a SWITCH IN, or an OUT that names the next task, ends that doubt for the time that follows;
 *  - of some tasks some kernels write no records (seen with 6.18: idle tasks, threads of init): the
 *    OUT before names the first of them, the IN after the last. If both are the same the time is its
 *    own; if one is idle, the time is idle; else it has no owner. Counts of idle alone, next to
 *    none, go to the task that comes; others have no owner;
 *  - groups that rotate have a base each and share all else: the current task, and up to where time
 *    was attributed; while a group is off its counts stand still, and its base holds;
 *  - between two groups none is on, and a task that leaves then leaves without a sample: that ends
 *    the counts of the group before, and the next group's counts do not include it. A group's own
 *    times tell that this is the case: it was on as long as it was enabled;
 *  - where switches are sampled in windows only, the span from the last snapshot of a window to the
 *    first of the next is a gap. Its time and counts belong to the CPU, not to a task. Until that
 *    first snapshot the current task is unknown, and a task that leaves before it leaves the gap;
 *  - a sample at the kernel's mux timer is the last before another user's group is on: what is
 *    counted until the next snapshot was counted after that, when the task of that snapshot ran;
 *  - a marker is a snapshot, too, and no switch: the slice before it is of the region in which the
 *    task was until then. In which region a task is goes with it from CPU to CPU, so records of all
 *    CPUs come in the order of time. A process that forks passes it on; exec(2), the last slice of a
 *    task that exits, and whatever may have hidden a marker (LOST, the group was off) end it. No
 *    snapshot is made at exec(2): its time divides the slice in which it is, and its counts;
 *  - while the group is off for a part of the time, all counts of the CPU, also of slices that were
 *    wholly counted, are scaled by its enabled / running of the last second. So they still add up.
 */
#include "config.h"
#include "collect/slice/slicer.h"

#include "collect/slice/slicer_internal.h"

#define RARE __attribute__((noinline, cold))
#define ALWAYS_INLINE static inline __attribute__((always_inline))

static const struct task_id unknown = { TID_UNKNOWN, TID_UNKNOWN }, idle = { TID_IDLE, TID_IDLE };

/* From records to slices. */

/* Counts that are scaled, or missing: the group was never on, or a counter went back (reset). */
static RARE void count_scaled(const struct slicer *slicer, const struct slicer_group *group,
			      bool was_on, bool went_back)
{
	const struct multiplexing *mux = &group->multiplexing;
	struct counts *counts = &group->slice->counts;

	counts->present = 0;
	counts->scaled = mux->enabled_ns;
	counts->off = mux->enabled_ns && !was_on;
	if (mux->enabled_ns && was_on && !went_back)
		reading_plan_counts(group->plan, slicer->steps,
				    (double)mux->enabled_ns / (double)mux->running_ns, counts);
}

/* A reading of another number of members. */
static RARE void count_nothing(struct slicer_group *group, const struct reading *now)
{
	reading_copy(&group->base, now);
	group->slice->plan = NULL;
	group->slice->counts.present = 0;
	group->slice->counts.scaled = group->slice->counts.off = false;
}

/* Puts the counts between two snapshots into the slice of the group; the later one becomes base. */
ALWAYS_INLINE void count(struct slicer *slicer, struct slicer_group *group,
			 const struct reading *now, bool plain)
{
	const bool was_on = now->running_ns != group->base.running_ns;
	bool went_back;

	if (!plain && (now->n != group->base.n || now->n != group->plan->n)) {
		count_nothing(group, now);
		return;
	}
	went_back = !reading_advance(&group->base, now, slicer->steps);
	group->slice->plan = group->plan;
	if (went_back || (!plain && group->multiplexing.enabled_ns)) {
		group->slice->plan = NULL;
		count_scaled(slicer, group, was_on, went_back);
	}
}

/* How long the CPU was busy until then: all time that is not certainly idle. */
static uint64_t busy_until(const struct slicer_cpu *cpu, uint64_t time_ns)
{
	if ((cpu->flags & KNOWN && cpu->current.tid == TID_IDLE) || time_ns < cpu->accounted_ns)
		return cpu->busy_ns;
	return cpu->busy_ns + time_ns - cpu->accounted_ns;
}

/* How long the sibling was busy during the slice that ends now. */
static uint64_t sibling_busy(const struct slicer *slicer, struct slicer_cpu *cpu,
			     const struct slice *slice)
{
	uint64_t busy_ns, before_ns = cpu->sibling_busy_ns;

	if (slice->tid != TID_IDLE)
		cpu->busy_ns += slice->duration_ns;
	busy_ns = busy_until(&slicer->cpus[cpu->sibling], slice->time_ns);
	cpu->sibling_busy_ns = busy_ns;
	if (busy_ns <= before_ns)
		return 0;
	return busy_ns - before_ns < slice->duration_ns ? busy_ns - before_ns : slice->duration_ns;
}

static enum slice_part part_of(uint32_t flags)
{
	return flags & GAP ? SLICE_GAP : flags & OPEN ? SLICE_WINDOW : SLICE_WHOLE;
}

/*
 * The region in which the task of the slice was. What may be of several tasks is in none, and the
 * times that it entered one wait for its next slice.
 */
static __attribute__((noinline)) void take_region(const struct slicer *slicer, struct slice *slice)
{
	slice->region = 0;
	slice->entries = 0;
	if (slice->tid > TID_IDLE && !slice->unowned)
		slice->region = regions_of_task(slicer->regions, slice->tid, &slice->entries);
}

ALWAYS_INLINE void emit_part(const struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
			     struct slice *slice, const struct sink *sink, bool plain)
{
	slice->time_ns = time_ns;
	slice->duration_ns = time_ns - cpu->accounted_ns;
	slice->part = plain ? SLICE_WHOLE : part_of(cpu->flags);
	if (!plain && cpu->flags & (LOST | GAP))
		slice->pid = slice->tid = TID_UNKNOWN;
	if (!plain && slicer->regions)
		take_region(slicer, slice);
	slice->sibling_busy_ns = 0;
	if (!plain && cpu->sibling >= 0)
		slice->sibling_busy_ns = sibling_busy(slicer, cpu, slice);
	cpu->accounted_ns = time_ns;
	sink->slice(sink->data, slice);
}

/* The task called exec(2) in this slice: the part until then, by time, is of the region. */
static RARE void emit_exec(const struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
			   const struct slice *slice, const struct sink *sink)
{
	const uint64_t all_ns = time_ns - cpu->accounted_ns;
	struct slice until = *slice, from = *slice;
	uint64_t until_ns = 0;

	if (cpu->executed_ns > cpu->accounted_ns)
		until_ns = cpu->executed_ns - cpu->accounted_ns;
	until_ns = until_ns < all_ns ? until_ns : all_ns;
	until.pid = cpu->executing.pid;
	until.tid = cpu->executing.tid;
	slice_counts(slice, &until.counts);
	from.counts = until.counts;
	counts_scale(&until.counts, all_ns ? (double)until_ns / (double)all_ns : 0);
	counts_subtract(&from.counts, &until.counts);
	until.plan = from.plan = NULL;
	cpu->flags &= ~(uint32_t)EXECUTED;
	emit_part(slicer, cpu, cpu->accounted_ns + until_ns, &until, sink, false);
	if (slicer->regions)
		regions_end_task(slicer->regions, cpu->executing.tid);
	emit_part(slicer, cpu, time_ns, &from, sink, false);
}

/* Attributes the time since the last account, and the counts, to the task of the slice. */
ALWAYS_INLINE void emit(const struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
			struct slice *slice, const struct sink *sink, bool plain)
{
	/* A clock that goes back (tick beside ring) must not make a slice of 500 years. */
	if (time_ns < cpu->accounted_ns)
		time_ns = cpu->accounted_ns;
	if (!plain && cpu->flags & EXECUTED)
		emit_exec(slicer, cpu, time_ns, slice, sink);
	else
		emit_part(slicer, cpu, time_ns, slice, sink, plain);
}

/* Do the counts up to a snapshot lack an owner? Times of the group since the last snapshot. */
static inline bool is_unowned(const struct slicer *slicer, uint32_t flags, uint64_t enabled_ns,
			      uint64_t running_ns)
{
	if (flags & GAP)
		return false;
	if ((flags & (MIXED | ROTATED)) == MIXED)
		return !(flags & LEAVES);
	return (flags & MIXED || !slicer->switch_records) && group_was_off(enabled_ns, running_ns);
}

/* The owner of a sample that names no thread, as of one that is dead; its process may still have its number. */
static struct task_id owner(const struct slicer *slicer, const struct slicer_cpu *cpu, int32_t pid)
{
	if (cpu->flags & KNOWN)
		return cpu->current;
	return cpu->exiting.tid && !slicer->switch_records ? cpu->exiting :
							     (struct task_id){ pid, TID_UNKNOWN };
}

static void switch_windows(struct slicer_cpu *cpu)
{
	if (cpu->flags & CLOSED)
		cpu->flags &= ~(uint32_t)KNOWN;
	if (cpu->flags & OPENING)
		cpu->flags = (cpu->flags & ~(uint32_t)WINDOWS) | (cpu->flags & LAST ? 0 : OPEN);
}

/* The slice from the last snapshot to this one. Returns LEAVES if the group is still off. */
ALWAYS_INLINE uint32_t slice_until(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
				   struct task_id task, const struct reading *reading,
				   const struct sink *sink, bool plain)
{
	struct slicer_group *group = cpu->active;
	const uint64_t enabled_ns = reading->enabled_ns - group->base.enabled_ns;
	const uint64_t running_ns = reading->running_ns - group->base.running_ns;
	const uint32_t stays = plain || running_ns ? 0 : cpu->flags & LEAVES;
	struct slice *slice = group->slice;

	slice->pid = task.pid;
	slice->tid = task.tid;
	if (!plain && (running_ns < enabled_ns || group->multiplexing.enabled_ns))
		multiplexing_learn(&group->multiplexing, enabled_ns, running_ns);
	count(slicer, group, reading, plain);
	slice->unowned = !plain && is_unowned(slicer, cpu->flags, enabled_ns, running_ns);
	slice->cpu = sink_cpu(sink, cpu->index);
	if (sink->times)
		sink->times(sink->data, slice->cpu, enabled_ns, plain ? enabled_ns : running_ns);
	emit(slicer, cpu, time_ns, slice, sink, plain);
	if (!plain && slicer->regions && group_was_off(enabled_ns, running_ns))
		regions_end_task(slicer->regions, task.tid);	/* markers were missed */
	return stays;
}

/*
 * Does nothing but switches end slices of this CPU, and is all counted by its active group? Then
 * slice_until() leaves out what else it would have to ask. Asked after what may change it.
 */
static bool is_usual(const struct slicer *slicer, const struct slicer_cpu *cpu)
{
	const struct slicer_group *group = cpu->active;

	return group->has_base && group->base.n == group->plan->n &&
	       !group->multiplexing.enabled_ns && !slicer->regions && cpu->sibling < 0;
}

/* A window ended before its task was named. What comes after it is a gap. */
static RARE void end_window(struct slicer *slicer, struct slicer_cpu *cpu, struct task_id task, const struct sink *sink)
{
	(void)slice_until(slicer, cpu, cpu->end_ns, task, &cpu->end, sink, false);
	cpu->flags = (cpu->flags & ~(uint32_t)WINDOWS) | CLOSED;
}

/* The group at the end, or in the middle, of a task's time. */
static __attribute__((noinline)) void
snapshot(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns, struct task_id task,
	 const struct reading *reading, const struct sink *sink)
{
	struct slicer_group *group = cpu->active;
	uint32_t stays = 0;

	if (task.tid == TID_UNKNOWN)
		task = owner(slicer, cpu, task.pid);
	if (cpu->flags & ENDED)
		end_window(slicer, cpu, task, sink);
	if (group->has_base) {
		stays = slice_until(slicer, cpu, time_ns, task, reading, sink, false);
	} else {
		reading_copy(&group->base, reading);
		group->has_base = true;
		cpu->accounted_ns = time_ns;
	}
	cpu->current = task;
	cpu->flags &= ~(uint32_t)(DOUBT | KNOWN | UNUSUAL);
	cpu->flags |= stays | (task.tid != TID_UNKNOWN ? KNOWN : 0) |
		      (is_usual(slicer, cpu) ? 0 : UNUSUAL);
	if (cpu->flags & WINDOWS)
		switch_windows(cpu);
}

/* Has nothing happened since the last snapshot that this file must know of, but switches? */
static inline bool is_plain(const struct slicer_cpu *cpu, const struct record *record)
{
	const struct reading *base = &cpu->active->base;

	return !(cpu->flags & ~(uint32_t)(KNOWN | NAMED | SAMPLED_OUT)) &&
	       record->tid != TID_UNKNOWN && record->reading.n == base->n &&
	       record->reading.enabled_ns - base->enabled_ns ==
		       record->reading.running_ns - base->running_ns;
}

/* A task ran until then. What was counted meanwhile is in the next snapshot. */
static RARE void time_only(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
			   struct task_id task, const struct sink *sink)
{
	struct slice *slice = &slicer->time_slice;

	slice->cpu = sink_cpu(sink, cpu->index);
	slice->pid = task.pid;
	slice->tid = task.tid;
	if (cpu->group[0].has_base && !(cpu->flags & GAP))
		emit(slicer, cpu, time_ns, slice, sink, false);
}

/* A task left, or was found to have left, without a snapshot: only its time is known. */
static RARE void time_only_mixed(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
				 struct task_id task, const struct sink *sink)
{
	cpu->flags |= MIXED;
	time_only(slicer, cpu, time_ns, task, sink);
}

void slicer_offline(struct slicer *slicer, size_t index, uint64_t now_ns, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	if (!cpu->group[0].has_base)
		cpu->accounted_ns = now_ns;
	cpu->group[0].has_base = true;	/* its time goes on */
	cpu->flags &= ~(uint32_t)(WINDOWS | LOST);
	time_only_mixed(slicer, cpu, now_ns, idle, sink);
	cpu->current = idle;
	cpu->flags |= KNOWN;
}

/*
 * In a gap between two windows: its time and counts belong to the CPU, but a task has entered a
 * region, and that is counted.
 */
static RARE void entry_in_gap(struct slicer *slicer, const struct slicer_cpu *cpu,
			      const struct record *record, const struct sink *sink)
{
	static const count_pair nothing[READING_MAX / 2];
	struct slice slice = { .time_ns = record->time_ns, .cpu = sink_cpu(sink, cpu->index),
			       .pid = record->pid, .tid = record->tid, .part = SLICE_WINDOW,
			       .plan = cpu->active->plan, .steps = nothing };

	take_region(slicer, &slice);
	sink->slice(sink->data, &slice);
}

/* The slice before it is done; from here on the task is in another region. */
static __attribute__((noinline)) void
take_marker(struct slicer *slicer, const struct slicer_cpu *cpu, const struct record *record,
	    const struct sink *sink)
{
	if (!slicer->regions)
		return;
	regions_mark(slicer->regions, &(const struct region_marker){
		.pid = record->pid, .tid = record->tid, .object = record->object, .argument = record->argument,
		.mark = record->mark, .time_ns = record->time_ns, .in_gap = cpu->flags & CLOSED });
	if (cpu->flags & CLOSED && region_enters(record->argument))
		entry_in_gap(slicer, cpu, record, sink);
}

/* The last slice of a task was the one in which it began its exit. */
static RARE void end_exiting(struct slicer *slicer, struct slicer_cpu *cpu)
{
	regions_end_task(slicer->regions, cpu->exiting.tid);
	cpu->exiting.tid = 0;
}

/* A sample of another event than the switches: does the time of the task go on? */
static bool goes_on(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
		    const struct sink *sink)
{
	if (cpu->timer_id && record->id == cpu->timer_id)
		cpu->flags |= LEAVES;
	if (!cpu->switch_id)
		return false;
	if (record->object)
		take_marker(slicer, cpu, record, sink);
	return true;
}

/* What follows a sample at a switch: only a SWITCH IN names the next task. */
static inline void leaves_now(const struct slicer *slicer, struct slicer_cpu *cpu)
{
	cpu->flags = (cpu->flags | SAMPLED_OUT) & slicer->after_switch;
}

static RARE void
take_any_sample(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
		const struct sink *sink)
{
	const struct task_id task = { record->pid, record->tid };

	snapshot(slicer, cpu, record->time_ns, task, &record->reading, sink);
	if (record->id != cpu->switch_id && goes_on(slicer, cpu, record, sink))
		return;
	if (slicer->regions && cpu->exiting.tid && cpu->exiting.tid == cpu->current.tid)
		end_exiting(slicer, cpu);
	leaves_now(slicer, cpu);
}

/* The slice comes last, so that nothing is kept for after it: a plain sample is of no marker. */
ALWAYS_INLINE void end_plain_slice(struct slicer *slicer, struct slicer_cpu *cpu,
				   const struct record *record, const struct sink *sink, bool switches)
{
	const struct task_id task = { record->pid, record->tid };

	cpu->current = task;
	cpu->flags |= KNOWN;
	if (switches || !goes_on(slicer, cpu, record, sink))
		leaves_now(slicer, cpu);
	(void)slice_until(slicer, cpu, record->time_ns, task, &record->reading, sink, true);
}

static __attribute__((noinline)) void
take_other_sample(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
		  const struct sink *sink)
{
	if (is_plain(cpu, record))
		end_plain_slice(slicer, cpu, record, sink, false);
	else
		take_any_sample(slicer, cpu, record, sink);
}

static __attribute__((noinline)) void
take_sample(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
	    const struct sink *sink)
{
	if (record->id == cpu->switch_id && is_plain(cpu, record))
		end_plain_slice(slicer, cpu, record, sink, true);
	else
		take_other_sample(slicer, cpu, record, sink);
}

/* If the task that comes has no IN it may leave as silently. Idle it is for longer. */
static inline void leave_to_next(struct slicer_cpu *cpu, const struct record *record)
{
	uint32_t flags = cpu->flags & ~(uint32_t)(SAMPLED_OUT | KNOWN | NAMED);

	if (record->next_prev_tid != TID_UNKNOWN) {
		flags &= ~(uint32_t)LOST;
		cpu->current = (struct task_id){ record->next_prev_pid, record->next_prev_tid };
		if (!(flags & CLOSED))
			flags |= record->next_prev_tid == TID_IDLE ? KNOWN : NAMED;
	}
	cpu->flags = flags;
}

/* A SWITCH OUT without its sample. */
static RARE void left_without(struct slicer *slicer, struct slicer_cpu *cpu,
			      const struct record *record, const struct sink *sink)
{
	struct task_id task = { record->pid, record->tid };

	if (task.tid == TID_UNKNOWN && cpu->flags & KNOWN)
		task = cpu->current;
	if (record->time_ns >= cpu->accounted_ns)	/* not before the first snapshot */
		time_only_mixed(slicer, cpu, record->time_ns, task, sink);
	if (slicer->regions)	/* the group was off, and may have missed markers */
		regions_end_task(slicer->regions, task.tid);
	leave_to_next(cpu, record);
}

static __attribute__((noinline)) void
switch_out(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
	   const struct sink *sink)
{
	if (cpu->flags & SAMPLED_OUT)
		leave_to_next(cpu, record);
	else
		left_without(slicer, cpu, record, sink);
}

static inline void come(struct slicer_cpu *cpu, const struct record *record)
{
	uint32_t flags = cpu->flags & ~(uint32_t)(LOST | KNOWN | NAMED | SAMPLED_OUT);

	cpu->current = (struct task_id){ record->pid, record->tid };
	if (__builtin_expect(record->tid != TID_UNKNOWN && !(flags & CLOSED), 1))
		flags |= KNOWN;
	cpu->flags = flags;
}

/* After LOST; also the OUT before was: it is unknown which task ran. */
static RARE void come_after_lost(struct slicer *slicer, struct slicer_cpu *cpu,
				 const struct record *record, const struct sink *sink)
{
	time_only_mixed(slicer, cpu, record->time_ns, unknown, sink);
	come(cpu, record);
}

/* The current task, and maybe others after it, ran without records. */
static RARE void come_after_silent(struct slicer *slicer, struct slicer_cpu *cpu,
				   const struct record *record, const struct sink *sink)
{
	const bool idles = cpu->current.tid == TID_IDLE || record->next_prev_tid == TID_IDLE;
	const bool alone = cpu->current.tid == record->next_prev_tid;
	const int32_t pid = cpu->current.pid == record->next_prev_pid ? record->next_prev_pid : TID_UNKNOWN;

	cpu->flags |= idles && alone ? 0 : MIXED;
	time_only(slicer, cpu, record->time_ns, alone ? cpu->current : idles ? idle :
		  (struct task_id){ pid, TID_UNKNOWN }, sink);
	come(cpu, record);
}

static __attribute__((noinline)) void
switch_in(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
	  const struct sink *sink)
{
	if (cpu->flags & LOST)
		come_after_lost(slicer, cpu, record, sink);
	else if (cpu->flags & (KNOWN | NAMED) && cpu->current.tid != record->tid &&
		 record->next_prev_tid != TID_UNKNOWN)
		come_after_silent(slicer, cpu, record, sink);
	else
		come(cpu, record);
}

static RARE void take_lost(struct slicer *slicer, struct slicer_cpu *cpu,
			   const struct record *record, const struct sink *sink)
{
	if (slicer->regions)
		regions_forget_tasks(slicer->regions);
	cpu->flags &= ~(uint32_t)(ROTATED | LEAVES | KNOWN | NAMED | SAMPLED_OUT);
	cpu->flags |= LOST | MIXED;
	if (sink->lost)
		sink->lost(sink->data, sink_cpu(sink, cpu->index), record->lost, LOST_NS_UNKNOWN);
}

/*
 * The running task goes on as another program, with the tid of its process. The region in which it
 * was ends with the slice.
 */
static RARE void take_exec(struct slicer *slicer, struct slicer_cpu *cpu,
			   const struct record *record)
{
	const bool runs = cpu->active->has_base && cpu->current.pid == record->pid &&
			  (cpu->flags & (KNOWN | LOST | GAP)) == KNOWN &&
			  regions_has_task(slicer->regions, cpu->current.tid);

	if (!runs || cpu->current.tid != record->tid)
		regions_end_task(slicer->regions, record->tid);
	if (!runs)
		return;
	cpu->flags |= EXECUTED;
	cpu->executing = cpu->current;
	cpu->executed_ns = record->time_ns;
}

/* A tid may have been another task's. A thread begins in none, a process in its parent's region. */
static RARE void follow_task(struct slicer *slicer, struct slicer_cpu *cpu,
			     const struct record *record)
{
	if (record->kind == REC_COMM && record->exec)
		take_exec(slicer, cpu, record);
	if (record->kind != REC_FORK)
		return;
	regions_end_task(slicer->regions, record->tid);
	if (record->pid != record->ppid)
		regions_fork(slicer->regions, record->tid, record->ptid);
}

void slicer_record(struct slicer *slicer, size_t index, const struct record *record,
		   const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	/* Nearly all are one of the first three: no table of jumps. */
	if (record->kind == REC_SAMPLE) {
		take_sample(slicer, cpu, record, sink);
	} else if (record->kind == REC_SWITCH_OUT) {
		switch_out(slicer, cpu, record, sink);
	} else if (record->kind == REC_SWITCH_IN) {
		switch_in(slicer, cpu, record, sink);
	} else if (record->kind == REC_LOST) {
		take_lost(slicer, cpu, record, sink);
	} else if (record->kind == REC_EXIT && (slicer->regions || !slicer->switch_records)) {
		cpu->exiting = (struct task_id){ record->pid, record->tid };
	} else if (slicer->regions) {
		follow_task(slicer, cpu, record);
	}
}

void slicer_reading(struct slicer *slicer, size_t index, uint64_t time_ns,
		    const struct reading *reading, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	if (!slicer_takes_end(cpu, time_ns, reading))
		snapshot(slicer, cpu, time_ns, cpu->flags & (KNOWN | NAMED) ? cpu->current : unknown, reading, sink);
}
