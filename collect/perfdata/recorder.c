/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The recorder, between the source's tap and the writer of files. A file has the order in which the
 * slicer got its input: records and readings of each CPU, then the answers about tasks, then the
 * mark that ends the interval. See recorder.h for the threads.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/perf/record.h"
#include "collect/perfdata/perfdata_features.h"
#include "collect/perfdata/perfdata_file.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/recorder_parts.h"
#include "collect/perfdata/recorder_samples.h"
#include "collect/slice/tap.h"
#include "collect/sys/clock_ns.h"

#define NOWHERE "/dev/null"	/* the root of a simulated machine: no file is below */

struct recorder {
	struct recorder_options options;
	struct source *source;			/* borrowed */
	const struct recordable *events;	/* NULL before the first file */
	struct perfdata_writer *writer;		/* NULL before the first file */
	struct tap tap;
	bool on;				/* a file is open */
	char path[PATH_MAX];			/* of the latest file */
	struct blob blob;			/* records under construction */
	struct perfdata_about about;		/* of this file */
	struct recorder_samples samples;	/* of this file */
	struct recorder_nodes nodes;		/* likewise, and the next */
	struct recorder_regions regions;
	uint64_t files;				/* so far */
	struct recorder_listener listener;	/* zeroed: none */
	uint64_t head, bytes, committed;	/* bytes: before the data, of data, committed */
	uint64_t first_ns, last_ns;		/* of its samples, also uncommitted ones */
	uint64_t newest_ns;			/* of all its records, while somebody listens */
	uint64_t *dropped_on;			/* per CPU: records since the last one put */
	uint64_t dropped;			/* records of this file, on all CPUs */
	struct err trouble;			/* why the last recording stopped; "": it did not */
	struct recording_state reported;	/* news and text for the next snapshots */
};

static void report(struct recorder *recorder, const char *text)
{
	recorder->reported.news++;
	(void)snprintf(recorder->reported.text, sizeof(recorder->reported.text), "%s", text);
}

/* The put() of a struct sampled_output, too. */
static bool put_data(void *data, const void *bytes, size_t n, bool required)
{
	struct recorder *recorder = data;

	if (!recorder->options.put(recorder->writer, bytes, n, required))
		return false;
	recorder->bytes += n;
	return true;
}

/* Puts the records in the blob, which are not of one CPU: they are few, and seldom dropped. */
static void put_required(struct recorder *recorder)
{
	struct blob *blob = &recorder->blob;

	if (blob->n && !put_data(recorder, blob->bytes, blob->n, true))
		recorder->dropped++;
	blob_clear(blob);
}

static struct perfdata_stamp make_stamp(const struct recorder *recorder, struct tap_place place,
					uint64_t time_ns, int32_t pid, int32_t tid)
{
	return (struct perfdata_stamp){
		.place = place,
		.cpu_number = recorder->source->machine.cpus[place.cpu].cpu,
		.pid = pid,
		.tid = tid,
		.time_ns = time_ns,
	};
}

/*
 * Puts a LOST record with the number of dropped records of this CPU, before its next record. It
 * belongs to the interval of the dropped records, so it is required at the end of an interval.
 */
static bool put_lost(struct recorder *recorder, size_t cpu, bool required)
{
	const struct tap_place place = recordable_place(recorder->events, cpu);
	const struct perfdata_stamp stamp = make_stamp(recorder, place, recorder->last_ns, -1, -1);
	struct blob lost = { 0 };

	perfdata_put_lost(&lost, &recorder->events->layout, &stamp,
			  recordable_id(recorder->events, place, 0), recorder->dropped_on[cpu]);
	if (!lost.failed && put_data(recorder, lost.bytes, lost.n, required))
		recorder->dropped_on[cpu] = 0;
	blob_done(&lost);
	return !recorder->dropped_on[cpu];
}

/* Puts a record of a CPU, or counts it as dropped; n = 0: it could not be made. */
static void recorder_put(struct recorder *recorder, size_t cpu, const void *bytes, size_t n)
{
	if (recorder->dropped_on[cpu] && !put_lost(recorder, cpu, false))
		n = 0;
	if (!n || !put_data(recorder, bytes, n, false)) {
		recorder->dropped_on[cpu]++;
		recorder->dropped++;
	}
}

