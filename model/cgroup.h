/* SPDX-License-Identifier: GPL-2.0-only */
/* Readable names of control groups. Pure text; any thread. */
#ifndef TDTOP_MODEL_CGROUP_H
#define TDTOP_MODEL_CGROUP_H

#include <stddef.h>

#define CGROUP_PATH_LEN 256	/* with its NUL; of a longer path the end is kept */

/*
 * What a person calls the group of this path: "nginx.service", "docker:1a2b3c4d5e6f",
 * "pod8d2f01aa/1a2b3c4d5e6f", "lxc:web"; "/" for the root, "(unknown)" for "". Bytes are passed on
 * as they are: not yet harmless for a terminal.
 */
void cgroup_name(const char *path, char *name, size_t size);

#endif
