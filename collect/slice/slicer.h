/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns the records of each CPU, in their order, into slices: which task ran for how long, and what
 * was counted. This is the heart of tdtop (doc/internals.md, "The one decision"). Pure: records and
 * readings in, slices out through a sink; live rings and recordings feed it alike. Collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/slice/source.h"
#include "model/formula.h"

struct slicer;

/* A group that rotates with the first one. */
struct slicer_mux {
	const struct reading_member *members;
	size_t n_members;
};

struct slicer_config {
	size_t n_cpus;
	const struct reading_member *members;	/* of the first group (mux 0) */
	size_t n_members;
	struct slicer_mux mux_groups[MUX_MAX];	/* those of mux 1, 2, 3 */
	size_t n_mux;
	/*
	 * Per CPU the index of the other thread of its core, or -1; NULL: sibling_busy_ns of slices
	 * is not wanted. Records of two siblings must then come in the order of their time. Copied.
	 */
	const int32_t *siblings;
	/*
	 * The stream has SWITCH records, so the slicer knows the current task between two samples.
	 */
	bool switch_records;
	/*
	 * Slices end at markers, too, and are of these regions; records of all CPUs must then come
	 * in the order of their time. NULL: not wanted. Borrowed.
	 */
	struct regions *regions;
};

/* NULL without memory, or for more groups or members than fit. The config is copied. */
struct slicer *slicer_new(const struct slicer_config *config);
void slicer_free(struct slicer *slicer);

/*
 * Samples with this id on this CPU (index) come from its `context-switches` member: they end the
 * time of their task. All others (cpu-clock) do not. Without an id (0) each sample ends it.
 */
void slicer_set_switch_id(struct slicer *slicer, size_t cpu, uint64_t id);

/*
 * Samples with this id are taken when the kernel's mux timer expires (collect/perf/mux_timer.h);
 * 0: there are none.
 */
void slicer_set_timer_id(struct slicer *slicer, size_t cpu, uint64_t id);

/* From here on slices are of these regions, or (NULL) of none: struct slicer_config. */
void slicer_set_regions(struct slicer *slicer, struct regions *regions);

/*
 * The next record of this CPU (index). SAMPLE, SWITCH and LOST are used; EXIT too if there are no
 * SWITCH records: it names the owner of a dying thread's last slices; with regions also FORK, EXIT,
 * and COMM of an exec. Others are ignored. A sample with record->object is one of a marker; then
 * the switch id must be set.
 */
void slicer_record(struct slicer *slicer, size_t cpu, const struct record *record,
		   const struct sink *sink);

/*
 * A reading of the group that was taken by read(2) at time_ns, between two records of this CPU:
 * what was counted since the last snapshot belongs to the current task. Allowed if slicer_running()
 * is certain. Without that, at the end of a group's rotation (the slice may then have no owner), in
 * a gap between windows, and as the first snapshot of all (a baseline: sink may then be NULL).
 */
void slicer_reading(struct slicer *slicer, size_t cpu, uint64_t time_ns,
		    const struct reading *reading, const struct sink *sink);

/*
 * This CPU is offline: it has idled since the last account, and idles on. Its next records and
 * readings come from another group, and go to another slicer.
 */
void slicer_offline(struct slicer *slicer, size_t cpu, uint64_t now_ns, const struct sink *sink);

/*
 * From here on the group of this mux is on, and all samples and readings of this CPU are its own.
 * The group before it was switched off and then read (slicer_reading(), certain or not), so that
 * nothing of it is outstanding.
 */
void slicer_rotate(struct slicer *slicer, size_t cpu, uint32_t mux);

/*
 * `end` is a reading of the active group, which has been switched off at an unknown place among the
 * records: was that before this record? True for the first task that leaves without a sample, if
 * the group was on all the time until then: `end` then belongs before the record.
 */
bool slicer_rotated_before(const struct slicer *slicer, size_t cpu, const struct record *record,
			   const struct reading *end);

/*
 * Do groups rotate from now on? Events that a slice's own group does not count are then present in
 * the slice as 0, and the slots of each mux tell how much of the time that was. A row with too few
 * slots of a mux gets Q_LOW_SLOTS, not missing values.
 */
void slicer_set_rotating(struct slicer *slicer, bool on);

/*
 * From here on, until a window opens, not all switches of this CPU are sampled and written; all
 * records of the time before have come. In the gap slicer_reading() is allowed whichever task runs.
 */
void slicer_close_window(struct slicer *slicer, size_t cpu);

/*
 * The next slicer_reading() ends the window whichever task runs: if that is not known, it is the one that the next
 * snapshot names. What comes after is a gap, though all switches are still sampled.
 */
void slicer_end_window(struct slicer *slicer, size_t cpu);

enum window_state { WINDOW_OPEN, WINDOW_ENDED /* its task is to be named */, WINDOW_CLOSED };

/* After that reading, or before slicer_end_window(). */
enum window_state slicer_window(const struct slicer *slicer, size_t cpu);

/* From here on they are; last: for good. The window begins with the next snapshot. */
void slicer_open_window(struct slicer *slicer, size_t cpu, bool last);

/*
 * The last snapshot of the group that is on on this CPU, and the time up to which time was
 * attributed. NULL: none yet. Valid until the next record.
 */
const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns);

/* Number of groups, the first one included. */
size_t slicer_n_groups(const struct slicer *slicer);

/* Is the current task of this CPU certain? Then true, and *tid (may be TID_IDLE). */
bool slicer_running(const struct slicer *slicer, size_t cpu, int32_t *tid);

/*
 * The base of the slices of this mux's group on this CPU: counts before it are not attributed. For
 * the group that is on it is also a snapshot, after which the current task is unknown.
 */
void slicer_set_base(struct slicer *slicer, size_t cpu, uint32_t mux, uint64_t time_ns,
		     const struct reading *reading);

/* The state of a CPU's slices: what another slicer needs to go on with the same records. */
struct slicer_now {
	size_t n_groups;
	const struct reading *base[1 + MUX_MAX];	/* last snapshot of each, or NULL; valid
							 * until the next record */
	uint32_t mux;			/* the group that is on */
	bool rotated;			/* it has no snapshot yet since it went on */
	bool rotating;			/* slicer_set_rotating() */
	uint64_t time_ns;		/* time up to here has been attributed */
	int32_t pid, tid;		/* the current task, if known */
	bool known;
	bool mixed;			/* since base a task left without a snapshot */
	bool leaves;			/* the mux timer has come: since base the group was off */
	bool sampled;			/* the switch under way has its sample, its OUT is to come */
	bool named;			/* pid, tid: as its OUT named them, its IN is to come */
	bool lost;			/* since time_ns records were lost */
};

void slicer_now(const struct slicer *slicer, size_t cpu, struct slicer_now *now);

/*
 * Goes on in the middle of a switch, where records were divided between two slicers: of *now only
 * leaves, sampled, named, pid and tid are used.
 */
void slicer_go_on(struct slicer *slicer, size_t cpu, const struct slicer_now *now);

/* Was the active group of this CPU off for a part of the last second, as others count with it? */
bool slicer_multiplexed(const struct slicer *slicer, size_t cpu);
