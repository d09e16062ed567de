/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What libperf 6.12 leaves to its users to do. Called by groups.c and collect/pertask. Any thread.
 */
#pragma once

struct perf_evsel;

/*
 * Call it before any other function of libperf: otherwise its page size is 0. Also silences
 * libperf. May be called twice.
 */
void libperf_use(void);

/*
 * Call it before perf_evlist__delete(): perf_evsel__delete() only frees, and the references of the
 * evsel to its maps would leak.
 */
void libperf_drop_references(struct perf_evsel *evsel);
