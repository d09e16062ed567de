/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The settings file, tdtoprc: lines "key = value" that the user can edit. Keys, values and comments
 * come from the table of options. Called by main: it is read before any thread exists, and written
 * on the UI thread (key W).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "model/err.h"
#include "ui/options/option_table.h"

/*
 * The default path: $XDG_CONFIG_HOME/tdtop/tdtoprc, else $HOME/.config/tdtop/tdtoprc. Both
 * arguments may be NULL. false: there is no such path, or it is too long.
 */
bool rcfile_path(const char *config_home, const char *home, char *path, size_t size);

/*
 * Reads the settings of the file into options. An invalid line gives a warning with file and line,
 * and the other lines are used; err->text has the first warning, or "". Returns 0, even without a
 * file; with `must` -errno and a sentence if the file cannot be read.
 */
int rcfile_read(const char *path, bool must, struct options *options, FILE *warnings,
		struct err *err);

/*
 * Replaces the file by one with all settings of options, by write and rename, so it is never
 * half-written (a link is followed). Creates directories. A file that was made or changed by hand is
 * kept as "path~". Returns 0; 1 if such a copy was made; -errno with a sentence, and then the file is
 * unchanged.
 */
int rcfile_write(const char *path, const struct options *options, struct err *err);
