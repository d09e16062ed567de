/* SPDX-License-Identifier: GPL-2.0-only */
/* What libperf 6.12 leaves to whoever uses it. Any thread. */
#ifndef TDTOP_COLLECT_LIBPERF_USE_H
#define TDTOP_COLLECT_LIBPERF_USE_H

struct perf_evsel;

/* Before anything else: without it libperf's page size is 0. It prints nothing. Twice does no harm. */
void libperf_use(void);

/* Before perf_evlist__delete(): perf_evsel__delete() only frees, and its references would leak. */
void libperf_drop_references(struct perf_evsel *evsel);

#endif