static void note_newest(struct recorder *recorder, uint64_t time_ns)
{
	if (time_ns > recorder->newest_ns)
		recorder->newest_ns = time_ns;
}

/* A record that is no sample: who listens must know the newest time, and of execs. */
static void tell_record(struct recorder *recorder, const void *bytes, size_t size)
{
	struct envelope envelope;
	const struct perf_event_header *header = bytes;
	struct record record;

	if (!record_envelope(&recorder->events->layout, bytes, size, &envelope))
		note_newest(recorder, envelope.time_ns);
	if (header->type == PERF_RECORD_COMM && header->misc & PERF_RECORD_MISC_COMM_EXEC &&
	    !record_decode(&recorder->events->layout, bytes, size, &record))
		recorder->listener.exec(recorder->listener.data, record.pid, record.time_ns);
}

static void note_sample(struct recorder *recorder, uint64_t time_ns)
{
	if (!recorder->first_ns || time_ns < recorder->first_ns)
		recorder->first_ns = time_ns;
	if (time_ns > recorder->last_ns)
		recorder->last_ns = time_ns;
}

static void on_record(void *data, struct tap_place place, const void *bytes, size_t size)
{
	struct recorder *recorder = data;
	const struct perf_event_header *header = bytes;
	uint64_t time_ns;

	recorder_regions_put_forgotten(&recorder->regions);
	if (header->type != PERF_RECORD_SAMPLE) {
		recorder_put(recorder, place.cpu, bytes, size);
		if (recorder->listener.exec)
			tell_record(recorder, bytes, size);
		return;
	}
	blob_clear(&recorder->blob);
	if (perfdata_put_sample(&recorder->blob, recorder->events, place, bytes, size, &time_ns))
		note_sample(recorder, time_ns);
	recorder_put(recorder, place.cpu, recorder->blob.bytes, recorder->blob.n);
}

static void on_marker(void *data, struct tap_place place, uint32_t object, const void *bytes,
		      size_t size)
{
	struct recorder *recorder = data;
	uint64_t time_ns;

	recorder_regions_put_forgotten(&recorder->regions);
	blob_clear(&recorder->blob);
	if (recorder_regions_put_marker(&recorder->regions, &recorder->blob, place, object, bytes,
					size, &time_ns))
		note_sample(recorder, time_ns);
	recorder_put(recorder, place.cpu, recorder->blob.bytes, recorder->blob.n);
}

static void on_reading(void *data, struct tap_place place, uint64_t time_ns, int32_t pid,
		       int32_t tid, const struct reading *reading)
{
	struct recorder *recorder = data;
	const struct perfdata_stamp stamp = make_stamp(recorder, place, time_ns, pid, tid);

	note_newest(recorder, time_ns);
	recorder_regions_put_forgotten(&recorder->regions);
	blob_clear(&recorder->blob);
	perfdata_put_reading(&recorder->blob, recorder->events, &stamp, reading, false);
	recorder_put(recorder, place.cpu, recorder->blob.bytes, recorder->blob.n);
}

static void on_rotated(void *data, struct tap_place place)
{
	struct recorder *recorder = data;

	blob_clear(&recorder->blob);
	update_put(&recorder->blob, PERFDATA_UPDATE_MUX, perfdata_any_id(recorder->events),
		   UPDATE(NUMBER(recorder->source->machine.cpus[place.cpu].cpu),
			  NUMBER(recorder->events->groups[place.group].mux)));
	put_required(recorder);
}

static void on_rotating(void *data, size_t group, bool taken)
{
	struct recorder *recorder = data;

	blob_clear(&recorder->blob);
	update_put(&recorder->blob, PERFDATA_UPDATE_ROTATION, perfdata_any_id(recorder->events),
		   UPDATE(NUMBER(recorder->events->groups[group].core_type), NUMBER(taken)));
	put_required(recorder);
}

static int add_sampled(void *data, const struct blob *attr, uint64_t id)
{
	return perfdata_writer_add_event(((struct recorder *)data)->writer, attr, id);
}

void recorder_sampled(struct recorder *recorder, const struct perf_event_attr *attr,
		      const char *name, uint64_t id, const void *bytes, size_t size)
{
	const struct sampled_record record = { attr, name, id, bytes, size };

	if (recorder->on && sampled_event_fits(attr) &&
	    recorder_samples_put(&recorder->samples, &record, recorder->events))
		report(recorder, "the recording has no room for one more sampled event: its "
		       "samples are left out; begin another file");
}

