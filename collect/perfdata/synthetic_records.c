/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs, tasks and which processes were watched, as records; see recorder_parts.h. Collector thread. */
#include "config.h"
#include "collect/perfdata/recorder_parts.h"

#include <stdio.h>
#include <string.h>

#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/updates.h"
#include "collect/slice/slicer.h"
#include "collect/tasks/tasks.h"

static void put_thread(const struct synthetic_records *records, enum perfdata_update what,
		       int32_t pid, int32_t tid, const char *comm)
{
	perfdata_put_thread(records->blob, records->events, what, pid, tid, comm);
	records->flush(records->data);
}

static void put_process(void *data, const struct process *process)
{
	const struct synthetic_records *records = data;
	struct task_facts facts = { .ppid = process->ppid };

	if (!process->lookup_epoch) {	/* /proc is asked when it runs; that answer is recorded */
		if (process->comm[0])
			put_thread(records, PERFDATA_UPDATE_THREAD, process->pid, process->pid, process->comm);
		return;
	}
	facts.threads = process->threads_known ? process->threads : 0;
	facts.threads_ns = process->threads_ns;
	memcpy(facts.comm, process->comm, sizeof(facts.comm));
	(void)snprintf(facts.command, sizeof(facts.command), "%s", string_text(process->command));
	(void)snprintf(facts.user, sizeof(facts.user), "%s", string_text(process->user));
	(void)snprintf(facts.cgroup, sizeof(facts.cgroup), "%s", string_text(process->cgroup));
	perfdata_put_process(records->blob, records->events, process->pid, &facts);
	records->flush(records->data);
}

static void put_task(void *data, const struct task *task)
{
	const struct synthetic_records *records = data;

	if (task->tid != task->pid && task->comm[0])
		put_thread(records, PERFDATA_UPDATE_THREAD, task->pid, task->tid, task->comm);
}

static void put_exited(void *data, const struct task *task)
{
	put_thread(data, PERFDATA_UPDATE_EXITED, task->pid, task->tid, task->comm);
}

/*
 * The state of this CPU's slices, from which another slicer continues. How much of the time the
 * group was multiplexed is not recorded; the replay learns it from what follows.
 */
static void put_cpu(const struct synthetic_records *records, size_t cpu)
{
	struct tap_place place = recordable_place(records->events, cpu);
	const uint64_t id = perfdata_any_id(records->events);
	struct blob *blob = records->blob;
	struct perfdata_stamp stamp;
	struct slicer_now now;
	uint32_t bits;

	records->events->now(records->events->source, cpu, &now);
	if (!now.base[0])
		return;
	stamp = (struct perfdata_stamp){
		.place = place,
		.cpu_number = records->source->machine.cpus[cpu].cpu,
		.pid = now.known ? now.pid : -1,
		.tid = now.known ? now.tid : -1,
		.time_ns = now.time_ns,
	};
	if (now.mux && !now.rotated)
		update_put(blob, PERFDATA_UPDATE_MUX, id, UPDATE(NUMBER(stamp.cpu_number), NUMBER(now.mux)));
	for (size_t mux = 0; mux < now.n_groups; mux++) {
		stamp.place.group = place.group + mux;
		perfdata_put_reading(blob, records->events, &stamp, now.base[mux], true);
	}
	if (now.rotated)
		update_put(blob, PERFDATA_UPDATE_MUX, id, UPDATE(NUMBER(stamp.cpu_number), NUMBER(now.mux)));
	stamp.place = place;
	if (now.lost)
		perfdata_put_lost(blob, &records->events->layout, &stamp,
				  recordable_id(records->events, place, 0), 0);
	else if (now.mixed)
		perfdata_put_switch(blob, records->events, &stamp, true);
	if (now.known)
		perfdata_put_switch(blob, records->events, &stamp, false);
	bits = (now.sampled ? PERFDATA_SWITCH_SAMPLED : 0) | (now.named ? PERFDATA_SWITCH_NAMED : 0) |
	       (now.leaves ? PERFDATA_SWITCH_LEAVES : 0);
	if (bits)
		update_put(blob, PERFDATA_UPDATE_SWITCH, id,
			   UPDATE(NUMBER(stamp.cpu_number), NUMBER(bits), NUMBER(now.pid), NUMBER(now.tid)));
	if (now.rotating)
		update_put(blob, PERFDATA_UPDATE_ROTATION, id,
			   UPDATE(NUMBER(records->events->groups[place.group].core_type), NUMBER(true)));
	records->flush(records->data);
}

/* Exited tasks are included: the last slice of one of them may be still to come. */
void synthetic_records_put(const struct synthetic_records *records, const struct tasks *tasks)
{
	struct synthetic_records copy = *records;
	const struct tasks_visitor visitor = { .data = &copy, .process = put_process,
					       .task = put_task, .exited = put_exited };

	for (size_t cpu = 0; cpu < records->source->machine.n_cpus; cpu++)
		put_cpu(records, cpu);
	tasks_visit(tasks, &visitor);
}

/* ---- which processes were watched ---- */

/* Where records go. */
struct watched_output {
	struct blob *blob;
	uint64_t id;
	const char *text;
};

/* A tell_watched. */
static void put_watched(void *data, const struct watched_process *process)
{
	const struct watched_output *output = data;

	update_put(output->blob, PERFDATA_UPDATE_WATCHED, output->id,
		   UPDATE(NUMBER(process->pid), NUMBER(process->unknown), NUMBER(process->born_ns),
			  NUMBER(process->from_ns), TEXT(output->text)));
}

void recorder_watched_begin(struct blob *blob, const struct source *source, const struct recordable *events,
			    uint64_t file)
{
	struct watched_output output = { blob, perfdata_any_id(events), source->machine.watched };

	if (!source->filter)
		return;
	put_watched(&output, &(struct watched_process){ .pid = 0 });
	recorder_watched_put(blob, source, events, file);
}

void recorder_watched_put(struct blob *blob, const struct source *source, const struct recordable *events,
			  uint64_t file)
{
	struct watched_output output = { blob, perfdata_any_id(events), "" };

	if (source->filter)
		source->filter->tell(source->filter, file, put_watched, &output);
}
