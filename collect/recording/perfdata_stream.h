/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the records of a recording in the order of the file, from a file or a pipe, compressed or
 * not. Reads only as far as it is asked, so its memory does not grow with the file. Opened on the
 * main thread, then used by the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/perfdata.h"
#include "collect/recording/block.h"
#include "collect/recording/recording_copy.h"
#include "model/err.h"

struct perfdata_stream;

/*
 * Reads the header of a file, or of a pipe: of perf record -o -, or of a file that comes through a
 * pipe, whose sections behind the data (features) cannot be read. The stream owns fd, also on errors.
 * `name` is for messages, and copied. All bytes of a pipe are written to the copy, too; borrowed,
 * NULL: to none. 0 and *out, or a negative errno with a message.
 */
int perfdata_stream_open(int fd, const struct recording_copy *copy, const char *name,
			 struct perfdata_stream **out, struct err *err);
void perfdata_stream_close(struct perfdata_stream *stream);	/* NULL is fine */

/* The header of a file in our byte order; of a pipe, all but magic and size are 0. */
const struct perfdata_header *perfdata_stream_header(const struct perfdata_stream *stream);
bool perfdata_stream_is_pipe(const struct perfdata_stream *stream);
bool perfdata_stream_is_file_in_pipe(const struct perfdata_stream *stream);
const char *perfdata_stream_name(const struct perfdata_stream *stream);

/* True if numbers are in the other byte order. */
bool perfdata_stream_swapped(const struct perfdata_stream *stream);

/*
 * A section of a file, at most `max` bytes of it, in memory that the caller frees. *size is less
 * than the section's size if the file is cut off. NULL: not a file, unreadable, or no memory.
 */
unsigned char *perfdata_stream_section(struct perfdata_stream *stream,
				       const struct perfdata_section *section, uint64_t max,
				       size_t *size);

/*
 * The next record, valid while its block is held or until the next call. 1; 0: the end, with a
 * message in *err if the recording is cut off or damaged; -EAGAIN: a pipe has no data now, poll
 * perfdata_stream_fd(); another negative errno with a message.
 */
int perfdata_stream_next(struct perfdata_stream *stream, struct frame *frame, struct err *err);

/* Where the record that was read last begins in the file; UINT64_MAX: it, or one before it, was packed. */
uint64_t perfdata_stream_offset(const struct perfdata_stream *stream, const struct frame *frame);

/*
 * Reads only these parts of a file that is not packed, in their order; called before anything else is read. Each
 * begins and ends between two records. At least one; borrowed. 0 or a negative errno with a message.
 */
int perfdata_stream_read_parts(struct perfdata_stream *stream, const struct perfdata_section *parts, size_t n,
			       struct err *err);

/* The fd to poll for POLLIN after -EAGAIN; -1 for files, which never return it. */
int perfdata_stream_fd(const struct perfdata_stream *stream);

/* The part of the file that was read: 0..1; NAN for a pipe. */
double perfdata_stream_progress(const struct perfdata_stream *stream);

/* How many bytes were read, but those of sections. */
uint64_t perfdata_stream_bytes(const struct perfdata_stream *stream);

/* When the file was last modified, seconds since 1970; 0 for a pipe. */
double perfdata_stream_modified(const struct perfdata_stream *stream);
