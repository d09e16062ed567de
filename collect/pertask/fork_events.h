/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who made whom, as the kernel tells it (PERF_RECORD_FORK): also of makers that end before anybody looks, as those of a
 * daemon do. A dummy event that counts nothing writes it into a ring of each CPU. Of CPUs that come later nothing is
 * told. Opened by main's thread, then used by the collector thread.
 */
#ifndef TDTOP_COLLECT_FORK_EVENTS_H
#define TDTOP_COLLECT_FORK_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "model/task.h"

struct births;

/* Of all tasks, for who may count whole CPUs: one descriptor for each CPU. 0 and *out, or a negative errno. */
int births_open_all(struct births **out);

/*
 * Of what these threads make, and of what that makes. One descriptor for each thread and CPU, and in the kernel as many
 * events for each task that is made: for few of both. 0 and *out, or a negative errno.
 */
int births_open_of(int32_t *tids, size_t n, struct births **out);
void births_close(struct births *births);	/* NULL is fine */

/* Descriptors that births_open_of() would take; of one that is open, those that it has. */
size_t births_fds_of(size_t n_tids);
size_t births_fds(const struct births *births);

typedef void birth_found(void *data, const struct task_event *birth);

/*
 * Tells TASK_FORK of each task that was made since the last call; those of one CPU in order. What did not fit into a
 * ring is not told.
 */
void births_each(struct births *births, birth_found *found, void *data);

#endif
