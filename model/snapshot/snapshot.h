/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One interval of the machine: rows x metrics. The collector thread fills it as a draft, finishes
 * and publishes it through the exchange; after that it never changes, and the UI thread only reads
 * it. Rows of one kind lie in one table. Rows refer to each other by offsets and indices instead of
 * pointers, so that tables may grow while a draft is filled.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/durations.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/list_room.h"
#include "model/machine.h"
#include "model/snapshot/self_cost.h"
#include "model/snapshot/slice_cells.h"
#include "model/snapshot/soundness.h"
#include "model/tree/opened.h"

enum row_kind {
	ROW_MACHINE,		/* exactly one row */
	ROW_SOCKET,
	ROW_NODE,		/* NUMA node, or its part in a socket; sums its cores again */
	ROW_CORE,
	ROW_CPU,
	ROW_PROCESS,		/* processes that ran or exited in the interval, and `asleep` ones */
	ROW_THREAD,
	ROW_USER,		/* sums of the processes that ran, sorted by start_ns */
	ROW_CGROUP,
	ROW_NAME,		/* likewise, of all processes with the same command name, or without
				 * a known one (NAME_UNKNOWN) */
	ROW_EXITED,		/* processes that exited in it, with the cost of their life */
	ROW_COMMAND,		/* all processes of one name, in sums.h only */
	ROW_REGION,		/* a region of a process (struct regions); sums its threads again. id:
				 * of its name, REGION_OTHER: the rest of the process */
	ROW_KINDS
};

/*
 * The reason why a watched thread is not counted. Each has a process row, with id uncounted_pid().
 */
enum uncounted { UNCOUNTED_PERMISSION, UNCOUNTED_FILES, UNCOUNTED_KINDS };

/* Id of the row that sums all tasks of other pid namespaces (machine->pid_namespace). */
#define PID_OTHER_NS (-2 - UNCOUNTED_KINDS)

/* Id of the row that sums the tasks for which a sum had no room (summed_tasks.h). */
#define PID_OTHERS (PID_OTHER_NS - 1)

#define REGION_OTHER 0	/* id of the row of what a process did outside of regions */
#define REGION_OTHER_NAME "(other)"

#define NAME_UNKNOWN "(unknown)"	/* of a command whose processes have a number for a name: ":1234" */

typedef uint32_t text_t;	/* offset into the snapshot's texts; 0 is "" */

/*
 * What a row counted, and what that makes. It lies beside the rows, and does not move: a row that counted nothing
 * has none of its own, nor has a process with one thread.
 */
struct row_numbers {
	struct values values;	/* filled by snapshot_finish() */
	struct counts counts;	/* CPU, core, socket, machine: including idle and unaccounted. With room for so many
				 * events as its row says: counts_copy() copies it */
};

/*
 * What CPUs and regions have beside that, and tasks do not: of them there are too many. It lies beside the rows, too.
 */
struct row_extra {
	uint64_t idle_ns;	/* CPU, core, socket, machine: time in the idle task */
	uint64_t unknown_ns;	/* same: part of busy_ns and idle_ns in which it is not known who
				 * ran, or whether the CPU idled */
	double idle_slots;	/* same: the idle task's part of EV_SLOTS */
	double unaccounted_slots;	/* same: the part whose task is not known */
	uint64_t entries;	/* region: times that it was entered */
};

/* That of all rows that have none: zero. */
extern const struct row_extra row_no_extra;

/* The numbers of rows that counted nothing: row_set_nothing() chooses. */
extern const struct row_numbers row_nothing[8];

/*
 * A new field that a draft fills must also be packed in model/history/packed_snapshot.c. What finds
 * and links a row lies together at its begin: a table is larger than the cache.
 */
