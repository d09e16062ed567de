/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds out which groups this machine accepts: opens a group on one CPU as it will be opened on
 * all, and a smaller one if the kernel refuses it. See perf_probe.h. Main or collector thread.
 */
#include "config.h"
#include "collect/perf/perf_probe.h"

#include <errno.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/perf/perf_advice.h"

#define TRIAL_PARTS 4
#define SHARED_PERCENT 95	/* on for less of the time: others use the counter as well */

/* A group that is open for a trial. */
struct probe_trial {
	int fd[GROUP_MEMBERS];
	size_t n;
};

/* Reads how much of its time an enabled group was on. */
static int read_counts(const struct perf_sys *sys, const struct probe_trial *trial,
		       enum probe_counts *counts)
{
	struct {
		uint64_t n, enabled_ns, running_ns;
		uint64_t value_and_id[GROUP_MEMBERS][2];
	} reading;
	int ret = sys->read(sys->data, trial->fd[0], &reading, sizeof(reading));

	if (ret < 0)
		return ret;
	/*
	 * Nothing read: a pinned event in error. Ours is not pinned, but the counter is not free.
	 */
	if ((size_t)ret < 3 * sizeof(uint64_t) || !reading.running_ns)
		*counts = PROBE_TAKEN;
	else if (reading.running_ns < reading.enabled_ns / 100 * SHARED_PERCENT)
		*counts = PROBE_SHARED;
	else
		*counts = PROBE_COUNTS;
	return 0;
}

/* Lets the opened group run for a moment. */
static int try_counting(const struct perf_sys *sys, const struct probe_trial *trial, int cpu,
			enum probe_counts *counts)
{
	int ret = sys->enable(sys->data, trial->fd[0]);

	if (ret)
		return ret;
	/*
	 * A group that was on throughout one part of the trial does not share its counters: the
	 * user need not wait for the rest.
	 */
	for (int part = 0; part < TRIAL_PARTS; part++) {
		sys->pause(sys->data, cpu);
		ret = read_counts(sys, trial, counts);
		if (ret || *counts == PROBE_COUNTS)
			return ret;
	}
	return 0;
}

/*
 * Opens the group on this CPU (-1: on the calling thread). *failed: the member that was refused.
 * The caller closes the trial in all cases.
 */
static int open_trial(const struct perf_sys *sys, const struct group *group, int cpu,
		      struct probe_trial *trial, size_t *failed)
{
	const pid_t pid = cpu < 0 ? 0 : -1;
	int ret;

	*trial = (struct probe_trial){ .fd = { -1 } };	/* the leader itself has no group */
	for (*failed = 0; *failed < group->n; ++*failed) {
		ret = perf_sys_open(sys, &group->member[*failed].attr, pid, cpu, trial->fd[0]);
		if (ret < 0)
			return ret;
		trial->fd[trial->n++] = ret;
	}
	*failed = 0;
	return 0;
}

static void close_trial(const struct perf_sys *sys, struct probe_trial *trial)
{
	while (trial->n > 0)
		sys->close(sys->data, trial->fd[--trial->n]);
}

/* Opens and closes the group; with counts also lets it count. */
static int try_group(const struct perf_sys *sys, const struct group *group, int cpu,
		     enum probe_counts *counts, size_t *failed)
{
	struct probe_trial trial;
	int ret = open_trial(sys, group, cpu, &trial, failed);

	if (!ret && counts)
		ret = try_counting(sys, &trial, cpu, counts);
	close_trial(sys, &trial);
	return ret;
}

bool perf_probe_cpu(const struct perf_sys *sys, int cpu)
{
	struct perf_event_attr attr;
	int fd;

	group_make_watcher(&attr, WATCHER_OF_TASKS);
	fd = sys->open(sys->data, &attr, -1, cpu, -1, 0);
	if (fd >= 0)
		sys->close(sys->data, fd);
	return fd != -ENODEV;
}

/* A CPU for trials: any that the PMU counts on will do. */
static int first_cpu(const struct pmu *pmu)
{
	return pmu->n_cpus ? pmu->cpus[0] : 0;
}

/* Errors after which a smaller group may still be accepted. */
static bool may_fit_smaller(int errnum)
{
	static const int errnums[] = { EINVAL, ENOENT, EOPNOTSUPP, ENOSPC, E2BIG };

	for (size_t i = 0; i < sizeof(errnums) / sizeof(errnums[0]); i++) {
		if (errnums[i] == errnum)
			return true;
	}
	return false;
}

/* The next smaller group: without IPC, without corrections, then one level less with both again. */
static bool step_down(const struct group_options *want, struct group_options *options)
{
	if (options->with_ipc) {
		options->with_ipc = false;
		return true;
	}
	if (options->with_corrections) {
		options->with_corrections = false;
		return true;
	}
	if (options->levels > 1) {
		options->levels--;
		options->with_ipc = want->with_ipc;
		options->with_corrections = want->with_corrections;
		return true;
	}
	return false;
}

