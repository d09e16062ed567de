/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a session has for --openmetrics and --listen: counters that never go back, the socket, and the
 * thread that exports them. Main thread.
 */
#pragma once

#include <stdbool.h>

#include "model/err.h"
#include "ui/options/option_table.h"

struct exporter;
struct http;
struct snapshot;
struct totals;

/* Zeroed, and wake = -1: nothing is exported. */
struct counters_export {
	struct totals *totals;	/* the collector fills it; NULL: nothing is exported */
	struct http *http;	/* NULL: no server */
	struct exporter *exporter;
	int wake;		/* eventfd, -1: none */
	struct err told;	/* the last trouble that --headless has reported */
};

/*
 * Opens the socket, if options want one: while rights to do so are there. 0, or a negative errno with
 * a sentence. counters_export_close() is called in both cases.
 */
int counters_export_open(struct counters_export *export, const struct options *options,
			 struct err *err);

/* Starts the thread, in the sandbox. 0, or a negative errno with a sentence. */
int counters_export_start(struct counters_export *export, const struct options *options,
			  struct err *err);

#define EXPORT_PLACE_LEN 112

/* "listening on http://127.0.0.1:9740/metrics", where counters are to be had; "" if there is no server. */
void counters_export_place(const struct counters_export *export, char text[EXPORT_PLACE_LEN]);

/*
 * `show` of struct batch_config for --headless; *data: struct counters_export. Intervals are not shown,
 * but what goes wrong with the export of their counters is, on standard error. False: the reader of
 * counters on standard output has ended.
 */
bool headless_show(void *data, const struct snapshot *snapshot);

/*
 * Exports the last counters and ends the thread, when the collector has ended. 0, or a negative errno with
 * a sentence ("": it was reported before): the file could not be written. A second call does nothing.
 */
int counters_export_stop(struct counters_export *export, struct err *err);
void counters_export_close(struct counters_export *export);
