/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A copy of a recording that comes through a pipe: a file without a name, written by who reads the
 * pipe and read by who makes profiles. So all views are to be had of a pipe, too.
 */
#ifndef TDTOP_COLLECT_RECORDING_RECORDING_COPY_H
#define TDTOP_COLLECT_RECORDING_RECORDING_COPY_H

#include <stdatomic.h>
#include <stdbool.h>

struct recording_copy {
	int fd;			/* -1: there is no copy */
	_Atomic bool ended;	/* A: the writer sets it (release) after the last byte, readers look (acquire) */
};

/* Makes the file, in TMPDIR or /var/tmp; without it (fd -1) there is no copy. Main thread. */
void recording_copy_open(struct recording_copy *copy);
void recording_copy_close(struct recording_copy *copy);	/* A second call does nothing. */

/* The pipe has ended. The writer's thread. */
void recording_copy_end(struct recording_copy *copy);
bool recording_copy_has_ended(const struct recording_copy *copy);	/* Any thread. */

#endif
