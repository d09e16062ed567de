/* SPDX-License-Identifier: GPL-2.0-only */
/* A comparison as a table for people. UI thread. */
#ifndef TDTOP_UI_BATCH_COMPARE_TEXT_H
#define TDTOP_UI_BATCH_COMPARE_TEXT_H

#include "ui/batch/compare_list.h"
#include "ui/draw/buffer.h"

/* Appends both heads, the titles, the machine's row and those of the list. */
void compare_put_text(const struct compare_config *config, const struct comparison *comparison,
		      const struct compare_list *list, struct buffer *out);

#endif
