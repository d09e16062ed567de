/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a thread set counts and where its facts come from: its configuration and its feed of fork
 * events. Filled by the source (collect/pertask/source_task.c) or by a test.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/pertask/fork_events.h"
#include "collect/pertask/thread_counters.h"

struct thread_set_config {
	const struct thread_counters_config *counters;	/* borrowed */
	const char *proc_root;	/* "/proc", or a test's directory */
	size_t fds_max;		/* limit of descriptors that counters have open at one time */
	bool all_of_user;	/* all processes of `user`, beside those added by pid */
	uid_t user;
	int32_t self_pid;	/* our own process, never counted; 0: none */
	bool subreaper;		/* our children are `command` and orphans of the set */
	int32_t command;
	void (*reap)(int32_t pid);	/* waits for a zombie orphan; with `subreaper` only */
};

/* Where FORK records come from: fork_events_each(), or a test's list. */
struct fork_feed {
	void *data;
	void (*each)(void *data, fork_event_found *found, void *found_data);
};
