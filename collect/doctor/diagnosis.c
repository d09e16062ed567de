/* SPDX-License-Identifier: GPL-2.0-only */
/* Examines the machine for --doctor; see diagnosis.h. Main thread. */
#include "config.h"
#include "collect/doctor/diagnosis.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/cpu/cpu_match.h"
#include "collect/slice/budget.h"
#include "collect/sys/privilege.h"
#include "collect/sys/procfs.h"
#include "collect/sys/sysfs.h"

/* ---- surroundings: only what a file or the kernel says is a fact, nothing is guessed ---- */

#define PATH_LEN 512
#define PERF_EVENT "anon_inode:[perf_event]"

/* Files that container managers create to identify a container. */
static const struct {
	const char *path, *words;
} containers[] = {
	{ "/run/.containerenv", "Podman: /run/.containerenv" },
	{ "/.dockerenv", "Docker: /.dockerenv" },
	{ "/run/systemd/container", "/run/systemd/container" },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void read_container(const char *root, struct surroundings *out)
{
	for (size_t i = 0; i < N(containers) && !out->container[0]; i++) {
		if (sysfs_exists(root, containers[i].path))
			(void)snprintf(out->container, sizeof(out->container), "%s",
				       containers[i].words);
	}
	out->pid_namespace = facts_pid_namespace(root);
}

/* "none [integrity] confidentiality" */
static void read_lockdown(const char *root, struct surroundings *out)
{
	char text[64], *begin, *end;

	(void)sysfs_read(root, "/sys/kernel/security/lockdown", text, sizeof(text));
	begin = strchr(text, '[');
	end = begin ? strchr(begin, ']') : NULL;
	if (end)
		(void)snprintf(out->lockdown, sizeof(out->lockdown), "%.*s", (int)(end - begin - 1),
			       begin + 1);
}

static void read_label(const char *root, struct surroundings *out)
{
	long long enforcing;

	(void)sysfs_read(root, "/proc/self/attr/current", out->label, sizeof(out->label));
	/* AppArmor adds its mode to the name, SELinux has a file for it. */
	out->confined = strstr(out->label, "(enforce)") ||
			(out->label[0] &&
			 !sysfs_read_number(root, "/sys/fs/selinux/enforce", &enforcing) &&
			 enforcing && !strstr(out->label, "unconfined"));
}

static size_t count_perf_events(const char *fds)
{
	DIR *dir = opendir(fds);
	const struct dirent *entry;
	size_t n = 0;

	while (dir && (entry = readdir(dir))) {
		char target[sizeof(PERF_EVENT)];
		ssize_t length = readlinkat(dirfd(dir), entry->d_name, target, sizeof(target));

		n += length == sizeof(PERF_EVENT) - 1 &&
		     !memcmp(target, PERF_EVENT, (size_t)length);
	}
	if (dir)
		(void)closedir(dir);
	return n;
}

static void look_at_process(const char *root, const char *pid, struct surroundings *out)
{
	char path[PATH_LEN];
	struct perf_user *user;
	size_t n;

	(void)snprintf(path, sizeof(path), "%s/proc/%s/fd", root, pid);
	n = count_perf_events(path);
	if (!n)
		return;
	if (out->n_users < PERF_USERS) {
		user = &out->users[out->n_users];
		user->pid = (int32_t)strtol(pid, NULL, 10);
		user->events = n;
		(void)snprintf(path, sizeof(path), "/proc/%s/comm", pid);
		(void)sysfs_read(root, path, user->comm, sizeof(user->comm));
	}
	out->n_users++;
}

/* Finds processes with open perf events. Only root can see those of other users. */
static void read_users(const char *root, struct surroundings *out)
{
	char path[PATH_LEN];
	const struct dirent *entry;
	DIR *dir;

	(void)snprintf(path, sizeof(path), "%s/proc", root);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		const char *name = entry->d_name;

		if (name[strspn(name, "0123456789")] == '\0' &&
		    (root[0] || strtol(name, NULL, 10) != getpid()))
			look_at_process(root, name, out);
	}
	if (dir)
		(void)closedir(dir);
}

