/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that only a machine with counters can obey. Main thread. */
#ifndef TDTOP_UI_OPTIONS_COUNTED_OPTIONS_H
#define TDTOP_UI_OPTIONS_COUNTED_OPTIONS_H

#include "ui/options/option_table.h"

/*
 * The first of the given options that asks for what only counters tell: its name and value. NULL:
 * none does. What comes from a file of settings is no request. text: room for the answer.
 */
#define COUNTED_OPTION_TEXT 64
const char *counted_option(const struct options *options, char text[COUNTED_OPTION_TEXT]);

#endif
