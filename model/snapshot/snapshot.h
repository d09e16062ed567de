/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One interval of the machine: rows x metrics. Filled by the collector thread as a draft, finished,
 * published through the exchange, and never changed after that; the UI thread only reads it.
 * Rows of a kind lie in one table. Offsets and indices instead of pointers, so that tables may grow
 * while a draft is filled.
 */
#ifndef TDTOP_MODEL_SNAPSHOT_H
#define TDTOP_MODEL_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/high_water.h"
#include "model/machine.h"
#include "model/snapshot/self_cost.h"
#include "model/snapshot/soundness.h"

enum row_kind {
	ROW_MACHINE,		/* exactly one row */
	ROW_SOCKET,
	ROW_NODE,		/* NUMA node, or its part in a socket: the cores of a socket once more */
	ROW_CORE,
	ROW_CPU,
	ROW_PROCESS,		/* those that ran in the interval, or ended in it */
	ROW_THREAD,
	ROW_USER,		/* sums of the processes that ran, sorted by start_ns */
	ROW_CGROUP,
	ROW_EXITED,		/* processes that ended in the interval, with all that they have cost */
	ROW_COMMAND,		/* all processes of one name in a whole recording: only in model/snapshot/sums.h */
	ROW_KINDS
};

/* Why a watched thread is not counted. Each has its row among the processes, of id uncounted_pid(). */
enum uncounted { UNCOUNTED_PERMISSION, UNCOUNTED_FILES, UNCOUNTED_KINDS };

/* The id of the row of all tasks of other pid namespaces together: machine->pid_namespace. */
#define PID_OTHER_NS (-2 - UNCOUNTED_KINDS)

typedef uint32_t text_t;	/* offset into the snapshot's texts; 0 is "" */

/* What a draft brings is packed in packed_snapshot.c too. */
struct row {
	enum row_kind kind;
	int32_t id;		/* CPU number, core_id, node (-1: not known), socket, pid, tid; others: 0 */
	int32_t parent;		/* index of the parent's row: thread->process, CPU->core->socket->machine, node->socket; -1 none */
	uint32_t first;		/* first child in the table of children (see snapshot_children) */
	uint32_t children;	/* how many; they lie together, but for the processes of a user, cgroup */
	int32_t pid;		/* process of a thread or process; 0 otherwise */
	int32_t ppid;		/* parent process, 0 if not known */
	uint64_t start_ns;	/* first seen, source clock: with id it tells a reused pid apart.
				 * User, cgroup: a hash of its text, the same in every snapshot */
	int32_t of_user, of_cgroup;	/* process: the indices of their rows */
	text_t name;		/* comm, not yet made harmless for a terminal; CPU rows: "";
				 * cgroup: readable name; user: its name */
	text_t command;		/* command line, spaces between arguments; "" if not known */
	text_t user;		/* user name or number; "" if not known */
	text_t cgroup;		/* process, cgroup: whole path; "" if not known */
	uint32_t threads;	/* threads that exist in the process, group; CPUs in a core, socket, machine */
	uint64_t busy_ns;	/* time on a CPU in this interval; CPU rows: time not idle */
	uint64_t idle_ns;	/* CPU, core, socket, machine: time in the idle task */
	uint64_t unknown_ns;	/* same: time of busy_ns and idle_ns in which nobody knows who ran, or whether */
	uint64_t slices;	/* how many slices were added up here */
	bool exited;		/* ended in this interval */
	bool born;		/* task: start_ns is its birth, not only when it was first seen */
	double idle_slots;	/* CPU, core, socket, machine: the part of counts that the idle task took */
	double unaccounted_slots;	/* same: the part whose task is not known */
	struct counts counts;	/* CPU, core, socket, machine: with idle and unaccounted in it */
	struct values values;	/* filled by snapshot_finish() */
};

struct row_table {
	struct row *rows;
	size_t n, cap;
	struct high_water high_water;
};

/* What the recorder says. */
struct recording_state {
	bool on;		/* a file is open */
	uint64_t bytes;		/* in it */
	uint64_t dropped;	/* records that are not in it, as the disk is too slow */
	uint32_t news;		/* how often something happened that the user shall hear of: */
	char text[512];		/* what it was; a sentence. Last: see packed_snapshot.c */
};