void surroundings_read(const char *root, const struct perf_sys *sys, struct surroundings *out)
{
	int ret;

	memset(out, 0, sizeof(*out));
	read_container(root, out);
	read_lockdown(root, out);
	read_label(root, out);
	(void)sysfs_read(root, "/sys/devices/system/cpu/offline", out->offline,
			 sizeof(out->offline));
	if (sysfs_read_number(root, "/proc/sys/kernel/perf_event_max_sample_rate",
			      &out->max_sample_rate))
		out->max_sample_rate = -1;
	if (sysfs_read_number(root, "/sys/bus/event_source/devices/uprobe/type", &out->uprobe_type))
		out->uprobe_type = sysfs_exists(root, "/sys/bus/event_source/devices/software") ? -1 : 0;
	if (!root[0])
		out->landlock = sandbox_version();
	read_users(root, out);
	if (!sys->reach)
		return;
	ret = sys->reach(sys->data);
	out->reach = ret == -EPERM || ret == -ENOSYS ? REACH_FILTERED : REACH_KERNEL;
}

/* ---- the table of kernel faults; sources: the commits that are named ---- */

static bool look_at(void *data, uint64_t address, char type, const char *name)
{
	enum fix *found = data;

	(void)address;
	if (type != 'T')
		return true;
	if (!strcmp(name, "intel_pmu_auto_reload_read"))
		*found = FIX_ABSENT;
	else if (!strcmp(name, "intel_pmu_drain_pebs_buffer") && *found == FIX_UNKNOWN)
		*found = FIX_PRESENT;
	return true;
}

enum fix kernel_code_sample_read(const char *root)
{
	enum fix found = FIX_UNKNOWN;

	kallsyms_each(root, look_at, &found);
	return found;
}

/* It is not certain that 6.16 is the first release with b0823d5fbacb. */
static const struct kernel_fault faults[] = {
	{ .from_major = 2,
	  .fixed_major = 5,
	  .fixed_minor = 10,
	  .text = "older than 5.10, the first kernel with TopDown metrics: it does not know "
		  "PERF_METRICS" },
	{ .from_major = 5,
	  .from_minor = 10,
	  .fixed_major = 6,
	  .fixed_minor = 11,
	  .guest_only = true,
	  .avoided = true,
	  .text = "in a guest this kernel may list topdown events that it cannot count (mended in "
		  "6.11, by 556a7c039a52); tdtop counts a trial before it relies on them" },
	{ .from_major = 5,
	  .from_minor = 10,
	  .sample_read = 1U << FIX_ABSENT,
	  .avoided = true,
	  .text = "this kernel lacks f9bdf1f95339 (its code says so): a TopDown counter that is read "
		  "in a sample may be enabled in the middle of an interrupt, with a warning in "
		  "dmesg. tdtop does not meet it: it samples at switches, outside of interrupts" },
	{ .from_major = 5,
	  .from_minor = 10,
	  .fixed_major = 6,
	  .fixed_minor = 15,
	  .sample_read = 1U << FIX_UNKNOWN,
	  .avoided = true,
	  .text = "this kernel may lack f9bdf1f95339 (it is before 6.15, and /proc/kallsyms does "
		  "not say). Without, a TopDown counter that is read in a sample may be enabled "
		  "in the middle of an interrupt, with a warning in dmesg. tdtop does not meet "
		  "it: it samples at switches, outside of interrupts" },
	/* The second fix adds and removes no function. The first one brought the fault. */
	{ .from_major = 5,
	  .from_minor = 10,
	  .fixed_major = 6,
	  .fixed_minor = 16,
	  .hybrid_only = true,
	  .sample_read = 1U << FIX_PRESENT | 1U << FIX_UNKNOWN,
	  .text = "this kernel may hang when a program opens a TopDown metric on an E-core "
		  "(CVE-2025-38322); tdtop never does. Linux 6.16 has b0823d5fbacb, which mends "
		  "it; whether this one has it cannot be known" },
};

static int faults_compare(int major, int minor, int other_major, int other_minor)
{
	return major != other_major ? (major < other_major ? -1 : 1) :
	       minor != other_minor ? (minor < other_minor ? -1 : 1) : 0;
}

