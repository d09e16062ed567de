/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The recorder writes the records that a source gets from the kernel, the readings between them and
 * the answers of /proc as perf.data. So a replay feeds the slicer with the same input and gets the
 * same numbers. Files begin and end between two intervals. main makes the recorder, may begin the
 * first file before the collector starts, and frees it after the collector has ended; in between
 * all functions are called by the collector thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_writer.h"
#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"
#include "model/err.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/opened.h"

struct recorder;

struct recorder_options {
	const char *path;	/* borrowed; NULL: tdtop.data.YYYYmmddHHMMSS for each file */
	bool stream;		/* no file, but a stream into fd, which the recorder owns */
	int fd;
	/* A file of this size or age is ended with the interval, and a new one begins; 0: never. */
	uint64_t limit_bytes, limit_ns;
	unsigned int keep;	/* number of older files to keep; path.1 is the newest */
	perfdata_put_fn *put;	/* NULL: perfdata_writer_put() */
};

/* Copies the options, borrows the source, which must outlive the recorder. NULL: no memory. */
struct recorder *recorder_new(const struct recorder_options *options, struct source *source);

/* Ends the file, if one is open, and waits until it is written. NULL is fine. */
void recorder_free(struct recorder *recorder);

/*
 * Begins a file before the source starts, and waits until it is created; but for no reader of a
 * stream. 0, or a negative errno with a message.
 */
int recorder_begin(struct recorder *recorder, struct err *err);

/*
 * Ends the file as recorder_free() does. 0, or a negative errno with a message: the recording
 * stopped earlier, or the file could not be ended.
 */
int recorder_end(struct recorder *recorder, struct err *err);

/* From now on the end of a stream does not wait for a reader that has stopped reading. */
void recorder_hurry(struct recorder *recorder);

/*
 * Records a record, as the kernel wrote it, of an event that samples code beside the groups of the
 * source (recorder_samples.h); the file has it as an event of this name. id: that the kernel gave to
 * it on some thread or CPU. It is in the file before the mark of the next recorder_interval().
 */
void recorder_sampled(struct recorder *recorder, const struct perf_event_attr *attr,
		      const char *name, uint64_t id, const void *bytes, size_t size);

/*
 * Records what is mapped from this time on, with an event of recorder_sampled() that is in the file.
 * The time is that of a record not older than recorder_oldest_ns().
 */
void recorder_sampled_mapping(struct recorder *recorder, const struct perf_event_attr *attr,
			      const struct code_mapping *mapping, uint64_t time_ns);

/* Records what was counted of opened nodes, before the recorder_interval() of the same interval. */
void recorder_nodes(struct recorder *recorder, const struct tree_readings *readings);

/* Records how regions were watched, before the recorder_interval() of the same interval. */
void recorder_regions_watched(struct recorder *recorder, const struct region_state *state);

/* Readers sort records by time: one that is older than this is not put in its place any more. */
uint64_t recorder_oldest_ns(const struct recorder *recorder);

/* The number of the file that is open; 0: none is. Another number: another file. */
uint64_t recorder_file(const struct recorder *recorder);

/* Who records what is sampled; functions are called while a file is open. */
struct recorder_listener {
	void *data;
	void (*before_mark)(void *data);	/* in each recorder_interval(): for records that
						 * are late */
	/* Puts the build-ids of the file that ends, with perfdata_put_build_id(). */
	void (*build_ids)(void *data, struct blob *blob);
	/* The rings of the source tell of an execve(2), of whatever process. */
	void (*exec)(void *data, int32_t pid, uint64_t time_ns);
};

/* Copied; NULL: there is no listener any more. */
void recorder_listen(struct recorder *recorder, const struct recorder_listener *listener);

/* Records an answer of /proc: facts, or NULL: no such process; a name, or "": no such thread. */
void recorder_process(struct recorder *recorder, int32_t pid, const struct task_facts *facts);
void recorder_thread(struct recorder *recorder, int32_t pid, int32_t tid, const char *comm);

/*
 * Ends the interval of this mark: all its records were put, and it is committed to the file. If the
 * file is large or old enough, a new one begins, with the tasks that are known.
 */
void recorder_interval(struct recorder *recorder, const struct perfdata_mark *mark,
		       const struct tasks *tasks);

/*
 * Does what takes long before recorder_toggle() begins a recording, so that no records are lost
 * meanwhile.
 */
void recorder_prepare(struct recorder *recorder);

/*
 * Begins a file, or ends the open one, between two intervals (after recorder_interval()). The
 * result, also of a later failure, is reported by recorder_state().
 */
void recorder_toggle(struct recorder *recorder, const struct tasks *tasks);

/* Fills in what a snapshot contains about the recording. */
void recorder_state(const struct recorder *recorder, struct recording_state *state);
