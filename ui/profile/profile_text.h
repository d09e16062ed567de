/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile as text: head, what to know of the numbers, a table for each part. Main thread. */
#pragma once

#include "ui/draw/buffer.h"
#include "ui/profile/profile_choice.h"

/* Appends head, notes, and the tables of these parts (bits of enum profile_part). */
void profile_put_text(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice, unsigned int parts);
