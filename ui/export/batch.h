/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batch mode: each interval is printed when it is published, as text, CSV or JSON, with one write.
 * batch_run is the UI thread's loop in place of the screen; batch_new and batch_put are the part of
 * it without files, clocks and signals.
 */
#ifndef TDTOP_UI_BATCH_H
#define TDTOP_UI_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"
#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"
#include "ui/table/column_set.h"

struct control;
struct exchange;
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

/*
 * From now on SIGTERM, SIGINT and SIGHUP end batch_run instead of the process, unless they were
 * ignored before (nohup). With a command the first Ctrl-C is the command's alone: it shares the terminal.
 * Before the first thread is made.
 */
void batch_catch_signals(bool command);

/* The signal that came, 0: none did; by_terminal: all of its foreground has got it, too. */
int batch_signal(bool *by_terminal);

/*
 * UI thread: prints intervals until there were `iterations` of them, a signal came, the reader of
 * a pipe went away or a recording is over (all 0; a sentence then says that the recording is cut off), or
 * until it cannot go on: a negative errno with a sentence. SIGPIPE must
 * be ignored. Never leaves half a line behind, but when the output cannot take the rest.
 */
int batch_run(const struct batch_config *config, struct exchange *exchange,
	      struct control *control, struct err *err);

#endif
