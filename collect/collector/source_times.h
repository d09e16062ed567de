/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CPU time of threads from /proc, and no counts: the source where TopDown cannot be counted, but
 * code can be sampled. Which threads are busy decides which are sampled; when the processes have
 * ended, so has sampling. Opened by main, then used by the collector thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/slice/source.h"
#include "collect/sys/watched.h"
#include "model/err.h"

struct source_times_options {
	const char *proc_root;		/* NULL: "/proc" */
	struct watched watched;		/* nothing: the machine, where only the CPUs are told, or */
	bool all_of_user;		/* all processes of this user */
};

/* 0 and *out, which the caller closes; or a negative errno with a sentence. */
int source_times_open(const struct source_times_options *options, struct source **out,
		      struct err *err);
