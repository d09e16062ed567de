/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the switch source share, and nobody else sees: source_switch.c counts, switch_open.c has
 * the groups of all CPUs opened, and closed.
 */
#ifndef TDTOP_COLLECT_PERCPU_SWITCH_INTERNAL_H
#define TDTOP_COLLECT_PERCPU_SWITCH_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/percpu/budget.h"
#include "collect/percpu/counting_plan.h"
#include "collect/percpu/duty.h"
#include "collect/percpu/optional_events.h"
#include "collect/percpu/starvation.h"
#include "collect/percpu/rotation.h"
#include "collect/perf/groups.h"
#include "collect/slice/slicer.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"
#include "collect/sys/hotplug.h"

/* The cpu-clock of one group. */
struct clock {
	uint64_t id;
	uint64_t period_ns;
};

/* What it costs to look, and what is left out (switch_shed.c). */
struct shedding {
	struct budget budget;
	double forced;		/* for tests ($TDTOP_DUTY): the share of the time, whatever it costs; 0: not */
	double own_share;	/* of tdtop's CPU time, for this source */
	bool priced;		/* then: */
	double kernel_ns, user_ns;	/* of a sample: as struct cost has them */
	struct duty *duty;
	double *rates;		/* of CPU (index): its switches a second */
	uint64_t *samples;	/* likewise: of switches, in this interval */
	uint64_t own_ns, since_ns;	/* CPU time of tdtop at the last tick, and when that was */
	struct leave_out level2;
	bool reopens;		/* at this tick, as level 2 goes or comes */
	bool begins;		/* the costs of this interval are those of the beginning, too: nothing follows from them */
	double window_ns;	/* a window costs: to open and to close it, here and there */
	uint64_t beat_ns;	/* when windows were opened or closed the last time */
};

/* Collector thread, but for open and close. */
struct source_switch {
	struct source source;	/* first: the collector knows only this */
	struct choice choice;
	struct groups *groups;
	int32_t *siblings;	/* by CPU (index): where slots are of cores, the other thread of the core or -1; else NULL */
	struct slicer *slicer;
	struct rotation *rotation;
	bool level2_wanted;	/* the user looks at it */
	uint64_t interval_ns;
	struct clock *clocks;	/* of turn t on CPU (index) c: [t * n_cpus + c] */
	uint64_t *ids[1 + MUX_MAX];	/* of turn t: of member m on CPU (index) c: [m * n_cpus + c] */
	size_t switch_member;	/* of turn 0 */
	struct recordable recordable;
	struct hotplug hotplug;
	struct starvation starvation;
	struct group whole[1 + MUX_MAX];	/* choice.group, with all that is optional */
	struct group optional;	/* of the first of them */
	size_t level2_members;	/* likewise, that only level 2 needs */
	struct shedding shedding;
	bool lost;		/* records, since the rings have their size */
	unsigned int grow;	/* of the rings: struct groups_options */
};

static inline struct clock *clock_of(const struct source_switch *self, size_t cpu)
{
	return &self->clocks[rotation_of(self->rotation, cpu) * self->source.machine.n_cpus + cpu];
}

static inline uint64_t switch_id(const struct source_switch *self, size_t cpu)
{
	return self->ids[0][self->switch_member * self->source.machine.n_cpus + cpu];
}

/*
 * Opens the groups of the choice on the CPUs that are online, and makes what goes with them. 0, or a negative
 * errno with a sentence; what is open then is to be closed, too. -ENODEV: a CPU went offline meanwhile.
 */
int switch_open_groups(struct source_switch *self, struct err *err);

/* If CPUs have come that this PMU does not count, nor another one: that is said. */
void switch_tell_others(struct source_switch *self);

/* Closes them, and opens them on the CPUs that are online now, newcomers too. 0 or a negative errno with a sentence. */
int switch_reopen_groups(struct source_switch *self, struct err *err);
void switch_close_groups(struct source_switch *self);

/* After the choice: what can be done without. */
void switch_learn_lean(struct source_switch *self);

/* At a tick: must groups be opened anew, without what is optional or with it again? The choice is that, then. */
bool switch_starves(struct source_switch *self);

/* Likewise, for the sake of the budget: leave_out_step(). */
bool switch_leaves_level2(struct source_switch *self, bool over, bool calm);

/* Takes the records of a ring in. */
void switch_take_in(struct source_switch *self, size_t cpu, const struct sink *sink);

/*
 * Reads the group that counts on this CPU, and puts the reading into its place among the records of the ring, as one of
 * this time; if nobody is known to run there, only if it is a fact `whoever` runs. The ring was drained.
 */
void switch_read_now(struct source_switch *self, size_t cpu, uint64_t time_ns, bool whoever,
		     const struct sink *sink);

/* If by now this CPU's turn is over, the next group counts there. */
void switch_end_mux(struct source_switch *self, size_t cpu, uint64_t now_ns, const struct sink *sink);

/* All CPUs are sampled all the time. 0 or -ENOMEM; _end() in both cases. The budget stays. */
int shedding_begin(struct shedding *shedding, size_t n_cpus);
void shedding_end(struct shedding *shedding);

/* Of "10" percent 0.1; 0: NULL, or it is no percentage that CPUs could be sampled for. */
double shedding_forced(const char *percent);

/* Times what a sample costs, if that is not known, and begins to count costs. Before the groups are enabled. */
void shedding_start(struct source_switch *self);

/* Opens and closes the windows that are due; when the next are. */
void shedding_beat(struct source_switch *self, uint64_t now_ns, const struct sink *sink);
uint64_t shedding_next_ns(const struct source_switch *self);

/* At the end of an interval: tells its costs, and decides what is sampled in the next one. */
void shedding_tick(struct source_switch *self, uint64_t now_ns, const struct sink *sink);

#endif
