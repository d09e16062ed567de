/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Context switches made on purpose: two threads on one CPU that wait for each other, for price.h. While there is a
 * burst the calling thread is bound to that CPU.
 */
#ifndef TDTOP_COLLECT_BURST_H
#define TDTOP_COLLECT_BURST_H

#include <stdint.h>

struct burst;

/*
 * Binds the calling thread to this CPU (the kernel's number) and starts the other one. 0 and *out, or a negative
 * errno: EINVAL if this process may not run there.
 */
int burst_begin(int cpu, struct burst **out);

/*
 * Some hundred switches, at most for some milliseconds of CPU time: what both threads used, and how many
 * switches that were. 0 or a negative errno.
 */
int burst_run(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches);

/* Ends the other thread and lets the calling one run where it did before. NULL is fine. */
void burst_end(struct burst *burst);

#endif
