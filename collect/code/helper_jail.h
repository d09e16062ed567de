/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Takes all rights from a process that reads hostile files. It is not root, has no capabilities, and gets
 * no new ones. It has no files but those it has and is given, no network, no other process, and 1 GB of
 * address space. By seccomp, a list of what it may call. Where seccomp is missing (qemu-user) the limits
 * remain. With a sanitizer, which needs memory and calls of its own, only capabilities are given up.
 */
#pragma once

#include <stdbool.h>

/* Closes all files but this one; 0, 1 and 2 become /dev/null (not 2 with a sanitizer). */
void helper_jail_files(int keep);

/*
 * For a process with one thread, for good; it is killed when its parent ends. Returns whether
 * system calls are limited.
 */
bool helper_jail_enter(int keep);

/* May this process run for so many more seconds of CPU time? After that it is killed (SIGXCPU). */
void helper_jail_seconds(unsigned int seconds);