static bool has_fault(const struct kernel_traits *kernel, const struct kernel_fault *fault)
{
	if ((fault->hybrid_only && !kernel->hybrid) || (fault->guest_only && !kernel->guest))
		return false;
	if (fault->sample_read && !(fault->sample_read & 1U << kernel->sample_read))
		return false;
	return faults_compare(kernel->major, kernel->minor, fault->from_major, fault->from_minor) >= 0 &&
	       (!fault->fixed_major || faults_compare(kernel->major, kernel->minor, fault->fixed_major,
						      fault->fixed_minor) < 0);
}

const struct kernel_fault *kernel_fault_next(const struct kernel_fault *after,
					     const struct kernel_traits *kernel)
{
	const struct kernel_fault *end = faults + sizeof(faults) / sizeof(faults[0]);

	for (const struct kernel_fault *fault = after ? after + 1 : faults; fault < end; fault++)
		if (kernel->major > 0 && has_fault(kernel, fault))
			return fault;
	return NULL;
}

#define EXAMPLE_INTERVAL_NS 1000000000ULL
#define WORK_NS 1000000000ULL	/* a busy loop as long as that has sound counts */

static bool tried_is_same(const struct tried_open *a, const struct tried_open *b)
{
	return a->config == b->config && a->config1 == b->config1 && a->branches == b->branches &&
	       a->type == b->type && a->errnum == b->errnum && a->on_cpu == b->on_cpu &&
	       a->samples == b->samples && a->user_only == b->user_only &&
	       a->without_guests == b->without_guests && a->precise == b->precise;
}

/* Notes an attempt, once; `tried` is a struct tried. As struct perf_sys has it. */
static void tried_note(void *tried, const struct perf_event_attr *attr, int cpu, int result)
{
	struct tried *notes = tried;
	const bool stacks = attr->sample_type & PERF_SAMPLE_BRANCH_STACK;
	const struct tried_open open = {
		.config = attr->config, .config1 = attr->config1,
		.branches = stacks ? attr->branch_sample_type : 0, .type = attr->type,
		.errnum = result < 0 ? -result : 0, .on_cpu = cpu >= 0,
		.samples = attr->sample_period > 0, .user_only = attr->exclude_kernel,
		.without_guests = attr->exclude_guest, .precise = attr->precise_ip,
	};

	for (size_t i = 0; i < notes->n; i++)
		if (tried_is_same(&notes->open[i], &open))
			return;
	if (notes->n < TRIED_MAX)
		notes->open[notes->n++] = open;
	else
		notes->left_out++;
}

/* Tries what --attribution auto falls back to. */
static void try_own_tasks(const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	struct group_options fits = {
		.levels = diagnosis->family->levels,
		.with_ipc = true,
		.with_corrections = true,
		.per_task = true,
	};
	const struct probe probe = { .sys = sys,
				     .pmu = &diagnosis->pmu,
				     .facts = &diagnosis->facts };

	diagnosis->own_tasks = !perf_probe_family(&probe, &diagnosis->family, &fits, NULL, NULL);
	diagnosis->own_tasks_user_only = fits.user_only;
}

/*
 * Counts the events of all groups that are multiplexed on this core type, and the watchers beside
 * them.
 */
static size_t count_members(const struct diagnosis *diagnosis, const struct core_group *counted)
{
	struct group_options options = counted->fits;
	size_t n = WATCHERS;
	struct group group;

	for (options.mux = 0; options.mux <= counted->n_mux; options.mux++) {
		if (options.mux)
			options.levels = diagnosis->family->levels;
		if (!group_make(&counted->pmu, diagnosis->family, &options, &group, NULL))
			n += group.n;
	}
	return n;
}