/* Any user may count what a task does itself; the kernel's part may need a privilege. */
static bool leave_out_kernel(int errnum, const struct group_options *want,
			     struct group_options *options)
{
	if (errnum != EACCES || !options->per_task || options->user_only)
		return false;
	*options = *want;
	options->user_only = true;
	return true;
}

/*
 * The group is accepted, but never on: the watchdog or others may hold the general counters, which
 * slots do not need.
 */
static bool leave_out_optional(enum probe_counts counts, struct group_options *options)
{
	bool has_optional = options->with_ipc || options->with_corrections;

	if (counts != PROBE_TAKEN || !has_optional)
		return false;
	if (options->with_ipc)
		options->with_ipc = false;
	else
		options->with_corrections = false;
	return true;
}

/* A group that is tried, and the member that was refused. */
struct attempt {
	struct group group;
	size_t failed;
};

/* Makes the group and tries it; err is set if it cannot be made, and the attempt then has no member. */
static int try_options(const struct probe *probe, const struct family *family,
		       const struct group_options *options, enum probe_counts *counts,
		       struct attempt *attempt, struct err *err)
{
	const int cpu = options->per_task ? -1 : first_cpu(probe->pmu);
	int ret = group_make(probe->pmu, family, options, &attempt->group, err);

	if (ret)
		attempt->group.n = 0;
	return ret ? ret : try_group(probe->sys, &attempt->group, cpu, counts, &attempt->failed);
}

/*
 * While a virtual machine owns counters, the kernel refuses the events that count guests. If it says
 * the same of the others, it has another reason, and guests stay counted.
 */
static int try_fit(const struct probe *probe, const struct family *family,
		   struct group_options *options, enum probe_counts *counts,
		   struct attempt *attempt, struct err *err)
{
	struct group_options without = *options;
	struct attempt second;
	int ret = try_options(probe, family, options, counts, attempt, err), again;

	if (ret != -EOPNOTSUPP || !attempt->group.n || options->without_guests)
		return ret;
	without.without_guests = true;
	again = try_options(probe, family, &without, counts, &second, err);
	if (again == -EOPNOTSUPP)
		return ret;
	*options = without;
	*attempt = second;
	return again;
}

int perf_probe(const struct probe *probe, const struct family *family,
	       struct group_options *options, enum probe_counts *counts, struct err *err)
{
	const struct pmu *pmu = probe->pmu;
	struct group_options want = *options, trying, fits;
	enum probe_counts first = PROBE_COUNTS;
	const int cpu = want.per_task ? -1 : first_cpu(pmu);
	struct attempt attempt;
	int ret;

	if (want.levels > family_levels_at_once(family, pmu->core_type))
		want.levels = family_levels_at_once(family, pmu->core_type);
	want.without_guests |= probe->facts->mediated_vpmu && family_has_counters(family);
	trying = want;
	do {
		ret = try_fit(probe, family, &trying, counts, &attempt, err);
		if (ret && !attempt.group.n)
			return ret;
	} while (ret && (leave_out_kernel(-ret, &want, &trying) ||
			 (may_fit_smaller(-ret) && step_down(&want, &trying))));
	if (ret)
		return perf_advice(-ret, attempt.group.member[attempt.failed].name,
				   cpu, probe->facts, err);
	if (counts)
		first = *counts;
	fits = trying;
	while (!ret && counts && leave_out_optional(*counts, &trying)) {
		const size_t had = attempt.group.n;

		ret = group_make(pmu, family, &trying, &attempt.group, err);
		if (!ret && attempt.group.n < had)
			ret = try_group(probe->sys, &attempt.group, cpu, counts, &attempt.failed);
	}
	/* Others hold slots, then: keeps the whole group, ready for when slots are free. */
	if (counts && (ret || *counts == PROBE_TAKEN))
		*counts = first;
	else
		fits = trying;
	*options = fits;
	return 0;
}

int perf_probe_family(const struct probe *probe, const struct family **family,
		      struct group_options *options, enum probe_counts *counts, struct err *err)
{
	const struct family *without = cpu_match_without_register(*family);
	struct group_options want = *options;
	int ret = perf_probe(probe, *family, options, counts, err);

	if (!ret || !without || !may_fit_smaller(-ret) ||
	    perf_probe(probe, without, &want, counts, NULL))
		return ret;
	*options = want;
	*family = without;
	return 0;
}

/* Opens a group of the rotation; the caller closes the trial in all cases. */
static int open_mux(const struct probe *probe, const struct family *family,
		    const struct group_options *options, struct probe_trial *trial, struct err *why)
{
	const int cpu = first_cpu(probe->pmu);
	struct group group;
	size_t failed;
	int ret = group_make(probe->pmu, family, options, &group, why);

	if (ret)
		return ret;
	ret = open_trial(probe->sys, &group, cpu, trial, &failed);
	return ret ? perf_advice(-ret, group.member[failed].name, cpu, probe->facts, why) : 0;
}