struct row {
	enum row_kind kind;
	int32_t id; /* CPU number, core_id, node (-1: not known), socket, pid, tid; others: 0 */
	int32_t parent;		/* index of the parent's row: thread->process, region->process,
				 * CPU->core->socket->machine, node->socket; -1: none */
	uint32_t first;		/* first child in the table of children (see snapshot_children) */
	uint32_t children;	/* number of children; they lie together, except the processes of a
				 * user or cgroup. ROW_EXITED: number of processes; 0 if an earlier
				 * interval has counted it */
	int32_t pid;		/* process of a thread, process or region; 0 otherwise, and of a
				 * region of a command: then start_ns is its index from 1 on */
	int32_t ppid;		/* parent process, 0 if not known */
	float variance;		/* of busy_ns, and with it of slots, ns x ns, where they are estimated from
				 * windows; INFINITY: not known, 0: no such estimate */
	uint64_t start_ns;	/* first seen, source clock; with id it distinguishes reused pids.
				 * User, cgroup: a hash of the text, the same in every snapshot */
	union {
		struct {
			int32_t of_user, of_cgroup;	/* process: the indices of their rows; -1: none */
		};
		/*
		 * Region: of the entries that ended, first class in the snapshot's durations, and number of
		 * classes; -1, 0: none ended, or how long they took is not known.
		 */
		struct {
			int32_t durations_at, durations_n;
		};
	};
	int32_t of_name;		/* process: likewise */
	text_t name;		/* comm, not yet safe for a terminal; cgroup: readable name; user:
				 * its name; CPU rows: "" */
	text_t command;		/* command line, arguments separated by spaces; "" if not known */
	text_t user;		/* user name or number; "" if not known */
	text_t cgroup;		/* process, cgroup: whole path; "" if not known */
	text_t container;	/* cgroup, and process without a row of its cgroup: the container,
				 * as cgroup_container(); "": in none */
	uint32_t threads;	/* existing threads of a process or group; CPUs of other rows */
	bool exited;		/* exited in this interval */
	bool kernel;		/* task: a kernel thread, as far as known; ROW_NAME: all are */
	bool asleep;		/* process: it is listed, but did not run: no counts, no values, and
				 * no part of sums and lists that are printed; not counted with
				 * the groups' children. It ran a short while ago, is watched, or
				 * has descendants that are listed */
	bool watched;		/* process: the user has named its pid */
	bool born;		/* task: start_ns is its birth, not when it was first seen */
	uint8_t room;		/* events that its numbers have room for; 0: they are not its own */
	uint16_t class_error[4];	/* process, thread, where they are estimated from windows: of the shares of
				 * EV_RETIRING to EV_BE_BOUND, in 1/100 points; 0: not known */
	float uncounted_ns;	/* part of busy_ns without counts: the CPU came online, who ran was not known
				 * when they were read, or windows never saw the task */
	uint64_t busy_ns;	/* time on a CPU in this interval; CPU rows: time not idle */
	uint64_t slices;	/* number of slices that were added */
	uint64_t wait_ns;	/* task and group: time in which threads could run and waited for a
				 * CPU, as far as it is known */
	uint32_t waits_known, waits_unknown;	/* numbers of threads that ran and whose wait is
						 * known, or is not; in a sum: of each interval */
	const struct row_extra *extra;	/* not NULL; snapshot_extra() is for writing */
	struct row_numbers *numbers;	/* not NULL; read only, unless the row is of a draft and has .room */
};

/* A row in no snapshot, with numbers of its own. Zeroed: it has none; lone_row() gives it these. */
struct lone_row {
	struct row row;
	struct row_numbers numbers;
	struct row_extra extra;
};

/* The row, which is valid until the lone row moves. */
static inline struct row *lone_row(struct lone_row *lone)
{
	lone->row.numbers = &lone->numbers;
	lone->row.extra = &lone->extra;
	lone->row.room = EV_COUNT;
	return &lone->row;
}

struct row_table {
	struct row *rows;
	size_t n, cap;
	struct high_water high_water;
};

/* Durations of rows: of each the classes that have entries, together. */
struct duration_table {
	struct kept_duration {
		int class;
		struct duration_class of;
	} *list;
	size_t n, cap;
	struct high_water high_water;
};

#define DURATIONS_MOST 65536	/* classes of all rows of a snapshot: 14 MB */

/* State of the recorder. */
struct recording_state {
	bool on;		/* a file is open */
	uint64_t bytes;		/* size of the file */
	uint64_t dropped;	/* records that are not in the file, because the disk is too slow */
	uint32_t news;		/* number of events so far that the user should hear of */
	char text[512];		/* sentence about the last one; see packed_snapshot.c */
};

