/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Raises the priority of the threads that cannot wait on a loaded machine: the collector (a full
 * ring loses records after some 20 ms of a switch storm) and the UI (a key must be answered within
 * a frame). Called by each thread for itself.
 */
#ifndef TDTOP_COLLECT_SYS_PRIORITY_H
#define TDTOP_COLLECT_SYS_PRIORITY_H

/*
 * Sets the calling thread to nice -10; threads that it starts later inherit that. Does nothing if
 * that is not permitted, or if the user has chosen another value, as with nice(1).
 */
void priority_raise(void);

/*
 * Sets the calling thread to nice 0 if it comes before others, by priority_raise() or by whoever
 * has started tdtop (the units of systemd: -10); for a thread that may wait.
 */
void priority_lower(void);

#endif
