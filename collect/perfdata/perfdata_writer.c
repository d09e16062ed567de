/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The writer's queue and thread; see perfdata_writer.h. The caller collects data in a chunk, which
 * is queued when it is full or when the interval ends, so the mutex is not taken for each record.
 */
#include "config.h"
#include "collect/perfdata/perfdata_writer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/sys/privilege.h"
#include "collect/sys/thread_start.h"

#define CHUNK_BYTES (256U << 10)

enum job_type { JOB_OPEN, JOB_EVENT, JOB_DATA, JOB_CLOSE };

struct job {
	struct job *next;
	enum job_type type;
	bool commits;			/* JOB_DATA: then commit */
	enum perfdata_old old;		/* JOB_OPEN, like the next two */
	unsigned int keep;
	char *path;			/* owned; NULL: a stream into fd */
	int fd;
	struct blob blob;		/* JOB_OPEN: head; JOB_EVENT: attr; JOB_CLOSE: features, n = 0:
					 * none */
	uint64_t id;			/* JOB_EVENT */
	uint64_t bits[4];		/* JOB_CLOSE */
	size_t n, cap;			/* JOB_DATA */
	unsigned char bytes[];
};

struct perfdata_writer {
	pthread_t thread;
	pthread_mutex_t lock;		/* guards the members below, up to `chunk` */
	pthread_cond_t more, done;
	struct job *first, **last;	/* the queue; the thread is doing the first */
	struct job *spare;		/* an empty chunk for the next data */
	size_t queued_bytes;		/* job_bytes() of all */
	bool stop;
	int failed;			/* negative errno */
	struct err err;

	struct job *chunk;		/* the caller's: being filled; may be NULL */
	struct perfdata_file file;	/* the thread's */
};

static void job_free(struct job *job)
{
	if (!job)
		return;
	blob_done(&job->blob);
	free(job->path);
	free(job);
}

/* The memory that a job needs, as far as it is not allocated for a moment only. */
static size_t job_bytes(const struct job *job)
{
	return sizeof(*job) + job->n;
}

static int run_job(struct perfdata_writer *writer, struct job *job, struct err *err)
{
	struct perfdata_file *file = &writer->file;
	int ret = 0;

	switch (job->type) {
	case JOB_OPEN:
		if (!job->path)
			return perfdata_file_open_stream(file, job->fd, &job->blob, err);
		return perfdata_file_open(file, job->path, job->old, job->keep, &job->blob, err);
	case JOB_EVENT:
		return file->fd < 0 ? 0 :
		       perfdata_file_add_event(file, job->blob.bytes, job->id, err);
	case JOB_DATA:
		if (file->fd < 0)
			return 0;	/* after a failure data are dropped */
		if (job->n)
			ret = perfdata_file_write(file, job->bytes, job->n, err);
		if (!ret && job->commits)
			ret = perfdata_file_commit(file, err);
		return ret;
	case JOB_CLOSE:
		return perfdata_file_close(file, job->blob.n ? &job->blob : NULL, job->bits, err);
	}
	return 0;
}

static void *writer_run(void *data)
{
	struct perfdata_writer *writer = data;

	privilege_drop();	/* the collector may have started it, and it then has inherited that */
	pthread_mutex_lock(&writer->lock);
	for (;;) {
		struct job *job = writer->first;
		struct err err = { .text = "" };
		int ret;

		if (!job && writer->stop)
			break;
		if (!job) {
			pthread_cond_wait(&writer->more, &writer->lock);
			continue;
		}
		pthread_mutex_unlock(&writer->lock);
		ret = run_job(writer, job, &err);
		if (ret)
			(void)perfdata_file_close(&writer->file, NULL, NULL, NULL);
		pthread_mutex_lock(&writer->lock);
		if (ret || job->type == JOB_OPEN) {
			writer->failed = ret;
			writer->err = err;
		}
		writer->first = job->next;
		if (!writer->first)
			writer->last = &writer->first;
		writer->queued_bytes -= job_bytes(job);
		if (job->type == JOB_DATA && !writer->spare)
			writer->spare = job;
		else
			job_free(job);
		pthread_cond_signal(&writer->done);
	}
	pthread_mutex_unlock(&writer->lock);
	(void)perfdata_file_close(&writer->file, NULL, NULL, NULL);
	return NULL;
}

struct perfdata_writer *perfdata_writer_new(struct err *err)
{
	struct perfdata_writer *writer = calloc(1, sizeof(*writer));

	if (!writer) {
		(void)err_set(err, ENOMEM, "not enough memory to record");
		return NULL;
	}
	writer->last = &writer->first;
	writer->file.fd = -1;
	pthread_mutex_init(&writer->lock, NULL);
	pthread_cond_init(&writer->more, NULL);
	pthread_cond_init(&writer->done, NULL);
	if (!thread_start_low(&writer->thread, "tdtop-record", writer_run, writer, err))
		return writer;
	free(writer);
	return NULL;
}

static void queue_job(struct perfdata_writer *writer, struct job *job)
{
	job->next = NULL;
	pthread_mutex_lock(&writer->lock);
	*writer->last = job;
	writer->last = &job->next;
	writer->queued_bytes += job_bytes(job);
	pthread_cond_signal(&writer->more);
	pthread_mutex_unlock(&writer->lock);
}

