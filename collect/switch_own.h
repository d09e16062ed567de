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

#include "collect/choice.h"
#include "collect/groups.h"
#include "collect/hotplug.h"
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
	bool ends_turn;		/* its group was off then; what is younger is of the next one, `turn` */
	uint32_t turn;
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
void switch_close_groups(struct source_switch *self);

#endif
