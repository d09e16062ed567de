/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CPU time of threads from /proc, and no counts: the source where TopDown cannot be counted, but
 * code can be sampled. Which threads are busy decides which are sampled; when the processes have
 * ended, so has sampling. Opened by main, then used by the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "model/err.h"

struct source_times_options {
	const char *proc_root;		/* NULL: "/proc" */
	const int32_t *pids;		/* these processes, and what they start */
	size_t n_pids;
	/*
	 * A child of ours, and what it starts; the source ends with it. 0: no command. Without pids
	 * and command: all processes of this user, or the machine, where only the CPUs are told.
	 */
	int32_t command;
	const char *program;		/* its name */
	bool all_of_user;
	int go;				/* fd: a byte is written to it when the command may start */
};

/* 0 and *out, which the caller closes; or a negative errno with a sentence. */
int source_times_open(const struct source_times_options *options, struct source **out,
		      struct err *err);