void recorder_sampled_mapping(struct recorder *recorder, const struct perf_event_attr *attr,
			      const struct code_mapping *mapping, uint64_t time_ns)
{
	if (recorder->on && sampled_event_fits(attr))
		recorder_samples_map(&recorder->samples, attr, mapping, time_ns);
}

void recorder_nodes(struct recorder *recorder, const struct tree_readings *readings)
{
	if (recorder->on && recorder_nodes_put(&recorder->nodes, &recorder->samples, readings,
					       recorder->source->machine.family, recorder->events))
		recorder->samples.dropped++;
}

void recorder_regions_watched(struct recorder *recorder, const struct region_state *state)
{
	if (recorder->on)
		recorder_regions_put_watched(&recorder->regions, state);
}

uint64_t recorder_oldest_ns(const struct recorder *recorder)
{
	return recorder->samples.oldest_ns;
}

uint64_t recorder_file(const struct recorder *recorder)
{
	return recorder->on ? recorder->files : 0;
}

void recorder_listen(struct recorder *recorder, const struct recorder_listener *listener)
{
	recorder->listener = listener ? *listener : (struct recorder_listener){ .data = NULL };
}

void recorder_process(struct recorder *recorder, int32_t pid, const struct task_facts *facts)
{
	if (!recorder->on)
		return;
	blob_clear(&recorder->blob);
	perfdata_put_process(&recorder->blob, recorder->events, pid, facts);
	put_required(recorder);
}

void recorder_thread(struct recorder *recorder, int32_t pid, int32_t tid, const char *comm)
{
	if (!recorder->on)
		return;
	blob_clear(&recorder->blob);
	perfdata_put_thread(&recorder->blob, recorder->events, PERFDATA_UPDATE_THREAD, pid, tid, comm);
	put_required(recorder);
}

struct recorder *recorder_new(const struct recorder_options *options, struct source *source)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));

	if (!recorder)
		return NULL;
	recorder->options = *options;
	recorder->source = source;
	if (!options->put)
		recorder->options.put = perfdata_writer_put;
	recorder->samples.output = (struct sampled_output){
		.data = recorder, .put = put_data,
		.add_event = options->stream ? NULL : add_sampled,
	};
	recorder->tap = (struct tap){ .data = recorder, .record = on_record, .marker = on_marker,
				      .reading = on_reading, .rotated = on_rotated,
				      .rotating = on_rotating };
	return recorder;
}

/* Before the first file. */
static int make_writer(struct recorder *recorder, struct err *err)
{
	if (recorder->writer)
		return 0;
	recorder->about.root = recorder->source->ops->asks_proc ? "" : NOWHERE;
	perfdata_find_kernel(&recorder->about);
	facts_read(recorder->about.root, &recorder->about.facts);
	recorder->writer = perfdata_writer_new(err);
	return recorder->writer ? 0 : -EAGAIN;
}

/* Before each file. */
static int prepare(struct recorder *recorder, struct err *err)
{
	recorder->events = source_recordable(recorder->source, err);
	if (!recorder->events)
		return -EOPNOTSUPP;
	free(recorder->dropped_on);
	recorder->dropped_on = calloc(recorder->source->machine.n_cpus,
				      sizeof(recorder->dropped_on[0]));
	if (!recorder->dropped_on)
		return err_set(err, ENOMEM, "not enough memory to record");
	return make_writer(recorder, err);
}

static void flush_blob(void *data)
{
	put_required(data);
}

/* The beginning of a file that begins while tdtop already counts. */
static void put_synthetic(struct recorder *recorder, const struct tasks *tasks)
{
	const struct synthetic_records records = {
		.source = recorder->source,
		.events = recorder->events,
		.blob = &recorder->blob,
		.flush = flush_blob,
		.data = recorder,
	};

	recorder_regions_put_tasks(&recorder->regions);
	blob_clear(&recorder->blob);
	synthetic_records_put(&records, tasks);
}

