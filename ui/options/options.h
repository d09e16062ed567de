/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line, parsed by the table of options. Nothing is opened here. Called by main before
 * any thread exists.
 */
#pragma once

#include "model/err.h"
#include "ui/options/option_table.h"

/* Sets the defaults. */
void options_init(struct options *options);

/*
 * Applies the command line to options that are set already (tdtoprc); otherwise as options_parse().
 * Drops an earlier sort key that does not apply to the view of the command line.
 */
int options_apply(struct options *options, int argc, char *argv[], struct err *err);

/*
 * Fills options from defaults and argv; "diff A B" is "--baseline A --replay B". 0, or -EINVAL with
 * a sentence (wrong usage: exit status 2). argv is permuted as getopt_long does. Not reentrant:
 * getopt has global state.
 */
int options_parse(struct options *options, int argc, char *argv[], struct err *err);

/*
 * Applies the environment. no_color is $NO_COLOR (NULL: not set; https://no-color.org): if not
 * empty, --no-color. codeset is nl_langinfo(CODESET): anything but UTF-8 means --ascii.
 */
void options_environment(struct options *options, const char *no_color, const char *codeset);
