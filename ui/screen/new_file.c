/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that keys write; see new_file.h. UI thread. */
#include "config.h"
#include "ui/screen/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "ui/draw/whole_file.h"

#define FILE_MODE 0644
#define FILES_MAX 100		/* of the same second */

/* Creates it, empty: the name is taken. */
static int new_file(double now, const char *suffix, char *path, size_t size)
{
	time_t seconds = (time_t)now;
	char stamp[32] = "";
	struct tm tm;
	int fd = -1;

	if (!localtime_r(&seconds, &tm) || !strftime(stamp, sizeof(stamp), "-%Y-%m-%d-%H%M%S", &tm))
		stamp[0] = '\0';
	for (int i = 1; fd < 0 && i <= FILES_MAX; i++) {
		if (i > 1)
			(void)snprintf(path, size, "tdtop%s-%d.%s", stamp, i, suffix);
		else
			(void)snprintf(path, size, "tdtop%s.%s", stamp, suffix);
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
		if (fd < 0 && errno != EEXIST)
			return -errno;
	}
	return fd < 0 ? -EEXIST : close(fd) ? -errno : 0;
}

int new_file_put(double now, const char *suffix, const struct buffer *buffer, char *path,
		 size_t size)
{
	int ret = new_file(now, suffix, path, size);

	if (ret)
		return ret;
	ret = buffer->broken ? -ENOMEM : whole_file_put(path, buffer->bytes, buffer->n);
	if (ret)
		(void)unlink(path);
	return ret;
}
