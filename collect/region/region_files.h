/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files that a process runs, looked through for regions; and names that a process gave regions
 * when it ran. Remembers the files that it has read, by device, inode, size and time of their last
 * change. One thread, which may trace the processes and is not in a sandbox.
 */
#pragma once

#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "collect/region/regions.h"

struct region_files;

/* proc_root: "/proc", borrowed. NULL without memory. */
struct region_files *region_files_new(const char *proc_root);
void region_files_free(struct region_files *files);	/* NULL is fine */

/* Takes over an object: a file with regions, each once. False: it is told again by the next look. */
typedef bool region_files_found(void *data, struct region_object *object);

/*
 * Looks at the files that a process has mapped as code and that were not read yet. 0; or a negative
 * errno: -ESRCH: there is no such process; -EACCES, -EPERM: not all could be looked at.
 */
int region_files_look(struct region_files *files, int32_t pid, region_files_found *found,
		      void *data);

/* It is told again, by the next look at a process that runs it. */
void region_files_forget(struct region_files *files, const struct region_file *file);

struct region_file region_file_of(const struct stat *status);

/* An entry of a pool, in the memory of a process. */
struct region_entry {
	int32_t pid;
	region_t region;
	struct region_file file;	/* of the object */
	uint64_t mark_offset;	/* in that file */
	uint32_t size;		/* of the entry */
};

/* The name in an entry, harmless for a terminal. 0; or a negative errno, and name is "". */
int region_files_name(const struct region_files *files, const struct region_entry *entry,
		      char name[REGION_NAME_LEN]);
