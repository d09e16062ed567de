/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whom a busy machine must not keep waiting. Who empties the rings has no more time than they hold: some 20 ms of a
 * storm of switches; who answers keys must do so within a frame. Any thread, for itself.
 */
#ifndef TDTOP_COLLECT_SYS_PRIORITY_H
#define TDTOP_COLLECT_SYS_PRIORITY_H

/*
 * The calling thread, and those it starts from now on, come before others: nice -10. Only if it may be so and nobody
 * has chosen otherwise, as with nice(1).
 */
void priority_raise(void);

#endif
