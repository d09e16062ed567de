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
 *  - the first snapshot of a CPU is only a baseline; if it is a reading made at the start, the
 *    first sample already has an owner, since each switch after the baseline would have made a
 *    sample;
 *  - a dying task's last sample has tid -1: it belongs to the task of the last SWITCH IN; in a
 *    recording without SWITCH records, to the task of the last EXIT record of this CPU;
 *  - a SWITCH OUT without a sample (the group was off: the counter is multiplexed) ends the *time*
 *    of the task; the counts up to the next snapshot are of several tasks then: not attributed;
 *  - after LOST it is unknown who ran: neither time nor counts of the next slice have an owner, but
 *    a SWITCH IN, or an OUT that names the next task, ends that doubt for the time that follows;
 *  - of some tasks some kernels write no records (seen with 6.18: idle tasks, threads of init): the
 *    OUT before names the first of them, the IN after the last. If both are the same the time is its
 *    own; if one is idle, the time is idle; else nobody's. Counts of idle alone, next to none, go to
 *    the task that comes; others have no owner;
 *  - groups that rotate have a base each and share all else: the current task, and up to where time
 *    was attributed; while a group is off its counts stand still, and its base holds;
 *  - between two groups none is on, and a task that leaves then leaves without a sample: that ends
 *    the counts of the group before, and the next group's counts do not include it. A group's own
 *    times tell that this is the case: it was on as long as it was enabled;
 *  - where switches are sampled in windows only, the span from the last snapshot of a window to the
 *    first of the next is a gap: its time and counts belong to the CPU, not to a task. Until that
 *    first snapshot the current task is unknown, and a task that leaves before it leaves the gap;
 *  - a sample at the kernel's mux timer is the last before another user's group is on: what is
 *    counted until the next snapshot was counted after that, when the task of that snapshot ran;
 *  - while the group is off for a part of the time, all counts of the CPU, also of slices that were
 *    wholly counted, are scaled by its enabled / running of the last second: they still add up.
 */
#include "config.h"
#include "collect/slice/slicer.h"

#include <stdlib.h>
#include <string.h>

#include "collect/slice/multiplexing.h"

#define RARE __attribute__((noinline, cold))

/* One of the groups that rotate, on one CPU. */
struct slicer_group {
	struct reading base;	/* the last snapshot */
	struct reading_plan *plan;
	struct slice *slice;	/* the slicer's, for this group of any CPU */
	struct multiplexing multiplexing;
	bool has_base;
};

/* The state of a CPU: bits. */
enum {
	KNOWN = 1,		/* the current task is certain */
	NAMED = 512,		/* the current task was named by an OUT: its IN is to come */
	SAMPLED_OUT = 2,	/* the switch under way already has its sample */

	/* Nearly always clear: */
	MIXED = 4,		/* a task left without a snapshot since base: counts are mixed */
	ROTATED = 8,		/* the group went on, no snapshot yet: a task may have left */
	LEAVES = 1024,		/* the mux timer has come: since base the group was off, then on */
	LOST = 16,		/* records were lost since accounted_ns: the time has no owner */
	CLOSED = 32,		/* not all switches are sampled */
	OPENING = 64,		/* the next snapshot opens a window, in which they are */
	OPEN = 128,		/* a window is open */
	LAST = 256,		/* the window that opens stays open */

	DOUBT = MIXED | ROTATED | LEAVES | LOST,
	GAP = CLOSED | OPENING,
	WINDOWS = GAP | OPEN | LAST,
};

struct task_id {
	int32_t pid, tid;
};

struct slicer_cpu {
	uint32_t flags;		/* bits, as above */
	int32_t index;
	struct slicer_group *active;	/* of group[] */
	uint64_t accounted_ns;	/* time up to here has been attributed */
	uint64_t switch_id;	/* id of the context-switches member, 0: unknown */
	uint64_t timer_id;	/* of the member that samples at the mux timer, 0: none */
	struct task_id current;	/* if KNOWN or NAMED */
	struct task_id exiting;	/* the last task that began its exit here; tid 0: none */
	int32_t sibling;	/* the other thread of the core; -1: none, or not wanted */
	uint64_t busy_ns;	/* busy part of the attributed time, where there is a sibling */
	uint64_t sibling_busy_ns;	/* busy_ns of the sibling at accounted_ns */
	struct slicer_group group[1 + MUX_MAX];
};

