/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is mapped now: the code of a process as /proc/PID/maps tells it (proc_pid_maps(5)), and that
 * of the kernel. Mappings that are not executable are left out. Any thread that may read them: it
 * takes the right to trace the process, which Landlock takes away.
 */
#pragma once

#include <stdint.h>

#include "collect/code/code_objects.h"

/* Takes a mapping, valid until it returns. Not 0: enough. */
typedef int proc_mapping(void *data, const struct code_mapping *mapping);

/*
 * Those of a process, by address. 0: all were told, or what the function returned; or a negative
 * errno: -ESRCH without such a process, or one that is exiting; -EACCES, -EPERM: no right.
 * proc_root: "/proc".
 */
int proc_maps_each(const char *proc_root, int32_t pid, proc_mapping *each, void *data);

/*
 * Those of the kernel. It is one object over all of its half of the addresses: what the kernel
 * makes at run time (BPF programs, trampolines) is named in its table of symbols too. Modules
 * follow, where the user may see their addresses. 0, or what the function returned.
 */
int proc_maps_kernel(const char *proc_root, proc_mapping *each, void *data);
