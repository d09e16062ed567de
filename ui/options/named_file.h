/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that the command line names: how they are opened, and whether two names are one file. Any thread. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#define NAMED_FILE_MAX 1048576	/* bytes of a file that is read whole */

/*
 * Opens a file that is read whole, after a byte order mark of UTF-8. It is regular, as a FIFO or a device may never
 * end, and has at most NAMED_FILE_MAX bytes; /dev/null is one without lines. The caller closes it. NULL, and then errno
 * and *why, half a sentence (static).
 */
FILE *named_file_open(const char *path, const char **why);

/* Do both names mean one regular file, or one that is not there yet? */
bool named_file_is_same(const char *a, const char *b);
