/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes the branch stacks of one event of a recording as a perf.data that readers for compilers
 * understand: perf2bolt (through perf script of any version), llvm-profgen, create_llvm_prof and
 * create_gcov (with a parser of 2019). Of a sample the file has address, task, time, period and
 * branch stack, and nothing that may be private: no registers, stacks or raw data. One thread.
 *
 * What is made simple for them:
 *  - one event, whose attr has the size of Linux 4.1: perf 6.1 refuses attrs that it does
 *    not know, and other readers take the first event for the only one;
 *  - branch entries without what later kernels added before and behind them (hw_idx, counters);
 *  - build-ids in a table (HEADER_BUILD_ID), not in MMAP2 records: those of 2019 know no others;
 *  - no entries that were speculated and never retired, where they are the newest, and none behind
 *    an empty one (0 -> 0).
 */
#pragma once

#include <stdint.h>

#include "model/err.h"

struct branch_export_result {
	uint64_t stacks, entries;	/* that were written */
};

/*
 * Copies the branch stacks of the event with this name (struct profile_event) from the recording to
 * a new file; what had its name becomes FILE.old. 0, with a message in *err if the recording is cut
 * off; or a negative errno with a sentence.
 */
int branch_export(const char *recording, const char *event, const char *file,
		  struct branch_export_result *result, struct err *err);
