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
#include "collect/slicer.h"

#include <stdlib.h>
#include <string.h>

#include "collect/sharing.h"

/* One of the groups that take turns, on one CPU. */
struct slicer_group {
	struct reading base;	/* the last snapshot */
	struct reading_plan *plan;
	struct slice *slice;	/* the slicer's, for this group of any CPU */
	struct sharing sharing;
	bool has_base;
};

/* What is the case on a CPU: bits. */
enum {
	KNOWN = 1,		/* who runs is certain */
	SAMPLED_OUT = 2,	/* the running task has got its sample of the switch that is under way */

	/* Nearly never any of these: */
	MIXED = 4,		/* since base somebody left without a snapshot: counts are nobody's */
	BEGUN = 8,		/* a turn has, without a snapshot yet: who left without one may have left before it */
	LOST = 16,		/* since accounted_ns records were lost: the time is nobody's */
	CLOSED = 32,		/* not all switches are sampled */
	OPENS = 64,		/* with the next snapshot they are, in a window */
	OPEN = 128,		/* they are, in a window */
	LAST = 256,		/* the window that opens does not close any more */

	DOUBT = MIXED | BEGUN | LOST,
	GAP = CLOSED | OPENS,
	WINDOWS = GAP | OPEN | LAST,
};

struct who {
	int32_t pid, tid;
};

#define RARE __attribute__((noinline, cold))

static const struct who nobody_knows = { TID_UNKNOWN, TID_UNKNOWN }, idle = { TID_IDLE, TID_IDLE };

struct slicer_cpu {
	uint32_t is;		/* bits, as above */
	int32_t index;
	struct slicer_group *on;	/* of group[] */
	uint64_t accounted_ns;	/* up to here time has been given to somebody */
	uint64_t switch_id;	/* id of the context-switches member, 0: unknown */
	struct who runs;	/* if known */
	struct who exits;	/* who was the last to begin its exit here; tid 0: nobody */
	int32_t sibling;	/* the other thread of the core; -1: none, or not asked */
	uint64_t busy_ns;	/* of the time that was given to somebody, where there is a sibling */
	uint64_t sibling_busy_ns;	/* of the sibling, at accounted_ns */
	struct slicer_group group[1 + TURNS_MAX];
};

struct slicer {
	bool switch_records;
	bool turns_taken;
	size_t n_cpus, n_groups;
	struct reading_plan *plan[2][1 + TURNS_MAX];	/* [turns_taken][turn] */
	count_pair steps[READING_MAX / 2];	/* of the slice that is under way */
	struct slice slice[1 + TURNS_MAX];	/* the last of each: what its members do not count is 0 in it, always */
	struct slicer_cpu cpus[];
};

/* The plans of all groups: as each counts alone, and as it does in turns. False without memory. */
static bool make_plans(struct slicer *slicer, const struct slicer_turn *group)
{
	uint32_t counted = 0;

	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->plan[false][i] = reading_plan_new(group[i].members, group[i].n_members, 0);
		if (!slicer->plan[false][i])
			return false;
		counted |= slicer->plan[false][i]->present;
	}
	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->plan[true][i] = reading_plan_new(group[i].members, group[i].n_members, counted);
		if (!slicer->plan[true][i])
			return false;
	}
	return true;
}

static void choose_plans(struct slicer *slicer, bool turns_taken)
{
	slicer->turns_taken = turns_taken;
	for (size_t cpu = 0; cpu < slicer->n_cpus; cpu++)
		for (size_t i = 0; i < slicer->n_groups; i++)
			slicer->cpus[cpu].group[i].plan = slicer->plan[turns_taken][i];
}

/* The groups of all turns but the first begin when they are on for the first time: with nothing. */
static void init_cpu(struct slicer *slicer, size_t index, int32_t sibling)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	cpu->index = (int32_t)index;
	cpu->on = &cpu->group[0];
	cpu->sibling = sibling;
	cpu->runs = nobody_knows;
	for (size_t i = 0; i < slicer->n_groups; i++) {
		cpu->group[i].slice = &slicer->slice[i];
		cpu->group[i].base.n = i > 0 ? (uint32_t)slicer->plan[false][i]->n : 0;
		cpu->group[i].has_base = i > 0;
	}
}

struct slicer *slicer_new(const struct slicer_config *config)
{
	struct slicer_turn group[1 + TURNS_MAX] = { { config->members, config->n_members } };
	struct slicer *slicer;

