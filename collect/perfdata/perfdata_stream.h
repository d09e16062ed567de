/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records of a recording in the order of the file, from a file or a pipe, uncompressed or not.
 * Reads on as they are asked for, so memory does not grow with the file. Collector thread, but for
 * open.
 */
#ifndef TDTOP_COLLECT_PERFDATA_STREAM_H
#define TDTOP_COLLECT_PERFDATA_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/block.h"
#include "collect/perfdata/perfdata.h"
#include "model/err.h"

struct stream;

/*
 * Reads the header of what fd gives: a file, or a pipe of perf record -o -. The stream takes fd
 * over, also when it fails. `name` is for sentences, and copied. 0 and *out, or a negative errno
 * with a sentence.
 */
int stream_open(int fd, const char *name, struct stream **out, struct err *err);
void stream_close(struct stream *stream);	/* NULL is fine */

/* The header of a file in our byte order; all but magic and size are zero for a pipe. */
const struct perfdata_header *stream_header(const struct stream *stream);
bool stream_is_pipe(const struct stream *stream);
bool stream_swapped(const struct stream *stream);
const char *stream_name(const struct stream *stream);

/*
 * A section of a file, in memory that the caller frees; it may be shorter than it should, when the
 * file is. At most `most` bytes of it. NULL: there is none, it cannot be read, or no memory.
 */
unsigned char *stream_section(struct stream *stream, const struct perfdata_section *section,
			      uint64_t most, size_t *size);

/*
 * The next record, valid as long as its block is held or until the next call. 1; 0: the end, for
 * which *err has a sentence if it is not the one that the header promised; -EAGAIN: a pipe has
 * nothing now, poll stream_fd(); another negative errno with a sentence.
 */
int stream_next(struct stream *stream, struct frame *frame, struct err *err);

/* To poll for POLLIN when stream_next() says -EAGAIN; -1 for files, which never do. */
int stream_fd(const struct stream *stream);

/* How much of the file was read: 0..1; NAN for a pipe. */
double stream_progress(const struct stream *stream);

/* When the file was last written to, seconds since 1970; 0 for a pipe. */
double stream_modified(const struct stream *stream);

#endif
