/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs tdtop --doctor: examines the machine and prints the findings; see doctor.h. Main thread. */
#include "config.h"
#include "collect/doctor/doctor.h"

#include <stdlib.h>
#include <string.h>

#include "collect/doctor/findings.h"
#include "collect/percpu/source_machine.h"

/* The one callback that a sink must have. */
static void ignore_slice(void *data, const struct slice *slice)
{
	(void)data;
	(void)slice;
}

/* A hybrid has a source for each core type: keeps the highest cost, and the CPUs of all. */
static void take_cost(void *data, const struct self_cost *cost)
{
	self_cost_add(data, cost);
}

int cost_trial(struct source *source, struct self_cost *cost, struct err *err)
{
	const struct sink sink = {
		.data = cost,
		.slice = ignore_slice,
		.cost = take_cost,
	};
	int ret;

	memset(cost, 0, sizeof(*cost));
	ret = source->ops->start(source, err);
	if (!ret)
		ret = source->ops->tick(source, source->ops->clock_ns(source), &sink, err);
	return ret < 0 ? ret : 0;
}

int doctor_print(const struct diagnosis *diagnosis, enum doctor_output output, FILE *out)
{
	struct findings *findings = malloc(sizeof(*findings));
	int status = 1;

	if (!findings)
		return status;
	findings_make(diagnosis, findings);
	if (output == DOCTOR_JSON && findings_print_json(findings, diagnosis, out))
		fputs("{}\n", out);
	if (output != DOCTOR_JSON)
		findings_print_text(findings, output == DOCTOR_ALL, out);
	if (findings_will_count(findings))
		status = 0;
	free(findings);
	return status;
}

/* Which engine would count, and why? */
static void find_engine(struct diagnosis *diagnosis)
{
	const struct source_machine_options options = { .root = "", .engine = ENGINE_AUTO };
	struct source *source = NULL;

	if (source_machine_open(&options, &source, NULL))
		return;		/* other findings say why */
	diagnosis->engine = source->machine.engine;
	diagnosis->no_bpf = source->machine.no_bpf;
	source->ops->close(source);
}

/*
 * Times samples of the source that would count or record, with all its groups and rings: less would
 * cost less.
 */
static void time_samples(struct diagnosis *diagnosis)
{
	const struct source_machine_options options = { .root = "", .engine = ENGINE_RING };
	struct source *source = NULL;

	if (source_machine_open(&options, &source, &diagnosis->not_timed))
		return;
	diagnosis->timed = !cost_trial(source, &diagnosis->cost, &diagnosis->not_timed);
	source->ops->close(source);
}

int doctor_run(double budget_percent, enum doctor_output output, FILE *out)
{
	struct diagnosis diagnosis;
	int status;

	diagnosis_examine("", &perf_sys_real, &diagnosis);
	diagnosis.budget_percent = budget_percent;
	if (diagnosis.opened) {
		find_engine(&diagnosis);
		time_samples(&diagnosis);
	}
	status = doctor_print(&diagnosis, output, out);
	diagnosis_done(&diagnosis);
	return status;
}
