/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes recordings on a thread of its own, so that a slow disk never stalls the collector: bytes and
 * wishes are queued, in order; beyond WRITER_BYTES_MAX of them, bytes are refused. A mutex guards the queue
 * and what became of it; the file is the thread's alone. All functions may be called by one thread at a
 * time: main before and after the collector thread lives, the collector in between.
 */
#ifndef TDTOP_COLLECT_PERFDATA_WRITER_H
#define TDTOP_COLLECT_PERFDATA_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata_file.h"
#include "model/err.h"

#define WRITER_BYTES_MAX (64U << 20)

struct perfdata_writer;

/* Starts the thread, all its signals blocked. NULL with a sentence. */
struct perfdata_writer *perfdata_writer_new(struct err *err);

/* Writes what is queued, ends the file at its last commit, ends the thread. NULL is fine. */
void perfdata_writer_free(struct perfdata_writer *writer);

/* A new file, as perfdata_file_open(); one that is open must be closed before. 0 or -ENOMEM. */
int perfdata_writer_open(struct perfdata_writer *writer, const char *path, enum perfdata_old old,
			 unsigned int keep, const struct blob *head);

/* More data. false: too much is waiting (unless `must`), or no memory: nothing of it was taken. */
bool perfdata_writer_put(struct perfdata_writer *writer, const void *bytes, size_t n, bool must);

/* The interval ends: up to here the file shall be whole. false: no memory. */
bool perfdata_writer_commit(struct perfdata_writer *writer);

/* The file ends at its last commit. 0 or -ENOMEM: then it has no features. */
int perfdata_writer_close(struct perfdata_writer *writer, const struct blob *features,
			  const uint64_t bits[4]);

/* Waits until all that is queued was done. */
void perfdata_writer_wait(struct perfdata_writer *writer);

/*
 * 0, or the negative errno of what failed since the last open, with its sentence (may be NULL). From then
 * on everything until the next open is thrown away; the file was ended at its last commit.
 */
int perfdata_writer_failed(struct perfdata_writer *writer, struct err *err);

#endif