/*
 * Enables all groups at once: the kernel multiplexes those that do not fit together, by 4 ms each.
 */
static int count_rotation(const struct probe *probe, const struct probe_trial *trial, int rotation,
			  struct err *why)
{
	const struct perf_sys *sys = probe->sys;
	enum probe_counts counts;

	for (int i = 0; i < rotation; i++)
		if (sys->enable(sys->data, trial[i].fd[0]))
			return 0;	/* then the trial says nothing */
	sys->pause(sys->data, first_cpu(probe->pmu));
	for (int i = 0; i < rotation; i++)
		if (!read_counts(sys, &trial[i], &counts) && counts == PROBE_TAKEN)
			return err_set(why, EBUSY, "group %d of %d was accepted and never counted "
				       "in a trial: others hold counters that it needs%s", i + 1,
				       rotation, probe->facts->nmi_watchdog == 1 ?
				       "; the NMI watchdog is on and holds one "
				       "(sysctl kernel.nmi_watchdog=0)" : "");
	return 0;
}

int perf_probe_rotation(const struct probe *probe, const struct family *family,
			const struct group_options *options, bool try_counting, struct err *why)
{
	struct probe_trial trial[MUX_MAX] = { { .n = 0 } };
	struct group_options trying = *options;
	int rotation = 0, ret = 0;

	trying.levels = family->levels;
	while (rotation < MUX_MAX && group_leader(family, probe->pmu->core_type, rotation + 1))
		rotation++;
	for (int i = 0; !ret && i < rotation; i++) {
		trying.mux = i + 1;
		ret = open_mux(probe, family, &trying, &trial[i], why);
	}
	if (!ret && try_counting && rotation)	/* the trial takes time */
		ret = count_rotation(probe, trial, rotation, why);
	for (int i = 0; i < rotation; i++)
		close_trial(probe->sys, &trial[i]);
	return ret ? 0 : rotation;
}

enum probe_counts perf_probe_group_here(const struct group *group, int cpu)
{
	enum probe_counts counts = PROBE_TAKEN;
	size_t failed;

	return try_group(&perf_sys_real, group, cpu, &counts, &failed) ? PROBE_TAKEN : counts;
}

bool perf_probe_cpu_here(int cpu)
{
	return perf_probe_cpu(&perf_sys_real, cpu);
}

/* What read(2) returns with the read_format of all members: GROUP and both times. */
struct group_reading {
	uint64_t n, enabled_ns, running_ns;
	uint64_t value[GROUP_MEMBERS];
};

static void take_counts(const struct group *group, const struct group_reading *reading,
			struct counts *counts)
{
	struct reading_member members[GROUP_MEMBERS];
	count_pair steps[(GROUP_MEMBERS + 1) / 2] = { { 0 } };
	struct reading_plan plan;

	group_describe(group, members);
	reading_plan_init(&plan, members, group->n);
	for (size_t i = 0; i < group->n && i < reading->n; i++)
		steps[i / 2][i % 2] = reading->value[i];
	reading_plan_add(&plan, steps, counts);
}

static int run_group(const struct perf_sys *sys, int leader, const struct group *group,
		     uint64_t work_ns, struct trial *trial)
{
	struct group_reading reading = { 0 };
	int ret = sys->enable(sys->data, leader);

	if (ret)
		return ret;
	sys->work(sys->data, trial->cpu, work_ns);
	ret = sys->read(sys->data, leader, &reading, sizeof(reading));
	if (ret < 0)
		return ret;
	trial->enabled_ns = reading.enabled_ns;
	trial->running_ns = reading.running_ns;
	take_counts(group, &reading, &trial->counts);
	return 0;
}

int perf_trial(const struct perf_sys *sys, const struct pmu *pmu, const struct family *family,
	       const struct group_options *fits, uint64_t work_ns, struct trial *trial)
{
	int fd[GROUP_MEMBERS] = { -1 };
	struct group group;
	size_t n = 0;
	int ret;

	memset(trial, 0, sizeof(*trial));
	trial->cpu = pmu->n_cpus ? pmu->cpus[0] : 0;
	if (!sys->work)
		return -ENOSYS;
	ret = group_make(pmu, family, fits, &group, NULL);
	while (!ret && n < group.n) {
		int opened = perf_sys_open(sys, &group.member[n].attr, fits->per_task ? 0 : -1,
					   fits->per_task ? -1 : trial->cpu, fd[0]);

		if (opened < 0)
			ret = opened;
		else
			fd[n++] = opened;
	}
	if (!ret)
		ret = run_group(sys, fd[0], &group, work_ns, trial);
	while (n > 0)
		sys->close(sys->data, fd[--n]);
	if (ret)
		return ret;
	family_evaluate(family, &trial->counts, false, &trial->values);
	if (trial->running_ns)
		trial->soundness = soundness_of(&trial->counts, &trial->values, trial->running_ns);
	return 0;
}
