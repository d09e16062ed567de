/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes frames to a terminal that may stop reading (Ctrl-S, a stuck peer) without blocking the UI
 * thread. curses would block in write(2), so while it writes a frame its descriptor leads into
 * memory (a memfd); the terminal then gets as much of it as it accepts. Used by term.c only; UI
 * thread.
 */
#ifndef TDTOP_UI_TERM_TTY_WRITER_H
#define TDTOP_UI_TERM_TTY_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tty_writer;

/* For the descriptor fd that curses writes to. NULL: not possible here; let curses write to fd. */
struct tty_writer *tty_writer_new(int fd);
void tty_writer_free(struct tty_writer *writer);	/* drops a waiting frame; NULL is fine */

/*
 * Whatever is written to fd between tty_writer_begin and tty_writer_end is one frame; not allowed
 * while a frame waits. tty_writer_discard in place of tty_writer_end throws it away.
 */
void tty_writer_begin(struct tty_writer *writer);
void tty_writer_end(struct tty_writer *writer);
void tty_writer_discard(struct tty_writer *writer);

/* The terminal itself, also while fd leads into memory: for a crash there. */
int tty_writer_terminal(const struct tty_writer *writer);

/*
 * Writes as much of a waiting frame as the terminal accepts now; tty_writer_drop forgets the rest.
 */
void tty_writer_push(struct tty_writer *writer);
void tty_writer_drop(struct tty_writer *writer);

/* Is a frame, or its rest, waiting? */
bool tty_writer_waits(const struct tty_writer *writer);

/* Bytes of all frames so far. */
uint64_t tty_writer_bytes(const struct tty_writer *writer);

#endif
