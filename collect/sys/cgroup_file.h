/* SPDX-License-Identifier: GPL-2.0-only */
/* /proc/PID/cgroup in its forms. Pure text; any thread. */
#ifndef TDTOP_COLLECT_CGROUP_FILE_H
#define TDTOP_COLLECT_CGROUP_FILE_H

#include "model/cgroup.h"

/*
 * The path that says most about a process, out of the file's text: that of version 2, or of version
 * 1 the longest among cpu, cpuacct, pids and systemd's own. "" if there is none.
 */
void cgroup_choose(const char *text, char path[CGROUP_PATH_LEN]);

#endif
