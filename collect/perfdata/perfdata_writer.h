/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes recordings on a thread of its own, so that a slow disk never stalls the collector. Bytes
 * and commands (open, commit, close) are queued in order; while WRITER_BYTES_MAX are queued,
 * further bytes are refused, so neither a slow disk nor a slow reader fills the memory. A mutex
 * guards the queue and the error; only the thread uses the file.
 * All functions are called by one thread at a time: main before and after the collector thread
 * lives, the collector in between.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata_file.h"
#include "model/err.h"

#define WRITER_BYTES_MAX (64U << 20)
#define WRITER_REQUIRED_MAX (16U << 20)	/* behind them, for bytes that are required */

struct perfdata_writer;

/*
 * Starts the thread, with all signals blocked, without capabilities and at normal priority. Sandbox
 * and no_new_privs are those of the caller. NULL with a message.
 */
struct perfdata_writer *perfdata_writer_new(struct err *err);

/* Writes what is queued, ends the file at its last commit, joins the thread. NULL is fine. */
void perfdata_writer_free(struct perfdata_writer *writer);

/*
 * Queues a new file, see perfdata_file_open(); path NULL: a stream, see perfdata_file_open_stream(), into fd, which it
 * owns, also on errors. An open file must be closed before. Copies path and head. 0 or -ENOMEM.
 */
int perfdata_writer_open(struct perfdata_writer *writer, const char *path, int fd, enum perfdata_old old,
			 unsigned int keep, const struct blob *head);

/* From now on the writer does not wait for a reader that has stopped reading; see `hurry`. */
void perfdata_writer_hurry(struct perfdata_writer *writer);

/*
 * Queues data. False, and none of it is queued: too many bytes are queued already (`required`: more
 * may be), or no memory.
 */
bool perfdata_writer_put(struct perfdata_writer *writer, const void *bytes, size_t n,
			 bool required);

/* Its type: a test replaces it to play a slow disk, see struct recorder_options. */
typedef bool perfdata_put_fn(struct perfdata_writer *writer, const void *bytes, size_t n,
			     bool required);

/*
 * Queues a further event of a file, see perfdata_file_add_event(); it is committed with the next
 * interval. Copies the attr. 0 or -ENOMEM.
 */
int perfdata_writer_add_event(struct perfdata_writer *writer, const struct blob *attr, uint64_t id);

/*
 * Queues the end of an interval: the data up to here are committed to the file. False: they will be
 * with the next one, as too many bytes are queued, or no memory.
 */
bool perfdata_writer_commit(struct perfdata_writer *writer);

/* Queues the end of the file, at its last commit. 0; -ENOMEM: the file gets no features. */
int perfdata_writer_close(struct perfdata_writer *writer, const struct blob *features,
			  const uint64_t bits[4]);

/* Waits until the queue is empty. */
void perfdata_writer_wait(struct perfdata_writer *writer);

/*
 * 0, or the negative errno of the first failure since the last open, with its message (err may be
 * NULL). After a failure the file is ended at its last commit, and all data until the next open are
 * dropped.
 */
int perfdata_writer_failed(struct perfdata_writer *writer, struct err *err);
