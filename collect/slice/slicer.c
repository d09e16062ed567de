/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The slicer. What one switch from A to B writes into the ring of its CPU, with interrupts off and
 * nothing in between (kernel/events/core.c: __perf_event_task_sched_out, perf_event_switch):
 *
 *	SAMPLE  tid A, the whole group		by the context-switches member, if the group is on
 *	SWITCH  OUT, A				if attr.context_switch, also while the group is off
 *	SWITCH  IN, B
 *
 * A `cpu-clock` sample or a read(2) at a tick is the same snapshot of the group in the middle of a
 * task's time. So the difference between two snapshots belongs to the task of the later one, unless
 * somebody came and went in between without a snapshot. The rules, each with its test:
 *
 *  - the first snapshot of a CPU is a baseline only; if it is a reading made at the start, the first
 *    sample has an owner already, since each switch after the baseline would have made one;
 *  - a dying task's last sample has tid -1: it belongs to the task of the last SWITCH IN; in a recording
 *    without SWITCH records, to the task of the last EXIT record of this CPU;
 *  - a SWITCH OUT without a sample (the group was off: the counter is shared) ends the *time* of the
 *    task; the counts up to the next snapshot then hold several tasks' slots and are nobody's;
 *  - after LOST nobody knows who ran: neither time nor counts of the next slice have an owner, but a
 *    SWITCH IN ends that doubt for the time that follows it;
 *  - groups that take turns have a base each, and share all else: who runs, and up to where time was given;
 *    while one is off its counts stand still, so its base holds until its next turn;
 *  - between two turns no group is on, and who leaves then leaves without a sample: that ends the counts of the
 *    turn before, and those of the turn that begins do not know of it. A group's own times tell that it was so: it
 *    was on as long as it was enabled;
 *  - where switches are sampled in windows only, what lies between the last snapshot of one and the first of the
 *    next is a gap: the CPU's time and counts, and nobody's. Until that first snapshot nobody is known to run, and
 *    whoever leaves before it, leaves the gap;
 *  - while the group is off for a part of the time, all counts of the CPU are scaled by its enabled /
 *    running of the last second, as perf does: those of a slice that was wholly counted, too, for they
 *    stand for the slices that were not, and all of a CPU still adds up.
 */
#include "config.h"
#include "collect/slice/slicer_own.h"

#define RARE __attribute__((noinline, cold))

static const struct who nobody_knows = { TID_UNKNOWN, TID_UNKNOWN }, idle = { TID_IDLE, TID_IDLE };

/*
 * What was counted between two snapshots goes into the slice of the group, and the later one is the base from here on.
 * A counter that went back (reset) makes all of it missing.
 */
static inline void count(struct slicer *slicer, struct slicer_group *group, const struct reading *now)
{
	const struct sharing *sharing = &group->sharing;
	const bool was_on = now->running_ns != group->base.running_ns;
	struct slice *slice = group->slice;

	slice->plan = NULL;
	slice->counts.present = 0;
	slice->counts.scaled = false;
	if (now->n != group->base.n || now->n != group->plan->n) {
		reading_copy(&group->base, now);
		return;
	}
	slice->counts.scaled = sharing->enabled_ns;
	if (!reading_advance(&group->base, now, slicer->steps))
		return;
	if (!sharing->enabled_ns)
		slice->plan = group->plan;
	else if (was_on)		/* never on: missing, not zero */
		reading_plan_counts(group->plan, slicer->steps,
				    (double)sharing->enabled_ns / (double)sharing->running_ns, &slice->counts);
}

/* Until then the CPU was busy for so long: all that is not certainly idle. */
static uint64_t busy_until(const struct slicer_cpu *cpu, uint64_t time_ns)
{
	bool idles = cpu->is & KNOWN && cpu->runs.tid == TID_IDLE;

	return cpu->busy_ns + (idles || time_ns < cpu->accounted_ns ? 0 : time_ns - cpu->accounted_ns);
}

/* How much of the slice that ends now the sibling was busy. */
static uint64_t beside(const struct slicer *slicer, struct slicer_cpu *cpu, const struct slice *slice)
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

static enum slice_part part_of(uint32_t is)
{
	return is & GAP ? SLICE_GAP : is & OPEN ? SLICE_WINDOW : SLICE_WHOLE;
}

/* The time since the last account goes to who is in the slice, and with it these counts. */
static inline void emit(const struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns, struct slice *slice,
		 const struct sink *sink)
{
	/* A clock that goes back (tick beside ring) must not make a slice of 500 years. */
	if (time_ns < cpu->accounted_ns)
		time_ns = cpu->accounted_ns;
	slice->time_ns = time_ns;
	slice->duration_ns = time_ns - cpu->accounted_ns;
	slice->cpu = cpu->index;
	slice->part = part_of(cpu->is);
	if (cpu->is & (LOST | GAP))
		slice->pid = slice->tid = TID_UNKNOWN;
	slice->sibling_busy_ns = cpu->sibling < 0 ? 0 : beside(slicer, cpu, slice);
	cpu->accounted_ns = time_ns;
	sink->slice(sink->data, slice);
}

/* Whose are the counts up to a snapshot? The group was enabled for so long since the last one, and on. */
static bool is_unowned(const struct slicer *slicer, uint32_t is, uint64_t enabled_ns, uint64_t running_ns)
{
	if (is & GAP)
		return false;
	if ((is & (MIXED | BEGUN)) == MIXED)
		return true;
	return (is & MIXED || !slicer->switch_records) && group_was_off(enabled_ns, running_ns);
}

/* The one who was running then, of a sample that names nobody. */
static struct who owner(const struct slicer *slicer, const struct slicer_cpu *cpu)
{
	if (cpu->is & KNOWN)
		return cpu->runs;
	return cpu->exits.tid && !slicer->switch_records ? cpu->exits : nobody_knows;
}

