/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads keys without blocking; see tty_reader.h. UI thread. */
#include "config.h"
#include "ui/term/tty_reader.h"

#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

enum got { GOT_BYTES, GOT_NOTHING, GOT_END };

void tty_reader_init(struct tty_reader *reader, int fd)
{
	*reader = (struct tty_reader){ .fd = fd };
	key_decoder_init(&reader->decoder);
}

static int64_t now_ms(void)
{
	struct timespec ts = { 0 };

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000) + ts.tv_nsec / 1000000;
}

static enum got fill(struct tty_reader *reader)
{
	struct pollfd fd = { .fd = reader->fd, .events = POLLIN };
	ssize_t n;

	if (poll(&fd, 1, 0) <= 0)
		return GOT_NOTHING;
	/*
	 * An error must end the program: poll(2) goes on to say "readable", as of a terminal with a
	 * typed line if we are in an orphaned group in the background (EIO, job_control(7)).
	 */
	n = read(reader->fd, reader->bytes, sizeof(reader->bytes));
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? GOT_NOTHING : GOT_END;
	reader->done = 0;
	reader->n = (size_t)n;
	return n ? GOT_BYTES : GOT_END;
}

int tty_reader_key(struct tty_reader *reader)
{
	enum got got;

	do {
		while (reader->done < reader->n) {
			int code = key_decoder_take(&reader->decoder, reader->bytes[reader->done],
						    now_ms());

			reader->done += !reader->decoder.again;
			if (code != KEYCODE_NONE)
				return code;
		}
		got = fill(reader);
	} while (got == GOT_BYTES);
	return got == GOT_END ? KEYCODE_HANGUP : key_decoder_expire(&reader->decoder, now_ms());
}

int tty_reader_wait_ms(const struct tty_reader *reader)
{
	return reader->done < reader->n ? 0 : key_decoder_wait_ms(&reader->decoder, now_ms());
}