/* Queues a new file or the stream, with its head. */
static int open_file(struct recorder *recorder, enum perfdata_old old, struct err *err)
{
	const struct recorder_options *options = &recorder->options;
	struct blob *head = &recorder->blob;
	int ret;

	blob_clear(head);
	if (!options->stream) {
		perfdata_put_head(head, recorder->events, SAMPLED_EVENTS_MAX);
		ret = perfdata_writer_open(recorder->writer, recorder->path, -1, old, options->keep, head);
	} else if (!perfdata_put_stream_head(head, recorder->events) && !head->failed) {
		return err_set(err, E2BIG, "this machine has too many CPUs for --record -; record "
			       "into a file");
	} else {
		ret = perfdata_writer_open(recorder->writer, NULL, options->fd, old, 0, head);
		recorder->options.fd = -1;
	}
	recorder->head = head->n;
	return ret ? err_set(err, -ret, "not enough memory to record") : 0;
}

/* Queues a new file, its head and the features in its data, and attaches the tap. */
static int begin_file(struct recorder *recorder, enum perfdata_old old, struct err *err)
{
	struct source *source = recorder->source;
	int ret;

	recorder->about = (struct perfdata_about){
		.root = recorder->about.root,
		.facts = recorder->about.facts,
		.machine = &source->machine,
		.events = recorder->events,
		.sampled = &recorder->samples.events,
		.clock_ns = source->ops->clock_ns(source),
		.wall_ns = clock_ns(CLOCK_REALTIME),
		.kernel_start = recorder->about.kernel_start,
		.kernel_end = recorder->about.kernel_end,
	};
	recorder->bytes = recorder->committed = recorder->dropped = 0;
	recorder->first_ns = recorder->last_ns = recorder->newest_ns = 0;
	recorder_samples_begin(&recorder->samples);
	recorder_nodes_begin(&recorder->nodes);
	recorder_regions_begin(&recorder->regions, source, recorder->events, &recorder->samples);
	recorder->files++;
	memset(recorder->dropped_on, 0, source->machine.n_cpus * sizeof(recorder->dropped_on[0]));
	ret = open_file(recorder, old, err);
	if (ret)
		return ret;
	blob_clear(&recorder->blob);
	perfdata_put_features_in_band(&recorder->blob, &recorder->about);
	recorder_watched_begin(&recorder->blob, source, recorder->events, recorder->files);
	put_required(recorder);
	recorder->on = true;
	source->tap = &recorder->tap;
	return 0;
}

/* Commits all data so far. */
static void commit(struct recorder *recorder)
{
	if (!perfdata_writer_commit(recorder->writer))
		return;
	recorder->committed = recorder->bytes;
	recorder->samples.events.committed = recorder->samples.events.n;
	recorder->about.first_ns = recorder->first_ns;
	recorder->about.last_ns = recorder->last_ns;
}

/* Begins a recording: the first of its files. */
static int begin_recording(struct recorder *recorder, struct err *err)
{
	int ret = prepare(recorder, err);

	if (ret)
		return ret;
	perfdata_file_name(recorder->path, sizeof(recorder->path), recorder->options.path);
	recorder->trouble.text[0] = '\0';
	return begin_file(recorder, OLD_ASIDE, err);
}

int recorder_begin(struct recorder *recorder, struct err *err)
{
	int ret = begin_recording(recorder, err);

	if (ret)
		return ret;
	commit(recorder);
	if (recorder->options.stream)
		return 0;
	perfdata_writer_wait(recorder->writer);
	ret = perfdata_writer_failed(recorder->writer, err);
	if (ret) {
		recorder->on = false;
		recorder->source->tap = NULL;
	}
	return ret;
}

/* Queues the end of the file: features behind the last committed interval; detaches the tap. */
static void end_file(struct recorder *recorder)
{
	uint64_t bits[4];
	struct blob ids = { 0 };

	if (recorder->listener.build_ids && recorder->samples.events.committed)
		recorder->listener.build_ids(recorder->listener.data, &ids);
	recorder->about.build_ids = &ids;
	blob_clear(&recorder->blob);
	perfdata_put_features(&recorder->blob, &recorder->about,
			      recorder->head + recorder->committed, bits);
	(void)perfdata_writer_close(recorder->writer, &recorder->blob, bits);
	blob_clear(&recorder->blob);
	recorder->about.build_ids = NULL;
	blob_done(&ids);
	recorder->on = false;
	recorder->source->tap = NULL;
}

