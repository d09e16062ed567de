/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks, hot paths and loops as text. Main thread. */
#ifndef TDTOP_UI_EXPORT_PROFILE_TEXT_FLOW_H
#define TDTOP_UI_EXPORT_PROFILE_TEXT_FLOW_H

#include "ui/draw/buffer.h"
#include "ui/export/profile_choice.h"

/* The tree of calls, each function below its caller. */
void profile_put_stacks(struct buffer *out, const struct profile_rows *rows,
			const struct profile_choice *choice);

/* Paths with their blocks, then loops. */
void profile_put_paths(struct buffer *out, const struct profile_rows *rows,
		       const struct profile_choice *choice);

#endif
