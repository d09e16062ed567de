/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A copy of a recording that comes through a pipe: a file without a name, written by who reads the
 * pipe and read by who makes profiles. So all views are to be had of a pipe, too. Where no source
 * reads the pipe for its intervals, who makes profiles moves its bytes here.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recording_copy {
	int fd;			/* -1: there is no copy */
	int from;		/* the pipe, if its bytes are to be moved; else -1 */
	_Atomic bool ended;	/* A: the writer sets it (release) after the last byte, readers look (acquire) */
};

/* Makes the file, in TMPDIR or /var/tmp; without it (fd -1) there is no copy. Main thread. */
void recording_copy_open(struct recording_copy *copy);
void recording_copy_close(struct recording_copy *copy);	/* A second call does nothing. */

/* Writes what has come. False: no room for it, so that the copy ends here. The writer's thread. */
bool recording_copy_write(const struct recording_copy *copy, const void *bytes, size_t n);

/* The pipe has ended. The writer's thread. */
void recording_copy_end(struct recording_copy *copy);
bool recording_copy_has_ended(const struct recording_copy *copy);	/* Any thread. */

uint64_t recording_copy_size(const struct recording_copy *copy);	/* bytes so far. Any thread. */

/* Standard input is not read any more: its further bytes are to be moved. Main thread. */
void recording_copy_take_over(struct recording_copy *copy);
/* Moves some bytes, if .from is readable. The thread that makes profiles. */
void recording_copy_move(struct recording_copy *copy);
