/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keeps a program's file as it is while it is probed. The kernel puts a breakpoint at an offset of
 * the file, whatever comes to lie there. A program that is written over it in place, by cp(1) for
 * one, would crash in each process that runs it. So a read lease, fcntl(2), makes whoever opens the
 * file for writing wait until the probes are gone, if that is soon (the kernel waits for
 * /proc/sys/fs/lease-break-time, 45 s). It takes CAP_LEASE for a file of another user, and not all
 * file systems have leases: then a change is seen afterwards. Any thread.
 */
#pragma once

#include <stdbool.h>

struct file_guard;

/* Of a file as it is now; fd, open for reading only, is duplicated. NULL: no memory, or no fd. */
struct file_guard *file_guard_new(int fd);
/* It goes when no probe holds it any more. NULL is fine. */
void file_guard_free(struct file_guard *guard);

/*
 * A probe is about to be put into the file: then it is not written to. 0; -ESTALE: it was changed
 * since file_guard_new(), or is about to be, and is not held. NULL: 0, and nothing is done.
 */
int file_guard_hold(struct file_guard *guard);
void file_guard_release(struct file_guard *guard);	/* the probe is gone. NULL is fine */

/* Was the file changed since file_guard_new(), or does somebody wait to do so? NULL: no. */
bool file_guard_is_stale(struct file_guard *guard);

struct stat;

/*
 * Files whose name is a stranger's choice: a FIFO or a device waits, or does something, when it is
 * opened. So the file is looked at before; O_PATH of open(2) opens nothing. Any thread.
 *
 * Opens for reading what `place`, a descriptor of O_PATH, stands for; closes place. A negative place
 * stands for a call that has just failed with errno. Returns a descriptor, and *status of the file
 * (may be NULL); or a negative errno: -EINVAL for what is no regular file.
 */
int regular_file_reopen(int place, struct stat *status);