static void try_events(const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	const struct group_options want = {
		.levels = diagnosis->family->levels,
		.with_ipc = true,
		.with_corrections = true,
		.interval_ns = EXAMPLE_INTERVAL_NS,
	};
	const struct core_group *first = &diagnosis->cores.group[0];
	struct group group;

	(void)cores_probe(&diagnosis->cores, sys, &diagnosis->facts, &want, true, NULL);
	diagnosis->family = diagnosis->cores.family;
	diagnosis->fits = first->fits;
	diagnosis->counts = first->counts;
	diagnosis->opened = first->counted;
	diagnosis->open_errno = first->errnum;
	for (size_t i = 0; i < diagnosis->cores.n; i++) {
		size_t n = count_members(diagnosis, &diagnosis->cores.group[i]);

		diagnosis->members = n > diagnosis->members ? n : diagnosis->members;
	}
	if (!group_make(&diagnosis->pmu, diagnosis->family, &diagnosis->fits, &group, NULL))
		diagnosis->counts_cores = group_counts_cores(&group);
	if (diagnosis->open_errno == EACCES)
		try_own_tasks(sys, diagnosis);
	if (diagnosis->opened)
		diagnosis->tried = !perf_trial(sys, &diagnosis->pmu, diagnosis->family,
					       &diagnosis->fits, WORK_NS,
					       &diagnosis->trial);
}

/* What tdtop counts where no counters can be used. */
static void try_times(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	struct group_options cpus = { .interval_ns = EXAMPLE_INTERVAL_NS };
	struct group_options tasks = { .per_task = true };
	struct pmu clock;
	const struct probe probe = { .sys = sys, .pmu = &clock, .facts = &diagnosis->facts };

	pmu_open_software(root, &clock);
	diagnosis->times = !perf_probe(&probe, &cpu_none, &cpus, NULL, NULL);
	if (!diagnosis->times)
		diagnosis->own_times = !perf_probe(&probe, &cpu_none, &tasks, NULL, NULL);
}

static void try_samples(const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	struct sample_machine machine = { .sys = sys, .facts = &diagnosis->facts,
					  .cores = &diagnosis->cores,
					  .family = diagnosis->family };

	diagnosis->sampled = !sample_choices_try(&machine, &diagnosis->choices,
						 &diagnosis->not_sampled);
}

void diagnosis_examine(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	struct perf_sys heard = *sys;
	struct err err;
	int ret;

	memset(diagnosis, 0, sizeof(*diagnosis));
	(void)snprintf(diagnosis->root, sizeof(diagnosis->root), "%s", root);
	heard.tried = tried_note;
	heard.hearer = &diagnosis->opens;
	sys = &heard;
	facts_read(root, &diagnosis->facts);
	surroundings_read(root, sys, &diagnosis->surroundings);
	ret = cores_find(root, &diagnosis->facts, &diagnosis->cores, &err);
	diagnosis->has_pmu = diagnosis->cores.n > 0;
	diagnosis->pmu = diagnosis->cores.group[0].pmu;
	diagnosis->family = diagnosis->cores.family;
	if (!diagnosis->has_pmu)
		diagnosis->no_pmu = err;
	else if (ret)
		diagnosis->no_family = err;
	else
		try_events(sys, diagnosis);
	if (cores_have_no_counters(ret ? -ret : diagnosis->open_errno))
		try_times(root, sys, diagnosis);
	try_samples(sys, diagnosis);
	if (diagnosis_uses_perf_metrics(diagnosis->family))
		diagnosis->sample_read = kernel_code_sample_read(root);
}

void diagnosis_done(struct diagnosis *diagnosis)
{
	cores_done(&diagnosis->cores);
	diagnosis->has_pmu = false;
}

bool diagnosis_uses_perf_metrics(const struct family *family)
{
	return family && !strcmp(family->events[0].name, "slots");
}

/* A measured cost of 0 was lost in the noise. */
bool diagnosis_has_cost(const struct diagnosis *diagnosis)
{
	return diagnosis->timed && diagnosis->cost.known && diagnosis->cost.sample_ns > 0 &&
	       diagnosis->cost.own_sample_ns > 0;
}

double diagnosis_sample_ns(const struct diagnosis *diagnosis)
{
	return diagnosis_has_cost(diagnosis) ? diagnosis->cost.sample_ns : (double)NAN;
}

double diagnosis_max_switches(const struct diagnosis *diagnosis)
{
	const struct cost cost = {
		.cpus = diagnosis->cost.cpus,
		.kernel_ns = diagnosis->cost.sample_ns,
		.user_ns = diagnosis->cost.own_sample_ns,
	};

	return diagnosis_has_cost(diagnosis) ? budget_rate(diagnosis->budget_percent, &cost)
					     : (double)NAN;
}
