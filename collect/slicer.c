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

/* One of the groups that take turns. */
struct slicer_group {
	struct reading base;	/* the last snapshot */
	struct sharing sharing;
	bool has_base;
};

enum window {
	WINDOW_NONE,		/* all switches are sampled */
	WINDOW_CLOSED,
	WINDOW_OPENS,		/* with the next snapshot */
	WINDOW_OPEN
};

struct slicer_cpu {
	struct slicer_group group[1 + TURNS_MAX];
	uint32_t turn;		/* the group that is on */
	uint64_t accounted_ns;	/* up to here time has been given to somebody */
	uint64_t switch_id;	/* id of the context-switches member, 0: unknown */
	int32_t pid, tid;	/* who runs, if known */
	int32_t exit_pid, exit_tid;	/* who was the last to begin its exit here; 0: nobody */
	int32_t sibling;	/* the other thread of the core; -1: none, or not asked */
	uint64_t busy_ns;	/* of the time that was given to somebody */
	uint64_t sibling_busy_ns;	/* of the sibling, at accounted_ns */
	enum window window;
	bool last_window;	/* that which opens does not close any more */
	bool known;		/* pid and tid are certain */
	bool sampled_out;	/* the running task has got its sample of the switch that is under way */
	bool mixed;		/* since base somebody left without a snapshot: counts are nobody's */
	bool begun;		/* a turn has, without a snapshot yet: who left without one may have left before it */
	bool lost;		/* since accounted_ns records were lost: the time is nobody's */
};

struct slicer {
	bool switch_records;
	bool turns_taken;
	size_t n_groups;
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

/* The groups of all turns but the first begin when they are on for the first time: with nothing. */
static void init_cpu(const struct slicer *slicer, struct slicer_cpu *cpu, int32_t sibling)
{
	cpu->sibling = sibling;
	cpu->pid = cpu->tid = TID_UNKNOWN;
	for (size_t i = 1; i < slicer->n_groups; i++) {
		cpu->group[i].base.n = (uint32_t)slicer->plan[false][i]->n;
		cpu->group[i].has_base = true;
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
	slicer->n_groups = 1 + config->n_turns;
	if (!make_plans(slicer, group)) {
		slicer_free(slicer);
		return NULL;
	}
	for (size_t i = 0; i < slicer->n_groups; i++)
		slicer->slice[i].steps = slicer->steps;
	for (size_t cpu = 0; cpu < config->n_cpus; cpu++)
		init_cpu(slicer, &slicer->cpus[cpu], config->siblings ? config->siblings[cpu] : -1);
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
	*tid = slicer->cpus[cpu].tid;
	return slicer->cpus[cpu].known;
}

const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns)
{
	const struct slicer_group *group = &slicer->cpus[cpu].group[slicer->cpus[cpu].turn];

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
		.turn = from->turn,
		.begun = from->begun,
		.turns_taken = slicer->turns_taken,
		.time_ns = from->accounted_ns,
		.pid = from->pid,
		.tid = from->tid,
		.known = from->known,
		.mixed = from->mixed,
		.lost = from->lost,
	};
	for (size_t i = 0; i < slicer->n_groups; i++)
		now->base[i] = from->group[i].has_base ? &from->group[i].base : NULL;
}

bool slicer_shared(const struct slicer *slicer, size_t cpu)
{
	return slicer->cpus[cpu].group[slicer->cpus[cpu].turn].sharing.enabled_ns;
}

void slicer_close_window(struct slicer *slicer, size_t cpu)
{
	slicer->cpus[cpu].window = WINDOW_CLOSED;
	slicer->cpus[cpu].known = false;
	slicer->cpus[cpu].sampled_out = false;
}

void slicer_open_window(struct slicer *slicer, size_t cpu, bool last)
{
	slicer->cpus[cpu].window = WINDOW_OPENS;
	slicer->cpus[cpu].last_window = last;
}

static bool in_gap(const struct slicer_cpu *cpu)
{
	return cpu->window == WINDOW_CLOSED || cpu->window == WINDOW_OPENS;
}

void slicer_begin_turn(struct slicer *slicer, size_t cpu, uint32_t turn)
{
	slicer->cpus[cpu].turn = turn;
	slicer->cpus[cpu].begun = true;
}

static bool was_off_since(const struct reading *base, const struct reading *reading)
{
	return group_was_off(reading->enabled_ns - base->enabled_ns, reading->running_ns - base->running_ns);
}

