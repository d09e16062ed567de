/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names, and mappings of processes as they get known; see sample_recording.h. A reading of /proc is
 * made after the sample that asked for it. It gets the time since when it holds, which is that of the
 * first sample, or of the fork or exec before it. All execs of the machine are known by the rings of
 * the source; those of sampled threads, by theirs.
 */
#include "config.h"
#include "collect/live/sample_recording.h"

#include <stdlib.h>
#include <string.h>

#include "collect/live/sampler_attr.h"
#include "collect/perf/record.h"
#include "collect/perfdata/perfdata_features.h"
#include "model/pair_map.h"

#define KERNEL (-1)		/* as a pid */
/* Rings are drained one after the other: another one may have older samples of the process. */
#define EARLIER_NS 1000000000ULL

struct sampled_process {
	int32_t pid;
	uint32_t looked;	/* the version of all readings when it was last asked for one */
	uint32_t put;		/* of the reading that is in the file; 0: none */
	uint64_t first_ns;	/* of its samples; 0: it has none */
	uint64_t since_ns;	/* when it was forked, or its latest exec; 0: before the file */
};

struct sample_recording {
	struct recorder *recorder;
	const struct sample_choices *choices;
	struct sampled_maps *maps;
	uint64_t file;			/* that the table is of */
	struct perf_event_attr attr;	/* the latest in the file: mappings are put with it */
	const char *name;		/* of it */
	struct record_layout layout;	/* of its records */
	struct sampled_process *processes;	/* SAMPLE_RECORDING_PROCESSES */
	struct pair_map by_pid;
	uint32_t n;
	uint32_t looked;		/* the version of all readings at the last mark; 0: since then
					 * a process has begun */
};

static void before_mark(void *data);
static void on_exec(void *data, int32_t pid, uint64_t time_ns);
static void put_build_ids(void *data, struct blob *blob);

struct sample_recording *sample_recording_new(struct recorder *recorder,
					      const struct sample_choices *choices,
					      struct sampled_maps *maps)
{
	struct sample_recording *self = calloc(1, sizeof(*self));
	const struct recorder_listener listener = { .data = self, .before_mark = before_mark,
						    .build_ids = put_build_ids, .exec = on_exec };

	if (!self)
		return NULL;
	*self = (struct sample_recording){ .recorder = recorder, .choices = choices, .maps = maps };
	self->processes = calloc(SAMPLE_RECORDING_PROCESSES, sizeof(self->processes[0]));
	if (!self->processes) {
		free(self);
		return NULL;
	}
	recorder_listen(recorder, &listener);
	return self;
}

void sample_recording_free(struct sample_recording *self)
{
	if (!self)
		return;
	recorder_listen(self->recorder, NULL);
	free(self->processes);
	pair_map_done(&self->by_pid);
	free(self);
}

static bool is_attr_of(const struct perf_event_attr *asked, const struct perf_event_attr *attr)
{
	return asked->type == attr->type && asked->config == attr->config &&
	       asked->config1 == attr->config1 && asked->config2 == attr->config2;
}

/* The name of what was chosen. The branch stack may have been left out meanwhile. */
static const char *recording_name_of(const struct sample_choices *choices, const struct perf_event_attr *attr)
{
	const struct sample_classes *classes = &choices->classes[choices->classes[1].n ? 1 : 0];
	const char *name = "sampled";

	for (int i = 0; i < choices->n; i++)
		for (int type = 0; type < CORE_TYPES; type++) {
			const struct sample_choice *choice = &choices->choice[i];

			if (!choice->has[type] || choice->event.levels || !is_attr_of(&choice->attr[type], attr))
				continue;
			name = choice->event.name;
			if (choice->attr[type].branch_sample_type == attr->branch_sample_type)
				return name;
		}
	for (int i = 0; !strcmp(name, "sampled") && i < classes->n; i++) {
		const struct sample_class *class = &classes->event[i];

		if (class->type == attr->type && class->config == attr->config)
			name = classes->table->events[class->row].event.name;
	}
	return name;
}

static void forget_processes(struct sample_recording *self)
{
	pair_map_clear(&self->by_pid);
	self->n = 0;
	self->looked = 0;
}

/* With too many of them all are forgotten, and put again. NULL without memory. */
static struct sampled_process *process_of(struct sample_recording *self, int32_t pid)
{
	uint32_t at;

	if (self->n == SAMPLE_RECORDING_PROCESSES)
		forget_processes(self);
	at = pair_map_put(&self->by_pid, (uint32_t)pid, 0, self->n);
	if (at == PAIR_MAP_NONE)
		return NULL;
	if (at == self->n)
		self->processes[self->n++] = (struct sampled_process){ .pid = pid };
	return &self->processes[at];
}

