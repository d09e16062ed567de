/* SPDX-License-Identifier: GPL-2.0-only */
/* The way of a frame to the terminal; see outlet.h. UI thread. */
#include "config.h"
#include "ui/outlet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct outlet {
	int fd;			/* what curses writes to */
	int terminal;		/* the same as it was */
	int door;		/* the same once more, and a write to it does not wait */
	int frame;		/* in memory */
	char *bytes;		/* of a frame that waits: [done, n) is left of it */
	size_t done, n, cap;
	uint64_t total;
};

/* O_NONBLOCK is of the open file, and the shell has that one too: open it again. */
static int open_door(int fd)
{
	char path[32];

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND);
}

struct outlet *outlet_new(int fd)
{
	struct outlet *outlet = calloc(1, sizeof(*outlet));

	if (!outlet)
		return NULL;
	outlet->fd = fd;
	outlet->terminal = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	outlet->door = open_door(fd);
	outlet->frame = memfd_create("tdtop-frame", MFD_CLOEXEC);
	if (outlet->terminal >= 0 && outlet->door >= 0 && outlet->frame >= 0)
		return outlet;
	outlet_free(outlet);
	return NULL;
}

void outlet_free(struct outlet *outlet)
{
	const int fds[] = { outlet ? outlet->terminal : -1, outlet ? outlet->door : -1,
			    outlet ? outlet->frame : -1 };

	for (int i = 0; i < 3; i++)
		if (fds[i] >= 0)
			(void)close(fds[i]);
	if (outlet)
		free(outlet->bytes);
	free(outlet);
}

void outlet_begin(struct outlet *outlet)
{
	(void)!ftruncate(outlet->frame, 0);
	(void)lseek(outlet->frame, 0, SEEK_SET);
	(void)dup2(outlet->frame, outlet->fd);
}

void outlet_discard(struct outlet *outlet)
{
	(void)dup2(outlet->terminal, outlet->fd);
}

static bool reserve(struct outlet *outlet, size_t n)
{
	char *bytes;

	if (n <= outlet->cap)
		return true;
	bytes = realloc(outlet->bytes, 2 * n);
	if (!bytes)
		return false;
	outlet->bytes = bytes;
	outlet->cap = 2 * n;
	return true;
}

void outlet_end(struct outlet *outlet)
{
	off_t end = lseek(outlet->frame, 0, SEEK_CUR);
	size_t n = end > 0 ? (size_t)end : 0;
	ssize_t got;

	outlet_discard(outlet);
	outlet_drop(outlet);
	/* Without memory a frame is lost: Ctrl-L brings it back. */
	if (!reserve(outlet, n))
		return;
	got = pread(outlet->frame, outlet->bytes, n, 0);
	outlet->n = got > 0 ? (size_t)got : 0;
	outlet->total += outlet->n;
	outlet_push(outlet);
}

void outlet_push(struct outlet *outlet)
{
	while (outlet->done < outlet->n) {
		ssize_t n = write(outlet->door, outlet->bytes + outlet->done,
				  outlet->n - outlet->done);

		if (n > 0)
			outlet->done += (size_t)n;
		else if (n < 0 && errno == EINTR)
			continue;
		else if (n < 0 && errno == EAGAIN)
			return;
		else
			outlet_drop(outlet);	/* a terminal that is gone: the wait finds out */
	}
}

void outlet_drop(struct outlet *outlet)
{
	outlet->done = outlet->n = 0;
}

bool outlet_waits(const struct outlet *outlet)
{
	return outlet->done < outlet->n;
}

uint64_t outlet_bytes(const struct outlet *outlet)
{
	return outlet->total;
}
