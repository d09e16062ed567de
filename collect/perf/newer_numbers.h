/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers of <linux/perf_event.h> that are newer than the headers of some distributions, with the
 * kernel that has them first; and those that perf alone uses (tools/lib/perf/include/perf/event.h).
 */
#pragma once

#define RECORD_KSYMBOL 17		/* PERF_RECORD_KSYMBOL: Linux 5.1 */
#define RECORD_CGROUP 19		/* PERF_RECORD_CGROUP: Linux 5.7 */

/* In misc of a record: */
#define MISC_FORK_EXEC (1U << 13)	/* PERF_RECORD_MISC_FORK_EXEC, of perf: synthesized */
#define MISC_MMAP_BUILD_ID (1U << 14)	/* PERF_RECORD_MISC_MMAP_BUILD_ID: Linux 5.12 */
#define MISC_BUILD_ID_SIZE (1U << 15)	/* PERF_RECORD_MISC_BUILD_ID_SIZE, of perf: the length is told */
#define MISC_LOST_BY_FILTER (1U << 15)	/* PERF_RECORD_MISC_LOST_SAMPLES_BPF, of perf */

#define SAMPLE_WEIGHT_STRUCT (1ULL << 24)	/* PERF_SAMPLE_WEIGHT_STRUCT: Linux 5.12 */
#define BRANCH_HW_INDEX (1ULL << 17)	/* PERF_SAMPLE_BRANCH_HW_INDEX: Linux 5.7 */
#define BRANCH_COUNTERS (1ULL << 19)	/* PERF_SAMPLE_BRANCH_COUNTERS: Linux 6.8 */
#define FORMAT_LOST (1ULL << 4)		/* PERF_FORMAT_LOST: Linux 6.0 */
