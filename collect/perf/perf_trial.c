/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts a trial; see perf_trial.h. Main thread. */
#include "config.h"
#include "collect/perf/perf_trial.h"

#include <errno.h>
#include <string.h>

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
