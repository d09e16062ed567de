/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of diagnosis.c: what is known to be wrong in kernels, and what is around tdtop. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_sys.h"

/*
 * Known faults of TopDown counters in some kernels: one table, for --doctor. Where the kernel's code
 * says whether a fault is mended (enum fix), that decides. Else a version stands for mainline;
 * distributions fix their kernels and keep the number, so these are notes and never reasons not to
 * count. Any thread.
 */

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

/*
 * surroundings.c: the surroundings of the counters, containers, system call filters, security modules, other
 * programs that count, the kernel's throttles. Read once, by --doctor only, on the main thread, as
 * it reads the descriptors of all processes. What a missing file would say is "not known".
 */

#define PERF_USERS 6

/* The answer to a perf_event_open(2) that the kernel refuses to every user. */
enum reach {
	REACH_UNKNOWN,		/* not tried */
	REACH_KERNEL,		/* the kernel itself answered */
	REACH_FILTERED		/* a system call filter answered, or there is no such call */
};

struct perf_user {
	int32_t pid;
	char comm[16];
	size_t events;		/* number of open perf events */
};

struct surroundings {
	char container[64];		/* how it was recognized; "": none found */
	bool pid_namespace;		/* not the first one: pids outside are not known */
	enum reach reach;		/* does perf_event_open(2) reach the kernel? */
	char lockdown[32];		/* "none", "integrity", "confidentiality"; "": not known */
	char label[96];			/* of this process, by AppArmor or SELinux; "": none */
	bool confined;			/* a policy is enforced on it */
	char offline[64];		/* list of CPUs; "": none, or not known */
	int landlock;			/* version; 0: none */
	long long max_sample_rate;	/* kernel.perf_event_max_sample_rate; -1: not known */
	long long uprobe_type;		/* of the PMU of uprobes; -1: there is none; 0: not known */
	size_t n_users;			/* number found; more may be hidden from this user */
	struct perf_user users[PERF_USERS];	/* the first of them */
};

/* Fills *out. root: directory that stands for /; "" is the real machine. sys->reach may be NULL. */
void surroundings_read(const char *root, const struct perf_sys *sys, struct surroundings *out);