	if (config->n_turns > TURNS_MAX)
		return NULL;
	memcpy(group + 1, config->turns, config->n_turns * sizeof(group[0]));
	for (size_t i = 0; i <= config->n_turns; i++)
		if (group[i].n_members > READING_MAX)
			return NULL;
	slicer = calloc(1, sizeof(*slicer) + config->n_cpus * sizeof(slicer->cpus[0]));
	if (!slicer)
		return NULL;
	slicer->switch_records = config->switch_records;
	slicer->n_cpus = config->n_cpus;
	slicer->n_groups = 1 + config->n_turns;
	if (!make_plans(slicer, group)) {
		slicer_free(slicer);
		return NULL;
	}
	for (size_t i = 0; i < slicer->n_groups; i++)
		slicer->slice[i].steps = slicer->steps;
	for (size_t cpu = 0; cpu < config->n_cpus; cpu++)
		init_cpu(slicer, cpu, config->siblings ? config->siblings[cpu] : -1);
	choose_plans(slicer, false);
	return slicer;
}

void slicer_free(struct slicer *slicer)
{
	if (!slicer)
		return;
	for (size_t i = 0; i < slicer->n_groups; i++) {
		reading_plan_drop(slicer->plan[false][i]);
		reading_plan_drop(slicer->plan[true][i]);
	}
	free(slicer);
}

void slicer_set_switch_id(struct slicer *slicer, size_t cpu, uint64_t id)
{
	slicer->cpus[cpu].switch_id = id;
}

bool slicer_running(const struct slicer *slicer, size_t cpu, int32_t *tid)
{
	*tid = slicer->cpus[cpu].runs.tid;
	return slicer->cpus[cpu].is & KNOWN;
}

const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns)
{
	const struct slicer_group *group = slicer->cpus[cpu].on;

	*time_ns = slicer->cpus[cpu].accounted_ns;
	return group->has_base ? &group->base : NULL;
}

size_t slicer_n_groups(const struct slicer *slicer)
{
	return slicer->n_groups;
}

void slicer_now(const struct slicer *slicer, size_t cpu, struct slicer_now *now)
{
	const struct slicer_cpu *from = &slicer->cpus[cpu];

	*now = (struct slicer_now){
		.n_groups = slicer->n_groups,
		.turn = (uint32_t)(from->on - from->group),
		.begun = from->is & BEGUN,
		.turns_taken = slicer->turns_taken,
		.time_ns = from->accounted_ns,
		.pid = from->runs.pid,
		.tid = from->runs.tid,
		.known = from->is & KNOWN,
		.mixed = from->is & MIXED,
		.lost = from->is & LOST,
	};
	for (size_t i = 0; i < slicer->n_groups; i++)
		now->base[i] = from->group[i].has_base ? &from->group[i].base : NULL;
}

bool slicer_shared(const struct slicer *slicer, size_t cpu)
{
	return slicer->cpus[cpu].on->sharing.enabled_ns;
}

void slicer_close_window(struct slicer *slicer, size_t cpu)
{
	slicer->cpus[cpu].is &= ~(uint32_t)(WINDOWS | KNOWN | SAMPLED_OUT);
	slicer->cpus[cpu].is |= CLOSED;
}

void slicer_open_window(struct slicer *slicer, size_t cpu, bool last)
{
	slicer->cpus[cpu].is &= ~(uint32_t)WINDOWS;
	slicer->cpus[cpu].is |= OPENS | (last ? LAST : 0);
}

void slicer_begin_turn(struct slicer *slicer, size_t cpu, uint32_t turn)
{
	slicer->cpus[cpu].on = &slicer->cpus[cpu].group[turn];
	slicer->cpus[cpu].is |= BEGUN;
}

static bool was_off_since(const struct reading *base, const struct reading *reading)
{
	return group_was_off(reading->enabled_ns - base->enabled_ns, reading->running_ns - base->running_ns);
}

bool slicer_turn_was_over(const struct slicer *slicer, size_t index, const struct record *record,
			  const struct reading *end)
{
	const struct slicer_cpu *cpu = &slicer->cpus[index];

	return record->kind == REC_SWITCH_OUT && !(cpu->is & (SAMPLED_OUT | MIXED | LOST)) &&
	       !was_off_since(&cpu->on->base, end);
}

void slicer_take_turns(struct slicer *slicer, bool taken)
{
	if (slicer->turns_taken != taken)
		choose_plans(slicer, taken);
}

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
	slice->beside_ns = cpu->sibling < 0 ? 0 : beside(slicer, cpu, slice);
	cpu->accounted_ns = time_ns;
	sink->slice(sink->data, slice);
}

void slicer_set_base(struct slicer *slicer, size_t index, uint32_t turn, uint64_t time_ns,
		     const struct reading *reading)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	struct slicer_group *group = &cpu->group[turn];

	reading_copy(&group->base, reading);
	group->has_base = true;
	cpu->accounted_ns = time_ns;
	if (group != cpu->on)
		return;
	cpu->is &= ~(uint32_t)(DOUBT | KNOWN);
	cpu->runs = nobody_knows;
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
