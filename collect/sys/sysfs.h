/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small files of /sys and /proc below a root directory ("" is the real machine, tests give
 * fixtures): texts, numbers, lists of CPUs. Reads only. Any thread.
 */
#ifndef TDTOP_COLLECT_SYSFS_H
#define TDTOP_COLLECT_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads the file <root>/<path> into text, without white space at its end. path begins with "/".
 * Returns the length, or a negative errno; text is "" then. What does not fit is cut off.
 */
int sysfs_read(const char *root, const char *path, char *text, size_t size);

/*
 * Reads a file that holds one whole decimal or 0x number. 0 or a negative errno (-EINVAL: no
 * number).
 */
int sysfs_read_number(const char *root, const char *path, long long *number);

/* Is there a file or directory <root>/<path>? */
bool sysfs_exists(const char *root, const char *path);

/*
 * A list of CPUs as the kernel prints it, "0-3,8": sorted as it stands there. The caller frees
 * *cpus (NULL for an empty list). 0, -EINVAL or -ENOMEM.
 */
int sysfs_parse_cpus(const char *text, int **cpus, size_t *n);

/* sysfs_parse_cpus() of a file. */
int sysfs_read_cpus(const char *root, const char *path, int **cpus, size_t *n);

#endif
