/* SPDX-License-Identifier: GPL-2.0-only */
/* What a program has counted itself of its regions, as text, CSV and JSON. UI thread. */
#pragma once

#include "model/self_regions.h"
#include "ui/batch/batch_print.h"
#include "ui/draw/buffer.h"

struct self_regions_config {
	enum batch_format format;	/* JSON: one object on one line */
	int level;		/* of the nodes in text, 1 or 2, as far as they are counted */
	bool ascii;
	struct row_choice choice;
	const struct code_columns *columns;	/* of text; NULL, none: the usual ones */
};

/* 0, or -ENOMEM. */
int self_regions_put(const struct self_regions_config *config, const struct self_regions *regions,
		     struct buffer *out);
