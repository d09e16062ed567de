/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is a file that was found by its path the one that a recording tells of, where no build-id says
 * so? Any thread.
 */
#ifndef TDTOP_COLLECT_CODE_FILE_IDENTITY_H
#define TDTOP_COLLECT_CODE_FILE_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/profile/place.h"

/* What the kernel says of a file that is open. */
struct file_identity {
	uint64_t device, inode;		/* as in struct recorded_file */
	uint32_t generation;		/* of the inode; 0: the file system does not tell */
	uint64_t modified_ns;		/* since 1970 */
	bool layered;			/* overlayfs: a mapping tells the file of a layer */
};

/* 0 or -errno. */
int file_identity_of(int fd, struct file_identity *identity);

enum file_match { FILE_SAME, FILE_OTHER, FILE_UNKNOWN };

/* Pure. */
enum file_match file_identity_match(const struct recorded_file *recorded,
				    const struct file_identity *found);

#endif
