/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording tells of tasks beside their own records: the names of those that existed before it
 * began, their parents, their cgroups; in tdtop's own recordings also what /proc answered while it ran.
 * For a replay it is what /proc is for a live run. Collector thread.
 */
#ifndef TDTOP_COLLECT_BOOK_H
#define TDTOP_COLLECT_BOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perfdata/bytes.h"
#include "collect/slice/source.h"

struct book;

struct book *book_new(void);		/* NULL without memory */
void book_free(struct book *book);	/* NULL is fine */

/* A COMM or FORK record that perf made itself, of a task that existed before the recording. */
void book_existed(struct book *book, const struct record *record);

/* A CGROUP record, and a sample with a cgroup in it: what a process is in from then on. */
void book_cgroup(struct book *book, uint64_t id, const char *path);
void book_in_cgroup(struct book *book, int32_t pid, uint64_t id);

/* An answer of /proc: the content of a PERFDATA_UPDATE_PROCESS or _THREAD record after its id. */
void book_answer(struct book *book, uint64_t what, struct bytes bytes);

/* As in struct source_ops: false if nothing is known of it. */
bool book_process(const struct book *book, int32_t pid, struct task_facts *facts);
bool book_thread(const struct book *book, int32_t pid, int32_t tid, char comm[COMM_LEN]);

#endif
