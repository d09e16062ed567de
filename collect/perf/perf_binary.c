/* SPDX-License-Identifier: GPL-2.0-only */
/* Which metrics the installed perf has; see perf_binary.h. */
#include "config.h"
#include "collect/perf/perf_binary.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collect/sys/file_guard.h"
#include "collect/sys/thread_start.h"

#define SIZE_MAX_READ ((off_t)256 << 20)	/* perf has 10 MB; of what is no perf, no more */

static const char before_name[] = "\0tma_";

void perf_binary_search(const char *bytes, size_t n, struct perf_names *names)
{
	const size_t length = sizeof(before_name) - 1;
	const char *end = bytes + n, *at = bytes;

	while ((at = memmem(at, (size_t)(end - at), before_name, length))) {
		at++;
		if (memchr(at, '\0', (size_t)(end - at)))
			perf_names_see(names, at);
	}
}

/* The bytes of a file, to be freed; NULL: there is none, or it is no perf. */
static char *read_file(const char *path, size_t *n)
{
	struct stat status;
	const int fd = regular_file_reopen(open(path, O_PATH | O_CLOEXEC), &status);
	char *bytes = NULL;
	ssize_t got = 1;

	if (fd < 0)
		return NULL;
	if (status.st_size <= SIZE_MAX_READ)
		bytes = malloc((size_t)status.st_size + 1);
	for (*n = 0; bytes && got > 0 && *n < (size_t)status.st_size; *n += (size_t)got) {
		got = read(fd, bytes + *n, (size_t)status.st_size - *n);
		got = got < 0 ? 0 : got;
	}
	(void)close(fd);
	return bytes;
}

/* Is it a binary? The perf of Ubuntu is a script that starts the one of the running kernel. */
static bool search_file(const char *path, struct perf_names *names)
{
	size_t n = 0;
	char *bytes = read_file(path, &n);
	const bool binary = bytes && n > 4 && !memcmp(bytes, "\177ELF", 4);

	if (binary)
		perf_binary_search(bytes, n, names);
	free(bytes);
	return binary;
}

/* Looks into each folder of PATH, then where the perf of a kernel is. */
static void search_all(struct perf_names *names)
{
	const char *path = getenv("PATH");
	struct utsname kernel;
	char file[PATH_MAX];

	for (const char *end; path && *path; path = *end ? end + 1 : end) {
		end = strchrnul(path, ':');
		if (*path == '/' &&
		    snprintf(file, sizeof(file), "%.*s/perf", (int)(end - path), path) <
		    (int)sizeof(file) && search_file(file, names))
			return;
	}
	if (!uname(&kernel)) {
		(void)snprintf(file, sizeof(file), "/usr/lib/linux-tools/%s/perf", kernel.release);
		(void)search_file(file, names);
	}
}

static struct perf_names found;		/* the thread's, until */
static atomic_bool is_found;		/* this is true: A, in read_all() with perf_binary_names() */

static void *read_all(void *unused)
{
	(void)unused;
	search_all(&found);
	atomic_store_explicit(&is_found, true, memory_order_release);	/* A */
	return NULL;
}

/* No thread waits for this one: what it has are static data. */
static void start(void)
{
	pthread_t thread;

	if (!thread_start_low(&thread, "tdtop-names", read_all, NULL, NULL))
		(void)pthread_detach(thread);
}

const struct perf_names *perf_binary_names(void)
{
	static bool started;

	if (!started)
		start();
	started = true;
	if (!atomic_load_explicit(&is_found, memory_order_acquire))	/* A */
		return NULL;
	return perf_names_any(&found) ? &found : NULL;
}
