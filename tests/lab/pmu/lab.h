/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lab's PMU: what its files share.
 *
 * main.c registers everything. model.c says what is simulated, lab_events.h and declared.c what
 * general events count. clock.c keeps the counts of each CPU, and pmu.c is the perf driver that
 * shows these counts as events. truth.c is the table of known splits behind /proc/tdtop_lab, and
 * sysfs.c names the events.
 */
#ifndef TDTOP_LAB_H
#define TDTOP_LAB_H

#include <linux/atomic.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "lab_events.h"

#define LAB_LEVEL1	4	/* the first four metrics are level 1 */
#define LAB_KEYS	1024	/* different general events, as long as the module is loaded */
#define LAB_SLOTS_MAX	32	/* of them on a CPU at the same time */
#define LAB_IDLE	1000	/* a halted CPU counts one cycle of this many */

#define LAB_CONFIG_SLOTS	0x0400	/* Intel's pseudo event of fixed counter 3 */
#define LAB_CONFIG_METRIC	0x8000	/* topdown-retiring; +0x100 for each next */
#define LAB_CONFIG_INSTRUCTIONS	0x00c0
#define LAB_CONFIG_CYCLES	0x003c
#define LAB_CONFIG_PRECISE	0x0100	/* instructions again, also on fixed counter 0 */
#define LAB_CONFIG_REFERENCE	0x0300	/* reference cycles: fixed counter 2 */
#define LAB_CONFIG_ANY		BIT(21)	/* both threads of the core */
#define LAB_CONFIG_AMD_CYCLES	0x0076

enum lab_kind {
	LAB_SLOTS,
	LAB_CYCLES,
	LAB_CORE_CYCLES,	/* cycles in which the core ran any of its threads */
	LAB_INSTRUCTIONS,
	LAB_REFERENCE,		/* one for each cycle */
	LAB_OTHER,		/* any other raw event: takes a general counter */
	LAB_METRIC,
	LAB_KINDS
};

struct lab_personality {
	const char *name;	/* the module parameter */
	const char *pmu_name;	/* caps/pmu_name; AMD has none */
	bool aliases;		/* sysfs lists the old topdown-* aliases */
	bool smt;		/* two threads share a core; the aliases count half of it (any=1) */
	bool amd;		/* no fixed counters, events of 12 bits */
	int metrics;		/* of PERF_METRICS: 0, 4 or 8 */
	int width;		/* slots per cycle; a cycle is one nanosecond */
	int generals;		/* general counters per CPU */
	const struct lab_general *events;
	bool clears;		/* backend bound has a correction as well */
	int atom_width;		/* hybrid: width of the E-cores, the second half of the CPUs; 0: none */
	const struct lab_general *atom_events;
	int atom_generals;	/* general counters of an E-core; 0: as many as the P-core has */
	bool wide_umask;	/* umasks of 16 bits */
};

/* One name of the truth table. Rows are added, never removed. */
struct lab_name {
	char comm[TASK_COMM_LEN];
	bool listed;			/* has a split of its own */
	u32 part[LAB_PARTS];		/* of all slots, 1/LAB_WHOLE */
	u32 *rates;			/* of each key in a million cycles, plus 1; 0: not declared */
	atomic64_t slots;
	atomic64_t atom_slots;		/* those of them on E-cores */
	atomic64_t ns;
};

/* An event that is on. */
struct lab_slot {
	int key, users;
	u64 count;			/* as declared */
	u32 rest;			/* in millionths */
	u64 exact[LAB_PARTS];		/* slots of names that do not declare it */
};

/* The counters that are in use, by kind; of general events: which. */
struct lab_load {
	int used[LAB_KINDS];
	int n;
	u16 key[LAB_SLOTS_MAX];
};

/* The counts of one CPU; touched by that CPU only, interrupts off. */
struct lab_cpu {
	struct task_struct *running;	/* the task that owns the time after now_ns */
	u64 now_ns;			/* everything before is accounted */
	bool in_txn;			/* the members of a group share an instant */
	u32 idle_rest;
	u64 cycles;
	u64 core_ns;			/* time in which the core was busy, at now_ns */
	bool core_counts;		/* this CPU is counted as running in it */
	u64 slots;
	u64 exact[LAB_PARTS];		/* slots of each part */
	u32 rest[LAB_PARTS];		/* remainders of exact[], in 1/LAB_WHOLE */
	u64 shown_slots;		/* slots and exact[] at the last reading */
	u64 shown_exact[LAB_PARTS];
	u64 shown[LAB_METRICS];		/* the metric counts as events see them */
	struct lab_load load;
	struct lab_slot slot[LAB_SLOTS_MAX];
	int slots_used;
	struct perf_event *counts[LAB_METRICS];	/* the event that counts a metric now */
};

extern const struct lab_personality *lab_model;
extern int lab_first_atom;		/* hybrid: the first E-core */
extern atomic_t lab_violations;		/* attempts to open slots or metrics on an E-core */
extern int lab_generals;
extern unsigned int lab_hold_us;
extern bool lab_rounding;
extern bool lab_corrections;
extern bool lab_watchdog;
extern unsigned int lab_refuse_errno;	/* event_init refuses some events with it; 0: none */
extern unsigned int lab_refuse_from;	/* the first metric refused, counted from 1; 0: all events */

/* model.c */
const struct lab_personality *lab_model_find(const char *name);
void lab_model_derive(u32 *part);

/* declared.c */
int lab_key(u64 config, u64 config1, bool atom);
int lab_declare(struct lab_name *name, const char *text, bool atom);
int lab_restrict(const char *text, bool atom);
void lab_count_keys(struct lab_cpu *cpu, const struct lab_name *name, u64 cycles, const u64 *parts);
int lab_slot_get(struct lab_cpu *cpu, int key);
void lab_slot_put(struct lab_cpu *cpu, int slot);
bool lab_keys_fit(const u16 *key, int n, int counters);

/* clock.c */
struct lab_cpu *lab_this_cpu(void);
void lab_clock_read(struct lab_cpu *cpu);
void lab_metrics_read(struct lab_cpu *cpu);
void lab_clock_sync(void);
int lab_clock_start(void);
void lab_clock_stop(void);

/* pmu.c */
extern struct pmu lab_pmu;		/* "cpu", or "cpu_core" of a hybrid */
extern struct pmu lab_atom_pmu;		/* "cpu_atom" */
int lab_pmus_start(void);
void lab_pmus_stop(void);

static inline bool lab_is_atom(int cpu)
{
	return lab_model->atom_width && cpu >= lab_first_atom;
}

/* sysfs.c */
const struct attribute_group **lab_sysfs_groups(void);
const struct attribute_group **lab_atom_sysfs_groups(void);

/* truth.c */
struct lab_name *lab_truth_find(const struct task_struct *task);
const u32 *lab_truth_parts(const struct lab_name *name);
int lab_truth_start(void);
void lab_truth_stop(void);

#endif
