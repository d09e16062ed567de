/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff A B --fail-on EXPR", also with several recordings of each side: reads them one after
 * the other, cut into pieces, and prints a verdict (model/verdict/verdict.h). Main thread.
 */
#ifndef TDTOP_UI_MAIN_VERDICT_RUN_H
#define TDTOP_UI_MAIN_VERDICT_RUN_H

#include <stdio.h>

#include "model/err.h"
#include "model/side.h"
#include "model/verdict/verdict.h"
#include "ui/options/option_table.h"

/*
 * Prints the values of the rows that the expression names, otherwise of the machine and of at most 8
 * commands that have 5 % of the slots, and the verdict. 0 and *result; or a negative errno with a
 * sentence: -ENODATA if the recordings have no such value. The warnings say why a recording is not
 * complete.
 */
int verdict_run(const struct options *options, FILE *out, enum verdict_result *result,
		struct err warning[SIDES], struct err *err);

#endif
