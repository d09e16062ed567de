/* SPDX-License-Identifier: GPL-2.0-only */
/* A copy of what comes through a pipe, see recording_copy.h. */
#include "config.h"
#include "collect/recording/recording_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOVED_BYTES (64U << 10)

void recording_copy_open(struct recording_copy *copy)
{
	const char *dir = secure_getenv("TMPDIR");

	atomic_init(&copy->ended, false);
	copy->from = -1;
	/* O_EXCL: no process can give it a name. */
	copy->fd = open(dir && dir[0] ? dir : "/var/tmp", O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
}

void recording_copy_close(struct recording_copy *copy)
{
	if (copy->fd < 0)
		return;
	close(copy->fd);
	if (copy->from >= 0)
		close(copy->from);
	copy->fd = copy->from = -1;
}

void recording_copy_end(struct recording_copy *copy)
{
	atomic_store_explicit(&copy->ended, true, memory_order_release);	/* A */
}

bool recording_copy_has_ended(const struct recording_copy *copy)
{
	return atomic_load_explicit(&copy->ended, memory_order_acquire);	/* A */
}

uint64_t recording_copy_size(const struct recording_copy *copy)
{
	struct stat stat;

	return fstat(copy->fd, &stat) ? 0 : (uint64_t)stat.st_size;
}

void recording_copy_take_over(struct recording_copy *copy)
{
	copy->from = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	if (copy->from < 0)
		recording_copy_end(copy);
}

bool recording_copy_write(const struct recording_copy *copy, const void *bytes, size_t n)
{
	for (size_t done = 0; done < n;) {
		const ssize_t written = write(copy->fd, (const char *)bytes + done, n - done);

		if (written < 0 && errno != EINTR)
			return false;
		done += written > 0 ? (size_t)written : 0;
	}
	return true;
}

void recording_copy_move(struct recording_copy *copy)
{
	char bytes[MOVED_BYTES];
	const ssize_t n = read(copy->from, bytes, sizeof(bytes));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	/* Without room the copy ends here, as if it was cut off. */
	if (n > 0 && recording_copy_write(copy, bytes, (size_t)n))
		return;
	close(copy->from);
	copy->from = -1;
	recording_copy_end(copy);
}
