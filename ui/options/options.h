/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line. One table in ui/options/options.c drives getopt_long(3), the range errors, --help and the
 * check of the manual. Nothing is opened here. Called by main before any thread exists.
 */
#ifndef TDTOP_OPTIONS_H
#define TDTOP_OPTIONS_H

#include "model/err.h"
#include "ui/options/option_table.h"

/* What holds when nobody says anything. */
void options_init(struct options *options);

/*
 * The command line over what options hold already (tdtoprc); otherwise as options_parse. A sort key
 * of before that does not fit the view now asked for is dropped.
 */
int options_apply(struct options *options, int argc, char *argv[], struct err *err);

/*
 * Fills options from defaults and argv; "diff A B" is "--baseline A --replay B". 0, or -EINVAL with a sentence
 * (wrong usage: exit status 2).
 * argv is permuted as getopt_long does. Not reentrant: getopt's state is the process's.
 */
int options_parse(struct options *options, int argc, char *argv[], struct err *err);

/*
 * What the environment says unless the command line did: no_color is $NO_COLOR (NULL: not set;
 * https://no-color.org), codeset is nl_langinfo(CODESET): anything but UTF-8 means --ascii.
 */
void options_environment(struct options *options, const char *no_color, const char *codeset);

#endif
