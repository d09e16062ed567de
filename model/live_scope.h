/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whose code is sampled live, and whose nodes below level 2 are counted: a row of the lists. Any
 * thread.
 */
#pragma once

enum live_scope {
	LIVE_NOTHING,		/* nothing is looked at: all its events are closed 3 s later */
	LIVE_MACHINE,
	LIVE_CPU,		/* id: the kernel's number */
	LIVE_PROCESS,		/* id: pid; start_ns as in struct row */
	LIVE_THREAD,		/* id: tid */
	LIVE_USER, LIVE_CGROUP, LIVE_NAME,	/* start_ns: the hash that their rows have */
	LIVE_WATCHED,		/* all that is counted with --pid or a command, and what these
				 * start; id: pid of the first, known before any interval ends */
	LIVE_REGION		/* of nodes only: id: pid; struct tree_request names the region */
};
