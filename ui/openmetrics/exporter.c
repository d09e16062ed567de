/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that exports counters; see exporter.h. */
#include "config.h"
#include "ui/openmetrics/exporter.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "model/totals/totals.h"
#include "ui/draw/buffer.h"
#include "ui/draw/whole_file.h"
#include "ui/openmetrics/exposition.h"
#include "ui/openmetrics/http.h"

/*
 * ---- the file ----
 *
 * It is not synced to the disk: after a power failure old counters are worth nothing, and a sync each
 * second costs other programs.
 */

#define FILE_MODE 0644

enum exposition textfile_format(const char *path)
{
	static const char prom[] = ".prom";
	size_t n = strlen(path), suffix = strlen(prom);

	return n >= suffix && !strcmp(path + n - suffix, prom) ? EXPOSITION_PROMETHEUS :
								 EXPOSITION_OPENMETRICS;
}

static int write_stdout(const char *bytes, size_t n, struct err *err)
{
	int ret = whole_write(STDOUT_FILENO, bytes, n);

	return ret ? err_set(err, -ret, "cannot write the counters to standard output: %s",
			     ret == -EPIPE ? "the program that reads them has ended" :
					     strerror(-ret)) : 0;
}

/* Only a file may be replaced: not /dev/null, and not what /dev/stdout leads to. */
static int check_target(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) || S_ISREG(st.st_mode))
		return 0;	/* also a link that leads nowhere */
	if (S_ISDIR(st.st_mode))
		return err_set(err, EISDIR, "cannot write the counters to \"%s\": it is a "
			       "directory; name a file in it", path);
	return err_set(err, EINVAL, "cannot write the counters to \"%s\": it is no file, and is "
		       "replaced at each interval; name a file, or \"-\" for standard output",
		       path);
}

static int explain(int ret, const char *path, struct err *err)
{
	const char *what;

	switch (-ret) {
	case ENOENT:
	case ENOTDIR:
		what = "its directory does not exist";
		break;
	case EACCES:
	case EPERM:	/* the sandbox knows the directory that was there at the start */
		what = "tdtop may not create files in its directory, or that was removed and made "
		       "again since tdtop started";
		break;
	case EEXIST:
	case EBUSY:
		what = "another program writes it too";
		break;
	case EISDIR:
		what = "there is a directory called like its temporary file, FILE.tmp";
		break;
	default:
		what = strerror(-ret);
	}
	return err_set(err, -ret, "cannot write the counters to \"%s\": %s", path, what);
}

int textfile_write(const char *path, const char *bytes, size_t n, struct err *err)
{
	int ret;

	if (!strcmp(path, "-"))
		return write_stdout(bytes, n, err);
	ret = check_target(path, err);
	if (ret)
		return ret;
	ret = whole_file_replace(path, bytes, n, FILE_MODE);
	return ret ? explain(ret, path, err) : 0;
}

struct exporter {
	struct exporter_options options;	/* what it points to is borrowed */
	char *file;			/* NULL: none */
	int stop;			/* eventfd; main writes it */
	pthread_t thread;
	const struct totals_view *view;	/* the thread's; NULL before the first interval */
	struct buffer buffer;		/* the thread's: text for the file */
	pthread_mutex_t lock;		/* of what follows */
	struct err trouble;		/* of the last try to write the file */
	int failed;			/* its errno, negative, or 0 */
	bool writing;			/* the thread is in the file system, which may take any time */
	bool abandoned;			/* main went on without it: the thread frees this */
};

/* struct http_pages */
static char *make_page(void *data, enum exposition format, size_t *n)
{
	struct exporter *exporter = data;
	struct buffer buffer = { 0 };
	char *fitted;

	exposition_put(&buffer, exporter->view, format);
	if (buffer.broken || !buffer.n) {
		buffer_done(&buffer);
		return NULL;
	}
	*n = buffer.n;
	/* A slow client may hold it for long. */
	fitted = realloc(buffer.bytes, buffer.n);
	if (fitted)
		buffer.bytes = fitted;
	return buffer.bytes;
}

/* Makes the text of the file. */
static int make_text(struct exporter *exporter, struct err *err)
{
	buffer_clear(&exporter->buffer);
	exposition_put(&exporter->buffer, exporter->view, textfile_format(exporter->file));
	return exporter->buffer.broken ? err_set(err, ENOMEM, "cannot write %s: not enough memory",
						 exporter->file) : 0;
}

/* Uses nothing that is borrowed: it may take any time. */
static int write_text(struct exporter *exporter, struct err *err)
{
	return exporter->options.write(exporter->file, exporter->buffer.bytes, exporter->buffer.n, err);
}

static void set_writing(struct exporter *exporter)
{
	pthread_mutex_lock(&exporter->lock);
	exporter->writing = true;
	pthread_mutex_unlock(&exporter->lock);
}

/* False: main went on without this thread. */
static bool end_writing(struct exporter *exporter, int failed, const struct err *trouble)
{
	bool abandoned;

	pthread_mutex_lock(&exporter->lock);
	exporter->writing = false;
	exporter->failed = failed;
	exporter->trouble = *trouble;
	abandoned = exporter->abandoned;
	pthread_mutex_unlock(&exporter->lock);
	return !abandoned;
}