static void stop(struct recorder *recorder, const struct err *why)
{
	recorder->on = false;
	recorder->source->tap = NULL;
	(void)err_set(&recorder->trouble, 0, "%s; recording has stopped", why->text);
	report(recorder, recorder->trouble.text);
}

/* Stops the recording if the writer has failed. */
static bool stopped_by_failure(struct recorder *recorder)
{
	struct err why;

	if (!recorder->on || !perfdata_writer_failed(recorder->writer, &why))
		return false;
	stop(recorder, &why);
	return true;
}

static bool is_full(const struct recorder *recorder, uint64_t now_ns)
{
	const uint64_t bytes = recorder->options.limit_bytes, ns = recorder->options.limit_ns;

	return (bytes && recorder->head + recorder->bytes >= bytes) ||
	       (ns && now_ns - recorder->about.clock_ns >= ns);
}

void recorder_interval(struct recorder *recorder, const struct perfdata_mark *mark,
		       const struct tasks *tasks)
{
	struct err err;

	if (!recorder->on || stopped_by_failure(recorder))
		return;
	if (recorder->listener.before_mark)
		recorder->listener.before_mark(recorder->listener.data);
	for (size_t cpu = 0; cpu < recorder->source->machine.n_cpus; cpu++)
		if (recorder->dropped_on[cpu])
			(void)put_lost(recorder, cpu, true);
	recorder_samples_put_lost(&recorder->samples);
	recorder_regions_put_known(&recorder->regions);
	blob_clear(&recorder->blob);
	recorder_watched_put(&recorder->blob, recorder->source, recorder->events, recorder->files);
	perfdata_put_mark(&recorder->blob, mark);
	put_required(recorder);
	note_newest(recorder, recorder->last_ns);
	note_newest(recorder, mark->end_ns);
	recorder_samples_finish_round(&recorder->samples, recorder->newest_ns);
	commit(recorder);
	if (!is_full(recorder, mark->end_ns))
		return;
	end_file(recorder);
	if (begin_file(recorder, OLD_SHIFTED, &err)) {
		stop(recorder, &err);
		return;
	}
	put_synthetic(recorder, tasks);	/* without a commit: a file of nothing else vanishes */
}

void recorder_prepare(struct recorder *recorder)
{
	struct err err;

	if (!recorder->on)
		(void)make_writer(recorder, &err);	/* recorder_toggle() reports it */
}

void recorder_toggle(struct recorder *recorder, const struct tasks *tasks)
{
	struct err err = { .text = "" };

	if (recorder->on) {
		end_file(recorder);
		(void)err_set(&err, 0, "recorded \"%s\", %.1f MB", recorder->path,
			      (double)(recorder->head + recorder->committed) / 1e6);
	} else if (!begin_recording(recorder, &err)) {
		put_synthetic(recorder, tasks);
		commit(recorder);
		(void)err_set(&err, 0, "recording into \"%s\"%s", recorder->path,
			      recorder->events->by_exchange ? ", by samples (ring)" : "");
	}
	report(recorder, err.text);
}

void recorder_state(const struct recorder *recorder, struct recording_state *state)
{
	*state = recorder->reported;
	state->on = recorder->on;
	state->bytes = recorder->on ? recorder->head + recorder->bytes : 0;
	state->dropped = recorder->on ? recorder->dropped + recorder->samples.dropped : 0;
}

int recorder_end(struct recorder *recorder, struct err *err)
{
	if (recorder->on)
		end_file(recorder);
	if (recorder->writer) {
		struct err why;

		perfdata_writer_wait(recorder->writer);
		if (!recorder->trouble.text[0] && perfdata_writer_failed(recorder->writer, &why))
			recorder->trouble = why;
	}
	return recorder->trouble.text[0] ? err_set(err, EIO, "%s", recorder->trouble.text) : 0;
}

void recorder_hurry(struct recorder *recorder)
{
	if (recorder->writer)
		perfdata_writer_hurry(recorder->writer);
}

void recorder_free(struct recorder *recorder)
{
	if (!recorder)
		return;
	(void)recorder_end(recorder, NULL);
	perfdata_writer_free(recorder->writer);
	if (recorder->options.stream && recorder->options.fd >= 0)
		close(recorder->options.fd);
	blob_done(&recorder->blob);
	recorder_samples_done(&recorder->samples);
	recorder_regions_done(&recorder->regions);
	free(recorder->dropped_on);
	free(recorder);
}
