/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A sandbox by Landlock (Linux 5.13): a thread in it cannot write except in the directories of
 * named files, and cannot run a program. Reading is not limited: tdtop reads /proc and /sys, and
 * glibc looks up names where the system says. Open descriptors keep working. The sandbox limits the
 * damage of unknown bugs; tdtop also runs without it.
 */
#pragma once

#include <stddef.h>

/*
 * The version of the kernel's Landlock, from 1; 0: none, switched off, or tdtop was built without.
 */
int sandbox_version(void);

/*
 * Limits the calling thread and threads that it starts later. They may still write and create files
 * in the directory of each file, and open standard output again. The directory is the nearest one
 * above the file that exists; if the file is a link, also that of its target. NULL is skipped. Call
 * privilege_seal() before. 0; or -errno, and nothing is limited.
 */
int sandbox_enter(const char *const *files, size_t n);