/* How regions are watched. */
struct region_state {
	bool wanted;		/* they are shown, or --regions was given */
	uint32_t objects;	/* programs and libraries with markers that are watched */
	uint64_t markers;	/* that were passed in this interval */
	double watched;		/* share of the interval in which they were watched, 0..1 */
	uint64_t left_out;	/* slices whose region found no room: they are of the rest */
	uint64_t untimed;	/* entries that have no duration, as it found no room */
	char remark[200];	/* a sentence: what is not possible, or gave way; "" */
};

/* Were regions watched for a part of the interval only, as it is printed (99.9 %)? */
static inline bool region_state_is_partial(const struct region_state *state)
{
	return state->objects && state->watched < 0.9995;
}

struct snapshot {
	uint64_t seq;		/* 1 for the first; a jump is a gap */
	double time;		/* wall clock at the end of the interval, seconds since 1970 */
	uint64_t interval_ns;	/* real length of the interval */
	uint64_t intervals;	/* how many it sums (sums.h); 0: it is a single one */
	uint64_t end_ns;	/* its end, source clock, as start_ns of rows */
	uint64_t sampled_since_ns;	/* code is sampled since then, or again, source clock; 0: is not */
	const struct machine *machine;
	uint64_t lost;		/* records lost by the rings in this interval, and slices without an owner, */
	uint64_t lost_timed;	/* and how many of these have a known time, */
	uint64_t lost_ns;	/* which is this: any row may lack it (counts.lacks) */
	uint32_t were_offline;	/* CPUs that were offline for a part of it, unseen: their events
				 * were gone, and what ran there is not known */
	uint64_t uncounted_ns;	/* part of the busy time in which a CPU had no events, as it came
				 * online: it has an owner, but no slots */
	enum soundness soundness;	/* of all that was counted; unless it is SOUND, rows have no
					 * values of nodes */
	struct self_cost self;
	double running_ratio;	/* running / enabled of the groups; 0: others have the counters */
	uint32_t tasks;		/* tasks (threads) that exist on the machine; 0: not known */
	struct load_average load;	/* of the machine at the end of the interval */
	uint32_t tasks_ran;	/* threads that ran in the interval */
	uint32_t tasks_exited;	/* threads that exited in it */
	uint32_t uncounted[UNCOUNTED_KINDS];	/* watched threads that are not counted */
	/*
	 * Threads that ran and whose shares may be those of some time ago, as in machine;
	 * their rows are marked "~".
	 */
	uint32_t stale_threads;
	uint32_t waits_left_out;	/* threads that ran and were not asked how long they waited,
					 * as there were too many; in a sum the most of an interval */
	bool last;		/* the watched tasks have exited: this is the last interval */
	double progress;	/* of `doing`, 0..1; NAN: not known */
	bool ended;		/* end of a recording: no rows; trouble: it is cut off */
	struct recording_state recording;	/* its text, and the two below: mostly "" */
	char doing[64];		/* long work, "reading the recording"; else "" */
	char trouble[sizeof(struct err)];	/* why the collector failed for good; else "" */
	struct slice_cells slices;	/* if the UI wants them; not in copies */
	struct opened opened;	/* nodes below level 2, of one row */
	struct region_state regions;
	struct row_table table[ROW_KINDS];
	struct duration_table durations;	/* of regions */
	char *texts;		/* NUL-terminated texts, texts[0] is "" */
	size_t n_texts, cap_texts;
	struct high_water high_texts;
	struct snapshot_scratch *scratch;	/* private: see model/snapshot/scratch.h */
};

/* May some shares be those of some time ago? */
static inline bool snapshot_is_stale(const struct snapshot *snapshot)
{
	return snapshot->machine->stale_shares || snapshot->stale_threads;
}

struct snapshot *snapshot_new(void);		/* empty; NULL without memory */
void snapshot_free(struct snapshot *snapshot);	/* NULL is fine */

/*
 * Removes all rows and texts; the first step with a draft. Keeps the memory, except what was not
 * needed for HIGH_WATER_INTERVALS intervals.
 */
void snapshot_clear(struct snapshot *snapshot);

