/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Of all slices of the CPUs, those of some processes and of all that they start: a sink between a
 * source of whole CPUs and whoever shows only these processes. Descendants are known by FORK
 * records, so a process belongs here however short it lives and whoever its parent is by now.
 *
 * Rings are read CPU by CPU, so slices of a process may come before the FORK record that says whose
 * it is. They are held until the second reading of the rings; if there is no record until then
 * (some were lost), /proc is asked.
 *
 * Where a CPU samples its switches in windows only, its gaps are divided among all its tasks: of
 * tasks that are not watched the sink then gets windows without a name.
 *
 * Slices that may be of a watched process, but nothing says whose they are, are told as lost: of unknown
 * tasks, and of processes that have ended and whose FORK record never came.
 *
 * Collector thread, or main before it starts.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/slice/source.h"

struct process_filter;

/*
 * proc_root: "/proc", or a test's directory; NULL: none is asked, as of a recording. self_pid: our own process, never
 * watched.
 */
struct process_filter *process_filter_new(const char *proc_root, int32_t self_pid);
void process_filter_free(struct process_filter *filter);	/* NULL is fine */

/*
 * Watches this process. on_exec: only from its next exec on. Before process_filter_list(). 0 or
 * -ENOMEM.
 */
int process_filter_add(struct process_filter *filter, int32_t pid, bool on_exec);

/* A recording says what process_filter_tell() told of a process. Without memory it is not watched. */
void process_filter_told(struct process_filter *filter, const struct watched_process *told);

/*
 * Tells of each process that is or may be watched, and was not yet told of for this file, a number above 0. Others may
 * live shorter: their FORK records tell of them. from_ns: UINT64_MAX: from its next exec on.
 */
void process_filter_tell(struct process_filter *filter, uint64_t file, tell_watched *each, void *data);

/*
 * Takes the processes that exist now from /proc: descendants of the watched are watched. Call it
 * when FORK records are being written already. now_ns: clock of the source.
 */
void process_filter_list(struct process_filter *filter, uint64_t now_ns);

/*
 * After that: the first interval begins no earlier. Processes that ended while /proc was listed, and whose
 * they were is not known, are no loss.
 */
void process_filter_begin(struct process_filter *filter, uint64_t now_ns);

/*
 * The sink for the source, during one call of it: the watched part goes on to `to`. Valid until the
 * next call.
 */
const struct sink *process_filter_sink(struct process_filter *filter, const struct sink *to);

/*
 * After that call, which has read all rings: passes on what was held, and finds the processes that
 * have ended. They are known until no slice of theirs can come any more. now_ns: clock of the source.
 */
void process_filter_settle(struct process_filter *filter, uint64_t now_ns,
			   enum filter_reading reading);

/* Have all watched processes ended, as of the last process_filter_settle()? */
bool process_filter_is_over(const struct process_filter *filter);
