/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests of the watch: a /proc of a few files, and a kernel that lets groups be inherited. What a task uses is
 * counted by the groups that it has or has inherited, and no two of them may count it at one time.
 */
#ifndef TDTOP_TESTS_FIXTURE_WATCH_H
#define TDTOP_TESTS_FIXTURE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/watch.h"

#define MS 1000000ULL
#define MEMBERS 2
#define TASKS 64
#define FD_BASE 100		/* fd = base + group * MEMBERS + member */
#define GROUPS 256

/* A task of the fake machine, and the groups that it has or has inherited. */
struct fake_task {
	int32_t pid, tid;
	bool covered_by[GROUPS];
	bool alive;
};

struct fake_group {
	bool open, enabled, on_exec;
	int32_t tid;
	uint64_t ns, slots;
};

struct fake_machine {
	char root[64];
	struct fake_task tasks[TASKS];
	size_t n_tasks;
	struct fake_group groups[GROUPS];
	int n_groups, fds, fds_most, fds_limit;
	int32_t refused;	/* tid: EACCES */
	int32_t broken;		/* tid: ECHILD, so many times */
	int broken_times;
	int opens;		/* of whole groups, until... */
	void (*meanwhile)(void);	/* ...this happens */
	struct task_event births[TASKS];	/* that were not yet told */
	size_t n_births;
};

/* What the sink was told. */
struct told {
	uint64_t ns[TASKS], slots[TASKS];	/* by tid */
	uint32_t uncounted[UNCOUNTED_KINDS];
	char comm[TASKS][COMM_LEN];
	bool exited[TASKS];
};

extern struct fake_machine fake;
extern struct told told;
extern struct task_group_kind kind;
extern struct watch *watch;
extern uint64_t now_ns;
extern uint64_t lost_ns;	/* of tasks that no group counted */

/* One process of pid 10 with threads 10 and 11, and a watch that does not watch it yet. */
int watch_setup(void **state);
int watch_teardown(void **state);
void begin_watching(void);		/* process 10 */
void hear_births(void);			/* from now on */
void limit_files(size_t most);		/* another watch, with so many descriptors; before begin_watching() */

/* A task that lives; NULL: none. */
struct fake_task *task_find(int32_t tid);

/* A task, made by another one (0: by nobody who is watched). */
void task_starts(int32_t pid, int32_t tid, int32_t maker);
void task_runs(int32_t tid, uint64_t ms);	/* a thousand slots each */
void task_ends(int32_t tid);

/* A process makes another one, and ends at once: that is an orphan. */
void task_starts_orphan(int32_t pid, int32_t between, int32_t maker);

/* A file below the fake /proc. */
void proc_write(const char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void proc_write_stat(int32_t pid, int32_t ppid, const char *comm, char state, int start_code);

/* While the group number `opens` is being opened. */
void happens_at(int opens, void (*meanwhile)(void));

/* All that was used so far, and nothing twice. */
void expect_nothing_lost(uint64_t slots);

void look(void);
void look_for_a_while(void);	/* until what has ended is forgotten */
void tick(void);

#endif