/*
 * Makes `into` equal to the finished `from`, in memory of its own that it keeps from copy to copy.
 * 0, or -ENOMEM: `into` is empty.
 */
int snapshot_copy(struct snapshot *into, const struct snapshot *from);

/*
 * Appends a zeroed row of this kind with this id and parent -1. The pointer is valid until the next
 * snapshot_add() of the same kind. NULL without memory: the row is missing (the collector reports
 * it as trouble).
 */
struct row *snapshot_add(struct snapshot *snapshot, enum row_kind kind, int32_t id);

/*
 * The row of a draft has counted this, and nothing else. False: no memory, it has counted nothing.
 */
bool snapshot_set_counts(struct snapshot *snapshot, struct row *row, const struct counts *counts);

/*
 * What the row of a draft has beside its numbers, to be filled in; valid until the draft is cleared. NULL without
 * memory.
 */
struct row_extra *snapshot_extra(struct snapshot *snapshot, struct row *row);

/* Its counts, which are its own if there are any, are not all there was: they are `scaled`. */
void row_mark_scaled(struct row *row);

/*
 * The row of a draft has numbers of its own then, with room for these events beside its own; they are what they
 * were. False: no memory.
 */
bool snapshot_own_numbers(struct snapshot *snapshot, struct row *row, uint32_t events);

/* The row's numbers, which are those of a row that counted nothing, as these flags of its counts say. */
static inline void row_set_nothing(struct row *row, bool scaled, bool lacks, bool off)
{
	row->room = 0;
	row->numbers = (struct row_numbers *)&row_nothing[scaled | lacks << 1 | off << 2];
}

/* Stores a copy of the text; returns its offset, 0 ("") for "" and without memory. */
text_t snapshot_keep(struct snapshot *snapshot, const char *text);
const char *snapshot_text(const struct snapshot *snapshot, text_t text);

/*
 * Keeps how long the entries into a row took. False: no memory. A row that finds no room (DURATIONS_MOST) has
 * none.
 */
bool snapshot_put_durations(struct snapshot *snapshot, struct row *row, const struct durations *durations);
/* Fills what is kept of a row; all 0 and false: nothing is. */
bool snapshot_durations(const struct snapshot *snapshot, const struct row *row, struct durations *durations);

/* The machine row; NULL before snapshot_finish(). */
const struct row *snapshot_machine(const struct snapshot *snapshot);

/*
 * The row with this kind and id, or NULL; the last one if there are several. Processes and threads:
 * O(log n).
 */
const struct row *snapshot_find(const struct snapshot *snapshot, enum row_kind kind, int32_t id);

/*
 * The regions of a process, or of a command in sums of these, with its rest (REGION_OTHER) first,
 * and their number. They add up to it. NULL: it has none.
 */
const struct row *snapshot_regions(const struct snapshot *snapshot, const struct row *row,
				   size_t *n);
/* The opposite: what the region is a part of. NULL: not known. */
const struct row *snapshot_region_owner(const struct snapshot *snapshot, const struct row *region);
/* The region with this id of the (last) process with this pid; NULL: there is none. */
const struct row *snapshot_find_region(const struct snapshot *snapshot, int32_t pid, int32_t id);

/*
 * The row of `snapshot` that is the same thing as a row of `other`. It is the task with the same
 * start, the CPU, core or socket, the user or cgroup, the region of the same process and name. NULL
 * if there is none.
 */
const struct row *snapshot_find_same(const struct snapshot *snapshot, const struct snapshot *other,
				     const struct row *row);

/*
 * The children of a row and their number: process->threads, core->CPUs, socket->cores,
 * machine->sockets, node->cores.
 */
const struct row *snapshot_children(const struct snapshot *snapshot, const struct row *row,
				    size_t *n);

/* The NUMA nodes of a socket and their number. A single one is the socket itself. */
const struct row *snapshot_nodes(const struct snapshot *snapshot, const struct row *socket,
				 size_t *n);

/*
 * Was something lost, by the rings or because CPUs were offline, and is the time that tasks lack since then not
 * known?
 */
static inline bool snapshot_incomplete(const struct snapshot *snapshot)
{
	return snapshot->lost > snapshot->lost_timed || snapshot->were_offline;
}
