/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The recorder, between the collector and the writer of files. The order in a file is the order in which
 * the slicer saw it: records and readings of each CPU, then the answers about tasks, then the mark that
 * ends the interval. See recorder.h for the threads.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/perfdata/perfdata_features.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/perfdata_writer.h"
#include "collect/perfdata/synthetic_records.h"
#include "collect/slice/tap.h"
#include "collect/sys/clock_ns.h"

struct recorder {
	struct recorder_options options;
	struct source *source;			/* borrowed */
	const struct recordable *events;	/* NULL before the first file */
	struct perfdata_writer *writer;		/* likewise */
	struct tap tap;
	bool on;				/* a file is open */
	char path[PATH_MAX];			/* of the newest file */
	struct blob blob;			/* the records that are being made */
	struct perfdata_about about;		/* this file */
	uint64_t head, bytes, committed;	/* its size: before the data; of data; whole intervals */
	uint64_t first_ns, last_ns;		/* of its samples; about has those of whole intervals */
	uint64_t *missed;			/* per CPU: records dropped since the last one that was taken */
	uint64_t dropped;			/* in all, of this file */
	struct err trouble;			/* why the last recording stopped; "": it did not */
	struct recording_state said;		/* what the next snapshots say */
};

static void say(struct recorder *recorder, const char *text)
{
	recorder->said.news++;
	(void)snprintf(recorder->said.text, sizeof(recorder->said.text), "%s", text);
}

/* The records in the blob are of no CPU in particular, few, and must not be missing. */
static void put_required(struct recorder *recorder)
{
	struct blob *blob = &recorder->blob;

	if (blob->n && perfdata_writer_put(recorder->writer, blob->bytes, blob->n, true))
		recorder->bytes += blob->n;
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
 * After a gap of this CPU its first record is one that says how many are missing; it is of the interval in which
 * they were, so at the end of one it must not be missing.
 */
static bool put_missed(struct recorder *recorder, size_t cpu, bool must)
{
	const struct perfdata_stamp stamp = make_stamp(recorder, recordable_place(recorder->events, cpu),
						       recorder->last_ns, -1, -1);
	struct blob lost = { 0 };
	bool done;

	perfdata_put_lost(&lost, recorder->events, &stamp, recorder->missed[cpu]);
	done = !lost.failed && perfdata_writer_put(recorder->writer, lost.bytes, lost.n, must);
	if (done) {
		recorder->bytes += lost.n;
		recorder->missed[cpu] = 0;
	}
	blob_done(&lost);
	return done;
}

static void put(struct recorder *recorder, size_t cpu, const void *bytes, size_t n)
{
	if (recorder->missed[cpu] && !put_missed(recorder, cpu, false))
		n = 0;
	if (n && perfdata_writer_put(recorder->writer, bytes, n, false)) {
		recorder->bytes += n;
	} else {
		recorder->missed[cpu]++;
		recorder->dropped++;
	}
}

static void take_record(void *data, struct tap_place place, const void *bytes, size_t size)
{
	struct recorder *recorder = data;
	const struct perf_event_header *header = bytes;
	uint64_t time_ns;

	if (header->type != PERF_RECORD_SAMPLE) {
		put(recorder, place.cpu, bytes, size);
		return;
	}
	blob_clear(&recorder->blob);
	if (perfdata_put_sample(&recorder->blob, recorder->events, place, bytes, size, &time_ns)) {
		if (!recorder->first_ns || time_ns < recorder->first_ns)
			recorder->first_ns = time_ns;
		if (time_ns > recorder->last_ns)
			recorder->last_ns = time_ns;
	}
	put(recorder, place.cpu, recorder->blob.bytes, recorder->blob.n);
}

static void take_reading(void *data, struct tap_place place, uint64_t time_ns, int32_t pid, int32_t tid,
			 const struct reading *reading)
{
	struct recorder *recorder = data;
	const struct perfdata_stamp stamp = make_stamp(recorder, place, time_ns, pid, tid);

	blob_clear(&recorder->blob);
	perfdata_put_reading(&recorder->blob, recorder->events, &stamp, reading, false);
	put(recorder, place.cpu, recorder->blob.bytes, recorder->blob.n);
}

static void take_mux(void *data, struct tap_place place)
{
	struct recorder *recorder = data;

	blob_clear(&recorder->blob);
	perfdata_put_mux(&recorder->blob, recorder->events, recorder->source->machine.cpus[place.cpu].cpu,
			  recorder->events->groups[place.group].mux);
	put_required(recorder);
}

static void take_rotation(void *data, size_t group, bool taken)
{
	struct recorder *recorder = data;

	blob_clear(&recorder->blob);
	perfdata_put_rotation(&recorder->blob, recorder->events, recorder->events->groups[group].core_type, taken);
	put_required(recorder);
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
	perfdata_put_thread(&recorder->blob, recorder->events, pid, tid, comm);
	put_required(recorder);
}

struct recorder *recorder_new(const struct recorder_options *options, struct source *source)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));

	if (!recorder)
		return NULL;
	recorder->options = *options;
	recorder->source = source;
	recorder->tap = (struct tap){ .data = recorder, .record = take_record,
				      .reading = take_reading, .mux = take_mux, .rotation = take_rotation };
	return recorder;
}

