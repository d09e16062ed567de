/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rights that the program has beyond those of its user (file capabilities, set-user-ID). Files are
 * always opened with the rights of the user; capabilities are effective only while counters are
 * opened. All of this does nothing if the program has no such rights, and for root. Capabilities
 * belong to threads: each call affects the calling thread. The sandbox takes rights of the user, too.
 */
#pragma once

#include <linux/capability.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/err.h"

/* What a thread needs them for. */
enum privilege {
	PRIVILEGE_COUNT,	/* to open counters and map rings */
	PRIVILEGE_BPF,		/* bpf(2) for programs and maps that are open */
	PRIVILEGE_PROC		/* to read what /proc hides of other users' processes (hidepid) */
};

/*
 * main() calls it first, before it opens any file or starts any thread. If the program has more
 * rights than its user: becomes the user, keeps only the capabilities that counting may need, none
 * of them effective, and removes from the environment what names files. 0; or a negative errno with
 * a sentence: then the program must end.
 */
int privilege_begin(struct err *err);

/* Removes variables from the environment that name files a privileged program would read. */
void privilege_clean_environment(void);

/*
 * The directory of the user's settings: HOME, or what the system says if the environment cannot be
 * trusted. NULL if not known; valid until the next call.
 */
const char *privilege_home(void);

/* Makes the capabilities for this purpose effective in this thread, and no others. */
void privilege_raise(enum privilege privilege);
void privilege_lower(void);	/* makes none effective */

/*
 * May it count tasks that it may not trace (CAP_PERFMON; before Linux 5.8, CAP_SYS_ADMIN)? Also
 * while no capability is effective.
 */
bool privilege_counts_all(void);

/* May it probe programs (uprobes: CAP_SYS_ADMIN)? Also while no capability is effective. */
bool privilege_probes(void);

/* Gives up all capabilities for good, in this thread and in threads that it starts later. */
void privilege_drop(void);

/*
 * Forbids this process and its children to gain rights by exec (no_new_privs). Call it after the
 * user's command was started, if there is one.
 */
void privilege_seal(void);

/*
 * A sandbox by Landlock (Linux 5.13): a thread in it cannot write except in the directories of
 * named files, and cannot run a program. Reading is not limited: tdtop reads /proc and /sys, and
 * glibc looks up names where the system says. Open descriptors keep working. The sandbox limits the
 * damage of unknown bugs; tdtop also runs without it.
 */

/*
 * The version of the kernel's Landlock, from 1; 0: none, switched off, or tdtop was built without.
 */
int sandbox_version(void);

/*
 * Limits the calling thread and threads that it starts later. They may still write and create files
 * in the directory of each file, and open standard output again. The directory is the nearest one
 * above the file that exists; if the file is a link, also that of its target. NULL is skipped. Call
 * privilege_seal() before. 0; or -errno, and nothing is limited.
 */
int sandbox_enter(const char *const *files, size_t n);

/* <linux/capability.h>, with the capabilities that it lacks where it is older than Linux 5.8. */

#ifndef CAP_PERFMON
#define CAP_PERFMON 38		/* Linux 5.8 */
#endif

#ifndef CAP_BPF
#define CAP_BPF 39		/* Linux 5.8 */
#endif
