/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The diagnosis of --doctor: facts about this machine, its PMUs, and a trial of its counters. Made
 * by diagnosis_examine(), put into sentences by findings_make.c. Main thread, before any source is
 * opened.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/sample_choice.h"
#include "collect/perf/cores.h"
#include "collect/perf/perf_open.h"
#include "collect/perf/perf_probe.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/snapshot/snapshot.h"

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

/*
 * What --doctor tried: which events it wanted to open, and what the kernel answered. For
 * the report on this machine in JSON (findings.c).
 */

#define TRIED_MAX 256

struct tried_open {
	uint64_t config, config1;
	uint64_t branches;	/* branch_sample_type */
	uint32_t type;
	int errnum;		/* positive errno; 0: it opened */
	bool on_cpu;		/* of a whole CPU; else of a task */
	bool samples;
	bool user_only;
	bool without_guests;	/* exclude_guest */
	uint8_t precise;	/* precise_ip */
};

struct tried {
	size_t n;
	size_t left_out;	/* beyond TRIED_MAX */
	struct tried_open open[TRIED_MAX];
};

/* The results of the examination. */
struct diagnosis {
	char root[PMU_ROOT_LEN];	/* of what was examined; "" is the real machine */
	struct tried opens;		/* of events */
	struct facts facts;
	struct surroundings surroundings;
	enum fix sample_read;		/* asked only if the family uses PERF_METRICS */
	struct cores cores;		/* all core types; the fields below are of the first one */
	bool has_pmu;			/* then pmu is filled in, else no_pmu */
	struct pmu pmu;			/* cores owns what it points to */
	struct err no_pmu;
	const struct family *family;	/* NULL: no_family says why */
	struct err no_family;
	bool opened;			/* trial group accepted; else open_errno says why */
	int open_errno;
	struct group_options fits;	/* the options that were accepted */
	bool times;			/* no counters can be used, but tasks have CPU time, */
	bool own_times;			/* or one's own tasks have */
	bool own_tasks;			/* whole CPUs are not permitted, but one's own tasks are */
	bool own_tasks_user_only;	/* and these in user mode only */
	size_t members;			/* of all groups: descriptors per CPU; 0: not known */
	enum probe_counts counts;
	bool counts_cores;		/* slots are per core: SMT, before Ice Lake */
	bool tried;			/* then trial is filled in */
	struct trial trial;
	bool sampled;			/* then choices is filled in */
	struct sample_choices choices;	/* what can be sampled of code */
	struct err not_sampled;		/* else why not */
	enum engine engine;		/* that would count; ENGINE_AUTO: not known */
	struct err no_bpf;		/* why it is not BPF; "": it is, or tdtop has none */
	bool timed;			/* cost is filled in (known: if it could be timed); */
	struct self_cost cost;
	struct err not_timed;		/* else why not; "": not tried, as counting will not work */
	double budget_percent;		/* of --budget */
};

/*
 * Examines the machine. root: directory that stands for /; "" with perf_sys_real is the real
 * machine. The caller frees *diagnosis with diagnosis_done().
 */
void diagnosis_examine(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis);
void diagnosis_done(struct diagnosis *diagnosis);

/* Does the family count by slots and PERF_METRICS? NULL: false. */
bool diagnosis_uses_perf_metrics(const struct family *family);

/* Was the cost of a sample measured? */
bool diagnosis_has_cost(const struct diagnosis *diagnosis);

/*
 * The kernel's cost of a sample, and the switches/s per CPU that can all be counted within the
 * budget; NAN: not known.
 */
double diagnosis_sample_ns(const struct diagnosis *diagnosis);
double diagnosis_max_switches(const struct diagnosis *diagnosis);
