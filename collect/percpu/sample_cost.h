/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one context switch costs more because it is counted: the kernel's sample of the group and its two SWITCH
 * records. It is timed on this machine, not known beforehand: a hardware counter is read in tens of nanoseconds on
 * bare metal and in tens of microseconds where a hypervisor emulates it. Pure; the thread of the caller.
 */
#ifndef TDTOP_COLLECT_SAMPLE_COST_H
#define TDTOP_COLLECT_SAMPLE_COST_H

#include <stdbool.h>
#include <stdint.h>

/* The seam: a machine on which switches can be made and counted. Both return 0 or a negative errno. */
struct price_trial {
	void *data;
	int (*count)(void *data, bool on);	/* begins to count the switches of the burst, or ends it */
	int (*burst)(void *data, uint64_t *cpu_ns, uint64_t *switches);	/* CPU time and number of some switches */
};

/*
 * Nanoseconds of a CPU per counted switch, beside those of the switch itself: bursts with and without counting by
 * turns, and of each the best, as whatever else happens on the machine makes a burst dearer and never cheaper. NAN
 * if the trial failed or made no switch; nothing is counting after it.
 */
double price_learn(const struct price_trial *trial);

#endif
