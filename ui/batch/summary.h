/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The summary when a command has ended ("tdtop -- command"): a line per command name, like the
 * table of perf stat. Main thread.
 */
#ifndef TDTOP_UI_BATCH_SUMMARY_H
#define TDTOP_UI_BATCH_SUMMARY_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"

/* Appends the table; sums: of model/snapshot/sums.h. */
void summary_put(const struct snapshot *sums, bool ascii, struct buffer *out);

#endif
