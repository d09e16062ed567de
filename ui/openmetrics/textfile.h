/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file that is always whole (whole_file.h): written beside it, as FILE.tmp, and renamed. So node_exporter's
 * textfile collector, which reads *.prom, never sees half of it.
 */
#pragma once

#include <stddef.h>

#include "model/err.h"
#include "ui/openmetrics/exposition.h"

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