/* Another file knows of no process. False: none is open. */
static bool follow_file(struct sample_recording *self)
{
	const uint64_t file = recorder_file(self->recorder);

	if (file && file != self->file)
		forget_processes(self);
	self->file = file;
	return file;
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

/*
 * The time from which on a reading holds. Before an exec that the kernel reported there were other
 * mappings.
 */
static uint64_t holds_from(const struct sample_recording *self, const struct sampled_process *process)
{
	const uint64_t oldest_ns = recorder_oldest_ns(self->recorder);
	uint64_t from_ns = process->since_ns;

	if (!from_ns && process->first_ns > EARLIER_NS)
		from_ns = process->first_ns - EARLIER_NS;
	from_ns++;		/* after the record of the exec */
	return from_ns > oldest_ns ? from_ns : oldest_ns;
}

/* Puts the newest reading of a process that has samples, if the file does not have it yet. */
static void catch_up(struct sample_recording *self, struct sampled_process *process)
{
	const uint32_t version = sampled_maps_version(self->maps);
	const struct sampled_maps_request request = { .pid = process->pid, .after = process->put,
						      .since_ns = process->since_ns };
	struct putting putting = { self, 0 };

	if (process->looked == version || !process->first_ns)
		return;
	process->looked = version;
	putting.time_ns = holds_from(self, process);
	process->put = sampled_maps_each(self->maps, &request, put_mapping, &putting);
}

static void recording_see(struct sample_recording *self, int32_t pid, uint64_t time_ns)
{
	struct sampled_process *process = process_of(self, pid);

	if (!process)
		return;
	if (!process->first_ns)
		process->first_ns = time_ns;
	catch_up(self, process);
}

/* A new process, or a new program in it: only what is read from now on is of it. */
static void recording_begin(struct sample_recording *self, int32_t pid, uint64_t time_ns)
{
	struct sampled_process *process = process_of(self, pid);

	if (!process || time_ns <= process->since_ns)
		return;
	self->looked = 0;
	process->since_ns = time_ns;
	process->put = process->looked = 0;
}

/* Told by a ring of the source, perhaps after readings of the new program were put. */
static void on_exec(void *data, int32_t pid, uint64_t time_ns)
{
	struct sample_recording *self = data;

	if (pid > 0 && follow_file(self))
		recording_begin(self, pid, time_ns);
}

static void note_task(struct sample_recording *self, const void *bytes, size_t size)
{
	struct envelope envelope;
	struct record record;
	bool begins;

	if (record_content(false, bytes, size, &record) ||
	    record_envelope(&self->layout, bytes, size, &envelope))
		return;
	begins = record.kind == REC_FORK ? record.pid != record.ppid : record.kind == REC_COMM && record.exec;
	if (begins && record.kind == REC_FORK && record.ppid > 0)
		recording_see(self, record.ppid, envelope.time_ns);
	if (begins && record.pid > 0)
		recording_begin(self, record.pid, envelope.time_ns);
}

static void note_sample(struct sample_recording *self, const void *bytes, size_t size)
{
	struct sample_head head;

	if (size < sizeof(head))
		return;
	memcpy(&head, bytes, sizeof(head));
	recording_see(self, KERNEL, head.time_ns);
	if (head.pid > 0)
		recording_see(self, head.pid, head.time_ns);
}

static void before_mark(void *data)
{
	struct sample_recording *self = data;
	const uint32_t version = sampled_maps_version(self->maps);

	if (!follow_file(self) || self->looked == version)
		return;
	self->looked = version;
	for (uint32_t i = 0; i < self->n; i++)
		catch_up(self, &self->processes[i]);
}

static void put_build_id(void *data, const struct profile_object *object)
{
	perfdata_put_build_id(data, 0, object);
}

static void put_build_ids(void *data, struct blob *blob)
{
	const struct sample_recording *self = data;

	sampled_maps_identified(self->maps, put_build_id, blob);
}

bool sample_recording_is_open(const struct sample_recording *self)
{
	return recorder_file(self->recorder);
}

void sample_recording_record(void *data, const struct perf_event_attr *attr, uint64_t id,
			     const void *bytes, size_t size)
{
	struct sample_recording *self = data;
	struct perf_event_header header;

	if (!follow_file(self) || size < sizeof(header))
		return;
	if (memcmp(attr, &self->attr, sizeof(*attr))) {
		self->attr = *attr;
		self->name = recording_name_of(self->choices, attr);
		self->layout = record_layout_make(attr->sample_type, 0, true, false);
	}
	recorder_sampled(self->recorder, attr, self->name, id, bytes, size);
	memcpy(&header, bytes, sizeof(header));
	if (header.type == PERF_RECORD_SAMPLE)
		note_sample(self, bytes, size);
	else
		note_task(self, bytes, size);
}
