/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Formulas and families. A family of CPUs is one table of events and formulas in one file
 * (collect/cpu/cpu_*.c); this header defines such a table and the functions that evaluate it. Pure,
 * any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/machine.h"
#include "model/metric.h"

/*
 * FORMULA(name, expression) makes a function and its text from one expression, so that the detail
 * view shows exactly what was computed. Inside, EV(SLOTS) is the count of that event, or NAN if it
 * is missing, which makes the result missing; SUM is the sum of the four level-1 counts. The result
 * is a ratio, 0..1. It is below 0, as perf prints it, where counts do not fit together;
 * family_evaluate() then gives 0.
 */
#define FORMULA(name, expression)                                              \
	static double name(const struct counts *c) { return (expression); }    \
	static const char name##_text[] = #expression;
#define EV(event) counts_get(c, EV_##event)
/* A correction: 0 where the event was not counted. */
#define EV_OR_0(event) counts_or_0(c, EV_##event)
#define SUM counts_level1_sum(c)
/* One row of a table of formulas, by the name given to FORMULA. */
#define FORM(name) .eval = (name), .text = name##_text

struct formula {
	enum metric_id metric;
	double (*eval)(const struct counts *c);
	const char *text;
	bool in_rotation;		/* its events rotate, so they are counted part of the time:
					 * shown with "~" */
	const char *perf_name;		/* perf's name of the node on these CPUs, where it is not
					 * metrics[].slug; NULL */
	enum event_id rough_without;	/* an estimate, shown with "~", if this correction was not
					 * counted; 0: none, or it changes little */
};

/* What an event is counted for, which decides when it may be left out. */
enum event_use {
	USE_TOPDOWN,		/* its level needs it */
	USE_REST,		/* not counted, since it is what the other three classes leave of the
				 * slots (collect/perf/reading.h); recordings may have it */
	USE_CORRECTION,		/* improves the level's formulas, which work without it */
	USE_IPC			/* instructions per cycle */
};

#define MUX_MAX 3		/* groups that rotate with group 0 */

struct family_event {
	enum event_id id;
	const char *name;	/* file in <pmu>/events/; the kernel's encoding wins */
	uint64_t config;	/* of attr, if sysfs has no such file; 0: not countable */
	bool hidden;		/* hypervisors hide it from sysfs: config counts it there, on cores
				 * whose slots are in the table */
	bool not_sysfs;		/* config even if sysfs has such a file: that counts another event */
	uint32_t only_counters;	/* bits of the general counters that can count it, which a kernel
				 * that does not know the CPU does not heed: left out there;
				 * 0: all can */
	double scale;		/* EV_x per count (slots per cycle), with sysfs' .scale; 0: 1 */
	double sysfs_scale;	/* sysfs' .scale where it exists, for recordings; with SMT half of
				 * it, if of_core; 0: 1 */
	bool of_core;		/* with any=1 in sysfs: counts the whole core, half on each CPU */
	bool both_threads;	/* of_core, also without any=1: with SMT half of it on each CPU */
	bool cycles;		/* its counts, unscaled, are also EV_CYCLES */
	enum event_id also;	/* its counts, scaled, are also this event: slots of a rotating
				 * group; 0: none */
	bool sums_slots;	/* the width of the core is not known: EV_SLOTS, and EV_ATOM_SLOTS if
				 * it has an .also, is the sum of the group's events that have this */
	enum event_use use;
	enum core_type core_type;	/* hybrids: whose PMU; each has its leader first */
	bool fixed;		/* of group 0, but on a fixed counter: counted in every group */
	int level;		/* TopDown level that needs it, 1 or 2 */
	/*
	 * 0: group 0, which counts all the time as long as no other group is wanted. 1, 2, 3: a
	 * group that rotates with it; the first event of each in the table leads it, and counts
	 * what the leader of group 0 does.
	 */
	int mux;
};

/* EV_x per count, as far as the table says. */
static inline double family_event_scale(const struct family_event *event)
{
	return event->scale > 0 ? event->scale : 1;
}

/* What perf record can sample to find the code behind a node. */
enum sample_kind {
	SAMPLE_PRECISE,		/* the instruction itself (PEBS, IBS, SPE) */
	SAMPLE_PLAIN,		/* no precise event exists: addresses are some instructions late */
	SAMPLE_CYCLES		/* no event of the node exists: where the cycles are spent */
};

