/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes frames without blocking; see term_parts.h. UI thread. */
#include "config.h"
#include "ui/term/term_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct tty_writer {
	int fd;			/* the descriptor that curses writes to */
	int terminal;		/* a duplicate of it, as it was */
	int nonblock_fd;		/* the same terminal, opened again with O_NONBLOCK */
	int memfd;		/* curses writes a frame in here */
	char *bytes;		/* of the waiting frame: [done, n) is not yet written */
	size_t done, n, cap;
	uint64_t total;
};

/* O_NONBLOCK belongs to the open file description, which the shell shares: open it again. */
static int open_nonblock(int fd)
{
	char path[32];

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND);
}

struct tty_writer *tty_writer_new(int fd)
{
	struct tty_writer *writer = calloc(1, sizeof(*writer));

	if (!writer)
		return NULL;
	writer->fd = fd;
	writer->terminal = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	writer->nonblock_fd = open_nonblock(fd);
	writer->memfd = memfd_create("tdtop-frame", MFD_CLOEXEC);
	if (writer->terminal >= 0 && writer->nonblock_fd >= 0 && writer->memfd >= 0)
		return writer;
	tty_writer_free(writer);
	return NULL;
}

void tty_writer_free(struct tty_writer *writer)
{
	const int fds[] = { writer ? writer->terminal : -1, writer ? writer->nonblock_fd : -1,
			    writer ? writer->memfd : -1 };

	for (int i = 0; i < 3; i++)
		if (fds[i] >= 0)
			(void)close(fds[i]);
	if (writer)
		free(writer->bytes);
	free(writer);
}

void tty_writer_begin(struct tty_writer *writer)
{
	(void)!ftruncate(writer->memfd, 0);
	(void)lseek(writer->memfd, 0, SEEK_SET);
	(void)dup2(writer->memfd, writer->fd);
}

void tty_writer_discard(struct tty_writer *writer)
{
	(void)dup2(writer->terminal, writer->fd);
}

int tty_writer_terminal(const struct tty_writer *writer)
{
	return writer->terminal;
}

static bool reserve(struct tty_writer *writer, size_t n)
{
	char *bytes;

	if (n <= writer->cap)
		return true;
	bytes = realloc(writer->bytes, 2 * n);
	if (!bytes)
		return false;
	writer->bytes = bytes;
	writer->cap = 2 * n;
	return true;
}

void tty_writer_end(struct tty_writer *writer)
{
	off_t end = lseek(writer->memfd, 0, SEEK_CUR);
	size_t n = end > 0 ? (size_t)end : 0;
	ssize_t got;

	tty_writer_discard(writer);
	tty_writer_drop(writer);
	/* Without memory the frame is lost; Ctrl-L redraws it. */
	if (!reserve(writer, n))
		return;
	got = pread(writer->memfd, writer->bytes, n, 0);
	writer->n = got > 0 ? (size_t)got : 0;
	writer->total += writer->n;
	tty_writer_push(writer);
}

void tty_writer_push(struct tty_writer *writer)
{
	while (writer->done < writer->n) {
		ssize_t n = write(writer->nonblock_fd, writer->bytes + writer->done,
				  writer->n - writer->done);

		if (n > 0)
			writer->done += (size_t)n;
		else if (n < 0 && errno == EINTR)
			continue;
		else if (n < 0 && errno == EAGAIN)
			return;
		else
			tty_writer_drop(writer);	/* hung up: term_wait reports it */
	}
}

void tty_writer_drop(struct tty_writer *writer)
{
	writer->done = writer->n = 0;
}

bool tty_writer_waits(const struct tty_writer *writer)
{
	return writer->done < writer->n;
}

uint64_t tty_writer_bytes(const struct tty_writer *writer)
{
	return writer->total;
}

/* ---- the clipboard: base64 (RFC 4648, section 4) ---- */

static void put_group(const unsigned char *from, size_t n, char to[4])
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = (uint32_t)from[0] << 16 | (n > 1 ? (uint32_t)from[1] << 8 : 0) |
			(n > 2 ? from[2] : 0);

	to[0] = digits[bits >> 18];
	to[1] = digits[bits >> 12 & 63];
	to[2] = '=';
	to[3] = '=';
	if (n > 1)
		to[2] = digits[bits >> 6 & 63];
	if (n > 2)
		to[3] = digits[bits & 63];
}

size_t clipboard_sequence(const char *text, char sequence[CLIPBOARD_SEQUENCE])
{
	static const char begin[] = "\033]52;c;";
	size_t n = strlen(text), used = sizeof(begin) - 1;

	if (!n || n > CLIPBOARD_TEXT)
		return 0;
	memcpy(sequence, begin, used);
	for (size_t i = 0; i < n; i += 3, used += 4)
		put_group((const unsigned char *)text + i, n - i, sequence + used);
	sequence[used++] = '\a';	/* ends it on every terminal, also on Linux' console */
	return used;
}
