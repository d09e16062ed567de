/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Formulas and families. A family of CPUs is one table of events and formulas in one file
 * (collect/cpu_*.c); this header gives the shape of such a table and evaluates it.
 */
#ifndef TDTOP_MODEL_FORMULA_H
#define TDTOP_MODEL_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/metric.h"
#include "model/core_type.h"

/*
 * FORMULA(name, expression) makes the function and its text from one expression, so that the detail
 * view shows exactly what was computed. Inside, EV(SLOTS) is the count of that event, NAN if
 * missing (so the result is NAN: missing), and SUM is the sum of the four level-1 counts.
 * The result is a ratio, 0..1; or below 0, as perf prints it, where counts do not fit together
 * (family_evaluate() gives 0 then).
 */
#define FORMULA(name, expression)                                              \
	static double name(const struct counts *c) { return (expression); }    \
	static const char name##_text[] = #expression;
#define EV(event) counts_get(c, EV_##event)
/* The same of a correction: 0 where it was not counted. */
#define EV_OR_0(event) counts_or_0(c, EV_##event)
#define SUM counts_level1_sum(c)
/* One row of a table of formulas, from the name given to FORMULA. */
#define FORM(name) .eval = (name), .text = name##_text

struct formula {
	enum metric_id metric;
	double (*eval)(const struct counts *c);
	const char *text;
	bool in_rotation;		/* its own events are counted a part of the time only: shown with "~" */
};

/* What an event is counted for, and so when it may be left out. */
enum event_use {
	USE_TOPDOWN,		/* its level cannot do without it */
	USE_CORRECTION,		/* makes the level's formulas better; they hold without it */
	USE_IPC			/* instructions per cycle */
};

#define MUX_MAX 3		/* groups that take turns with the one of turn 0 */

struct family_event {
	enum event_id id;
	const char *name;	/* file in <pmu>/events/: encoding comes from the kernel where it tells */
	uint64_t config;	/* of attr, if sysfs has no such file; 0: then it cannot be counted */
	double scale;		/* of EV_x in one count (slots per cycle); 0: 1. Beside sysfs' own .scale */
	double sysfs_scale;	/* what that is where it exists, for recordings; half of it with SMT, if of_core. 0: 1 */
	bool of_core;		/* where sysfs says any=1 it counts what the core does, half of it on each CPU */
	bool cycles;		/* its counts, unscaled, are EV_CYCLES too */
	enum event_id also;	/* its counts, scaled, are this event too: slots of a turn; 0: none */
	enum event_use use;
	enum core_type core_type;	/* of a hybrid: which PMU counts it. Each has its leader first */
	bool fixed;		/* of turn 0, but takes no general counter: counted in every turn */
	int level;		/* 1 or 2: TopDown level that needs it */
	/*
	 * 0: in the group that counts alone as long as nobody wants more; else (1, 2, 3) in a group that takes turns
	 * with it, whose first event in the table leads it and counts what the leader of turn 0 does.
	 */
	int mux;
};

/* EV_x in one count, as far as the table tells. */
static inline double family_event_scale(const struct family_event *event)
{
	return event->scale > 0 ? event->scale : 1;
}

struct family {
	const char *name;	/* "Intel Sapphire Rapids" */
	int counters;		/* general ones that its groups may use, without watchdog and SMT; 0: not known */
	bool slots_from_caps;	/* slots per cycle are told by the PMU's caps/slots */
	int slots;		/* what it tells, for recordings; 0: not documented */
	bool hybrid;		/* events of several kinds of cores: E-cores' are in EV_ATOM_* too */
	const char *unit;	/* what EV_SLOTS are, and shares are of; NULL: slots */
	const char *formulas_from;	/* where the formulas come from, for --doctor and detail */
	int levels;		/* 1 or 2: what its events can tell */
	const struct family_event *events;	/* the leader (slots) first */
	size_t n_events;
	const struct formula *formulas;
	size_t n_formulas;
};

/*
 * Fills values from counts by the family's formulas. A formula over a missing event gives
 * Q_MISSING; too few slots (few is true, or too few in an event's turn) give Q_LOW_SLOTS; a partial event,
 * or one that was counted in its turns only, gives Q_PARTIAL and scaled counts Q_SCALED.
 */
void family_evaluate(const struct family *family, const struct counts *counts, bool low_slots,
		     struct values *values);

/* Does the event, opened with this config, count what both threads of a core do? */
bool family_event_counts_cores(const struct family_event *event, uint64_t config);

/* The levels that the group of turn 0 can tell alone on this kind of core; others need groups in turn. */
int family_levels_at_once(const struct family *family, enum core_type type);

/* How many groups take turns with that of turn 0. */
int family_mux_groups(const struct family *family);

/*
 * What part of the slots these events (bits 1 << EV_x) were counted with, 0..1: of those that were counted
 * least. 1 if all of them were counted all the time, or are not there at all.
 */
double family_share(const struct family *family, const struct counts *counts, uint32_t events);

/* What its shares are of, as a word for people: "slots", or "cycles". NULL: what most have. */
const char *family_unit(const struct family *family);

/* The events without which this formula says nothing: bits (1 << EV_x). */
uint32_t formula_events(const struct formula *formula);

/* The family's formula for a metric, or NULL. */
const struct formula *family_formula(const struct family *family, enum metric_id metric);

/*
 * Does the node belong to this family's tree? Not one of the nodes that it has others for (E-cores have no
 * memory bound), nor one that only some families have and this one has not, nor what would be below one of these. NULL:
 * what most have.
 */
bool family_has_node(const struct family *family, enum metric_id metric);

/* Is it one of the nodes that make up the whole on this level: its own, and classes with nothing below? */
bool family_node_is_on(const struct family *family, enum metric_id metric, int level);

/* The nodes of its tree in the order of the table; returns how many. */
int family_nodes(const struct family *family, enum metric_id nodes[M_COUNT]);

/* Are all classes known? One that only some families have may be missing: then there is none. */
bool values_are_whole(const struct values *values);

/* Is this node known and over its threshold, whatever its parent is? */
bool metric_is_over(const struct values *values, enum metric_id metric);

/*
 * The worst path: from the largest level-1 node over its threshold down to its largest such child.
 * path[0] level 1, path[1] level 2; returns the length (0: nothing stands out). A node counts only
 * if it is over its threshold, a child only if its parent counts; the path ends where the best two
 * siblings are within 5 points. Retiring is never a bottleneck by itself unless it is
 * over its threshold. Nodes that are missing or Q_LOW_SLOTS are passed over.
 */
int worst_path(const struct values *values, int levels, enum metric_id path[2]);

#endif
