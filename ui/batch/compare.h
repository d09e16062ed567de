/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff": what changed between two recordings (model/snapshot/compare.h), as text, CSV or
 * JSON. No files, no clock. UI thread.
 */
#pragma once

#include "ui/batch/compare_list.h"
#include "ui/draw/buffer.h"

/* Appends the whole output. 0 or -ENOMEM; the filter must be valid (filter_check()). */
int compare_put(const struct compare_config *config, const struct comparison *comparison,
		struct buffer *out);
