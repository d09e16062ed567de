/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of replay_reader.c and replay_feed.c: the slicers of a recording and its threads; what it says of opened
 * nodes, of regions and of tasks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perfdata/updates.h"
#include "collect/recording/block.h"
#include "collect/recording/recording_events.h"
#include "collect/region/regions.h"
#include "collect/slice/slicer.h"
#include "collect/slice/source.h"
#include "model/formula.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/opened.h"

/*
 * Makes the slicer for the CPUs of one core type of a recording: its groups' members are matched
 * with the rows of the family's table.
 */

/*
 * With all groups of this core type that tdtop recorded; the caller frees the slicer. NULL: no such
 * group, or no memory.
 */
struct slicer *replay_slicer_from_groups(const struct recording_events *events,
					 const struct machine *machine, enum core_type type);

/*
 * With one group, whose members have these ids, in the order of a reading; the caller frees the
 * slicer. NULL without memory.
 */
struct slicer *replay_slicer_from_ids(struct recording_events *events,
				      const struct machine *machine, const uint64_t *ids,
				      uint32_t n);

/*
 * The plan of one group, whose members have these ids; the caller puts it. *switches: the member
 * that counts switches, or n. NULL without memory.
 */
struct reading_plan *replay_plan_from_ids(struct recording_events *events,
					  const struct machine *machine, const uint64_t *ids,
					  uint32_t n, uint32_t *switches);

/*
 * From the samples of counters of single threads (perf record -p PID, without -a) to slices. perf
 * opens a group for each thread on each CPU, so all counts of a group are its thread's. Below
 * replay_feed.c.
 */
struct replay_threads;

struct replay_threads *replay_threads_new(void);	/* NULL without memory */
void replay_threads_free(struct replay_threads *threads);	/* NULL is fine */

/* A group of the recording: what its members count, and which of them counts switches. */
struct thread_group {
	struct reading_plan *plan;
	uint32_t switches;	/* index of the member; plan->n or more: none does */
};

/*
 * Takes a sample of such a group on this CPU (any number). by_switch: it was taken because the
 * thread left the CPU.
 */
void replay_threads_sample(struct replay_threads *threads, int32_t cpu,
			   const struct thread_group *group, const struct record *record,
			   bool by_switch, const struct sink *sink);

/* Takes a SWITCH record (perf record --switch-events) of a thread on this CPU. */
void replay_threads_switch(struct replay_threads *threads, int32_t cpu,
			   const struct record *record);

/*
 * replay_nodes.c: what a recording says of opened nodes (collect/perfdata/recorder_parts.h): keeps the readings of
 * each interval until the replay comes to its end. Nothing in the file is trusted: what makes no
 * sense is dropped and counted. Filled by the reader, from the time when it opens the file; one
 * thread at a time.
 */

struct replay_nodes;

struct replay_nodes *replay_nodes_new(void);		/* NULL without memory */
void replay_nodes_free(struct replay_nodes *nodes);	/* NULL is fine */

/* Are there events of opened nodes among these? */
bool replay_nodes_have_events(const struct recording_events *events);

/* Keeps what a PERF_RECORD_READ or an update says, if it is one of these. */
void replay_nodes_read(struct replay_nodes *nodes, const struct frame *frame,
		       struct recording_events *events, bool swapped);
void replay_nodes_update(struct replay_nodes *nodes, const struct update *update);

/* The mark of an interval: what came before it belongs to it, and did not end later. */
void replay_nodes_end_interval(struct replay_nodes *nodes, uint64_t end_ns);

/*
 * Takes the readings of the intervals that ended until end_ns, added up; of intervals with
 * different requests those of the last. Nodes and events by the trees of the family. False: there are
 * none.
 */
bool replay_nodes_take(struct replay_nodes *nodes, uint64_t end_ns, const struct family *family,
		       struct tree_readings *readings);

/* Readings that were dropped so far: damaged, or of events that the trees do not have. */
uint64_t replay_nodes_dropped(const struct replay_nodes *nodes);

/*
 * replay_regions.c: what a recording says of regions (collect/perfdata/recorder_parts.h): keeps the objects, the names
 * and in which regions tasks are as struct regions of the replay. Nothing in the file is trusted:
 * what makes no sense is left out. Filled by the reader, from the time when it opens the file; one
 * thread at a time.
 */

struct replay_regions;

struct replay_regions *replay_regions_new(void);		/* NULL without memory */
void replay_regions_free(struct replay_regions *self);		/* NULL is fine */

/* Of the replay: struct source's regions. Never NULL. */
struct regions *replay_regions_all(struct replay_regions *self);

/*
 * Keeps what an update says, if it is one of these. Changes of tasks hold from here on; after
 * replay_regions_defer(), from the first time on that is newer than newest_ns.
 */
void replay_regions_update(struct replay_regions *self, const struct update *update,
			   uint64_t newest_ns);

/* From now on replay_regions_advance() is called: records are not replayed in the order of the file. */
void replay_regions_defer(struct replay_regions *self);
/* The next record is of this time. */
void replay_regions_advance(struct replay_regions *self, uint64_t time_ns);

/* All records of an interval of the recording were added: its mark says when it began and ended. */
void replay_regions_end_interval(struct replay_regions *self, uint64_t began_ns, uint64_t end_ns);

/*
 * How regions were watched in an interval of the replay, of any length: objects, share of the time,
 * remark. Intervals of the recording up to its end are forgotten. Where the recording does not say
 * it: as before, at first all the time.
 */
void replay_regions_take_state(struct replay_regions *self, uint64_t began_ns, uint64_t end_ns,
			       struct region_state *state);

/* The number that an object of the recording has in the replay; 0: it was not described. */
uint32_t replay_regions_number(struct replay_regions *self, uint32_t object);

/*
 * replay_tasks.c: what a recording contains about tasks beside the records of events: names, parents and cgroups of
 * tasks that existed before it began, and in tdtop's own recordings the answers of /proc. A replay
 * asks this instead of /proc. Collector thread, but for new, free and the beginning of a recording.
 */

struct replay_tasks;

struct replay_tasks *replay_tasks_new(void);		/* NULL without memory */
void replay_tasks_free(struct replay_tasks *tasks);	/* NULL is fine */

/* Adds a COMM or FORK record that perf synthesized for a task from before the recording. */
void replay_tasks_add_existing(struct replay_tasks *tasks, const struct record *record);

/* Adds the path of a cgroup id; sets the cgroup of a process from now on. */
void replay_tasks_add_cgroup(struct replay_tasks *tasks, uint64_t id, const char *path);
void replay_tasks_set_cgroup(struct replay_tasks *tasks, int32_t pid, uint64_t id);

/* Adds an answer of /proc: PERFDATA_UPDATE_PROCESS or _THREAD. Ignores other updates. */
void replay_tasks_add_answer(struct replay_tasks *tasks, const struct update *update);

/* As task_facts and thread_name in struct source_ops. False: unknown. */
bool replay_tasks_process(const struct replay_tasks *tasks, int32_t pid, struct task_facts *facts);
bool replay_tasks_thread_name(const struct replay_tasks *tasks, int32_t pid, int32_t tid,
			      char comm[COMM_LEN]);
