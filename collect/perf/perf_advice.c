/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * errno -> advice: what an error of perf_event_open(2) means on this machine and what the user can
 * do about it. One table, and more for sampling and for probes: the first row with this errno whose condition
 * holds is the answer. Any thread.
 *
 * A new sentence for an errno is a row of advices[].
 */
#include "config.h"
#include "collect/perf/perf_advice.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>

#define CONTAINER "run tdtop outside of the container, or give the container CAP_PERFMON and a " \
		  "seccomp profile that allows perf_event_open"
#define OWN_FAULT "tdtop asked the kernel in a wrong way"
#define REPORT "report this as a bug, with what 'tdtop --doctor --json' says"
#define DOCTOR "see 'tdtop --doctor'"

/* The fact that is printed in brackets after the reason. */
enum detail {
	DETAIL_NONE, DETAIL_PARANOID, DETAIL_NOFILE, DETAIL_HYPERVISOR, DETAIL_KERNEL, DETAIL_MLOCK
};

static bool filtered(const struct facts *facts)
{
	return facts->seccomp;
}

static bool foreign_users(const struct facts *facts)
{
	return facts->user_ns && facts->paranoid > 0;
}

/* Debian's level 3; the check comes before all others in perf_event_open(). */
static bool strict(const struct facts *facts)
{
	return facts->paranoid > 2 && !facts_has_cap(facts, CAP_SYS_ADMIN);
}

static bool before_perfmon(const struct facts *facts)
{
	return !facts_may_count(facts) && !facts_has_perfmon(facts);
}

static bool unprivileged(const struct facts *facts)
{
	return !facts_may_count(facts);
}

static bool with_perf(const struct facts *facts)
{
	return facts->perf;
}

static bool guest(const struct facts *facts)
{
	return facts->hypervisor;
}

static bool mediated(const struct facts *facts)
{
	return facts->mediated_vpmu;
}

struct advice {
	int errnum;
	bool (*when)(const struct facts *facts);	/* NULL: always */
	const char *why;
	enum detail detail;
	const char *what_to_do;
};

static const struct advice advices[] = {
	{ EACCES, foreign_users, "not permitted: root of this container is not root of the machine",
	  DETAIL_PARANOID, "run tdtop outside of the container, or " DOCTOR },
	{ EACCES, strict, "not permitted", DETAIL_PARANOID,
	  "run as root, or 'setcap cap_sys_admin+ep tdtop' (cap_perfmon is not enough above level "
	  "2), or "
	  "'sysctl kernel.perf_event_paranoid=2' and 'setcap cap_perfmon+ep tdtop', or look with "
	  "'tdtop --doctor'" },
	{ EACCES, before_perfmon, "not permitted", DETAIL_PARANOID,
	  "run as root, or 'sysctl kernel.perf_event_paranoid=0' (this kernel is older than "
	  "CAP_PERFMON), "
	  "or look with 'tdtop --doctor'" },
	{ EACCES, unprivileged, "not permitted", DETAIL_PARANOID,
	  "run as root, or 'setcap cap_perfmon+ep tdtop', or look with 'tdtop --doctor'" },
	{ EACCES, NULL, "refused, although paranoid level and capabilities allow it",
	  DETAIL_PARANOID, "a security module may forbid it: look into the audit log" },
	{ EPERM, filtered,
	  "a filter of system calls (seccomp) is on, and the call is not permitted",
	  DETAIL_NONE, CONTAINER },
	{ EPERM, unprivileged, "not permitted", DETAIL_PARANOID,
	  "run as root, or look with 'tdtop --doctor'" },
	{ EPERM, NULL, "refused, although paranoid level and capabilities allow it",
	  DETAIL_PARANOID, "the kernel may be locked down: see /sys/kernel/security/lockdown" },
	{ ENOSYS, filtered, "a filter of system calls (seccomp) is on, and the call is missing",
	  DETAIL_NONE, CONTAINER },
	{ ENOSYS, with_perf, "this kernel has perf events, but the call does not reach it",
	  DETAIL_KERNEL, "run tdtop outside of what intercepts it: an emulator (qemu-user) or a "
	  "sandbox" },
	{ ENOSYS, NULL, "this kernel has no perf events", DETAIL_KERNEL,
	  "use one with CONFIG_PERF_EVENTS" },
	/*
	 * In a guest without PERF_METRICS the constraint of slots has weight 0 (core.c,
	 * 556a7c039a52).
	 */
	{ EINVAL, guest, "the kernel lists this event, but cannot count it: the hypervisor shows "
			 "no PERF_METRICS register to this virtual machine", DETAIL_HYPERVISOR,
	  "use a virtual machine that has it or a bare-metal one, or try 'tdtop --demo'" },
	{ EINVAL, NULL, "the kernel does not accept this event in this group", DETAIL_KERNEL,
	  DOCTOR " for what it accepts" },
	{ ENOENT, guest, "the PMU does not have this event; the hypervisor may hide it",
	  DETAIL_HYPERVISOR, "use a bare-metal machine, or try 'tdtop --demo'" },
	{ ENOENT, NULL, "the PMU does not have this event", DETAIL_KERNEL, DOCTOR },
	{ EOPNOTSUPP, NULL, "the PMU cannot count this event in this way", DETAIL_NONE, DOCTOR },
	{ ENODEV, NULL, "the CPU is offline, or not one of this PMU's", DETAIL_NONE,
	  "start tdtop again when it is online" },
	{ EBUSY, mediated, "another program holds the counter for itself", DETAIL_NONE,
	  "end that program (perf, toplev, a monitoring agent), then start tdtop again; if it counts "
	  "guests, it also keeps virtual machines from starting (EBUSY of KVM)" },
	{ EBUSY, NULL, "another program holds the counter for itself", DETAIL_NONE,
	  "end that program (perf, toplev, a monitoring agent), then start tdtop again" },
	{ ENOSPC, NULL, "there are not enough counters for this group", DETAIL_NONE, DOCTOR },
	{ EMFILE, NULL, "too many open files", DETAIL_NOFILE,
	  "raise the limit, as with 'ulimit -n 65536'" },
	{ ENFILE, NULL, "the machine has too many open files", DETAIL_NONE, "raise fs.file-max" },
	{ ENOMEM, NULL, "the kernel has not enough memory for it", DETAIL_NONE,
	  "end other users of perf events, or free memory" },
	{ ESRCH, NULL, "the task has exited", DETAIL_NONE, "name one that runs" },
	{ EINTR, NULL, "a signal came in between", DETAIL_NONE, "try again" },
	{ EBADF, NULL, OWN_FAULT, DETAIL_KERNEL, REPORT },
	{ EFAULT, NULL, OWN_FAULT, DETAIL_KERNEL, REPORT },
	{ EOVERFLOW, NULL, OWN_FAULT, DETAIL_KERNEL, REPORT },
	{ E2BIG, NULL, "the group is larger than the kernel allows", DETAIL_KERNEL,
	  REPORT },
	{ 0 }
};

