/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads small files of /sys and /proc below a root directory ("" is the real machine, tests give
 * fixtures): texts, numbers, lists of CPUs. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads the file <root>/<path> into text and removes white space at its end. path begins with "/".
 * Returns the length, or a negative errno with text "". Cuts off what does not fit.
 */
int sysfs_read(const char *root, const char *path, char *text, size_t size);

/* Reads a file that holds one decimal or 0x number. 0 or a negative errno; -EINVAL: no number. */
int sysfs_read_number(const char *root, const char *path, long long *number);

/* Does the file or directory <root>/<path> exist? */
bool sysfs_exists(const char *root, const char *path);

/*
 * Parses a list of CPUs as the kernel prints it, "0-3,8", in its order. The caller frees *cpus,
 * which is NULL for an empty list. 0, -EINVAL or -ENOMEM.
 */
int sysfs_parse_cpus(const char *text, int **cpus, size_t *n);

/* sysfs_parse_cpus() of a file. */
int sysfs_read_cpus(const char *root, const char *path, int **cpus, size_t *n);
