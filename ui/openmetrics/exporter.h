/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The thread that exports counters: writes the file at each interval, and answers HTTP. It is the
 * only reader of the totals. Counting never waits for it.
 */
#pragma once

#include <pthread.h>
#include <stddef.h>

#include "model/err.h"
#include "ui/openmetrics/exposition.h"

struct exporter;
struct http;
struct totals;

struct exporter_options {
	struct totals *totals;	/* borrowed until exporter_stop(), as all here */
	int wake;		/* the eventfd of totals_new() */
	const char *file;	/* of --openmetrics; NULL: none */
	struct http *http;	/* of --listen, opened; NULL: none */
	/* textfile_write(), or what a test has in its place; NULL: that */
	int (*write)(const char *path, const char *bytes, size_t n, struct err *err);
	/* thread_start_low(), which ui does not know */
	int (*start_thread)(pthread_t *thread, const char *name, void *(*run)(void *data), void *data,
			    struct err *err);
};

/*
 * Writes the file once, with no counts yet, so that a mistake is reported at once, and starts the
 * thread. 0 and *out, or a negative errno with a sentence. Main thread, in the sandbox.
 */
int exporter_start(const struct exporter_options *options, struct exporter **out, struct err *err);

/*
 * Writes the last counters, joins the thread and frees it. 0; or a negative errno with a sentence:
 * the last try to write the file failed. -ETIMEDOUT: a file system, or a pipe, has not taken the
 * file for EXPORTER_STOP_SECONDS; then the thread is left alone with it, but no longer uses what is
 * borrowed. NULL is fine. Main thread.
 */
#define EXPORTER_STOP_SECONDS 2
int exporter_stop(struct exporter *exporter, struct err *err);

/*
 * Why the last try to write the file failed: a negative errno with a sentence; 0: it did not. Any
 * thread but its own.
 */
int exporter_trouble(struct exporter *exporter, struct err *err);

/* ---- the file: written beside it, as FILE.tmp, and renamed, so that none sees half of it (whole_file.h) ---- */

/*
 * The format that readers of this file know: node_exporter reads *.prom, and only the older format
 * (it refuses "# TYPE ... info").
 */
enum exposition textfile_format(const char *path);

/*
 * Replaces `path` by these bytes. Readable for all, as other users' node_exporter reads it. Links
 * are not followed: one at FILE.tmp is removed, one at FILE replaced; what is there and is neither
 * a file nor a link to one (a directory, device, pipe) stays, and is an error. 0, or a negative
 * errno with a sentence; then `path` is as before.
 *
 * "-" writes them to standard output: all, or if its reader has ended (-EPIPE) a part. It waits as
 * long as no process reads. SIGPIPE must be ignored. One thread.
 */
int textfile_write(const char *path, const char *bytes, size_t n, struct err *err);
