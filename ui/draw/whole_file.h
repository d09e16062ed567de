/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files that are always whole: written beside, as FILE.tmp, and renamed. A full disk, or a crash,
 * leaves what was there. They are not synced to the disk. Any thread.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* Writes all bytes, also if another process made fd non-blocking. -errno: a part is written. */
int whole_write(int fd, const char *bytes, size_t n);

/*
 * Replaces `path` by a file of these bytes. mode: whatever the umask is; 0: 0644 by the umask.
 * Links are not followed: one at FILE.tmp is removed, one at `path` replaced. 0, or -errno, then
 * `path` is as before; -EBUSY: another process writes it too.
 */
int whole_file_replace(const char *path, const char *bytes, size_t n, mode_t mode);

/*
 * The same for a file that the user names: a link is followed, and a file keeps its mode. What is
 * no file (a device), or is in a directory in which we may create none, is written in place. 0 or
 * -errno.
 */
int whole_file_put(const char *path, const char *bytes, size_t n);