bool slicer_turn_was_over(const struct slicer *slicer, size_t index, const struct record *record,
			  const struct reading *end)
{
	const struct slicer_cpu *cpu = &slicer->cpus[index];

	return record->kind == REC_SWITCH_OUT && !cpu->sampled_out && !cpu->mixed && !cpu->lost &&
	       !was_off_since(&cpu->group[cpu->turn].base, end);
}

void slicer_take_turns(struct slicer *slicer, bool taken)
{
	slicer->turns_taken = taken;
}

/*
 * What was counted between two snapshots goes into a slice of the same group, and the later one is the base from here
 * on. A counter that went back (reset) makes all of it missing.
 */
static void count(struct slicer *slicer, struct slicer_cpu *cpu, const struct reading *now, struct slice *slice)
{
	struct slicer_group *group = &cpu->group[cpu->turn];
	struct reading_plan *plan = slicer->plan[slicer->turns_taken][cpu->turn];
	const struct sharing *sharing = &group->sharing;
	const bool was_on = now->running_ns != group->base.running_ns;

	slice->plan = NULL;
	slice->counts.present = 0;
	slice->counts.scaled = false;
	if (now->n != group->base.n || now->n != plan->n) {
		reading_copy(&group->base, now);
		return;
	}
	slice->counts.scaled = sharing->enabled_ns;
	if (!reading_advance(&group->base, now, slicer->steps))
		return;
	if (!sharing->enabled_ns)
		slice->plan = plan;
	else if (was_on)		/* never on: missing, not zero */
		reading_plan_counts(plan, slicer->steps, (double)sharing->enabled_ns / (double)sharing->running_ns,
				    &slice->counts);
}

/* Until then the CPU was busy for so long: all that is not certainly idle. */
static uint64_t busy_until(const struct slicer_cpu *cpu, uint64_t time_ns)
{
	bool idles = cpu->known && cpu->tid == TID_IDLE;

	return cpu->busy_ns + (idles || time_ns < cpu->accounted_ns ? 0 : time_ns - cpu->accounted_ns);
}

/* How much of the slice that ends now the sibling was busy. */
static uint64_t beside(const struct slicer *slicer, struct slicer_cpu *cpu, const struct slice *slice)
{
	uint64_t busy_ns, before_ns = cpu->sibling_busy_ns;

	if (cpu->sibling < 0)
		return 0;
	busy_ns = busy_until(&slicer->cpus[cpu->sibling], slice->time_ns);
	cpu->sibling_busy_ns = busy_ns;
	if (busy_ns <= before_ns)
		return 0;
	return busy_ns - before_ns < slice->duration_ns ? busy_ns - before_ns : slice->duration_ns;
}

/* The time since the last account goes to (pid, tid), and with it these counts. */
static void emit(const struct slicer *slicer, struct slicer_cpu *cpu, size_t index, uint64_t time_ns,
		 struct slice *slice, const struct sink *sink)
{
	/* A clock that goes back (tick beside ring) must not make a slice of 500 years. */
	if (time_ns < cpu->accounted_ns)
		time_ns = cpu->accounted_ns;
	slice->time_ns = time_ns;
	slice->duration_ns = time_ns - cpu->accounted_ns;
	slice->cpu = (int32_t)index;
	slice->part = in_gap(cpu) ? SLICE_GAP : cpu->window == WINDOW_OPEN ? SLICE_WINDOW : SLICE_WHOLE;
	if (cpu->lost || in_gap(cpu))
		slice->pid = slice->tid = TID_UNKNOWN;
	slice->beside_ns = beside(slicer, cpu, slice);
	if (slice->tid != TID_IDLE)
		cpu->busy_ns += slice->duration_ns;
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
	if (turn != cpu->turn)
		return;
	cpu->mixed = cpu->begun = cpu->lost = cpu->known = false;
	cpu->pid = cpu->tid = TID_UNKNOWN;
}

