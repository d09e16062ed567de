/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One pass over a recording: opens it, reads its records in the order of the file, and gives each to
 * those who listen to its type. What a recording is read for (slices, samples, mappings, opened
 * nodes, regions, names) is a table of such rows, so that it is read once for all of them. One
 * thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/recording/block.h"
#include "collect/recording/perfdata_stream.h"
#include "collect/recording/recording_copy.h"
#include "collect/recording/recording_features.h"
#include "model/err.h"

#define RECORDING_TYPES 96	/* PERF_RECORD_* and enum perfdata_type; greater ones are not told */
#define RECORDING_LISTENERS 4	/* of one type */

/*
 * Takes a record of its type, which is valid until it returns, or as long as its block is held. 0;
 * RECORDING_STOP: it has what it waited for; or -ENOMEM, which ends the pass.
 */
typedef int recording_listen(void *data, const struct frame *frame);
#define RECORDING_STOP 2

/* A row of a listener's table, which ends with a row without a function. */
struct recording_row {
	uint32_t type;		/* PERF_RECORD_* or enum perfdata_type */
	recording_listen *listen;
};

struct recording_pass {
	char name[256];			/* for messages */
	int fd;				/* of a file: opened again for another pass; else -1 */
	uint64_t stored_ns;		/* when the file was written, since 1970; 0: it is none */
	bool fresh;			/* nothing was read of the stream */
	uint64_t bytes;			/* that streams before this one have read */
	struct perfdata_stream *stream;
	struct recording recording;	/* filled by recording_read_file() and by listeners */
	struct recording_listener {
		recording_listen *listen;	/* NULL: no further ones */
		void *data;
	} listeners[RECORDING_TYPES][RECORDING_LISTENERS];
};

/*
 * Opens a file, or with "-" standard input; what comes through a pipe is written to the copy, too
 * (borrowed; NULL: to none). 0, or a negative errno with a sentence. The caller closes it in both
 * cases; a zeroed one may be closed too.
 */
int recording_pass_open(struct recording_pass *pass, const char *path, const struct recording_copy *copy,
			struct err *err);

/* Opens the copy of a pipe, as far as it has been written. */
int recording_pass_open_copy(struct recording_pass *pass, const struct recording_copy *copy, struct err *err);
void recording_pass_close(struct recording_pass *pass);

/* The listeners of a type are called in the order in which they came. */
void recording_pass_listen(struct recording_pass *pass, const struct recording_row *rows, void *data);

/* Begins another pass over a file, if this one has begun. -ESPIPE with a sentence: it is a pipe. */
int recording_pass_rewind(struct recording_pass *pass, struct err *err);

/*
 * Reads the next record, and tells it. 1; RECORDING_STOP; 0: the end; -EAGAIN; or another, fatal
 * -errno with a sentence.
 */
int recording_pass_next(struct recording_pass *pass, struct frame *frame, struct err *err);

/* Tells these rows of a record that was read before they listened. As recording_listen. */
int recording_rows_tell(const struct recording_row *rows, void *data, const struct frame *frame);
