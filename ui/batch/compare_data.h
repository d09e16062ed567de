/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A comparison for programs: CSV, and JSON with the schema "tdtop-diff/1" (tdtop-json.5 has its
 * fields). UI thread.
 */
#ifndef TDTOP_UI_BATCH_COMPARE_DATA_H
#define TDTOP_UI_BATCH_COMPARE_DATA_H

#include "ui/batch/compare_list.h"
#include "ui/draw/buffer.h"

/* Appends the header line, the machine's row and those of the list. */
void compare_put_csv(const struct comparison *comparison, const struct compare_list *list,
		     struct buffer *out);

/* Appends one object and a newline. 0 or -ENOMEM. */
int compare_put_json(const struct compare_config *config, const struct comparison *comparison,
		     const struct compare_list *list, struct buffer *out);

#endif