struct slicer {
	bool switch_records;
	bool rotating;
	size_t n_cpus, n_groups;
	struct reading_plan *plan[2][1 + MUX_MAX];	/* [rotating][mux] */
	count_pair steps[READING_MAX / 2];	/* of the slice under way */
	struct slice slice[1 + MUX_MAX];	/* the last of each; uncounted events stay 0 */
	struct slicer_cpu cpus[];
};

static const struct task_id unknown = { TID_UNKNOWN, TID_UNKNOWN }, idle = { TID_IDLE, TID_IDLE };

/* From records to slices. */

/*
 * Puts the counts between two snapshots into the slice of the group; the later snapshot becomes the
 * base. A counter that went back (reset) makes all of them missing.
 */
static inline void count(struct slicer *slicer, struct slicer_group *group,
			 const struct reading *now)
{
	const struct multiplexing *mux = &group->multiplexing;
	const bool was_on = now->running_ns != group->base.running_ns;
	struct slice *slice = group->slice;

	slice->plan = NULL;
	slice->counts.present = 0;
	slice->counts.scaled = slice->counts.off = false;
	if (now->n != group->base.n || now->n != group->plan->n) {
		reading_copy(&group->base, now);
		return;
	}
	slice->counts.scaled = mux->enabled_ns;
	slice->counts.off = mux->enabled_ns && !was_on;
	if (!reading_advance(&group->base, now, slicer->steps))
		return;
	if (!mux->enabled_ns)
		slice->plan = group->plan;
	else if (was_on)		/* never on: missing, not zero */
		reading_plan_counts(group->plan, slicer->steps,
				    (double)mux->enabled_ns / (double)mux->running_ns,
				    &slice->counts);
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

/* Attributes the time since the last account, and the counts, to the task of the slice. */
static inline void emit(const struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
			struct slice *slice, const struct sink *sink)
{
	/* A clock that goes back (tick beside ring) must not make a slice of 500 years. */
	if (time_ns < cpu->accounted_ns)
		time_ns = cpu->accounted_ns;
	slice->time_ns = time_ns;
	slice->duration_ns = time_ns - cpu->accounted_ns;
	slice->cpu = cpu->index;
	slice->part = part_of(cpu->flags);
	if (cpu->flags & (LOST | GAP))
		slice->pid = slice->tid = TID_UNKNOWN;
	slice->sibling_busy_ns = cpu->sibling < 0 ? 0 : sibling_busy(slicer, cpu, slice);
	cpu->accounted_ns = time_ns;
	sink->slice(sink->data, slice);
}

/* Do the counts up to a snapshot lack an owner? Times of the group since the last snapshot. */
static bool is_unowned(const struct slicer *slicer, uint32_t flags, uint64_t enabled_ns,
		       uint64_t running_ns)
{
	if (flags & GAP)
		return false;
	if ((flags & (MIXED | ROTATED)) == MIXED)
		return !(flags & LEAVES);
	return (flags & MIXED || !slicer->switch_records) && group_was_off(enabled_ns, running_ns);
}

/* The owner of a sample that names no task. */
static struct task_id owner(const struct slicer *slicer, const struct slicer_cpu *cpu)
{
	if (cpu->flags & KNOWN)
		return cpu->current;
	return cpu->exiting.tid && !slicer->switch_records ? cpu->exiting : unknown;
}

static void switch_windows(struct slicer_cpu *cpu)
{
	if (cpu->flags & CLOSED)
		cpu->flags &= ~(uint32_t)KNOWN;
	if (cpu->flags & OPENING)
		cpu->flags = (cpu->flags & ~(uint32_t)WINDOWS) | (cpu->flags & LAST ? 0 : OPEN);
}

/* The group at the end, or in the middle, of a task's time. Inline: most of what a switch costs. */
static inline __attribute__((always_inline)) void
snapshot(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns, struct task_id task,
	 const struct reading *reading, const struct sink *sink)
{
	struct slicer_group *group = cpu->active;
	uint32_t stays = 0;

	if (task.tid == TID_UNKNOWN)
		task = owner(slicer, cpu);
	if (group->has_base) {
		const uint64_t enabled_ns = reading->enabled_ns - group->base.enabled_ns;
		const uint64_t running_ns = reading->running_ns - group->base.running_ns;
		struct slice *slice = group->slice;

		slice->pid = task.pid;
		slice->tid = task.tid;
		stays = running_ns ? 0 : cpu->flags & LEAVES;	/* the group is still off */
		if (running_ns < enabled_ns || group->multiplexing.enabled_ns)
			multiplexing_learn(&group->multiplexing, enabled_ns, running_ns);
		count(slicer, group, reading);
		slice->unowned = is_unowned(slicer, cpu->flags, enabled_ns, running_ns);
		emit(slicer, cpu, time_ns, slice, sink);
		if (sink->times)
			sink->times(sink->data, cpu->index, enabled_ns, running_ns);
	} else {
		reading_copy(&group->base, reading);
		group->has_base = true;
		cpu->accounted_ns = time_ns;
	}
	cpu->current = task;
	cpu->flags &= ~(uint32_t)(DOUBT | KNOWN);
	cpu->flags |= stays | (task.tid != TID_UNKNOWN ? KNOWN : 0);
	if (cpu->flags & WINDOWS)
		switch_windows(cpu);
}

/* A task ran until then. What was counted meanwhile is in the next snapshot. */
static RARE void time_only(struct slicer *slicer, struct slicer_cpu *cpu, uint64_t time_ns,
			   struct task_id task, const struct sink *sink)
{
	struct slice slice = { .pid = task.pid, .tid = task.tid, .unowned = true };

	if (cpu->group[0].has_base && !(cpu->flags & GAP))
		emit(slicer, cpu, time_ns, &slice, sink);
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

static __attribute__((noinline)) void
take_sample(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
	    const struct sink *sink)
{
	snapshot(slicer, cpu, record->time_ns, (struct task_id){ record->pid, record->tid },
		 &record->reading, sink);
	if (cpu->timer_id && record->id == cpu->timer_id)
		cpu->flags |= LEAVES;
	if (cpu->switch_id && record->id != cpu->switch_id)
		return;
	cpu->flags |= SAMPLED_OUT;
	/* Only a SWITCH IN names the next task. */
	if (!slicer->switch_records)
		cpu->flags &= ~(uint32_t)KNOWN;
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
}

/* If the task that comes has no IN it may leave as silently. Idle it is for longer. */
static void switch_out(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
		       const struct sink *sink)
{
	if (!(cpu->flags & SAMPLED_OUT))
		left_without(slicer, cpu, record, sink);
	cpu->flags &= ~(uint32_t)(SAMPLED_OUT | KNOWN | NAMED);
	if (record->next_prev_tid == TID_UNKNOWN)
		return;
	cpu->flags &= ~(uint32_t)LOST;
	cpu->current = (struct task_id){ record->next_prev_pid, record->next_prev_tid };
	if (!(cpu->flags & CLOSED))
		cpu->flags |= record->next_prev_tid == TID_IDLE ? KNOWN : NAMED;
}

/* The current task, and maybe others after it, ran without records. */
static RARE void left_silently(struct slicer *slicer, struct slicer_cpu *cpu,
			       const struct record *record, const struct sink *sink)
{
	const bool idles = cpu->current.tid == TID_IDLE || record->next_prev_tid == TID_IDLE;
	const bool alone = cpu->current.tid == record->next_prev_tid;

	cpu->flags |= idles && alone ? 0 : MIXED;
	time_only(slicer, cpu, record->time_ns, alone ? cpu->current : idles ? idle : unknown,
		  sink);
}

static void switch_in(struct slicer *slicer, struct slicer_cpu *cpu, const struct record *record,
		      const struct sink *sink)
{
	if (cpu->flags & LOST)	/* also the OUT before: it is unknown which task ran */
		time_only_mixed(slicer, cpu, record->time_ns, unknown, sink);
	else if (cpu->flags & (KNOWN | NAMED) && cpu->current.tid != record->tid &&
		 record->next_prev_tid != TID_UNKNOWN)
		left_silently(slicer, cpu, record, sink);
	cpu->current = (struct task_id){ record->pid, record->tid };
	cpu->flags &= ~(uint32_t)(LOST | KNOWN | NAMED | SAMPLED_OUT);
	cpu->flags |= record->tid != TID_UNKNOWN && !(cpu->flags & CLOSED) ? KNOWN : 0;
}

static RARE void take_lost(struct slicer_cpu *cpu, const struct record *record,
			   const struct sink *sink)
{
	cpu->flags &= ~(uint32_t)(ROTATED | LEAVES | KNOWN | NAMED | SAMPLED_OUT);
	cpu->flags |= LOST | MIXED;
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
		switch_out(slicer, cpu, record, sink);
	} else if (record->kind == REC_SWITCH_IN) {
		switch_in(slicer, cpu, record, sink);
	} else if (record->kind == REC_LOST) {
		take_lost(cpu, record, sink);
	} else if (record->kind == REC_EXIT) {
		cpu->exiting = (struct task_id){ record->pid, record->tid };
	}
}

void slicer_reading(struct slicer *slicer, size_t index, uint64_t time_ns,
		    const struct reading *reading, const struct sink *sink)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	snapshot(slicer, cpu, time_ns, cpu->flags & (KNOWN | NAMED) ? cpu->current : unknown,
		 reading, sink);
}

