/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * By Landlock (Linux 5.13): a thread that writes nowhere but beside files that are named, and runs no program.
 * What it reads is not limited: /proc and /sys are its business, and glibc asks for names as the system says.
 * Descriptors that are open stay as they are. A help against bugs not found yet, never a condition.
 */
#ifndef TDTOP_COLLECT_SANDBOX_H
#define TDTOP_COLLECT_SANDBOX_H

#include <stddef.h>

/* The version of the kernel's Landlock, 1 or more; 0: it has none, it is off, or tdtop was built without. */
int sandbox_version(void);

/*
 * Holds for the calling thread and those that it starts from now on. It may still write and make files in the
 * directory of each of these (NULL: none; where the directory is not there yet, in that above it; where the file is
 * a link, beside what it leads to), and open its standard output again. Call privilege_seal() before. 0 or -errno:
 * then nothing is limited.
 */
int sandbox_enter(const char *const *files, size_t n);

#endif
