/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that are always whole; see whole_file.h. Any thread. */
#include "config.h"
#include "ui/draw/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".tmp"
#define FILE_MODE 0644
#define MODE_BITS 07777
#define TRIES 3			/* to remove a FILE.tmp that is there */

int whole_write(int fd, const char *bytes, size_t n)
{
	while (n) {
		struct pollfd room = { .fd = fd, .events = POLLOUT };
		ssize_t done = write(fd, bytes, n);

		if (done >= 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (errno == EAGAIN) {
			(void)poll(&room, 1, -1);
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

/* Creates FILE.tmp; one that is there is left from a crash, or an attack. fd, or -errno. */
static int create_tmp(const char *tmp)
{
	int fd = -1;

	for (int i = 0; i < TRIES && fd < 0; i++) {
		fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
		if (fd < 0 && (errno != EEXIST || (unlink(tmp) && errno != ENOENT)))
			return -errno;
	}
	return fd < 0 ? -EEXIST : fd;
}

/*
 * Another tdtop that writes the same file takes FILE.tmp for a leftover, and puts its own there,
 * which may not be complete.
 */
static bool is_still_ours(int fd, const char *tmp)
{
	struct stat ours, there;

	return !fstat(fd, &ours) && !lstat(tmp, &there) && ours.st_dev == there.st_dev &&
	       ours.st_ino == there.st_ino;
}

int whole_file_replace(const char *path, const char *bytes, size_t n, mode_t mode)
{
	char tmp[PATH_MAX];
	int fd, ret;
	bool ours;

	if ((size_t)snprintf(tmp, sizeof(tmp), "%s" SUFFIX, path) >= sizeof(tmp))
		return -ENAMETOOLONG;
	fd = create_tmp(tmp);
	if (fd < 0)
		return fd;
	ret = whole_write(fd, bytes, n);
	if (!ret && mode && fchmod(fd, mode))
		ret = -errno;
	ours = is_still_ours(fd, tmp);
	if (close(fd) && !ret)
		ret = -errno;	/* a quota of a file system over the network */
	if (!ret && !ours)
		return -EBUSY;
	if (!ret && rename(tmp, path))
		ret = -errno;
	if (ret && ours)
		(void)unlink(tmp);
	return ret;
}

static int write_in_place(const char *path, const char *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
	int ret = fd < 0 ? -errno : whole_write(fd, bytes, n);

	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	return ret;
}

int whole_file_put(const char *path, const char *bytes, size_t n)
{
	char *real = realpath(path, NULL);	/* NULL: a new file */
	struct stat st;
	int ret = -EPERM;

	if (!real)
		ret = whole_file_replace(path, bytes, n, 0);
	else if (!stat(real, &st) && S_ISREG(st.st_mode) && !access(real, W_OK))
		ret = whole_file_replace(real, bytes, n, st.st_mode & MODE_BITS);
	if (real && (ret == -EPERM || ret == -EACCES || ret == -ENAMETOOLONG))
		ret = write_in_place(real, bytes, n);
	free(real);
	return ret;
}