/* Rotation, windows and bases: what no record says. */

static void choose_plans(struct slicer *slicer, bool rotating)
{
	slicer->rotating = rotating;
	for (size_t cpu = 0; cpu < slicer->n_cpus; cpu++)
		for (size_t i = 0; i < slicer->n_groups; i++)
			slicer->cpus[cpu].group[i].plan = slicer->plan[rotating][i];
}

void slicer_set_rotating(struct slicer *slicer, bool on)
{
	if (slicer->rotating != on)
		choose_plans(slicer, on);
}

void slicer_rotate(struct slicer *slicer, size_t cpu, uint32_t mux)
{
	slicer->cpus[cpu].active = &slicer->cpus[cpu].group[mux];
	slicer->cpus[cpu].flags &= ~(uint32_t)LEAVES;
	slicer->cpus[cpu].flags |= ROTATED;
}

bool slicer_rotated_before(const struct slicer *slicer, size_t index, const struct record *record,
			   const struct reading *end)
{
	const struct slicer_cpu *cpu = &slicer->cpus[index];
	const struct reading *base = &cpu->active->base;

	return record->kind == REC_SWITCH_OUT && !(cpu->flags & (SAMPLED_OUT | MIXED | LOST)) &&
	       !group_was_off(end->enabled_ns - base->enabled_ns,
			      end->running_ns - base->running_ns);
}

