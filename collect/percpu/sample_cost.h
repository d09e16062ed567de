/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The additional cost of one context switch because it is counted: the kernel's sample of the group
 * and its two SWITCH records. It is measured on this machine, not known beforehand: a hardware
 * counter is read in tens of nanoseconds on bare metal and in tens of microseconds where a
 * hypervisor emulates it. Called by sampling.c when groups are opened; the thread of the caller.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A machine on which switches can be made and counted. Both return 0 or a negative errno. */
struct sample_cost_trial {
	void *data;
	/*
	 * Starts or stops counting switches. -EAGAIN at the stop: not all since the start were
	 * counted, because others multiplex the counters.
	 */
	int (*count)(void *data, bool on);
	int (*burst)(void *data, uint64_t *cpu_ns, uint64_t *switches);	/* as burst_run() */
};

/*
 * Nanoseconds of CPU time per counted switch, beside those of the switch itself. Runs bursts with
 * and without counting alternately and takes the best of each, as other activity on the machine
 * makes a burst more expensive and never cheaper. NAN if the trial failed or made no switch;
 * nothing is counting after it.
 */
double sample_cost_measure(const struct sample_cost_trial *trial);

/*
 * Context switches made on purpose: two threads on one CPU that wait for each other. While a burst
 * exists the calling thread is bound to that CPU.
 */
struct burst;

/*
 * Binds the calling thread to this CPU (the kernel's number) and starts the other one. 0
 * and *out, or a negative errno: EINVAL if this process may not run there.
 */
int burst_begin(int cpu, struct burst **out);

/*
 * Makes some hundred switches, for at most some milliseconds of CPU time: CPU time of both
 * threads and number of switches. 0 or a negative errno.
 */
int burst_run(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches);

/* Ends the other thread and lets the calling one run where it did before. NULL is fine. */
void burst_end(struct burst *burst);
