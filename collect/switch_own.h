/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the switch source share, and nobody else sees: source_switch.c counts, switch_open.c has
 * the groups of all CPUs opened, and closed.
 */
#ifndef TDTOP_COLLECT_SWITCH_OWN_H
#define TDTOP_COLLECT_SWITCH_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/budget.h"
#include "collect/choice.h"
#include "collect/duty.h"
#include "collect/groups.h"
#include "collect/hotplug.h"
#include "collect/leave_out.h"
#include "collect/slicer.h"
#include "collect/source.h"
#include "collect/starvation.h"
#include "collect/tap.h"
#include "collect/turns.h"

/* The cpu-clock of one group. */
struct clock {
	uint64_t id;
	uint64_t period_ns;
};

/* A reading of the group by read(2), waiting for its place among the records of its CPU. */
struct pending {
	struct reading reading;
	uint64_t time_ns;
	bool waits;
	bool whoever;		/* runs: the reading is a fact all the same */
	bool ends_turn;		/* its group was off then; what is younger is of the next one, `turn` */
	uint32_t turn;
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
	struct turns *turns;
	bool level2_wanted;	/* the user looks at it */
	uint64_t interval_ns;
	struct clock *clocks;	/* of turn t on CPU (index) c: [t * n_cpus + c] */
	uint64_t *ids[1 + TURNS_MAX];	/* of turn t: of member m on CPU (index) c: [m * n_cpus + c] */
	size_t switch_member;	/* of turn 0 */
	struct recordable recordable;
	struct hotplug hotplug;
	struct starvation starvation;
	struct group whole[1 + TURNS_MAX];	/* choice.group, with all that is optional */
	struct group optional;	/* of the first of them */
	size_t level2_members;	/* likewise, that only level 2 needs */
	struct shedding shedding;
	bool lost;		/* records, since the rings have their size */
	unsigned int grow;	/* of the rings: struct groups_options */
};

static inline struct clock *clock_of(const struct source_switch *self, size_t cpu)
{
	return &self->clocks[turns_of(self->turns, cpu) * self->source.machine.n_cpus + cpu];
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
/* After the choice: what can be done without. */
void switch_learn_lean(struct source_switch *self);

/* At a tick: must groups be opened anew, without what is optional or with it again? The choice is that, then. */
bool switch_starves(struct source_switch *self);

/* Likewise, for the sake of the budget: leave_out_step(). */
bool switch_leaves_level2(struct source_switch *self, bool over, bool calm);
void switch_close_groups(struct source_switch *self);

/*
 * Takes the records of a ring in. A reading that waits is put into its place among them; after the last one by
 * switch_place_pending().
 */
void switch_drain_ring(struct source_switch *self, size_t cpu, struct pending *pending,
		       const struct sink *sink);
void switch_place_pending(struct source_switch *self, size_t cpu, struct pending *pending,
			  const struct sink *sink);

/* Gives this CPU's next turn to that group, if it is certain that a task runs there. */
void switch_change_turn(struct source_switch *self, size_t cpu, uint32_t turn, const struct sink *sink);

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
