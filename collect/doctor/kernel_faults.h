/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Known faults of TopDown counters in some kernels: one table, for --doctor. Where the kernel's code
 * says whether a fault is mended (enum fix), that decides. Else a version stands for mainline;
 * distributions fix their kernels and keep the number, so these are notes and never reasons not to
 * count. Any thread.
 */
#pragma once

#include <stdbool.h>

/*
 * What the running kernel's code is known to contain, whatever its version says: distributions fix
 * their kernels and keep the number. By names of functions in /proc/kallsyms, which every user may
 * read.
 */
enum fix {
	FIX_UNKNOWN,		/* the kernel does not list its functions, or others */
	FIX_ABSENT,
	FIX_PRESENT
};

/*
 * Has the kernel commit f9bdf1f95339, "perf/x86/intel: Avoid disable PMU if !cpuc->enabled in
 * sample read"? It removed intel_pmu_auto_reload_read() and made intel_pmu_drain_pebs_buffer()
 * global. What it mends cannot be tried: it is a warning of the kernel in an NMI, with which some
 * machines panic. root: directory that stands for /; "" is the real machine.
 */
enum fix kernel_code_sample_read(const char *root);

/* What is known of the kernel and its machine. */
struct kernel_traits {
	int major, minor;		/* 0.0: not known */
	bool hybrid, guest;
	enum fix sample_read;		/* kernel_code_sample_read() */
};

struct kernel_fault {
	int from_major, from_minor;	/* in kernels from this version on */
	int fixed_major, fixed_minor;	/* first version that has it; 0: the code decides */
	bool hybrid_only, guest_only;
	bool avoided;			/* tdtop does not meet it */
	unsigned int sample_read;	/* only if it is one of these: bits 1 << FIX_x; 0: any */
	const char *text;		/* what happens, and what tdtop does about it */
};

/* The next fault of that kernel after `after` (NULL: the first), or NULL. Version 0.0: none. */
const struct kernel_fault *kernel_fault_next(const struct kernel_fault *after,
					     const struct kernel_traits *kernel);