/* An empty chunk; NULL: too many bytes are queued, or no memory. */
static struct job *get_chunk(struct perfdata_writer *writer, size_t room, bool required)
{
	const size_t max = WRITER_BYTES_MAX + (required ? WRITER_REQUIRED_MAX : 0);
	size_t cap = room > CHUNK_BYTES ? room : CHUNK_BYTES;
	struct job *job = NULL;
	bool full;

	pthread_mutex_lock(&writer->lock);
	full = writer->queued_bytes >= max;
	if (writer->queued_bytes >= WRITER_BYTES_MAX)
		cap = room;	/* few bytes follow: no memory for more */
	if (!full && writer->spare && writer->spare->cap >= room) {
		job = writer->spare;
		writer->spare = NULL;
	}
	pthread_mutex_unlock(&writer->lock);
	if (!full && !job) {
		job = malloc(sizeof(*job) + cap);
		if (job)
			job->cap = cap;
	}
	if (!job)
		return NULL;
	job->type = JOB_DATA;
	job->commits = false;
	job->path = NULL;
	job->blob = (struct blob){ 0 };
	job->n = 0;
	return job;
}

static void queue_chunk(struct perfdata_writer *writer)
{
	if (writer->chunk)
		queue_job(writer, writer->chunk);
	writer->chunk = NULL;
}

bool perfdata_writer_put(struct perfdata_writer *writer, const void *bytes, size_t n,
			 bool required)
{
	if (writer->chunk && writer->chunk->cap - writer->chunk->n < n)
		queue_chunk(writer);
	if (!writer->chunk)
		writer->chunk = get_chunk(writer, n, required);
	if (!writer->chunk)
		return false;
	memcpy(writer->chunk->bytes + writer->chunk->n, bytes, n);
	writer->chunk->n += n;
	return true;
}

bool perfdata_writer_commit(struct perfdata_writer *writer)
{
	if (!writer->chunk)
		writer->chunk = get_chunk(writer, 0, true);
	if (!writer->chunk)
		return false;
	writer->chunk->commits = true;
	queue_chunk(writer);
	return true;
}

static struct job *job_new(enum job_type type, const struct blob *blob)
{
	struct job *job = calloc(1, sizeof(*job));

	if (!job)
		return NULL;
	job->type = type;
	if (blob)
		blob_put(&job->blob, blob->bytes, blob->n);
	if (!job->blob.failed)
		return job;
	job_free(job);
	return NULL;
}

int perfdata_writer_open(struct perfdata_writer *writer, const char *path, int fd, enum perfdata_old old,
			 unsigned int keep, const struct blob *head)
{
	struct job *job = head->failed ? NULL : job_new(JOB_OPEN, head);

	if (job && path)
		job->path = strdup(path);
	if (!job || (path && !job->path)) {
		job_free(job);
		if (!path)
			close(fd);
		return -ENOMEM;
	}
	job->fd = fd;
	job->old = old;
	job->keep = keep;
	queue_job(writer, job);
	return 0;
}

int perfdata_writer_add_event(struct perfdata_writer *writer, const struct blob *attr, uint64_t id)
{
	struct job *job = attr->failed ? NULL : job_new(JOB_EVENT, attr);

	if (!job)
		return -ENOMEM;
	job->id = id;
	queue_job(writer, job);
	return 0;
}

void perfdata_writer_hurry(struct perfdata_writer *writer)
{
	/* Relaxed: stands for itself. */
	atomic_store_explicit(&writer->file.hurry, true, memory_order_relaxed);
}

int perfdata_writer_close(struct perfdata_writer *writer, const struct blob *features,
			  const uint64_t bits[4])
{
	struct job *job = features->failed ? NULL : job_new(JOB_CLOSE, features);
	bool complete = job;

	/* Data after the last commit are of an incomplete interval: drop them. */
	if (writer->chunk)
		writer->chunk->n = 0;
	queue_chunk(writer);
	if (!job)
		job = job_new(JOB_CLOSE, NULL);
	if (!job)
		return -ENOMEM;
	memcpy(job->bits, bits, sizeof(job->bits));
	queue_job(writer, job);
	return complete ? 0 : -ENOMEM;
}

void perfdata_writer_wait(struct perfdata_writer *writer)
{
	pthread_mutex_lock(&writer->lock);
	while (writer->first)
		pthread_cond_wait(&writer->done, &writer->lock);
	pthread_mutex_unlock(&writer->lock);
}

int perfdata_writer_failed(struct perfdata_writer *writer, struct err *err)
{
	int failed;

	pthread_mutex_lock(&writer->lock);
	failed = writer->failed;
	if (failed && err)
		*err = writer->err;
	pthread_mutex_unlock(&writer->lock);
	return failed;
}

void perfdata_writer_free(struct perfdata_writer *writer)
{
	if (!writer)
		return;
	pthread_mutex_lock(&writer->lock);
	writer->stop = true;
	pthread_cond_signal(&writer->more);
	pthread_mutex_unlock(&writer->lock);
	pthread_join(writer->thread, NULL);
	job_free(writer->chunk);
	job_free(writer->spare);
	pthread_cond_destroy(&writer->done);
	pthread_cond_destroy(&writer->more);
	pthread_mutex_destroy(&writer->lock);
	free(writer);
}
