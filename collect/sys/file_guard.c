/* SPDX-License-Identifier: GPL-2.0-only */
/* Leases on files that are probed; see file_guard.h. */
#include "config.h"
#include "collect/sys/file_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_guard {
	pthread_mutex_t lock;
	int fd;
	off_t size;
	struct timespec changed;	/* last modification of the content */
	unsigned int probes;		/* that hold it */
	bool owned;			/* file_guard_free() is to come */
	bool leased;
};

struct file_guard *file_guard_new(int fd)
{
	struct file_guard *guard = calloc(1, sizeof(*guard));
	struct stat status;

	if (!guard)
		return NULL;
	guard->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (guard->fd < 0 || fstat(guard->fd, &status)) {
		if (guard->fd >= 0)
			close(guard->fd);
		free(guard);
		return NULL;
	}
	guard->size = status.st_size;
	guard->changed = status.st_mtim;
	guard->owned = true;
	(void)pthread_mutex_init(&guard->lock, NULL);
	return guard;
}

/* With the lock, which it gives back. The last one frees. */
static void unlock(struct file_guard *guard)
{
	const bool last = !guard->owned && !guard->probes;

	(void)pthread_mutex_unlock(&guard->lock);
	if (!last)
		return;
	close(guard->fd);
	(void)pthread_mutex_destroy(&guard->lock);
	free(guard);
}

void file_guard_free(struct file_guard *guard)
{
	if (!guard)
		return;
	(void)pthread_mutex_lock(&guard->lock);
	guard->owned = false;
	unlock(guard);
}

/* With the lock. Of a lease that is to be given up the kernel says that it is none. */
static bool is_stale(const struct file_guard *guard)
{
	struct stat status;

	return (guard->leased && fcntl(guard->fd, F_GETLEASE) != F_RDLCK) ||
	       fstat(guard->fd, &status) || status.st_size != guard->size ||
	       status.st_mtim.tv_sec != guard->changed.tv_sec ||
	       status.st_mtim.tv_nsec != guard->changed.tv_nsec;
}

/* With the lock. */
static void end_lease(struct file_guard *guard)
{
	if (guard->leased)
		(void)fcntl(guard->fd, F_SETLEASE, F_UNLCK);
	guard->leased = false;
}

/*
 * With the lock. By a signal the kernel tells that the lease is to be given up: by one that is
 * ignored unless somebody asks for it, in place of SIGIO. The end of each lease makes it SIGIO again.
 */
static void begin_lease(struct file_guard *guard)
{
	guard->leased = fcntl(guard->fd, F_SETSIG, SIGURG) == 0 &&
			fcntl(guard->fd, F_SETLEASE, F_RDLCK) == 0;
}

int file_guard_hold(struct file_guard *guard)
{
	int ret = 0;

	if (!guard)
		return 0;
	(void)pthread_mutex_lock(&guard->lock);
	if (!guard->probes)
		begin_lease(guard);
	if (is_stale(guard))	/* after the lease, so that nothing comes in between */
		ret = -ESTALE;
	else
		guard->probes++;
	if (!guard->probes)
		end_lease(guard);
	unlock(guard);
	return ret;
}

void file_guard_release(struct file_guard *guard)
{
	if (!guard)
		return;
	(void)pthread_mutex_lock(&guard->lock);
	if (!--guard->probes)
		end_lease(guard);
	unlock(guard);
}

bool file_guard_is_stale(struct file_guard *guard)
{
	bool stale;

	if (!guard)
		return false;
	(void)pthread_mutex_lock(&guard->lock);
	stale = is_stale(guard);
	(void)pthread_mutex_unlock(&guard->lock);
	return stale;
}

/* ---- regular files ---- */

int regular_file_reopen(int place, struct stat *status)
{
	struct stat own;
	char link[32];
	int fd = -EINVAL;

	if (place < 0)
		return -errno;
	status = status ? status : &own;
	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", place);
	if (!fstat(place, status) && S_ISREG(status->st_mode)) {
		fd = open(link, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		fd = fd < 0 ? -errno : fd;
	}
	(void)close(place);
	return fd;
}
