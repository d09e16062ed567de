/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of settings, tdtoprc: lines "key = value" that a person can edit. Keys, values and
 * comments come from the table of options. Called by main: reading before any thread exists,
 * writing (key W) on the UI thread.
 */
#ifndef TDTOP_RCFILE_H
#define TDTOP_RCFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "model/err.h"
#include "ui/options/option_table.h"

/*
 * Where the file is by default: $XDG_CONFIG_HOME/tdtop/tdtoprc, else $HOME/.config/tdtop/tdtoprc.
 * Both may be NULL. false: there is no such place, or its name is too long.
 */
bool rcfile_path(const char *config_home, const char *home, char *path, size_t size);

/*
 * Takes the settings of the file into options. A line that is wrong gives a warning with file and
 * line, and the rest counts; err->text then has the first warning, "" otherwise. Returns 0, also if
 * there is no file, unless `must`: then -errno with a sentence.
 */
int rcfile_read(const char *path, bool must, struct options *options, FILE *warnings,
		struct err *err);

/*
 * Writes all settings of options, nothing else: the file is as before or new, never half (a link is
 * followed). Makes the directories. 0, or -errno with a sentence.
 */
int rcfile_write(const char *path, const struct options *options, struct err *err);

#endif