void slicer_close_window(struct slicer *slicer, size_t cpu)
{
	slicer->cpus[cpu].flags &= ~(uint32_t)(WINDOWS | KNOWN | NAMED | SAMPLED_OUT);
	slicer->cpus[cpu].flags |= CLOSED;
}

void slicer_open_window(struct slicer *slicer, size_t cpu, bool last)
{
	slicer->cpus[cpu].flags &= ~(uint32_t)WINDOWS;
	slicer->cpus[cpu].flags |= OPENING | (last ? LAST : 0);
}

void slicer_set_base(struct slicer *slicer, size_t index, uint32_t mux, uint64_t time_ns,
		     const struct reading *reading)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];
	struct slicer_group *group = &cpu->group[mux];

	reading_copy(&group->base, reading);
	group->has_base = true;
	cpu->accounted_ns = time_ns;
	if (group != cpu->active)
		return;
	cpu->flags &= ~(uint32_t)(DOUBT | KNOWN | NAMED);
	cpu->current = unknown;
}

/* Questions. */

bool slicer_running(const struct slicer *slicer, size_t cpu, int32_t *tid)
{
	*tid = slicer->cpus[cpu].current.tid;
	return slicer->cpus[cpu].flags & KNOWN;
}

bool slicer_multiplexed(const struct slicer *slicer, size_t cpu)
{
	return slicer->cpus[cpu].active->multiplexing.enabled_ns;
}