static void switch_windows(struct slicer_cpu *cpu)
{
	if (cpu->is & CLOSED)
		cpu->is &= ~(uint32_t)KNOWN;
	if (cpu->is & OPENS)
		cpu->is = (cpu->is & ~(uint32_t)WINDOWS) | (cpu->is & LAST ? 0 : OPEN);
}

/* A snapshot of the group at the end (or in the middle) of somebody's time. Inline: most of what a switch costs. */
static inline __attribute__((always_inline)) void
snapshot(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns, struct who who,
	 const struct reading *reading, const struct sink *sink)
{
	struct slicer_group *group = cpu->on;

	if (who.tid == TID_UNKNOWN)
		who = owner(slicer, cpu);
	if (group->has_base) {
		const uint64_t enabled_ns = reading->enabled_ns - group->base.enabled_ns;
		const uint64_t running_ns = reading->running_ns - group->base.running_ns;
		struct slice *slice = group->slice;

		slice->pid = who.pid;
		slice->tid = who.tid;
		sharing_learn(&group->sharing, enabled_ns, running_ns);
		count(slicer, group, reading);
		slice->unowned = is_unowned(slicer, cpu->is, enabled_ns, running_ns);
		emit(slicer, cpu, time_ns, slice, sink);
		if (sink->times)
			sink->times(sink->data, cpu->index, enabled_ns, running_ns);
	} else {
		reading_copy(&group->base, reading);
		group->has_base = true;
		cpu->accounted_ns = time_ns;
	}
	cpu->runs = who;
	cpu->is &= ~(uint32_t)(DOUBT | KNOWN);
	cpu->is |= who.tid != TID_UNKNOWN ? KNOWN : 0;
	if (cpu->is & WINDOWS)
		switch_windows(cpu);
}

/* Somebody has left, or was found to have left, without a snapshot: only its time is known. */
static void time_only(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns, struct who who,
		      const struct sink *sink)
{
	struct slice slice = { .pid = who.pid, .tid = who.tid, .unowned = true };

	cpu->is |= MIXED;
	if (cpu->group[0].has_base && !(cpu->is & GAP))
		emit(slicer, cpu, time_ns, &slice, sink);
}

void slicer_offline(struct slicer *slicer, size_t index, uint64_t now_ns, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	if (!cpu->group[0].has_base)
		cpu->accounted_ns = now_ns;
	cpu->group[0].has_base = true;	/* its time goes on */
	cpu->is &= ~(uint32_t)(WINDOWS | LOST);
	time_only(slicer, cpu, now_ns, idle, sink);
	cpu->runs = idle;
	cpu->is |= KNOWN;
}

static __attribute__((noinline)) void
take_sample(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record, const struct sink *sink)
{
	snapshot(slicer, cpu, record->time_ns, (struct who){ record->pid, record->tid }, &record->reading, sink);
	if (cpu->switch_id && record->id != cpu->switch_id)
		return;
	cpu->is |= SAMPLED_OUT;
	/* Who comes now is told by SWITCH IN, or by nobody. */
	if (!slicer->switch_records)
		cpu->is &= ~(uint32_t)KNOWN;
}

/* A SWITCH OUT without its sample. */
static RARE void left_without(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
			      const struct sink *sink)
{
	struct who who = { record->pid, record->tid };

	if (who.tid == TID_UNKNOWN && cpu->is & KNOWN)
		who = cpu->runs;
	time_only(slicer, cpu, record->time_ns, who, sink);
}

static void switch_in(struct slicer_cpu *cpu, const struct record *record)
{
	cpu->runs = (struct who){ record->pid, record->tid };
	cpu->is &= ~(uint32_t)(KNOWN | SAMPLED_OUT);
	cpu->is |= record->tid != TID_UNKNOWN && !(cpu->is & CLOSED) ? KNOWN : 0;
}

/* The OUT before this SWITCH IN was lost: what ran until now is not known. */
static RARE void switch_in_after_lost(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
				      const struct sink *sink)
{
	time_only(slicer, cpu, record->time_ns, nobody_knows, sink);
	cpu->is &= ~(uint32_t)LOST;
	switch_in(cpu, record);
}

static RARE void take_lost(struct slicer_cpu *cpu, const struct record *record, const struct sink *sink)
{
	cpu->is &= ~(uint32_t)(BEGUN | KNOWN | SAMPLED_OUT);
	cpu->is |= LOST | MIXED;
	if (sink->lost)
		sink->lost(sink->data, cpu->index, record->lost);
}

void slicer_record(struct slicer *slicer, size_t index, const struct record *record,
		   const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	/* Nearly all are one of the first three: no table of jumps. */
	if (record->kind == REC_SAMPLE) {
		take_sample(slicer, cpu, record, sink);
	} else if (record->kind == REC_SWITCH_OUT) {
		if (cpu->is & SAMPLED_OUT)
			cpu->is &= ~(uint32_t)SAMPLED_OUT;
		else
			left_without(slicer, cpu, record, sink);
	} else if (record->kind == REC_SWITCH_IN) {
		if (cpu->is & LOST)
			switch_in_after_lost(slicer, cpu, record, sink);
		else
			switch_in(cpu, record);
	} else if (record->kind == REC_LOST) {
		take_lost(cpu, record, sink);
	} else if (record->kind == REC_EXIT) {
		cpu->exits = (struct who){ record->pid, record->tid };
	}
}

void slicer_reading(struct slicer *slicer, size_t index, uint64_t time_ns,
		    const struct reading *reading, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	snapshot(slicer, cpu, time_ns, cpu->is & KNOWN ? cpu->runs : nobody_knows, reading, sink);
}
