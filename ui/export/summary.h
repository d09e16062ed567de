/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a command has cost, when it has ended: a line for each name, like perf stat's table. Main thread.
 */
#ifndef TDTOP_UI_SUMMARY_H
#define TDTOP_UI_SUMMARY_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"

/* Appends the table; sums are those of model/snapshot/sums.h. */
void summary_put(const struct snapshot *sums, bool ascii, struct buffer *out);

#endif
