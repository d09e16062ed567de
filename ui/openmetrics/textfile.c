/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file that is always whole; see textfile.h. It is not synced to the disk: after a power failure
 * old counters are worth nothing, and a sync each second costs other programs. The thread that
 * exports.
 */
#include "config.h"
#include "ui/openmetrics/textfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".tmp"
#define FILE_MODE 0644
#define TRIES 3			/* to remove a FILE.tmp that is there */

enum exposition textfile_format(const char *path)
{
	static const char prom[] = ".prom";
	size_t n = strlen(path), suffix = strlen(prom);

	return n >= suffix && !strcmp(path + n - suffix, prom) ? EXPOSITION_PROMETHEUS :
								 EXPOSITION_OPENMETRICS;
}

/* Another process may have made it non-blocking. -errno, and a part is written. */
static int write_all(int fd, const char *bytes, size_t n)
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

static int write_stdout(const char *bytes, size_t n, struct err *err)
{
	int ret = write_all(STDOUT_FILENO, bytes, n);

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

/* Writes FILE.tmp and renames it. -errno: if it was created, it is removed. */
static int replace(const char *path, const char *tmp, const char *bytes, size_t n)
{
	int fd = create_tmp(tmp), ret;
	bool ours;

	if (fd < 0)
		return fd;
	ret = write_all(fd, bytes, n);
	if (!ret && fchmod(fd, FILE_MODE))	/* whatever the umask is */
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
	char tmp[PATH_MAX];
	int ret;

	if (!strcmp(path, "-"))
		return write_stdout(bytes, n, err);
	if ((size_t)snprintf(tmp, sizeof(tmp), "%s" SUFFIX, path) >= sizeof(tmp))
		return explain(-ENAMETOOLONG, path, err);
	ret = check_target(path, err);
	if (ret)
		return ret;
	ret = replace(path, tmp, bytes, n);
	return ret ? explain(ret, path, err) : 0;
}