/* Of sampling with branch stacks, and of all sampling; what is in neither is as above. */
static const struct advice with_stacks[] = {
	{ EBUSY, NULL, "something else holds the branch records of the CPU: Intel PT and LBR "
		       "exclude each other", DETAIL_NONE,
	  "end the other user (perf record -e intel_pt), or look at functions without branches" },
	{ EOPNOTSUPP, guest, "the PMU gives no branch stacks of this kind; the hypervisor may hide "
			     "them", DETAIL_HYPERVISOR,
	  "use a bare-metal machine, or look at functions without branches" },
	{ EOPNOTSUPP, NULL, "the PMU gives no branch stacks of this kind", DETAIL_KERNEL,
	  "look at functions without branches; " DOCTOR },
	{ EINVAL, NULL, "the kernel does not accept these branch stacks", DETAIL_KERNEL,
	  "look at functions without branches; " DOCTOR },
	{ 0 }
};

static const struct advice of_sampling[] = {
	{ EBUSY, NULL, "another program holds the hardware that it needs", DETAIL_NONE,
	  "end that program (perf, a monitoring agent), then look again" },
	{ EOPNOTSUPP, guest, "the PMU cannot sample this event: the hypervisor may give no "
			     "interrupt for it", DETAIL_HYPERVISOR,
	  "choose another event, or " DOCTOR },
	{ EOPNOTSUPP, NULL, "the PMU cannot sample this event", DETAIL_KERNEL,
	  "choose another event, or " DOCTOR },
	{ EINVAL, NULL, "the kernel does not accept this event for sampling", DETAIL_KERNEL,
	  "choose another event, or " DOCTOR },
	{ ENOBUFS, NULL, "no more memory may be locked for its ring", DETAIL_MLOCK,
	  "raise kernel.perf_event_mlock_kb or 'ulimit -l', end other users of perf events, or run "
	  "as root" },
	{ EAGAIN, NULL, "the kernel has no room for it at the moment", DETAIL_NONE, "look again" },
	{ ESRCH, NULL, "the task has exited", DETAIL_NONE, "look at one that runs" },
	{ 0 }
};

/* perf_uprobe_event_init() asks for CAP_SYS_ADMIN; nothing less is enough. */
static bool without_admin(const struct facts *facts)
{
	return !facts_has_cap(facts, CAP_SYS_ADMIN);
}

