/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The options that print samples, of a recording or live: what goes together. Called by options.c
 * after all options were read; no state.
 */
#ifndef TDTOP_UI_OPTIONS_PROFILE_OPTIONS_H
#define TDTOP_UI_OPTIONS_PROFILE_OPTIONS_H

#include "model/err.h"
#include "ui/options/option_table.h"

/*
 * Completes the options that depend on these. view: that of the settings, which is for the list.
 * 0, or -EINVAL with a sentence.
 */
int profile_options_check(struct options *options, int view, struct err *err);

#endif
