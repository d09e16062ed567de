/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tdtop --doctor: the machine is examined into a struct, then that is put into sentences (findings.c).
 * Called by main instead of opening a source.
 */
#include "config.h"
#include "collect/doctor/doctor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/doctor/cost_trial.h"
#include "collect/doctor/findings.h"
#include "collect/percpu/source_cores.h"

#define EXAMPLE_INTERVAL_NS 1000000000ULL

/* What --attribution auto falls back to. */
static void try_own_tasks(const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	struct group_options fits = {
		.levels = diagnosis->family->levels,
		.with_ipc = true,
		.with_corrections = true,
		.per_task = true,
	};
	const struct probe probe = { .sys = sys, .pmu = &diagnosis->pmu, .facts = &diagnosis->facts };

	diagnosis->own = !perf_probe_family(&probe, &diagnosis->family, &fits, NULL, NULL);
	diagnosis->own_user_only = fits.user_only;
}

/* Of all groups that take turns on this kind of core, and the events beside them. */
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
	diagnosis->not_opened = first->why;
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
					       &diagnosis->fits, &diagnosis->trial);
}

void doctor_examine(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis)
{
	struct err err;
	int ret;

	memset(diagnosis, 0, sizeof(*diagnosis));
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
}

void doctor_done(struct diagnosis *diagnosis)
{
	cores_done(&diagnosis->cores);
	diagnosis->has_pmu = false;
}

int doctor_print(const struct diagnosis *diagnosis, bool json, FILE *out)
{
	struct findings *findings = malloc(sizeof(*findings));
	int status = 1;

	if (!findings)
		return status;
	findings_make(diagnosis, findings);
	if (json && findings_print_json(findings, diagnosis, out))
		fputs("{}\n", out);
	if (!json)
		findings_print_text(findings, out);
	if (findings_will_count(findings))
		status = 0;
	free(findings);
	return status;
}

/* The source that would count: with all its groups and rings, as nothing less costs as much. */
static void try_cost(struct diagnosis *diagnosis)
{
	struct source *source = NULL;

	if (source_cores_open("", &source, &diagnosis->not_priced))
		return;
	diagnosis->priced = !cost_trial(source, &diagnosis->cost, &diagnosis->not_priced);
	source->ops->close(source);
}

int doctor_run(double budget_percent, bool json, FILE *out)
{
	struct diagnosis diagnosis;
	int status;

	doctor_examine("", &perf_sys_real, &diagnosis);
	diagnosis.budget_percent = budget_percent;
	if (diagnosis.opened)
		try_cost(&diagnosis);
	status = doctor_print(&diagnosis, json, out);
	doctor_done(&diagnosis);
	return status;
}
