/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What options ask for together: what goes with what, and what depends on several. Called by
 * options.c after all options were read, by main before any thread exists.
 */
#ifndef TDTOP_UI_OPTIONS_OPTION_CHECKS_H
#define TDTOP_UI_OPTIONS_OPTION_CHECKS_H

#include "model/err.h"
#include "ui/options/option_table.h"

/* Which option chooses it, without dashes: static. NULL: the screen, by none, or --record -. */
const char *option_of_output(enum output output);

/*
 * Checks all options, and completes those that depend on others. 0, or -EINVAL with a sentence for
 * the first that is wrong.
 */
int option_checks(struct options *options, struct err *err);

#endif
