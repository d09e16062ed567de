/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Puts a diagnosis into sentences; see findings.h. One function per group of questions. Main
 * thread.
 */
#include "config.h"
#include "collect/doctor/findings.h"

#include <stdio.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/doctor/diagnosis.h"
#include "collect/perf/groups.h"
#include "collect/sys/privilege.h"
#include "model/tree/tree.h"

#define SAMPLE_RATE_LOW 4000	/* below it the kernel found its interrupts too slow */

#define SELF_COUNTING "start the program with TDTOP_REGIONS=rdpmc; then it counts its regions itself"

/*
 * The finding about regions of programs: could this user watch them here? Nothing, if the diagnosis has no answer.
 * Probes of markers are uprobes: the kernel asks for CAP_SYS_ADMIN whatever perf_event_paranoid is
 * (perf_uprobe_event_init()).
 */
static void findings_of_regions(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	const long long type = diagnosis->surroundings.uprobe_type;

	if (!type || !facts->perf)
		return;
	if (type < 0) {
		findings_add(findings, VERDICT_NOTE, "regions",
			     "markers of programs (tdtop_region.h) cannot be watched: this kernel "
			     "has no uprobes (CONFIG_UPROBE_EVENTS)");
		if (diagnosis->has_pmu)
			findings_fix(findings, SELF_COUNTING);
	} else if (!facts_has_cap(facts, CAP_SYS_ADMIN)) {
		findings_add(findings, VERDICT_NOTE, "regions",
			     "markers of programs (tdtop_region.h) cannot be watched by this user: "
			     "uprobes need CAP_SYS_ADMIN%s",
			     facts->user_ns ? ", and not only in a user namespace" : "");
		if (facts->user_ns)
			findings_fix(findings, SELF_COUNTING);
		else
			findings_fix(findings, "run tdtop as root; or " SELF_COUNTING);
	} else if (!diagnosis->opened && !diagnosis->times) {
		findings_add(findings, VERDICT_NOTE, "regions",
			     "not available without counters of whole CPUs");
	} else {
		findings_add(findings, VERDICT_OK, "regions",
			     "markers of programs (tdtop_region.h) are watched%s",
			     diagnosis->opened ? "" : ": their time and entries");
	}
}

/* What tdtop does without counters comes first: it is what the reader can use. */
static void find_works(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (!diagnosis->times && !diagnosis->own_times)
		return;
	findings_add(findings, VERDICT_OK, "works",
		     "tdtop, -b, --json, -p PID, -- COMMAND: the lists of %s, with CPU time at each "
		     "context switch, without TopDown", diagnosis->times ?
		     "processes, threads, containers and users" : "your own processes");
	if (diagnosis->sampled)
		findings_add(findings, VERDICT_OK, "works",
			     "functions and call stacks: key h, then c; tdtop --functions, --stacks");
	findings_add(findings, VERDICT_OK, "works",
		     "tdtop -i FILE: recordings of machines that have counters");
}

static void find_kernel(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	const struct kernel_traits kernel = {
		.major = facts->kernel_major,
		.minor = facts->kernel_minor,
		.hybrid = diagnosis->has_pmu && !strcmp(diagnosis->pmu.name, "cpu_core"),
		.guest = facts->hypervisor,
		.sample_read = diagnosis->sample_read,
	};
	const struct kernel_fault *fault = NULL;

	if (facts->perf)
		findings_add(findings, VERDICT_OK, "kernel", "Linux %s, with perf events",
			     facts->kernel[0] ? facts->kernel : "(version not known)");
	else
		findings_add(findings, VERDICT_NO, "kernel",
			     "Linux %s: no perf events (no /proc/sys/kernel/perf_event_paranoid)",
			     facts->kernel);
	if (!facts->perf)
		findings_fix(findings, "run a kernel with CONFIG_PERF_EVENTS; in a container with a "
			     "kernel of its own (gVisor), run tdtop outside of it");
	/* All known kernel faults are about PERF_METRICS. */
	while (diagnosis_uses_perf_metrics(diagnosis->family) &&
	       (fault = kernel_fault_next(fault, &kernel)))
		findings_add(findings, fault->avoided ? VERDICT_OK : VERDICT_NOTE, "kernel", "%s",
			     fault->text);
}