struct snapshot {
	uint64_t seq;		/* 1 for the first; a jump is a gap */
	double time;		/* wall clock at the end of the interval, seconds since 1970 */
	uint64_t interval_ns;	/* real length of the interval */
	uint64_t end_ns;	/* its end, source clock: what start_ns of rows is told by */
	const struct machine *machine;
	uint64_t lost;		/* records lost by the rings in this interval */
	enum soundness soundness;	/* of all that was counted; if it is not SOUND no row has values of nodes */
	struct self_cost self;
	double running_ratio;	/* running / enabled of the groups: 1 normally, 0 "counter taken" */
	uint32_t tasks;		/* tasks (threads) that exist on the machine, 0 if not known */
	uint32_t tasks_ran;	/* threads that ran in the interval */
	uint32_t tasks_exited;	/* threads that ended in it */
	uint32_t uncounted[UNCOUNTED_KINDS];	/* threads that are watched and not counted */
	bool last;		/* the watched tasks have ended: nothing comes after this interval */
	double progress;	/* how far `doing` is, 0..1; NAN: not known; not used if that is "" */
	bool ended;		/* a recording is over: no rows; trouble says so if it is cut off */
	struct recording_state recording;	/* its text, and the two below it: mostly "" */
	char doing[64];		/* long work of the collector, "reading x.data"; "" normally */
	char trouble[sizeof(struct err)];	/* the collector failed for good: why; "" normally */
	struct row_table table[ROW_KINDS];
	char *texts;		/* NUL-terminated texts, texts[0] is "" */
	size_t n_texts, cap_texts;
	struct high_water high_texts;
	struct snapshot_scratch *scratch;	/* private: memory that finish.c keeps from draft to draft */
};

struct snapshot *snapshot_new(void);		/* empty; NULL without memory */
void snapshot_free(struct snapshot *snapshot);	/* NULL is fine */

/*
 * Forgets all rows and texts: the first thing to do with a draft. Keeps the memory, but for what was not needed
 * for some rounds.
 */
void snapshot_clear(struct snapshot *snapshot);

/*
 * Makes `into` the same as the finished `from`, in memory of its own that is kept from copy to copy.
 * 0, or -ENOMEM: `into` is empty then.
 */
int snapshot_copy(struct snapshot *into, const struct snapshot *from);

/*
 * Appends a zeroed row of this kind with this id and parent -1. The pointer is valid until the next
 * snapshot_add of the same kind. NULL without memory: the row is left out (collector: count it as trouble).
 */
struct row *snapshot_add(struct snapshot *snapshot, enum row_kind kind, int32_t id);

/* Keeps a copy of text; returns its offset, 0 ("") for "" and without memory. */
text_t snapshot_keep(struct snapshot *snapshot, const char *text);
const char *snapshot_text(const struct snapshot *snapshot, text_t text);

/* The one machine row (after snapshot_finish). */
const struct row *snapshot_machine(const struct snapshot *snapshot);

/* The row with this kind and id, or NULL; the last of several. Processes and threads: O(log n). */
const struct row *snapshot_find(const struct snapshot *snapshot, enum row_kind kind, int32_t id);

/*
 * The row of `snapshot` that is the same thing as a row of `other`: the task with its start, the
 * CPU, core or socket, the user or cgroup. NULL if it is not there.
 */
const struct row *snapshot_find_same(const struct snapshot *snapshot, const struct snapshot *other,
				     const struct row *row);

/* The children of a row and their number: process->threads, core->CPUs, socket->cores, machine->sockets, node->cores. */
const struct row *snapshot_children(const struct snapshot *snapshot, const struct row *row, size_t *n);

/* The NUMA nodes of a socket and their number. Where there is one only it is the socket. */
const struct row *snapshot_nodes(const struct snapshot *snapshot, const struct row *socket, size_t *n);

/*
 * Percent of the CPUs' time in which nobody knows who ran, because records were lost: as much of each task may
 * be missing. 0 if none were lost.
 */
double snapshot_unknown_percent(const struct snapshot *snapshot);

#endif
