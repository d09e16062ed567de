/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the description of a recording, from the sections of a file or from the records of a
 * stream, which hold the same. Main thread while the recording is opened.
 */
#pragma once

#include <stdbool.h>

#include "collect/recording/block.h"
#include "collect/recording/perfdata_stream.h"
#include "collect/recording/recording_features.h"

/* Reads attrs and features of a file; keeps what can be read and does not fail. */
void recording_read_file(struct recording *recording, struct perfdata_stream *stream);

/*
 * The section of one feature of a file, in memory that the caller frees; *content: a cursor over it.
 * NULL: the file has no such feature, it is unreadable, or there is no memory.
 */
unsigned char *recording_feature_section(struct perfdata_stream *stream, uint64_t number,
					 struct bytes *content);

/*
 * Reads a record that describes the recording (of a stream, or in the data of tdtop's own files).
 * False: the record describes something else.
 */
bool recording_read_record(struct recording *recording, const struct frame *frame, bool swapped);

/* Frees the memory of the recording, and zeroes it. */
void recording_done(struct recording *recording);
