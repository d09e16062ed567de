/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens regular files, and nothing else; see regular_file.h. */
#include "config.h"
#include "collect/sys/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

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
