/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stands around the counters: containers, filters of system calls, security modules, other
 * programs that count, the kernel's throttles. Asked by --doctor only, once, on the main thread: it
 * looks at the descriptors of all processes. Missing files are "not known".
 */
#ifndef TDTOP_COLLECT_SURROUNDINGS_H
#define TDTOP_COLLECT_SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"

#define PERF_USERS 6

/* What the kernel answers to a call that it refuses whoever asks. */
enum reach {
	REACH_UNKNOWN,		/* not asked */
	REACH_KERNEL,		/* the kernel itself answered */
	REACH_FILTERED		/* somebody before it did: a filter of system calls, or there is no such call */
};

struct perf_user {
	int32_t pid;
	char comm[16];
	size_t events;		/* descriptors of perf events */
};

struct surroundings {
	char container[64];		/* what tells that this is one; "" if nothing does */
	bool pid_namespace;		/* pids of tasks outside are not known here */
	enum reach reach;		/* does perf_event_open(2) get to the kernel? */
	char lockdown[32];		/* "none", "integrity", "confidentiality"; "" not known */
	char label[96];			/* of this process by AppArmor or SELinux; "" if it has none */
	bool confined;			/* a policy is enforced on it */
	char offline[64];		/* list of CPUs, "" none or not known */
	int landlock;			/* version, 0: none */
	long long max_sample_rate;	/* kernel.perf_event_max_sample_rate; -1 not known */
	size_t n_users;			/* of those found; more may be hidden from this user */
	struct perf_user users[PERF_USERS];	/* the first of them */
};

/* root "" is the real machine; sys->reach may be NULL. */
void surroundings_read(const char *root, const struct perf_sys *sys, struct surroundings *out);

#endif