static void find_machine(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	const char *offline = diagnosis->surroundings.offline;

	findings_add(findings, VERDICT_OK, "cpu", "%s%s, %zu online%s%s",
		     facts->cpu_name[0] ? facts->cpu_name : "name not known",
		     facts->vendor[0] || facts->midr ? "" : " (no vendor in /proc/cpuinfo)",
		     facts->cpus_online, offline[0] ? ", offline: " : "", offline);
	if (facts->hypervisor)
		findings_add(findings, VERDICT_NOTE, "hypervisor", "yes%s%s: %s",
			     facts->hypervisor_name[0] ? ", " : "", facts->hypervisor_name,
			     facts->hypervisor_from);
	else
		findings_add(findings, VERDICT_OK, "hypervisor", "no sign of one");
}

static void find_container(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct surroundings *around = &diagnosis->surroundings;

	if (around->container[0])
		findings_add(findings, VERDICT_NOTE, "container", "yes, %s", around->container);
	if (!around->pid_namespace)
		return;
	findings_add(findings, VERDICT_NOTE, "container",
		     "this process is in a pid namespace of its own: the kernel does not identify "
		     "tasks outside of it, so they share one row");
	findings_fix(findings,
		     "run tdtop outside of the container, or start the container with --pid=host");
}

/* Counting does not depend on it. */
static void find_sandbox(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (diagnosis->surroundings.landlock)
		findings_add(findings, VERDICT_OK, "sandbox",
			     "Landlock %d: once it counts, tdtop can write only its settings and "
			     "recordings, and cannot run programs",
			     diagnosis->surroundings.landlock);
}

static void add_pmu(const struct diagnosis *diagnosis, const struct pmu *pmu,
		    struct findings *findings)
{
	size_t online = diagnosis->facts.cpus_online;

	if (pmu->n_cpus && pmu->n_cpus < online)
		findings_add(findings, VERDICT_OK, "pmu", "\"%s\"%s%s, type %u, on %zu of %zu CPUs",
			     pmu->name, pmu->caps_name[0] ? ", " : "", pmu->caps_name, pmu->type,
			     pmu->n_cpus, online);
	else
		findings_add(findings, VERDICT_OK, "pmu", "\"%s\"%s%s, type %u", pmu->name,
			     pmu->caps_name[0] ? ", " : "", pmu->caps_name, pmu->type);
}

/* The kernel is older than the CPU, and general events count. */
static void add_old_kernel(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct family *family = diagnosis->family;
	bool generic = pmu_is_generic(&diagnosis->pmu);
	char reason[128] = "this kernel does not know this CPU", left_out[160] = "";
	size_t n = 0;

	if (!cpu_kernel_is_too_old(&diagnosis->pmu, &diagnosis->facts, reason, sizeof(reason)) &&
	    !generic)
		return;
	for (size_t i = 0; i < family->n_events && generic && n < sizeof(left_out); i++)
		if (family->events[i].only_counters)
			n += (size_t)snprintf(left_out + n, sizeof(left_out) - n, "%s%s",
					      n ? ", " : "", family->events[i].name);
	findings_add(findings, VERDICT_NOTE, "kernel", "%s: general events count instead%s%s",
		     reason, n ? ", without those that the kernel may put on a counter that "
				 "cannot count them: " : "", left_out);
}