/* A snapshot of the group at the end (or in the middle) of the time of (pid, tid). */
static void snapshot(struct slicer *slicer, size_t index, uint64_t time_ns, int32_t pid, int32_t tid,
		     const struct reading *reading, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	struct slicer_group *group = &cpu->group[cpu->turn];
	uint64_t enabled_ns, running_ns;

	if (tid == TID_UNKNOWN && cpu->known) {
		pid = cpu->pid;
		tid = cpu->tid;
	} else if (tid == TID_UNKNOWN && cpu->exit_tid && !slicer->switch_records) {
		pid = cpu->exit_pid;
		tid = cpu->exit_tid;
	}
	if (group->has_base) {
		struct slice *slice = &slicer->slice[cpu->turn];

		slice->pid = pid;
		slice->tid = tid;
		enabled_ns = reading->enabled_ns - group->base.enabled_ns;
		running_ns = reading->running_ns - group->base.running_ns;
		sharing_learn(&group->sharing, enabled_ns, running_ns);
		count(slicer, cpu, reading, slice);
		slice->unowned = !in_gap(cpu) &&
				 ((cpu->mixed && !cpu->begun) ||
				  ((cpu->mixed || !slicer->switch_records) && group_was_off(enabled_ns, running_ns)));
		emit(slicer, cpu, index, time_ns, slice, sink);
		if (sink->times)
			sink->times(sink->data, (int)index, enabled_ns, running_ns);
	} else {
		reading_copy(&group->base, reading);
		group->has_base = true;
		cpu->accounted_ns = time_ns;
	}
	cpu->mixed = false;
	cpu->begun = false;
	cpu->lost = false;
	cpu->pid = pid;
	cpu->tid = tid;
	cpu->known = tid != TID_UNKNOWN && cpu->window != WINDOW_CLOSED;
	if (cpu->window == WINDOW_OPENS)
		cpu->window = cpu->last_window ? WINDOW_NONE : WINDOW_OPEN;
}

/* (pid, tid) has left, or was found to have left, without a snapshot: only its time is known. */
static void time_only(struct slicer *slicer, size_t index, uint64_t time_ns, int32_t pid,
		      int32_t tid, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	struct slice slice = { .pid = pid, .tid = tid, .unowned = true };

	cpu->mixed = true;
	if (cpu->group[0].has_base && !in_gap(cpu))
		emit(slicer, cpu, index, time_ns, &slice, sink);
}

void slicer_offline(struct slicer *slicer, size_t cpu, uint64_t now_ns, const struct sink *sink)
{
	if (!slicer->cpus[cpu].group[0].has_base)
		slicer->cpus[cpu].accounted_ns = now_ns;
	slicer->cpus[cpu].group[0].has_base = true;	/* its time goes on */
	slicer->cpus[cpu].window = WINDOW_NONE;
	slicer->cpus[cpu].lost = false;
	time_only(slicer, cpu, now_ns, TID_IDLE, TID_IDLE, sink);
	slicer->cpus[cpu].pid = slicer->cpus[cpu].tid = TID_IDLE;
	slicer->cpus[cpu].known = true;
}

static void switch_out(struct slicer *slicer, size_t index, const struct record *record,
		       const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	int32_t pid = record->pid, tid = record->tid;

	if (tid == TID_UNKNOWN && cpu->known) {
		pid = cpu->pid;
		tid = cpu->tid;
	}
	if (!cpu->sampled_out)
		time_only(slicer, index, record->time_ns, pid, tid, sink);
	cpu->sampled_out = false;
}

static void switch_in(struct slicer *slicer, size_t index, const struct record *record,
		      const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	/* The OUT before this one was lost: what ran until now is not known. */
	if (cpu->lost) {
		time_only(slicer, index, record->time_ns, TID_UNKNOWN, TID_UNKNOWN, sink);
		cpu->lost = false;
	}
	cpu->pid = record->pid;
	cpu->tid = record->tid;
	cpu->known = record->tid != TID_UNKNOWN && cpu->window != WINDOW_CLOSED;
	cpu->sampled_out = false;
}

void slicer_record(struct slicer *slicer, size_t index, const struct record *record,
		   const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	switch (record->kind) {
	case REC_SAMPLE:
		snapshot(slicer, index, record->time_ns, record->pid, record->tid,
			 &record->reading, sink);
		if (!cpu->switch_id || record->id == cpu->switch_id) {
			cpu->sampled_out = true;
			/* Who comes now is told by SWITCH IN, or by nobody. */
			cpu->known = cpu->known && slicer->switch_records;
		}
		break;
	case REC_SWITCH_OUT:
		switch_out(slicer, index, record, sink);
		break;
	case REC_SWITCH_IN:
		switch_in(slicer, index, record, sink);
		break;
	case REC_LOST:
		cpu->lost = true;
		cpu->mixed = true;
		cpu->begun = false;
		cpu->known = false;
		cpu->sampled_out = false;
		if (sink->lost)
			sink->lost(sink->data, (int)index, record->lost);
		break;
	case REC_EXIT:
		cpu->exit_pid = record->pid;
		cpu->exit_tid = record->tid;
		break;
	default:
		break;
	}
}

void slicer_reading(struct slicer *slicer, size_t index, uint64_t time_ns,
		    const struct reading *reading, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	if (cpu->known)
		snapshot(slicer, index, time_ns, cpu->pid, cpu->tid, reading, sink);
	else
		snapshot(slicer, index, time_ns, TID_UNKNOWN, TID_UNKNOWN, reading, sink);
}
