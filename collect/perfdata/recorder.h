/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The recorder: writes what a source hears from the kernel, what was read beside it and what /proc
 * answered as perf.data, so that a replay feeds the same to the slicer and gets the same numbers. Files
 * begin and end between two intervals. main makes it, may begin the first file before the collector
 * starts, and frees it after the collector has ended; everything else is the collector thread's.
 */
#ifndef TDTOP_COLLECT_RECORDER_H
#define TDTOP_COLLECT_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/perfdata.h"
#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"
#include "model/err.h"
#include "model/snapshot/snapshot.h"

struct recorder;

struct recorder_options {
	const char *path;	/* borrowed; NULL: tdtop.data.YYYYmmddHHMMSS, anew for each file */
	/* From this size or age on a new file follows, at the end of the interval; 0: never. */
	uint64_t limit_bytes, limit_ns;
	unsigned int keep;	/* older files beside it then, path.1 is the newest of them */
};

/* Borrows the source, which must outlive it. Costs nothing before a file begins. NULL: no memory. */
struct recorder *recorder_new(const struct recorder_options *options, struct source *source);

/* Ends the file, if one is open, and waits until it is written. NULL is fine. */
void recorder_free(struct recorder *recorder);

/*
 * Begins a file and waits until it is there: what the source tells from its start on goes into it. 0, or
 * a negative errno with a sentence.
 */
int recorder_begin(struct recorder *recorder, struct err *err);

/*
 * Ends the file as recorder_free() does. 0, or a negative errno with the sentence why a recording stopped
 * before, or could not be ended.
 */
int recorder_end(struct recorder *recorder, struct err *err);

/* What /proc answered: facts, or NULL: no such process; a name, or "": no such thread. */
void recorder_process(struct recorder *recorder, int32_t pid, const struct task_facts *facts);
void recorder_thread(struct recorder *recorder, int32_t pid, int32_t tid, const char *comm);

/*
 * The interval of this mark has ended, and all of it was told: from here on it is whole in the file. If that is
 * large or old enough, the next file begins, with what tasks knows.
 */
void recorder_interval(struct recorder *recorder, const struct perfdata_mark *mark,
		       const struct tasks *tasks);

/*
 * Begins a file that goes on from here (after recorder_interval), or ends the one that is open. What became of
 * it is said by recorder_state(), also if it fails later.
 */
void recorder_toggle(struct recorder *recorder, const struct tasks *tasks);

/* What a snapshot says of the recording. */
void recorder_state(const struct recorder *recorder, struct recording_state *state);

#endif