/* The levels of all rows, and those of a row that is opened. */
static void add_levels(const struct family *family, struct findings *findings)
{
	int deepest = 0;

	for (enum core_type type = 0; type < CORE_TYPES; type++)
		if (family->tree[type] && tree_deepest(family->tree[type]) > deepest)
			deepest = tree_deepest(family->tree[type]);
	if (deepest > family->levels)
		findings_add(findings, VERDICT_OK, "family",
			     "%s, TopDown level%s; of an opened row (d, then A) to level %d",
			     family->name, family->levels == 1 ? " 1" : "s 1 and 2", deepest);
	else
		findings_add(findings, VERDICT_OK, "family", "%s, TopDown level%s, none below",
			     family->name, family->levels == 1 ? " 1" : "s 1 and 2");
}

/* No PMU says how many slots a cycle has. */
static void add_slots(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct family *family = diagnosis->family;
	bool sums = false;

	for (size_t i = 0; i < family->n_events; i++)
		sums |= family->events[i].sums_slots;
	if (sums)
		findings_add(findings, VERDICT_NOTE, "slots",
			     "%sthe slots per cycle are not known: slots are the sum of the four "
			     "topdown-* events, and level 1 is their shares of it",
			     family->hybrid ? "E-cores: " : "");
	if (diagnosis->opened && cpu_hides_slots(family, &diagnosis->pmu))
		findings_add(findings, VERDICT_NOTE, "slots",
			     "%d slots per cycle by the manual of the core: this machine does not "
			     "say it (caps/slots)%s", family_manual_slots(family),
			     pmu_has_event(&diagnosis->pmu, "stall_slot_backend") ? "" :
			     "; the hypervisor hides the stall_slot events, which counted by their "
			     "numbers in a trial");
}

static void find_pmu(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct family *family = diagnosis->family;

	if (!diagnosis->has_pmu) {
		findings_add(findings, VERDICT_NO, "pmu", "%s", diagnosis->no_pmu.text);
		return;
	}
	for (size_t i = 0; i < diagnosis->cores.n; i++)
		add_pmu(diagnosis, &diagnosis->cores.group[i].pmu, findings);
	if (diagnosis->facts.lab)
		findings_add(findings, VERDICT_NOTE, "lab",
			     "this is the simulated PMU of tdtop's tests: its values are invented");
	if (!family) {
		findings_add(findings, VERDICT_NO, "family", "%s", diagnosis->no_family.text);
		return;
	}
	if (family_formula(family, M_RETIRING))
		add_levels(family, findings);
	else
		findings_add(findings, VERDICT_NOTE, "family",
			     "%s: no slots, so no TopDown; stalled cycles only", family->name);
	findings_fix(findings, "formulas: %s", family->formulas_from);
	add_old_kernel(diagnosis, findings);
	add_slots(diagnosis, findings);
}

static void find_permission(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	/* The trial has the last word: Debian's rule for levels above 2 is not in every kernel. */
	bool may = diagnosis->opened || facts_may_count(facts);
	enum verdict verdict = may ? VERDICT_OK : diagnosis->own_tasks ? VERDICT_NOTE : VERDICT_NO;

	if (!facts->perf)
		return;
	findings_add(findings, verdict, "permission", "kernel.perf_event_paranoid is %d: %s%s%s",
		     facts->paranoid, facts_paranoid_meaning(facts->paranoid),
		     diagnosis->own_tasks ?
			     "; your own processes are counted thread by thread" : "",
		     diagnosis->own_tasks_user_only ? ", in user mode only" : "");
	if (may)
		return;
	if (facts->user_ns)
		findings_fix(findings,
			     "run tdtop outside of this container: its root is not the machine's");
	else if (facts->paranoid > 2)
		findings_fix(findings, "run as root, or setcap cap_sys_admin+ep tdtop, or sysctl "
			     "kernel.perf_event_paranoid=2 and setcap cap_perfmon+ep tdtop");
	else if (facts_has_perfmon(facts))
		findings_fix(findings,
			     "run as root, or setcap cap_perfmon,cap_bpf,cap_sys_ptrace+ep tdtop");
	else
		findings_fix(findings, "run as root, or sysctl kernel.perf_event_paranoid=0");
}

