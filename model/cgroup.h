/* SPDX-License-Identifier: GPL-2.0-only */
/* Readable names of control groups. Pure text; any thread. */
#pragma once

#include <stddef.h>

#define CGROUP_PATH_LEN 256	/* including the NUL; a longer path is cut at its start */

/*
 * Writes the name that a person uses for this cgroup: "nginx.service", "docker:1a2b3c4d5e6f",
 * "pod8d2f01aa/1a2b3c4d5e6f", "lxc:web"; "/" for the root, "/.." for one above our cgroup namespace,
 * "(unknown)" for "". Bytes are copied as they are: the result is not yet safe to print on a terminal.
 * Returns the length of what it begins with and cgroup_container() would write.
 */
size_t cgroup_name(const char *path, char *name, size_t size);

/*
 * Writes the innermost container of this cgroup, "docker:1a2b3c4d5e6f", without what is below it in
 * the path; "" if the path leads into none.
 */
void cgroup_container(const char *path, char *name, size_t size);