struct node_sample {
	enum metric_id metric;	/* M_NONE: retired taken branches, by which branch stacks are
				 * sampled */
	const char *event;	/* as perf calls it; "ibs_op//" has its PMU with it */
	enum sample_kind kind;
	enum core_type core_type;	/* hybrids: whose PMU */
	const char *note;	/* what the user must know about the event; NULL */
	/* For perf_event_open(2), where sysfs does not know it: */
	uint64_t config;	/* of attr; 0: not known */
	uint64_t config1;	/* frontend_retired: which ones */
	uint64_t period;	/* to begin with; prime */
	uint32_t only_counters;	/* as in struct family_event */
	bool fixed;		/* only the fixed counter that instructions are counted on */
};

/* How perf names its metrics of these CPUs, where formula->perf_name does not say it. */
enum perf_metrics {
	PERF_SLUGS,		/* metrics[].slug: "tma_memory_bound" */
	PERF_PLAIN,		/* the same without "tma_" */
	PERF_NONE		/* perf has no metrics for them */
};

struct tree;
struct class_table;

struct family {
	const char *name;	/* "Intel Sapphire Rapids" */
	int counters;		/* general ones, without watchdog and SMT; 0: not known */
	bool slots_from_caps;	/* the PMU's caps/slots says how many slots a cycle has */
	int slots;		/* the value of caps/slots, for recordings, and for guests whose
				 * hypervisor hides it; 0: not documented */
	int slots_of_others;	/* for these guests, where only another program's table has it */
	bool hybrid;		/* has events of several core types (EV_ATOM_*) */
	bool any_pmu;		/* a hybrid whose PMUs have names that only the machine knows (Arm):
				 * perf opens an event without a PMU on all of them */
	const char *unit;	/* unit of EV_SLOTS and of shares; NULL: slots */
	const char *formulas_from;	/* their source, for --doctor and detail */
	int levels;		/* TopDown levels that its events can tell, 1 or 2 */
	const struct family_event *events;	/* the leader (slots) first */
	size_t n_events;
	const struct formula *formulas;
	size_t n_formulas;
	const struct node_sample *samples;	/* one for each node, of hybrids and core type */
	size_t n_samples;
	const struct tree *tree[CORE_TYPES];	/* levels 3 to 6 (model/tree/tree.h); of a hybrid's E-cores
						 * [TYPE_ATOM]. NULL: none are known */
	const struct class_table *classes;	/* what is sampled to divide slots among functions; NULL: not known */
	bool retire_latency;	/* precise samples tell it (PERF_CAPABILITIES, timed PEBS) */
	enum perf_metrics perf_metrics;
};

/*
 * Fills values from counts by the family's formulas. A formula over a missing event gives
 * Q_MISSING. Too few slots give Q_LOW_SLOTS: in the row (low_slots) or in the group of a rotating
 * event. A partial event, one counted in a rotating group only, or a missing correction
 * (rough_without) gives Q_PARTIAL, scaled counts Q_SCALED.
 */
void family_evaluate(const struct family *family, const struct counts *counts, bool low_slots,
		     struct values *values);

/*
 * Evaluates many rows of one family. Most have the same events, and these decide what is missing:
 * so it is asked once for each set of events, not for each row. One thread.
 */
#define EVALUATOR_SETS 8	/* that are remembered */
struct evaluator {
	const struct family *family;
	int mux_groups;
	unsigned int n_sets;	/* that were asked for */
	struct {
		uint32_t present, missing;	/* events; formulas, as bits 1 << metric */
	} set[EVALUATOR_SETS];
};

struct evaluator evaluator_of(const struct family *family);

/* As family_evaluate(). */
void evaluator_evaluate(struct evaluator *evaluator, const struct counts *counts, bool low_slots,
			struct values *values);

/* Does the event, opened with this config, count both threads of a core? */
bool family_event_counts_cores(const struct family_event *event, uint64_t config);

/* The levels that group 0 alone can count, without rotation, on this core type. */
int family_levels_at_once(const struct family *family, enum core_type type);

/* Number of groups that rotate with group 0. */
int family_mux_groups(const struct family *family);

/*
 * The part of the row's slots that these events (bits 1 << EV_x) were counted with, 0..1; the
 * smallest, if they differ. 1 if all were counted all the time, or if none is there.
 */