/* False: as end_writing(). A failure is remembered, and the next interval tries again. */
static bool write_file(struct exporter *exporter)
{
	struct err trouble = { "" };
	int failed;

	if (!exporter->file)
		return true;
	failed = make_text(exporter, &trouble);
	set_writing(exporter);
	if (!failed)
		failed = write_text(exporter, &trouble);
	return end_writing(exporter, failed, &trouble);
}

/* Takes the newest counters. Are they new? */
static bool renew(struct exporter *exporter)
{
	bool fresh = false;

	exporter->view = totals_latest(exporter->options.totals, &fresh);
	if (fresh && exporter->options.http)
		http_renew(exporter->options.http);
	return fresh;
}

static void exporter_free(struct exporter *exporter)
{
	buffer_done(&exporter->buffer);
	if (exporter->stop >= 0)
		(void)close(exporter->stop);
	pthread_mutex_destroy(&exporter->lock);
	free(exporter->file);
	free(exporter);
}

/*
 * The file goes before the clients: however many there are, http_step() does a bounded part of
 * their work, and then it is the file's turn. False: as end_writing().
 */
static bool serve(struct exporter *exporter, struct http *http)
{
	struct pollfd fds[] = {
		{ .fd = exporter->stop, .events = POLLIN },
		{ .fd = exporter->options.wake, .events = POLLIN },
		{ .fd = http ? http_fd(http) : -1, .events = POLLIN },
	};
	eventfd_t ignored;

	for (;;) {
		if (poll(fds, sizeof(fds) / sizeof(*fds), http ? http_timeout_ms(http) : -1) < 0)
			continue;
		if (fds[0].revents)
			break;
		if (fds[1].revents)
			(void)eventfd_read(exporter->options.wake, &ignored);
		if (renew(exporter) && !write_file(exporter))
			return false;
		if (http)
			http_step(http);
	}
	/* The lock is for others: only this thread writes `failed`. */
	return renew(exporter) || exporter->failed ? write_file(exporter) : true;
}

static void *exporter_run(void *data)
{
	struct exporter *exporter = data;

	if (!serve(exporter, exporter->options.http))
		exporter_free(exporter);
	return NULL;
}

/* A mistake is reported before anything is counted. */
static int start_file(struct exporter *exporter, struct err *err)
{
	int ret;

	exporter->file = strdup(exporter->options.file);
	if (!exporter->file)
		return err_set(err, ENOMEM, "not enough memory to export counters");
	if (strcmp(exporter->file, "-") == 0)
		return 0;	/* its reader wants intervals */
	ret = make_text(exporter, err);
	return ret ? ret : write_text(exporter, err);
}

int exporter_start(const struct exporter_options *options, struct exporter **out, struct err *err)
{
	struct exporter *exporter = calloc(1, sizeof(*exporter));
	const struct http_pages pages = { .make = make_page, .data = exporter };
	int ret = 0;

	*out = NULL;
	if (!exporter)
		return err_set(err, ENOMEM, "not enough memory to export counters");
	exporter->options = *options;
	if (!options->write)
		exporter->options.write = textfile_write;
	pthread_mutex_init(&exporter->lock, NULL);
	exporter->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (exporter->stop < 0)
		ret = err_set(err, errno, "cannot create an eventfd: %s", strerror(errno));
	if (!ret && options->file)
		ret = start_file(exporter, err);
	if (!ret && options->http)
		ret = http_begin(options->http, &pages, err);
	if (!ret)
		ret = options->start_thread(&exporter->thread, "tdtop-export", exporter_run, exporter, err);
	if (ret) {
		exporter_free(exporter);
		return ret;
	}
	*out = exporter;
	return 0;
}

/* Leaves a thread that is in the file system alone. False: it is not there. */
static bool abandon(struct exporter *exporter, struct err *err)
{
	pthread_t thread = exporter->thread;
	bool abandoned;

	pthread_mutex_lock(&exporter->lock);
	abandoned = exporter->writing;
	exporter->abandoned = abandoned;
	if (abandoned)
		err_set(err, ETIMEDOUT, "the last counters are not in %s: its disk, server or pipe did not "
			"answer for %d seconds; check that, or give --openmetrics a file on a local disk",
			exporter->file, EXPORTER_STOP_SECONDS);
	pthread_mutex_unlock(&exporter->lock);	/* now the thread may free it */
	return abandoned && pthread_detach(thread) == 0;
}

int exporter_stop(struct exporter *exporter, struct err *err)
{
	struct timespec until;
	int failed;

	if (!exporter)
		return 0;
	(void)eventfd_write(exporter->stop, 1);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += EXPORTER_STOP_SECONDS;
	if (pthread_timedjoin_np(exporter->thread, NULL, &until) == ETIMEDOUT) {
		if (abandon(exporter, err))
			return -ETIMEDOUT;
		pthread_join(exporter->thread, NULL);	/* the machine is slow */
	}
	failed = exporter_trouble(exporter, err);
	exporter_free(exporter);
	return failed;
}

int exporter_trouble(struct exporter *exporter, struct err *err)
{
	int failed;

	pthread_mutex_lock(&exporter->lock);
	failed = exporter->failed;
	if (failed && err)
		*err = exporter->trouble;
	pthread_mutex_unlock(&exporter->lock);
	return failed;
}
