/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a group of tdtop looks to perf_event_open(2): the attrs of all its members. perf_probe.h finds out which
 * groups this machine accepts, perf_advice.h explains errors. Used by the sources when they open and by --doctor.
 * Pure; any thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/reading.h"
#include "collect/sys/pmu.h"
#include "model/counts.h"
#include "model/err.h"
#include "model/formula.h"

enum member_role {
	MEMBER_LEADER,		/* slots: counts, cannot sample (EINVAL) */
	MEMBER_SWITCH,		/* context-switches: samples at each switch; owns the ring */
	MEMBER_CLOCK,		/* cpu-clock: samples while one task keeps running */
	MEMBER_METRIC,		/* topdown-*: counts */
	MEMBER_OPTIONAL		/* corrections, IPC: counts; left out if it does not fit */
};

struct group_member {
	enum member_role role;
	enum event_id event;	/* EV_COUNT for the two software members */
	const char *name;	/* for messages; static */
	double scale;		/* of the event in one count */
	bool of_core;		/* counts what both threads of the core do (any=1) */
	bool cycles;		/* the count is also EV_CYCLES */
	bool slots;		/* leads group 1.. of the rotation: also EV_SLOTS, scaled */
	bool sums_slots;	/* the group's slots are the sum of such members */
	bool general;		/* takes a general counter */
	int level;		/* of the tree that needs it; 0: none, a software event */
	enum event_id also;	/* the count, scaled, is also this event; EV_SLOTS (0): none */
	struct perf_event_attr attr;
};

#define GROUP_MEMBERS (EV_COUNT + 2)

struct group_options {
	int levels;		/* 1 or 2; not above family->levels */
	bool with_ipc;
	bool with_corrections;
	int mux;		/* index of the group in the rotation; 0: the one of level 1 */
	uint64_t interval_ns;	/* cpu-clock samples four times in this */
	bool per_task;		/* counts a task on all CPUs and its children; no samples */
	bool user_only;		/* per_task: without what the kernel does for the task */
	bool without_guests;	/* of virtual machines that run on these CPUs (exclude_guest) */
};

/* In the order in which they must be opened; the leader first, the switch member second. */
struct group {
	struct group_member member[GROUP_MEMBERS];
	size_t n;
};

/*
 * Makes the attrs of a group. All members have the same sample_type and read_format. The group of a
 * task has only the members that count, all of them inherited. 0, or -errno with a sentence.
 */
int group_make(const struct pmu *pmu, const struct family *family,
	       const struct group_options *options, struct group *group, struct err *err);

/*
 * The encoding of a row of a family's table: that of sysfs wins, the number in the table is for events that
 * sysfs does not list, or for which it has a wrong one. 0, or a negative errno with a sentence (err may be NULL).
 */
int perf_event_encode(const struct pmu *pmu, const struct family_event *event,
		      struct pmu_encoding *encoding, struct err *err);

/*
 * EV_x per count: the scale of sysfs times that of the table, times caps/slots if needed; where a
 * hypervisor hides that, by the core's manual (cpu_hides_slots()).
 */
double perf_event_worth(const struct pmu *pmu, const struct family *family,
			const struct family_event *event);

/*
 * Makes the same group for one thread without its children, for shares of PERF_METRICS that stay
 * exact; group: one of a task, with the register (group_uses_perf_metrics()).
 *
 * At a switch-out Linux saves SLOTS and the 8-bit PERF_METRICS and restores them at the switch-in;
 * it sets both to 0 only when they are read while the thread runs (intel_update_topdown_event(),
 * arch/x86/events/intel/core.c). Otherwise each run of the thread becomes a smaller part of all
 * slots since, and below 1/255 the shares stand still. So a member samples with PERF_SAMPLE_READ
 * after each period_ns of CPU time, or so many cycles, and the samples are not looked at. (Context
 * switches are never sampled in user mode only.) Before Linux 6.13 an inherited event cannot do
 * that, and it has no ring of its own (perf_mmap(): EINVAL); hence not inherited.
 *
 * The group is pinned: the kernel puts it on before the inherited group, which needs the same
 * counters and so does not count in this thread; only in its children that have no pinned group.
 */
void group_make_pinned(const struct group *group, uint64_t period_ns, struct group *pinned);

/*
 * The period for that: a millisecond; longer where the kernel allows few samples. It throttles from
 * as many in a jiffy on as perf_event_max_sample_rate has in it (__perf_event_account_interrupt()),
 * and from Linux 6.16 on it then stops the whole group; so a quarter of that rate at most. rate: of
 * perf_event_max_sample_rate; -1: not known.
 */
uint64_t group_pinned_period_ns(long long rate);

/* The index of the first member that samples, or -1. */
int group_find_sampler(const struct group *group);

/*
 * Moves the members that are MEMBER_OPTIONAL from the group to `left`, a group of its own that
 * counts when it is enabled; left->n is 0 if there are none.
 */
void group_leave_optional(struct group *group, struct group *left);

/* Number of its members that take a general counter. */
size_t group_generals(const struct group *group);

/* Removes the members that only level 2 needs from the group; returns how many these were. */
size_t group_leave_level2(struct group *group);

/*
 * Watchers are dummy events outside of the groups: they count nothing and write records with the
 * layout of the group's. Groups may be off while they rotate, and switch records may be off
 * (collect/slice/duty.h), but tasks and their names must always be known.
 */
enum watcher {
	WATCHER_OF_TASKS,		/* COMM, FORK, EXIT */
	WATCHER_OF_SWITCHES,		/* the next task: it owns the last slice of a dying thread */
	WATCHERS
};
/* Makes the attr of a watcher, disabled. */
void group_make_watcher(struct perf_event_attr *attr, enum watcher what);

/* Makes the attr of a member that samples at each hit of this tracepoint, disabled. */
void group_make_tracepoint(struct perf_event_attr *attr, uint64_t tracepoint);

/*
 * The leader of group `mux` of this core type: its first event in the family's table. NULL: the
 * family has no such group.
 */
const struct family_event *group_leader(const struct family *family, enum core_type core_type,
					int mux);

/* Requests FORK, EXIT, COMM and context-switch records with this event. */
void group_request_task_records(struct perf_event_attr *attr);

/* Does a member count what both threads of a core do? */
bool group_counts_cores(const struct group *group);

/* Do shares come from the PERF_METRICS register, whose fields are 8 bits wide? */
bool group_uses_perf_metrics(const struct group *group);

/* Is the member one of the fields of PERF_METRICS, which the driver updates with its leader? */
bool group_member_is_metric(const struct group_member *member);

/* Copies the members that count, for who reads the group itself: none samples. */
void group_copy_counting(const struct group *group, struct group *counting);

/* What its members count, in their order, for a plan (collect/perf/reading.h). */
void group_describe(const struct group *group, struct reading_member members[GROUP_MEMBERS]);

/* The index of the first member with this role, or -1. */
int group_find(const struct group *group, enum member_role role);
