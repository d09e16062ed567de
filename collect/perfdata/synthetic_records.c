/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known when a file begins; see synthetic_records.h. Collector thread. */
#include "config.h"
#include "collect/perfdata/synthetic_records.h"

#include <stdio.h>
#include <string.h>

#include "collect/perfdata/perfdata_records.h"
#include "collect/slice/slicer.h"

static void put_name(const struct synthetic_records *known, int32_t pid, int32_t tid, const char *comm)
{
	perfdata_put_thread(known->blob, known->events, pid, tid, comm);
	known->put(known->data);
}

static void put_process(void *data, const struct process *process)
{
	const struct synthetic_records *known = data;
	struct task_facts facts = { .ppid = process->ppid };

	if (!process->lookup_epoch) {	/* will be asked when it runs: then the answer is recorded */
		if (process->comm[0])
			put_name(known, process->pid, process->pid, process->comm);
		return;
	}
	facts.threads = process->threads_known ? process->threads : 0;
	memcpy(facts.comm, process->comm, sizeof(facts.comm));
	(void)snprintf(facts.command, sizeof(facts.command), "%s", string_text(process->command));
	(void)snprintf(facts.user, sizeof(facts.user), "%s", string_text(process->user));
	(void)snprintf(facts.cgroup, sizeof(facts.cgroup), "%s", string_text(process->cgroup));
	perfdata_put_process(known->blob, known->events, process->pid, &facts);
	known->put(known->data);
}

static void put_task(void *data, const struct task *task)
{
	const struct synthetic_records *known = data;

	if (task->tid != task->pid && task->comm[0])
		put_name(known, task->pid, task->tid, task->comm);
}

static void put_exited(void *data, const struct task *task)
{
	const struct synthetic_records *known = data;

	perfdata_put_exited(known->blob, known->events, task->pid, task->tid, task->comm);
	known->put(known->data);
}

/*
 * How far the slices of this CPU are, told by records: another slicer goes on from there. How the group was
 * shared lately is not told; it is learned anew.
 */
static void put_cpu(const struct synthetic_records *known, size_t cpu)
{
	struct tap_place place = recordable_place(known->events, cpu);
	struct blob *blob = known->blob;
	struct perfdata_stamp stamp;
	struct slicer_now now;

	known->source->ops->now(known->source, cpu, &now);
	if (!now.base[0])
		return;
	stamp = (struct perfdata_stamp){
		.place = place,
		.cpu_number = known->source->machine.cpus[cpu].cpu,
		.pid = now.known ? now.pid : -1,
		.tid = now.known ? now.tid : -1,
		.time_ns = now.time_ns,
	};
	if (now.mux && !now.begun)
		perfdata_put_mux(blob, known->events, stamp.cpu_number, now.mux);
	for (size_t mux = 0; mux < now.n_groups; mux++) {
		stamp.place.group = place.group + mux;
		perfdata_put_reading(blob, known->events, &stamp, now.base[mux], true);
	}
	if (now.begun)
		perfdata_put_mux(blob, known->events, stamp.cpu_number, now.mux);
	stamp.place = place;
	if (now.lost)
		perfdata_put_lost(blob, known->events, &stamp, 0);
	else if (now.mixed)
		perfdata_put_switch(blob, known->events, &stamp, true);
	if (now.known)
		perfdata_put_switch(blob, known->events, &stamp, false);
	if (now.rotation_taken)
		perfdata_put_rotation(blob, known->events, known->events->groups[place.group].core_type, true);
	known->put(known->data);
}

/* Of tasks that have ended, too, as the last slice of one of them may still come. */
void synthetic_records_put(const struct synthetic_records *known, const struct tasks *tasks)
{
	struct synthetic_records mine = *known;
	const struct tasks_visitor visitor = { .data = &mine, .process = put_process,
					       .task = put_task, .exited = put_exited };

	for (size_t cpu = 0; cpu < known->source->machine.n_cpus; cpu++)
		put_cpu(known, cpu);
	tasks_visit(tasks, &visitor);
}