/* The first file: what all of them need. */
static int prepare(struct recorder *recorder, struct err *err)
{
	const struct source_ops *ops = recorder->source->ops;

	recorder->events = ops->recordable ? ops->recordable(recorder->source) : NULL;
	if (!recorder->events)
		return err_set(err, EOPNOTSUPP, "only what is counted on this machine can be recorded");
	free(recorder->missed);
	recorder->missed = calloc(recorder->source->machine.n_cpus, sizeof(recorder->missed[0]));
	if (!recorder->missed)
		return err_set(err, ENOMEM, "not enough memory to record");
	if (!recorder->writer) {
		recorder->about.root = "";
		perfdata_find_kernel(&recorder->about);
		recorder->writer = perfdata_writer_new(err);
	}
	return recorder->writer ? 0 : -EAGAIN;
}

static void choose_path(struct recorder *recorder)
{
	time_t now = time(NULL);
	struct tm tm = { 0 };

	if (recorder->options.path)
		(void)snprintf(recorder->path, sizeof(recorder->path), "%s", recorder->options.path);
	else if (localtime_r(&now, &tm))
		(void)strftime(recorder->path, sizeof(recorder->path), "tdtop.data.%Y%m%d%H%M%S", &tm);
}

static void put_some(void *data)
{
	put_required(data);
}

/* What the file begins with when it begins in the middle. */
static void put_known(struct recorder *recorder, const struct tasks *tasks)
{
	const struct synthetic_records known = { .source = recorder->source, .events = recorder->events,
				     .blob = &recorder->blob, .put = put_some, .data = recorder };

	blob_clear(&recorder->blob);
	synthetic_records_put(&known, tasks);
}

/* Queues a new file: its head, and what it says of itself. */
static int begin_file(struct recorder *recorder, enum perfdata_old old, struct err *err)
{
	struct source *source = recorder->source;
	int ret;

	recorder->about = (struct perfdata_about){
		.root = "",
		.machine = &source->machine,
		.events = recorder->events,
		.clock_ns = source->ops->clock_ns(source),
		.wall_ns = clock_ns(CLOCK_REALTIME),
		.kernel_start = recorder->about.kernel_start,
		.kernel_end = recorder->about.kernel_end,
	};
	recorder->bytes = recorder->committed = recorder->dropped = 0;
	recorder->first_ns = recorder->last_ns = 0;
	memset(recorder->missed, 0, source->machine.n_cpus * sizeof(recorder->missed[0]));
	blob_clear(&recorder->blob);
	perfdata_put_head(&recorder->blob, recorder->events);
	recorder->head = recorder->blob.n;
	ret = perfdata_writer_open(recorder->writer, recorder->path, old, recorder->options.keep,
				   &recorder->blob);
	if (ret)
		return err_set(err, -ret, "not enough memory to record");
	blob_clear(&recorder->blob);
	perfdata_put_features_in_band(&recorder->blob, &recorder->about);
	put_required(recorder);
	recorder->on = true;
	source->tap = &recorder->tap;
	return 0;
}

