/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Turns the records of each CPU, in their order, into slices: who ran how long and what that cost.
 * This is the heart of tdtop (HACKING.md, "The one decision"). Pure: records and readings in, slices out through a sink;
 * live rings and recordings feed it alike. Collector thread.
 */
#ifndef TDTOP_COLLECT_SLICER_H
#define TDTOP_COLLECT_SLICER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/slice/source.h"
#include "model/formula.h"

struct slicer;

/* A group that takes turns with the first one. */
struct slicer_mux {
	const struct reading_member *members;
	size_t n_members;
};

struct slicer_config {
	size_t n_cpus;
	const struct reading_member *members;	/* of the group of turn 0 */
	size_t n_members;
	struct slicer_mux rotation[MUX_MAX];	/* 1, 2, 3 */
	size_t n_mux;
	/*
	 * Of each CPU: the index of the other thread of its core, or -1; NULL: not asked. Then records of both must come in
	 * the order of their time. Copied.
	 */
	const int32_t *siblings;
	/* The stream has SWITCH records, so the slicer knows who is running between two samples. */
	bool switch_records;
};

/* NULL without memory. The config is copied. */
struct slicer *slicer_new(const struct slicer_config *config);
void slicer_free(struct slicer *slicer);

/*
 * Samples with this id on this CPU come from its `context-switches` member: they end the time of
 * their task. All others (cpu-clock) do not. Without this every sample is taken to be one of a switch.
 */
void slicer_set_switch_id(struct slicer *slicer, size_t cpu, uint64_t id);

/*
 * The next record of this CPU (index). SAMPLE, SWITCH and LOST are used, EXIT if there are no SWITCH
 * records: then it names the owner of a dying thread's last slices. Others are ignored.
 */
void slicer_record(struct slicer *slicer, size_t cpu, const struct record *record,
		   const struct sink *sink);

/*
 * A reading of the group that was taken by read(2) at time_ns, between two records of this CPU:
 * what was counted since belongs to the task that is running. Only for a CPU of which
 * slicer_running() is certain; or at the end of a turn: then it may be nobody's; or in a gap between windows; or
 * as the first thing of all: then it is a baseline.
 */
void slicer_reading(struct slicer *slicer, size_t cpu, uint64_t time_ns,
		    const struct reading *reading, const struct sink *sink);

/*
 * This CPU is offline: until now nobody ran there since the last account, and nobody does. What comes of
 * it are the records and readings of another group, for another slicer.
 */
void slicer_offline(struct slicer *slicer, size_t cpu, uint64_t now_ns, const struct sink *sink);

/*
 * From here on the group of this turn is on, and all samples and readings of this CPU are its. The one before
 * it was switched off and then read (slicer_reading(), certain or not), so nothing of it is outstanding.
 */
void slicer_begin_mux(struct slicer *slicer, size_t cpu, uint32_t mux);

/*
 * `end` is a reading of the group that was on and has been switched off, but who knows when among the records: was
 * that before this record? True for the first task that leaves without a sample, if the group was on all the time
 * until then: then `end` belongs before it.
 */
bool slicer_mux_was_over(const struct slicer *slicer, size_t cpu, const struct record *record,
			  const struct reading *end);

/*
 * Do groups take turns now? Then what a slice's own group does not count is present in it as 0, and the slots
 * of each turn tell how much of the time that was: rows with too little of a turn are few, not missing.
 */
void slicer_take_rotation(struct slicer *slicer, bool taken);

/*
 * From here on, until a window opens, not all switches of this CPU are sampled and told: all that was has come. Before
 * it, if it was none, or after it, who runs can be read (slicer_reading()), whoever that is.
 */
void slicer_close_window(struct slicer *slicer, size_t cpu);

/* From here on they are; last: for good. The window begins with the next snapshot. */
void slicer_open_window(struct slicer *slicer, size_t cpu, bool last);

/*
 * The last snapshot of the group that is on on this CPU, and the time up to which it has been given to somebody.
 * NULL: none yet.
 */
const struct reading *slicer_base(const struct slicer *slicer, size_t cpu, uint64_t *time_ns);

/* One more than groups that take turns with the first. */
size_t slicer_n_groups(const struct slicer *slicer);

/* Is it certain who runs on this CPU now? Then true, and *tid (may be TID_IDLE). */
bool slicer_running(const struct slicer *slicer, size_t cpu, int32_t *tid);

/*
 * What the slices of this turn's group begin with on this CPU: nothing that it counted before is anybody's. Of the
 * group that is on it is a snapshot, too.
 */
void slicer_set_base(struct slicer *slicer, size_t cpu, uint32_t mux, uint64_t time_ns,
		     const struct reading *reading);

/* How far the slices of a CPU are: what another slicer must be told to go on with the same records. */
struct slicer_now {
	size_t n_groups;
	const struct reading *base[1 + MUX_MAX];	/* the last of each, valid until the next record; NULL: none yet */
	uint32_t mux;			/* whose it is, and that it has no snapshot yet: */
	bool begun;
	bool rotation_taken;
	uint64_t time_ns;		/* up to here time has been given to somebody */
	int32_t pid, tid;		/* who runs, if known */
	bool known;
	bool mixed;			/* since base somebody left without a snapshot */
	bool lost;			/* since time_ns records were lost */
};

void slicer_now(const struct slicer *slicer, size_t cpu, struct slicer_now *now);

/* Was the group of this CPU off for a part of the time lately, because somebody else counts, too? */
bool slicer_shared(const struct slicer *slicer, size_t cpu);

#endif
