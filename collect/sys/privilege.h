/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rights that come with the program (file capabilities, set-user-ID), not with its user. Files are
 * opened with the rights of the user, always; the capabilities are effective only while counters
 * are opened. For root, and for a user with no more rights than any program, all of this does
 * nothing. Capabilities belong to threads: each call is about the calling one.
 */
#ifndef TDTOP_COLLECT_PRIVILEGE_H
#define TDTOP_COLLECT_PRIVILEGE_H

#include "model/err.h"

/* What a thread wants to do with them. */
enum privilege {
	PRIVILEGE_COUNT,	/* open counters and map rings */
	PRIVILEGE_PROC		/* read of foreign processes what /proc hides (hidepid) */
};

/*
 * First of all, before any file is opened and any thread started. If the program has more rights
 * than its user: becomes the user, keeps of the capabilities what counting may need, none
 * effective, and forgets what the environment says about files. 0 or a negative errno with a sentence:
 * then the program must end.
 */
int privilege_begin(struct err *err);

/* Takes out of the environment what would make a privileged program read foreign files. */
void privilege_clean_environment(void);

/*
 * Where the user's settings are: HOME, or what the system says if the environment is not to be
 * trusted. NULL if not known; valid until the next call.
 */
const char *privilege_home(void);

/* Makes the capabilities for this effective in this thread, and no others. */
void privilege_raise(enum privilege privilege);
void privilege_lower(void);	/* none is effective */

/* Gives all of them up for good, in this thread and those that it will start. */
void privilege_drop(void);

/* This process and its children never get more rights by exec. After a command was started, if any. */
void privilege_seal(void);

#endif
