/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names, and mappings of processes as they get known; see sample_recording.h. A reading of /proc is
 * made after the sample that asked for it: it gets the time since when it must hold, which is that
 * of the first sample, or of the fork or exec before it.
 */
#include "config.h"
#include "collect/sample/sample_recording.h"

#include <stdlib.h>
#include <string.h>

#include "collect/perf/record.h"

#define SLOTS (2U * SAMPLE_RECORDING_PROCESSES)
#define KERNEL (-1)		/* as a pid */
/* Rings are drained one after the other: another one may have older samples of the process. */
#define EARLIER_NS 1000000000ULL

struct sampled_process {
	int32_t pid;		/* 0: a free slot */
	uint32_t looked;	/* the version of all readings when it was last asked for one */
	uint32_t put;		/* of the reading that is in the file; 0: none */
	uint64_t from_ns;	/* since when what is mapped is wanted */
};

struct sample_recording {
	struct recorder *recorder;
	const struct sample_choices *choices;
	struct sampled_maps *maps;
	uint64_t file;			/* that the table is of */
	struct perf_event_attr attr;	/* the latest in the file: mappings are put with it */
	const char *name;		/* of it */
	struct record_layout layout;	/* of its records */
	struct sampled_process *processes;	/* hash table of SLOTS */
	size_t n;
	uint32_t looked;		/* the version of all readings at the last mark */
};

/* The begin of a sample as the kernel writes it; all events have IDENTIFIER, IP, TID and TIME. */
struct sample_head {
	struct perf_event_header header;
	uint64_t id, ip;
	int32_t pid, tid;
	uint64_t time_ns;
};

static void before_mark(void *data);

struct sample_recording *sample_recording_new(struct recorder *recorder,
					      const struct sample_choices *choices,
					      struct sampled_maps *maps)
{
	struct sample_recording *self = calloc(1, sizeof(*self));

	if (!self)
		return NULL;
	*self = (struct sample_recording){ .recorder = recorder, .choices = choices, .maps = maps };
	self->processes = calloc(SLOTS, sizeof(self->processes[0]));
	if (!self->processes) {
		free(self);
		return NULL;
	}
	recorder_before_mark(recorder, before_mark, self);
	return self;
}

void sample_recording_free(struct sample_recording *self)
{
	if (!self)
		return;
	recorder_before_mark(self->recorder, NULL, NULL);
	free(self->processes);
	free(self);
}

static bool is_attr_of(const struct perf_event_attr *asked, const struct perf_event_attr *attr)
{
	return asked->type == attr->type && asked->config == attr->config &&
	       asked->config1 == attr->config1 && asked->config2 == attr->config2;
}

/* The name of what was chosen. The branch stack may have been left out meanwhile. */
static const char *name_of(const struct sample_choices *choices, const struct perf_event_attr *attr)
{
	const char *name = "sampled";

	for (int i = 0; i < choices->n; i++)
		for (int type = 0; type < CORE_TYPES; type++) {
			const struct sample_choice *choice = &choices->choice[i];

			if (!choice->has[type] || !is_attr_of(&choice->attr[type], attr))
				continue;
			name = choice->event.name;
			if (choice->attr[type].branch_sample_type == attr->branch_sample_type)
				return name;
		}
	return name;
}

static void forget_processes(struct sample_recording *self)
{
	memset(self->processes, 0, SLOTS * sizeof(self->processes[0]));
	self->n = 0;
	self->looked = 0;
}

/* The slot of a process; with too many of them all are forgotten, and put again. */
static struct sampled_process *process_of(struct sample_recording *self, int32_t pid)
{
	uint32_t slot = (uint32_t)pid * 2654435761U;

	if (self->n == SAMPLE_RECORDING_PROCESSES)
		forget_processes(self);
	for (;; slot++) {
		struct sampled_process *process = &self->processes[slot % SLOTS];

		if (process->pid == pid)
			return process;
		if (!process->pid) {
			process->pid = pid;
			self->n++;
			return process;
		}
	}
}

struct putting {
	struct sample_recording *self;
	uint64_t time_ns;
};

