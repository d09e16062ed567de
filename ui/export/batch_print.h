/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One interval in batch mode: which rows, in which order, as text, CSV or JSON, into a buffer. No files,
 * clocks or signals. UI thread.
 */
#ifndef TDTOP_UI_BATCH_PRINT_H
#define TDTOP_UI_BATCH_PRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"
#include "ui/table/column_set.h"

struct batch;

enum batch_format { BATCH_TEXT, BATCH_CSV, BATCH_JSON };

struct batch_config {
	enum batch_format format;
	enum row_kind view;	/* what a row is */
	int level;		/* 1 or 2: columns of text */
	const struct column_set *columns;	/* of text, of each enum column_view; NULL: the usual */
	const char *sort;	/* a column's key; NULL: the order of the screen */
	bool reverse;
	bool ratio;		/* classes by the plain share */
	const char *filter;	/* an expression for filter_new; NULL: all rows */
	const char *user;	/* only this user's; NULL: everybody's */
	bool ascii;		/* text: ASCII only */
	uint64_t iterations;	/* intervals until the end; 0: no end */
	int out;		/* fd to write to */
};

/* NULL without memory. The config is copied, its texts are borrowed. The filter must be right. */
struct batch *batch_new(const struct batch_config *config);
void batch_free(struct batch *batch);

/* Appends one interval (before the first one of CSV its header line). 0 or -ENOMEM. */
int batch_put(struct batch *batch, const struct snapshot *snapshot, struct buffer *out);

/* What is not as it should be: records lost, a counter that was shared, slots of nobody. Nothing normally. */
void batch_put_warnings(const struct snapshot *snapshot, struct buffer *out);

#endif
