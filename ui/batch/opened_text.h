/* SPDX-License-Identifier: GPL-2.0-only */
/* The nodes that are opened of one row as a block of text, for people. UI thread. */
#ifndef TDTOP_UI_BATCH_OPENED_TEXT_H
#define TDTOP_UI_BATCH_OPENED_TEXT_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"
#include "ui/draw/buffer.h"

/* Appends the block; nothing where nothing is opened. */
void opened_put_text(const struct snapshot *snapshot, bool ascii, struct buffer *out);

#endif
