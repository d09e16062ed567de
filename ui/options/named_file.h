/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that the command line names: how they are opened, and whether two names are one file. Any thread. */
#pragma once

#include <stdio.h>

#include "model/err.h"
#include "ui/options/option_table.h"

#define NAMED_FILE_MAX 1048576	/* bytes of a file that is read whole */

/*
 * Opens a file that is read whole, after a byte order mark of UTF-8. It is regular, as a FIFO or a device may never
 * end, and has at most NAMED_FILE_MAX bytes; /dev/null is one without lines. The caller closes it. NULL, and then errno
 * and *why, half a sentence (static).
 */
FILE *named_file_open(const char *path, const char **why);

/*
 * What tdtop writes goes into a file of its own, which nothing else is read from or written into. 0, or -EINVAL with a
 * sentence.
 */
int named_files_check(struct options *options, struct err *err);