/* Of uprobes at the markers of regions. */
static const struct advice of_probes[] = {
	{ EACCES, without_admin, "markers need CAP_SYS_ADMIN; CAP_PERFMON is not enough",
	  DETAIL_NONE, "run as root, or 'setcap cap_sys_admin+ep tdtop'" },
	{ EACCES, NULL, "refused, although tdtop has CAP_SYS_ADMIN", DETAIL_NONE,
	  "the kernel may be locked down: see /sys/kernel/security/lockdown" },
	{ EPERM, without_admin, "markers need CAP_SYS_ADMIN; CAP_PERFMON is not enough",
	  DETAIL_NONE, "run as root, or 'setcap cap_sys_admin+ep tdtop'" },
	{ EPERM, NULL, "refused, although tdtop has CAP_SYS_ADMIN", DETAIL_NONE,
	  "the kernel may be locked down: see /sys/kernel/security/lockdown" },
	{ EOPNOTSUPP, NULL, "this kernel has no uprobes", DETAIL_KERNEL,
	  "use one with CONFIG_UPROBE_EVENTS" },
	{ ENOENT, NULL, "this kernel has no uprobes, or the file is gone", DETAIL_KERNEL,
	  "use a kernel with CONFIG_UPROBE_EVENTS, or start the program again" },
	{ EINVAL, NULL, "the kernel cannot probe this file there", DETAIL_KERNEL,
	  "start the program again if its file was replaced" },
	{ EIO, NULL, "the kernel cannot probe files of this file system", DETAIL_NONE,
	  "copy the program to another one" },
	{ 0 }
};

static void print_detail(enum detail detail, const struct facts *facts, char *text, size_t size)
{
	text[0] = '\0';
	if (detail == DETAIL_PARANOID && facts->perf)
		(void)snprintf(text, size, " (kernel.perf_event_paranoid is %d)", facts->paranoid);
	if (detail == DETAIL_NOFILE && facts->nofile_soft)
		(void)snprintf(text, size, " (the limit is %llu)",
			       (unsigned long long)facts->nofile_soft);
	if (detail == DETAIL_HYPERVISOR && facts->hypervisor_name[0])
		(void)snprintf(text, size, " (%s)", facts->hypervisor_name);
	if (detail == DETAIL_KERNEL && facts->kernel[0])
		(void)snprintf(text, size, " (Linux %s)", facts->kernel);
	if (detail == DETAIL_MLOCK && facts->perf_mlock_kb >= 0)
		(void)snprintf(text, size, " (kernel.perf_event_mlock_kb is %lld)",
			       (long long)facts->perf_mlock_kb);
}

/* The first of these rows, which end with errno 0, that holds. NULL: none does. */
static const struct advice *perf_advice_find(const struct advice *rows, int errnum, const struct facts *facts)
{
	for (; rows->errnum; rows++) {
		if (rows->errnum == errnum && (!rows->when || rows->when(facts)))
			return rows;
	}
	return NULL;
}

static int say(const char *what, const char *event, const char *where, const struct advice *advice,
	       int errnum, const struct facts *facts, struct err *err)
{
	char detail[96];

	if (!advice)
		return err_set(err, errnum, "cannot %s \"%s\"%s: %s; " DOCTOR, what, event, where,
			       strerror(errnum));
	print_detail(advice->detail, facts, detail, sizeof(detail));
	return err_set(err, errnum, "cannot %s \"%s\"%s: %s%s; %s", what, event, where,
		       advice->why, detail, advice->what_to_do);
}

int perf_advice(int errnum, const char *event, int cpu, const struct facts *facts, struct err *err)
{
	char where[32] = "";

	if (cpu >= 0)
		(void)snprintf(where, sizeof(where), " on CPU %d", cpu);
	return say("count", event, where, perf_advice_find(advices, errnum, facts), errnum, facts, err);
}

int perf_advice_sampling(int errnum, const char *event, bool stacks, const struct facts *facts,
			 struct err *err)
{
	const struct advice *advice = stacks ? perf_advice_find(with_stacks, errnum, facts) : NULL;

	if (!advice)
		advice = perf_advice_find(of_sampling, errnum, facts);
	if (!advice)
		advice = perf_advice_find(advices, errnum, facts);
	return say("sample", event, "", advice, errnum, facts, err);
}

int perf_advice_probe(int errnum, const char *path, const struct facts *facts, struct err *err)
{
	const struct advice *advice = perf_advice_find(of_probes, errnum, facts);

	if (!advice)
		advice = perf_advice_find(advices, errnum, facts);
	return say("watch the regions of", path, "", advice, errnum, facts, err);
}
