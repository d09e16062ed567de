/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine on which tasks run by a script, below the switch source: its groups, its rings, its clock and its CPUs, in
 * place of libperf and the kernel (ld --wrap: FAKE_KERNEL in Makefile.am). What each task has had is known, and nothing
 * happens but by fake_run() and fake_advance().
 *
 * A task has 10 slots in a nanosecond; of them fake_retiring(pid) are retiring, the rest is bound by the back end. A CPU
 * that idles has none.
 */
#ifndef TDTOP_TESTS_FAKE_KERNEL_H
#define TDTOP_TESTS_FAKE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/source.h"

#define FAKE_CPUS 4
#define FAKE_PIDS 64
#define FAKE_SLOTS 10		/* in a nanosecond */

struct fake_kernel {
	uint64_t now_ns;		/* CLOCK_MONOTONIC */
	uint64_t own_ns;		/* CPU time of tdtop */
	uint64_t price_ns;		/* of a sample */
	size_t n_cpus;			/* that are online, or have been */
	uint64_t window_ns;		/* CPU time of tdtop to open or close a window */
	size_t n_cores;			/* a CPU beyond is the second thread of one */
	size_t cpus_of_others;		/* that are online, and none of the PMU */
	bool cpu_came;			/* one that was offline: told once */
	bool general_taken;		/* others hold the general counters: a group that needs one is never on */
	bool outside;			/* all tasks are of another pid namespace: their tid is 0 */
	/* What the source did. */
	unsigned int opened;		/* how often its groups were */
	size_t n_members, n_turns;	/* of turn 0, and the others, the last time */
	unsigned int grow;
	unsigned int reads[FAKE_CPUS];
	uint64_t clock_period_ns[FAKE_CPUS];
	unsigned int samples;		/* that were written */
	/* What was, from fake_forget() on. */
	uint64_t slots_of[FAKE_PIDS], slots_on[FAKE_CPUS];
};

extern struct fake_kernel fake;

/*
 * A machine of tests/machines with so many idle CPUs, each a core; its source, which the caller closes. Not started.
 * The others of FAKE_CPUS are offline.
 */
struct source *fake_open(const char *machine, size_t n_cpus);

/* This pid (1 to FAKE_PIDS - 1) runs on this CPU from now on; 0: it idles. */
void fake_run(size_t cpu, int32_t pid);
void fake_advance(uint64_t ns);
int fake_retiring(int32_t pid);

/* The ring of this CPU was full: a record says so. */
void fake_lose(size_t cpu, uint64_t records);

/* What was, was. */
void fake_forget(void);

#endif
