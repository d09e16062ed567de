/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One interval in batch mode: which rows, in which order, as text, CSV or JSON, into a buffer. No
 * files, clocks or signals. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"
#include "ui/batch/row_choice.h"
#include "ui/draw/buffer.h"
#include "ui/state/look.h"

struct batch;

enum batch_format {
	BATCH_TEXT,
	BATCH_CSV,
	BATCH_JSON,
	BATCH_NOTHING	/* prints nothing: the output is a recording, which the recorder writes, or
			 * a picture, which .show prepares */
};

struct batch_config {
	enum batch_format format;
	enum row_kind view;	/* what each row shows */
	struct look look;	/* of text: .level, .columns, .sort, tasks that are not listed, .ascii */
	bool changes;		/* text: nothing but the change points; JSON has them, too */
	bool nodes;		/* CSV is of opened nodes instead of rows: */
	struct row_choice node_choice;
	const char *filter;	/* for filter_new(); NULL: all rows */
	const char *user;	/* only tasks of this user; NULL: of all users */
	uint64_t iterations;	/* intervals to print; 0: no limit */
	int out;		/* file descriptor of the output */
	/*
	 * BATCH_NOTHING: takes each snapshot, also that of the end; borrowed until the next one.
	 * False: that was enough. NULL: the output is a recording.
	 */
	bool (*show)(void *data, const struct snapshot *snapshot);
	void *data;
};

/* NULL without memory. The config is copied, its texts are borrowed. The filter must be valid. */
struct batch *batch_new(const struct batch_config *config);
void batch_free(struct batch *batch);

/* Appends one interval; for CSV the header line before the first one. 0 or -ENOMEM. */
int batch_put(struct batch *batch, const struct snapshot *snapshot, struct buffer *out);

/* What is to be told when the last interval was printed: that nothing has changed. */
void batch_put_end(const struct batch *batch, struct buffer *out);

/*
 * Appends warnings: invalid counters, lost records, a counter in use by others, slots not
 * attributed. Normally none.
 */
void batch_put_warnings(const struct snapshot *snapshot, struct buffer *out);
