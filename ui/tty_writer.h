/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way of a frame to the terminal, which may take nothing for as long as it likes: stopped by
 * Ctrl-S, or its reader is stuck. curses would wait for it in write(2). So its descriptor leads
 * into memory while it writes a frame, and the terminal gets from there what it takes without
 * waiting. Used by term.c alone, on the UI thread.
 */
#ifndef TDTOP_UI_TTY_WRITER_H
#define TDTOP_UI_TTY_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tty_writer;

/* For the descriptor that curses writes to. NULL: not possible here, write it as ever. */
struct tty_writer *tty_writer_new(int fd);
void tty_writer_free(struct tty_writer *writer);	/* what waits is dropped; NULL is fine */

/*
 * What is written to the descriptor between tty_writer_begin and tty_writer_end is a frame. Not while one waits.
 * tty_writer_discard instead of tty_writer_end: nobody sees it.
 */
void tty_writer_begin(struct tty_writer *writer);
void tty_writer_end(struct tty_writer *writer);
void tty_writer_discard(struct tty_writer *writer);

/* Writes what the terminal takes now of a frame that waits. */
void tty_writer_push(struct tty_writer *writer);
void tty_writer_drop(struct tty_writer *writer);

/* Does (the rest of) a frame wait? */
bool tty_writer_waits(const struct tty_writer *writer);

/* Bytes of all frames so far. */
uint64_t tty_writer_bytes(const struct tty_writer *writer);

#endif
