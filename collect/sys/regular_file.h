/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens files whose name is a stranger's choice. A FIFO or a device waits, or does something, when it
 * is opened: so the file is looked at before. O_PATH of open(2) opens nothing. Any thread.
 */
#pragma once

struct stat;

/*
 * Opens for reading what `place`, a descriptor of O_PATH, stands for; closes place. A negative place
 * stands for a call that has just failed with errno. Returns a descriptor, and *status of the file
 * (may be NULL); or a negative errno: -EINVAL for what is no regular file.
 */
int regular_file_reopen(int place, struct stat *status);
