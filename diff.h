/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff A B": both recordings are read, one after the other and without a thread, summed and compared.
 * Beside main.c the only file that knows collect and ui.
 */
#ifndef TDTOP_DIFF_H
#define TDTOP_DIFF_H

#include <stdio.h>

#include "model/err.h"
#include "model/snapshot/compare.h"
#include "ui/options/option_table.h"

struct diff {
	struct err warning[SIDES];	/* a recording that is not whole; "" normally */
};

/*
 * Prints what changed from options->baseline to options->replay. 0, or a negative errno with a sentence; the
 * warnings are right in both cases.
 */
int diff_run(struct diff *diff, const struct options *options, FILE *out, struct err *err);

#endif