/* All that was put so far is whole. */
static void commit(struct recorder *recorder)
{
	if (!perfdata_writer_commit(recorder->writer))
		return;
	recorder->committed = recorder->bytes;
	recorder->about.first_ns = recorder->first_ns;
	recorder->about.last_ns = recorder->last_ns;
}

int recorder_begin(struct recorder *recorder, struct err *err)
{
	int ret = prepare(recorder, err);

	if (ret)
		return ret;
	choose_path(recorder);
	recorder->trouble.text[0] = '\0';
	ret = begin_file(recorder, OLD_ASIDE, err);
	if (ret)
		return ret;
	commit(recorder);
	perfdata_writer_wait(recorder->writer);
	ret = perfdata_writer_failed(recorder->writer, err);
	if (ret) {
		recorder->on = false;
		recorder->source->tap = NULL;
	}
	return ret;
}

/* Queues the end of the file: features behind the last whole interval. */
static void end_file(struct recorder *recorder)
{
	uint64_t bits[4];

	blob_clear(&recorder->blob);
	perfdata_put_features(&recorder->blob, &recorder->about, recorder->head + recorder->committed,
			      bits);
	(void)perfdata_writer_close(recorder->writer, &recorder->blob, bits);
	blob_clear(&recorder->blob);
	recorder->on = false;
	recorder->source->tap = NULL;
}

static void stop(struct recorder *recorder, const struct err *why)
{
	recorder->on = false;
	recorder->source->tap = NULL;
	(void)err_set(&recorder->trouble, 0, "%s; recording has stopped", why->text);
	say(recorder, recorder->trouble.text);
}

/* Why the writer has given up, if it has: then nothing more is recorded. */
static bool has_failed(struct recorder *recorder)
{
	struct err why;

	if (!recorder->on || !perfdata_writer_failed(recorder->writer, &why))
		return false;
	stop(recorder, &why);
	return true;
}

static bool is_full(const struct recorder *recorder, uint64_t now_ns)
{
	const struct recorder_options *options = &recorder->options;

	return (options->limit_bytes && recorder->head + recorder->bytes >= options->limit_bytes) ||
	       (options->limit_ns && now_ns - recorder->about.clock_ns >= options->limit_ns);
}

void recorder_interval(struct recorder *recorder, const struct perfdata_mark *mark,
		       const struct tasks *tasks)
{
	struct err err;

	if (!recorder->on || has_failed(recorder))
		return;
	for (size_t cpu = 0; cpu < recorder->source->machine.n_cpus; cpu++)
		if (recorder->missed[cpu])
			(void)put_missed(recorder, cpu, true);
	blob_clear(&recorder->blob);
	perfdata_put_mark(&recorder->blob, mark);
	put_required(recorder);
	commit(recorder);
	if (!is_full(recorder, mark->end_ns))
		return;
	end_file(recorder);
	if (begin_file(recorder, OLD_SHIFTED, &err)) {
		stop(recorder, &err);
		return;
	}
	put_known(recorder, tasks);
	commit(recorder);
}

void recorder_toggle(struct recorder *recorder, const struct tasks *tasks)
{
	struct err err = { .text = "" };

	if (recorder->on) {
		end_file(recorder);
		(void)err_set(&err, 0, "recorded \"%s\", %.1f MB", recorder->path,
			      (double)(recorder->head + recorder->committed) / 1e6);
	} else if (!prepare(recorder, &err)) {
		choose_path(recorder);
		recorder->trouble.text[0] = '\0';
		if (!begin_file(recorder, OLD_ASIDE, &err)) {
			put_known(recorder, tasks);
			commit(recorder);
			(void)err_set(&err, 0, "recording into \"%s\"", recorder->path);
		}
	}
	say(recorder, err.text);
}

void recorder_state(const struct recorder *recorder, struct recording_state *state)
{
	*state = recorder->said;
	state->on = recorder->on;
	state->bytes = recorder->on ? recorder->head + recorder->bytes : 0;
	state->dropped = recorder->on ? recorder->dropped : 0;
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

void recorder_free(struct recorder *recorder)
{
	if (!recorder)
		return;
	(void)recorder_end(recorder, NULL);
	perfdata_writer_free(recorder->writer);
	blob_done(&recorder->blob);
	free(recorder->missed);
	free(recorder);
}
