/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff A B": reads two recordings without a thread, sums and compares them. Like main.c it
 * includes collect and ui. Main thread.
 */
#ifndef TDTOP_UI_MAIN_DIFF_H
#define TDTOP_UI_MAIN_DIFF_H

#include <stdio.h>

#include "model/err.h"
#include "model/snapshot/compare.h"
#include "ui/options/option_table.h"

struct diff {
	struct err warning[SIDES];	/* why a recording is not complete; "" if it is */
};

/*
 * Prints what changed from options->baseline to options->replay. 0, or a negative errno with a
 * sentence; the warnings are set in both cases.
 */
int diff_run(struct diff *diff, const struct options *options, FILE *out, struct err *err);

#endif
