/* SPDX-License-Identifier: GPL-2.0-only */
/* A copy of what comes through a pipe, see recording_copy.h. */
#include "config.h"
#include "collect/recording/recording_copy.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

void recording_copy_open(struct recording_copy *copy)
{
	const char *dir = secure_getenv("TMPDIR");

	atomic_init(&copy->ended, false);
	/* O_EXCL: nobody can give it a name. */
	copy->fd = open(dir && dir[0] ? dir : "/var/tmp", O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
}

void recording_copy_close(struct recording_copy *copy)
{
	if (copy->fd >= 0)
		close(copy->fd);
	copy->fd = -1;
}

void recording_copy_end(struct recording_copy *copy)
{
	atomic_store_explicit(&copy->ended, true, memory_order_release);	/* A */
}

bool recording_copy_has_ended(const struct recording_copy *copy)
{
	return atomic_load_explicit(&copy->ended, memory_order_acquire);	/* A */
}
