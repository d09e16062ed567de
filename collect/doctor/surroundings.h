/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The surroundings of the counters: containers, system call filters, security modules, other
 * programs that count, the kernel's throttles. Read once, by --doctor only, on the main thread, as
 * it reads the descriptors of all processes. What a missing file would say is "not known".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_sys.h"

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