static void find_capabilities(const struct diagnosis *diagnosis, struct findings *findings)
{
	static const struct {
		int cap;
		const char *name;
	} caps[] = {
		{ CAP_PERFMON, "CAP_PERFMON" },
		{ CAP_BPF, "CAP_BPF" },
		{ CAP_SYS_ADMIN, "CAP_SYS_ADMIN" },
		{ CAP_SYS_PTRACE, "CAP_SYS_PTRACE" },
		{ CAP_IPC_LOCK, "CAP_IPC_LOCK" },
	};
	char text[128] = "";
	size_t n = 0;

	for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
		if (facts_has_cap(&diagnosis->facts, caps[i].cap))
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s", n ? ", " : "",
					      caps[i].name);
	}
	findings_add(findings, VERDICT_OK, "capabilities", "%s%s",
		     n ? text : "none that matter here",
		     diagnosis->facts.user_ns ? " (in a user namespace: without effect here)" : "");
}

/*
 * A filter answers before the kernel has looked at the arguments; the check of the paranoid level
 * comes after that.
 */
static void find_filters(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct surroundings *around = &diagnosis->surroundings;

	if (diagnosis->facts.seccomp && around->reach == REACH_FILTERED) {
		findings_add(findings, VERDICT_NO, "seccomp",
			     "a system call filter rejects perf_event_open before the kernel sees "
			     "it, regardless of kernel.perf_event_paranoid");
		findings_fix(findings, "run tdtop outside of the container, or give it CAP_PERFMON "
			     "and a seccomp profile that allows perf_event_open");
	} else if (diagnosis->facts.seccomp) {
		findings_add(findings, around->reach == REACH_KERNEL ? VERDICT_OK : VERDICT_NOTE,
			     "seccomp", "a system call filter is on%s",
			     around->reach == REACH_KERNEL ? " and lets perf_event_open through" :
							     ": it may forbid perf_event_open");
	}
	if (around->label[0])
		findings_add(findings, around->confined ? VERDICT_NOTE : VERDICT_OK, "security",
			     "this process is labelled \"%s\"%s", around->label,
			     around->confined ? ": its policy may forbid perf events; then the "
						"audit log says so" : "");
	if (around->lockdown[0] && strcmp(around->lockdown, "none") != 0)
		findings_add(findings, VERDICT_OK, "lockdown",
			     "%s: it forbids samples of registers of the kernel, which tdtop does "
			     "not take",
			     around->lockdown);
}

static void find_engine(const struct diagnosis *diagnosis, struct findings *findings)
{
	if (diagnosis->engine == ENGINE_BPF)
		findings_add(findings, VERDICT_OK, "engine",
			     "bpf: a program in the kernel adds up the counts at each context "
			     "switch; a recording is made by samples (ring)");
	else if (diagnosis->engine == ENGINE_RING)
		findings_add(findings, VERDICT_NOTE, "engine",
			     "ring: each context switch writes a sample; bpf, which costs less, is "
			     "not possible here: %s", diagnosis->no_bpf.text);
}

/* One descriptor per event and CPU. */
static void find_file_limit(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	uint64_t need = diagnosis->members * facts->cpus_online;
	bool fits = need < facts->nofile_hard || facts_has_cap(facts, CAP_SYS_RESOURCE);

	if (!diagnosis->members || !facts->nofile_hard)
		return;
	findings_add(findings, fits ? VERDICT_OK : VERDICT_NO, "files",
		     "%llu descriptors are needed for %zu CPU%s; the hard limit is %llu",
		     (unsigned long long)need, facts->cpus_online, plural(facts->cpus_online),
		     (unsigned long long)facts->nofile_hard);
	if (!fits)
		findings_fix(findings, "raise it: ulimit -Hn %llu as root",
			     (unsigned long long)need + 1024);
}