double family_share(const struct family *family, const struct counts *counts, uint32_t events);

/* The unit of shares as a word for people: "slots" or "cycles". family NULL: "slots". */
const char *family_unit(const struct family *family);

/* Are the results of the formula estimates, because its correction is not among these counts? */
bool formula_is_uncorrected(const struct formula *formula, const struct counts *counts);

/* The events that the formula cannot do without: bits (1 << EV_x). */
uint32_t formula_events(const struct formula *formula);

/* The events that change the formula's result and that it can do without, taken as 0: bits. */
uint32_t formula_corrections(const struct formula *formula);

/* Slots per cycle, where caps/slots does not say it: a guest; 0: not known. */
static inline int family_manual_slots(const struct family *family)
{
	return family->slots ? family->slots : family->slots_of_others;
}

/* Does it count something, or only time? family NULL: it does. */
static inline bool family_has_counters(const struct family *family)
{
	return !family || family->n_formulas > 0;
}

/* The family's formula for a metric, or NULL. */
const struct formula *family_formula(const struct family *family, enum metric_id metric);

/*
 * Is the node part of this family's tree? Not if the family has other nodes in its place (E-cores
 * have no memory bound), if it is optional and the family lacks it, or if its parent is not there.
 * family NULL: is it part of most families' trees?
 */
bool family_has_node(const struct family *family, enum metric_id metric);

/*
 * The node itself, or the one that this family has in its place (cycles stalled for the backend in
 * place of backend bound); M_NONE: there is none.
 */
enum metric_id family_node_for(const struct family *family, enum metric_id metric);

/*
 * Is it one of the nodes that make up the whole on this level? That is, a node of this level, or a
 * class with nothing below it.
 */
bool family_node_is_on(const struct family *family, enum metric_id metric, int level);

/* Writes the nodes of the family's tree in the order of the table; returns how many. */
int family_nodes(const struct family *family, enum metric_id nodes[M_COUNT]);

#define FAMILY_CLASSES 5	/* classes of a family, at most */

/* Writes its classes (nodes of level 1), in the order of the table of metrics; returns how many. */
int family_classes(const struct family *family, enum metric_id classes[FAMILY_CLASSES]);

/* Are all classes known? An optional class may be missing: then the family has none. */
bool values_are_whole(const struct values *values);

/* Is this node known and over its threshold, whatever its parent is? */
bool metric_is_over(const struct values *values, enum metric_id metric);

/*
 * Finds the worst path: from the largest level-1 node over its threshold down to the largest such
 * child. path[0] is of level 1, path[1] of level 2; returns the length (0: nothing stands out). A
 * node counts only if it is over its threshold, a child only if its parent counts. The path ends
 * where the two largest siblings are within WORST_TOO_CLOSE points. Retiring is a bottleneck only if
 * it is over its threshold. Nodes that are missing or Q_LOW_SLOTS are skipped.
 */
#define WORST_TOO_CLOSE 5.0f
int worst_path(const struct values *values, int levels, enum metric_id path[2]);

/*
 * How slots are divided among functions. A family of CPUs has events that are sampled, at level 1 one for each class
 * where there is one. Samples x period of a function are its counts, which go through formulas as those of a process
 * do. What was counted *between* two samples is no such count: it is up to 49 points wrong where functions are
 * shorter than that. Constant data, any thread.
 */

/* A row: an event that is sampled. */
struct class_event {
	/*
	 * As a row of events that are counted; EV_x is what the formulas have. mux: events with
	 * different numbers other than 0 take turns, as they need the same counter.
	 */
	struct family_event event;
	uint64_t period;	/* to begin with: a prime, near the same number of slots for all, half
				 * of it where a class is a difference that needs the event */
	bool slots;		/* its counts (EV_x) are slots, and these rows together are all slots */
	bool stalls;		/* and a part of the table's .stalls */
};

struct class_table {
	const struct class_event *events;
	size_t n_events;
	uint32_t also_slots;	/* further events of the formulas that are the slots: bits (1 << EV_x) */
	uint32_t stalls;	/* the event that is the sum of .stalls rows: a bit; 0: none */
	const struct formula *formulas;
	size_t n_formulas;
	bool differences;	/* some class is a difference of events, not a count of its own: its
				 * error is some 3 times larger */
};