/* Of the kernel itself the file has its text, as perf wants it (perfdata_put_kernel()). */
static void put_mapping(void *data, const struct code_mapping *mapping)
{
	const struct putting *putting = data;
	const struct sample_recording *self = putting->self;

	if (!mapping->kernel || strcmp(mapping->path, "[kernel.kallsyms]"))
		recorder_sampled_mapping(self->recorder, &self->attr, mapping, putting->time_ns);
}

/* Puts the newest reading, if the file does not have it yet. */
static void catch_up(struct sample_recording *self, struct sampled_process *process)
{
	const uint32_t version = sampled_maps_version(self->maps);
	const uint64_t oldest_ns = recorder_oldest_ns(self->recorder);
	struct putting putting = { self, process->from_ns };

	if (process->looked == version)
		return;
	process->looked = version;
	if (putting.time_ns < oldest_ns)
		putting.time_ns = oldest_ns;
	process->put = sampled_maps_each(self->maps, process->pid, process->put, put_mapping,
					 &putting);
}

/* A process has a sample: from then on, or from its exec, what it has mapped is wanted. */
static void see(struct sample_recording *self, int32_t pid, uint64_t time_ns)
{
	struct sampled_process *process = process_of(self, pid);

	if (!process->from_ns)
		process->from_ns = time_ns > EARLIER_NS ? time_ns - EARLIER_NS : 1;
	catch_up(self, process);
}

/*
 * A new process, or a new program in it: what was read before is of another one. What a child has of
 * its parent the record of the fork tells a reader.
 */
static void begin(struct sample_recording *self, int32_t pid, uint64_t time_ns)
{
	struct sampled_process *process = process_of(self, pid);

	process->from_ns = time_ns;
	process->put = process->looked = sampled_maps_version(self->maps);
}

static void note_task(struct sample_recording *self, const void *bytes, size_t size)
{
	struct perf_event_header header;
	struct envelope envelope;
	int32_t pids[2];	/* FORK: pid, parent; COMM: pid, tid */
	bool forks, execs;

	memcpy(&header, bytes, sizeof(header));
	if (size < sizeof(header) + sizeof(pids) ||
	    record_envelope(&self->layout, bytes, size, &envelope))
		return;
	memcpy(pids, (const char *)bytes + sizeof(header), sizeof(pids));
	forks = header.type == PERF_RECORD_FORK && pids[0] != pids[1];
	execs = header.type == PERF_RECORD_COMM && header.misc & PERF_RECORD_MISC_COMM_EXEC;
	if ((forks || execs) && pids[0] > 0)
		begin(self, pids[0], envelope.time_ns);
}

static void note_sample(struct sample_recording *self, const void *bytes, size_t size)
{
	struct sample_head head;

	if (size < sizeof(head))
		return;
	memcpy(&head, bytes, sizeof(head));
	see(self, KERNEL, head.time_ns);
	if (head.pid > 0)
		see(self, head.pid, head.time_ns);
}

static void before_mark(void *data)
{
	struct sample_recording *self = data;
	const uint32_t version = sampled_maps_version(self->maps);

	if (recorder_file(self->recorder) != self->file || self->looked == version)
		return;
	self->looked = version;
	for (size_t i = 0; i < SLOTS; i++)
		if (self->processes[i].pid)
			catch_up(self, &self->processes[i]);
}

void sample_recording_record(void *data, const struct perf_event_attr *attr, uint64_t id,
			     const void *bytes, size_t size)
{
	struct sample_recording *self = data;
	const uint64_t file = recorder_file(self->recorder);
	struct perf_event_header header;

	if (!file || size < sizeof(header))
		return;
	if (file != self->file)
		forget_processes(self);
	self->file = file;
	if (memcmp(attr, &self->attr, sizeof(*attr))) {
		self->attr = *attr;
		self->name = name_of(self->choices, attr);
		self->layout = record_layout_make(attr->sample_type, 0, true, false);
	}
	recorder_sampled(self->recorder, attr, self->name, id, bytes, size);
	memcpy(&header, bytes, sizeof(header));
	if (header.type == PERF_RECORD_SAMPLE)
		note_sample(self, bytes, size);
	else
		note_task(self, bytes, size);
}
