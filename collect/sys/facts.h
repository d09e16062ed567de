/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Facts that decide whether tdtop can count on this machine, and for which user: kernel, CPU,
 * hypervisor, permissions, limits. They come from files below a root, so that fixtures can stand
 * for machines. Read once on the main thread; used by cpu_match.c, the advice of perf_advice.c and
 * --doctor.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FACTS_UNLIMITED UINT64_MAX

struct facts {
	char kernel[64];		/* "6.1.0-56-amd64"; "" if not known */
	int kernel_major, kernel_minor;	/* 0 if not known */
	char vendor[32];		/* "GenuineIntel"; "" if not known (Arm) */
	char cpu_name[80];		/* "model name" of /proc/cpuinfo, or Arm's numbers; or "" */
	int cpu_family, cpu_model;	/* -1 if not known */
	int cpu_stepping;		/* -1 if not known */
	uint32_t midr;			/* MIDR_EL1, Arm's number of the core; 0 if not known */
	bool hypervisor;		/* this is certainly a virtual machine */
	char hypervisor_name[48];	/* "KVM", "VMware", "Xen"; "" if not known */
	char hypervisor_from[48];	/* what showed it, for people */
	bool pmem;			/* it has persistent memory, as perf's #has_pmem: the firmware
					 * has a table of it (NFIT) */
	bool arch_lbr;			/* the CPU has Intel's architectural LBR */
	bool lab;			/* the simulated PMU of tdtop's lab is loaded */
	bool mediated_vpmu;		/* facts_mediated_vpmu() */
	bool perf;			/* the kernel has perf events at all */
	int paranoid;			/* kernel.perf_event_paranoid, if perf */
	int nmi_watchdog;		/* 1 on, 0 off, -1 not known */
	int64_t perf_mlock_kb;		/* kernel.perf_event_mlock_kb, -1 not known */
	bool caps_known;
	uint64_t caps;			/* effective capabilities, bit (1 << CAP_x) */
	bool user_ns;			/* in a user namespace: capabilities do not reach outside */
	bool seccomp;			/* system calls of this process are filtered */
	uint64_t nofile_soft, nofile_hard;	/* descriptors; 0 not known */
	uint64_t memlock_soft;			/* bytes; 0 not known or none */
	size_t cpus_online;			/* 0 not known */
	size_t page;				/* bytes; of this machine, for any root */
};

/*
 * Reads the facts below root ("": the real machine). A fact whose file is missing is "not known".
 */
void facts_read(const char *root, struct facts *facts);

/*
 * Does this process have the capability (privilege.h) in the machine's
 * own user namespace, as perf events want it? false if not known.
 */
bool facts_has_cap(const struct facts *facts, int cap);

/* MIDR_EL1 of this CPU: Arm's core types differ by it. 0 if not known, or offline. */
uint32_t facts_midr_of(const char *root, int cpu);

/*
 * Is this process in a pid namespace of its own? Then the kernel reports tasks outside of it as 0.
 */
bool facts_pid_namespace(const char *root);

/*
 * May virtual machines of this host own its counters (KVM's enable_mediated_pmu, Linux 7.0)? Then an
 * open event without exclude_guest keeps such a machine from starting (EBUSY for KVM), and while one
 * runs such an event is refused (EOPNOTSUPP). kernel/events/core.c: perf_create_mediated_pmu(),
 * mediated_pmu_account_event().
 */
bool facts_mediated_vpmu(const char *root);

/* The number of tasks on the machine (4th field of /proc/loadavg), 0 if not known. */
uint32_t facts_tasks(const char *root);

/* May this process count every task of a CPU, in kernel and user mode? */
bool facts_may_count(const struct facts *facts);

/* Is the kernel older than Linux major.minor? false if the version is not known. */
bool facts_kernel_before(const struct facts *facts, int major, int minor);

/* Does the kernel have CAP_PERFMON (Linux 5.8)? true if the version is not known. */
bool facts_has_perfmon(const struct facts *facts);

/* What a level of kernel.perf_event_paranoid allows, as half a sentence. Static. */
const char *facts_paranoid_meaning(int paranoid);
