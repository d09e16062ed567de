/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that keys write, named by the time. UI thread. */
#ifndef TDTOP_UI_SCREEN_NEW_FILE_H
#define TDTOP_UI_SCREEN_NEW_FILE_H

#include <stddef.h>

#include "ui/draw/buffer.h"

/*
 * Writes the buffer to "tdtop-2026-11-22-121005.SUFFIX" of the local time `now` (seconds since 1970)
 * in the current directory; a number is appended if there is one. It overwrites nothing, and leaves
 * no part. 0 or -errno, -ENOMEM if the buffer is broken; path: its name, or the last one tried.
 */
int new_file_put(double now, const char *suffix, const struct buffer *buffer, char *path,
		 size_t size);

#endif
