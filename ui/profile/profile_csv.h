/* SPDX-License-Identifier: GPL-2.0-only */
/* A table of a profile as CSV: the fields of JSON, with a dot where JSON has an object. */
#pragma once

#include "ui/draw/buffer.h"
#include "ui/profile/profile_choice.h"

/* The header line of the part of the rows; of a simulated machine the last field says so. */
void profile_put_csv_header(struct buffer *out, const struct profile_rows *rows);

/* A line for each chosen row of the part of the configuration. The first field is the event. */
void profile_put_csv(struct buffer *out, const struct profile_rows *rows,
		     const struct profile_choice *choice);
