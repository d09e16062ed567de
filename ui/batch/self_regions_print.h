/* SPDX-License-Identifier: GPL-2.0-only */
/* What a program has counted itself of its regions, as text, CSV and JSON. UI thread. */
#pragma once

#include <stdbool.h>

#include "model/self_regions.h"
#include "ui/draw/buffer.h"

/* level: of the nodes, 1 or 2, as far as they are counted. */
void self_regions_put_text(const struct self_regions *regions, int level, bool ascii,
			   struct buffer *out);
void self_regions_put_csv(const struct self_regions *regions, struct buffer *out);

/* One object on one line. 0, or -ENOMEM. */
int self_regions_put_json(const struct self_regions *regions, struct buffer *out);