/* perf_mmap() limits the memory that a user may lock in rings. */
static void find_locked_memory(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct facts *facts = &diagnosis->facts;
	size_t cpus = facts->cpus_online, page = facts->page, min = groups_ring_min(page);
	size_t wanted = groups_ring_bytes(cpus, page), ring = wanted;
	uint64_t limit;

	if (facts->perf_mlock_kb < 0 || !cpus)
		return;
	if (facts_has_cap(facts, CAP_IPC_LOCK) || facts->paranoid < 0) {
		findings_add(findings, VERDICT_OK, "memory",
			     "rings of %zu KiB per CPU: no limit for this process", ring / 1024);
		return;
	}
	limit = (uint64_t)facts->perf_mlock_kb * 1024 * cpus;
	if (facts->memlock_soft == FACTS_UNLIMITED)
		limit = FACTS_UNLIMITED;
	else
		limit += facts->memlock_soft;
	while (ring >= min && (ring + page) * cpus > limit)
		ring /= 2;
	if (ring == wanted)
		findings_add(findings, VERDICT_OK, "memory",
			     "rings of %zu KiB per CPU are within the limits", ring / 1024);
	else if (ring >= min)
		findings_add(findings, VERDICT_NOTE, "memory",
			     "rings of %zu KiB per CPU instead of %zu: locked memory is limited; "
			     "bursts of switches may lose records",
			     ring / 1024, wanted / 1024);
	else
		findings_add(findings, VERDICT_NO, "memory",
			     "not even rings of %zu KiB per CPU: locked memory is limited",
			     min / 1024);
	if (ring != wanted)
		findings_fix(findings, "sysctl kernel.perf_event_mlock_kb=%zu, as root: it is %lld "
			     "per CPU and user, shared with other tools. Or give tdtop "
			     "CAP_IPC_LOCK, or a greater ulimit -l than %llu KiB",
			     (wanted + page) / 1024, (long long)facts->perf_mlock_kb,
			     (unsigned long long)facts->memlock_soft / 1024);
}

static void find_sample_rate(const struct diagnosis *diagnosis, struct findings *findings)
{
	long long rate = diagnosis->surroundings.max_sample_rate;

	if (rate >= 0 && rate < SAMPLE_RATE_LOW) {
		findings_add(findings, VERDICT_NOTE, "sample rate",
			     "kernel.perf_event_max_sample_rate is %lld: the kernel lowers it step "
			     "by step because samples take too long", rate);
		findings_fix(findings, "samples at switches are not limited by it, but the clock "
			     "of a shared counter is: "
			     "sysctl kernel.perf_event_max_sample_rate=100000");
	} else if (rate >= 0) {
		findings_add(findings, VERDICT_OK, "sample rate",
			     "kernel.perf_event_max_sample_rate is %lld", rate);
	}
}

static void find_perf_users(const struct diagnosis *diagnosis, struct findings *findings)
{
	const struct surroundings *around = &diagnosis->surroundings;
	char text[256] = "";
	size_t n = 0, shown = around->n_users < PERF_USERS ? around->n_users : PERF_USERS;

	if (!around->n_users)
		return;
	for (size_t i = 0; i < shown && n < sizeof(text); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s (pid %d): %zu",
				      i ? ", " : "", around->users[i].comm, around->users[i].pid,
				      around->users[i].events);
	findings_add(findings, VERDICT_NOTE, "others",
		     "use perf events too: %s%s", text,
		     around->n_users > shown ? ", and more" : "");
}

static void (*const questions[])(const struct diagnosis *, struct findings *) = {
	find_works,
	find_kernel,	    find_machine,	  find_container,   find_pmu,
	find_permission,    find_capabilities,	  find_filters,	    findings_of_fit,
	findings_of_count,  find_engine,	  findings_of_cost, find_perf_users,
	find_file_limit,    find_locked_memory,	  findings_of_watchdog, find_sample_rate,
	findings_of_samples, findings_of_latency, findings_of_branches, findings_of_calls,
	findings_of_regions, find_sandbox,
};

void findings_make(const struct diagnosis *diagnosis, struct findings *findings)
{
	findings->n = 0;
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
		questions[i](diagnosis, findings);
}