const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns)
{
	const struct slicer_group *group = slicer->cpus[cpu].active;

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
		.mux = (uint32_t)(from->active - from->group),
		.rotated = from->flags & ROTATED,
		.rotating = slicer->rotating,
		.time_ns = from->accounted_ns,
		.pid = from->current.pid,
		.tid = from->current.tid,
		.known = from->flags & KNOWN,
		.mixed = from->flags & MIXED,
		.leaves = from->flags & LEAVES,
		.sampled = from->flags & SAMPLED_OUT,
		.named = from->flags & NAMED,
		.lost = from->flags & LOST,
	};
	for (size_t i = 0; i < slicer->n_groups; i++)
		now->base[i] = from->group[i].has_base ? &from->group[i].base : NULL;
}

void slicer_go_on(struct slicer *slicer, size_t index, const struct slicer_now *now)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	cpu->flags &= ~(uint32_t)(LEAVES | SAMPLED_OUT | NAMED);
	cpu->flags |= (now->leaves ? LEAVES : 0) | (now->sampled ? SAMPLED_OUT : 0);
	if (!now->named)
		return;
	cpu->current = (struct task_id){ now->pid, now->tid };
	cpu->flags = (cpu->flags & ~(uint32_t)KNOWN) | NAMED;
}

/* Made and freed. */

/* The plans of all groups: as each counts alone, and while they rotate. False without memory. */
static bool make_plans(struct slicer *slicer, const struct slicer_mux *group)
{
	uint32_t counted = 0;

	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->plan[false][i] = reading_plan_new(group[i].members, group[i].n_members, 0);
		if (!slicer->plan[false][i])
			return false;
		counted |= slicer->plan[false][i]->present;
	}
	for (size_t i = 0; i < slicer->n_groups; i++) {
		slicer->plan[true][i] = reading_plan_new(group[i].members, group[i].n_members,
							 counted);
		if (!slicer->plan[true][i])
			return false;
	}
	return true;
}

/* All groups but the first have a base from the beginning: 0, as they have never been on. */
static void init_cpu(struct slicer *slicer, size_t index, int32_t sibling)
{
	struct slicer_cpu *cpu = &slicer->cpus[index];

	cpu->index = (int32_t)index;
	cpu->active = &cpu->group[0];
	cpu->sibling = sibling;
	cpu->current = unknown;
	for (size_t i = 0; i < slicer->n_groups; i++) {
		cpu->group[i].slice = &slicer->slice[i];
		cpu->group[i].base.n = i > 0 ? (uint32_t)slicer->plan[false][i]->n : 0;
		cpu->group[i].has_base = i > 0;
	}
}

struct slicer *slicer_new(const struct slicer_config *config)
{
	struct slicer_mux group[1 + MUX_MAX] = { { config->members, config->n_members } };
	struct slicer *slicer;

	if (config->n_mux > MUX_MAX)
		return NULL;
	memcpy(group + 1, config->mux_groups, config->n_mux * sizeof(group[0]));
	for (size_t i = 0; i <= config->n_mux; i++)
		if (group[i].n_members > READING_MAX)
			return NULL;
	slicer = calloc(1, sizeof(*slicer) + config->n_cpus * sizeof(slicer->cpus[0]));
	if (!slicer)
		return NULL;
	slicer->switch_records = config->switch_records;
	slicer->n_cpus = config->n_cpus;
	slicer->n_groups = 1 + config->n_mux;
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
		reading_plan_put(slicer->plan[false][i]);
		reading_plan_put(slicer->plan[true][i]);
	}
	free(slicer);
}

void slicer_set_switch_id(struct slicer *slicer, size_t cpu, uint64_t id)
{
	slicer->cpus[cpu].switch_id = id;
}

void slicer_set_timer_id(struct slicer *slicer, size_t cpu, uint64_t id)
{
	slicer->cpus[cpu].timer_id = id;
}
